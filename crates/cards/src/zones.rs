//! Where every card is: one row of all cards, cut into zones.
//!
//! Because the zones are parts of one row, a card is always in exactly one of them.

use crate::CardRef;
use crate::bytes::{EVERY, bytes_like};

/// One of the zones, by its number. A game has a function that says which one each of its zones is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ZoneId(pub usize);

/// From which zone to which cards go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Where they are.
    pub from: ZoneId,
    /// Where they go.
    pub to: ZoneId,
}

/// `N` cards in `Z` zones. Cards that are not in the game are in the last zone. The last card of a zone is its top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Zones<const N: usize, const Z: usize> {
    ends: [u8; Z],
    row: [u8; N],
}

impl<const N: usize, const Z: usize> Zones<N, Z> {
    /// All cards out of the game; the first one taken is card 0.
    pub const fn new() -> Self {
        assert!(N < CardRef::NONE.0 as usize && Z > 1);
        let (mut row, mut ends) = ([0; N], [0; Z]);
        let mut at = 0;
        while at < N {
            row[at] = (N - 1 - at) as u8;
            at += 1;
        }
        ends[Z - 1] = N as u8;
        Zones { row, ends }
    }

    /// So many cards in each zone but the last; the cards are numbered from 0 in the order of the zones.
    pub fn filled(counts: [u8; Z]) -> Self {
        let mut zones = Zones { row: std::array::from_fn(|i| i as u8), ends: [0; Z] };
        let mut end = 0;
        for (zone, count) in zones.ends.iter_mut().zip(counts) {
            end += count;
            *zone = end;
        }
        assert!(end as usize <= N, "there is room for {N} cards");
        zones.ends[Z - 1] = N as u8;
        zones
    }

    /// The cards of a zone, the top one last.
    #[inline]
    pub fn zone(&self, ZoneId(zone): ZoneId) -> &[CardRef] {
        as_cards(&self.row[self.start(zone)..self.ends[zone] as usize])
    }

    /// How many cards are in it.
    #[inline]
    pub fn len(&self, ZoneId(zone): ZoneId) -> usize {
        self.ends[zone] as usize - self.start(zone)
    }

    /// Whether no card is in it.
    #[inline]
    pub fn is_empty(&self, zone: ZoneId) -> bool {
        self.len(zone) == 0
    }

    /// The top card.
    #[inline]
    pub fn top(&self, zone: ZoneId) -> Option<CardRef> {
        self.zone(zone).last().copied()
    }

    /// Puts the top card of a zone on top of another; none if there is none.
    #[inline]
    pub fn put_top(&mut self, way: Way) -> Option<CardRef> {
        let card = self.top(way.from)?;
        self.shift(card, self.ends[way.from.0] as usize - 1, way);
        Some(card)
    }

    /// Puts the first card of a zone on top of one that lies far below it in the row; none if there is none.
    #[inline]
    pub fn put_first(&mut self, way: Way) -> Option<CardRef> {
        debug_assert!(way.to < way.from);
        let card = *self.zone(way.from).first()?;
        self.shift_far(card, self.ends[way.to.0] as usize, self.start(way.from.0), false);
        self.recount(1, way);
        Some(card)
    }

    /// The zone just below takes over the first card of a zone. No card moves: put a zone that cards are often drawn from just
    /// above the zone that they go to, with its top first. Returns the card and whether there was one; any card if not. Without a
    /// branch.
    #[inline]
    pub fn hand_down(&mut self, ZoneId(from): ZoneId) -> (CardRef, bool) {
        let first = self.ends[from - 1];
        let there = first < self.ends[from];
        self.ends[from - 1] = first + u8::from(there);
        (CardRef(self.row[(first as usize).min(N - 1)]), there)
    }

    /// Puts cards from the top of a zone onto another, as if one by one, as long as there are any. Returns them in that order.
    pub fn deal(&mut self, way: Way, count: usize) -> &[CardRef] {
        let count = count.min(self.len(way.from));
        let Way { from: ZoneId(from), to: ZoneId(to) } = way;
        let (first, end) = (self.start(from), self.ends[from] as usize);
        if to + 1 == from && count <= 8 && self.deal_below(first, end, count) {
            self.ends[to] += count as u8;
            return as_cards(&self.row[first..first + count]);
        }
        let dealt = self.shift_all(end - count, count, way);
        dealt.reverse();
        as_cards(dealt)
    }

    /// Moves up to eight cards from the end of a part of the row to its beginning, the last one first, in one word. False if
    /// there is no room for a word.
    #[inline]
    fn deal_below(&mut self, first: usize, end: usize, count: usize) -> bool {
        let Some(&top) = self.row.get(..end).and_then(<[u8]>::last_chunk) else { return false };
        if first + 8 > N {
            return false;
        }
        self.row.copy_within(first..end - count, first + count);
        let Some(window) = self.row.get_mut(first..).and_then(<[u8]>::first_chunk_mut) else { return false };
        let (dealt, others) = (u64::from_be_bytes(top), u64::from_le_bytes(*window));
        let beyond = u64::MAX.checked_shl(8 * count as u32).unwrap_or(0);
        *window = (dealt & !beyond | others & beyond).to_le_bytes();
        true
    }

    /// The eight places from the beginning of a zone on, if the zone has no more cards. Those behind its cards belong to other
    /// zones.
    #[inline]
    pub fn first_eight(&self, zone: ZoneId) -> Option<&[CardRef; 8]> {
        as_cards(self.row.get(self.start(zone.0)..)?).first_chunk().filter(|_| self.len(zone) <= 8)
    }

    /// Puts all cards of a zone on top of another, in their order, and returns them to be reordered.
    pub fn pour(&mut self, way: Way) -> &mut [u8] {
        self.shift_all(self.start(way.from.0), self.len(way.from), way)
    }

    /// Whether a card is in a zone.
    #[inline]
    pub fn holds(&self, ZoneId(zone): ZoneId, card: CardRef) -> bool {
        memchr::memchr(card.0, &self.row[self.start(zone)..self.ends[zone] as usize]).is_some()
    }

    /// The zone a card is in.
    #[inline]
    pub fn zone_of(&self, card: CardRef) -> ZoneId {
        self.zone_at(self.place(card))
    }

    /// The place of a card in its zone. Without a loop among the first eight, since its place in a hand cannot be predicted.
    #[inline]
    pub fn place_in(&self, zone: ZoneId, card: CardRef) -> usize {
        debug_assert_eq!(self.zone_of(card), zone, "the card is in that zone");
        let first = self.start(zone.0);
        let window = self.row.get(first..).and_then(<[u8]>::first_chunk);
        match window.map_or(0, |window| bytes_like(u64::from_le_bytes(*window), card.0)) {
            0 => self.place(card) - first,
            found => found.trailing_zeros() as usize / 8,
        }
    }

    /// Puts a card on top of a zone. Returns the zone it was in.
    #[inline]
    pub fn put(&mut self, card: CardRef, to: ZoneId) -> ZoneId {
        let at = self.place(card);
        let from = self.zone_at(at);
        self.shift(card, at, Way { from, to });
        from
    }

    /// [`Zones::put`] for a card whose zone is known, which is faster.
    #[inline]
    pub fn put_from(&mut self, card: CardRef, way: Way) {
        match self.near(card, self.ends[way.from.0] as usize) {
            Some(at) => {
                debug_assert_eq!(self.zone_at(at), way.from, "the card is in that zone");
                self.shift(card, at, way);
            }
            None => self.put_from_below(card, way),
        }
    }

    /// [`Zones::put_from`] for a card with more than seven others of its zone on top.
    #[cold]
    #[inline(never)]
    fn put_from_below(&mut self, card: CardRef, way: Way) {
        let was = self.put(card, way.to);
        debug_assert_eq!(was, way.from, "the card is in that zone");
    }

    /// Puts a card on top of the zone just below its own. For a zone that is not large only one word changes, so zones that cards
    /// often move between should be neighbours.
    #[inline]
    pub fn put_below(&mut self, card: CardRef, from: ZoneId) {
        debug_assert_eq!(self.zone_of(card), from, "the card is in that zone");
        let to = ZoneId(from.0 - 1);
        let first = self.ends[to.0] as usize;
        let window = self.row.get_mut(first..).and_then(<[u8]>::first_chunk_mut);
        if window.is_some_and(|window| slide(window, card)) {
            self.ends[to.0] += 1;
        } else {
            self.put_from_above(card, Way { from, to });
        }
    }

    /// Puts a card on top of a zone below its own. If it does not go far, only one word changes.
    #[inline(always)]
    pub fn put_down(&mut self, card: CardRef, way: Way) {
        debug_assert!(way.to < way.from && self.zone_of(card) == way.from, "the card is in that zone, above the other");
        let first = self.ends[way.to.0] as usize;
        let window = self.row.get_mut(first..).and_then(<[u8]>::first_chunk_mut);
        if window.is_some_and(|window| slide(window, card)) {
            self.recount_one(way);
        } else {
            self.put_from_above(card, way);
        }
    }

    /// For a card with more than seven others of its zone before it.
    #[cold]
    #[inline(never)]
    fn put_from_above(&mut self, card: CardRef, way: Way) {
        self.put_from(card, way);
    }

    /// The place of a card among the eight before this one. Without a loop, since its place in a hand cannot be predicted.
    #[inline]
    fn near(&self, card: CardRef, end: usize) -> Option<usize> {
        let first = end.saturating_sub(8);
        let window = self.row.get(first..)?.first_chunk()?;
        let found = bytes_like(u64::from_le_bytes(*window), card.0);
        (found != 0).then(|| first + found.trailing_zeros() as usize / 8)
    }

    #[inline]
    fn shift(&mut self, card: CardRef, at: usize, way: Way) {
        // The card goes from one end of a part of the row to the other; what lies between makes room.
        let (up, end) = (way.from <= way.to, self.ends[way.to.0] as usize);
        let (first, last) = if up { (at, end - 1) } else { (end, at) };
        self.recount_one(way);
        match self.row.get_mut(first..).and_then(<[u8]>::first_chunk_mut) {
            // Most cards do not go far: eight places are one word.
            Some(window) if last.wrapping_sub(first) < 8 => {
                let word = u64::from_le_bytes(*window);
                let bits = 8 * (last - first);
                let beyond = u64::MAX << bits << 8;
                let (part, card) = (word & !beyond, u64::from(card.0));
                let moved = if up { part >> 8 | card << bits } else { part << 8 & !beyond | card };
                *window = (word & beyond | moved).to_le_bytes();
            }
            _ => self.shift_far(card, first, last, up),
        }
    }

    /// Shifts several cards that lie side by side at the top of a zone, or are all of it.
    #[inline]
    fn shift_all(&mut self, at: usize, count: usize, way: Way) -> &mut [u8] {
        let end = self.ends[way.to.0] as usize;
        let first = if way.from <= way.to {
            self.row[at..end].rotate_left(count);
            end - count
        } else {
            self.row[end..at + count].rotate_right(count);
            end
        };
        self.recount(count as u8, way);
        &mut self.row[first..first + count]
    }

    /// Moves the ends of the zones between two. Eight ends at once: none leaves its byte.
    #[inline]
    fn recount(&mut self, count: u8, way: Way) {
        let word = |bytes: &[u8]| u64::from_le_bytes(std::array::from_fn(|i| bytes[i]));
        let many = |bytes: &[u8]| word(bytes) * u64::from(count);
        let (before, after) = (&Self::BELOW[way.from.0], &Self::BELOW[way.to.0]);
        let whole = Z / 8 * 8;
        for at in (0..whole).step_by(8) {
            let ends = word(&self.ends[at..at + 8]) + many(&before[at..at + 8]) - many(&after[at..at + 8]);
            self.ends[at..at + 8].copy_from_slice(&ends.to_le_bytes());
        }
        if whole > 0 && whole + 3 < Z {
            // The last eight overlap with those before, which have been counted.
            let counted = u64::MAX << (8 * (whole + 8 - Z) % 64);
            let (before, after) = (many(&before[Z - 8..]) & counted, many(&after[Z - 8..]) & counted);
            let ends = word(&self.ends[Z - 8..]) + before - after;
            self.ends[Z - 8..].copy_from_slice(&ends.to_le_bytes());
        } else {
            // One or two alone: the last zone ends where the row does.
            for at in whole..Z - 1 {
                self.ends[at] = self.ends[at] + count * before[at] - count * after[at];
            }
        }
    }

    /// [`Zones::recount`] for one card: most cards stay within eight zones whose ends are one word.
    #[inline]
    fn recount_one(&mut self, way: Way) {
        let Way { from: ZoneId(from), to: ZoneId(to) } = way;
        match self.ends.get_mut(from / 8 * 8..).and_then(<[u8]>::first_chunk_mut) {
            Some(word) if Z.is_multiple_of(8) && from / 8 == to / 8 => {
                let below = |zone: usize| EVERY & !(u64::MAX << (8 * (zone % 8)));
                let ends = u64::from_le_bytes(*word) + below(from) - below(to);
                *word = ends.to_le_bytes();
            }
            _ => self.recount(1, way),
        }
    }

    #[inline(never)]
    fn shift_far(&mut self, card: CardRef, first: usize, last: usize, up: bool) {
        if let Some(window) = self.row.get_mut(first..first.wrapping_add(16)).filter(|_| last.wrapping_sub(first) < 16) {
            // Sixteen places are two words.
            let word = u128::from_le_bytes(std::array::from_fn(|i| window[i]));
            let bits = 8 * (last - first);
            let beyond = u128::MAX << bits << 8;
            let (part, card) = (word & !beyond, u128::from(card.0));
            let moved = if up { part >> 8 | card << bits } else { part << 8 & !beyond | card };
            window.copy_from_slice(&(word & beyond | moved).to_le_bytes());
        } else if up {
            self.row.copy_within(first + 1..last + 1, first);
            self.row[last] = card.0;
        } else {
            self.row.copy_within(first..last, first + 1);
            self.row[first] = card.0;
        }
    }

    /// For each zone a one for all zones below it.
    const BELOW: [[u8; Z]; Z] = {
        let mut below = [[0; Z]; Z];
        let mut zone = 0;
        while zone < Z {
            let mut lower = 0;
            while lower < zone {
                below[zone][lower] = 1;
                lower += 1;
            }
            zone += 1;
        }
        below
    };

    /// Puts a card under all others of a zone. Returns the zone it was in.
    pub fn put_under(&mut self, card: CardRef, to: ZoneId) -> ZoneId {
        let from = self.put(card, to);
        let zone = self.start(to.0)..self.ends[to.0] as usize;
        self.row[zone].rotate_right(1);
        from
    }

    /// Takes a card that is not in the game into a zone; none if all are in the game.
    #[inline]
    pub fn take_new(&mut self, to: ZoneId) -> Option<CardRef> {
        let card = self.top(ZoneId(Z - 1))?;
        self.put(card, to);
        Some(card)
    }

    /// The cards of a zone, to be reordered: a shuffle.
    #[inline]
    pub fn order_mut(&mut self, ZoneId(zone): ZoneId) -> &mut [u8] {
        let range = self.start(zone)..self.ends[zone] as usize;
        &mut self.row[range]
    }

    #[inline]
    fn start(&self, zone: usize) -> usize {
        // Read in any case, to avoid a branch: which zone it is may depend on whose turn it is.
        let before = self.ends[zone.saturating_sub(1)] as usize;
        if zone == 0 { 0 } else { before }
    }

    #[inline]
    fn place(&self, card: CardRef) -> usize {
        memchr::memchr(card.0, &self.row).expect("every card is in a zone")
    }

    #[inline]
    fn zone_at(&self, place: usize) -> ZoneId {
        // Without a branch: counts the zones that end before this place, as bytes, of which the processor compares many at once.
        let place = place as u8;
        ZoneId(self.ends.iter().map(|&end| u8::from(end <= place)).sum::<u8>().into())
    }
}

impl<const N: usize, const Z: usize> Default for Zones<N, Z> {
    fn default() -> Self {
        Self::new()
    }
}

/// Moves a card to the first of eight places; those before it make room. Returns whether it was among them.
#[inline]
fn slide(window: &mut [u8; 8], card: CardRef) -> bool {
    let word = u64::from_le_bytes(*window);
    let found = bytes_like(word, card.0);
    if found != 0 {
        let part = found ^ (found - 1);
        let moved = word << 8 | u64::from(card.0);
        *window = (moved & part | word & !part).to_le_bytes();
    }
    found != 0
}

#[inline]
fn as_cards(ids: &[u8]) -> &[CardRef] {
    bytemuck::cast_slice(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_move_between_zones_and_keep_their_order() {
        let mut zones = Zones::<8, 4>::new();
        let [a, b, c] = std::array::from_fn(|_| zones.take_new(ZoneId(1)).unwrap());
        assert_eq!(zones.zone(ZoneId(1)), [a, b, c]);
        zones.put(b, ZoneId(2));
        zones.put(c, ZoneId(0));
        assert_eq!((zones.zone(ZoneId(0)), zones.zone(ZoneId(1)), zones.zone(ZoneId(2))), (&[c][..], &[a][..], &[b][..]));
        zones.put(b, ZoneId(1));
        assert_eq!(zones.zone(ZoneId(1)), [a, b]);
        zones.put(a, ZoneId(1));
        assert_eq!(zones.zone(ZoneId(1)), [b, a], "put again means put on top");
        zones.put_under(c, ZoneId(1));
        assert_eq!(zones.zone(ZoneId(1)), [c, b, a]);
        assert_eq!(zones.zone_of(b), ZoneId(1));
        assert!(zones.holds(ZoneId(1), b) && !zones.holds(ZoneId(2), b));
        assert_eq!(
            zones.first_eight(ZoneId(0)).map(|cards| &cards[..3]),
            Some(&[c, b, a][..]),
            "zone 0 is empty, zone 1 comes next"
        );
        assert_eq!(zones.first_eight(ZoneId(2)), None, "there are no eight places left");
        assert_eq!((0..4).map(|zone| zones.len(ZoneId(zone))).sum::<usize>(), 8);
    }

    #[test]
    fn many_cards_move_like_one_by_one() {
        let zones = |zones: &Zones<30, 10>| (0..10).map(|zone| zones.zone(ZoneId(zone)).to_vec()).collect::<Vec<_>>();
        let full = Zones::<30, 10>::filled([3, 0, 5, 1, 9, 2, 0, 4, 1, 0]);
        for (from, to) in (0..10).flat_map(|from| (0..10).map(move |to| (from, to))).filter(|(from, to)| from != to) {
            let (is_below, is_next) = (to < from, to + 1 == from);
            let (from, to) = (ZoneId(from), ZoneId(to));
            let way = Way { from, to };
            for count in 0..10 {
                let (mut dealt, mut put) = (full, full);
                let cards = dealt.deal(way, count).to_vec();
                assert_eq!(cards, (0..count).map_while(|_| put.put_top(way)).collect::<Vec<_>>());
                assert_eq!(zones(&dealt), zones(&put), "{count}: {way:?}");
            }
            if is_next {
                let (mut handed, mut put) = (full, full);
                let (card, there) = handed.hand_down(from);
                assert_eq!(there.then_some(card), put.put_first(way));
                assert_eq!(zones(&handed), zones(&put), "the first: {way:?}");
            }
            if is_below {
                let (mut first, mut put) = (full, full);
                let card = first.put_first(way);
                assert_eq!(card, full.zone(from).first().copied());
                card.into_iter().for_each(|card| put.put_from(card, way));
                assert_eq!(zones(&first), zones(&put), "the first: {way:?}");
            }
            let (mut poured, mut put) = (full, full);
            poured.pour(way);
            full.zone(from).iter().for_each(|&card| put.put_from(card, way));
            assert_eq!(zones(&poured), zones(&put), "all: {way:?}");
        }
    }

    #[test]
    fn moves_keep_every_card_in_one_of_many_zones() {
        let mut counts = [0; 16];
        (counts[1], counts[9]) = (20, 20);
        let mut zones = Zones::<64, 16>::filled(counts);
        let mut expected: [Vec<CardRef>; 16] = std::array::from_fn(|zone| zones.zone(ZoneId(zone)).to_vec());
        for turn in 0..2000usize {
            let (card, to) = (CardRef((turn * 37 % 64) as u8), ZoneId(turn * 11 % 16));
            let (from, before) = (zones.zone_of(card), zones);
            let way = Way { from, to };
            assert_eq!(expected[from.0].get(zones.place_in(from, card)), Some(&card), "its place in {from:?}");
            if turn % 2 == 0 {
                zones.put_from(card, way)
            } else {
                assert_eq!(zones.put(card, to), from)
            }
            if to < from {
                let (mut put, mut down) = (before, before);
                put.put(card, to);
                down.put_down(card, way);
                assert_eq!(put, down, "{way:?}");
            }
            if to.0 + 1 == from.0 {
                let (mut put, mut below) = (before, before);
                put.put(card, to);
                below.put_below(card, from);
                assert_eq!(put, below, "{way:?}");
            }
            expected[from.0].retain(|&other| other != card);
            expected[to.0].push(card);
            assert!((0..16).all(|zone| zones.zone(ZoneId(zone)) == expected[zone]), "{way:?}");
        }
    }

    #[test]
    fn the_shelf_runs_out_of_new_cards() {
        let mut zones = Zones::<2, 2>::new();
        assert!(zones.take_new(ZoneId(0)).is_some() && zones.take_new(ZoneId(0)).is_some());
        assert_eq!(zones.take_new(ZoneId(0)), None);
    }
}
