//! Units on their way to a slot (SK Units, actions): the replaced one dies, then the newcomer enters, then Consumed, Consume
//! and Deploy.

use playmat_cards::{CardRef, Event, EventDraft};
use playmat_kernel::{Chance, Form, Listener, Step};

use crate::choice::Choice;
use crate::event_kinds::EventKind;
use crate::facts::Cx;
use crate::rules::Def;
use crate::state::{Enter, Frame, Phase, Place, Places, Slot};
use crate::words::Trigger;

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// A unit card of the hand is played: to which slot?
    pub fn step_play(&mut self) -> Step {
        Step::ask_declaring(self.pos.turn, Form::OneOf)
    }

    /// The slot is chosen: the unit is played. Whoever listens to actions acts before an action unit enters (SK Fine print).
    #[inline(never)]
    pub fn take_slot(&mut self, card: CardRef, choice: Choice) -> Step {
        let Choice::Slot(place) = choice else { return Step::Go };
        let seat = self.pos.turn;
        self.pos.agenda.pop();
        self.pos.phase = Phase::Pass;
        self.show(card, seat);
        self.tell(EventDraft::new(EventKind::Played).seat(seat).card(card).number(place.terrain() as i16));
        let def = self.rules.def(self.pos.def_id(card));
        if self.pos.field.taken().has(place) || def.kind.is_action() {
            return self.enter_after(card, def, place);
        }
        // Where nothing comes before it enters, it enters at once.
        self.stand(card, def, place);
        match self.pos.agenda.top_ref() {
            Some(Frame::Run(_)) => self.step_run(),
            _ => self.step_turn(),
        }
    }

    /// Something comes before a played unit enters.
    #[inline(never)]
    fn enter_after(&mut self, card: CardRef, def: &Def, place: Place) -> Step {
        let enter = self.enter(card, place);
        if def.kind.is_action() {
            self.react(Trigger::ActionPlayed, Places::only(place), 0);
            return Step::Go;
        }
        self.step_enter(enter)
    }

    /// A card that is being played is on its way to a slot.
    pub fn enter(&mut self, card: CardRef, place: Place) -> Enter {
        let enter = Enter { card, place, consumed: CardRef::NONE, silenced: false, last: 0 };
        self.pos.agenda.push(Frame::Enter(enter));
        enter
    }

    /// The unit replaces who stands there, or enters.
    #[inline(never)]
    pub fn step_enter(&mut self, mut enter: Enter) -> Step {
        let place = enter.place;
        if self.pos.field.taken().has(place) {
            let (card, last) = (self.pos.field.cards[place], self.pos.power(place));
            let last_words = self.pos.field.listeners(Trigger::Death).has(place);
            let silenced = self.pos.field.being(Slot::SILENCED).has(place);
            self.tell(EventDraft::new(EventKind::Replaced).seat(place.seat()).card(card).other(enter.card));
            self.leave_dead(place);
            (enter.consumed, enter.silenced, enter.last) = (card, silenced, last);
            self.pos.agenda.set_top(Frame::Enter(enter));
            let depth = self.pos.agenda.depth();
            self.react(Trigger::Dies, Places::only(place), 0);
            if last_words {
                self.last_words(Trigger::Death, place, card, last, CardRef::NONE);
            }
            if self.pos.agenda.depth() != depth {
                return Step::Go;
            }
        }
        self.pos.agenda.pop();
        let card = enter.card;
        self.stand(card, self.rules.def(self.pos.def_id(card)), place);
        if enter.consumed != CardRef::NONE {
            self.run_unit(Trigger::Consume, place, enter.last);
            if !enter.silenced {
                self.last_words(Trigger::Consumed, place, enter.consumed, enter.last, card);
            }
        }
        Step::Go
    }

    /// A unit stands on its slot now, and deploys.
    #[inline]
    fn stand(&mut self, card: CardRef, def: &Def, place: Place) {
        self.pos.field.put(place, Slot { state: Slot::FRESH, ..Slot::printed(card, def) });
        self.tell(EventDraft::new(EventKind::Entered).seat(place.seat()).card(card).number(place.terrain() as i16));
        self.run_unit(Trigger::Deploy, place, 0);
    }
}
