//! The shipped cards: they check, they print as they were written, and they are as many as the rules say.

use crate::common;

use common::sources;
use playmat_cards::CardGame;
use playmat_cardtext::{Sources, Words, parse, print_card, print_file};
use playmat_chance::Swift;
use playmat_skirmish::Skirmish;
use playmat_skirmish::words::SkirmishWords;

#[test]
fn the_vocabulary_is_sound() {
    assert_eq!(SkirmishWords::vocabulary().faults(), Vec::<String>::new());
}

#[test]
fn all_cards_check() {
    let sources = sources();
    let parsed = parse::<SkirmishWords>(&sources);
    let cards: Vec<_> = parsed.cards().collect();
    let complaints = parsed.complaints.iter().cloned().chain(Skirmish::check(&cards));
    let complaints: Vec<String> = complaints.map(|complaint| complaint.render(&sources)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn the_file_is_written_canonically_and_reads_back_equal() {
    let sources = sources();
    let parsed = parse::<SkirmishWords>(&sources);
    for (file, source) in parsed.files.iter().zip(sources.iter()) {
        assert_eq!(print_file(file), source.text, "{}", source.name);
    }
    for card in parsed.cards() {
        let one = Sources::one("one.cards", print_card(card));
        let again = parse::<SkirmishWords>(&one);
        // Names of other cards are unknown in a file of one card, and nobody makes its tokens: only those complaints are allowed.
        let allowed = ["unknown-card", "unmade-token"];
        let others: Vec<_> = again.complaints.iter().filter(|found| !allowed.contains(&found.code.name)).collect();
        assert!(others.is_empty(), "{others:?}");
        assert_eq!(again.cards().next(), Some(card));
    }
}

#[test]
fn there_are_25_units_a_token_and_7_actions() {
    let rules = common::rules(&[]);
    let count = |kind: &str, token: bool| {
        Skirmish::cards(&rules).iter().filter(|card| card.kind == kind && card.token == token).count()
    };
    // One of the 25 is an action card.
    assert_eq!((count("unit", false), count("action unit", false)), (24, 1));
    assert_eq!((count("unit", true), count("action", false)), (1, 7));
}

#[test]
fn random_decks_are_legal() {
    for terms in common::ALL_TERMS {
        let rules = common::rules(terms);
        for seed in 0..200 {
            let deck = Skirmish::random_deck(&rules, None, &mut Swift::new(seed));
            let faults = Skirmish::deck_faults(&rules, &deck);
            assert!(deck.len() == 25 && faults.is_empty(), "{faults:?}");
            let actions = deck.iter().filter(|id| Skirmish::cards(&rules)[id.0 as usize].kind != "unit").count();
            assert_eq!(actions, 8);
        }
    }
}

#[test]
fn every_mistake_of_the_game_is_found_where_its_example_makes_it_and_nowhere_else() {
    for code in Skirmish::codes().iter().filter(|code| !code.wrong.is_empty()) {
        for (text, expected) in [(code.wrong, vec![code.id]), (code.right, vec![])] {
            let sources = Sources::one("example.cards", text);
            let parsed = parse::<SkirmishWords>(&sources);
            let cards: Vec<_> = parsed.cards().collect();
            let found: Vec<&str> = parsed.complaints.iter().map(|complaint| complaint.code.id).collect();
            assert_eq!(found, Vec::<&str>::new(), "{text}");
            let found: Vec<&str> = Skirmish::check(&cards).iter().map(|complaint| complaint.code.id).collect();
            assert_eq!(found, expected, "{}: {text}", code.name);
        }
    }
}
