//! Rules, decks and runs for all tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use playmat_cards::Terms;
use playmat_catalog::{Cards, DeckList, ModelOrigin, Origin, Rules, load, shipped_decks};
use playmat_lab::crew::Crew;
use playmat_lab::game::DeckChoice;
use playmat_lab::run::{Halt, RunContext};
use playmat_lab::store::Store;

pub fn library(game: &str) -> Cards {
    of_origin(game, &Origin::Shipped)
}

fn of_origin(game: &str, origin: &Origin) -> Cards {
    load(game, origin, &ModelOrigin::Shipped).unwrap_or_else(|error| panic!("{error}"))
}

/// The cards in these texts.
pub fn of_texts(game: &str, texts: Vec<(String, String)>) -> Cards {
    of_origin(game, &Origin::Texts(texts))
}

pub fn rules(game: &str, rulings: &[(&str, &str)]) -> Rules {
    let rulings = rulings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    library(game).rules(&Terms { edition: None, rulings }).expect("the terms are right")
}

/// The shipped cards with some lines written differently, which must stand in them.
pub fn planted(game: &str, lines: &[(&str, &str)]) -> (Cards, Rules) {
    let mut texts = Origin::Shipped.texts(game).unwrap_or_else(|error| panic!("{error}"));
    for (old, new) in lines {
        let whole = |text: &str, line: &str| text.lines().any(|other| other == line);
        let (_, text) = texts.iter_mut().find(|(_, text)| whole(text, old)).unwrap_or_else(|| panic!("no card says {old}"));
        *text = text.replace(&format!("{old}\n"), &format!("{new}\n"));
    }
    let library = of_texts(game, texts);
    let rules = library.rules(&Terms::default()).expect("the usual terms are right");
    (library, rules)
}

/// The ready decks.
pub fn decks(rules: &Rules) -> Vec<DeckChoice> {
    shipped_decks(rules.game()).iter().map(|list| legal(rules, list)).collect()
}

/// A ready deck by its name.
pub fn deck(rules: &Rules, name: &str) -> DeckChoice {
    let found = decks(rules).into_iter().find(|deck| deck.name() == name);
    found.unwrap_or_else(|| panic!("there is no deck {name}"))
}

/// The decks of an earlier release, by the names of their files.
pub fn kept_decks(rules: &Rules) -> Vec<DeckChoice> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/decks").join(rules.game());
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let deck = |file: &PathBuf| {
        let list = DeckList::parse(&file.to_string_lossy(), &fs::read_to_string(file).unwrap()).unwrap();
        legal(rules, &list)
    };
    files.iter().map(deck).collect()
}

fn legal(rules: &Rules, list: &DeckList) -> DeckChoice {
    let deck = rules.legal(list).unwrap_or_else(|errors| panic!("{errors:?}"));
    DeckChoice::Deck { name: deck.name().to_owned(), cards: deck.cards().to_vec() }
}

/// An empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Runs with a store and says what came of it; stopped after so many games.
pub fn with_context<T>(
    store: Store,
    threads: usize,
    after: u64,
    run: impl FnOnce(&mut RunContext<'_>) -> Result<T, Halt>,
) -> Result<T, Halt> {
    with_crew(None, store, threads, after, run)
}

/// The same, played by a crew if there is one.
pub fn with_crew<T>(
    crew: Option<&dyn Crew>,
    store: Store,
    threads: usize,
    after: u64,
    run: impl FnOnce(&mut RunContext<'_>) -> Result<T, Halt>,
) -> Result<T, Halt> {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let progress = |games: u64| {
        if done.fetch_add(games, Ordering::Relaxed) + games >= after {
            stop.store(true, Ordering::Relaxed);
        }
    };
    run(&mut RunContext { threads, crew, stop: &stop, expect: &|_| {}, progress: &progress, store, second: None })
}

/// Runs in memory on both cores.
pub fn in_memory<T>(run: impl FnOnce(&mut RunContext<'_>) -> Result<T, Halt>) -> T {
    with_context(Store::in_memory(), 2, u64::MAX, run).unwrap_or_else(|halt| panic!("{halt:?}"))
}

/// Whether the long forms are wanted.
pub fn is_long() -> bool {
    std::env::var_os("PLAYMAT_LONG").is_some()
}
