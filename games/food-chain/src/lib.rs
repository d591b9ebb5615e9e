//! Food Chain: predators eat prey. The rules of docs/rules/food-chain.md (cited as FC), on the kernel and the shared cards crate.
//!
//! In reading order: the rulings, what cards say and what becomes of it ([`words`], [`rules`], `demands`, `held`, `lower`, `fits`,
//! `checks` with its `codes`, `glossary`), then the match: setup, state, field with its `sets` of places, frames, turn, play, enter,
//! combat, the options, running programs, verbs, effects, facts, piles, windows, and how it is shown, told, taught, imagined, valued
//! and staged.

pub mod rulings;
pub mod words;
pub mod rules;
mod demands;
mod held;
mod lower;
mod fits;
mod checks;
mod codes;
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
mod facts;
mod piles;
mod windows;
mod view;
mod sentences;
mod guide;
mod imagine;
mod greedy;
mod scene;

use playmat_cards::{
    CardGame, CardView, Counted, DefId, Event, Face, Follows, Question, Reason, RulingInfo, Scene, SceneError, SceneWord,
    Setup, Terms, Texts, View, census,
};
use playmat_cardtext::ast::Card as CardTree;
use playmat_cardtext::{Code, Complaint};
use playmat_kernel::{Audience, Chance, Ears, Game, Listener, Options, Seat, Status, Step, go_on};

pub use choice::Choice;

use facts::Cx;
use rules::Rules;
use rulings::{EDITIONS, LEDGER, Rulings};
use state::{Frame, Phase, Position, Zone};
use words::FoodWords;

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
    fn pick_and_take<C: Chance, L: Listener<Event>>(
        rules: &Rules,
        pos: &mut Position,
        room: &mut Options<Choice>,
        which: impl FnOnce(&mut C, usize) -> usize,
        chance: &mut C,
        heard: &mut L,
    ) -> Step {
        Cx { rules, pos, chance, heard }.pick_and_take(room, which)
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
        ears: Option<&mut dyn Ears<Event>>,
    ) -> Status {
        go_on::<Self>(rules, pos, choice, chance, ears)
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
    type Words = FoodWords;

    const NAME: &'static str = "food-chain";
    const TITLE: &'static str = "Food Chain";
    const PLACES: u8 = 3;
    const RULE_VERSION: u16 = 2;
    const AHEAD: i32 = greedy::AHEAD;

    fn editions() -> &'static [&'static str] {
        EDITIONS
    }

    fn rulings() -> &'static [RulingInfo] {
        LEDGER
    }

    fn check(cards: &[&CardTree<FoodWords>]) -> Vec<Complaint> {
        checks::check(cards)
    }

    fn codes() -> &'static [&'static Code] {
        codes::CODES
    }

    fn build(cards: &[&CardTree<FoodWords>], terms: &Terms) -> Result<Rules, String> {
        let (edition, values) = terms.resolve::<FoodChain>()?;
        lower::lower(cards, edition, Rulings::from_values(&values)).map_err(|faults| playmat_cards::all_whys(&faults))
    }

    fn glossary(rules: &Rules) -> Vec<playmat_cardtext::Explained> {
        glossary::under(&rules.rulings)
    }

    fn texts(rules: &Rules) -> &Texts {
        &rules.texts
    }

    fn ruling_values(rules: &Rules) -> Vec<u8> {
        rules.rulings.values()
    }

    fn deck_faults(rules: &Rules, deck: &[DefId]) -> Vec<Reason> {
        setup::deck_faults(rules, deck)
    }

    fn random_deck<C: Chance>(rules: &Rules, category: Option<&str>, chance: &mut C) -> Vec<DefId> {
        setup::random_deck(rules, category, chance)
    }

    fn open(rules: &Rules, setup: &Setup) -> Position {
        setup::open(rules, setup)
    }

    fn view(rules: &Rules, pos: &Position, audience: Audience) -> View {
        view::view(rules, pos, audience)
    }

    fn question(rules: &Rules, pos: &Position) -> Question {
        view::question(rules, pos)
    }

    fn face(rules: &Rules, pos: &Position, choice: Choice) -> Face {
        view::face(rules, pos, choice)
    }

    fn why_not_in_hand(rules: &Rules, pos: &Position, seat: Seat) -> Vec<(DefId, Reason)> {
        let hand = pos.pile(seat, Zone::Hand).iter();
        hand.filter_map(|&card| {
            let def = pos.def_id(card);
            play::why_not_play(rules, pos, seat, card).map(|why| (def, sentences::reason(rules, why, Some(def))))
        })
        .collect()
    }

    fn sentence(rules: &Rules, event: &Event) -> String {
        sentences::sentence(rules, event)
    }

    fn turns(pos: &Position) -> u32 {
        u32::from(pos.turns)
    }

    fn imagine<C: Chance>(rules: &Rules, pos: &Position, seat: Seat, chance: &mut C) -> Position {
        imagine::imagine(rules, pos, seat, chance)
    }

    fn evaluate(rules: &Rules, pos: &Position, seat: Seat) -> i32 {
        greedy::evaluate(rules, pos, seat)
    }

    fn identity(_rules: &Rules, pos: &Position, choice: Choice) -> u64 {
        imagine::identity(pos, choice)
    }

    fn state_words() -> &'static [(&'static str, Follows)] {
        scene::STATES
    }

    fn scene_words() -> &'static [(&'static str, SceneWord)] {
        scene::SCENE
    }

    fn guide() -> &'static [(&'static str, &'static [&'static str])] {
        guide::GUIDE
    }

    fn phases() -> &'static [&'static str] {
        scene::PHASES
    }

    fn stage(rules: &Rules, scene: &Scene) -> Result<Position, SceneError> {
        scene::stage(rules, scene)
    }

    fn inspect(rules: &Rules, pos: &Position, seat: Seat, zone: &str) -> Vec<CardView> {
        view::inspect(rules, pos, seat, zone)
    }

    fn number(pos: &Position, seat: Seat, word: &str, _index: Option<i32>) -> Option<i32> {
        (word == "hp").then(|| i32::from(pos.life[seat]))
    }

    fn turn(pos: &Position) -> (Seat, &'static str) {
        (pos.turn, view::phase_word(pos.phase))
    }

    fn census(pos: &Position) -> Vec<Counted> {
        census(&pos.shelf, |card| pos.handles.of(card))
    }
}
