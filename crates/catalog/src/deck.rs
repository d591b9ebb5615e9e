//! Deck files: a list of names, and the legal deck that it may make.
//!
//! ```text
//! deck Rush
//! note: attacks early          # optional, not part of anything
//! Kingfish
//! 2 Wahoo                      # two of them, where a game allows that
//! ```

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::path::Path;

use playmat_cards::{CardGame, CardInfo, DefId, Reason};
use playmat_cardtext::nearest;
use playmat_kernel::Chance;

use crate::shipped;

/// A deck as somebody wrote it down: any names, not yet legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckList {
    /// What messages call the file.
    pub file: String,
    /// Its name.
    pub name: String,
    /// What its writer says about it.
    pub note: Option<String>,
    /// The cards by name, each with its line.
    pub cards: Vec<(usize, String)>,
}

/// A legal deck of a rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    name: String,
    cards: Vec<DefId>,
}

/// What is wrong with a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckError {
    /// The file, and the line if it is one line's fault.
    pub place: String,
    /// That line, from 1.
    pub line: Option<usize>,
    /// Stable: `unknown-card`, or the game's own code.
    pub code: &'static str,
    /// What is wrong and what would be right.
    pub message: String,
}

/// What a person may write where a deck is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeckSource {
    /// `random`, `random:Fish`.
    Random(Option<String>),
    /// The name of a shipped deck, or a file.
    Named(String),
}

impl DeckSource {
    /// Reads it. Every text means something here, so nothing is an error.
    pub fn read(text: &str) -> Self {
        match text.split_once(':') {
            None if text == "random" => DeckSource::Random(None),
            Some(("random", category)) => DeckSource::Random(Some(category.to_owned())),
            _ => DeckSource::Named(text.to_owned()),
        }
    }
}

impl DeckList {
    /// Reads a deck file. Every wrong line is reported.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<DeckError>> {
        let mut list = DeckList { file: file.to_owned(), name: String::new(), note: None, cards: Vec::new() };
        let mut wrong = Vec::new();
        let mut headless = false;
        for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line_number = at + 1;
            let mut complain = |message: String| wrong.push(DeckError::at(file, line_number, "deck-file", message));
            let line = uncommented(line);
            if line.is_empty() {
            } else if let Some(name) = line.strip_prefix("deck ") {
                match list.name.is_empty() {
                    true => list.name = name.trim().to_owned(),
                    false => complain("a second `deck` line; a file has one deck".into()),
                }
                headless = false;
            } else if let Some(note) = line.strip_prefix("note:") {
                list.note = Some(note.trim().to_owned());
            } else if list.name.is_empty() {
                if !headless {
                    let line = cut(line);
                    complain(format!("`{line}` stands before the header; the first line is `deck NAME`"));
                }
                headless = true;
            } else {
                let (count, name) = counted(line);
                match count {
                    1..=MOST_COPIES if list.cards.len() + count > MOST_CARDS => {
                        complain(format!("a deck file lists at most {MOST_CARDS} cards"));
                        break;
                    }
                    1..=MOST_COPIES => list.cards.extend((0..count).map(|_| (line_number, name.to_owned()))),
                    _ => complain(format!("`{}`: a line has 1 to {MOST_COPIES} copies of a card", cut(line))),
                }
            }
        }
        if list.name.is_empty() && !headless {
            let message = "there is no deck in it; the first line is `deck NAME`".to_owned();
            wrong.push(DeckError { place: file.to_owned(), line: None, code: "deck-file", message });
        }
        if wrong.is_empty() { Ok(list) } else { Err(wrong) }
    }

    /// The deck as a file: every card once, with its count.
    pub fn text(&self) -> String {
        let mut text = format!("deck {}\n", self.name);
        if let Some(note) = &self.note {
            text.push_str(&format!("note: {note}\n"));
        }
        let mut counted: Vec<(&str, usize)> = Vec::new();
        for (_, card) in &self.cards {
            match counted.iter_mut().find(|(name, _)| name == card) {
                Some((_, count)) => *count += 1,
                None => counted.push((card, 1)),
            }
        }
        for (name, count) in counted {
            match count {
                1 => text.push_str(&format!("{name}\n")),
                _ => text.push_str(&format!("{count} {name}\n")),
            }
        }
        text
    }

    /// The legal deck, or everything that is wrong with it: unknown names, and what the rules say of the others.
    pub fn legal<G: CardGame>(&self, rules: &G::Rules) -> Result<Deck, Vec<DeckError>> {
        let cards = G::cards(rules);
        let mut wrong = Vec::new();
        let mut found = Vec::with_capacity(self.cards.len());
        for (line, name) in &self.cards {
            match def_named(cards, name) {
                Some(def) => found.push(def),
                None => {
                    let hint = nearest(name, cards.iter().map(|info| info.name.as_str()));
                    let hint = hint.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                    let message = format!("there is no card `{}`{hint}", cut(name));
                    wrong.push(DeckError::at(&self.file, *line, "unknown-card", message));
                }
            }
        }
        match Deck::legal::<G>(rules, self.name.clone(), found) {
            Ok(deck) if wrong.is_empty() => Ok(deck),
            Ok(_) => Err(wrong),
            Err(faults) => {
                wrong.extend(faults.into_iter().map(|fault| DeckError::of(&self.file, fault)));
                Err(wrong)
            }
        }
    }
}

impl Deck {
    /// A deck that breaks no rule of the game, or every reason why not.
    pub fn legal<G: CardGame>(rules: &G::Rules, name: String, cards: Vec<DefId>) -> Result<Self, Vec<Reason>> {
        let faults = G::deck_faults(rules, &cards);
        if faults.is_empty() { Ok(Deck { name, cards }) } else { Err(faults) }
    }

    /// A random deck, or every reason why the cards allow none.
    pub fn random<G: CardGame>(
        rules: &G::Rules,
        category: Option<&str>,
        chance: &mut impl Chance,
    ) -> Result<Self, Vec<Reason>> {
        Deck::legal::<G>(rules, "random".to_owned(), G::random_deck(rules, category, chance))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its cards, as listed.
    pub fn cards(&self) -> &[DefId] {
        &self.cards
    }
}

impl DeckError {
    fn at(file: &str, line: usize, code: &'static str, message: String) -> Self {
        DeckError { place: format!("{file}:{line}"), line: Some(line), code, message }
    }

    fn of(file: &str, fault: Reason) -> Self {
        DeckError { place: file.to_owned(), line: None, code: fault.code, message: fault.sentence }
    }
}

/// A random deck of this category, or of any; or why the cards allow no legal one.
pub fn random_deck<G: CardGame>(rules: &G::Rules, category: Option<&str>, chance: &mut impl Chance) -> Result<Deck, String> {
    let category = category.map(|wanted| known_category(G::cards(rules), wanted)).transpose()?;
    Deck::random::<G>(rules, category.as_deref(), chance).map_err(|faults| {
        let reasons: Vec<String> = faults.into_iter().map(|fault| fault.sentence).collect();
        format!("these cards allow no legal random deck:\n{}", reasons.join("\n"))
    })
}

/// The category as the cards write it, or what is wrong with it.
pub fn known_category(cards: &[CardInfo], wanted: &str) -> Result<String, String> {
    let mut known: Vec<&str> = cards.iter().filter_map(|info| info.category.as_deref()).collect();
    known.sort_unstable();
    known.dedup();
    match known.iter().find(|category| category.eq_ignore_ascii_case(wanted)) {
        Some(category) => Ok((*category).to_owned()),
        None if known.is_empty() => Err("the cards of this game have no categories".to_owned()),
        None => {
            let hint = nearest(wanted, known.iter().copied()).map(|near| format!("; did you mean `{near}`?"));
            let hint = hint.unwrap_or_default();
            Err(format!("there is no category `{wanted}`{hint} (there are: {})", known.join(", ")))
        }
    }
}

/// The card that a deck means by a name. Capitals do not matter, and a token is never meant.
pub fn def_named(cards: &[CardInfo], name: &str) -> Option<DefId> {
    let wanted = name.to_lowercase();
    let fits = |deckable: bool| {
        cards.iter().position(|info| (info.token || info.generated) != deckable && info.name.to_lowercase() == wanted)
    };
    fits(true).or_else(|| fits(false)).map(|place| DefId(place as u16))
}

/// A text that is safe to show on a terminal: control characters, and those that turn the direction of writing, are spelt out.
pub fn printable(text: &str) -> String {
    let steers = |c: char| {
        c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffd}')
    };
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// The decks that are part of this program. They may be illegal with other cards than the shipped ones.
pub fn shipped_decks(game: &str) -> Vec<DeckList> {
    shipped::decks(game).iter().filter_map(|(file, text)| DeckList::parse(file, text).ok()).collect()
}

/// The shipped decks that are legal under these rules: with other cards than the shipped ones there may be none.
pub(crate) fn ready_decks<G: CardGame>(rules: &G::Rules) -> Vec<Vec<DefId>> {
    let named = |(place, info): (usize, &CardInfo)| (info.name.to_lowercase(), DefId(place as u16));
    let is_deckable = |(_, info): &(usize, &CardInfo)| !info.token && !info.generated;
    let names: HashMap<String, DefId> = G::cards(rules).iter().enumerate().filter(is_deckable).map(named).collect();
    let cards = |list: DeckList| list.cards.iter().map(|(_, name)| names.get(&name.to_lowercase()).copied()).collect();
    let decks = shipped_decks(G::NAME).into_iter().filter_map(cards);
    decks.filter(|deck: &Vec<DefId>| G::deck_faults(rules, deck).is_empty()).collect()
}

/// A shipped deck by its file's name without the ending, or by its own name.
pub fn shipped_deck(game: &str, name: &str) -> Option<DeckList> {
    let stem = |list: &DeckList| Path::new(&list.file).file_stem().is_some_and(|stem| stem == name);
    let mut decks = shipped_decks(game);
    let place = decks.iter().position(stem).or_else(|| decks.iter().position(|list| list.name == name))?;
    Some(decks.swap_remove(place))
}

/// The deck list that a name or a path means.
pub fn deck_from(game: &str, text: &str) -> Result<DeckList, Vec<DeckError>> {
    if let Some(list) = shipped_deck(game, text) {
        return Ok(list);
    }
    match fs::read(text) {
        Ok(bytes) => DeckList::parse(text, &String::from_utf8_lossy(&bytes)),
        Err(error) => {
            let names: Vec<String> = shipped_decks(game).iter().map(|list| file_stem(&list.file)).collect();
            let near = nearest(text, names.iter().map(String::as_str)).map(|near| format!("; did you mean `{near}`?"));
            let message = format!(
                "it is neither a file ({error}) nor a deck of {game}{}; there are: {}",
                near.unwrap_or_default(),
                if names.is_empty() { "none".into() } else { names.join(", ") }
            );
            Err(vec![DeckError { place: text.to_owned(), line: None, code: "no-deck", message }])
        }
    }
}

const MOST_COPIES: usize = 99;
/// Far more cards than a deck of any game has: a longer list was not meant as a deck.
const MOST_CARDS: usize = 1000;
/// How much of a wrong line a message repeats.
const MOST_SHOWN: usize = 60;

/// The beginning of a line, where it is long.
fn cut(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}...", &line[..end])),
        None => Cow::Borrowed(line),
    }
}

fn file_stem(file: &str) -> String {
    Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn uncommented(line: &str) -> &str {
    let comment = line.char_indices().find(|&(at, c)| c == '#' && line[..at].chars().last().is_none_or(char::is_whitespace));
    comment.map_or(line, |(at, _)| &line[..at]).trim()
}

/// `2 Wahoo` is two, `Wahoo` one. A name has no digits.
fn counted(line: &str) -> (usize, &str) {
    match line.split_once(char::is_whitespace) {
        Some((count, name)) if count.bytes().all(|b| b.is_ascii_digit()) => (count.parse().unwrap_or(usize::MAX), name.trim()),
        _ => (1, line),
    }
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} [{}]", printable(&self.place), printable(&self.message), self.code)
    }
}

impl std::error::Error for DeckError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_file_is_read_with_counts_notes_and_comments() {
        let text = "# mine\ndeck Rush\nnote: fast\n\nKingfish # good\n2 Wahoo\n";
        let list = DeckList::parse("x.deck", text).unwrap();
        assert_eq!((list.name.as_str(), list.note.as_deref()), ("Rush", Some("fast")));
        assert_eq!(list.cards, [(5, "Kingfish".into()), (6, "Wahoo".into()), (6, "Wahoo".into())]);
    }

    #[test]
    fn every_wrong_line_has_its_place() {
        let wrong = DeckList::parse("x.deck", "Kingfish\ndeck A\ndeck B\n0 Wahoo\n999999999999999999999 Orca\n").unwrap_err();
        let places: Vec<&str> = wrong.iter().map(|error| error.place.as_str()).collect();
        assert_eq!(places, ["x.deck:1", "x.deck:3", "x.deck:4", "x.deck:5"]);
        assert!(DeckList::parse("x.deck", "").unwrap_err()[0].message.contains("deck NAME"));
    }

    #[test]
    fn what_is_written_is_read_again_and_a_flood_is_refused() {
        let list = DeckList::parse("x.deck", "deck Rush\nnote: fast\nKingfish\nWahoo\nOrca\nWahoo\n").unwrap();
        assert_eq!(list.text(), "deck Rush\nnote: fast\nKingfish\n2 Wahoo\nOrca\n");
        assert_eq!(DeckList::parse("x.deck", &list.text()).unwrap().text(), list.text());
        let flood = DeckList::parse("x.deck", &format!("deck Flood\n{}", "99 Wahoo\n".repeat(1000))).unwrap_err();
        assert_eq!((flood.len(), flood[0].line), (1, Some(12)));
    }

    #[test]
    fn what_steers_a_terminal_is_spelt_out_and_long_lines_are_cut() {
        let wrong = DeckList::parse("x.deck", "\u{1b}[2J\u{7}\u{202e}\u{fffd} Ärger\n").unwrap_err();
        let shown = wrong[0].to_string();
        assert!(shown.starts_with("x.deck:1: `\\u{1b}[2J\\u{7}\\u{202e}\\u{fffd} Ärger` stands before"), "{shown}");
        let wrong = DeckList::parse("x.deck", &"\u{0}".repeat(100_000)).unwrap_err();
        assert!(wrong[0].to_string().len() < 500);
    }

    #[test]
    fn what_stands_for_a_deck() {
        assert_eq!(DeckSource::read("random"), DeckSource::Random(None));
        assert_eq!(DeckSource::read("random:Fish"), DeckSource::Random(Some("Fish".into())));
        assert_eq!(DeckSource::read("fish-1"), DeckSource::Named("fish-1".into()));
    }
}
