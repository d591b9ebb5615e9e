//! What front ends share that hold a match themselves, the terminal and Python: rules, matches, decks, bots and records of a game
//! that is known by its name only, all in the words that people read.

mod error;
mod deck;
mod bot;
mod matches;
mod rules;
mod records;
mod table;
mod text;
mod check;
mod lab;
mod chunks;

pub use bot::{AnyBot, bot_named};
pub use check::{Checked, Problem, Replacement, by_game, check_files, check_text};
pub use chunks::{Fetch, play_order};
pub use deck::{BatchWish, DeckWish, SupplyWish};
pub use error::{FrontendError, Kind};
pub use lab::{LabDecks, LabRun, LabWish};
pub use matches::{AnyMatch, Forced};
pub use playmat_lab::chunk::{Chunk, Played};
pub use playmat_lab::crew::Crew;
pub use playmat_lab::report::Report;
pub use records::{FoundRecord, read_record};
pub use rules::{Rules, open};
pub use table::{Page, draw, first_place, place_of, stats_text};
