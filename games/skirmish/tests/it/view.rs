//! Who sees what of a hand.

use crate::common;

use playmat_cards::{CardGame, Value};
use playmat_kernel::{Audience, Seat};
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
