//! A world that a seat cannot tell from the real one, and what an option is in all of them.

use arrayvec::ArrayVec;
use playmat_cards::{Card, CardRef, DefId};
use playmat_kernel::{Chance, Seat, shuffle};

use crate::choice::Choice;
use crate::rules::Rules;
use crate::state::{MOST_CARDS, Position, Zone, zone};

/// The most copies of a card that any ruling allows.
const MOST_COPIES: usize = 3;

/// Draws everything anew that the seat does not know: the order of its own deck, and which cards the rival holds and has left.
/// What is drawn fits what was seen: no more copies of a card than a deck may have.
///
/// The result depends on what the seat knows and on chance, and on nothing else: searching bots ask for thousands of worlds, and
/// the real one must not shine through.
pub fn imagine<C: Chance>(rules: &Rules, pos: &Position, seat: Seat, chance: &mut C) -> Position {
    let mut world = *pos;
    let rival = seat.rival();
    let deck = world.shelf.order_mut(zone(seat, Zone::Deck));
    deck.sort_unstable();
    shuffle(deck, chance);

    let mut left = [rules.rulings.copies.most().min(MOST_COPIES) as u8; Card::MOST_DEFINITIONS];
    let mut unknown: ArrayVec<CardRef, MOST_CARDS> = ArrayVec::new();
    for which in [Zone::Graveyard, Zone::Deck, Zone::Hand, Zone::Field] {
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
    let mut pool: ArrayVec<DefId, { MOST_COPIES * Card::MOST_DEFINITIONS }> = ArrayVec::new();
    pool.extend(deck_cards().flat_map(|id| std::iter::repeat_n(id, left[id.0 as usize].into())));
    for card in unknown {
        let def = match pool.len() {
            // More cards than the pool explains: a scene, or a set of few cards. Anything will do but what is really there.
            0 => deck_cards().next().unwrap_or(DefId(0)),
            count => pool.swap_remove(chance.one_of(count as u32) as usize),
        };
        world.cards[card.0 as usize].set_def(def);
    }
    world.want_anew(rules, rival);
    world
}

/// The same in every world that the asked seat cannot tell apart: units on the field are told by their place, all other cards by
/// their name.
pub fn identity(pos: &Position, choice: Choice) -> u64 {
    let spot = |card: CardRef| match pos.find(card) {
        Some(place) => 1 << 16 | u64::from(place.0),
        None => u64::from(pos.def_id(card).0),
    };
    let (tag, what) = match choice {
        Choice::Play(card) => (0, spot(card)),
        Choice::Use(card) => (1, spot(card)),
        Choice::Done => (2, 0),
        Choice::End => (3, 0),
        Choice::Card(card) => (4, spot(card)),
        Choice::Slot(place) => (5, u64::from(place.0)),
        Choice::Branch(branch) => (6, u64::from(branch)),
        Choice::Yes => (7, 0),
        Choice::No => (8, 0),
        Choice::None => (9, 0),
    };
    tag << 32 | what
}
