//! Imagined worlds fit everything that a seat knows of the real one.

use crate::common;

use std::collections::BTreeMap;

use playmat_cards::prelude::*;
use playmat_cards::{DefId, Setup, ZoneId};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Options, Seat, Silence, Table};
use playmat_strata::Strata;
use playmat_strata::state::{NOWHERE, Position, Zone, zone};

/// The cards of a player by zone, where they are known to the rival by zone, or remembered.
fn brought(pos: &Position, seat: Seat) -> Vec<(ZoneId, playmat_cards::CardRef)> {
    let zones = (0..NOWHERE.0).map(ZoneId).flat_map(|number| pos.zones.zone(number).iter().map(move |&card| (number, card)));
    zones.filter(|(_, card)| pos.owner(*card) == seat).collect()
}

/// Known cards stay, no card is there more often than a deck may have it, cards that were seen to go back into the deck are among the hidden
/// ones, and what is unknown differs.
#[test]
fn imagined_cards_fit_what_was_seen() {
    let rules = common::rules(&[]);
    let (mut known, mut changed, mut remembered) = (0, 0, 0);
    for seed in 0..40 {
        let mut chance = FastChance::new(seed);
        let decks = BySeat::from_fn(|_| Strata::random_deck(&rules, None, &mut chance));
        let position = Strata::open(&rules, &Setup { decks, first: None, unshuffled: false });
        let mut table = Table::<Strata>::start(&rules, position, &mut chance, &mut Silence);
        let mut options = Options::new();
        while let Some(decision) = table.decision() {
            let (seat, rival) = (decision.seat, decision.seat.rival());
            let real = table.position();
            let world = Strata::imagine(&rules, real, seat, &mut chance);
            let mut copies: BTreeMap<DefId, u32> = BTreeMap::new();
            let mut recalled: [Vec<DefId>; 2] = [Vec::new(), Vec::new()];
            for (number, card) in brought(real, rival) {
                if real.card(card).known(seat) {
                    assert_eq!(real.def_id(card), world.def_id(card), "a known card is another one");
                    known += u32::from(number == zone(rival, Zone::Hand));
                }
                changed += u32::from(real.def_id(card) != world.def_id(card));
                *copies.entry(world.def_id(card)).or_default() += 1;
                for (recalled, pos) in recalled.iter_mut().zip([real, &world]) {
                    if pos.recalled.has(card) {
                        assert!(!pos.card(card).known(seat), "what is remembered is not known to be where it is");
                        recalled.push(pos.def_id(card));
                    }
                }
            }
            recalled.iter_mut().for_each(|recalled| recalled.sort_unstable());
            assert_eq!(recalled[0], recalled[1], "a card that was seen is forgotten");
            remembered += recalled[0].len();
            assert!(copies.values().all(|&count| count <= 2), "seed {seed}: {copies:?}");
            table.options(&rules, &mut options);
            let pick = chance.one_of(options.len() as u32) as usize;
            table.take(&rules, options[pick], &mut chance, &mut Silence);
        }
    }
    assert!(known > 10, "only {known} known cards in hands were met");
    assert!(changed > 50_000, "only {changed} hidden cards were drawn anew");
    assert!(remembered > 100, "only {remembered} cards were remembered");
}
