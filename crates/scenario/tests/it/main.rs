//! One program for all tests of this crate: it is compiled and linked once.

mod examples;
mod food_chain;
mod lessons;
mod toy;
