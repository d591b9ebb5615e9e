//! The networks of learned players: weight files are read and checked, cards are understood once for each rule set, and questions are
//! judged, one or many at once. All sums are sums of whole numbers, so that a network says the same, bit by bit, whatever else is
//! judged with it, on however many threads and on whatever machine.
//!
//! A [`Network`] computes with numbers and knows no rules; a [`Model`] is one that is ready for the cards of a rule set.

mod misfit;
mod shape;
mod linear;
mod rows;
mod cards;
mod file;
mod network;
mod sheet;
mod model;

pub use cards::{Cards, digest};
pub use file::Wanted;
pub use misfit::Misfit;
pub use model::{Model, wanted};
pub use network::{Network, Scratch};
pub use shape::{Dims, LayerSize};
pub use sheet::Sheet;

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
