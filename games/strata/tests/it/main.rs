//! One program for all tests of this crate: it is compiled and linked once.

mod accepted;
mod balance;
mod cards;
mod common;
mod encode;
mod fine_print;
mod objections;
mod free_suite;
mod honest;
mod imagine;
mod limits;
mod rules;
mod told;
