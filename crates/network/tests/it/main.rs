//! Networks made from a seed, of every game: they compute what `docs/models.md` says, the same in every way, and nothing else is read.

mod common;
mod reference;
mod forward;
mod golden;
mod digests;
mod refusals;
