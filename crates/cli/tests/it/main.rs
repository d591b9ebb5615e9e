//! One program for all tests of this crate: it is compiled and linked once.

mod commands;
mod common;
mod corpora;
mod docs;
mod files;
mod honest;
mod levels;
mod lost;
mod play;
mod server;
mod tidy;
mod verify;
