//! The shipped cards, read once for all tests of this crate.
#![allow(dead_code)]

use playmat_cards::{CardGame, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_skirmish::Skirmish;
use playmat_skirmish::rules::Rules;
use playmat_skirmish::words::SkirmishWords;

/// The shipped card file.
pub fn sources() -> Sources {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cards/skirmish/skirmish.cards");
    Sources::one("skirmish.cards", std::fs::read_to_string(path).unwrap())
}

/// The shipped cards with single rulings flipped.
pub fn rules(rulings: &[(&str, &str)]) -> Rules {
    let sources = sources();
    let parsed = parse::<SkirmishWords>(&sources);
    let cards: Vec<_> = parsed.cards().collect();
    let rulings = rulings.iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect();
    Skirmish::build(&cards, &Terms { edition: None, rulings }).unwrap()
}

/// Every way to set the two rulings.
pub const ALL_TERMS: &[&[(&str, &str)]] =
    &[&[], &[("close_front", "included")], &[("copies", "3")], &[("close_front", "included"), ("copies", "3")]];
