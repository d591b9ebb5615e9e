//! The free suite over all pairings of categories: every ordered pair in core, fewer seeds in the other editions.

use crate::common;

use playmat_cards::DefId;
use playmat_cards::prelude::*;
use playmat_food_chain::FoodChain;
use playmat_food_chain::rules::Rules;
use playmat_food_chain::words::CATEGORIES;
use playmat_kernel::{BySeat, Chance, Seat};
use playmat_testkit as kit;

/// How many games of each pairing are played to the end: core, then each of the other editions.
const GAMES: [u64; 3] = [40, 12, 12];
/// How many games of each pairing are compared with an imagined world.
const WORLDS: [u64; 3] = [6, 2, 2];

#[test]
fn all_pairings_play_to_the_end() {
    for (edition, games) in FoodChain::editions().iter().zip(GAMES) {
        let rules = common::rules(edition, &[]);
        for pairing in pairings() {
            let played = kit::plays_to_the_end::<FoodChain>(&rules, 0..games, decks(&rules, pairing));
            assert!(played.games >= games && played.decisions > 20 * games, "{edition} {pairing:?}: {played:?}");
        }
    }
}

#[test]
fn no_pairing_tells_an_imagined_world_from_the_real_one() {
    for (edition, games) in FoodChain::editions().iter().zip(WORLDS) {
        let rules = common::rules(edition, &[]);
        let mut steps = 0;
        for pairing in pairings() {
            steps += kit::two_worlds::<FoodChain>(&rules, 0..games, decks(&rules, pairing)).steps;
        }
        assert!(steps > 25 * games, "{edition}: the worlds were compared for {steps} steps only");
    }
}

#[test]
fn random_decks_are_legal_and_of_the_category_asked_for() {
    for edition in FoodChain::editions() {
        let rules = common::rules(edition, &[]);
        for category in CATEGORIES {
            for seed in 0..50 {
                let deck = FoodChain::random_deck(&rules, Some(category), &mut Dice(seed));
                assert_eq!(FoodChain::deck_faults(&rules, &deck), [], "{edition} {category}, seed {seed}");
                let is_of_it = |def: &DefId| FoodChain::cards(&rules)[def.0 as usize].category.as_deref() == Some(*category);
                assert!(deck.iter().all(is_of_it), "{edition} {category}, seed {seed}");
            }
        }
    }
}

/// All 25 ordered pairs of categories.
fn pairings() -> impl Iterator<Item = [&'static str; 2]> {
    CATEGORIES.iter().flat_map(|&one| CATEGORIES.iter().map(move |&two| [one, two]))
}

/// Two random decks for every seed, the first of the first category, the second of the second.
fn decks(rules: &Rules, pairing: [&'static str; 2]) -> impl Fn(u64) -> BySeat<Vec<DefId>> {
    let place = |category| CATEGORIES.iter().position(|&known| known == category).unwrap_or_default() as u64;
    let series = 5 * place(pairing[0]) + place(pairing[1]);
    move |seed| {
        let mut chance = Dice(1 + seed * 25 + series);
        BySeat::from_fn(|seat| FoodChain::random_deck(rules, Some(pairing[usize::from(seat == Seat::Two)]), &mut chance))
    }
}

/// A small generator of numbers (splitmix64): decks only need to differ.
struct Dice(u64);

impl Chance for Dice {
    fn one_of(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % u64::from(n)) as u32
    }
}
