//! What can be wrong with a Strata card beyond its grammar.

use playmat_cardtext::{Card, Code, Complaint};

use crate::words::StrataWords;

/// All kinds of mistakes of this file.
pub static CODES: &[&Code] = &[];

/// Everything that is wrong with the cards beyond their grammar.
pub fn check(_cards: &[&Card<StrataWords>]) -> Vec<Complaint> {
    vec![]
}
