//! One program for all tests of this crate: it is compiled and linked once.

mod board;
mod draft;
mod machine;
mod show;
mod window;
