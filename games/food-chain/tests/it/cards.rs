//! The shipped cards: they check, they print as they were written, every edition has its pool.

use crate::common;

use common::sources;
use playmat_cards::Terms;
use playmat_cards::prelude::*;
use playmat_cardtext::{Sources, parse};
use playmat_food_chain::FoodChain;
use playmat_food_chain::words::{CATEGORIES, FoodWords};

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
