//! Where cards are named in scenarios and decks, which have no tree: the longest names that the cards beside them have.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use crate::paths::{Kind, SetId};
use crate::text::Text;
use crate::workspace::{OneSet, Target, Workspace};

/// A card that is named somewhere.
pub(crate) struct Mention {
    pub set: Rc<OneSet>,
    pub name: String,
    pub at: Range<usize>,
}

/// A line of a scenario in which cards may be named, and the game it is of.
struct Line<'t> {
    game: &'t str,
    bytes: Range<usize>,
}

impl Workspace {
    /// The card that is named at a place.
    pub(crate) fn named_at(&self, path: &str, at: usize) -> Option<Mention> {
        if let Some((set, file)) = self.set_of(path) {
            let here = |span: playmat_cardtext::ast::Span| {
                span.file == file && (span.start as usize..=span.end as usize).contains(&at)
            };
            let (name, span) =
                set.set.mentions().into_iter().find(|(_, span)| here(*span)).map(|(name, span)| (name.to_owned(), span))?;
            return Some(Mention { set, name, at: span.start as usize..span.end as usize });
        }
        self.mentions_in(path).into_iter().find(|one| (one.at.start..=one.at.end).contains(&at))
    }

    /// Every place where a card of a set is named, in all files. The first ones are where it is written.
    pub(crate) fn mentions_of(&self, set: &OneSet, name: &str) -> Vec<Target> {
        let own = set.set.mentions();
        let of_cards = own.into_iter().filter(|(other, _)| *other == name).filter_map(|(_, span)| set.target(span));
        let elsewhere = self.paths().filter(|path| Kind::of(path) != Some(Kind::Cards)).flat_map(|path| {
            let here = self.mentions_in(path).into_iter().filter(|one| one.set.id == set.id && one.name == name);
            here.map(|one| Target { path: path.to_owned(), start: one.at.start, end: one.at.end })
        });
        of_cards.chain(elsewhere).collect()
    }

    /// Every card that is named in a scenario or deck file.
    pub(crate) fn mentions_in(&self, path: &str) -> Vec<Mention> {
        let Some(text) = self.text(path) else { return Vec::new() };
        let lines = match Kind::of(path) {
            Some(Kind::Scenarios) => self.scenario_lines(text),
            Some(Kind::Deck) => deck_lines(text, SetId::of(path).game),
            _ => return Vec::new(),
        };
        let mut found = Vec::new();
        // The cards of the game that the lines before were about.
        let (mut game, mut set, mut names) = (None, None, BTreeSet::new());
        for line in lines {
            if game != Some(line.game) {
                game = Some(line.game);
                set = self.cards_for(path, line.game);
                names = set.iter().flat_map(|one| one.set.cards()).map(|card| card.name.clone()).collect();
            }
            let Some(set) = &set else { continue };
            let longest = names.iter().map(|name| name.split(' ').count()).max().unwrap_or(0);
            for (name, at) in names_in(&text.as_str()[line.bytes.clone()], &names, longest) {
                found.push(Mention { set: set.clone(), name, at: line.bytes.start + at.start..line.bytes.start + at.end });
            }
        }
        found
    }

    /// The lines of a scenario file that can name cards: not titles, comments and the names of ready-made decks.
    fn scenario_lines<'t>(&self, text: &'t Text) -> Vec<Line<'t>> {
        let mut found = Vec::new();
        let mut game = "";
        for number in 0..=text.line_of(text.as_str().len()) {
            let bytes = uncommented(text, number);
            let line = text.as_str()[bytes.clone()].trim_start();
            let mut words = line.split_whitespace();
            match words.next() {
                Some("scenario") => game = "",
                Some("game") => game = words.next().unwrap_or_default(),
                Some(_) => {
                    let ready = words.next() == Some("decklist")
                        && line
                            .split_once("decklist")
                            .is_some_and(|(_, deck)| !deck.contains(',') && self.ready_deck(game, deck.trim()).is_some());
                    if !ready {
                        found.push(Line { game, bytes });
                    }
                }
                None => {}
            }
        }
        found
    }
}

/// The lines of a deck file that can name cards.
fn deck_lines<'t>(text: &'t Text, game: &'t str) -> Vec<Line<'t>> {
    let lines = (0..=text.line_of(text.as_str().len())).map(|number| uncommented(text, number));
    let cards = lines.filter(|bytes| {
        let line = text.as_str()[bytes.clone()].trim_start();
        !line.starts_with("deck ") && !line.starts_with("note:")
    });
    cards.map(|bytes| Line { game, bytes }).collect()
}

/// A line without its comment: `#` at its beginning or after white space.
fn uncommented(text: &Text, number: usize) -> Range<usize> {
    let line = text.line(number);
    let words = &text.as_str()[line.clone()];
    let comment =
        words.match_indices('#').map(|(at, _)| at).find(|&at| words[..at].chars().next_back().is_none_or(char::is_whitespace));
    line.start..comment.map_or(line.end, |at| line.start + at)
}

/// The names in a line, the longest at each place.
fn names_in(line: &str, names: &BTreeSet<String>, longest: usize) -> Vec<(String, Range<usize>)> {
    let belongs = |c: char| c.is_alphabetic() || matches!(c, '\'' | '\u{2019}' | '-');
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        match start {
            None if belongs(c) => start = Some(at),
            Some(begin) if !belongs(c) => {
                words.push(begin..at);
                start = None;
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        // Words of one name have only spaces between them.
        let near = |next: &usize| line[words[next - 1].end..words[*next].start].chars().all(|c| c == ' ' || c == '\t');
        let reach = 1 + (at + 1..words.len().min(at + longest)).take_while(near).count();
        let name = |count: usize| -> String {
            let parts: Vec<String> =
                words[at..at + count].iter().map(|word| line[word.clone()].replace('\u{2019}', "'")).collect();
            parts.join(" ")
        };
        match (1..=reach.min(longest.max(1))).rev().find(|&count| names.contains(&name(count))) {
            Some(count) => {
                found.push((name(count), words[at].start..words[at + count - 1].end));
                at += count;
            }
            None => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_name_is_meant() {
        let names = ["Pup", "Pup King", "Man O' War", "Tree-frog"].map(str::to_owned).into_iter().collect();
        let found = |line: &str| {
            names_in(line, &names, 3).into_iter().map(|(name, at)| format!("{name}={}", &line[at])).collect::<Vec<_>>()
        };
        assert_eq!(found("p1 field Pup@2 5/3, Pup  King > Pup"), ["Pup=Pup", "Pup King=Pup  King", "Pup=Pup"]);
        assert_eq!(found("p2:carrion:Man O\u{2019} War#2 token"), ["Man O' War=Man O\u{2019} War"]);
        assert_eq!(found("Puppy, Pup-King, Tree-frog"), ["Tree-frog=Tree-frog"]);
    }
}
