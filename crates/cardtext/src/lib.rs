//! The card language: text to a tree with complaints, a tree to its canonical text.
//!
//! A game teaches the language its words in a [`Vocabulary`]; everything else is the same for all games. [`parse`] reads a whole
//! set of files and reports every mistake in one run, [`print_file`] writes the canonical form back.
//!
//! The language runs nothing and knows no particular game.

pub mod ast;
pub mod vocabulary;

mod words;

mod source;
mod file;
mod complaint;
mod codes;
mod parse;
mod header;
mod line;
mod effect;
mod selector;
mod reader;
mod failure;
mod foreign;
mod checks;
mod visit;
mod args;
mod print;
mod glossary;
mod names;
mod suggest;
mod locate;
mod lexicon;
mod pattern;
mod lexer;

pub use args::number_in;
pub use ast::*;
pub use codes::codes;
pub use complaint::{Code, Complaint, Fix, around};
pub use file::{Block, BlockLine, File, Item, LineKind, Parsed};
pub use foreign::instead_of;
pub use glossary::{Explained, explain_word, glossary, listed, nearest};
pub use line::MAX_NUMBER;
pub use locate::{Located, Place, locate};
pub use parse::{parse, read};
pub use print::{
    canonical, identity, print_ability, print_arg, print_card, print_clause, print_condition, print_effect, print_file,
    print_header, print_keyword, print_selector, print_trigger,
};
pub use source::{Source, Sources};
pub use suggest::{Suggestion, Suggestions, Written, suggest};
pub use vocabulary::*;

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
