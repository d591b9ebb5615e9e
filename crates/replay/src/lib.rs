//! Records, played again or on: every point of a match, whether the same happens as then, what a move has told whom, and what
//! people look at when the match is over. Knows no sockets, no clock, and no particular game.

mod points;
mod trail;
mod sign;
mod undo;
mod running_match;
mod verify;
mod full_replay;
mod needed;
mod forecast;
mod copy;
mod any;

pub use any::{Replays, replays};
pub use copy::{CannotCopy, Copied, copy, copy_seen};
pub use forecast::forecast;
pub use full_replay::{full_replay, up_to};
pub use needed::{needed, needed_by};
pub use points::{
    Point, ReplayError, TAKEN_BACK, Transition, entry_event, first, fullest_form, heard, opening, sentence, step, step_back,
    walk, walk_from,
};
pub use running_match::{Done, Proposed, RunningMatch};
pub use sign::{PublicKey, Signed, Signer, Trust};
pub use trail::{Chain, rename, walk_hashed};
pub use undo::{SeenViews, Undo, UndoHistory};
pub use verify::{legal, reason, verify, verify_signature};

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
