//! The own hand, and piles in an order that tells nothing.

use playmat_cards::{Card, CardRef};
use playmat_kernel::Seat;

use super::rows::HandRow;
use super::{PILE, number};
use crate::state::{MOST_CARDS, Position, Zone};

#[inline]
pub fn hand(pos: &Position, me: Seat, out: &mut [i16; PILE * HandRow::LEN]) {
    *out = [0; PILE * HandRow::LEN];
    let (rows, _) = out.as_chunks_mut::<{ HandRow::LEN }>();
    for (row, &card) in rows.iter_mut().zip(pos.pile(me, Zone::Hand)) {
        let data = pos.card(card);
        *row = HandRow { card: number(data.def()), known: i16::from(data.known(me.rival())) }.numbers();
    }
}

/// A pile, ordered by definition.
#[inline]
pub fn pile(pos: &Position, cards: &[CardRef], out: &mut [i16; PILE]) {
    match cards.len() {
        0 => *out = [0; PILE],
        len if len <= HALF => sorted::<HALF>(&pos.cards, cards, out),
        len if len <= PILE => sorted::<LANES>(&pos.cards, cards, out),
        _ => first_sorted(&pos.cards, cards, out),
    }
}

/// The cards of the rival's hand that were seen; how many that are.
#[inline]
pub fn known(pos: &Position, me: Seat, out: &mut [i16; PILE]) -> i16 {
    *out = [0; PILE];
    if pos.shown[me.rival()] == 0 { 0 } else { some_known(pos, me, out) }
}

#[inline(never)]
fn some_known(pos: &Position, me: Seat, out: &mut [i16; PILE]) -> i16 {
    let (mut known, mut count) = ([CardRef::NONE; MOST_CARDS], 0);
    for &card in pos.pile(me.rival(), Zone::Hand).iter().filter(|&&card| pos.card(card).known(me)) {
        known[count] = card;
        count += 1;
    }
    pile(pos, &known[..count], out);
    count as i16
}

/// As many as a processor compares at once, in a few registers.
const LANES: usize = 32;
/// Most piles are shorter.
const HALF: usize = LANES / 2;
const _: () = assert!(PILE <= LANES && Card::MOST_DEFINITIONS * LANES <= 1 << 15);

/// Each card goes to the row with as many before it as cards have a smaller key; no two keys are equal. Every card is compared with
/// all others at once: no branch depends on what the cards are, as it would in a sort.
#[inline]
fn sorted<const N: usize>(data: &[Card; MOST_CARDS], cards: &[CardRef], out: &mut [i16; PILE]) {
    *out = [0; PILE];
    let (mut keys, mut before) = ([0_i16; N], [0_i16; N]);
    for (nth, (key, card)) in keys.iter_mut().zip(cards).enumerate() {
        *key = (usize::from(data[card.0 as usize].def().0) * LANES + nth) as i16;
    }
    for &key in keys.iter().take(cards.len()) {
        count(key, &keys, &mut before);
    }
    for (&key, &row) in keys.iter().zip(&before).take(cards.len()) {
        if let Some(out) = out.get_mut(row as usize) {
            *out = key / LANES as i16 + 1;
        }
    }
}

/// Counts one more before every larger key. Not inlined: within the loop around it, it would be compiled to single numbers.
#[inline(never)]
fn count<const N: usize>(key: i16, keys: &[i16; N], before: &mut [i16; N]) {
    for (before, other) in before.iter_mut().zip(keys) {
        *before += i16::from(key < *other);
    }
}

/// The first of more cards than there are rows: of a scene, or of a deck that is not legal.
#[cold]
#[inline(never)]
fn first_sorted(data: &[Card; MOST_CARDS], cards: &[CardRef], out: &mut [i16; PILE]) {
    let mut numbers = [i16::MAX; MOST_CARDS];
    for (number, card) in numbers.iter_mut().zip(cards) {
        *number = self::number(data[card.0 as usize].def());
    }
    numbers.sort_unstable();
    out.copy_from_slice(&numbers[..PILE]);
}
