//! Imagined worlds fit everything that a seat knows of the real one.

use crate::common;

use playmat_cards::prelude::*;
use playmat_cards::{CardRef, Setup};
use playmat_chance::FastChance;
use playmat_food_chain::FoodChain;
use playmat_food_chain::state::{Position, Zone};
use playmat_food_chain::words::Kind;
use playmat_kernel::{BySeat, Chance, Options, Seat, Silence, Table};

/// The rival's hidden cards are of the category that was seen, none is there twice, what is set is a trap; known cards stay; the
/// own deck keeps its cards; and what is unknown differs from world to world.
#[test]
fn imagined_cards_fit_what_was_seen() {
    let (mut known, mut changed) = (0, 0);
    for edition in FoodChain::editions() {
        let rules = common::rules(edition, &[]);
        for seed in 0..40 {
            let mut chance = FastChance::new(seed);
            let decks = BySeat::from_fn(|_| FoodChain::random_deck(&rules, None, &mut chance));
            let position = FoodChain::open(&rules, &Setup { decks, first: None, unshuffled: false });
            let mut table = Table::<FoodChain>::start(&rules, position, &mut chance, &mut Silence);
            let mut options = Options::new();
            while let Some(decision) = table.decision() {
                let (seat, rival) = (decision.seat, decision.seat.rival());
                let real = table.position();
                let world = FoodChain::imagine(&rules, real, seat, &mut chance);
                assert_eq!(sorted(real, seat, Zone::Deck), sorted(&world, seat, Zone::Deck));
                let mut brought: Vec<u16> = Vec::new();
                let mut categories: Vec<u8> = Vec::new();
                for which in [Zone::Exile, Zone::Carrion, Zone::Set, Zone::Deck, Zone::Hand, Zone::Field, Zone::Limbo] {
                    for at in Seat::BOTH {
                        assert_eq!(real.pile(at, which).len(), world.pile(at, which).len());
                        for &card in world.pile(at, which).iter().filter(|&&card| world.card(card).owner() == rival) {
                            let data = real.card(card);
                            if data.known(seat) {
                                assert_eq!(real.def_id(card), world.def_id(card), "a known card is another one");
                                known += u32::from(which == Zone::Hand);
                            } else if which == Zone::Set {
                                assert_eq!(rules.def(world.def_id(card)).kind, Kind::Trap);
                            }
                            changed += u32::from(real.def_id(card) != world.def_id(card));
                            if !data.made() {
                                brought.push(world.def_id(card).0);
                                categories.push(rules.def(world.def_id(card)).category);
                            }
                        }
                    }
                }
                let all = brought.len();
                brought.sort_unstable();
                brought.dedup();
                assert_eq!(brought.len(), all, "a card twice in one deck");
                categories.dedup();
                assert_eq!(categories.len(), 1, "a deck of several categories");
                table.options(&rules, &mut options);
                let pick = chance.one_of(options.len() as u32) as usize;
                table.take(&rules, options[pick], &mut chance, &mut Silence);
            }
        }
    }
    assert!(known > 100, "only {known} known cards in hands were met");
    assert!(changed > 100_000, "only {changed} hidden cards were drawn anew");
}

/// Which of the known cards in a rival's hand came first is not known: it changes nothing of what is imagined. No card of a deck is known, so
/// there is no other order that could shine through.
#[test]
fn the_order_of_known_cards_does_not_count() {
    let mut rules = common::rules(FoodChain::editions()[0], &[]);
    let ready: Vec<_> = (0..20).map(|seed| FoodChain::random_deck(&rules, None, &mut FastChance::new(1000 + seed))).collect();
    FoodChain::know_decks(&mut rules, &ready);
    let mut compared = 0;
    for seed in 0..200 {
        let mut chance = FastChance::new(seed);
        let decks = BySeat::from_fn(|_| FoodChain::random_deck(&rules, None, &mut chance));
        let position = FoodChain::open(&rules, &Setup { decks, first: None, unshuffled: false });
        let mut table = Table::<FoodChain>::start(&rules, position, &mut chance, &mut Silence);
        let mut options = Options::new();
        while let Some(decision) = table.decision() {
            let (seat, rival) = (decision.seat, decision.seat.rival());
            let real = table.position();
            assert!(real.pile(rival, Zone::Deck).iter().all(|&card| !real.card(card).known(seat)), "a card of a deck is known");
            let known = real.pile(rival, Zone::Hand).iter().copied().filter(|&card| real.card(card).known(seat));
            let known: Vec<CardRef> = known.filter(|&card| real.card(card).owner() == rival).collect();
            if let [first, .., last] = known[..] {
                let mut other = *real;
                other.cards.swap(first.0 as usize, last.0 as usize);
                let same = chance.clone();
                let [here, there] = [real, &other].map(|from| FoodChain::imagine(&rules, from, seat, &mut same.clone()));
                for which in [Zone::Deck, Zone::Hand] {
                    for &card in real.pile(rival, which).iter().filter(|card| !known.contains(card)) {
                        assert_eq!(here.def_id(card), there.def_id(card), "the order of known cards shines through");
                    }
                }
                compared += u32::from(real.def_id(first) != real.def_id(last));
            }
            table.options(&rules, &mut options);
            let pick = chance.one_of(options.len() as u32) as usize;
            table.take(&rules, options[pick], &mut chance, &mut Silence);
        }
    }
    assert!(compared > 20, "only {compared} hands with two known cards were met");
}

fn sorted(pos: &Position, seat: Seat, which: Zone) -> Vec<CardRef> {
    let mut cards = pos.pile(seat, which).to_vec();
    cards.sort_unstable();
    cards
}
