//! What the tests of this crate share.

use std::sync::Arc;

use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{Library, Origin, RuleSet};
use playmat_chance::{Seed, Shared, Swift};
use playmat_kernel::{BySeat, Chance, Entry, Options, Record, Table};
use playmat_replay::{first, opening, step, up_to};
use playmat_wire::Opening;

/// A random match with a shared seed, to its end.
pub fn random_match<G: CardGame>(rules: &Arc<RuleSet<G>>, seed: u64) -> Record<Opening> {
    let mut chance = Swift::new(seed);
    let decks = BySeat::from_fn(|_| G::random_deck(&rules.rules, None, &mut chance));
    let shared = Shared { secret: [seed as u8; 32], shares: BySeat::new([7; 32], [8; 32]) };
    let setup = Setup { decks, first: None, unshuffled: false };
    let names = BySeat::new("Ada".to_owned(), "Bob".to_owned());
    let mut record = opening(rules, setup, Seed::Shared(shared), names).record(rules.fingerprint);
    let mut now = first::<G>(&rules.rules, &record.setup).point;
    while now.table.decision().is_some() {
        let entry = Entry::Answer(chance.one_of(options(rules, &now.table)) as u8);
        now = step::<G>(&rules.rules, &now, entry).expect("a listed option").point;
        record.entries.push(entry);
    }
    up_to(rules, &record, record.entries.len(), None).expect("it was played")
}

/// How many options there are.
pub fn options<G: CardGame>(rules: &RuleSet<G>, table: &Table<G>) -> u32 {
    let mut options = Options::new();
    table.options(&rules.rules, &mut options);
    options.len() as u32
}

/// The shipped rules.
pub fn shipped<G: CardGame>() -> Arc<RuleSet<G>> {
    let library = Library::<G>::load(&Origin::Shipped).expect("the shipped cards are right");
    library.rules(&Terms::default()).expect("the default terms are right")
}
