//! One program for all tests of this crate: it is compiled and linked once.

mod free_suite;
