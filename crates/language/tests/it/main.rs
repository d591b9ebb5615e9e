//! One program for all tests of this crate: it is compiled and linked once.

mod common;
mod diagnostics;
mod places;
mod renaming;
mod speed;
mod grammars;
mod looks;
