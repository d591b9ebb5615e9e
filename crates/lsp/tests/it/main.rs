//! One program for all tests of this crate.

mod client;
mod transcripts;
