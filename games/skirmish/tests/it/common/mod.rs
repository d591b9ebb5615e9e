//! The shipped cards, read once for all tests of this crate.
#![allow(dead_code)]

use std::ops::Range;

use playmat_cards::prelude::*;
use playmat_cards::{Setup, Terms};
use playmat_cardtext::{Sources, parse};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Options, Silence, Table};
use playmat_skirmish::Skirmish;
use playmat_skirmish::rules::Rules;
use playmat_skirmish::state::Position;
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

/// Plays a random game from each seed and looks at every position that asks somebody.
pub fn random_games(rules: &Rules, seeds: Range<u64>, mut look: impl FnMut(&Position)) {
    for seed in seeds {
        let mut chance = FastChance::new(seed);
        let decks = BySeat::from_fn(|_| Skirmish::random_deck(rules, None, &mut chance));
        let setup = Setup { decks, first: None, unshuffled: false };
        let mut table = Table::<Skirmish>::start(rules, Skirmish::open(rules, &setup), &mut chance, &mut Silence);
        let mut options = Options::new();
        while table.outcome().is_none() {
            look(table.position());
            table.options(rules, &mut options);
            let pick = chance.one_of(options.len() as u32) as usize;
            table.take(rules, options[pick], &mut chance, &mut Silence);
        }
    }
}

/// Every way to set the two rulings.
pub const ALL_TERMS: &[&[(&str, &str)]] =
    &[&[], &[("close_front", "included")], &[("copies", "3")], &[("close_front", "included"), ("copies", "3")]];
