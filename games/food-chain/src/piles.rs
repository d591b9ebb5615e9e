//! Cards on their way between hand, deck and piles: every card moves through here, with what everybody then knows of it.

use playmat_cards::{Card, CardRef, DefId, Event, EventDraft, Way, ZoneId};
use playmat_kernel::{Chance, Listener, Seat};

use crate::event_kinds::EventKind;
use crate::facts::Cx;
use crate::held::Held;
use crate::rulings::TokenDeath;
use crate::state::{NOWHERE, Zone, hand_of, zone};
use crate::words::Trigger;

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// Moves a card to a zone of a seat, with what everybody then knows of it.
    pub fn put(&mut self, card: CardRef, seat: Seat, to: Zone) {
        let from = self.pos.zones.zone_of(card);
        self.leaves(card, from);
        self.pos.zones.put_from(card, Way { from, to: zone(seat, to) });
        let seen = self.pos.handles.of(card).is_some();
        self.moved(card, seat, to, seen);
    }

    /// Moves a card to a zone before its own in the row, as most do.
    #[inline(always)]
    pub fn put_down(&mut self, card: CardRef, from: Zone, seat: Seat, to: Zone) {
        let way = Way { from: zone(seat, from), to: zone(seat, to) };
        self.leaves(card, way.from);
        self.pos.zones.put_down(card, way);
        self.moved(card, seat, to, from.is_public());
    }

    #[inline(always)]
    fn moved(&mut self, card: CardRef, seat: Seat, to: Zone, seen: bool) {
        let data = &mut self.pos.cards[card.0 as usize];
        *data = known_there(*data, seat, to);
        self.came(card, seat, to, seen);
    }

    /// A card has come to a zone. `seen` = everybody could follow it before.
    #[inline(always)]
    fn came(&mut self, card: CardRef, seat: Seat, to: Zone, seen: bool) {
        if to == Zone::Hand {
            let behind = self.pos.zones.len(zone(seat, Zone::Hand)) - 1;
            let mark = self.rules.demands.mark(self.pos, card);
            self.pos.held[seat].come(behind, mark);
        }
        match (seen, to.is_public()) {
            (false, true) => self.pos.handles.show(card),
            (true, false) => self.pos.handles.hide(card),
            _ => {}
        }
    }

    /// A card is about to leave a zone.
    #[inline(always)]
    fn leaves(&mut self, card: CardRef, from: ZoneId) {
        let Some(seat) = hand_of(from) else { return };
        if self.pos.zones.len(from) <= Held::MOST {
            self.pos.held[seat].leave(self.pos.zones.place_in(from, card));
        } else {
            self.leaves_many(card, seat);
        }
    }

    /// [`Cx::leaves`] for a hand with more cards than places.
    #[cold]
    #[inline(never)]
    fn leaves_many(&mut self, card: CardRef, seat: Seat) {
        let others = self.pos.pile(seat, Zone::Hand).iter().copied().filter(|&other| other != card);
        self.pos.held[seat] = self.rules.demands.held(self.pos, others);
    }

    /// A card leaves the game. Its number is used again only after all others.
    pub fn vanish(&mut self, card: CardRef) {
        let from = self.pos.zones.zone_of(card);
        self.vanish_from(card, from);
    }

    /// [`Cx::vanish`] for a card whose zone is known.
    fn vanish_from(&mut self, card: CardRef, from: ZoneId) {
        self.leaves(card, from);
        self.pos.zones.put_from(card, Way { from, to: NOWHERE });
        self.pos.handles.hide(card);
    }

    /// Makes a new card: a token or a generated card. When the table is full the oldest token that lies in a pile leaves
    /// the game for it; if there is none, nothing is made.
    pub fn make(&mut self, def: DefId, seat: Seat, to: Zone) -> Option<CardRef> {
        if self.pos.zones.is_empty(NOWHERE) {
            let piles = Seat::BOTH.into_iter().flat_map(|at| [(at, Zone::Carrion), (at, Zone::Exile)]);
            let old =
                piles.flat_map(|(at, which)| self.pos.pile(at, which)).copied().find(|&card| self.pos.card(card).made())?;
            self.vanish(old);
        }
        let card = self.pos.zones.put_first(Way { from: NOWHERE, to: zone(seat, to) })?;
        // Written once: what is written in parts and read as a whole makes the processor wait.
        self.pos.cards[card.0 as usize] = known_there(Card::new(def, seat, true), seat, to);
        self.came(card, seat, to, false);
        self.pos.watch[seat] |= self.rules.def(def).listens_to;
        Some(card)
    }

    /// Shuffles a deck: nobody knows its order.
    pub fn shuffle_deck(&mut self, seat: Seat) {
        self.chance.shuffle_back(self.pos.zones.order_mut(zone(seat, Zone::Deck)));
    }

    /// FC A1, A3: takes cards from the top of the deck; an empty deck gives none. Then traps that listen to it.
    #[inline(always)]
    pub fn draw(&mut self, seat: Seat, count: u8, cause: CardRef) {
        let any = (0..count).fold(false, |any, _| any | self.draw_one(seat, cause));
        // Few hold such a trap, so whether a card was drawn is not even asked.
        if self.has_listener(Trigger::RivalDraws.bit() * u32::from(any), seat) {
            self.open(Trigger::RivalDraws, seat.rival(), CardRef::NONE);
        }
    }

    /// The top card of the deck; whether there is one. Without a branch, since the end of a deck cannot be predicted.
    #[inline(always)]
    pub fn draw_one(&mut self, seat: Seat, cause: CardRef) -> bool {
        const { assert!(Zone::Hand as u8 + 1 == Zone::Deck as u8) };
        let behind = self.pos.zones.len(zone(seat, Zone::Hand));
        let (card, drawn) = self.pos.zones.hand_down(zone(seat, Zone::Deck));
        self.pos.cards[card.0 as usize].learn_if(seat, drawn);
        let mark = self.rules.demands.mark_if(self.pos, card, drawn);
        self.pos.held[seat].come(behind, mark);
        if L::ON && drawn {
            self.tell(EventDraft::new(EventKind::Drawn).cause(cause).seat(seat).card(card).only(seat));
        }
        drawn
    }

    /// FC A6: a card goes from wherever it is to its owner's pile: creatures to carrion, all else to exile. What was made
    /// during the match vanishes, except a token that `token_death` keeps and a generated spell that was used.
    #[inline(never)]
    pub fn lay_down(&mut self, card: CardRef, (seat, from): (Seat, Zone), used: bool) {
        let data = self.pos.card(card);
        let creature = self.rules.def(data.def()).kind.is_creature();
        let to = if creature { Zone::Carrion } else { Zone::Exile };
        // Most are printed and lie on their owner's side.
        if data.made() | (data.owner() != seat) {
            return self.lay_aside(card, (seat, from), to, used);
        }
        self.put_down(card, from, seat, to);
    }

    /// [`Cx::lay_down`] for a card that was made, or lies on the other side.
    #[inline(never)]
    pub fn lay_aside(&mut self, card: CardRef, (seat, from): (Seat, Zone), to: Zone, used: bool) {
        let (data, creature) = (self.pos.card(card), to == Zone::Carrion);
        let kept = !data.made()
            || (!creature && used)
            || (creature && from == Zone::Field && self.ruled(self.rules.rulings.token_death) == TokenDeath::Carrion);
        if kept { self.put(card, data.owner(), to) } else { self.vanish_from(card, zone(seat, from)) }
    }
}

/// A card as it is known in a zone of a seat.
#[inline(always)]
pub fn known_there(mut card: Card, seat: Seat, to: Zone) -> Card {
    match to {
        Zone::Exile | Zone::Carrion | Zone::Field | Zone::Limbo => card.reveal(),
        Zone::Hand | Zone::Set => card.learn(seat),
        Zone::Deck => card.hide(),
    }
    card
}
