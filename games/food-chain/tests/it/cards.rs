//! The shipped cards: they check, they print as they were written, every edition has its pool.

use crate::common;

use common::sources;
use playmat_cards::{CardGame, Terms};
use playmat_cardtext::{Sources, Words, parse, print_card, print_file};
use playmat_food_chain::FoodChain;
use playmat_food_chain::words::{CATEGORIES, FoodWords};

#[test]
fn the_vocabulary_is_sound() {
    assert_eq!(FoodWords::vocabulary().faults(), Vec::<String>::new());
}

#[test]
fn all_cards_check() {
    let sources = sources();
    let parsed = parse::<FoodWords>(&sources);
    let cards: Vec<_> = parsed.cards().collect();
    let complaints = parsed.complaints.iter().cloned().chain(FoodChain::check(&cards));
    let complaints: Vec<String> = complaints.map(|complaint| complaint.render(&sources)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn all_files_are_written_canonically_and_read_back_equal() {
    let sources = sources();
    let parsed = parse::<FoodWords>(&sources);
    for (file, source) in parsed.files.iter().zip(sources.iter()) {
        assert_eq!(print_file(file), source.text, "{}", source.name);
    }
    for card in parsed.cards() {
        let text = format!("category {}\n\n{}\n", card.section.as_ref().unwrap(), print_card(card));
        let one = Sources::one("one.cards", &text);
        let again = parse::<FoodWords>(&one);
        // Names of other cards are unknown in a file of one card, and nobody makes its tokens: only those complaints are allowed.
        let allowed = ["unknown-card", "unmade-token"];
        let others: Vec<_> = again.complaints.iter().filter(|found| !allowed.contains(&found.code.name)).collect();
        assert!(others.is_empty(), "{others:?}");
        assert_eq!(again.cards().next(), Some(card));
    }
}

#[test]
fn every_edition_has_fifty_cards_of_each_category() {
    let sources = sources();
    let parsed = parse::<FoodWords>(&sources);
    let cards: Vec<_> = parsed.cards().collect();
    for edition in FoodChain::editions() {
        let rules = FoodChain::build(&cards, &Terms { edition: Some((*edition).into()), rulings: vec![] }).unwrap();
        for category in CATEGORIES {
            let count = FoodChain::cards(&rules)
                .iter()
                .filter(|card| card.pool && !card.token && !card.generated && card.category.as_deref() == Some(*category))
                .count();
            assert_eq!(count, 50, "{edition} {category}");
        }
    }
}

#[test]
fn choices_of_all_branches_count_so_that_what_checks_also_loads() {
    let line = |effect: &str| format!("category Fish\n\nspell Fog\n  {effect}.\n");
    let fine = line("either kill target enemy or regenerate target ally");
    let many = line("either kill target enemy or regenerate target ally, then freeze target animal");
    let apart = line("either (kill target enemy, then freeze target ally) or regenerate target animal");
    for (text, codes) in [(fine, &[][..]), (many, &["F08"][..]), (apart, &["F08"][..])] {
        let parsed = parse::<FoodWords>(&Sources::one("one.cards", &text));
        assert!(parsed.complaints.is_empty(), "{text}");
        let cards: Vec<_> = parsed.cards().collect();
        let found: Vec<&str> = FoodChain::check(&cards).iter().map(|complaint| complaint.code.id).collect();
        assert_eq!(found, codes, "{text}");
        assert_eq!(FoodChain::build(&cards, &Terms::default()).is_ok(), codes.is_empty(), "{text}");
    }
}

#[test]
fn every_mistake_of_the_game_is_found_where_its_example_makes_it_and_nowhere_else() {
    for code in FoodChain::codes().iter().filter(|code| !code.wrong.is_empty()) {
        for (text, expected) in [(code.wrong, vec![code.id]), (code.right, vec![])] {
            let sources = Sources::one("example.cards", text);
            let parsed = parse::<FoodWords>(&sources);
            let cards: Vec<_> = parsed.cards().collect();
            let found: Vec<&str> = parsed.complaints.iter().map(|complaint| complaint.code.id).collect();
            assert_eq!(found, Vec::<&str>::new(), "{text}");
            let found: Vec<&str> = FoodChain::check(&cards).iter().map(|complaint| complaint.code.id).collect();
            assert_eq!(found, expected, "{}: {text}", code.name);
        }
    }
}
