//! The turn (VG 2 to 4): candles burn down, cards are played, light is compared.

use playmat_cards::game::*;

use crate::Vigil;
use crate::rules::Rules;
use crate::state::{Cx, Frame, NIGHT, Position, Zone};
use crate::words::{EventKind, Kind, Trigger};

impl Decks for Vigil {
    usual_decks!(Rules);

    fn open(_: &Rules, setup: &Setup) -> Position {
        let mut pos = Position::empty();
        pos.board.add_decks(&setup.decks, Zone::Deck);
        pos.agenda.push(Frame::Open { first: setup.first, shuffle: !setup.unshuffled });
        pos
    }
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// VG 1: hands of four cards, and one more for the second player.
    pub fn open(&mut self, first: Option<Seat>, shuffle: bool) {
        self.pos.agenda.pop();
        if shuffle {
            Seat::BOTH.into_iter().for_each(|seat| self.pos.board.shuffle(seat, Zone::Deck, self.chance));
        }
        self.pos.turn = first.unwrap_or_else(|| Seat::BOTH[self.chance.one_of(2) as usize]);
        self.draw(self.pos.turn, 4, CardRef::NONE);
        self.draw(self.pos.turn.rival(), 5, CardRef::NONE);
    }

    /// VG 2: candles burn down, and a card is drawn. What a candle does when it goes out comes before the first play.
    pub fn begin(&mut self) {
        let seat = self.pos.turn;
        (self.pos.turns, self.pos.plays) = (self.pos.turns + 1, 0);
        self.pos.agenda.push(Frame::Main);
        self.tell(EventDraft::new(EventKind::Turn).seat(seat).number(i16::from(self.pos.turns)));
        for candle in self.pos.candles(seat).to_vec() {
            if !self.rules.book.def(self.pos.board.def(candle)).steady {
                self.shine(candle, -1, CardRef::NONE);
            }
        }
        self.draw(seat, 1, CardRef::NONE);
    }

    /// VG 3: a candle is lit, or a charm does what it says.
    pub fn play(&mut self, card: CardRef) {
        let def = self.rules.book.def(self.pos.board.def(card));
        let (to, trigger) = match def.kind {
            Kind::Candle => (Zone::Field, Some(Trigger::Lit)),
            Kind::Charm => (Zone::Discard, None),
        };
        self.pos.plays += 1;
        self.pos.board.put(card, to);
        self.pos.board.set_number(card, def.light);
        self.tell(EventDraft::new(EventKind::Played).seat(self.pos.turn).card(card));
        self.set_off(card, trigger);
    }

    /// VG 4: what happens at dusk comes before light is compared.
    pub fn end_turn(&mut self) {
        self.pos.agenda.set_top(Frame::Compare);
        let candles = self.pos.candles(self.pos.turn).to_vec();
        candles.into_iter().rev().for_each(|candle| self.set_off(candle, Some(Trigger::Dusk)));
    }

    /// VG 4: who is darker at the end of the rival's turn loses life. The turn passes.
    pub fn compare(&mut self) {
        self.pos.agenda.pop();
        let (seat, rival) = (self.pos.turn, self.pos.turn.rival());
        let ahead = self.pos.light(seat) - self.pos.light(rival);
        self.change_life(rival, -ahead.clamp(0, 5), CardRef::NONE);
        self.pos.turn = rival;
        if self.pos.turns == NIGHT {
            self.tell(EventDraft::new(EventKind::Dawn));
        }
    }
}

/// VG 3: why a card cannot be played now, if it cannot.
pub fn cannot_play(rules: &Rules, pos: &Position, card: CardRef) -> Option<Reason> {
    let def = pos.board.def(card);
    let full = rules.book.def(def).kind == Kind::Candle && pos.candles(pos.turn).len() == 5;
    let (code, sentence) = match pos.plays {
        _ if !pos.board.zone(pos.turn, Zone::Hand).contains(&card) => ("not-in-hand", "It is in no hand that plays now."),
        2.. => ("no-more-plays", "You play at most two cards in a turn."),
        _ if full => ("no-room", "At most five candles have room."),
        _ => return None,
    };
    Some(Reason::new(code, Some(def), sentence))
}
