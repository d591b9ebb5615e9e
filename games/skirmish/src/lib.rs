//! Skirmish: five terrains, best of three. The rules of docs/rules/skirmish.md (cited as SK), on the kernel and the shared cards
//! crate.
//!
//! In reading order: what cards say ([`words`], [`rules`], `lower`, `checks`), the rulings, then the match: setup, field, state, turn,
//! play, enter, resolve, choices, verbs, facts, and how it is shown, imagined, valued and staged.

pub mod rulings;
pub mod words;
pub mod rules;
mod lower;
mod fits;
mod checks;
mod setup;
pub mod field;
pub mod state;
mod turn;
mod play;
mod enter;
mod resolve;
mod choice;
mod select;
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
use words::SkirmishWords;

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
        ears: Option<&mut dyn Ears<Event>>,
    ) -> Status {
        go_on::<Self>(rules, pos, choice, chance, ears)
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
    type Words = SkirmishWords;

    const NAME: &'static str = "skirmish";
    const TITLE: &'static str = "Skirmish";
    const PLACES: u8 = 5;
    const RULE_VERSION: u16 = 1;
    const AHEAD: i32 = greedy::AHEAD;
    /// A turn is one card: this is about the rest of a skirmish.
    const HORIZON: u32 = 12;

    fn editions() -> &'static [&'static str] {
        EDITIONS
    }

    fn rulings() -> &'static [RulingInfo] {
        LEDGER
    }

    fn check(cards: &[&CardTree<SkirmishWords>]) -> Vec<Complaint> {
        checks::check(cards)
    }

    fn codes() -> &'static [&'static Code] {
        checks::CODES
    }

    fn build(cards: &[&CardTree<SkirmishWords>], terms: &Terms) -> Result<Rules, String> {
        let (_, values) = terms.resolve::<Skirmish>()?;
        let lowered = lower::lower(cards, Rulings::from_values(&values));
        lowered.map(Rules::with_tables).map_err(|faults| playmat_cards::all_whys(&faults))
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
        &[]
    }

    fn stage(rules: &Rules, scene: &Scene) -> Result<Position, SceneError> {
        scene::stage(rules, scene)
    }

    fn inspect(rules: &Rules, pos: &Position, seat: Seat, zone: &str) -> Vec<CardView> {
        view::inspect(rules, pos, seat, zone)
    }

    fn number(pos: &Position, seat: Seat, word: &str, index: Option<i32>) -> Option<i32> {
        scene::number(pos, seat, word, index)
    }

    fn turn(pos: &Position) -> (Seat, &'static str) {
        (pos.turn, "")
    }

    fn census(pos: &Position) -> Vec<Counted> {
        census(&pos.shelf, |card| pos.handles.of(card))
    }
}
