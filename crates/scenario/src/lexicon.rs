//! The words that one game's scenarios are written with.

use std::borrow::Cow;
use std::collections::BTreeSet;

use playmat_cards::{CardGame, Follows, SceneWord};
use playmat_kernel::Seat;

use crate::error::{ParseError, did_you_mean, short};
use crate::script::{RawLine, Script, error_in, seat};

/// The words of a game under one rule set: its cards, state words, zones and phases.
pub(crate) struct Lexicon {
    names: BTreeSet<String>,
    /// The most words in a name.
    longest: usize,
    states: &'static [(&'static str, Follows)],
    scene: &'static [(&'static str, SceneWord)],
    pub phases: &'static [&'static str],
}

/// A card as a move names it: `p2:carrion:Kingfish#2 token`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Named {
    pub name: String,
    pub side: Option<Seat>,
    pub zone: Option<String>,
    pub nth: Option<u8>,
    pub place: Option<u8>,
    pub token: bool,
}

/// Where a line comes from, for its errors.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub file: &'a str,
    pub line: &'a RawLine,
}

/// A name at the beginning of a text, with its suffix and the rest of the text.
pub(crate) struct Found<'a> {
    pub name: String,
    pub nth: Option<u8>,
    pub place: Option<u8>,
    pub rest: &'a str,
}

impl<'a> Source<'a> {
    pub fn of(script: &'a Script, line: &'a RawLine) -> Self {
        Source { file: &script.file, line }
    }

    /// An error at a part of the line's text.
    pub fn error(&self, part: &str, message: impl Into<String>) -> ParseError {
        error_in(self.file, self.line, part, message)
    }
}

impl Lexicon {
    pub fn of<G: CardGame>(rules: &G::Rules) -> Self {
        let names = G::cards(rules).iter().map(|card| card.name.clone()).collect();
        Lexicon::with(names, G::state_words(), G::scene_words(), G::phases())
    }

    #[cfg(test)]
    pub fn new(
        names: &[&str],
        states: &'static [(&'static str, Follows)],
        scene: &'static [(&'static str, SceneWord)],
        phases: &'static [&'static str],
    ) -> Self {
        Lexicon::with(names.iter().map(ToString::to_string).collect(), states, scene, phases)
    }

    fn with(
        names: BTreeSet<String>,
        states: &'static [(&'static str, Follows)],
        scene: &'static [(&'static str, SceneWord)],
        phases: &'static [&'static str],
    ) -> Self {
        let longest = names.iter().map(|name| name.split(' ').count()).max().unwrap_or(0);
        Lexicon { names, longest, states, scene, phases }
    }

    /// What a word of a scene stands for.
    pub fn scene(&self, word: &str) -> Option<SceneWord> {
        self.scene.iter().find(|(known, _)| *known == word).map(|&(_, what)| what)
    }

    /// What may follow a state word. `token` is one in every game.
    pub fn state(&self, word: &str) -> Option<Follows> {
        let known = self.states.iter().find(|(known, _)| *known == word).map(|&(_, follows)| follows);
        known.or_else(|| (word == "token").then_some(Follows::Nothing))
    }

    pub fn knows(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The longest known name at the beginning of a text.
    pub fn name_at<'a>(&self, text: &'a str) -> Option<Found<'a>> {
        word_ends(text, self.longest).into_iter().rev().find_map(|end| {
            let (written, nth, place) = without_tags(&text[..end]);
            let name = one_spaced(written);
            self.knows(&name).then(|| Found { name: name.into_owned(), nth, place, rest: text[end..].trim() })
        })
    }

    /// A card with its prefixes and `#n`, and what stands behind it. None if the text names no known card.
    pub fn named<'a>(&self, text: &'a str) -> Option<(Named, &'a str)> {
        let (side, zone, bare) = self.prefixes(text);
        let found = self.name_at(bare)?;
        let mut rest = found.rest;
        let token = rest == "token" || rest.strip_prefix("token").is_some_and(|rest| rest.starts_with(char::is_whitespace));
        if token {
            rest = rest["token".len()..].trim();
        }
        let zone = zone.map(str::to_string);
        Some((Named { name: found.name, side, zone, nth: found.nth, place: found.place, token }, rest))
    }

    /// `p1:`, `carrion:`, `p2:carrion:` before a name.
    pub fn prefixes<'a>(&self, text: &'a str) -> (Option<Seat>, Option<&'a str>, &'a str) {
        let mut bare = text;
        let mut side = None;
        if let Some((before, behind)) = bare.split_once(':')
            && let Some(player) = seat(before)
        {
            (side, bare) = (Some(player), behind.trim_start());
        }
        let mut zone = None;
        if let Some((before, behind)) = bare.split_once(':')
            && (before == "under" || matches!(self.scene(before), Some(SceneWord::Places | SceneWord::Pile)))
        {
            (zone, bare) = (Some(before), behind.trim_start());
        }
        (side, zone, bare)
    }

    /// Complains about a name that no card has.
    pub fn unknown_card(&self, source: Source, text: &str) -> ParseError {
        let (_, _, bare) = self.prefixes(text);
        let guess = self.guess(bare);
        let hint = did_you_mean(&guess, self.names.iter().map(String::as_str));
        source.error(bare, format!("there is no card `{}`{hint}", short(&guess)))
    }

    /// Complains about a word that is no zone, number or flag of the game.
    pub fn unknown_word(&self, source: Source, word: &str) -> ParseError {
        let hint = did_you_mean(word, self.scene.iter().map(|(known, _)| *known));
        let known: Vec<&str> = self.scene.iter().map(|(known, _)| *known).collect();
        source.error(word, format!("`{}` is no word of this game{hint} (there are {})", short(word), known.join(", ")))
    }

    /// Complains about a word that is no state.
    pub fn unknown_state(&self, source: Source, word: &str) -> ParseError {
        let bare = word.strip_prefix("no-").unwrap_or(word);
        let hint = did_you_mean(bare, self.states.iter().map(|(known, _)| *known));
        source.error(word, format!("`{}` is no state of a card{hint}", short(word)))
    }

    /// Whether a misspelt name is likely to stand here.
    pub fn nearly(&self, text: &str) -> bool {
        playmat_cardtext::nearest(text, self.names.iter().map(String::as_str)).is_some()
    }

    /// The name that was probably meant to stand at the beginning: everything before the first state.
    fn guess(&self, text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_state = |word: &&str| {
            let bare = word.strip_prefix("no-").unwrap_or(word);
            self.state(bare).is_some() || word.starts_with(|c: char| c.is_ascii_digit())
        };
        let end = (1..words.len()).find(|&at| is_state(&words[at])).unwrap_or(words.len());
        without_tags(&words[..end].join(" ")).0.to_string()
    }
}

/// The places where the first words end.
fn word_ends(text: &str, most: usize) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::new();
    let mut inside = false;
    for (at, c) in text.char_indices() {
        if ends.len() == most {
            return ends;
        }
        if c.is_whitespace() && inside {
            ends.push(at);
        }
        inside = !c.is_whitespace();
    }
    if inside && ends.len() < most {
        ends.push(text.len());
    }
    ends
}

/// Splits `Name#2` and `Name@3`.
fn without_tags(text: &str) -> (&str, Option<u8>, Option<u8>) {
    let (mut text, mut nth, mut place) = (text, None, None);
    while let Some(at) = text.rfind(['#', '@']) {
        let Ok(number) = text[at + 1..].parse() else { break };
        *if text[at..].starts_with('#') { &mut nth } else { &mut place } = Some(number);
        text = &text[..at];
    }
    (text, nth, place)
}

fn one_spaced(text: &str) -> Cow<'_, str> {
    if text.contains("  ") || text.contains('\t') {
        Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
    } else {
        Cow::Borrowed(text)
    }
}
