//! A simulated world around rooms. Everything in it follows from a seed: how long messages and writes take, which of them are lost,
//! when a room crashes, what people do. Nothing waits: time jumps from one event to the next.

mod client;
mod host;
mod log;
mod plan;
mod world;

pub use plan::{Plan, Planted, Tally};
pub use world::World;
