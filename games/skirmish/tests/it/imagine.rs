//! Imagined worlds fit everything that a seat knows of the real one.

use crate::common;

use std::collections::BTreeMap;

use playmat_cards::Setup;
use playmat_cards::prelude::*;
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
