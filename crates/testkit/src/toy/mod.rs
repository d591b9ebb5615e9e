//! A very small card game with secrets, for the tests of everything that is generic over games.
//!
//! Ten points each, creatures that fight, a hand that nobody else sees. The number is what is wrong with it: `Toy<0>` keeps
//! every invariant, each other number breaks one, so that the free suite can show that it would notice. See [`Flaw`].

mod rules;
mod card_game;

use playmat_cards::{Card, CardInfo, CardRef, DefId, Texts, Zones};
use playmat_cardtext::Vocabulary;
use playmat_cardtext::ast::Words;
use playmat_kernel::{Agenda, BySeat, Seat};

/// The game; `FLAW` is one of [`Flaw`].
#[derive(Clone, Copy, Debug)]
pub struct Toy<const FLAW: u8>;

/// What can be wrong with a [`Toy`].
pub struct Flaw;

impl Flaw {
    /// Nothing.
    pub const NONE: u8 = 0;
    /// A view shows the rival's hand.
    pub const SEEN_HAND: u8 = 1;
    /// A player is asked to react only if a real reaction is in the hand.
    pub const TELLING_QUESTION: u8 = 2;
    /// An event says how many cards of the hidden hand are spells.
    pub const TELLING_EVENT: u8 = 3;
    /// The evaluation counts the rival's traps.
    pub const DISHONEST_EVALUATION: u8 = 4;
    /// A reason tells what the rival holds.
    pub const TELLING_REASON: u8 = 5;
    /// Damage to a player is no event.
    pub const SILENT_DAMAGE: u8 = 6;
    /// A reason has no sentence.
    pub const EMPTY_REASON: u8 = 7;
    /// A card is at two places.
    pub const TWICE: u8 = 8;
    /// The game never ends.
    pub const ENDLESS: u8 = 9;
    /// Everybody hears which card was drawn.
    pub const TOLD_DRAW: u8 = 10;
    /// The event of a card that is played says how many traps are left in the hand.
    pub const TELLING_PLAY: u8 = 11;
    /// A meal is asked for as if nobody had heard of the eater yet.
    pub const TOLD_DECLARATION: u8 = 12;
    /// All cards have one handle.
    pub const ONE_HANDLE: u8 = 13;
}

/// How many cards fit on the table.
pub const MOST_CARDS: usize = 40;

pub(crate) const DECK: usize = 0;
pub(crate) const HAND: usize = 1;
pub(crate) const FIELD: usize = 2;
pub(crate) const PILE: usize = 3;
pub(crate) const ZONES: [&str; 4] = ["deck", "hand", "field", "pile"];

/// The names of the toy's cards, sorted: a definition is a place in this list.
pub const NAMES: [&str; 9] = ["Ant", "Bolt", "Cat", "Den", "Fork", "Net", "Pup", "Spy", "Wolf"];

/// What the cards are.
pub(crate) const KINDS: [Kind; 9] = [
    Kind::Creature(1, 1, true),
    Kind::Bolt,
    Kind::Creature(3, 2, true),
    Kind::Den,
    Kind::Fork,
    Kind::Net,
    Kind::Creature(1, 2, false),
    Kind::Spy,
    Kind::Eater(3, 3),
];

pub(crate) const PUP: DefId = DefId(6);

/// What a card does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Fights; whether it may be in a deck.
    Creature(i8, i8, bool),
    /// Eats up to two own creatures when it comes, for +1/+1 each.
    Eater(i8, i8),
    /// Two damage to any creature or player.
    Bolt,
    /// Makes a Pup.
    Den,
    /// Either draws a card or heals one.
    Fork,
    /// From the hand, when attacked directly: the attack does nothing.
    Net,
    /// Shows the rival's hand to its player.
    Spy,
}

/// The rule set: the cards as people see them.
#[derive(Clone, Debug)]
pub struct ToyRules {
    pub(crate) texts: Texts,
}

/// A match.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(crate) cards: [Card; MOST_CARDS],
    pub(crate) stats: [(i8, i8); MOST_CARDS],
    pub(crate) tired: [bool; MOST_CARDS],
    pub(crate) zones: Zones<MOST_CARDS, 9>,
    pub(crate) points: BySeat<i16>,
    pub(crate) turn: Seat,
    pub(crate) fighting: bool,
    pub(crate) turns: u16,
    pub(crate) unshuffled: bool,
    pub(crate) first: Option<Seat>,
    pub(crate) agenda: Agenda<Frame, 12>,
}

/// What is still to be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Frame {
    /// Shuffle and draw.
    Open,
    /// A turn begins.
    Begin,
    /// The player moves.
    Main,
    /// The card is being played; the branch that was picked.
    Play(CardRef, u8),
    /// The eater picks a meal; so many are left.
    Meal(CardRef, u8),
    /// The attacker picks a target.
    Aim(CardRef),
    /// The attacked player may react.
    React(CardRef),
    /// The attacker strikes a card, or the rival.
    Strike(CardRef, CardRef),
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// Play from the hand.
    Play(CardRef),
    /// Attack with.
    Attack(CardRef),
    /// React with.
    Use(CardRef),
    /// This card.
    Card(CardRef),
    /// This player.
    Player(Seat),
    /// This branch.
    Branch(u8),
    /// No more.
    None,
    /// No reaction.
    #[default]
    Pass,
    /// The next phase.
    Next,
    /// End the turn.
    End,
}

/// The toy has no card language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoWords;

impl Words for NoWords {
    type Kind = ();
    type Keyword = ();
    type Trigger = ();
    type Verb = ();
    type Noun = ();
    type Adjective = ();
    type Tail = ();
    type Condition = ();

    fn vocabulary() -> &'static Vocabulary<Self> {
        unreachable!("the toy's cards are not written in files")
    }
}

impl ToyRules {
    /// The toy's only rules.
    pub fn new() -> Self {
        let info = |(name, kind): (&&str, &Kind)| CardInfo {
            name: name.to_string(),
            kind: if matches!(kind, Kind::Creature(..) | Kind::Eater(..)) { "creature" } else { "spell" },
            category: None,
            stats: match kind {
                Kind::Creature(one, two, _) | Kind::Eater(one, two) => Some(format!("{one}/{two}")),
                _ => None,
            },
            keywords: Vec::new(),
            text: Vec::new(),
            token: *kind == Kind::Creature(1, 2, false),
            generated: false,
            pool: true,
            details: None,
            icon: None,
        };
        ToyRules { texts: Texts { cards: NAMES.iter().zip(&KINDS).map(info).collect(), ..Texts::default() } }
    }
}

impl Default for ToyRules {
    fn default() -> Self {
        Self::new()
    }
}

/// The definition of a name.
pub fn def(name: &str) -> DefId {
    DefId(NAMES.iter().position(|known| *known == name).expect("a card of the toy") as u16)
}
