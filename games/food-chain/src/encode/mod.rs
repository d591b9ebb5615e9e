//! What the asked seat sees, as numbers for learning players: the blocks of an observation, one after the other. What they mean is said
//! in `layout` and `rows`; `features` are those of definitions.
//!
//! Everything is written from the seat's point of view, reads only what the seat knows, and does not depend on the numbers of hidden
//! cards: they differ from world to world.

mod features;
mod layout;
mod rows;

use arrayvec::ArrayVec;
use playmat_cards::{CardRef, DefId, Encode, Layout};
use playmat_kernel::{Decision, Seat};

use crate::rules::Rules;
use crate::state::{BARRED, BESIDE, MOST_CARDS, Position, SLOTS, Zone};
use crate::{Choice, FoodChain};
use layout::{
    BESIDE_COLUMNS, DECK, HAND, HAND_COLUMNS, KNOWN, KNOWN_COLUMNS, LAYOUT, PILE_COLUMNS, PLACE_COLUMNS, SET_COLUMNS,
};
use rows::{Asks, GIFT, HEADER, KEYWORDS, PLACE, Said, different, flag, id, place_row};

impl Encode for FoodChain {
    const LAYOUT: Layout = LAYOUT;

    #[inline]
    fn encode(rules: &Rules, pos: &Position, decision: Decision, out: &mut [i16]) {
        let me = decision.seat;
        let rival = me.rival();
        let mut blocks = Blocks { rest: out, next: 0 };
        let header = blocks.next();
        places(pos, me, blocks.next());
        beside(pos, me, blocks.next());
        let mut more = hand(pos, me, blocks.next());
        more += set(pos, me, blocks.next());
        gifts(rules, pos, me, blocks.next());
        more += deck(pos, me, blocks.next());
        for which in [Zone::Carrion, Zone::Exile, Zone::Limbo] {
            for seat in [me, rival] {
                more += pile(pos, pos.pile(seat, which), blocks.next());
            }
        }
        more += known(pos, me, blocks.next());
        write(header, rows::header(pos, decision, &Asks::of(rules, pos, me), more));
    }

    #[inline]
    fn encode_option(rules: &Rules, pos: &Position, decision: Decision, choice: Choice, out: &mut [i16]) {
        write(out, rows::option(pos, decision.seat, &Said::of(rules, pos, decision.seat, choice)));
    }

    fn encode_definition(rules: &Rules, def: DefId, out: &mut [i16]) {
        features::write(rules, def, out);
    }
}

/// The blocks of an observation that are still to be written.
struct Blocks<'a> {
    rest: &'a mut [i16],
    next: usize,
}

impl<'a> Blocks<'a> {
    /// The next one.
    #[inline(always)]
    fn next(&mut self) -> &'a mut [i16] {
        let (block, rest) = std::mem::take(&mut self.rest).split_at_mut(LAYOUT.observation[self.next].len());
        (self.rest, self.next) = (rest, self.next + 1);
        block
    }
}

/// Writes a row.
#[inline(always)]
fn write<const N: usize>(out: &mut [i16], row: [i16; N]) {
    if let Some(out) = out.first_chunk_mut() {
        *out = row;
    }
}

/// The slots of both sides.
#[inline(always)]
fn places(pos: &Position, me: Seat, out: &mut [i16]) {
    let (rows, _) = out.as_chunks_mut::<{ PLACE_COLUMNS.len() }>();
    for (at, row) in rows.iter_mut().enumerate() {
        let (seat, place) = (if at < SLOTS { me } else { me.rival() }, at % SLOTS);
        let slot = &pos.field[seat][place];
        if !slot.taken() {
            *row = [0; PLACE_COLUMNS.len()];
            continue;
        }
        write(row, rows::place(pos, slot, pos.field.passing_at(seat, place), me));
        if let Some(words) = row.last_chunk_mut::<{ KEYWORDS.len() }>() {
            rows::keywords(slot, words);
        }
    }
}

/// The field spells beside the slots.
#[inline(always)]
fn beside(pos: &Position, me: Seat, out: &mut [i16]) {
    let (rows, _) = out.as_chunks_mut::<{ BESIDE_COLUMNS.len() }>();
    for (seat, row) in [me, me.rival()].into_iter().zip(rows) {
        let slot = &pos.field[seat][BESIDE];
        *row = [0; BESIDE_COLUMNS.len()];
        if slot.taken() {
            let data = pos.card(slot.card);
            *row = [id(data.def()), flag(data.owner() == me), flag(data.made())];
        }
    }
}

/// The own hand. Returns how many cards have no row, as the others do.
#[inline(always)]
fn hand(pos: &Position, me: Seat, out: &mut [i16]) -> usize {
    let hand = pos.pile(me, Zone::Hand);
    if hand.len() > HAND {
        return large_hand(pos, me, hand, out);
    }
    let (rows, _) = out.as_chunks_mut();
    let (used, unused) = rows.split_at_mut(hand.len());
    for (row, &card) in used.iter_mut().zip(hand) {
        *row = in_hand(pos, me, card, 1);
    }
    unused.fill([0; HAND_COLUMNS.len()]);
    0
}

#[inline(always)]
fn in_hand(pos: &Position, me: Seat, card: CardRef, count: usize) -> [i16; HAND_COLUMNS.len()] {
    let data = pos.card(card);
    let [own, token, known] = [data.owner() == me, data.made(), data.known(me.rival())].map(flag);
    [id(data.def()), own, token, flag(data.has(BARRED)), known, count as i16]
}

/// A hand of more cards than rows.
#[cold]
#[inline(never)]
fn large_hand(pos: &Position, me: Seat, hand: &[CardRef], out: &mut [i16]) -> usize {
    out.fill(0);
    let (rows, _) = out.as_chunks_mut();
    let mut left = hand.len();
    for (row, (card, count)) in rows.iter_mut().zip(different(pos, hand)) {
        *row = in_hand(pos, me, card, count);
        left -= count;
    }
    left
}

/// The own set cards.
#[inline(always)]
fn set(pos: &Position, me: Seat, out: &mut [i16]) -> usize {
    out.fill(0);
    let cards = pos.pile(me, Zone::Set);
    let (rows, _) = out.as_chunks_mut::<{ SET_COLUMNS.len() }>();
    for (row, &card) in rows.iter_mut().zip(cards) {
        let data = pos.card(card);
        *row = [id(data.def()), flag(data.has(BARRED)), flag(data.known(me.rival()))];
    }
    cards.len().saturating_sub(rows.len())
}

/// The gained abilities.
#[inline(always)]
fn gifts(rules: &Rules, pos: &Position, me: Seat, out: &mut [i16]) {
    out.fill(0);
    if !pos.field.has_gifts() {
        return;
    }
    let all = [me, me.rival()].into_iter().flat_map(|seat| (0..=BESIDE).map(move |place| (seat, place)));
    let all = all.flat_map(|(seat, place)| pos.field.gifts(seat, place).map(move |gift| (seat, place, gift)));
    for (row, (seat, place, (ability, times, waiting))) in out.chunks_exact_mut(GIFT.len()).zip(all) {
        write(row, rows::gift(rules, place_row(seat, place, me), ability, times, waiting));
    }
}

/// The own deck, sorted: its order is nobody's business. Each card is put behind all that are less, without a branch, since nobody can
/// predict their order.
#[inline(always)]
fn deck(pos: &Position, me: Seat, out: &mut [i16]) -> usize {
    const ROOM: usize = 24;
    // A definition has 10 bits; its place behind it tells copies apart.
    const { assert!(DECK <= ROOM && ROOM <= 32) };
    let cards = pos.pile(me, Zone::Deck);
    if cards.len() > DECK {
        return large_deck(pos, cards, out);
    }
    let mut keys = [i16::MAX; ROOM];
    for (at, (key, &card)) in keys.iter_mut().zip(cards).enumerate() {
        *key = (pos.def_id(card).0 << 5) as i16 | at as i16;
    }
    let mut ranks = [0i16; ROOM];
    for &less in &keys[..cards.len()] {
        for (rank, &key) in ranks.iter_mut().zip(&keys) {
            *rank += flag(less < key);
        }
    }
    let mut sorted = [0; 32];
    for (&rank, &key) in ranks.iter().zip(&keys).take(cards.len()) {
        sorted[rank as usize % 32] = (key >> 5) + 1;
    }
    out.copy_from_slice(&sorted[..DECK]);
    0
}

/// A deck of more cards than are allowed.
#[cold]
#[inline(never)]
fn large_deck(pos: &Position, cards: &[CardRef], out: &mut [i16]) -> usize {
    let mut sorted: ArrayVec<DefId, MOST_CARDS> = cards.iter().map(|&card| pos.def_id(card)).collect();
    sorted.sort_unstable();
    out.iter_mut().zip(sorted).for_each(|(out, def)| *out = id(def));
    cards.len() - DECK
}

/// A public pile: cards of a deck have a row each, those that were made share one if they are alike.
#[inline(always)]
fn pile(pos: &Position, cards: &[CardRef], out: &mut [i16]) -> usize {
    let (rows, _) = out.as_chunks_mut::<{ PILE_COLUMNS.len() }>();
    let (mut used, mut more) = (0, 0);
    for &card in cards {
        let data = pos.card(card);
        let made = data.made();
        if made && let Some(like) = rows[..used].iter_mut().find(|row| row[0] == id(data.def()) && row[1] != 0) {
            like[1] += 1;
        } else if let Some(row) = rows.get_mut(used) {
            *row = [id(data.def()), flag(made)];
            used += 1;
        } else {
            more += 1;
        }
    }
    rows[used..].fill([0; PILE_COLUMNS.len()]);
    more
}

/// What is known of the rival's hand and set cards. In which order they came there nobody knows: they are sorted.
#[inline(always)]
fn known(pos: &Position, me: Seat, out: &mut [i16]) -> usize {
    out.fill(0);
    let hidden = pos.pile(me.rival(), Zone::Hand).iter().chain(pos.pile(me.rival(), Zone::Set));
    if hidden.fold(false, |any, &card| any | pos.card(card).known(me)) { some_known(pos, me, out) } else { 0 }
}

#[inline(never)]
fn some_known(pos: &Position, me: Seat, out: &mut [i16]) -> usize {
    let mut all: ArrayVec<[i16; KNOWN_COLUMNS.len()], MOST_CARDS> = ArrayVec::new();
    for (zone, which) in [(1, Zone::Hand), (2, Zone::Set)] {
        let cards = pos.pile(me.rival(), which).iter().map(|&card| pos.card(card)).filter(|data| data.known(me));
        all.extend(cards.map(|data| [zone, id(data.def()), flag(data.owner() == me), flag(data.made())]));
    }
    all.sort_unstable();
    for (row, &[zone, card, own, token]) in out.chunks_exact_mut(KNOWN_COLUMNS.len()).zip(&all) {
        write(row, [card, zone, own, token]);
    }
    all.len().saturating_sub(KNOWN)
}

const _: () = assert!(HEADER.len() == LAYOUT.observation[0].len() && PLACE.len() + KEYWORDS.len() == PLACE_COLUMNS.len());
const _: () = assert!(KNOWN * KNOWN_COLUMNS.len() == LAYOUT.observation[LAYOUT.observation.len() - 1].len());
