//! Before the first turn: decks, who begins, hands (ST A).

use crate::Strata;
use crate::event_kinds::EventKind;
use arrayvec::ArrayVec;
use playmat_cards::{
    Card, CardRef, Decks, DefId, Event as Said, EventDraft, ReadyDecks, Reason, Setup, ZoneId, Zones, more_copies_than,
};
use playmat_kernel::{BySeat, Chance, Listener, Seat, Step, shuffle};

use crate::facts::Cx;
use crate::rules::Rules;
use crate::state::{Frame, MOST_CARDS, NOWHERE, Opening, Phase, Position, Zone, zone};

/// ST A: how many cards a deck has.
pub const DECK: std::ops::RangeInclusive<usize> = 50..=70;
/// ST A: copies of a card.
pub const COPIES: usize = 2;
/// ST A: the opening hand.
const HAND: u8 = 5;
/// ST F: creatures of a random deck by level, and its magic.
pub const SHARES: [usize; 5] = [22, 10, 6, 1, 1];
pub const MAGIC: usize = 15;

impl Decks for Strata {
    fn know_decks(rules: &mut Rules, decks: &[Vec<DefId>]) {
        rules.ready = ReadyDecks::new(decks);
    }

    /// Everything that is wrong with a deck.
    fn deck_faults(rules: &Rules, deck: &[DefId]) -> Vec<Reason> {
        let mut faults = Vec::new();
        if !DECK.contains(&deck.len()) {
            let sentence = format!("A deck has {} to {} cards; this one has {}.", DECK.start(), DECK.end(), deck.len());
            faults.push(Reason { code: "deck-size", cards: vec![], sentence });
        }
        let many = more_copies_than(COPIES, deck);
        if !many.is_empty() {
            let names = rules.texts.names(&many);
            let sentence = format!("A deck has at most {COPIES} copies of a card; more than that here: {names}.");
            faults.push(Reason { code: "deck-copies", cards: many, sentence });
        }
        faults
    }

    /// ST F: a random legal deck of two types that can level up. What a set of few cards is short of is filled with others.
    fn random_deck<C: Chance>(rules: &Rules, _category: Option<&str>, chance: &mut C) -> Vec<DefId> {
        let peopled = |kind: &u8| rules.pools[usize::from(*kind)].iter().any(|pool| !pool.is_empty());
        let mut types: ArrayVec<u8, 7> = (0..rules.pools.len() as u8).filter(peopled).collect();
        shuffle(&mut types, chance);
        types.truncate(2);
        // What is left to draw from: creatures by level, then magic, each from where the one before ends.
        let mut left: Vec<DefId> = Vec::with_capacity(COPIES * rules.defs.len());
        let mut pools: [std::ops::Range<usize>; SHARES.len() + 1] = Default::default();
        for (level, pool) in pools.iter_mut().enumerate() {
            let first = left.len();
            let kinds = types.iter().filter_map(|&kind| rules.pools[usize::from(kind)].get(level));
            for cards in kinds.chain((level == SHARES.len()).then_some(&rules.magic)) {
                (0..COPIES).for_each(|_| left.extend_from_slice(cards));
            }
            *pool = first..left.len();
        }
        let size = SHARES.iter().sum::<usize>() + MAGIC;
        let mut deck = Vec::with_capacity(size);
        // First as many as wanted of each, then whatever is left.
        let shares = SHARES.into_iter().chain([MAGIC]).enumerate();
        for (at, wanted) in shares.chain((0..pools.len()).map(|at| (at, size))) {
            let pool = &mut left[pools[at].clone()];
            let drawn = wanted.min(size - deck.len()).min(pool.len());
            deck.extend((0..drawn).map(|done| {
                let last = pool.len() - 1 - done;
                let at = chance.one_of(last as u32 + 1) as usize;
                let card = pool[at];
                pool[at] = pool[last];
                card
            }));
            pools[at].end -= drawn;
        }
        deck
    }

    /// The position before anything has happened.
    fn open(rules: &Rules, setup: &Setup) -> Position {
        let mut pos = Position::empty();
        pos.phase = Phase::Begin;
        pos.opening = true;
        let mut counts = [0; NOWHERE.0 + 1];
        let mut next = 0;
        for (seat, deck) in setup.decks.iter() {
            let deck = &deck[..deck.len().min(MOST_CARDS / 2)];
            counts[zone(seat, Zone::Deck).0] = deck.len() as u8;
            // The top of a zone is its last card.
            for &def in deck.iter().rev() {
                pos.cards[next] = Card::new(def, seat, false);
                next += 1;
            }
        }
        pos.zones = Zones::filled(counts);
        watch(rules, &mut pos);
        pos.agenda.push(Frame::Turn);
        pos.agenda.push(Frame::Opening(Opening::Deal));
        match setup.first {
            Some(seat) => (pos.turn, pos.first) = (seat, seat),
            None => pos.agenda.push(Frame::Opening(Opening::Roll)),
        }
        if !setup.unshuffled {
            pos.agenda.push(Frame::Opening(Opening::Shuffle));
        }
        pos
    }
}

/// Notes what the cards of each player can listen to.
pub fn watch(rules: &Rules, pos: &mut Position) {
    pos.watch = BySeat::default();
    pos.listeners = BySeat::default();
    for number in (0..NOWHERE.0).map(ZoneId) {
        for &card in pos.zones.zone(number) {
            let (def, owner) = (pos.cards[card.0 as usize].def(), pos.cards[card.0 as usize].owner());
            let listens_to = &rules.def(def).listens_to;
            if listens_to.in_zone(number) {
                pos.watch[owner].count(listens_to.elsewhere, true);
                pos.listeners[owner].set(card, true);
            }
        }
    }
}

/// Puts a card into a zone before the match; its owner knows what lies in the hand, everybody what is public.
pub fn add(pos: &mut Position, def: DefId, seat: Seat, to: ZoneId) -> CardRef {
    let card = pos.zones.take_new(to).expect("a scene has fewer cards than the table has room for");
    let mut data = Card::new(def, seat, false);
    if to == zone(seat, Zone::Hand) {
        data.learn(seat);
    } else if to != zone(seat, Zone::Deck) {
        data.reveal();
        pos.handles.show(card);
    }
    pos.cards[card.0 as usize] = data;
    card
}

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// One step of the opening.
    #[inline(never)]
    pub fn step_opening(&mut self, step: Opening) -> Step {
        self.pos.agenda.pop();
        match step {
            Opening::Shuffle => Seat::BOTH.into_iter().for_each(|seat| self.shuffle_deck(seat)),
            Opening::Roll => {
                let roll = self.chance.one_of(6) + 1;
                let first = if roll.is_multiple_of(2) { Seat::One } else { Seat::Two };
                (self.pos.turn, self.pos.first) = (first, first);
                self.tell(EventDraft::new(EventKind::Rolled).seat(first).number(roll as i16));
            }
            Opening::Deal => {
                for seat in Seat::BOTH {
                    self.draw(seat, HAND, CardRef::NONE);
                }
            }
        }
        Step::Go
    }
}
