//! Older card sets: a record is replayed with the cards it was played with, or the error says which set it needs.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use playmat_cards::{CardGame, Terms};
use playmat_kernel::Fingerprint;

use crate::library::{card_files, read_texts};
use crate::{Library, Origin, RuleSet, shipped};

/// The card files of a game as they were at some time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardSet {
    /// `food-chain`
    pub game: String,
    /// The name of the set in a folder or a log: the fingerprint of its cards.
    pub name: String,
    /// Its files: names and texts.
    pub texts: Vec<(String, String)>,
}

/// Older card sets. Those that are part of the program are always there.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    sets: Vec<CardSet>,
}

/// The rules that a record names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needed {
    /// The fingerprint of the whole rule set.
    pub rules: Fingerprint,
    /// The fingerprint of its cards; none in records of version 1.
    pub cards: Option<Fingerprint>,
    /// The version of the rules' code; 0 in records of version 1.
    pub version: u16,
    /// The terms it was played under.
    pub terms: Terms,
    /// The card files that the record carries, names and texts, if somebody wrote cards for it.
    pub own_cards: Vec<(String, String)>,
}

/// The rules that a record names are not available.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The game.
    pub game: &'static str,
    /// What it needs.
    pub needed: Needed,
    /// The cards that are available.
    pub cards: Fingerprint,
    /// The version of the rules' code that is available.
    pub version: u16,
}

impl Archive {
    /// Those that are part of this program.
    pub fn shipped() -> Self {
        Archive { sets: shipped::archive() }
    }

    /// Adds the sets of a folder: `DIR/<game>/<set>/*.cards`.
    pub fn add_folder(&mut self, folder: &Path) -> Result<(), String> {
        let within = |folder: &Path| -> Result<Vec<(String, std::path::PathBuf)>, String> {
            let unreadable = |error| format!("{} cannot be read: {error}", folder.display());
            let mut found = Vec::new();
            for entry in fs::read_dir(folder).map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                if entry.path().is_dir() {
                    found.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
                }
            }
            found.sort();
            Ok(found)
        };
        for (game, path) in within(folder)? {
            for (name, path) in within(&path)? {
                let texts = read_texts(card_files(&path, "cards")?)?;
                self.add(CardSet { game: game.clone(), name, texts });
            }
        }
        Ok(())
    }

    /// Adds a set.
    pub fn add(&mut self, set: CardSet) {
        if !self.sets.contains(&set) {
            self.sets.push(set);
        }
    }

    /// The rule set that a record names: of the current cards, or of an older set.
    pub fn rules<G: CardGame>(&self, now: &Library<G>, needed: &Needed) -> Result<Arc<RuleSet<G>>, String> {
        let ours = now.rules(&needed.terms);
        if let Ok(rules) = &ours
            && rules.fingerprint == needed.rules
        {
            return Ok(rules.clone());
        }
        if !needed.own_cards.is_empty() {
            return carried(now, needed);
        }
        let own = |set: &&CardSet| set.game == G::NAME;
        // The name of a folder proves nothing: the fingerprint of its files counts.
        let hinted = needed.cards.map(|cards| cards.to_string());
        let (first, others): (Vec<&CardSet>, Vec<&CardSet>) =
            self.sets.iter().filter(own).partition(|set| Some(&set.name) == hinted.as_ref());
        for set in first.into_iter().chain(others) {
            let library = Library::<G>::unchecked(set.texts.clone()).sharing(now.models());
            let rules = library.rules(&needed.terms).ok();
            if let Some(rules) = rules.filter(|rules| rules.fingerprint == needed.rules) {
                return Ok(rules);
            }
        }
        let missing = Missing { game: G::NAME, needed: needed.clone(), cards: now.set(), version: G::RULE_VERSION };
        Err(match ours {
            // The terms may name an edition that only the older cards had.
            Err(wrong) if needed.cards.is_none_or(|cards| cards == now.set()) => wrong,
            _ => missing.to_string(),
        })
    }
}

/// The rules of a record that carries its cards. They may be anybody's, so they are checked like those of a folder.
fn carried<G: CardGame>(now: &Library<G>, needed: &Needed) -> Result<Arc<RuleSet<G>>, String> {
    let wrong = |error| format!("the cards that it carries are wrong: {error}");
    let library = Library::<G>::load(&Origin::Texts(needed.own_cards.clone())).map_err(wrong)?;
    let rules = library.sharing(now.models()).rules(&needed.terms)?;
    if rules.fingerprint == needed.rules {
        return Ok(rules);
    }
    let (found, wanted) = (rules.fingerprint, needed.rules);
    Err(match needed.version == G::RULE_VERSION {
        true => format!(
            "the cards that it carries are not those it was played with: they make the rules {found}, and it names {wanted}"
        ),
        false => format!(
            "it needs version {} of the rules of {}, and this program has version {}: another program can replay it",
            needed.version,
            G::NAME,
            G::RULE_VERSION
        ),
    })
}

impl CardSet {
    /// The cards of a library.
    pub fn of<G: CardGame>(library: &Library<G>) -> Self {
        let texts = library.sources().iter().map(|source| (source.name.clone(), source.text.clone())).collect();
        CardSet { game: G::NAME.into(), name: library.set().to_string(), texts }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Missing { game, needed, cards, version } = self;
        write!(f, "it was played under other rules: its fingerprint is {}", needed.rules)?;
        match needed.cards {
            Some(_) if needed.version != *version => write!(
                f,
                "; it needs version {} of the rules of {game}, and this program has version {version}: an older program can replay it",
                needed.version
            ),
            Some(set) if set == *cards => write!(
                f,
                "; its cards and the version of its rules are those at hand, so it is its edition, its rulings or the fingerprint \
                 itself that were changed"
            ),
            Some(set) => write!(
                f,
                "; it needs the card set {set} of {game}, and the one at hand is {cards}: put its card files into \
                 {game}/{set}/ of the archive (--archive DIR), or name them (--cards DIR)"
            ),
            None => write!(
                f,
                "; it does not say which cards it needs, those at hand are the set {cards} of {game}: put the card files of then into \
                 {game}/ANY-NAME/ of the archive (--archive DIR), or name them (--cards DIR)"
            ),
        }
    }
}

impl std::error::Error for Missing {}
