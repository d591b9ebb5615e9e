//! Random games of Strata, fast: the moves of a turn are picked from a set of places, without writing the list.
//!
//! Without it (each question listed, one option taken) a random game takes 10 % more instructions. `tools/instructions.sh check` tells.

use playmat_cards::{CardRef, Event as Said};
use playmat_kernel::{Chance, Fast, Listener, Options, Silence, Step};

use crate::Strata;
use crate::bits::Bits;
use crate::choice::{Choice, answers};
use crate::facts::Cx;
use crate::frames::Frame;
use crate::moves::{self, FIELD, Hand, Move, attacks, on_field};
use crate::play::{self, Room};
use crate::rules::{EFFECTS, Rules};
use crate::state::{Phase, Place, Position, Zone, zone};

impl Fast for Strata {
    #[inline]
    fn pick_and_take<C: Chance>(
        rules: &Rules,
        pos: &mut Position,
        room: &mut Options<Choice>,
        which: impl FnOnce(&mut C, usize) -> usize,
        chance: &mut C,
    ) -> Step {
        Cx { rules, pos, chance, heard: &mut Silence }.pick_and_take(room, which)
    }
}

/// The most cards of a hand for which there are places.
const HAND: usize = FIELD / 4;

/// Everything that is listed, as one set in the order of the list: see [`Move::at`]. None for too many cards in hand.
#[inline(always)]
fn all(rules: &Rules, pos: &Position) -> Option<Bits> {
    let first = if pos.phase == Phase::Main { in_hand(rules, pos)? } else { attacks(pos) };
    Some(Bits(first | on_field(rules, pos)))
}

/// What may be done with the cards of the hand in a main phase. None if they are too many for a set.
#[inline]
fn in_hand(rules: &Rules, pos: &Position) -> Option<u64> {
    let number = zone(pos.turn, Zone::Hand);
    let cards: &[CardRef; HAND] = pos.zones.first_eight(number)?;
    let there = (1 << (4 * pos.zones.len(number))) - 1;
    let mut plays = 0;
    if !Hand::is_simple(pos) {
        plays = plays_in_detail(rules, pos);
    } else if Room::is_left(pos, pos.turn) {
        let onto = Room::of(pos, pos.turn).onto;
        // All eight are looked at, without a branch, since their number cannot be predicted.
        let fits = |card: CardRef| u64::from(rules.onto(pos.def_id(card)) & onto != 0);
        plays = cards.iter().zip(0..).fold(0, |set, (&card, at)| set | fits(card) << (4 * at));
    }
    plays &= there;
    let uses = if pos.watch[pos.turn].uses() { uses_in_hand(rules, pos, cards, there) } else { 0 };
    Some(plays | plays << 1 | uses)
}

/// The plays where some are forbidden, or for some cards only.
#[inline(never)]
fn plays_in_detail(rules: &Rules, pos: &Position) -> u64 {
    let hand = Hand::of(pos);
    let can = |card: CardRef| u64::from(hand.can_play(rules, pos, card));
    pos.pile(hand.seat, Zone::Hand).iter().zip(0..HAND).fold(0, |set, (&card, at)| set | can(card) << (4 * at))
}

/// Which effects of cards in hand can be used from there.
#[inline(never)]
fn uses_in_hand(rules: &Rules, pos: &Position, cards: &[CardRef; HAND], there: u64) -> u64 {
    let has_one = |card: CardRef| u64::from(rules.def(pos.def_id(card)).from_hand());
    let having = cards.iter().zip(0..).fold(0, |set, (&card, at)| set | has_one(card) << (4 * at));
    let mut set = 0;
    for place in Bits(having & there).iter() {
        for which in 0..EFFECTS as u8 {
            let can = play::can_use_from_hand(rules, pos, cards[place / 4 % HAND], which).is_ok();
            set |= u64::from(can) << (place + 2 + which as usize);
        }
    }
    set
}

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// What moves and their parts are about is picked from a set. Any other answer is read where it was written: in parts, for which the
    /// processor need not wait.
    #[inline]
    fn pick_and_take(&mut self, room: &mut Options<Choice>, which: impl FnOnce(&mut C, usize) -> usize) -> Step {
        let which = |count| which(self.chance, count);
        match self.pos.agenda.top_ref() {
            Some(Frame::Turn) => {
                if let Some(all) = all(self.rules, self.pos) {
                    let place = all.nth(which(all.len()));
                    return self.take_picked(place);
                }
                moves::list(self.rules, self.pos, room);
                let at = which(room.len());
                self.take_move(room[at])
            }
            _ => {
                answers(self.rules, self.pos, room);
                let at = which(room.len());
                self.take_answer(&room[at])
            }
        }
    }

    /// Takes the move at a place in the set of all moves: its kind is decided once.
    #[inline(always)]
    fn take_picked(&mut self, place: usize) -> Step {
        let seat = self.pos.turn;
        let in_hand = |pos: &Position, at: u8| pos.pile(seat, Zone::Hand)[at as usize];
        let there = |pos: &Position, at: u8| pos.slot(Place::stack(seat, at as usize)).card;
        match Move::at(self.pos, place) {
            Move::Play(at, down) => self.take_play(in_hand(self.pos, at), down),
            Move::Discard(at, which) => self.activate(in_hand(self.pos, at), which),
            Move::Use(at, which) => self.activate(there(self.pos, at), which),
            Move::Flip(at) => self.take_flip(there(self.pos, at)),
            Move::Attack(at) => self.take_attack(Place::stack(seat, at as usize)),
            Move::Next => self.take_next(),
            Move::End => self.take_end(),
        }
    }
}
