//! One program for all tests of this crate: it is compiled and linked once.

mod cards;
mod common;
mod encode;
mod objections;
mod free_suite;
mod handles;
mod honest;
mod imagine;
mod limits;
mod meaning;
mod numbers;
mod pairings;
mod sentences;
mod waiting;
