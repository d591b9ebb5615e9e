//! Food Chain: predators eat prey. The rules of docs/rules/food-chain.md (cited as FC), on the kernel and the shared cards crate.
//!
//! In reading order: the rulings, what cards say and what becomes of it ([`words`], [`rules`], `demands`, `held`, `meaning`, `objections`,
//! `pass`, `compile` with its `codes`, `whole_set` sets, `glossary`), then the match: setup, state, field with its `sets` of places, frames, turn, play, enter,
//! combat, the options, running programs, verbs, effects, facts, piles, windows, and how it is shown, told, taught, imagined, encoded,
//! valued, staged, and played fast.

pub mod rulings;
pub mod words;
pub mod rules;
mod demands;
mod held;
mod codes;
pub mod meaning;
mod objections;
mod whole_set;
mod pass;
mod compile;
mod glossary;
mod setup;
pub mod state;
mod field;
mod sets;
mod frames;
mod turn;
mod play;
mod enter;
mod combat;
mod choice;
mod select;
mod running;
mod verbs;
mod effects;
mod event_kinds;
mod facts;
mod piles;
mod windows;
mod view;
mod sentences;
mod guide;
mod imagine;
mod encode;
mod greedy;
mod scene;
mod fast;

use playmat_cards::{CardGame, Encoder, Event, Reason};
use playmat_kernel::{AnyListener, Chance, Game, Listener, Options, Status, Step, go_on};

pub use choice::Choice;

use facts::Cx;
use rules::Rules;
use state::{Frame, Phase, Position};

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoodChain;

impl Game for FoodChain {
    type Rules = Rules;
    type Position = Position;
    type Choice = Choice;
    type Event = Event;
    type Reason = Reason;

    #[inline(always)]
    fn step<C: Chance, L: Listener<Event>>(rules: &Rules, pos: &mut Position, chance: &mut C, heard: &mut L) -> Step {
        // Most turns wait for a move, which is seen without a call.
        match pos.agenda.top_ref() {
            None if pos.anybody_lost() => {
                pos.agenda.push(Frame::Check { asked: 0 });
                Step::Go
            }
            None if matches!(pos.phase, Phase::Main1 | Phase::Combat | Phase::Main2) => {
                Cx { rules, pos, chance, heard }.ask_for_move()
            }
            None => Cx { rules, pos, chance, heard }.step_turn(),
            Some(_) => Cx { rules, pos, chance, heard }.step_frame(),
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
        if cx.pos.agenda.depth() == 0 { cx.take_move(choice) } else { cx.take_answer(choice) }
    }

    fn why_not(rules: &Rules, pos: &Position, choice: Choice) -> Reason {
        let (why, card) = play::why_not(rules, pos, choice);
        // A reason names only cards that the asked player may know of: those of the options they were given.
        sentences::reason(rules, why, card.map(|card| pos.def_id(card)))
    }

    #[inline]
    fn overflowed(pos: &Position) -> bool {
        pos.agenda.overflowed() | pos.field.overflowed()
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
    /// Runs the frame on top. It is only looked at here, each kind of frame is copied by the function that runs it.
    #[inline(always)]
    fn step_frame(&mut self) -> Step {
        match self.pos.agenda.top_ref() {
            Some(Frame::Run(_)) => self.step_run(),
            Some(Frame::Enter(_)) => self.step_enter(),
            Some(Frame::Attack(_)) => self.step_attack(),
            Some(&Frame::Check { asked }) => self.step_check(asked),
            Some(&Frame::Window(window)) => self.step_window(window),
            Some(Frame::Waiting { .. }) => self.step_waiting(),
            Some(&Frame::Stings { from }) => self.step_stings(from),
            Some(&Frame::Hurt { seat, amount, negated, opened, cause }) => self.step_hurt(seat, amount, negated, opened, cause),
            Some(&Frame::Discard { seat, left, .. }) => self.step_discard(seat, left),
            Some(&Frame::Opening(step)) => self.step_opening(step),
            None => Step::Go,
        }
    }
}

impl CardGame for FoodChain {
    const NAME: &'static str = "food-chain";
    const TITLE: &'static str = "Food Chain";
    const PLACES: u8 = 3;
    const RULE_VERSION: u16 = 3;

    fn encoder() -> Option<Encoder<Self>> {
        Some(Encoder::of())
    }
}

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
