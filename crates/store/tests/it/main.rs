//! One program for all tests of this crate: it is compiled and linked once.

mod backup;
mod common;
mod conformance;
mod nodes;
mod people;
mod upgrade;
