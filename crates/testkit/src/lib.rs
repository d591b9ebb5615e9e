//! The free suite every game gets: checks that hold for any card game, generic over [`playmat_cards::CardGame`].
//!
//! Each check plays random games, one per seed, and panics with the seed in its message. A game's tests call them with its rules
//! and its decks; with `PLAYMAT_LONG=1` in the environment every check plays twenty times as many games.
//!
//! ```
//! use playmat_testkit::toy::{Toy, ToyRules};
//!
//! let rules = ToyRules::new();
//! let decks = playmat_testkit::random_decks::<Toy<0>>(&rules);
//! let played = playmat_testkit::plays_to_the_end::<Toy<0>>(&rules, 0..10, &decks);
//! assert!(played.games >= 10 && played.decisions > 100);
//! ```

mod play;
mod repeat;
mod refuse;
mod views;
mod telling;
mod twins;
mod worlds;
mod mutant;
mod encoding;
mod imagining;
mod complaints;
mod coverage;
mod fuzz;
mod numbers;
mod seed;
mod suite;
mod written;
pub mod networks;
pub mod toy;

pub use complaints::complaints;
pub use coverage::{Coverage, coverage};
pub use encoding::{Peek, ToldApart, told_apart};
pub use fuzz::{answers_fuzz, drive};
pub use imagining::{imagines_the_same_for_twins, imagines_what_is_known};
pub use mutant::{Imagines, Mutant, RealTable, is_noticed};
pub use numbers::{definitions_differ, numbers_are_of_their_kinds};
pub use play::{MOST_ANSWERS, PlayedSums, check_census, plays_to_the_end, random_decks, times};
pub use refuse::refusals_change_nothing;
pub use repeat::{clone_equals, digest, replay_equals, same_in_another_process};
pub use seed::seed;
pub use suite::FreeSuite;
pub use telling::tells_no_secrets;
pub use twins::Twins;
pub use views::views_follow_events;
pub use worlds::{Worlds, honest_evaluation, two_worlds};
pub use written::{WrittenSums, written_cards_play};

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
