//! A game whose `imagine` is replaced: mutants that peek, to show that the honesty checks notice it.

use std::marker::PhantomData;
use std::panic::catch_unwind;

use playmat_cards::{
    CardGame, CardInfo, CardView, Compiled, Counted, Decks, DefId, Encoder, Evaluate, Event, Face, Follows, Imagine, Question,
    Reason, Rulebook, RulingInfo, Scene, SceneError, SceneWord, Setup, Show, Stage, Texts, View,
};
use playmat_cardtext::{Card, Code, Explained};
use playmat_kernel::{AnyListener, Audience, BySeat, Chance, Fast, Game, Listener, Options, Seat, Status, Step};

use crate::{imagines_the_same_for_twins, random_decks};

/// Another way to imagine the worlds of a game.
pub trait Imagines: Sized + 'static {
    /// The game.
    type Game: CardGame;
    /// Instead of [`Imagine::imagine`].
    fn imagine<C: Chance>(
        rules: &<Self::Game as Game>::Rules,
        position: &<Self::Game as Game>::Position,
        seat: Seat,
        chance: &mut C,
    ) -> <Self::Game as Game>::Position;
    /// Instead of [`CardGame::encoder`].
    fn encoder() -> Option<Encoder<Self::Game>> {
        Self::Game::encoder()
    }
}

/// The game as it is, except for what it imagines.
pub struct Mutant<M>(PhantomData<M>);

/// The mutant that imagines nothing: a bot that searches its worlds searches the real table.
pub struct RealTable<G>(PhantomData<G>);

impl<G: CardGame> Imagines for RealTable<G> {
    type Game = G;
    fn imagine<C: Chance>(_: &G::Rules, position: &G::Position, _: Seat, _: &mut C) -> G::Position {
        position.clone()
    }
}

/// Tests that mutants of a game are noticed: those that peek at the rival's hand, at hand and deck, at the order of the own deck,
/// and at everything. It takes the game, the module of its state, and an expression for its rules.
#[macro_export]
macro_rules! peeking_mutants {
    ($game:ty, $state:ident, $rules:expr) => {
        type Rules = <$game as playmat_kernel::Game>::Rules;
        type Position = <$game as playmat_kernel::Game>::Position;

        /// Keeps the rival's hand as it really is, and with `DECK` the rival's deck too.
        struct RealCards<const DECK: bool>;

        impl<const DECK: bool> $crate::Imagines for RealCards<DECK> {
            type Game = $game;
            fn imagine<C: playmat_kernel::Chance>(
                rules: &Rules,
                real: &Position,
                seat: playmat_kernel::Seat,
                chance: &mut C,
            ) -> Position {
                let mut world = <$game as playmat_cards::Imagine>::imagine(rules, real, seat, chance);
                let deck = DECK.then_some($state::Zone::Deck);
                for zone in [$state::Zone::Hand].into_iter().chain(deck) {
                    for card in real.pile(seat.rival(), zone) {
                        world.cards[card.0 as usize] = real.cards[card.0 as usize];
                    }
                }
                world
            }
        }

        /// Keeps the order of the seat's own deck.
        struct RealOrder;

        impl $crate::Imagines for RealOrder {
            type Game = $game;
            fn imagine<C: playmat_kernel::Chance>(
                rules: &Rules,
                real: &Position,
                seat: playmat_kernel::Seat,
                chance: &mut C,
            ) -> Position {
                let mut world = <$game as playmat_cards::Imagine>::imagine(rules, real, seat, chance);
                let deck = $state::zone(seat, $state::Zone::Deck);
                let order = { *real }.zones.order_mut(deck).to_vec();
                world.zones.order_mut(deck).copy_from_slice(&order);
                world
            }
        }

        #[test]
        fn a_real_hand_is_noticed() {
            $crate::is_noticed::<RealCards<false>>(|| $rules);
        }

        #[test]
        fn a_real_hand_and_deck_are_noticed() {
            $crate::is_noticed::<RealCards<true>>(|| $rules);
        }

        #[test]
        fn the_real_order_of_the_own_deck_is_noticed() {
            $crate::is_noticed::<RealOrder>(|| $rules);
        }

        #[test]
        fn the_real_table_is_noticed() {
            $crate::is_noticed::<$crate::RealTable<$game>>(|| $rules);
        }
    };
}

/// The check of the honest game fails for a mutant of it.
pub fn is_noticed<M: Imagines>(rules: fn() -> <M::Game as Game>::Rules) {
    let noticed = catch_unwind(|| {
        let rules = rules();
        imagines_the_same_for_twins::<Mutant<M>>(&rules, 0..2, random_decks::<Mutant<M>>(&rules))
    });
    let cause = noticed.expect_err("the mutant peeks and is not noticed");
    let message = cause.downcast_ref::<String>().expect("a message");
    assert!(message.contains("sees which world is the real one"), "{message}");
}

impl<M: Imagines> Game for Mutant<M> {
    type Rules = <M::Game as Game>::Rules;
    type Position = <M::Game as Game>::Position;
    type Choice = <M::Game as Game>::Choice;
    type Event = Event;
    type Reason = Reason;

    fn step<C: Chance, L: Listener<Event>>(
        rules: &Self::Rules,
        position: &mut Self::Position,
        chance: &mut C,
        listener: &mut L,
    ) -> Step {
        M::Game::step(rules, position, chance, listener)
    }

    fn options(rules: &Self::Rules, position: &Self::Position, options: &mut Options<Self::Choice>) {
        M::Game::options(rules, position, options);
    }

    fn take<C: Chance, L: Listener<Event>>(
        rules: &Self::Rules,
        position: &mut Self::Position,
        choice: Self::Choice,
        chance: &mut C,
        listener: &mut L,
    ) -> Step {
        M::Game::take(rules, position, choice, chance, listener)
    }

    fn why_not(rules: &Self::Rules, position: &Self::Position, choice: Self::Choice) -> Reason {
        M::Game::why_not(rules, position, choice)
    }

    fn overflowed(position: &Self::Position) -> bool {
        M::Game::overflowed(position)
    }

    fn run(
        rules: &Self::Rules,
        position: &mut Self::Position,
        choice: Option<Self::Choice>,
        chance: &mut dyn Chance,
        listener: Option<&mut dyn AnyListener<Event>>,
    ) -> Status {
        M::Game::run(rules, position, choice, chance, listener)
    }
}

impl<M: Imagines> Rulebook for Mutant<M> {
    type Words = <M::Game as Rulebook>::Words;

    fn editions() -> &'static [&'static str] {
        M::Game::editions()
    }

    fn rulings() -> &'static [RulingInfo] {
        M::Game::rulings()
    }

    fn compile(cards: &[&Card<Self::Words>], edition: usize, rulings: &[u8]) -> Compiled<Self::Rules> {
        M::Game::compile(cards, edition, rulings)
    }

    fn codes() -> &'static [&'static Code] {
        M::Game::codes()
    }

    fn texts(rules: &Self::Rules) -> &Texts {
        M::Game::texts(rules)
    }

    fn ruling_values(rules: &Self::Rules) -> Vec<u8> {
        M::Game::ruling_values(rules)
    }

    fn cards(rules: &Self::Rules) -> &[CardInfo] {
        M::Game::cards(rules)
    }

    fn glossary(rules: &Self::Rules) -> Vec<Explained> {
        M::Game::glossary(rules)
    }

    fn parts(rules: &Self::Rules) -> Vec<String> {
        M::Game::parts(rules)
    }
}

impl<M: Imagines> Decks for Mutant<M> {
    fn deck_faults(rules: &Self::Rules, deck: &[DefId]) -> Vec<Reason> {
        M::Game::deck_faults(rules, deck)
    }

    fn random_deck<C: Chance>(rules: &Self::Rules, category: Option<&str>, chance: &mut C) -> Vec<DefId> {
        M::Game::random_deck(rules, category, chance)
    }

    fn know_decks(rules: &mut Self::Rules, decks: &[Vec<DefId>]) {
        M::Game::know_decks(rules, decks);
    }

    fn open(rules: &Self::Rules, setup: &Setup) -> Self::Position {
        M::Game::open(rules, setup)
    }
}

impl<M: Imagines> Show for Mutant<M> {
    fn view(rules: &Self::Rules, position: &Self::Position, audience: Audience) -> View {
        M::Game::view(rules, position, audience)
    }

    fn question(rules: &Self::Rules, position: &Self::Position) -> Question {
        M::Game::question(rules, position)
    }

    fn face(rules: &Self::Rules, position: &Self::Position, choice: Self::Choice) -> Face {
        M::Game::face(rules, position, choice)
    }

    fn why_not_in_hand(rules: &Self::Rules, position: &Self::Position, seat: Seat) -> Vec<(DefId, Reason)> {
        M::Game::why_not_in_hand(rules, position, seat)
    }

    fn sentence(rules: &Self::Rules, event: &Event, names: BySeat<&str>) -> String {
        M::Game::sentence(rules, event, names)
    }

    fn phases() -> &'static [&'static str] {
        M::Game::phases()
    }

    fn turn(position: &Self::Position) -> (Seat, &'static str) {
        M::Game::turn(position)
    }

    fn turns(position: &Self::Position) -> u32 {
        M::Game::turns(position)
    }
}

impl<M: Imagines> Imagine for Mutant<M> {
    fn imagine<C: Chance>(rules: &Self::Rules, position: &Self::Position, seat: Seat, chance: &mut C) -> Self::Position {
        M::imagine(rules, position, seat, chance)
    }

    fn identity(rules: &Self::Rules, position: &Self::Position, choice: Self::Choice) -> u64 {
        M::Game::identity(rules, position, choice)
    }
}

impl<M: Imagines> Evaluate for Mutant<M> {
    const AHEAD: i32 = M::Game::AHEAD;
    const HORIZON: u32 = M::Game::HORIZON;

    fn evaluate(rules: &Self::Rules, position: &Self::Position, seat: Seat) -> i32 {
        M::Game::evaluate(rules, position, seat)
    }

    fn clinches(rules: &Self::Rules, position: &Self::Position, choice: Self::Choice) -> bool {
        M::Game::clinches(rules, position, choice)
    }
}

impl<M: Imagines> Stage for Mutant<M> {
    fn state_words() -> &'static [(&'static str, Follows)] {
        M::Game::state_words()
    }

    fn scene_words() -> &'static [(&'static str, SceneWord)] {
        M::Game::scene_words()
    }

    fn stage(rules: &Self::Rules, scene: &Scene) -> Result<Self::Position, SceneError> {
        M::Game::stage(rules, scene)
    }

    fn inspect(rules: &Self::Rules, position: &Self::Position, seat: Seat, zone: &str) -> Vec<CardView> {
        M::Game::inspect(rules, position, seat, zone)
    }

    fn number(position: &Self::Position, seat: Seat, word: &str, index: Option<i32>) -> Option<i32> {
        M::Game::number(position, seat, word, index)
    }

    fn census(position: &Self::Position) -> Vec<Counted> {
        M::Game::census(position)
    }
}

impl<M: Imagines> Fast for Mutant<M> {}

impl<M: Imagines> CardGame for Mutant<M> {
    const NAME: &'static str = M::Game::NAME;
    const TITLE: &'static str = M::Game::TITLE;
    const PLACES: u8 = M::Game::PLACES;
    const RULE_VERSION: u16 = M::Game::RULE_VERSION;

    fn encoder() -> Option<Encoder<Self>> {
        M::encoder().map(Encoder::shared)
    }
}
