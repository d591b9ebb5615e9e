//! One program for all tests of this crate: it is compiled and linked once.

mod admin;
mod cluster;
mod commands;
mod common;
mod corpora;
mod deploy;
mod docs;
mod events;
mod files;
mod disk_full;
mod honest;
mod levels;
mod lsp;
mod library;
mod new_game;
mod database_lost;
mod play;
mod print;
mod server;
mod shipping;
mod tidy;
mod verify;
mod words;
