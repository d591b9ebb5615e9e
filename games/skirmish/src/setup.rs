//! Before the first turn: decks, who starts, hands (SK Match).

use crate::Skirmish;
use crate::event_kinds::EventKind;
use playmat_cards::{Card, CardRef, Decks, DefId, Event, EventDraft, ReadyDecks, Reason, Setup, Zones, more_copies_than};
use playmat_kernel::{Chance, Listener, Seat, Step};

use crate::facts::Cx;
use crate::rules::Rules;
use crate::state::{Frame, MOST_CARDS, NOWHERE, Opening, Position, Zone, zone};

/// SK Match: how many cards a deck has.
pub const DECK: std::ops::RangeInclusive<usize> = 20..=30;
/// SK Match: the opening hand.
pub const HAND: u8 = 8;
/// SK Match: drawn before the second and third skirmish.
pub const BETWEEN: u8 = 3;
/// SK Match: units and actions of a random deck.
pub const SHARES: [usize; 2] = [17, 8];

impl Decks for Skirmish {
    fn know_decks(rules: &mut Rules, decks: &[Vec<DefId>]) {
        rules.ready = ReadyDecks::new(decks);
    }

    /// Everything that is wrong with a deck.
    fn deck_faults(rules: &Rules, deck: &[DefId]) -> Vec<Reason> {
        let mut faults = Vec::new();
        let mut fault = |code, cards: Vec<DefId>, sentence: String| faults.push(Reason { code, cards, sentence });
        if !DECK.contains(&deck.len()) {
            let sentence = format!("A deck has {} to {} cards; this one has {}.", DECK.start(), DECK.end(), deck.len());
            fault("deck-size", vec![], sentence);
        }
        let most = rules.rulings.copies.most();
        let many = more_copies_than(most, deck);
        if !many.is_empty() {
            let names = rules.texts.names(&many);
            fault("deck-copies", many, format!("A deck has at most {most} copies of a card; more than that here: {names}."));
        }
        let made: Vec<DefId> = deck.iter().copied().filter(|&id| rules.def(id).kind.is_made()).collect();
        if !made.is_empty() {
            let names = rules.texts.names(&made);
            fault("deck-token", made, format!("Tokens cannot be in a deck: {names}."));
        }
        faults
    }

    /// SK Match: a random legal deck. What a set of few cards is short of is filled from the other kind.
    fn random_deck<C: Chance>(rules: &Rules, _category: Option<&str>, chance: &mut C) -> Vec<DefId> {
        const SIZE: usize = SHARES[0] + SHARES[1];
        // The deck and the stock it is drawn from are one piece of memory.
        let mut cards = Vec::with_capacity(SIZE + rules.stock.len());
        cards.resize(SIZE, DefId(0));
        cards.extend_from_slice(&rules.stock);
        let (mut free, stock) = cards.split_at_mut(SIZE);
        let (mut units, mut actions) = stock.split_at_mut(rules.pools[0].len() * rules.rulings.copies.most());
        for (pool, wanted) in [(0, SHARES[0]), (1, SHARES[1]), (0, SIZE), (1, SIZE)] {
            let pool = if pool == 0 { &mut units } else { &mut actions };
            let count = wanted.min(free.len()).min(pool.len());
            let (drawn, rest) = std::mem::take(&mut free).split_at_mut(count);
            *pool = draw(std::mem::take(pool), drawn, chance);
            free = rest;
        }
        let missing = free.len();
        cards.truncate(SIZE - missing);
        cards
    }

    /// The position before anything has happened.
    fn open(rules: &Rules, setup: &Setup) -> Position {
        let mut pos = Position::empty();
        let mut counts = [0; NOWHERE.0 + 1];
        let mut cards = pos.cards.iter_mut();
        for (seat, deck) in setup.decks.iter() {
            let deck = &deck[..deck.len().min(MOST_CARDS / 2 - 5)];
            counts[zone(seat, Zone::Deck).0] = deck.len() as u8;
            // The top of a zone is its last card.
            for (&def, card) in deck.iter().rev().zip(&mut cards) {
                *card = Card::new(def, seat, rules.def(def).kind.is_made());
            }
        }
        pos.zones = Zones::filled(counts);
        pos.agenda.push(Frame::Turn);
        pos.agenda.push(Frame::Opening(Opening::Deal));
        match setup.first {
            Some(seat) => (pos.turn, pos.starter) = (seat, seat),
            None => pos.agenda.push(Frame::Opening(Opening::First)),
        }
        if !setup.unshuffled {
            pos.agenda.push(Frame::Opening(Opening::Shuffle));
        }
        pos
    }
}

/// Draws as many from a pool as there is room for; what is left of the pool.
fn draw<'a, C: Chance>(pool: &'a mut [DefId], drawn: &mut [DefId], chance: &mut C) -> &'a mut [DefId] {
    let mut left = pool.len();
    for card in drawn {
        let at = chance.one_of(left as u32) as usize;
        left -= 1;
        // The last one takes the place of the drawn one. Nothing here can panic, so a generator stays in registers.
        let Some(&last) = pool.get(left) else { break };
        let Some(hit) = pool.get_mut(at) else { break };
        *card = std::mem::replace(hit, last);
    }
    &mut pool[..left]
}

/// Puts a card into a zone before the match; its owner knows what lies in the hand, everybody what is public.
pub fn add(rules: &Rules, pos: &mut Position, def: DefId, seat: Seat, to: Zone) -> CardRef {
    let card = pos.zones.take_new(zone(seat, to)).expect("a scene has fewer cards than the table has room for");
    let mut data = Card::new(def, seat, rules.def(def).kind.is_made());
    match to {
        Zone::Hand => data.learn(seat),
        Zone::Deck => {}
        _ => data.reveal(),
    }
    pos.handles.follow(card, to.is_public());
    pos.cards[card.0 as usize] = data;
    if to == Zone::Hand {
        pos.want(rules, seat, card);
    }
    card
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// One step of the opening.
    #[inline(never)]
    pub fn step_opening(&mut self, step: Opening) -> Step {
        self.pos.agenda.pop();
        match step {
            Opening::Shuffle => Seat::BOTH.into_iter().for_each(|seat| self.shuffle_deck(seat)),
            Opening::First => {
                let first = Seat::BOTH[self.chance.one_of(2) as usize];
                (self.pos.turn, self.pos.starter) = (first, first);
            }
            Opening::Deal => {
                // The decks were let in by this ruling.
                self.ruled(self.rules.rulings.copies);
                self.tell(EventDraft::new(EventKind::Skirmish).seat(self.pos.starter).number(1));
                Seat::BOTH.into_iter().for_each(|seat| self.draw(seat, HAND, CardRef::NONE));
            }
        }
        Step::Go
    }
}
