//! The shipped cards: they read without a complaint, they print as they were written, and they are as many as ST F says.

use playmat_cardtext::{Sources, Words, parse, print_card, print_file};
use playmat_strata::words::StrataWords;

/// The shipped files.
fn sources() -> Sources {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cards/strata");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut sources = Sources::default();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|ending| ending == "cards")) {
        sources.add(path.file_name().unwrap().to_string_lossy(), std::fs::read_to_string(path).unwrap());
    }
    sources
}

#[test]
fn the_vocabulary_is_sound() {
    assert_eq!(StrataWords::vocabulary().faults(), Vec::<String>::new());
}

#[test]
fn the_files_are_written_canonically_and_read_back_equal() {
    let sources = sources();
    let parsed = parse::<StrataWords>(&sources);
    let complaints: Vec<String> = parsed.complaints.iter().map(|complaint| complaint.render(&sources)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    for (file, source) in parsed.files.iter().zip(sources.iter()) {
        assert_eq!(print_file(file), source.text, "{}", source.name);
    }
    for card in parsed.cards() {
        let one = Sources::one("one.cards", print_card(card));
        assert_eq!(parse::<StrataWords>(&one).cards().next(), Some(card));
    }
}
