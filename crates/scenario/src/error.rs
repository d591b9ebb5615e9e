//! What is wrong with a file, and where.

use std::fmt;

/// A place in a file and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub col: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.col, self.message)
    }
}

impl std::error::Error for ParseError {}

/// `; did you mean X?`, if a known word is near enough to be meant.
pub(crate) fn did_you_mean<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    playmat_cardtext::nearest(word, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}
