//! Rule sets: decks are legal or say why not, positions are small.

use crate::common;

use playmat_cards::DefId;
use playmat_cards::prelude::*;
use playmat_chance::FastChance;
use playmat_strata::Strata;

#[test]
fn random_decks_are_legal_and_can_level_up() {
    let rules = common::rules(&[]);
    for seed in 0..300 {
        let deck = Strata::random_deck(&rules, None, &mut FastChance::new(seed));
        let faults = Strata::deck_faults(&rules, &deck);
        assert!(deck.len() == 55 && faults.is_empty(), "{faults:?}");
        let levels = [1, 2, 3, 4, 5, 0].map(|level| deck.iter().filter(|&&id| rules.def(id).level == level).count());
        assert_eq!(levels, [22, 10, 6, 1, 1, 15]);
        let types = deck.iter().map(|&id| rules.def(id)).filter(|def| !def.is_magic()).fold(0, |set, def| set | def.kind);
        assert_eq!(types.count_ones(), 2);
    }
}

#[test]
fn all_that_is_wrong_with_a_deck_is_said_at_once() {
    let rules = common::rules(&[]);
    let codes = |deck: &[DefId]| Strata::deck_faults(&rules, deck).iter().map(|fault| fault.code).collect::<Vec<_>>();
    let fifty: Vec<DefId> = (0..25).flat_map(|id| [DefId(id); 2]).collect();
    assert_eq!(codes(&fifty), Vec::<&str>::new());
    assert_eq!(codes(&fifty[1..]), ["deck-size"]);
    assert_eq!(codes(&[DefId(3); 3]), ["deck-size", "deck-copies"]);
    let many: Vec<DefId> = fifty.iter().copied().chain([DefId(0), DefId(1)]).collect();
    let faults = Strata::deck_faults(&rules, &many);
    assert_eq!((faults.len(), faults[0].code, &faults[0].cards[..]), (1, "deck-copies", &[DefId(0), DefId(1)][..]));
}
