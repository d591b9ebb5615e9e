//! Strata: creatures in stacks, magic, chains and counters. The rules of docs/rules/strata.md (cited as ST), on the kernel and
//! the shared cards crate.
//!
//! In reading order: what cards say ([`words`], [`rules`], [`filters`], [`actions`], [`meaning`], `objections`, `phrases`, `pass`, `program`, `compile`), the rulings, then the match: setup, lists,
//! state, places, field, frames, changes, turn, play, costs, chain, waiting, battle, stacks, bits, moves, choices, selecting, running, verbs, facts, and how it is
//! shown, encoded, imagined, valued, staged and played fast.

pub mod words;
pub mod rulings;
pub mod rules;
pub mod filters;
pub mod actions;
pub mod meaning;
mod codes;
mod objections;
mod phrases;
mod pass;
mod program;
mod compile;
mod setup;
pub mod list;
pub mod state;
pub mod places;
pub mod field;
pub mod frames;
pub mod changes;
mod turn;
mod play;
mod costs;
mod chain;
pub mod waiting;
mod battle;
mod stacks;
mod bits;
mod moves;
mod choice;
mod select;
mod running;
mod verbs;
mod event_kinds;
mod facts;
mod view;
mod sentences;
mod guide;
mod imagine;
mod encode;
mod greedy;
mod scene;
mod fast;

use playmat_cards::{CardGame, Encoder, Event, EventDraft, Reason};
use playmat_kernel::{AnyListener, Chance, Game, Listener, Options, Status, Step, go_on};

use crate::event_kinds::EventKind;

pub use choice::Choice;

use facts::Cx;
use rules::Rules;
use state::{Frame, Position};

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strata;

impl Game for Strata {
    type Rules = Rules;
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type Reason = Reason;

    #[inline(always)]
    fn step<C: Chance, L: Listener<Event>>(rules: &Rules, pos: &mut Position, chance: &mut C, heard: &mut L) -> Step {
        changes::settle(rules, pos);
        let mut cx = Cx { rules, pos, chance, heard };
        // The frame is only looked at here, each kind of frame is copied by the function that runs it.
        match cx.pos.agenda.top_ref() {
            Some(Frame::Turn) => cx.step_turn(),
            Some(Frame::Run(_)) => cx.step_run(),
            Some(&Frame::Window(window)) => cx.step_window(window),
            Some(Frame::Link(_)) => cx.step_link(),
            Some(&Frame::Play(play)) => cx.step_play(play),
            Some(&Frame::Attack(attack)) => cx.step_attack(attack),
            Some(Frame::Base { .. }) => cx.step_base(),
            Some(&Frame::Aim { attacker }) => cx.step_aim(attacker),
            Some(&Frame::Gather { now, seat, ordered }) => cx.step_gather(now, seat, ordered),
            Some(&(Frame::Which { card, .. } | Frame::Whom { card, .. })) => cx.step_which(card),
            Some(&Frame::Discard { seat, left, .. }) => cx.step_discard(seat, left),
            Some(&Frame::Land(land)) => cx.step_land(land),
            Some(&Frame::Lend { seat, .. }) => Step::ask(seat, playmat_kernel::Form::OneOf),
            Some(&Frame::Opening(step)) => cx.step_opening(step),
            None => {
                cx.pos.agenda.push(Frame::Turn);
                Step::Go
            }
        }
    }

    #[inline]
    fn options(rules: &Rules, pos: &Position, options: &mut Options<Choice>) {
        choice::options(rules, pos, options);
    }

    #[inline]
    fn take<C: Chance, L: Listener<Event>>(
        rules: &Rules,
        pos: &mut Position,
        choice: Choice,
        chance: &mut C,
        heard: &mut L,
    ) -> Step {
        Cx { rules, pos, chance, heard }.take(choice)
    }

    fn why_not(rules: &Rules, pos: &Position, choice: Choice) -> Reason {
        let (why, card) = play::why_not(rules, pos, choice);
        // A reason names only cards that the asked player may know of: their own.
        sentences::reason(rules, why, card.map(|card| pos.def_id(card)))
    }

    #[inline]
    fn overflowed(pos: &Position) -> bool {
        pos.agenda.overflowed() | pos.full.is_some()
    }

    fn tell_overflow<L: Listener<Event>>(_: &Rules, pos: &Position, heard: &mut L) {
        if L::ON {
            let word = Some(view::full_word(pos.full.unwrap_or(state::Full::Links)));
            heard.hear(EventDraft::new(EventKind::NoRoom).word(word).told(&pos.cards, &pos.handles));
        }
    }

    fn run(
        rules: &Rules,
        pos: &mut Position,
        choice: Option<Choice>,
        chance: &mut dyn Chance,
        listener: Option<&mut dyn AnyListener<Event>>,
    ) -> Status {
        go_on::<Self>(rules, pos, choice, chance, listener)
    }
}

impl CardGame for Strata {
    const NAME: &'static str = "strata";
    const TITLE: &'static str = "Strata";
    const PLACES: u8 = state::PLACES as u8;
    const RULE_VERSION: u16 = 4;

    fn encoder() -> Option<Encoder<Self>> {
        Some(Encoder::of())
    }
}

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
