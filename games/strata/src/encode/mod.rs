//! What the asked seat may see, as numbers. Reads what the view shows and nothing else: a card that the seat does not know is a
//! back, the own deck is a multiset, and no number hangs on which of two equal hidden cards it is.

mod columns;
mod definitions;
mod header;
mod piles;
mod table;

use playmat_cards::{CardRef, DefId, Encode, Layout};
use playmat_kernel::{Decision, Seat};

use crate::choice::Choice;
use crate::frames::Frame;
use crate::rules::{EFFECTS, Rules};
use crate::state::{PLACES, Place, Position, SIDE, SPOTS, USED, Zone, place_of_zone, zone, zone_parts};
use crate::{Strata, encode::columns as names};

use names::{CHAIN_ROWS, HAND_ROWS};

impl Encode for Strata {
    const LAYOUT: Layout = Layout {
        version: 1,
        observation: names::OBSERVATION,
        options: names::OPTIONS,
        definitions: definitions::BLOCK,
        pointed: names::ENTITIES,
    };

    fn encode(rules: &Rules, pos: &Position, decision: Decision, out: &mut [i16]) {
        let seen = Seen { rules, pos, me: decision.seat };
        let (header, out) = rows(out, 1);
        let (stacks, out) = rows(out, 2 * PLACES);
        let (magic, out) = rows(out, 2 * PLACES);
        let (hand, out) = rows(out, HAND_ROWS);
        let (chain, out) = rows(out, CHAIN_ROWS);
        let (limits, out) = rows(out, names::LIMIT_ROWS);
        let (cards, _) = rows(out, names::CARD_ROWS);
        let links = seen.chain(chain);
        seen.header(decision, links, &mut header[0]);
        seen.stacks(stacks);
        seen.magic(magic);
        seen.hand(hand);
        seen.limits(limits);
        seen.cards(cards);
    }

    #[inline]
    fn encode_option(rules: &Rules, pos: &Position, decision: Decision, choice: Choice, out: &mut [i16]) {
        let seen = Seen { rules, pos, me: decision.seat };
        let (out, _) = rows(out, 1);
        out[0] = seen.option(choice);
    }

    fn encode_definition(rules: &Rules, def: DefId, out: &mut [i16]) {
        definitions::write(rules, def, out);
    }
}

/// The first rows of what is still to be written, and the rest.
#[inline]
fn rows<const N: usize>(out: &mut [i16], count: usize) -> (&mut [[i16; N]], &mut [i16]) {
    let (block, rest) = out.split_at_mut(N * count);
    (block.as_chunks_mut().0, rest)
}

type Row<const N: usize> = [i16; N];
type HeaderRow = Row<{ names::HEADER.len() }>;
type StackRow = Row<{ names::STACK.len() }>;
type MagicRow = Row<{ names::MAGIC.len() }>;
type HandRow = Row<{ names::HAND.len() }>;
type ChainRow = Row<{ names::CHAIN.len() }>;
type LimitRow = Row<{ names::LIMIT.len() }>;
type CardRow = Row<{ names::CARDS.len() }>;
type OptionRow = Row<{ names::OPTION.len() }>;

/// A position as a seat sees it.
#[derive(Clone, Copy)]
struct Seen<'a> {
    rules: &'a Rules,
    pos: &'a Position,
    me: Seat,
}

/// The number of a definition in a column.
#[inline]
const fn number(def: DefId) -> i16 {
    def.0 as i16 + 1
}

impl Seen<'_> {
    /// Whether the seat knows which card it is.
    #[inline]
    fn knows(self, card: CardRef) -> bool {
        let card = self.pos.card(card);
        card.known(self.me) | (card.owner() == self.me)
    }

    /// The definition of a card, 0 for a back or for none.
    #[inline]
    fn def(self, card: CardRef) -> i16 {
        let is_card = (card.0 as usize) < self.pos.cards.len();
        if is_card && self.knows(card) { number(self.pos.def_id(card)) } else { 0 }
    }

    /// 1 for the own side, 2 for the rival's.
    #[inline]
    fn whose(self, seat: Seat) -> i16 {
        if seat == self.me { 1 } else { 2 }
    }

    /// A place by its number as this seat counts, from 1.
    #[inline]
    fn spot(self, place: Place) -> i16 {
        let own_first = place.0 as usize + self.me.bit() as usize * SIDE;
        (own_first % SPOTS) as i16 + 1
    }

    /// The place that this seat counts as number so and so, from 0.
    #[inline]
    const fn place(self, spot: usize) -> Place {
        Place(((spot + self.me.bit() as usize * SIDE) % SPOTS) as u8)
    }

    /// The entity of a card: where it lies on the table, or in the own hand; 0 elsewhere.
    #[inline]
    fn entity(self, card: CardRef) -> i16 {
        match self.pos.find(card) {
            Some(place) => self.spot(place),
            None => self.in_hand(card),
        }
    }

    #[inline]
    fn in_hand(self, card: CardRef) -> i16 {
        let at = self.pos.pile(self.me, Zone::Hand).iter().position(|other| *other == card);
        at.filter(|&at| at < HAND_ROWS).map_or(0, |at| (SPOTS + at) as i16 + 1)
    }

    /// An option. Two of one list are alike only if they are copies in one pile, of which nothing differs.
    #[inline]
    fn option(self, choice: Choice) -> OptionRow {
        let none = CardRef::NONE;
        let (verb, card, effect, number) = match choice {
            Choice::Play(card) => (1, card, 0, 0),
            Choice::PlayDown(card) => (2, card, 0, 0),
            Choice::Level(card) => (3, card, 0, 0),
            Choice::LevelDown(card) => (4, card, 0, 0),
            Choice::Use(card, which) => (5, card, which + 1, 0),
            Choice::Flip(card) => (6, card, 0, 0),
            Choice::Attack(card) => (7, card, 0, 0),
            Choice::Next => (8, none, 0, 0),
            Choice::End => (9, none, 0, 0),
            Choice::Card(card) => (10, card, 0, 0),
            Choice::Rival => (11, none, 0, 0),
            Choice::Link(at) => return self.link_option(at),
            Choice::Trigger(card, which) => return self.trigger_option(card, which),
            Choice::Effect(which) => (14, none, which + 1, 0),
            Choice::Branch(branch) => (15, none, 0, branch),
            Choice::Up => (16, none, 0, 0),
            Choice::Down => (17, none, 0, 0),
            Choice::Yes => (18, none, 0, 0),
            Choice::No => (19, none, 0, 0),
            Choice::None => (20, none, 0, 0),
            Choice::Pass => (21, none, 0, 0),
        };
        self.about(verb, card, i16::from(effect), i16::from(number))
    }

    /// An option about a card, or about none.
    #[inline]
    fn about(self, verb: i16, card: CardRef, effect: i16, number: i16) -> OptionRow {
        let Some(data) = self.pos.cards.get(card.0 as usize) else {
            return [verb, 0, 0, 0, 0, 0, 0, 0, 0, effect, number, 0, 0];
        };
        let (entity, place, under, depth) = self.locate(card);
        let whose = self.whose(data.owner());
        // Nobody can tell two equal cards of a deck apart.
        let known = self.knows(card) & (place != DECK);
        let def = if self.knows(card) { self::number(data.def()) } else { 0 };
        let [first, second] = [data.has(USED[0]) & known, data.has(USED[1]) & known].map(i16::from);
        [verb, def, entity, whose, place, under, depth, first, second, effect, number, 0, 0]
    }

    /// Where a card is: its entity, its zone, the stack it lies under and how deep.
    #[inline]
    fn locate(self, card: CardRef) -> (i16, i16, i16, i16) {
        let hand = zone(self.me, Zone::Hand);
        if let Some(place) = self.pos.find(card) {
            (self.spot(place), 1, 0, 0)
        } else if self.pos.zones.holds(hand, card) {
            (self.in_hand(card), 2, 0, 0)
        } else {
            self.locate_elsewhere(card)
        }
    }

    #[inline(never)]
    fn locate_elsewhere(self, card: CardRef) -> (i16, i16, i16, i16) {
        let at = self.pos.zones.zone_of(card);
        let which = match zone_parts(at) {
            Some((_, Zone::Hand)) => 2,
            Some((_, Zone::Deck)) => DECK,
            Some((_, Zone::Discard)) => 4,
            Some((_, Zone::Stack)) => 5,
            Some((_, Zone::Limbo)) => 6,
            Some((_, Zone::Magic)) => 1,
            None => 0,
        };
        match place_of_zone(at) {
            Some(place) => {
                let depth = self.pos.under(place).iter().rev().position(|other| *other == card).map_or(0, |at| at as i16 + 1);
                (0, which, self.spot(place), depth)
            }
            None => (0, which, 0, 0),
        }
    }

    #[inline(never)]
    fn link_option(self, at: u8) -> OptionRow {
        let (card, effect) = match self.pos.agenda.frames().get(at as usize) {
            Some(Frame::Link(run)) => (run.source, i16::from(run.ability.which()) + 1),
            Some(Frame::Play(play)) => (play.card, 0),
            Some(Frame::Attack(attack)) => (self.pos.top(attack.attacker).unwrap_or(CardRef::NONE), 0),
            _ => (CardRef::NONE, 0),
        };
        self.about(12, card, effect, self.link_number(at))
    }

    #[inline(never)]
    fn trigger_option(self, card: CardRef, which: u8) -> OptionRow {
        debug_assert!(u16::from(which) < EFFECTS);
        let fits = |at: &usize| self.pos.waiting[*at].source == card && self.pos.waiting[*at].effect.which() == which;
        let event = (0..self.pos.waiting.len()).find(fits).map_or(CardRef::NONE, |at| self.pos.waiting[at].event);
        let mut row = self.about(13, card, i16::from(which) + 1, 0);
        [row[11], row[12]] = [self.def(event), self.entity(event)];
        row
    }

    /// A link by its place on the agenda as the chain numbers it, from 1.
    fn link_number(self, at: u8) -> i16 {
        let frames = self.pos.agenda.frames();
        let below = &frames[..frames.len().min(at as usize)];
        if (at as usize) < frames.len() { below.iter().filter(|frame| frame.is_link()).count() as i16 + 1 } else { 0 }
    }
}

/// The zone of a deck in an option.
const DECK: i16 = 3;
