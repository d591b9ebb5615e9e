//! A pocket as a page runs it, in the native program.

mod page;
mod matches;
mod own_cards;
mod deaths;
mod learned;
mod requests;
