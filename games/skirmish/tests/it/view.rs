//! Who sees what of a hand.

use crate::common;

use playmat_cards::prelude::*;
use playmat_cards::{Event, SEAT_NAMES, Value};
use playmat_kernel::{Audience, Game, Options, Seat};
use playmat_skirmish::Skirmish;
use playmat_skirmish::state::{Position, Zone};

/// The owner sees all of it, the rival what they have seen go there, a spectator how many cards there are.
#[test]
fn a_hand_is_shown_to_its_owner_known_to_the_rival_and_counted_by_spectators() {
    let rules = common::rules(&[]);
    let named = |pos: &Position, seat: Seat, audience: Audience| {
        let view = Skirmish::view(&rules, pos, audience);
        let Some(Value::Cards(cards)) = view.part(Some(seat), "hand") else { panic!("there is no hand") };
        assert_eq!(cards.len(), pos.pile(seat, Zone::Hand).len(), "everybody sees how many");
        cards.iter().filter(|card| card.def.is_some()).count()
    };
    let mut returned = 0;
    common::random_games(&rules, 0..60, |pos| {
        for seat in Seat::BOTH {
            let hand = pos.pile(seat, Zone::Hand);
            let known = hand.iter().filter(|&&card| pos.card(card).known(seat.rival())).count();
            returned += known;
            assert_eq!(named(pos, seat, Audience::Player(seat)), hand.len());
            assert_eq!(named(pos, seat, Audience::Player(seat.rival())), known);
            assert_eq!(named(pos, seat, Audience::Public), 0);
        }
    });
    assert!(returned > 50, "only {returned} returned units were met in hands");
}

/// Terrains have names for people; files and programs count them from 0.
#[test]
fn options_and_sentences_name_terrains() {
    let rules = common::rules(&[]);
    let (mut slots, mut dones) = (0, 0);
    common::random_games(&rules, 0..10, |pos| {
        let mut options = Options::new();
        Skirmish::options(&rules, pos, &mut options);
        for &choice in options.iter() {
            let face = Skirmish::face(&rules, pos, choice);
            if let Some((_, slot)) = face.slot {
                let name = ["the Meadow", "the Ruins", "the River", "the Forest", "the Crag"][usize::from(slot)];
                assert!(face.words.contains(&format!("side of {name}")), "{face:?}");
                slots += 1;
            }
            dones += usize::from(face.words == "done for this skirmish");
        }
    });
    assert!(slots > 50 && dones > 10, "{slots} {dones}");
    let event = |what, number, word| Event {
        what,
        cause: None,
        seat: Some(Seat::One),
        cards: vec![],
        number: Some(number),
        word,
        shown_to: None,
    };
    let said = |what, number, word| Skirmish::sentence(&rules, &event(what, number, word), SEAT_NAMES);
    assert_eq!(said("controlled", 2, None), "Player 1 controls the River.");
    assert_eq!(said("modified", 2, Some("0")), "Player 1's side of the Meadow gets +2.");
    assert_eq!(said("cleansed", 4, None), "Player 1's side of the Crag is cleansed.");
}
