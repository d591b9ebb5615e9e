//! How a recorded match was set up.

use playmat_cards::{Setup, Terms};
use playmat_chance::{Seed, Shared};
use playmat_kernel::{BySeat, Entry, Fingerprint, RECORD_VERSION, Record, Trail};

/// The version of records that carry no cards.
const WITHOUT_CARDS: u16 = 4;

/// The setup of a record: with the rule set and the entries it makes the match again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The game's name: `food-chain`.
    pub game: String,
    /// The terms, as they were asked for.
    pub terms: Terms,
    /// The cards and the version of the rules' code that it was played with.
    pub made_with: MadeWith,
    /// Decks, who begins, whether the decks are shuffled.
    pub setup: Setup,
    /// The seed of its chance.
    pub seed: Seed,
    /// The names of the players. No hash covers them, so that a name can be removed from a record.
    pub players: BySeat<String>,
    /// How many entries come from another match, if it was played on from there.
    pub continues: Option<u32>,
    /// The card files, names and texts, if somebody wrote cards for it: the record is then all that a replay needs. Its rule set proves that they are
    /// the right ones.
    pub own_cards: Vec<(String, String)>,
}

/// The cards and the version of the rules' code of a match: an archive finds them by this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MadeWith {
    /// The fingerprint of the cards alone; none in records of version 1.
    pub cards: Option<Fingerprint>,
    /// The version of the rules' code; 0 in records of version 1.
    pub version: u16,
}

impl Opening {
    /// A new record of this match, without entries but for the promise about a shared seed.
    pub fn record(self, rules: Fingerprint) -> Record<Opening> {
        let promise = self.shared().map(|shared| Entry::SeedCommitment(shared.commitment()));
        let entries = promise.into_iter().collect();
        Record { version: self.version(), rules, setup: self, entries, trail: Trail::default() }
    }

    /// The version of its record: the oldest one that can hold it, so that older programs can read what they understand.
    pub fn version(&self) -> u16 {
        if self.own_cards.is_empty() { WITHOUT_CARDS } else { RECORD_VERSION }
    }

    /// The parts of its seed, if it was not chosen by somebody.
    pub fn shared(&self) -> Option<&Shared> {
        match &self.seed {
            Seed::Shared(shared) => Some(shared),
            Seed::Number(_) => None,
        }
    }
}
