//! Strata: creatures in stacks, magic, chains and counters. The rules of docs/rules/strata.md (cited as ST), on the kernel and
//! the shared cards crate.
//!
//! In reading order: what cards say ([`words`], [`rules`], [`filters`], [`actions`], `phrases`, `lower`, `program`, `checks`), the rulings, then the match: setup, lists,
//! state, places, field, frames, changes, turn, play, chain, waiting, battle, stacks, bits, moves, choices, selecting, running, verbs, facts, and how it is
//! shown, imagined, valued and staged.

pub mod words;
pub mod rulings;
pub mod rules;
pub mod filters;
pub mod actions;
mod phrases;
mod lower;
mod program;
mod fits;
mod meant;
mod checks;
mod setup;
pub mod list;
pub mod state;
pub mod places;
pub mod field;
pub mod frames;
pub mod changes;
mod turn;
mod play;
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
mod facts;
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
use state::{Frame, Position, Zone};
use words::StrataWords;

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
            Some(&Frame::Which { card, .. }) => cx.step_which(card),
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
    fn pick(rules: &Rules, pos: &Position, room: &mut Options<Choice>, which: impl FnOnce(usize) -> usize) -> Choice {
        choice::pick(rules, pos, room, which)
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

    fn why_not(rules: &Rules, pos: &Position, choice: Choice) -> Reason {
        let (why, card) = play::why_not(rules, pos, choice);
        // A reason names only cards that the asked player may know of: their own.
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
        ears: Option<&mut dyn Ears<Event>>,
    ) -> Status {
        go_on::<Self>(rules, pos, choice, chance, ears)
    }
}

impl CardGame for Strata {
    type Words = StrataWords;

    const NAME: &'static str = "strata";
    const TITLE: &'static str = "Strata";
    const PLACES: u8 = state::PLACES as u8;
    const RULE_VERSION: u16 = 3;

    fn editions() -> &'static [&'static str] {
        EDITIONS
    }

    fn rulings() -> &'static [RulingInfo] {
        LEDGER
    }

    fn check(cards: &[&CardTree<StrataWords>]) -> Vec<Complaint> {
        checks::check(cards)
    }

    fn codes() -> &'static [&'static Code] {
        checks::CODES
    }

    fn build(cards: &[&CardTree<StrataWords>], terms: &Terms) -> Result<Rules, String> {
        let (_, values) = terms.resolve::<Strata>()?;
        lower::lower(cards, Rulings::from_values(&values)).map_err(|faults| playmat_cards::all_whys(&faults))
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

    fn random_deck<C: Chance>(rules: &Rules, _category: Option<&str>, chance: &mut C) -> Vec<DefId> {
        setup::random_deck(rules, chance)
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
        scene::number(pos, seat, word)
    }

    fn turn(pos: &Position) -> (Seat, &'static str) {
        (pos.turn, view::phase_word(pos.phase))
    }

    fn census(pos: &Position) -> Vec<Counted> {
        census(&pos.shelf, |card| pos.handles.of(card))
    }
}
