//! One program for all tests of this crate: it is compiled and linked once.

mod cards;
mod common;
mod fits;
mod free_suite;
mod handles;
mod honest;
mod imagine;
mod limits;
mod meant;
mod numbers;
mod pairings;
mod sentences;
mod waiting;
