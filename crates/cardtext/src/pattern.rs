//! Patterns: the words and slots of a vocabulary entry, cut once so that reading and printing agree on what they are.

/// A hole in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    Name,
    Number,
    Count,
    Stats,
    Delta,
    Who,
    Card,
    Keyword,
    Adjectives,
    Ability,
}

impl Slot {
    /// All of them.
    pub const ALL: [Slot; 10] = [
        Self::Name,
        Self::Number,
        Self::Count,
        Self::Stats,
        Self::Delta,
        Self::Who,
        Self::Card,
        Self::Keyword,
        Self::Adjectives,
        Self::Ability,
    ];

    /// The slot of a name in braces.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "name" => Self::Name,
            "number" => Self::Number,
            "count" => Self::Count,
            "stats" => Self::Stats,
            "delta" => Self::Delta,
            "who" => Self::Who,
            "card" => Self::Card,
            "keyword" => Self::Keyword,
            "adjectives" => Self::Adjectives,
            "ability" => Self::Ability,
            _ => return None,
        })
    }

    /// What a designer would call it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Name => "a name",
            Self::Number => "a number",
            Self::Count => "how many",
            Self::Stats => "stats such as 2/2",
            Self::Delta => "a change such as +1/+1",
            Self::Who => "who",
            Self::Card => "a card name",
            Self::Keyword => "a keyword",
            Self::Adjectives => "adjectives",
            Self::Ability => "an ability in quotes",
        }
    }

    /// What stands for it in a heading.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Name | Self::Stats | Self::Adjectives => "",
            Self::Number | Self::Count => "N",
            Self::Delta => "+N/+N",
            Self::Who => "something",
            Self::Card => "cards",
            Self::Keyword => "a keyword",
            Self::Ability => "an ability",
        }
    }
}

/// A part of a pattern as written, with the white space before it kept by the printer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    /// Words, signs and spaces.
    Text(&'static str),
    /// `gain(s)`: the base and the ending.
    Agree(&'static str, &'static str),
    /// `{who}`.
    Slot(Slot),
}

/// Cuts a pattern into its pieces. What is no known slot stays text, so that a faulty vocabulary never panics;
/// [`crate::Vocabulary::faults`] reports it.
pub(crate) fn pieces(pattern: &'static str) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut rest = pattern;
    while !rest.is_empty() {
        let Some(at) = rest.find(['{', '(']) else {
            found.push(Piece::Text(rest));
            break;
        };
        let (before, tail) = rest.split_at(at);
        if tail.starts_with('{')
            && let Some(close) = tail.find('}')
            && let Some(slot) = Slot::named(&tail[1..close])
        {
            push_text(&mut found, before);
            found.push(Piece::Slot(slot));
            rest = &tail[close + 1..];
        } else if let Some(ending) = ending(before, tail) {
            let word = before.rfind(|c: char| !c.is_alphabetic() && c != '-').map_or(0, |n| n + 1);
            push_text(&mut found, &before[..word]);
            found.push(Piece::Agree(&before[word..], ending));
            rest = &tail[ending.len() + 2..];
        } else {
            push_text(&mut found, &rest[..at + 1]);
            rest = &rest[at + 1..];
        }
    }
    found
}

/// A pattern for people: slots in angle brackets, by the words a designer knows; `gains` for `gain(s)`.
pub(crate) fn readable(pattern: &'static str) -> String {
    let mut text = String::new();
    for piece in pieces(pattern) {
        match piece {
            Piece::Text(words) => text.push_str(words),
            Piece::Agree(base, ending) => text.extend([base, ending]),
            Piece::Slot(slot) => text.extend(["<", slot.words(), ">"]),
        }
    }
    text
}

/// A pattern's words without its slots, as a glossary lists them.
pub(crate) fn headword(pattern: &'static str) -> String {
    let mut text = String::new();
    for piece in pieces(pattern) {
        match piece {
            Piece::Text(words) => text.push_str(words),
            Piece::Agree(base, _) => text.push_str(base),
            Piece::Slot(_) => text.push(' '),
        }
    }
    crate::lexer::squeeze(&text)
}

/// A pattern as a heading: what it speaks of is left out where it comes first, other slots are filled as English would.
pub(crate) fn heading(pattern: &'static str) -> String {
    let mut text = String::new();
    for (nth, piece) in pieces(pattern).into_iter().enumerate() {
        match piece {
            Piece::Text(words) => text.push_str(words),
            Piece::Agree(base, ending) => text.extend([base, ending]),
            Piece::Slot(_) if nth == 0 => {}
            Piece::Slot(slot) => text.push_str(slot.heading()),
        }
    }
    crate::lexer::squeeze(&text)
}

fn push_text(found: &mut Vec<Piece>, text: &'static str) {
    if !text.is_empty() {
        found.push(Piece::Text(text));
    }
}

/// The ending of `gain(s)`, when the parenthesis touches a word and holds nothing but a few letters.
fn ending(before: &str, tail: &'static str) -> Option<&'static str> {
    let close = tail.find(')')?;
    let inside = tail.get(1..close)?;
    let fits = tail.starts_with('(') && (1..=2).contains(&inside.len()) && inside.bytes().all(|b| b.is_ascii_lowercase());
    (fits && before.ends_with(char::is_alphabetic)).then_some(inside)
}
