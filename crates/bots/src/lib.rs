//! Players that are no people, generic over the game. A bot is given [`Eyes`]: what its seat sees, what it may choose, and
//! tables imagined from that. No function hands a bot any other table, so it cannot know what its seat does not know.

mod eyes;
mod random;
mod greedy;
mod playout;

pub use eyes::{Bot, Eyes};
pub use greedy::Greedy;
pub use playout::{Tally, play, play_random};
pub use random::Random;

use playmat_cards::CardGame;

/// The names of all bots, the simplest first.
pub const BOTS: &[&str] = &["random", "greedy"];

/// The bot of this name with a random stream of its own; none if there is no such bot.
pub fn bot<G: CardGame>(name: &str, seed: u64) -> Option<Box<dyn Bot<G>>> {
    match name {
        "random" => Some(Box::new(Random::new(seed))),
        "greedy" => Some(Box::new(Greedy::new(seed))),
        _ => None,
    }
}
