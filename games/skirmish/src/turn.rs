//! The turn (SK Turn): exactly one of playing a card, activating, being done.

use playmat_cards::{CardRef, Event, EventDraft};
use playmat_kernel::{Chance, Listener, Seat, Step};

use crate::choice::Choice;
use crate::event_kinds::EventKind;
use crate::facts::Cx;
use crate::play;
use crate::state::{By, Frame, MOST_TURNS, Phase, Place, Places, Resolve, Slot};
use crate::words::Trigger;

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// The turn goes on until its player moves or something else is to be done first.
    #[inline(never)]
    pub fn step_turn(&mut self) -> Step {
        // Nobody who is done has a turn; a scene may say otherwise.
        if self.pos.done[self.pos.turn] & (self.pos.phase == Phase::Move) {
            self.pos.phase = Phase::Pass;
        }
        if self.pos.phase == Phase::Pass {
            if !self.pos.field.passing.is_empty() {
                return self.end_gains();
            }
            if self.pass() {
                return Step::Go;
            }
        }
        if self.pos.phase == Phase::Start && self.start_turn() {
            return Step::Go;
        }
        Step::ask_move(self.pos.turn)
    }

    /// The turn passes to the player who is not done. True if nobody has a turn any more: the skirmish resolves at once.
    fn pass(&mut self) -> bool {
        self.pos.field.unmark_all(Slot::FRESH);
        // SK Fine print: after 40 turns of one player both count as done.
        if self.pos.taken[self.pos.turn] >= MOST_TURNS {
            for seat in Seat::BOTH {
                self.pos.done[seat] = true;
            }
        }
        // Both are looked at, so that there is one branch, and one that is seldom taken.
        if self.pos.done[Seat::One] & self.pos.done[Seat::Two] {
            self.pos.agenda.push(Frame::Resolve { step: Resolve::Control, won: Places::NONE, next: 0 });
            return true;
        }
        let rival = self.pos.turn.rival();
        self.pos.turn = if self.pos.done[rival] { self.pos.turn } else { rival };
        self.pos.phase = Phase::Start;
        false
    }

    /// A turn begins. True if its player has units with turn-start abilities: those come first.
    fn start_turn(&mut self) -> bool {
        let seat = self.pos.turn;
        self.pos.turns = self.pos.turns.saturating_add(1);
        self.pos.taken[seat] = self.pos.taken[seat].saturating_add(1);
        self.pos.phase = Phase::Move;
        self.pos.set_off = 0;
        self.tell(EventDraft::new(EventKind::Turn).seat(seat).number(i16::from(self.pos.taken[seat])));
        let field = &self.pos.field;
        let concerned = field.cooling().or(field.listeners(Trigger::StartOfTurn)).and(Places::of(seat));
        !concerned.is_empty() && self.start_units()
    }

    /// SK Fine print: first all cooldowns tick, then abilities from terrain 0 to 4. True if there are any.
    #[inline(never)]
    fn start_units(&mut self) -> bool {
        self.pos.field.tick(self.pos.turn);
        let first = self.starting(0);
        if let Some(place) = first {
            self.pos.agenda.push(Frame::Starting { next: place.terrain() as u8 + 1 });
            self.run_unit(Trigger::StartOfTurn, place, 0);
        }
        first.is_some()
    }

    /// The turn-start abilities, one unit after the other; then its player moves.
    #[inline(never)]
    pub fn step_starting(&mut self, next: u8) -> Step {
        match self.starting(next) {
            Some(place) => {
                self.pos.agenda.set_top(Frame::Starting { next: place.terrain() as u8 + 1 });
                self.run_unit(Trigger::StartOfTurn, place, 0);
                Step::Go
            }
            None => {
                self.pos.agenda.pop();
                Step::ask_move(self.pos.turn)
            }
        }
    }

    /// The turn player's next unit with a turn-start ability.
    #[inline]
    fn starting(&self, next: u8) -> Option<Place> {
        let turn = self.pos.turn;
        let units = self.pos.field.listeners(Trigger::StartOfTurn).and(Places::of(turn));
        units.from(turn).skip_to(next).next()
    }

    /// A move of the turn player, and what it leads to.
    #[inline]
    pub fn take_move(&mut self, choice: Choice) -> Step {
        match choice {
            Choice::Play(card) => self.play(card),
            choice => self.take_other_move(choice),
        }
    }

    /// A card of the hand is played: a unit asks for its slot, an action for its targets.
    #[inline(never)]
    pub fn play(&mut self, card: CardRef) -> Step {
        if self.rules.def(self.pos.def_id(card)).kind.stands() {
            self.pos.agenda.push(Frame::Play { card });
            return self.step_play();
        }
        match play::announced(self.rules, self.pos, self.pos.turn, card) {
            Some(run) => self.announce(run),
            None => self.step_turn(),
        }
    }

    /// Any other move.
    #[inline(never)]
    pub fn take_other_move(&mut self, choice: Choice) -> Step {
        let seat = self.pos.turn;
        match choice {
            Choice::Use(card) => {
                if let Some(place) = self.pos.find(card)
                    && let Some(id) = self.rules.abilities_on(self.pos.def_id(card), Trigger::Activate).next()
                {
                    return self.announce(self.started(id, card, place, By::Activate, 0));
                }
            }
            Choice::Done => {
                self.pos.done[seat] = true;
                self.pos.phase = Phase::Pass;
                self.tell(EventDraft::new(EventKind::Done).seat(seat));
            }
            Choice::End => {
                self.pos.phase = Phase::Pass;
                self.tell(EventDraft::new(EventKind::Ended).seat(seat));
            }
            _ => {}
        }
        self.step_turn()
    }
}
