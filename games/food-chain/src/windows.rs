//! Reactions: the windows in which traps fire and players answer what happens (FC A9), and the loss check (FC A10).

use playmat_cards::{CardRef, Event, EventDraft, Offer};
use playmat_kernel::{Chance, Form, Listener, Outcome, Seat, Step};

use crate::choice::Choice;
use crate::demands::Demand;
use crate::event_kinds::{EventKind, How};
use crate::facts::Cx;
use crate::play;
use crate::rules::AbilityId;
use crate::rulings::{TrapActivation, Traps};
use crate::state::{Attack, By, Enter, Frame, Happening, Position, Target, Window, Zone, zone};
use crate::words::Trigger;

/// What happens in a window without anybody being asked.
enum Reaction {
    /// A trap fires.
    Trap(CardRef),
    /// The creature there answers that it was targeted.
    Own(Seat, usize),
}

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// Opens a window for a seat, unless nobody could do anything in it for reasons everybody can see or, where nobody is
    /// asked, for any reason. It is the next to be done.
    #[inline(always)]
    pub fn open(&mut self, event: Trigger, holder: Seat, subject: CardRef) {
        if let Some(window) = self.window(event, holder, subject) {
            self.pos.agenda.push(Frame::Window(window));
        }
    }

    /// The window that would open.
    #[inline(always)]
    pub fn window(&self, event: Trigger, holder: Seat, subject: CardRef) -> Option<Window> {
        if self.has_listener(event.bit() | late_of(event), holder.rival()) {
            self.window_now(event, holder, subject)
        } else {
            None
        }
    }

    /// Whether the rival of a seat has or may have anything that listens to one of these events: most events are listened to by nobody.
    #[inline(always)]
    pub fn has_listener(&self, events: u32, seat: Seat) -> bool {
        const LATE: u32 = Trigger::DiscardWhenAttackedDirectly.bit() | Trigger::Targeted.bit();
        let rulings = &self.rules.rulings;
        let asked = rulings.trap_activation == TrapActivation::Optional;
        let holds = (rulings.traps == Traps::Set) | self.pos.held.of_rival(seat).any(Demand::WAITS);
        let traps = if asked { self.rules.listens_to } else { self.pos.watch.of_rival(seat) * u32::from(holds) };
        (traps | self.rules.listens_to & LATE) & events != 0
    }

    #[inline(never)]
    fn window_now(&self, event: Trigger, holder: Seat, subject: CardRef) -> Option<Window> {
        let window = self.later_window(event, holder, subject)?;
        let asked = self.rules.rulings.trap_activation == TrapActivation::Optional;
        if window.turn == Happening::LATE || asked || play::traps(self.rules, self.pos, &window).next().is_some() {
            return Some(window);
        }
        self.late_possible(event, holder, subject).then(|| window.passed())
    }

    /// A window that opens when those above it are closed: by then a trap may have come to the hand that is not there yet.
    pub fn later_window(&self, event: Trigger, holder: Seat, subject: CardRef) -> Option<Window> {
        let late = self.rules.listens_to & event.bit() == 0 || !self.traps_possible(event, holder);
        let window = Window::new(Happening { event, subject }, holder);
        if !late {
            return Some(window);
        }
        self.late_possible(event, holder, subject).then(|| window.passed())
    }

    /// A window: traps first, then discard reactions and the creature's own answer.
    #[inline(never)]
    pub fn step_window(&mut self, window: Window) -> Step {
        let next = if self.stands(&window) { window.next(|window| self.offer(window)) } else { None };
        let Some((window, offer)) = next else {
            self.pos.agenda.pop();
            return Step::Go;
        };
        self.pos.agenda.set_top(Frame::Window(window));
        match offer {
            Offer::Happens(Reaction::Trap(card)) => self.fire(card, &window),
            Offer::Happens(Reaction::Own(seat, place)) => {
                self.pos.agenda.pop();
                self.run_abilities(seat, place, Trigger::Targeted.bit(), Target::card(window.about.subject));
            }
            Offer::Ask | Offer::Nothing => return Step::ask(window.seat, Form::OneOf),
        }
        Step::Go
    }

    /// The answer of somebody who may react: a trap fires, a card is discarded for its reaction, or nothing.
    pub fn take_reaction(&mut self, window: Window, choice: Choice) {
        match choice {
            Choice::Card(card) if window.turn == Happening::LATE => {
                let reaction = |id: &AbilityId| self.rules.ability(*id).trigger == Trigger::DiscardWhenAttackedDirectly;
                if let Some(id) = self.rules.printed(self.pos.def_id(card)).find(reaction) {
                    self.tell(EventDraft::new(EventKind::Discarded).cause(card).seat(window.seat).card(card).how(How::Used));
                    self.lay_down(card, (window.seat, Zone::Hand), false);
                    self.run(id, (card, 0), window.seat, Target::card(window.about.subject), By::Trigger);
                }
            }
            Choice::Card(trap) => self.fire(trap, &window),
            _ => self.pos.agenda.set_top(Frame::Window(window.passed())),
        }
    }

    /// A trap fires (FC A9).
    pub fn fire(&mut self, trap: CardRef, window: &Window) {
        self.ruled(self.rules.rulings.traps);
        self.put(trap, window.seat, Zone::Limbo);
        self.tell(EventDraft::new(EventKind::Fired).cause(trap).seat(window.seat).card(trap));
        if let Some(id) = self.rules.printed(self.pos.def_id(trap)).next() {
            self.run(id, (trap, 0), window.seat, Target::card(window.about.subject), By::Trap);
        }
    }

    /// FC A10, A11: the loss check. Whose life is 0 may be saved by a trap first, each player once.
    #[inline(never)]
    pub fn step_check(&mut self, asked: u8) -> Step {
        let lost = |pos: &Position, seat: Seat| pos.life[seat] <= 0;
        if !lost(self.pos, Seat::One) && !lost(self.pos, Seat::Two) {
            self.pos.agenda.pop();
            return Step::Go;
        }
        for seat in [self.pos.turn, self.pos.turn.rival()] {
            let bit = 1 << seat.bit();
            if lost(self.pos, seat) && asked & bit == 0 {
                self.pos.agenda.set_top(Frame::Check { asked: asked | bit });
                self.open(Trigger::LifeIsZero, seat, CardRef::NONE);
                return Step::Go;
            }
        }
        Step::Over(match (lost(self.pos, Seat::One), lost(self.pos, Seat::Two)) {
            (true, true) => Outcome::Draw,
            (true, false) => Outcome::Won(Seat::Two),
            _ => Outcome::Won(Seat::One),
        })
    }

    /// FC A11: whether what a window answers still goes on. Windows lie directly above what they answer.
    fn stands(&self, window: &Window) -> bool {
        let frames = self.pos.agenda.frames();
        let below = frames.iter().rev().find(|frame| !matches!(frame, Frame::Window(_)));
        let goes_on = match below {
            Some(Frame::Attack(attack)) => attack.flags & Attack::NEGATED == 0 && self.combat_stands(attack),
            Some(Frame::Enter(enter)) => enter.flags & Enter::NEGATED == 0,
            Some(Frame::Run(run)) => !matches!(run.by, By::Negated | By::NegatedCounted),
            Some(Frame::Hurt { negated, .. }) => !negated,
            _ => true,
        };
        goes_on
            && match window.about.event {
                Trigger::AllyTargeted => self.pos.creature(window.about.subject).is_some(),
                Trigger::LifeIsZero => self.pos.life[window.seat] <= 0,
                _ => true,
            }
    }

    /// What a turn of a window holds.
    fn offer(&mut self, window: &Window) -> Offer<Reaction> {
        let Happening { event, subject } = window.about;
        if window.turn == Happening::TRAPS {
            if !self.traps_possible(event, window.seat) {
                return Offer::Nothing;
            }
            return match self.ruled(self.rules.rulings.trap_activation) {
                TrapActivation::Optional => Offer::Ask,
                TrapActivation::Automatic => match play::traps(self.rules, self.pos, window).next() {
                    Some(trap) => Offer::Happens(Reaction::Trap(trap)),
                    None => Offer::Nothing,
                },
            };
        }
        match event {
            Trigger::AttackedDirectly if self.late_possible(event, window.seat, subject) => Offer::Ask,
            Trigger::AllyTargeted => match self.pos.creature(subject) {
                Some((seat, place)) => Offer::Happens(Reaction::Own(seat, place)),
                None => Offer::Nothing,
            },
            _ => Offer::Nothing,
        }
    }

    /// Whether traps of a seat could answer an event now. Where its holder is asked this reads only what the rival sees too.
    fn traps_possible(&self, event: Trigger, holder: Seat) -> bool {
        // FC A11: traps work in the rival's turn only, at the loss check in any.
        if self.pos.turn == holder && event != Trigger::LifeIsZero {
            return false;
        }
        match self.rules.rulings.trap_activation {
            TrapActivation::Automatic => self.pos.watch[holder] & event.bit() != 0,
            TrapActivation::Optional => {
                let from = if self.rules.rulings.traps == Traps::Hand { Zone::Hand } else { Zone::Set };
                !self.pos.zones.is_empty(zone(holder, from))
            }
        }
    }

    fn late_possible(&self, event: Trigger, holder: Seat, subject: CardRef) -> bool {
        match event {
            Trigger::AttackedDirectly => {
                self.rules.listens_to & Trigger::DiscardWhenAttackedDirectly.bit() != 0
                    && !self.pos.zones.is_empty(zone(holder, Zone::Hand))
            }
            Trigger::AllyTargeted => self
                .pos
                .creature(subject)
                .is_some_and(|(seat, place)| self.pos.field[seat][place].listens_to & Trigger::Targeted.bit() != 0),
            _ => false,
        }
    }
}

/// What may answer an event when the traps are done.
#[inline(always)]
const fn late_of(event: Trigger) -> u32 {
    match event {
        Trigger::AttackedDirectly => Trigger::DiscardWhenAttackedDirectly.bit(),
        Trigger::AllyTargeted => Trigger::Targeted.bit(),
        _ => 0,
    }
}
