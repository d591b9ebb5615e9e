//! One program for all tests of this crate: it is compiled and linked once.

mod common;
mod running_match;
mod replays;
mod forecast;
