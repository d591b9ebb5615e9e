//! What a batch promises, for all three games.

mod common;
mod honest;
mod records;
mod refusals;
mod repeat;
