//! Before the first turn: decks, rolls, hands (FC A1).

use playmat_cards::{Card, CardRef, Decks, DefId, Event, EventDraft, ReadyDecks, Reason, Setup, Zones, more_copies_than};
use playmat_kernel::{Chance, Form, Listener, Seat, Step};

use crate::choice::Choice;
use crate::compile::share;
use crate::event_kinds::EventKind;
use crate::facts::Cx;
use crate::piles::known_there;
use crate::rules::Rules;
use crate::state::{Frame, MOST_CARDS, NOWHERE, Opening, Phase, Position, Zone, zone};
use crate::words::CATEGORIES;
use crate::{FoodChain, rulings};

/// FC A1: the size of a deck.
pub const DECK: usize = 20;
/// FC A1: the opening hand.
pub const HAND: usize = 5;
/// FC A1: prey, predators, spells, free spells, traps of a random deck.
pub const SHARES: [usize; 5] = [7, 6, 4, 2, 1];

impl Decks for FoodChain {
    fn know_decks(rules: &mut Rules, decks: &[Vec<DefId>]) {
        rules.ready = ReadyDecks::new(decks);
    }

    /// Everything that is wrong with a deck.
    fn deck_faults(rules: &Rules, deck: &[DefId]) -> Vec<Reason> {
        let mut faults = Vec::new();
        let mut fault = |code, cards: Vec<DefId>, sentence: String| faults.push(Reason { code, cards, sentence });
        if deck.len() != DECK {
            fault("deck-size", vec![], format!("A deck has exactly {DECK} cards; this one has {}.", deck.len()));
        }
        let made: Vec<DefId> = deck.iter().copied().filter(|&id| rules.def(id).kind.is_made()).collect();
        if !made.is_empty() {
            let names = rules.texts.names(&made);
            fault("deck-token", made, format!("Tokens and generated cards cannot be in a deck: {names}."));
        }
        let mut categories: Vec<u8> = deck.iter().map(|&id| rules.def(id).category).collect();
        categories.sort_unstable();
        categories.dedup();
        if categories.len() > 1 {
            let words: Vec<&str> = categories.iter().map(|&at| CATEGORIES[at as usize]).collect();
            fault("deck-category", vec![], format!("A deck is of one category; this one mixes {}.", words.join(", ")));
        }
        let twice = more_copies_than(1, deck);
        if !twice.is_empty() {
            let names = rules.texts.names(&twice);
            fault("deck-duplicate", twice, format!("Every card can be in a deck once; more than once here: {names}."));
        }
        let foreign: Vec<DefId> = deck.iter().copied().filter(|&id| !rules.def(id).pool).collect();
        if !foreign.is_empty() {
            let names = rules.texts.names(&foreign);
            fault(
                "deck-pool",
                foreign,
                format!("Not in the pool of the {} edition: {names}.", rulings::EDITIONS[rules.edition]),
            );
        }
        let prey = deck.iter().filter(|&&id| rules.def(id).kind.is_prey()).count();
        let predators = deck.iter().filter(|&&id| rules.def(id).kind.is_predator()).count();
        if prey <= predators {
            let sentence = format!("A deck has more prey than predators; this one has {prey} prey and {predators} predators.");
            fault("deck-balance", vec![], sentence);
        }
        faults
    }

    /// FC A1: a random legal deck. What a category is short of is filled from its other kinds, prey first.
    fn random_deck<C: Chance>(rules: &Rules, category: Option<&str>, chance: &mut C) -> Vec<DefId> {
        let named = category.and_then(|name| CATEGORIES.iter().position(|known| known.eq_ignore_ascii_case(name)));
        let category = named.unwrap_or_else(|| match rules.playable.len() {
            0 => 0,
            count => rules.playable[chance.one_of(count as u32) as usize],
        });
        let pools = &rules.pools[category];
        let mut deck = arrayvec::ArrayVec::<DefId, DECK>::new();
        let mut left: [arrayvec::ArrayVec<DefId, 64>; 5] = Default::default();
        for (share, pool) in pools.iter().enumerate() {
            let left = &mut left[share];
            let _ = left.try_extend_from_slice(&pool[..pool.len().min(64)]);
            // There are always more prey than predators.
            let most = if share == 1 { deck.len().saturating_sub(1) } else { DECK };
            let kept = left.len() - SHARES[share].min(left.len()).min(most);
            // The last one takes the place of the drawn one. Nothing here can panic, so a generator stays in registers.
            let pool = left.as_mut_slice();
            for last in (kept..pool.len()).rev() {
                let at = (chance.one_of(last as u32 + 1) as usize).min(last);
                let _ = deck.try_push(pool[at]);
                pool[at] = pool[last];
            }
            left.truncate(kept);
        }
        if deck.is_full() {
            return deck.to_vec();
        }
        let predators = deck.iter().filter(|&&id| rules.def(id).kind.is_predator()).count();
        for share in [0, 2, 3, 4, 1] {
            while deck.len() < DECK && !left[share].is_empty() {
                let prey = deck.iter().filter(|&&id| rules.def(id).kind.is_prey()).count();
                if share == 1 && prey <= predators + 1 {
                    break;
                }
                let at = chance.one_of(left[share].len() as u32) as usize;
                deck.push(left[share].swap_remove(at));
            }
        }
        deck.to_vec()
    }

    /// The position before anything has happened.
    fn open(rules: &Rules, setup: &Setup) -> Position {
        let mut pos = Position::EMPTY;
        let mut counts = [0; NOWHERE.0 + 1];
        let mut cards = pos.cards.iter_mut();
        for (seat, deck) in setup.decks.iter() {
            let deck = &deck[..deck.len().min(MOST_CARDS / 2)];
            counts[zone(seat, Zone::Deck).0] = deck.len() as u8;
            for (&id, card) in deck.iter().zip(&mut cards) {
                let def = rules.def(id);
                *card = Card::new(id, seat, def.kind.is_made());
                pos.watch[seat] |= def.listens_to;
            }
        }
        pos.zones = Zones::filled(counts);
        pos.phase = Phase::Opening;
        pos.skip_draw = true;
        if rules.rulings.opening == rulings::Opening::RollFirst {
            pos.agenda.push(Frame::Opening(Opening::Deal));
        }
        match setup.first {
            Some(seat) => (pos.first, pos.turn) = (seat, seat),
            None => pos.agenda.push(Frame::Opening(Opening::Roll)),
        }
        if rules.rulings.opening == rulings::Opening::DrawFirst {
            pos.agenda.push(Frame::Opening(Opening::Deal));
        }
        if !setup.unshuffled {
            pos.agenda.push(Frame::Opening(Opening::Shuffle));
        }
        pos
    }
}

/// Puts a card into a zone before the match; its owner knows what lies in the hand and set zones, everybody what is public.
pub fn add(rules: &Rules, pos: &mut Position, def: DefId, seat: Seat, to: Zone) -> CardRef {
    let card = pos.zones.take_new(zone(seat, to)).expect("a scene has fewer cards than the table has room for");
    pos.cards[card.0 as usize] = known_there(Card::new(def, seat, rules.def(def).kind.is_made()), seat, to);
    pos.handles.follow(card, to.is_public());
    if to == Zone::Hand {
        pos.held[seat] = rules.demands.held(pos, pos.pile(seat, Zone::Hand).iter().copied());
    }
    pos.watch[seat] |= rules.def(def).listens_to;
    card
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// One step of the opening.
    #[inline(never)]
    pub fn step_opening(&mut self, step: Opening) -> Step {
        match step {
            Opening::Shuffle => {
                self.pos.agenda.pop();
                Seat::BOTH.into_iter().for_each(|seat| self.shuffle_deck(seat));
            }
            Opening::Roll => {
                self.ruled(self.rules.rulings.opening);
                let rolls = [self.roll(Seat::One), self.roll(Seat::Two)];
                if rolls[0] != rolls[1] {
                    let higher = if rolls[0] > rolls[1] { Seat::One } else { Seat::Two };
                    self.pos.agenda.set_top(Frame::Opening(Opening::Choose(higher)));
                }
            }
            Opening::Choose(seat) => return Step::ask(seat, Form::OneOf),
            Opening::Deal => {
                self.pos.agenda.pop();
                for seat in Seat::BOTH {
                    for _ in 0..HAND {
                        self.draw_one(seat, CardRef::NONE);
                    }
                }
            }
        }
        Step::Go
    }

    /// The higher roller has chosen.
    pub fn take_order(&mut self, seat: Seat, choice: Choice) {
        self.pos.agenda.pop();
        let first = if choice == Choice::Second { seat.rival() } else { seat };
        (self.pos.first, self.pos.turn) = (first, first);
        self.tell(EventDraft::new(EventKind::First).seat(first));
    }

    fn roll(&mut self, seat: Seat) -> u32 {
        let roll = self.chance.one_of(10) + 1;
        self.tell(EventDraft::new(EventKind::Rolled).seat(seat).number(roll as i16));
        roll
    }
}

/// The share of a random deck that is reserved for prey and predators must leave more prey.
const _: () = assert!(SHARES[0] > SHARES[1] && share(crate::words::Kind::Prey) == 0);
