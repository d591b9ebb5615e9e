//! What the tests of this crate share.

use std::sync::Arc;

use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{Library, Origin, RuleSet};
use playmat_chance::{Bound, FastChance, Seed, ShareOutcome, Shared};
use playmat_kernel::{BySeat, Chance, Entry, Options, Record, Table};
use playmat_replay::{Signer, Trust, first, opening, step, up_to, walk_hashed};
use playmat_wire::Opening;

/// A server that signs.
pub fn signer() -> Signer {
    Signer::new(&[77; 32])
}

/// Who believes it.
pub fn trust() -> Trust {
    Trust { keys: vec![signer().public()], demanded: false }
}

/// Signs the last link of a record.
pub fn sign<G: CardGame>(rules: &RuleSet<G>, record: &mut Record<Opening>) {
    let mut last = None;
    walk_hashed::<G>(&rules.rules, record, None, |_, _, chain| last = Some(chain)).expect("it was played");
    record.trail.seal = last.map(|last| signer().sign(last));
}

/// A random match with a shared seed, to its end, signed.
pub fn random_match<G: CardGame>(rules: &Arc<RuleSet<G>>, seed: u64) -> Record<Opening> {
    let mut chance = FastChance::new(seed);
    let decks = BySeat::from_fn(|_| G::random_deck(&rules.rules, None, &mut chance));
    let brought = BySeat::new(ShareOutcome::Opened, ShareOutcome::Opened);
    let bound = Some(Bound { game_match: seed, players: BySeat::new([1; 16], [2; 16]), brought });
    let shared = Shared { secret: [seed as u8; 32], shares: BySeat::new([7; 32], [8; 32]), bound };
    let setup = Setup { decks, first: None, unshuffled: false };
    let names = BySeat::new("Ada".to_owned(), "Bob".to_owned());
    let mut record = opening(&**rules, setup, Seed::Shared(shared), names).record(rules.fingerprint);
    let mut now = first::<G>(&rules.rules, &record.setup).point;
    while now.table.decision().is_some() {
        let entry = Entry::Answer(chance.one_of(options(rules, &now.table)) as u8);
        now = step::<G>(&rules.rules, &now, entry).expect("a listed option").point;
        record.entries.push(entry);
    }
    let mut record = up_to(rules, &record, record.entries.len(), None).expect("it was played");
    sign(rules, &mut record);
    record
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
