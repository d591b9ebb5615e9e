//! The card language: text to a tree with complaints, a tree to its canonical text.

pub mod ast;
pub mod vocabulary;

pub use vocabulary::Vocabulary;
