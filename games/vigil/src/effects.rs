//! What cards do: programs run step by step, and every change of the table is told.

use playmat_cards::game::*;

use crate::Vigil;
use crate::rules::{Action, Rules, Who};
use crate::state::{Choice, Cx, Frame, Position, Zone};
use crate::words::{Condition, EventKind, Trigger};

/// What the machine, which runs programs, asks of a game.
impl Programs for Vigil {
    usual_programs!(Rules, Position, Frame, Choice);

    /// The candles that may be chosen. Where there is none, the choice is left out.
    fn candidates(_: &Rules, pos: &Position, run: &Run<Chosen>, _: u8, pick: &(Side, bool), out: &mut Options<Choice>) {
        let candles = pick.0.seats(run.seat).flat_map(|seat| pos.candles(seat));
        out.extend(candles.map(|&card| Choice::Answer(Answer::Target(card))));
    }

    fn may_stop(_: &Run<Chosen>, _: u8, pick: &(Side, bool)) -> bool {
        pick.1
    }

    fn holds(_: &Rules, pos: &Position, run: &Run<Chosen>, test: &Condition) -> bool {
        let Condition::Darker = test;
        pos.light(run.seat) < pos.light(run.seat.rival())
    }
}

/// What the machine has done by a game: one step of a program.
impl<'a, C: Chance, L: Listener<Event>> Machine<'a> for Cx<'a, C, L> {
    usual_machine!(Vigil, 'a, Rules, Position);

    fn act(&mut self, run: &Run<Chosen>, action: &Action) {
        let (seat, source) = (run.seat, run.source);
        match *action {
            Action::Draw(count) => self.draw(seat, count, source),
            Action::OwnLife(by) => self.change_life(seat, by, source),
            Action::RivalLife(by) => self.change_life(seat.rival(), by, source),
            Action::Light(who, by) => self.meant(run, who).into_iter().for_each(|card| self.shine(card, by, source)),
            Action::Snuff(who) => self.meant(run, who).into_iter().for_each(|card| self.go_out(card, source)),
        }
    }
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// The lines of a card that something sets off are to be done next, the first of them on top.
    pub fn set_off(&mut self, source: CardRef, trigger: Option<Trigger>) {
        let card = self.pos.board.card(source);
        for run in self.rules.book.runs(source, card, trigger) {
            self.heard.count(run.ability.0.into());
            self.pos.agenda.push(Frame::Run(run));
        }
    }

    /// The candles that are meant and still stand.
    fn meant(&self, run: &Run<Chosen>, who: Who) -> Vec<CardRef> {
        let cards = match who {
            Who::This => vec![run.source],
            Who::It => vec![run.it],
            Who::All(side) => side.seats(run.seat).flat_map(|seat| self.pos.candles(seat).to_vec()).collect(),
        };
        cards.into_iter().filter(|&card| self.pos.board.is_in(card, Zone::Field)).collect()
    }

    /// Cards from the top of the deck, as far as there are any. Only their player hears which.
    pub fn draw(&mut self, seat: Seat, count: u8, cause: CardRef) {
        for _ in 0..count {
            let Some(card) = self.pos.board.draw(seat, Zone::Deck, Zone::Hand) else { return };
            self.tell(EventDraft::new(EventKind::Drawn).cause(cause).seat(seat).card(card).only(seat));
        }
    }

    pub fn change_life(&mut self, seat: Seat, by: i16, cause: CardRef) {
        if by != 0 {
            self.pos.life[seat] += by;
            let kind = if by < 0 { EventKind::Hurt } else { EventKind::Healed };
            self.tell(EventDraft::new(kind).cause(cause).seat(seat).number(by.abs()));
        }
    }

    /// VG 4: a candle has more or less light; without any it goes out.
    pub fn shine(&mut self, card: CardRef, by: i16, cause: CardRef) {
        let light = self.pos.board.number(card).saturating_add_signed(by as i8);
        self.pos.board.set_number(card, light);
        let kind = if by < 0 { EventKind::Damaged } else { EventKind::Grew };
        self.tell(EventDraft::new(kind).cause(cause).card(card).number(by.abs()));
        if light == 0 {
            self.go_out(card, cause);
        }
    }

    fn go_out(&mut self, card: CardRef, cause: CardRef) {
        self.tell(EventDraft::new(EventKind::Died).cause(cause).card(card));
        self.pos.board.put(card, Zone::Discard);
        self.set_off(card, Some(Trigger::Out));
    }

    /// Tells what happened, in the form each audience may hear; nothing is made of it where nobody listens.
    pub fn tell(&mut self, draft: EventDraft) {
        if L::ON {
            self.heard.hear(self.pos.board.told(draft));
        }
    }
}
