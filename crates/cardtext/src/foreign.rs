//! Words of other games: where they stand in a line, and what this game writes instead.

use std::ops::Range;

use crate::ast::Words;
use crate::complaint::{Code, Complaint};
use crate::lexer::{Token, TokenKind, fold, squeeze, tokens};
use crate::reader::Reader;
use crate::vocabulary::{Foreign, Instead};

/// The slot of a foreign phrase.
const NUMBER: &str = "{number}";

/// Numbers as other games write them in letters, from 0 on.
const IN_LETTERS: [&str; 11] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// What to write instead of a word or phrase of another game; none if this game knows nothing of it.
pub fn instead_of<W: Words>(phrase: &str) -> Option<String> {
    let phrase = squeeze(phrase);
    let words = tokens(&phrase, 0, &|_| 0);
    let whole = |foreign: &&Foreign| matched(foreign, &words).is_some_and(|(end, _)| end == words.len());
    let foreign = W::vocabulary().foreign.iter().find(whole)?;
    Some(match advice(foreign, &matched(foreign, &words)?.1) {
        Advice::Write(words) => format!("write `{words}`"),
        Advice::Why(why) => why.to_string(),
    })
}

impl<W: Words> Reader<'_, W> {
    /// The complaint about the words of another game among which a token stands.
    pub fn foreign(&self, code: &'static Code, pos: usize) -> Option<Complaint> {
        let (place, advice) = self.foreign_at(pos)?;
        let message = format!("{} does not say `{}`", self.lexicon.vocabulary.game, self.words(place.start, place.end));
        let complaint = Complaint::new(code, self.span(place.start, place.end), message);
        Some(match advice {
            Advice::Write(words) => complaint.write(&words),
            Advice::Why(why) => complaint.hint(why),
        })
    }

    /// The longest phrase of another game that a token is part of, and what to write for it.
    fn foreign_at(&self, pos: usize) -> Option<(Range<usize>, Advice)> {
        let mut best: Option<(Range<usize>, Advice)> = None;
        for foreign in self.lexicon.vocabulary.foreign {
            let longest = foreign.words.split(' ').count();
            for start in pos.saturating_sub(longest - 1)..=pos.min(self.tokens.len()) {
                let Some((len, numbers)) = matched(foreign, &self.tokens[start..]) else { continue };
                let longer = best.as_ref().is_none_or(|(place, _)| len > place.len());
                if start + len > pos && longer {
                    best = Some((start..start + len, advice(foreign, &numbers)));
                }
            }
        }
        best
    }
}

/// How many tokens a foreign phrase takes at the beginning of these, and the numbers it has.
fn matched(foreign: &Foreign, tokens: &[Token]) -> Option<(usize, Vec<String>)> {
    let mut numbers = Vec::new();
    let mut len = 0;
    for word in foreign.words.split(' ') {
        let token = tokens.get(len)?;
        if word == NUMBER {
            numbers.push(number_of(token)?);
        } else if fold(token.text) != word {
            return None;
        }
        len += 1;
    }
    Some((len, numbers))
}

/// A number in digits; an article is 1.
fn number_of(token: &Token) -> Option<String> {
    let word = fold(token.text);
    match token.kind {
        TokenKind::Number => Some(word),
        _ if matches!(word.as_str(), "a" | "an") => Some("1".to_string()),
        _ => IN_LETTERS.iter().position(|letters| *letters == word).map(|number| number.to_string()),
    }
}

/// What is written in the place of a foreign phrase, or why there is nothing.
enum Advice {
    Write(String),
    Why(&'static str),
}

fn advice(foreign: &Foreign, numbers: &[String]) -> Advice {
    match foreign.instead {
        Instead::Write(_, words) => {
            let filled = numbers.iter().fold(words.to_string(), |words, number| words.replacen(NUMBER, number, 1));
            // `gets +2` of a game with one number is `gains +2/+2` where there are two.
            let last = numbers.last().map_or("1", String::as_str);
            Advice::Write(filled.replace(NUMBER, last))
        }
        Instead::Nothing(why) => Advice::Why(why),
    }
}
