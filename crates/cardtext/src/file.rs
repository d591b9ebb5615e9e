//! A whole file as it was read: cards, sections, comments and blank lines, so that it can be written back.

use crate::ast::{Card, Words};
use crate::complaint::Complaint;

/// A file in the order in which it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File<W: Words> {
    /// Its parts.
    pub items: Vec<Item<W>>,
}

/// A part of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item<W: Words> {
    /// An empty line.
    Blank,
    /// A comment on its own line, what follows the `#`.
    Comment(String),
    /// A line such as `category Fish`.
    Section {
        /// `category`.
        word: String,
        /// `Fish`.
        value: String,
        /// What follows the `#` behind it.
        comment: Option<String>,
    },
    /// A card with its lines.
    Card(Block<W>),
    /// Lines that could not be read as a card, as they were written.
    Broken(Vec<String>),
}

/// A card and where its comments stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block<W: Words> {
    /// The card, without the lines that could not be read.
    pub card: Card<W>,
    /// The header as it was written, if it is wrong: the card then lacks a part.
    pub broken_header: Option<String>,
    /// The comment behind the header.
    pub comment: Option<String>,
    /// The lines below the header.
    pub lines: Vec<BlockLine>,
}

/// A line of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockLine {
    /// What it is.
    pub kind: LineKind,
    /// The comment behind it or, for a comment line, the line itself.
    pub comment: Option<String>,
}

/// What a line of a card is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// An ability, by its index in the card.
    Ability(usize),
    /// A note, by its index in the card.
    Note(usize),
    /// Text that could not be read, as it was written.
    Broken(String),
    /// Only a comment.
    Comment,
}

/// Everything that was read, and everything that is wrong with it.
#[derive(Clone, Debug)]
pub struct Parsed<W: Words> {
    /// One file for each source.
    pub files: Vec<File<W>>,
    /// All mistakes, in the order of the text. Only a set without any is fit for play.
    pub complaints: Vec<Complaint>,
}

impl<W: Words> File<W> {
    /// The cards of the file.
    pub fn cards(&self) -> impl Iterator<Item = &Card<W>> {
        self.items.iter().filter_map(|item| if let Item::Card(block) = item { Some(&block.card) } else { None })
    }
}

impl<W: Words> Parsed<W> {
    /// The cards of all files.
    pub fn cards(&self) -> impl Iterator<Item = &Card<W>> {
        self.files.iter().flat_map(File::cards)
    }
}
