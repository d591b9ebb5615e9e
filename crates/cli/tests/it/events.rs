//! The kinds of events that the browser client shows by more than their sentences: its list is made from those of the games.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use playmat_cards::CardGame;
use playmat_catalog::{Visitor, visit_games};
use playmat_kernel::{BySeat, Entry, Seat};
use playmat_replay::{TAKEN_BACK, entry_event};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol/events.ts");

#[derive(Clone)]
struct Words;

impl Visitor for Words {
    type Out = Vec<&'static str>;

    fn visit<G: CardGame>(self) -> Self::Out {
        G::event_words()
    }
}

/// What is told of a match besides the events of its rules.
fn told_by_the_table() -> Vec<&'static str> {
    let names = BySeat::from_fn(|_| String::new());
    let entries = [Entry::Concede(Seat::One), Entry::Timeout(Seat::One), Entry::Takeover(Seat::One), Entry::AgreedDraw];
    let words = entries.into_iter().filter_map(|entry| entry_event(entry, &names)).map(|(word, _)| word);
    words.chain([TAKEN_BACK]).collect()
}

#[test]
fn the_client_knows_every_kind_of_event() {
    let words: BTreeSet<&str> = visit_games(Words).into_iter().flatten().chain(told_by_the_table()).collect();
    assert!(words.contains("drawn") && words.contains("conceded") && words.len() > 80, "{words:?}");
    let lines: String = words.iter().map(|word| format!("\n\t| \"{word}\"")).collect();
    let made = format!(
        "// Made from the games; a test compares this file with them: `PLAYMAT_WRITE=1 cargo test -p playmat events` writes it anew.\n\n\
         /** What an event tells, in one word. Example games may have others. */\nexport type EventKind ={lines};\n"
    );
    if std::env::var_os("PLAYMAT_WRITE").is_some() {
        fs::write(FILE, &made).expect("the file can be written");
    }
    let found = fs::read_to_string(Path::new(FILE)).unwrap_or_default();
    assert!(found == made, "{FILE} is out of date; PLAYMAT_WRITE=1 cargo test -p playmat events writes it anew");
}
