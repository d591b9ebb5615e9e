//! Lines and tokens. A line is cut into content and comment before anything else, because both the reader and the printer
//! work line by line.

use crate::ast::Span;

/// A physical line: content and comment apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'s> {
    /// The content without indentation, comment and trailing white space.
    pub content: &'s str,
    /// Byte of the line's start in the file.
    pub margin: usize,
    /// Byte of the content's start in the file.
    pub start: usize,
    /// Byte of the next line's start in the file, or of the file's end.
    pub next: usize,
    /// Whether white space stands before the content.
    pub indented: bool,
    /// What follows the `#`, without trailing white space.
    pub comment: Option<&'s str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    Word,
    Number,
    Punct,
}

/// One word, number or sign.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'s> {
    pub kind: TokenKind,
    pub text: &'s str,
    /// The number of the vocabulary's word, 0 for all others.
    pub id: u32,
    pub start: usize,
    pub end: usize,
}

impl Token<'_> {
    pub fn is(&self, sign: &str) -> bool {
        self.kind == TokenKind::Punct && self.text == sign
    }

    pub fn is_quote(&self) -> bool {
        self.kind == TokenKind::Punct && matches!(self.text, "\"" | "\u{201c}" | "\u{201d}" | "\u{201e}")
    }

    pub fn is_capital(&self) -> bool {
        self.kind == TokenKind::Word && self.text.trim_start_matches(is_apostrophe).starts_with(char::is_uppercase)
    }
}

/// Cuts a file into lines. A `#` starts a comment at the beginning of a line or after white space.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    text.split('\n').map(move |raw| {
        let at = start;
        start += raw.len() + 1;
        let bom = if at == 0 && raw.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Line { next: start.min(text.len()), ..line(&raw[bom..], at + bom) }
    })
}

/// Cuts a line's content into tokens; `id` gives the number of a vocabulary word in lower case.
pub(crate) fn tokens<'s>(content: &'s str, start: usize, id: &impl Fn(&str) -> u32) -> Vec<Token<'s>> {
    let mut found = Vec::with_capacity(content.len() / 4 + 1);
    let mut rest = content;
    while let Some(first) = rest.chars().next() {
        let at = content.len() - rest.len();
        if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (kind, len) = match first {
            '0'..='9' => (TokenKind::Number, rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())),
            _ => match word_len(rest) {
                0 => (TokenKind::Punct, first.len_utf8()),
                len => (TokenKind::Word, len),
            },
        };
        let text = &rest[..len];
        let number = if text.bytes().any(|b| b.is_ascii_uppercase() || !b.is_ascii()) { id(&fold(text)) } else { id(text) };
        found.push(Token { kind, text, id: number, start: start + at, end: start + at + len });
        rest = &rest[len..];
    }
    found
}

/// Lower case with straight apostrophes: how vocabulary words are compared.
pub(crate) fn fold(text: &str) -> String {
    straight(text).to_lowercase()
}

/// Straight apostrophes: how names are kept.
pub(crate) fn straight(text: &str) -> String {
    text.replace('\u{2019}', "'")
}

/// The words of a text with single spaces between.
pub(crate) fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A span of bytes in a file.
pub(crate) fn span(file: u32, start: usize, end: usize) -> Span {
    Span { file, start: start.min(u32::MAX as usize) as u32, end: end.min(u32::MAX as usize) as u32 }
}

pub(crate) fn is_apostrophe(c: char) -> bool {
    c == '\'' || c == '\u{2019}'
}

fn line(raw: &str, at: usize) -> Line<'_> {
    let mut white = true;
    let mut cut = raw.len();
    for (index, c) in raw.char_indices() {
        if c == '#' && white {
            cut = index;
            break;
        }
        white = c.is_whitespace();
    }
    let comment = (cut < raw.len()).then(|| raw[cut + 1..].trim_end());
    let trimmed = raw[..cut].trim_start();
    let indent = cut - trimmed.len();
    Line { content: trimmed.trim_end(), margin: at, start: at + indent, next: at + raw.len(), indented: indent > 0, comment }
}

/// The length of the word a text starts with: letters, apostrophes, and hyphens that letters follow.
fn word_len(text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    let mut letters = false;
    while let Some((index, c)) = chars.next() {
        let next = chars.peek().is_some_and(|(_, c)| c.is_alphabetic());
        let belongs = c.is_alphabetic() || (is_apostrophe(c) && (letters || next)) || (c == '-' && letters && next);
        if !belongs {
            return index;
        }
        letters |= c.is_alphabetic();
    }
    text.len()
}
