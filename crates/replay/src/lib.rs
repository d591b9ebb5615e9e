//! A record played again, or on: every point of it, whether the same happened as then, what a move has told whom, and what people look
//! at when the match is over. Knows no sockets, no clock, and no game.

mod line;
mod trail;
mod sign;
mod learned;
mod course;
mod verify;
mod tale;
mod place;

pub use course::{Course, Done, Proposed};
pub use learned::{Marks, Seen, Undo};
pub use line::{Broken, Point, Step, aside, first, opening, sentence, step, step_back, uncovered, walk, walk_from};
pub use place::{Copied, NotThere, copy, copy_seen};
pub use sign::{PublicKey, Signed, Signer, Trust};
pub use tale::{tale, up_to};
pub use trail::{Chain, rename, walk_hashed};
pub use verify::{legal, reason, verify, verify_signature};

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
