//! The options of every question, and what an answer does to the frame that asked.

use playmat_cards::{CardRef, Event as Said, Machine, program_options};
use playmat_kernel::{Chance, Listener, Options, Seat, Step};

use crate::Strata;
use crate::battle;
use crate::chain;
use crate::changes;
use crate::facts::Cx;
use crate::frames::{Frame, Land, Window};
use crate::moves;
use crate::play;
use crate::rules::{EffectId, Rules};
use crate::state::{Position, Zone};
use crate::waiting::gathered;

/// One option; a word, so that a list of them is quickly written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(align(4))]
pub enum Choice {
    /// Play a card from hand onto a free place.
    Play(CardRef),
    /// Play a card from hand face down onto a free place.
    PlayDown(CardRef),
    /// Level up with a card from hand.
    Level(CardRef),
    /// Level up face down with a card from hand.
    LevelDown(CardRef),
    /// Activate an effect of a card, 0 or 1.
    Use(CardRef, u8),
    /// Turn a card up.
    Flip(CardRef),
    /// Attack with a creature.
    Attack(CardRef),
    /// The next phase.
    Next,
    /// End the turn.
    #[default]
    End,
    /// A card.
    Card(CardRef),
    /// The rival, directly.
    Rival,
    /// A link of the chain, by its place on the agenda.
    Link(u8),
    /// An own trigger that waits.
    Trigger(CardRef, u8),
    /// An effect of the card in question, 0 or 1.
    Effect(u8),
    /// A branch of "either", counted from 1.
    Branch(u8),
    /// Face up.
    Up,
    /// Face down.
    Down,
    /// Do it.
    Yes,
    /// Do not.
    No,
    /// None of them, or no more.
    None,
    /// No response.
    Pass,
}

/// Who is asked by the frame on top.
pub fn asked(pos: &Position) -> Seat {
    match pos.agenda.top_ref() {
        Some(Frame::Run(run)) => run.seat,
        Some(
            Frame::Window(Window { seat, .. })
            | Frame::Gather { seat, .. }
            | Frame::Discard { seat, .. }
            | Frame::Lend { seat, .. },
        ) => *seat,
        Some(Frame::Which { card, .. } | Frame::Whom { card, .. } | Frame::Land(Land { card, .. })) => pos.owner(*card),
        _ => pos.turn,
    }
}

/// Lists the options of the frame on top, which has just asked.
#[inline]
pub fn options(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    match pos.agenda.top_ref() {
        Some(Frame::Turn) => moves::list(rules, pos, out),
        Some(_) => answers(rules, pos, out),
        None => {}
    }
}

/// The options of whatever else asks.
#[inline(never)]
pub fn answers(rules: &Rules, pos: &Position, out: &mut Options<Choice>) {
    let Some(frame) = pos.agenda.top_ref() else { return };
    match *frame {
        Frame::Base { card, .. } => bases(rules, pos, card, out),
        Frame::Aim { attacker } => {
            let targets = battle::targets(pos, attacker);
            out.extend(targets.iter().map(|place| Choice::Card(pos.slot(place).card)));
            out.push_if(Choice::Rival, targets.is_empty());
        }
        Frame::Run(ref run) => program_options::<Strata>(rules, pos, run, out),
        Frame::Window(window) => play::responses(rules, pos, window.seat, &mut |choice| out.push(choice)),
        Frame::Gather { now, seat, ordered } => {
            let left = gathered(pos, now, seat).count() - usize::from(ordered);
            for at in gathered(pos, now, seat).take(left) {
                let pending = pos.waiting[at];
                out.push(Choice::Trigger(pending.source, pending.effect.which()));
            }
        }
        Frame::Which { card, which } => {
            if let Some(place) = pos.find(card) {
                let id = EffectId::of(pos.def_id(card), which);
                out.extend(chain::answerable(rules, pos, place, id).map(Choice::Link));
            }
        }
        Frame::Whom { card, which, link } => {
            let id = EffectId::of(pos.def_id(card), which);
            out.extend(chain::aims(rules, pos, card, id, link).iter().map(|&(_, target)| Choice::Card(target)));
        }
        Frame::Discard { seat, left, .. } => {
            let hand = pos.pile(seat, Zone::Hand);
            // The whole hand goes: there is nothing to choose.
            let hand = if hand.len() <= usize::from(left) { &hand[..hand.len().min(1)] } else { hand };
            out.extend(hand.iter().map(|&card| Choice::Card(card)));
        }
        Frame::Land(ref land) if land.levels && land.base.is_none() => bases(rules, pos, land.card, out),
        Frame::Land(_) => out.extend([Choice::Up, Choice::Down]),
        Frame::Lend { card, to, seat } => {
            for id in rules.printed(pos.def_id(card)) {
                out.push_if(Choice::Effect(id.which()), play::lendable(rules, pos, id, to, seat));
            }
            out.push_if(Choice::Pass, out.is_empty());
        }
        Frame::Opening(_) | Frame::Turn | Frame::Link(_) | Frame::Play(_) | Frame::Attack(_) => {}
    }
}

fn bases(rules: &Rules, pos: &Position, card: CardRef, out: &mut Options<Choice>) {
    out.extend(play::bases(rules, pos, card).iter().map(|place| Choice::Card(pos.slot(place).card)));
}

impl<C: Chance, L: Listener<Said>> Cx<'_, C, L> {
    /// Gives an answer to the frame that asked, and tells what that leads to.
    #[inline]
    pub fn take(&mut self, choice: Choice) -> Step {
        match self.pos.agenda.top_ref() {
            Some(Frame::Turn) => self.take_move(choice),
            Some(_) => self.take_answer(&choice),
            None => Step::Go,
        }
    }

    #[inline(never)]
    pub fn take_answer(&mut self, choice: &Choice) -> Step {
        let choice = *choice;
        let Some(frame) = self.pos.agenda.top_ref() else { return Step::Go };
        match *frame {
            Frame::Base { card, down } => self.take_base(card, down, choice),
            Frame::Aim { attacker } => self.take_aim(attacker, choice),
            Frame::Run(_) => self.give(choice),
            Frame::Window(window) => self.take_response(window, choice),
            Frame::Gather { now, seat, ordered } => self.take_order(now, seat, ordered, choice),
            Frame::Which { card, which } => self.take_which(card, which, choice),
            Frame::Whom { card, which, link } => self.take_whom(card, which, link, choice),
            Frame::Discard { seat, left, cause } => self.take_discard(seat, left, cause, choice),
            Frame::Land(land) => self.take_land(land, choice),
            Frame::Lend { card, to, seat } => self.take_lend(card, to, seat, choice),
            Frame::Opening(_) | Frame::Turn | Frame::Link(_) | Frame::Play(_) | Frame::Attack(_) => {}
        }
        self.after_answer()
    }

    /// Most often the turn or an effect goes on after an answer.
    #[inline]
    pub fn after_answer(&mut self) -> Step {
        changes::settle(self.rules, self.pos);
        match self.pos.agenda.top_ref() {
            Some(Frame::Turn) => self.step_turn(),
            Some(Frame::Run(_)) => self.step_run(),
            _ => Step::Go,
        }
    }
}
