//! A world that a seat cannot tell from the real one.

use playmat_cards::{CardRef, DefId};
use playmat_kernel::{Chance, Seat, shuffle};

use crate::rules::Rules;
use crate::state::{Position, Zone, zone};

/// Draws everything anew that the seat does not know: the order of its own deck, and which cards the rival holds and has left.
/// What is drawn fits what was seen: no more copies of a card than a deck may have.
pub fn imagine<C: Chance>(rules: &Rules, pos: &Position, seat: Seat, chance: &mut C) -> Position {
    let mut world = *pos;
    let rival = seat.rival();
    shuffle(world.shelf.order_mut(zone(seat, Zone::Deck)), chance);
    let mut left = vec![rules.rulings.copies.most(); rules.defs.len()];
    let mut unknown: Vec<CardRef> = Vec::new();
    for which in [Zone::Graveyard, Zone::Deck, Zone::Hand, Zone::Field, Zone::Limbo] {
        for &card in pos.pile(rival, which) {
            let data = pos.card(card);
            if which.is_public() || data.known(seat) {
                let copies = &mut left[data.def().0 as usize];
                *copies = copies.saturating_sub(1);
            } else {
                unknown.push(card);
            }
        }
    }
    let deck_cards = || rules.pools.iter().flatten().copied();
    let mut pool: Vec<DefId> = deck_cards().flat_map(|id| std::iter::repeat_n(id, left[id.0 as usize])).collect();
    pool.sort_unstable();
    shuffle(&mut pool, chance);
    for card in unknown {
        // More cards than the pool explains: a scene, or a set of few cards. Anything will do but what is really there.
        let def = pool.pop().or_else(|| deck_cards().next()).unwrap_or(DefId(0));
        world.cards[card.0 as usize].set_def(def);
    }
    world
}
