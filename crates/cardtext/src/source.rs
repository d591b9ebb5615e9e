//! The texts that are read together, and the way from a span back to a line.

use crate::ast::Span;

/// One file: its name for messages and its text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of the file in messages.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// All files of a set. Card names are known across them.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// No files yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A set of one file, for tests and for text that is in no file.
    pub fn one(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut sources = Self::new();
        sources.add(name, text);
        sources
    }

    /// Adds a file and returns its number, which spans carry.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> u32 {
        self.files.push(Source { name: name.into(), text: text.into() });
        (self.files.len() - 1) as u32
    }

    /// The files in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.files.iter()
    }

    /// The file a span points into.
    pub fn source(&self, span: Span) -> Option<&Source> {
        self.files.get(span.file as usize)
    }

    /// Line and column of a span's start, both from 1, the column in characters. A span from elsewhere is at 1, 1.
    pub fn line_col(&self, span: Span) -> (usize, usize) {
        let Some(source) = self.source(span) else { return (1, 1) };
        let before = floor(&source.text, span.start as usize);
        let before = &source.text[..before];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before[start..].chars().filter(|c| *c != '\u{feff}').count() + 1;
        (before.matches('\n').count() + 1, column)
    }

    /// The words of a span; empty for a span from elsewhere.
    pub fn text(&self, span: Span) -> &str {
        let Some(source) = self.source(span) else { return "" };
        let start = floor(&source.text, span.start as usize);
        let end = floor(&source.text, span.end as usize).max(start);
        &source.text[start..end]
    }

    /// The whole line in which a span starts, without its line break.
    pub fn line(&self, span: Span) -> &str {
        let Some(source) = self.source(span) else { return "" };
        let at = floor(&source.text, span.start as usize);
        let start = source.text[..at].rfind('\n').map_or(0, |n| n + 1);
        let end = source.text[at..].find('\n').map_or(source.text.len(), |n| at + n);
        source.text[start..end].trim_end_matches('\r').trim_start_matches('\u{feff}')
    }
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
