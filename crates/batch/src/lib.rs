//! Many matches of one game, stepped at once and seen as numbers: what learning programs play against. Every match of a batch is
//! made from a number alone and keeps its answers, so that it can be played again, verified and looked at.
//!
//! A batch stops each match where a learner has two or more options. Questions with a single option are answered by themselves, a
//! finished match is followed by the next one, and a seat may be given to a bot, which sees what its seat sees and no more.

mod error;
mod plan;
mod out;
mod running;
mod batch;
mod erased;

pub use batch::Batch;
pub use erased::AnyBatch;
pub use error::BatchError;
pub use out::{Out, Sizes};
pub use plan::{DeckSupply, Opponent, Plan, Supplied, bot_seed, match_seed};
pub use running::Account;
