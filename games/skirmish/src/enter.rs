//! Units on their way to a slot (SK Units, actions): the replaced one dies, then the newcomer enters, then Consumed, Consume
//! and Deploy.

use playmat_cards::{CardRef, Event, Tale, tale};
use playmat_kernel::{Chance, Listener, Step};

use crate::choice::{Choice, ask_declaring};
use crate::facts::Cx;
use crate::state::{Enter, Frame, Phase, Place, Places, Slot, Zone, zone};
use crate::words::Trigger;

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// A unit card of the hand is played: to which slot?
    pub fn step_play(&mut self) -> Step {
        ask_declaring(self.pos.turn)
    }

    /// The slot is chosen: the unit is played. Whoever heeds actions acts before an action unit enters (SK Fine print).
    pub fn take_slot(&mut self, card: CardRef, choice: Choice) {
        let Choice::Slot(place) = choice else { return };
        let seat = self.pos.turn;
        self.pos.agenda.pop();
        self.pos.phase = Phase::Pass;
        self.put_from(card, zone(seat, Zone::Hand), seat, Zone::Limbo);
        self.tell(Tale { seat: Some(seat), card, number: Some(place.terrain() as i16), ..tale("played") });
        self.enter(card, place);
        if self.rules.def(self.pos.def_id(card)).kind.is_action() {
            self.react(Trigger::ActionPlayed, Places::only(place), 0);
        }
    }

    /// A card in limbo is on its way to a slot.
    pub fn enter(&mut self, card: CardRef, place: Place) {
        let consumed = CardRef::NONE;
        self.pos.agenda.push(Frame::Enter(Enter { card, place, consumed, silenced: false, last: 0 }));
    }

    /// The unit replaces who stands there, or enters.
    #[inline(never)]
    pub fn step_enter(&mut self, mut enter: Enter) -> Step {
        let place = enter.place;
        if self.pos.slot(place).taken() {
            let last = self.pos.power(place);
            let card = self.pos.slot(place).card;
            self.tell(Tale { seat: Some(place.seat()), card, other: enter.card, ..tale("replaced") });
            let slot = self.leave_dead(place);
            (enter.consumed, enter.silenced, enter.last) = (card, slot.is(Slot::SILENCED), last);
            self.set_top(Frame::Enter(enter));
            self.react(Trigger::Dies, Places::only(place), 0);
            self.last_words(Trigger::Death, place, &slot, last, CardRef::NONE);
            return Step::Go;
        }
        self.pos.agenda.pop();
        let seat = place.seat();
        let card = enter.card;
        self.put_from(card, zone(seat, Zone::Limbo), seat, Zone::Field);
        let mut slot = Slot::printed(card, self.rules.def(self.pos.def_id(card)));
        slot.state |= Slot::FRESH;
        *self.pos.slot_mut(place) = slot;
        self.tell(Tale { seat: Some(seat), card, number: Some(place.terrain() as i16), ..tale("entered") });
        self.run_unit(Trigger::Deploy, place, 0);
        if enter.consumed != CardRef::NONE {
            self.run_unit(Trigger::Consume, place, enter.last);
            if !enter.silenced {
                let heeds = self.rules.def(self.pos.def_id(enter.consumed)).heeds;
                let gone = Slot { card: enter.consumed, heeds, ..Slot::EMPTY };
                self.last_words(Trigger::Consumed, place, &gone, enter.last, card);
            }
        }
        Step::Go
    }
}
