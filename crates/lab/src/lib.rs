//! Games in bulk, and what they say about decks, cards and rules: matches with a sequential test, matrices of pairings, the
//! effect of single cards, when a match is decided, comparisons of rules, and proposals for printed numbers. Every game depends
//! only on the plan and its number, so that a run gives the same result on any number of threads and after any number of
//! interruptions.

pub mod players;
pub mod stats;
pub mod anytime;
pub mod shrink;
pub mod game;
pub mod store;
pub mod run;
pub mod chunk;
pub mod crew;
pub mod opinion;
mod plots;
mod page;
mod raw;
mod samples;
pub mod report;
pub mod matrix;
pub mod ladder;
pub mod matchup;
mod pairings;
pub mod cards;
pub mod tension;
pub mod whatif;
pub mod compare;
pub mod watch;
pub mod change;
pub mod tune;

use playmat_catalog::Rules;
use playmat_chance::FastChance;
use serde_json::{Value, json};

use game::DeckChoice;

/// The text at the foot of every page.
const MADE_BY: &str = "Made by playmat lab. The same plan and seed give the same games on every machine; \
    games.jsonl beside this page holds each of them, games.parquet and games.csv the same for data frames, report.json all numbers.";

/// A seed for a part of a run.
fn mixed(seed: u64, part: u64) -> u64 {
    FastChance::nth(seed, part).bits()
}

/// What identifies a rule set, as text.
fn fingerprint(rules: &Rules) -> String {
    rules.fingerprint().0.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A deck as a plan writes it: by the names of its cards.
fn deck_value(rules: &Rules, bring: &DeckChoice) -> Value {
    match bring {
        DeckChoice::Deck { name, cards } => {
            json!({ "name": name, "cards": cards.iter().map(|&def| rules.name(def)).collect::<Vec<_>>() })
        }
        DeckChoice::Random(category) => json!({ "random": category }),
    }
}

/// FNV-1a, which gives the same hash in every process.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
