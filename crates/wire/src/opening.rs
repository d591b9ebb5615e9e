//! How a recorded match was set up.

use playmat_cards::{Setup, Terms};
use playmat_kernel::{BySeat, Entry, Fingerprint, RECORD_VERSION, Record};

/// The setup of a record: everything that, with the rule set and the entries, makes the match again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The game's name: `food-chain`.
    pub game: String,
    /// Under which rules, as they were asked for.
    pub terms: Terms,
    /// Decks, who begins, whether they are shuffled.
    pub setup: Setup,
    /// The seed of its chance.
    pub seed: u64,
    /// What the players are called.
    pub players: BySeat<String>,
}

impl Opening {
    /// A record of this match in which nothing has been entered yet.
    pub fn record(self, rules: Fingerprint) -> Record<Opening> {
        Record { version: RECORD_VERSION, rules, setup: self, entries: Vec::<Entry>::new() }
    }
}
