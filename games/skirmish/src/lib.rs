//! Skirmish: five terrains, best of three. The rules of docs/rules/skirmish.md (cited as SK), on the kernel and the shared cards
//! crate.
//!
//! In reading order: what cards say ([`words`], [`rules`], `objections`, `endless`, `pass`, `compile`), the rulings, then the match: setup, field, state, turn,
//! play, enter, resolve, choices, running, verbs, facts, and how it is shown, written as numbers, imagined, valued, staged and played fast.

pub mod rulings;
pub mod words;
pub mod rules;
mod codes;
mod objections;
mod endless;
mod pass;
mod compile;
mod setup;
pub mod field;
pub mod state;
mod turn;
mod play;
mod enter;
mod resolve;
mod choice;
mod select;
mod running;
mod verbs;
mod event_kinds;
mod facts;
mod view;
mod encode;
mod sentences;
mod guide;
mod imagine;
mod greedy;
mod scene;
mod fast;

use playmat_cards::{CardGame, Encoder, Event, Reason};
use playmat_kernel::{AnyListener, Chance, Game, Listener, Options, Status, Step, go_on};

pub use choice::Choice;

use facts::Cx;
use rules::Rules;
use state::{Frame, Position};

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skirmish;

impl Game for Skirmish {
    type Rules = Rules;
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type Reason = Reason;

    #[inline]
    fn step<C: Chance, L: Listener<Event>>(rules: &Rules, pos: &mut Position, chance: &mut C, heard: &mut L) -> Step {
        let mut cx = Cx { rules, pos, chance, heard };
        // The frame is only looked at here, each kind of frame is copied by the function that runs it.
        match cx.pos.agenda.top_ref() {
            Some(Frame::Turn) => cx.step_turn(),
            Some(Frame::Run(_)) => cx.step_run(),
            _ => cx.step_other(),
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
        let mut cx = Cx { rules, pos, chance, heard };
        match cx.pos.agenda.top_ref() {
            Some(Frame::Turn) => cx.take_move(choice),
            Some(&Frame::Play { card }) => cx.take_slot(card, choice),
            Some(Frame::Run(_)) => cx.take_run(choice),
            _ => Step::Go,
        }
    }

    fn why_not(rules: &Rules, pos: &Position, choice: Choice) -> Reason {
        let (why, card) = play::why_not(rules, pos, choice);
        // A reason names only cards that the asked player may know of: those of the options they were given.
        sentences::reason(rules, why, card.map(|card| pos.def_id(card)))
    }

    #[inline]
    fn overflowed(pos: &Position) -> bool {
        pos.agenda.overflowed()
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

impl<C: Chance, L: Listener<Event>> Cx<'_, C, L> {
    /// The frames that come less often than turns and programs.
    #[inline(never)]
    fn step_other(&mut self) -> Step {
        match self.pos.agenda.top_ref() {
            Some(&Frame::Enter(enter)) => self.step_enter(enter),
            Some(&Frame::Reactions { trigger, places, amount, next }) => self.step_reactions(trigger, places, amount, next),
            Some(&Frame::Starting { next }) => self.step_starting(next),
            Some(&Frame::Resolve { step, won, next }) => self.step_resolve(step, won, next),
            Some(&Frame::Opening(step)) => self.step_opening(step),
            Some(Frame::Play { .. }) => self.step_play(),
            Some(Frame::Turn | Frame::Run(_)) => Step::Go,
            None => {
                self.pos.agenda.push(Frame::Turn);
                Step::Go
            }
        }
    }
}

impl CardGame for Skirmish {
    const NAME: &'static str = "skirmish";
    const TITLE: &'static str = "Skirmish";
    const PLACES: u8 = 5;
    const RULE_VERSION: u16 = 1;

    fn encoder() -> Option<Encoder<Self>> {
        Some(Encoder::of())
    }
}

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
