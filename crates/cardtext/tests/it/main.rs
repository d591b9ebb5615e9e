//! One program for all tests of this crate: it is compiled and linked once.

mod codes;
mod complaints;
mod fixes;
mod format;
mod mini;
mod roundtrip;
mod suggestions;
