//! What can stand at a place.

use std::ops::Range;

use playmat_cards::SceneWord;
use playmat_cardtext::{Suggestion, Written};
use playmat_catalog::ALL_GAMES;

use crate::paths::{Kind, SetId};
use crate::set::SceneWords;
use crate::text::Text;
use crate::workspace::{OneSet, Workspace, bytes};

/// A part of what is written: words, or something to fill in.
pub use playmat_cardtext::Written as Inserted;

/// Something that can stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// As it is listed.
    pub label: String,
    /// As it is written.
    pub parts: Vec<Inserted>,
    /// `verb`, `keyword`, `card`, `state`: its part of speech.
    pub class: &'static str,
    /// A sentence, or the text of the card.
    pub gloss: String,
    /// The half-written word that it takes the place of.
    pub range: Range<usize>,
}

/// The words that begin a line of a scenario's setup, of its moves, and what may be expected.
const SETUP: [&str; 5] = ["game ", "seed ", "turn ", "p1 ", "p2 "];
const MOVES: [&str; 3] = ["p1 ", "p2 ", "expect "];
const EXPECTED: [&str; 6] = ["p1 ", "p2 ", "turn ", "winner ", "asks ", "refused "];
const VERBS: [&str; 12] =
    ["play ", "set ", "use ", "attack ", "level ", "flip ", "next", "end", "done", "choose ", "pass", "cannot "];

impl Workspace {
    /// What can stand at a place of a file, the most likely first.
    pub fn complete(&self, path: &str, at: usize) -> Vec<Completion> {
        let Some(text) = self.text(path) else { return Vec::new() };
        if let Some((one, file)) = self.set_of(path) {
            let found = one.set.suggest(file, at);
            return found.list.into_iter().map(|suggestion| of_suggestion(&one, suggestion, bytes(found.span))).collect();
        }
        let before = &text.as_str()[..at.min(text.as_str().len())];
        let line = &before[before.rfind('\n').map_or(0, |last| last + 1)..];
        let half =
            line.rsplit(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '\'' | '_' | '=')).next().unwrap_or_default();
        let range = at - half.len()..at;
        let commented = line.starts_with('#') || line.contains(" #");
        let line = &line[..line.len() - half.len()];
        if commented {
            return Vec::new();
        }
        match Kind::of(path) {
            Some(Kind::Deck) => self.in_deck(path, line, text, range),
            Some(Kind::Scenarios) => self.in_scenario(path, line, before, range),
            _ => Vec::new(),
        }
    }

    fn in_deck(&self, path: &str, line: &str, text: &Text, range: Range<usize>) -> Vec<Completion> {
        let Some(one) = self.cards_for(path, SetId::of(path).game) else { return Vec::new() };
        let headed = text.as_str().lines().any(|line| line.starts_with("deck "));
        let own = if headed { "note: " } else { "deck " };
        let begin = line.trim().is_empty().then(|| words("word", own, range.clone()));
        let counted = line.trim().bytes().all(|byte| byte.is_ascii_digit());
        let cards = cards(&one, &range, |token| counted && !token);
        begin.into_iter().chain(cards).collect()
    }

    fn in_scenario(&self, path: &str, line: &str, before: &str, range: Range<usize>) -> Vec<Completion> {
        let plain = |class: &'static str, list: &[&str]| -> Vec<Completion> {
            list.iter().map(|word| words(class, word, range.clone())).collect()
        };
        let script = before.rfind("\nscenario ").map_or(before, |at| &before[at..]);
        let game = script.lines().find_map(|line| line.trim().strip_prefix("game ")).and_then(|rest| rest.split(' ').next());
        let moves = script.lines().any(|line| line.trim() == "---");
        let written: Vec<&str> = line.split_whitespace().collect();
        if written.is_empty() {
            let begin = if moves { plain("word", &MOVES) } else { plain("word", &SETUP) };
            return begin.into_iter().chain(plain("word", &["scenario \"", "---"])).collect();
        }
        if written == ["game"] {
            return plain("game", ALL_GAMES);
        }
        let Some(one) = game.and_then(|game| self.cards_for(path, game)) else { return Vec::new() };
        let known = one.set.scene_words();
        match written[..] {
            ["game", ..] => of_terms(&known, &range),
            ["turn"] | ["winner"] | ["asks"] | ["refused"] => plain("word", &["p1 ", "p2 "]),
            ["expect"] => plain("word", &EXPECTED),
            ["turn", _] | ["expect", "turn", _] => plain("phase", known.phases),
            ["expect", "turn" | "asks" | "refused" | "winner"] => plain("word", &["p1", "p2"]),
            ["p1" | "p2"] if moves => plain("verb", &VERBS),
            ["p1" | "p2"] | ["expect", "p1" | "p2"] => {
                let own = matches!(written[..], ["p1" | "p2"]).then_some("decklist ");
                plain("zone", &known.scene.iter().map(|(word, _)| *word).chain(own).collect::<Vec<_>>())
            }
            _ => {
                let number = |word: &str| known.scene.iter().any(|(known, what)| *known == word && *what == SceneWord::Number);
                if written.last().is_some_and(|word| number(word)) {
                    return Vec::new();
                }
                let states = plain("state", &known.states);
                cards(&one, &range, |_| true).chain(states).collect()
            }
        }
    }
}

fn of_terms(known: &SceneWords, range: &Range<usize>) -> Vec<Completion> {
    let own = ["new", "unshuffled", "first=p1", "first=p2", "seed=1"].map(str::to_owned);
    let editions = known.editions.iter().map(|edition| format!("edition={edition}"));
    let plain = own.into_iter().chain(editions).map(|word| words("word", &word, range.clone()));
    let rulings = known
        .rulings
        .iter()
        .map(|(word, meaning)| Completion { gloss: (*meaning).to_owned(), ..words("ruling", word, range.clone()) });
    plain.chain(rulings).collect()
}

fn words(class: &'static str, text: &str, range: Range<usize>) -> Completion {
    let parts = vec![Written::Words(text.to_owned())];
    Completion { label: text.trim().to_owned(), parts, class, gloss: String::new(), range }
}

/// The cards of a set, each name once.
fn cards<'s>(
    one: &'s OneSet,
    range: &'s Range<usize>,
    wanted: impl Fn(bool) -> bool + 's,
) -> impl Iterator<Item = Completion> + 's {
    let mut names: Vec<&str> =
        one.set.cards().iter().filter(|card| wanted(card.token)).map(|card| card.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|name| Completion { gloss: text_of(one, name), ..words("card", name, range.clone()) })
}

fn text_of(one: &OneSet, name: &str) -> String {
    one.set.cards().iter().filter(|card| card.name == name).map(|card| card.text.as_str()).collect()
}

fn of_suggestion(one: &OneSet, suggestion: Suggestion, range: Range<usize>) -> Completion {
    let label = suggestion.label();
    let gloss = if suggestion.class == "card" { text_of(one, &label) } else { suggestion.gloss.to_owned() };
    Completion { label: label.trim_end().to_owned(), parts: suggestion.parts, class: suggestion.class, gloss, range }
}
