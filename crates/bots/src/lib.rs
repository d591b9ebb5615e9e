//! Players that are programs, generic over the game. A bot is given an [`Observation`]: what its seat sees, what it may choose,
//! and tables imagined from that. No function hands a bot any other table, so it cannot know what its seat does not know.

mod resources;
mod bot;
mod random;
mod greedy;
mod tree;
mod search;
mod vote;
mod judge;
mod ismcts;
mod learned;
mod master;
mod concession;
mod forecast;
mod spec;
mod playout;
mod together;

pub use bot::{Bot, Observation};
pub use concession::Concession;
pub use forecast::forecast;
pub use greedy::Greedy;
pub use ismcts::{Budget, Ismcts, Style};
pub use learned::{Learned, Temperature};
pub use master::Master;
pub use playout::{Tally, play, play_random};
pub use random::Random;
pub use resources::{Clock, Resources};
pub use spec::{BOTS, BotSpec, Level, UnknownBot, bot, bots_with};
pub use together::{Beside, play_together};

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
