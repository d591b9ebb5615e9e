//! The shipped cards, read once for all tests of this crate.
#![allow(dead_code)]

use playmat_cards::Terms;
use playmat_cards::prelude::*;
use playmat_cardtext::{Sources, parse};
use playmat_strata::rules::Rules;
use playmat_strata::state::Position;
use playmat_strata::words::StrataWords;
use playmat_strata::{Choice, Strata};

/// The shipped card files.
pub fn sources() -> Sources {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cards/strata");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut sources = Sources::default();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        sources.add(name, std::fs::read_to_string(path).unwrap());
    }
    sources
}

/// The shipped cards with single rulings flipped.
pub fn rules(rulings: &[(&str, &str)]) -> Rules {
    let sources = sources();
    let parsed = parse::<StrataWords>(&sources);
    let cards: Vec<_> = parsed.cards().collect();
    let rulings = rulings.iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect();
    Strata::build(&cards, &Terms { edition: None, rulings }).unwrap()
}

/// The default, each ruling flipped alone, and all of them.
pub const ALL_TERMS: &[&[(&str, &str)]] = &[
    &[],
    &[("untap_step", "own-start")],
    &[("battle_tie", "both-destroyed")],
    &[("destroy_stack", "top-only")],
    &[("destroyed_source", "fizzles")],
    &[
        ("untap_step", "own-start"),
        ("battle_tie", "both-destroyed"),
        ("destroy_stack", "top-only"),
        ("destroyed_source", "fizzles"),
    ],
];

/// An option in words, its effect by number: `use effect 1 of Probe`, whatever that does.
pub fn by_number(rules: &Rules, position: &Position, choice: Choice) -> String {
    let face = Strata::face(rules, position, choice);
    match (face.effect, &face.card) {
        (Some(effect), Some(spot)) => {
            let name = &Strata::cards(rules)[spot.def.0 as usize].name;
            let before = face.words.split(name.as_str()).next().unwrap_or_default();
            format!("{before}effect {effect} of {name}")
        }
        _ => face.words,
    }
}
