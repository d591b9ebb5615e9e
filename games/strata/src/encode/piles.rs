//! The chain, the hand, extra and forbidden plays, and all cards elsewhere.

use playmat_cards::{Card, CardRef};
use playmat_kernel::Seat;

use super::names::{CARD_ROWS, CHAIN_ROWS, HAND_ROWS};
use super::{CardRow, ChainRow, HandRow, LimitRow, Seen, number};
use crate::filters::FilterId;
use crate::frames::{Attack, Frame, Kept, Play, Run};
use crate::state::{PLACES, Place, USED, Zone};

/// A target that is a card off the table.
const OFF_TABLE: i16 = -1;
/// A direct attack.
const PLAYER: i16 = -2;

impl Seen<'_> {
    /// The links, the oldest first; of too many the newest. Returns how many there are.
    #[inline(never)]
    pub(super) fn chain(self, out: &mut [ChainRow]) -> usize {
        let frames = self.pos.agenda.frames();
        let mut rows = out.iter_mut();
        let mut count = 0;
        // Most often the turn alone is to go on.
        if frames.len() > 1 {
            count = self.pos.links();
            let links = frames.iter().filter(|frame| frame.is_link()).skip(count.saturating_sub(CHAIN_ROWS));
            for (frame, row) in links.zip(rows.by_ref()) {
                *row = self.link(frame);
            }
        }
        rows.for_each(|row| *row = [0; _]);
        count
    }

    fn link(self, frame: &Frame) -> ChainRow {
        match frame {
            Frame::Link(run) => self.effect(run),
            Frame::Play(play) => self.play(play),
            Frame::Attack(attack) => self.attack(attack),
            _ => [0; _],
        }
    }

    fn effect(self, run: &Run) -> ChainRow {
        let [a, b, c, d, e, f] = self.targets(run);
        let (whose, countered) = (self.whose(run.seat), i16::from(run.flags & Kept::COUNTERED != 0));
        let which = i16::from(run.ability.which()) + 1;
        let answers = self.link_number(run.answers);
        [1, whose, self.def(run.source), self.entity(run.source), which, countered, 0, answers, a, b, c, d, e, f]
    }

    fn play(self, play: &Play) -> ChainRow {
        let base = play.base.map_or(0, |(place, _)| self.spot(place));
        let (countered, down) = (i16::from(play.countered), i16::from(play.down));
        [2, self.whose(play.seat), self.def(play.card), 0, 0, countered, down, 0, base, 0, 0, 0, 0, 0]
    }

    fn attack(self, attack: &Attack) -> ChainRow {
        // Whoever left, or came in its stead, does not attack.
        let card = self.pos.top(attack.attacker);
        let (def, entity) = card.map_or((0, 0), |card| (self.def(card), self.spot(attack.attacker.0)));
        let target = match attack.target.0 {
            Place::NONE => PLAYER,
            place => self.pos.top(attack.target).map_or(OFF_TABLE, |_| self.spot(place)),
        };
        let (whose, countered) = (self.whose(attack.seat), i16::from(attack.countered));
        [3, whose, def, entity, 0, countered, 0, 0, target, 0, 0, 0, 0, 0]
    }

    /// What was chosen for an effect.
    fn targets(self, run: &Run) -> [i16; 6] {
        let [first, second] = run.chosen;
        let [a, b, c] = first.map(|card| self.target(card));
        let [d, e, f] = second.map(|card| self.target(card));
        [a, b, c, d, e, f]
    }

    fn target(self, card: CardRef) -> i16 {
        match self.pos.find(card) {
            Some(place) => self.spot(place),
            None if card.0 < Kept::SHUT.0 => OFF_TABLE,
            None => 0,
        }
    }

    /// The own hand in its order.
    #[inline(never)]
    pub(super) fn hand(self, out: &mut [HandRow]) {
        let mut rows = out.iter_mut();
        for (&card, row) in self.pos.pile(self.me, Zone::Hand).iter().zip(rows.by_ref()) {
            let data = self.pos.card(card);
            let [known, first, second] = [data.known(self.me.rival()), data.has(USED[0]), data.has(USED[1])].map(i16::from);
            *row = [number(data.def()), known, first, second];
        }
        rows.for_each(|row| *row = [0; _]);
    }

    /// Restricted extra plays and forbidden ones.
    #[inline(never)]
    pub(super) fn limits(self, out: &mut [LimitRow]) {
        let (extras, forbids) = (&self.pos.extras, &self.pos.forbids);
        let mut rows = out.iter_mut();
        if !extras.is_empty() || !forbids.is_empty() {
            let extras = extras.iter().map(|extra| self.limit(1, self.pos.turn, extra.left, extra.filter));
            let forbids = forbids.iter().map(|forbid| self.limit(3 - i16::from(forbid.active), forbid.seat, 0, forbid.filter));
            extras.chain(forbids).zip(rows.by_ref()).for_each(|(limit, row)| *row = limit);
        }
        rows.for_each(|row| *row = [0; _]);
    }

    fn limit(self, what: i16, seat: Seat, left: u8, filter: FilterId) -> LimitRow {
        let filter = self.rules.filter(filter);
        let (least, most) = (filter.level.0.min(9), filter.level.1.min(9));
        let types = i16::from(filter.kinds);
        [what, self.whose(seat), i16::from(left), types, filter.subtypes as i16, i16::from(least), i16::from(most)]
    }

    /// All other cards that the seat knows of.
    #[inline(never)]
    pub(super) fn cards(self, out: &mut [CardRow]) {
        let (me, rival) = (self.me, self.me.rival());
        let pile = |seat, which| self.pos.pile(seat, which);
        let mut list = Listed { out: &mut *out, len: 0, counts: [0; _] };
        let all = |_: CardRef| true;
        let known = |card: CardRef| self.pos.card(card).known(me);
        list.pile(self, 1, pile(me, Zone::Deck), all);
        list.pile(self, 2, pile(me, Zone::Discard), all);
        if let Some(beyond) = pile(me, Zone::Hand).get(HAND_ROWS..) {
            list.pile(self, 3, beyond, all);
        }
        list.pile(self, 4, pile(rival, Zone::Discard), all);
        // In which hands and decks anybody may know a card is told beforehand.
        if self.pos.blurry != 0 {
            list.pile(self, 5, pile(rival, Zone::Hand), known);
            list.pile(self, 6, pile(rival, Zone::Deck), known);
        }
        if !self.pos.recalled.is_empty() {
            self.recalled(&mut list);
        }
        for (at, first) in [(0, 11), (2 * PLACES, 11 + PLACES)] {
            for stack in 0..PLACES {
                for &card in self.pos.under(self.place(at + stack)).iter().rev() {
                    list.push((first + stack) as i16, number(self.pos.def_id(card)), 1);
                }
            }
        }
        let len = list.len;
        out[len..].fill([0; _]);
    }

    /// Cards of the rival that were seen and are somewhere among the hidden ones.
    #[cold]
    #[inline(never)]
    fn recalled(self, list: &mut Listed<'_>) {
        let mut cards = [CardRef::NONE; CARD_ROWS];
        let mut len = 0;
        for card in self.pos.recalled.iter().filter(|card| !self.knows(*card)) {
            cards[len] = card;
            len += 1;
        }
        list.pile(self, 7, &cards[..len], |_| true);
    }
}

/// The rows of cards that were written so far.
struct Listed<'a> {
    out: &'a mut [CardRow],
    len: usize,
    /// How many there are of each definition, in the pile that is being counted; 0 in between.
    counts: [u8; Card::MOST_DEFINITIONS],
}

impl Listed<'_> {
    #[inline]
    fn push(&mut self, place: i16, def: i16, count: i16) {
        debug_assert!(self.len < CARD_ROWS, "every row stands for a card of its own");
        if let Some(row) = self.out.get_mut(self.len) {
            *row = [place, def, count];
            self.len += 1;
        }
    }

    /// The cards of a pile by definition: neither their order nor which of two copies it is may tell.
    #[inline]
    fn pile(&mut self, seen: Seen<'_>, place: i16, cards: &[CardRef], keep: impl Fn(CardRef) -> bool) {
        const WORDS: usize = Card::MOST_DEFINITIONS / 64;
        let mut there = [0_u64; WORDS];
        for &card in cards {
            let def = seen.pos.def_id(card).0 as usize % Card::MOST_DEFINITIONS;
            let one = keep(card);
            self.counts[def] += u8::from(one);
            there[def / 64] |= u64::from(one) << (def % 64);
        }
        let words = seen.rules.defs.len().div_ceil(64).min(WORDS);
        for (word, left) in there[..words].iter_mut().enumerate() {
            while *left != 0 {
                let def = 64 * word + left.trailing_zeros() as usize;
                *left &= *left - 1;
                let count = std::mem::take(&mut self.counts[def]);
                self.push(place, def as i16 + 1, i16::from(count));
            }
        }
    }
}
