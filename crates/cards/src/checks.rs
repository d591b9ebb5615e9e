//! Pieces of the checks of cards and decks.

use std::collections::BTreeMap;

use playmat_cardtext::ast::Span;
use playmat_cardtext::{Code, Complaint};

use crate::{DefId, Fault};

/// What lowering found and the checks did not: a card without a complaint loads. `found` is what the checks say.
pub fn does_not_load(code: &'static Code, faults: Vec<Fault>, found: &[Complaint]) -> Vec<Complaint> {
    let mut more: Vec<Complaint> = Vec::new();
    for fault in faults.into_iter().filter(|fault| !fault.told) {
        let span = fault.span.unwrap_or_default();
        let known = |complaint: &Complaint| overlap(complaint.span, span);
        if !found.iter().chain(&more).any(known) {
            more.push(Complaint::new(code, span, fault.why).hint(HINT));
        }
    }
    more
}

const HINT: &str = "say in full which cards, how many and from where; if the set is too large, take cards out of it";

fn overlap(one: Span, other: Span) -> bool {
    one.file == other.file && one.start < other.end && other.start < one.end
}

/// What is wrong with a set, in sentences: for those who see no place.
pub fn all_whys(faults: &[Fault]) -> String {
    let why = |fault: &Fault| match &fault.card {
        Some(card) => format!("{card}: {}", fault.why),
        None => fault.why.clone(),
    };
    faults.iter().map(why).collect::<Vec<_>>().join("\n")
}

/// Whether making these cards leads to making this one, where each card makes those listed for it.
pub fn leads_back<'a>(name: &str, makes: &[&'a str], made: &BTreeMap<&'a str, Vec<&'a str>>) -> bool {
    let mut seen: Vec<&str> = Vec::new();
    let mut open = makes.to_vec();
    while let Some(next) = open.pop() {
        if next == name {
            return true;
        }
        if !seen.contains(&next) {
            seen.push(next);
            open.extend(made.get(next).into_iter().flatten());
        }
    }
    false
}

/// The cards of a deck of which there are more than so many, each once and in order.
pub fn more_copies_than(most: usize, deck: &[DefId]) -> Vec<DefId> {
    let mut sorted = deck.to_vec();
    sorted.sort_unstable();
    let mut many: Vec<DefId> = sorted.windows(most + 1).filter(|same| same[0] == same[most]).map(|same| same[0]).collect();
    many.dedup();
    many
}
