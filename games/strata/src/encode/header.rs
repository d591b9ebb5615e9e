//! The match and what is asked.

use playmat_cards::{CardRef, Op, read};
use playmat_kernel::{Decision, Form, Occasion, Seat};

use super::{HeaderRow, Seen};
use crate::Strata;
use crate::frames::{By, Frame, Kept, Run};
use crate::rules::{From, Pick, Purpose, When};
use crate::state::Zone;

/// What asks, as far as it hangs on the frame on top.
#[derive(Clone, Copy)]
struct Asks<'a> {
    question: i16,
    about: CardRef,
    effect: i16,
    second: CardRef,
    answers: i16,
    passed: i16,
    left: i16,
    run: Option<&'a Run>,
}

/// What a program asks.
#[derive(Clone, Copy, Default)]
struct Program {
    by: i16,
    announcing: i16,
    op: i16,
    wants: i16,
    register: i16,
    when: i16,
    purpose: i16,
    from: i16,
    least: i16,
    most: i16,
    branch: i16,
}

impl<'a> Seen<'a> {
    #[inline(never)]
    pub(super) fn header(self, decision: Decision, links: usize, out: &mut HeaderRow) {
        let (pos, me, rival) = (self.pos, self.me, self.me.rival());
        let asks = self.asks();
        let program = asks.run.map_or(Program::default(), |run| self.program(run));
        let it = asks.run.map_or(CardRef::NONE, |run| run.event);
        let chosen = asks.run.map_or([Kept::OPEN; 6], |run| {
            let [[a, b, c], [d, e, f]] = run.chosen;
            [a, b, c, d, e, f]
        });
        let ([c1, c2, c3, c4, c5, c6], [e1, e2, e3, e4, e5, e6]) = match asks.run {
            Some(_) => (chosen.map(|card| self.def(card)), chosen.map(|card| self.entity(card))),
            None => ([0; 6], [0; 6]),
        };
        let (running, running_whose, running_effect) = self.running();
        let size = |seat: Seat, which: Zone| pos.pile(seat, which).len() as i16;
        let (own_waiting, rival_waiting) = self.waiting();
        *out = [
            asks.question,
            form(decision.form),
            occasion(decision.occasion),
            pos.phase as i16 + 1,
            i16::from(pos.turn == me),
            pos.turns as i16,
            i16::from(pos.first == me),
            i16::from(pos.opening),
            pos.points[me],
            pos.points[rival],
            i16::from(pos.skip[me]),
            i16::from(pos.skip[rival]),
            i16::from(pos.plays),
            i16::from(pos.extra[me]),
            i16::from(pos.extra[rival]),
            pos.extras.len() as i16,
            pos.forbids.len() as i16,
            size(me, Zone::Deck),
            size(rival, Zone::Deck),
            size(me, Zone::Hand),
            size(rival, Zone::Hand),
            size(me, Zone::Discard),
            size(rival, Zone::Discard),
            size(me, Zone::Limbo),
            size(rival, Zone::Limbo),
            links as i16,
            own_waiting,
            rival_waiting,
            pos.agenda.depth() as i16,
            asks.passed,
            asks.left,
            self.def(asks.about),
            pos.cards.get(asks.about.0 as usize).map_or(0, |card| self.whose(card.owner())),
            self.entity(asks.about),
            asks.effect,
            self.def(asks.second),
            self.entity(asks.second),
            self.def(it),
            self.entity(it),
            asks.answers,
            program.by,
            program.announcing,
            program.op,
            program.wants,
            program.register,
            program.when,
            program.purpose,
            program.from,
            program.least,
            program.most,
            program.branch,
            c1,
            c2,
            c3,
            c4,
            c5,
            c6,
            e1,
            e2,
            e3,
            e4,
            e5,
            e6,
            running,
            running_whose,
            running_effect,
        ];
    }

    #[inline]
    fn asks(self) -> Asks<'a> {
        let none = CardRef::NONE;
        let nothing = Asks { question: 0, about: none, effect: 0, second: none, answers: 0, passed: 0, left: 0, run: None };
        let Some(top) = self.pos.agenda.top_ref() else { return nothing };
        match *top {
            Frame::Turn => Asks { question: 1, ..nothing },
            Frame::Base { card, .. } => Asks { question: 2, about: card, ..nothing },
            Frame::Aim { attacker } => Asks { question: 3, about: self.pos.slot(attacker).card, ..nothing },
            Frame::Run(ref run) => Asks {
                question: 4,
                about: run.source,
                effect: i16::from(run.ability.which()) + 1,
                answers: self.link_number(run.answers),
                run: Some(run),
                ..nothing
            },
            Frame::Window(window) => {
                let (about, effect) = self.newest();
                Asks { question: 5, about, effect, passed: i16::from(window.turn), ..nothing }
            }
            Frame::Gather { ordered, .. } => Asks { question: 6, left: i16::from(ordered), ..nothing },
            Frame::Which { card, which } => Asks { question: 7, about: card, effect: i16::from(which) + 1, ..nothing },
            Frame::Whom { card, which, link } => {
                let answers = self.link_number(link);
                Asks { question: 8, about: card, effect: i16::from(which) + 1, answers, ..nothing }
            }
            Frame::Discard { left, cause, .. } => Asks { question: 9, second: cause, left: i16::from(left), ..nothing },
            Frame::Land(land) => {
                let left = i16::from(land.levels && land.base.is_none());
                Asks { question: 10, about: land.card, second: land.cause, left, ..nothing }
            }
            Frame::Lend { card, to, .. } => Asks { question: 11, about: to, second: card, ..nothing },
            // These ask nothing.
            Frame::Opening(_) | Frame::Link(_) | Frame::Play(_) | Frame::Attack(_) => nothing,
        }
    }

    /// The card and the effect of the newest link.
    fn newest(self) -> (CardRef, i16) {
        match self.pos.agenda.frames().iter().rev().find(|frame| frame.is_link()) {
            Some(Frame::Link(run)) => (run.source, i16::from(run.ability.which()) + 1),
            Some(Frame::Play(play)) => (play.card, 0),
            Some(Frame::Attack(attack)) => (self.pos.top(attack.attacker).unwrap_or(CardRef::NONE), 0),
            _ => (CardRef::NONE, 0),
        }
    }

    /// The newest effect that runs below what asks: everybody has heard of it.
    #[inline]
    fn running(self) -> (i16, i16, i16) {
        let [below @ .., _] = self.pos.agenda.frames() else { return (0, 0, 0) };
        let runs = below.iter().rev().find_map(|frame| if let Frame::Run(run) = frame { Some(run) } else { None });
        runs.map_or((0, 0, 0), |run| (self.def(run.source), self.whose(run.seat), i16::from(run.ability.which()) + 1))
    }

    /// How many triggers of each side wait.
    #[inline]
    fn waiting(self) -> (i16, i16) {
        let own = self.pos.waiting.iter().filter(|pending| self.pos.owner(pending.source) == self.me).count();
        (own as i16, (self.pos.waiting.len() - own) as i16)
    }

    #[inline(never)]
    fn program(self, run: &Run) -> Program {
        let start = self.rules.effect(run.ability).start;
        let by = match run.by {
            By::Use => 1,
            By::Hand => 2,
            By::Counter => 3,
            By::Latent => 4,
            By::Copy => 5,
        };
        let (at, wants) = read::<Strata>(&self.rules.ops, run.cursor);
        let asked = Program {
            by,
            announcing: i16::from(run.cursor.announcing()),
            op: (at + 1).saturating_sub(start) as i16,
            branch: i16::from(run.cursor.branch),
            ..Program::default()
        };
        match wants {
            Op::Either(_) => Program { wants: 1, ..asked },
            Op::May(_) => Program { wants: 2, ..asked },
            Op::Choose(register, pick) => choice(pick, Program { wants: 3, register: i16::from(*register) + 1, ..asked }),
            _ => asked,
        }
    }
}

/// A program that asks for a card.
fn choice(pick: &Pick, asked: Program) -> Program {
    let when = match pick.when {
        When::Target => 1,
        When::Cost => 2,
        When::Step => 3,
    };
    let purpose = match pick.purpose {
        Purpose::Any => 1,
        Purpose::Destroy => 2,
        Purpose::Play(_) => 3,
        Purpose::LevelUp(..) => 4,
        Purpose::Apart(_) => 5,
        Purpose::Redirect => 6,
    };
    let from = from(pick.group.from);
    Program { when, purpose, from, least: i16::from(pick.least), most: i16::from(pick.most), ..asked }
}

/// Where cards are looked for, from 1.
pub(super) const fn from(from: From) -> i16 {
    match from {
        From::Field => 1,
        From::Hand => 2,
        From::Deck => 3,
        From::Pile => 4,
        From::RivalPile => 5,
        From::UnderThis | From::UnderChosen(_) | From::UnderHost | From::Under(_) => 6,
    }
}

const fn form(form: Form) -> i16 {
    match form {
        Form::OneOf => 1,
        Form::SomeOf => 2,
        Form::Order => 3,
    }
}

const fn occasion(occasion: Occasion) -> i16 {
    match occasion {
        Occasion::Move => 1,
        Occasion::Declaring => 2,
        Occasion::Raised => 3,
    }
}
