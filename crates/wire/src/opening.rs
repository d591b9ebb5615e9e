//! How a recorded match was set up.

use playmat_cards::{Setup, Terms};
use playmat_chance::{Seed, Shared};
use playmat_kernel::{BySeat, Entry, Fingerprint, RECORD_VERSION, Record, Trail};

/// The setup of a record: everything that, with the rule set and the entries, makes the match again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The game's name: `food-chain`.
    pub game: String,
    /// Under which rules, as they were asked for.
    pub terms: Terms,
    /// The cards and the version of the rules' code that it was played with.
    pub made_with: MadeWith,
    /// Decks, who begins, whether they are shuffled.
    pub setup: Setup,
    /// The seed of its chance.
    pub seed: Seed,
    /// What the players are called. No hash covers it: a name can be taken out of a record.
    pub players: BySeat<String>,
    /// How many entries it has from another match, if it was played on from there.
    pub continues: Option<u32>,
}

/// The cards and the version of the rules' code of a match: what an archive finds them by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MadeWith {
    /// The fingerprint of the cards alone; none in records of version 1.
    pub cards: Option<Fingerprint>,
    /// The version of the rules' code; 0 in records of version 1.
    pub version: u16,
}

impl Opening {
    /// A record of this match in which nothing has been entered yet but the promise about a shared seed.
    pub fn record(self, rules: Fingerprint) -> Record<Opening> {
        let promise = self.shared().map(|shared| Entry::SeedCommitment(shared.commitment()));
        let entries = promise.into_iter().collect();
        Record { version: RECORD_VERSION, rules, setup: self, entries, trail: Trail::default() }
    }

    /// What the server and the players brought to its seed, if they did.
    pub fn shared(&self) -> Option<&Shared> {
        match &self.seed {
            Seed::Shared(shared) => Some(shared),
            Seed::Number(_) => None,
        }
    }
}
