//! Imagined worlds fit everything that a seat knows of the real one.

use crate::common;

use std::collections::BTreeMap;

use playmat_cards::prelude::*;
use playmat_cards::{CardRef, Setup};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Options, Silence, Table};
use playmat_skirmish::Skirmish;
use playmat_skirmish::state::Zone;

/// No card of the rival's deck is there more often than a deck may have it, known cards stay, and what is unknown differs.
#[test]
fn imagined_cards_fit_what_was_seen() {
    let (mut known, mut changed) = (0, 0);
    for (terms, most) in [(&[][..], 2), (&[("copies", "3")][..], 3)] {
        let rules = common::rules(terms);
        for seed in 0..40 {
            let mut chance = FastChance::new(seed);
            let decks = BySeat::from_fn(|_| Skirmish::random_deck(&rules, None, &mut chance));
            let position = Skirmish::open(&rules, &Setup { decks, first: None, unshuffled: false });
            let mut table = Table::<Skirmish>::start(&rules, position, &mut chance, &mut Silence);
            let mut options = Options::new();
            while let Some(decision) = table.decision() {
                let (seat, rival) = (decision.seat, decision.seat.rival());
                let real = table.position();
                let world = Skirmish::imagine(&rules, real, seat, &mut chance);
                let mut copies: BTreeMap<u16, u32> = BTreeMap::new();
                for which in [Zone::Graveyard, Zone::Deck, Zone::Hand, Zone::Field] {
                    for &card in world.pile(rival, which).iter().filter(|&&card| !real.card(card).made()) {
                        if which.is_public() || real.card(card).known(seat) {
                            assert_eq!(real.def_id(card), world.def_id(card), "a known card is another one");
                            known += u32::from(which == Zone::Hand);
                        }
                        changed += u32::from(real.def_id(card) != world.def_id(card));
                        *copies.entry(world.def_id(card).0).or_default() += 1;
                    }
                }
                assert!(copies.values().all(|&count| count <= most), "{copies:?}");
                table.options(&rules, &mut options);
                let pick = chance.one_of(options.len() as u32) as usize;
                table.take(&rules, options[pick], &mut chance, &mut Silence);
            }
        }
    }
    assert!(known > 10, "only {known} known cards in hands were met");
    assert!(changed > 50_000, "only {changed} hidden cards were drawn anew");
}

/// Which of the known cards in a rival's hand came first is not known: it changes nothing of what is imagined. No card of a deck is known, so
/// there is no other order that could shine through.
#[test]
fn the_order_of_known_cards_does_not_count() {
    let mut rules = common::rules(&[]);
    let ready: Vec<_> = (0..20).map(|seed| Skirmish::random_deck(&rules, None, &mut FastChance::new(1000 + seed))).collect();
    Skirmish::know_decks(&mut rules, &ready);
    let mut compared = 0;
    for seed in 0..600 {
        let mut chance = FastChance::new(seed);
        let decks = BySeat::from_fn(|_| Skirmish::random_deck(&rules, None, &mut chance));
        let position = Skirmish::open(&rules, &Setup { decks, first: None, unshuffled: false });
        let mut table = Table::<Skirmish>::start(&rules, position, &mut chance, &mut Silence);
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
                let [here, there] = [real, &other].map(|from| Skirmish::imagine(&rules, from, seat, &mut same.clone()));
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
