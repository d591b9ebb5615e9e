//! The shipped cards, read once for all tests of this crate.
#![allow(dead_code)]

use playmat_cards::Terms;
use playmat_cards::prelude::*;
use playmat_cardtext::{Sources, parse};
use playmat_food_chain::FoodChain;
use playmat_food_chain::rules::Rules;
use playmat_food_chain::words::{CATEGORIES, FoodWords};

/// The shipped card files.
pub fn sources() -> Sources {
    let mut sources = Sources::new();
    for category in CATEGORIES {
        let name = format!("{}.cards", category.to_lowercase());
        let path = format!("{}/../../cards/food-chain/{name}", env!("CARGO_MANIFEST_DIR"));
        sources.add(name, std::fs::read_to_string(path).unwrap());
    }
    sources
}

/// The shipped cards under an edition with single rulings flipped.
pub fn rules(edition: &str, rulings: &[(&str, &str)]) -> Rules {
    let sources = sources();
    let parsed = parse::<FoodWords>(&sources);
    let cards: Vec<_> = parsed.cards().collect();
    let rulings = rulings.iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect();
    FoodChain::build(&cards, &Terms { edition: Some(edition.into()), rulings }).unwrap()
}

/// All editions, and every ruling alone at every value that no edition has.
pub fn all_terms() -> Vec<(&'static str, Vec<(&'static str, &'static str)>)> {
    let mut terms: Vec<_> = FoodChain::editions().iter().map(|edition| (*edition, vec![])).collect();
    for ruling in FoodChain::rulings() {
        for (place, (value, _)) in ruling.values.iter().enumerate() {
            if ruling.editions[0] != place as u8 {
                terms.push(("core", vec![(ruling.name, *value)]));
            }
        }
    }
    terms.push(("core", vec![("traps", "set"), ("trap_activation", "optional")]));
    terms.push(("design", vec![("traps", "hand"), ("trap_activation", "optional"), ("slain", "any-death")]));
    terms
}
