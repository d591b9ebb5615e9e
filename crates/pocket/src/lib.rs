//! The tables of one device, without a server: what a page says goes in, what it is told comes out, in the protocol of the server
//! (`docs/protocol.md`). The rooms are those of the server (`playmat_room`); what is different is that they belong to whoever holds
//! the device. `docs/pocket.md` says how a page runs it.
//!
//! Nothing here reads a clock, draws a random number of its own, waits, stores, or starts a thread. The page says the time with
//! every [`Call`], gives a seed once, keeps what it is told to keep, and lets bots think somewhere else.
//!
//! Everything that must outlive the page is handed out as [`Effect::Keep`], and a match goes on only after the page has said
//! [`Call::Kept`]. A pocket that died is made again with [`Call::Restore`].

mod call;
mod device;
mod kept;
mod answers;
mod tables;
mod lessons;
mod requests;
mod think;
mod pocket;
mod editor;
#[cfg(target_family = "wasm")]
mod module;

pub use call::{Call, Effect, Heard, Item, Put, Reply, Said, from_frame, to_frame};
pub use editor::Editor;
pub use pocket::Pocket;
pub use think::think;
