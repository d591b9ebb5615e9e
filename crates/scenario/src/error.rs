//! What is wrong with a file, and where. The number of complaints that are kept is bounded.

use std::borrow::Cow;
use std::fmt;

/// The most complaints that are kept about one file's outline, and about the lines of one scenario.
pub const MOST_COMPLAINTS: usize = 20;

/// How many characters of a word, and of a whole message, are told.
const MOST_OF_A_WORD: usize = 60;
const MOST_OF_A_MESSAGE: usize = 600;

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

/// Complaints in the order of the file: the first ones, and how many more there are.
#[derive(Default)]
pub(crate) struct Complaints {
    kept: Vec<ParseError>,
    /// The first complaint that is not kept, and how many are not.
    more: Option<(ParseError, usize)>,
}

impl Complaints {
    pub fn push(&mut self, error: ParseError) {
        match &mut self.more {
            Some((_, count)) => *count += 1,
            None if self.kept.len() < MOST_COMPLAINTS => self.kept.push(error),
            more => *more = Some((error, 1)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The kept complaints; the last one says how many are missing.
    pub fn into_errors(mut self) -> Vec<ParseError> {
        if let Some((first, count)) = self.more {
            let plural = if count == 1 { "" } else { "s" };
            self.kept.push(ParseError { message: format!("and {count} more complaint{plural} from here on"), ..first });
        }
        self.kept
    }
}

impl Extend<ParseError> for Complaints {
    fn extend<I: IntoIterator<Item = ParseError>>(&mut self, errors: I) {
        errors.into_iter().for_each(|error| self.push(error));
    }
}

/// A word as a message names it: of a very long one the beginning.
pub(crate) fn short(word: &str) -> Cow<'_, str> {
    cut(word, MOST_OF_A_WORD)
}

/// A message of bounded length.
pub(crate) fn bounded(message: String) -> String {
    match cut(&message, MOST_OF_A_MESSAGE) {
        Cow::Borrowed(_) => message,
        Cow::Owned(cut) => cut,
    }
}

fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// `; did you mean X?`, if a known word is similar enough.
pub(crate) fn did_you_mean<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    playmat_cardtext::nearest(word, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}
