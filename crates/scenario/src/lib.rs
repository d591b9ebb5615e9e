//! Scenario files: a position, moves, and what must hold. Rulings, bug reports, puzzles and most tests are written in them.
//!
//! A file is read in two steps. [`parse_file`] splits it into [`Script`]s and knows no game; [`run`] reads the lines of one
//! script with the words of its game, plays it and gives a [`Verdict`]. Whoever knows all games chooses the type in between.
//!
//! ```
//! let text = "scenario \"Nothing happens\"\ngame toy\nturn p1 main\n---\nexpect turn p1 main\n";
//! let scripts = playmat_scenario::parse_file("nothing.scn", text).unwrap();
//! assert_eq!(scripts[0].game, "toy");
//! let wrong = playmat_scenario::parse_file("wrong.scn", "scenario Nothing\n").unwrap_err();
//! assert_eq!(wrong[0].to_string(), "wrong.scn:1:10: a scenario's name stands in quotes: scenario \"Nothing\"");
//! ```

mod error;
mod script;
mod lexicon;
mod card_list;
mod moves;
mod expect;
mod plan;
mod show;
mod asked;
mod search;
mod check;
mod setup;
mod runner;
mod run;
mod lesson;
mod write;

pub use error::{MOST_COMPLAINTS, ParseError};
pub use lesson::{LEARNER, Lesson};
pub use run::{Verdict, run};
pub use script::{DEFAULT_SEED, Opening, RawLine, Script, parse_file};
pub use setup::{Decks, RulesFor, Staged, set_up};
pub use write::{Written, write_position, write_view};

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
