//! The shipped cards: they check, they print as they were written, and they are as many as the rules say.

use crate::common;

use playmat_cards::prelude::*;
use playmat_chance::FastChance;
use playmat_skirmish::Skirmish;

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
            let deck = Skirmish::random_deck(&rules, None, &mut FastChance::new(seed));
            let faults = Skirmish::deck_faults(&rules, &deck);
            assert!(deck.len() == 25 && faults.is_empty(), "{faults:?}");
            let actions = deck.iter().filter(|id| Skirmish::cards(&rules)[id.0 as usize].kind != "unit").count();
            assert_eq!(actions, 8);
        }
    }
}
