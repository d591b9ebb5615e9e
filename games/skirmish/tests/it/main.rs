//! One program for all tests of this crate: it is compiled and linked once.

mod cards;
mod common;
mod encode;
mod objections;
mod free_suite;
mod honest;
mod imagine;
mod limits;
mod order;
mod power;
mod view;
