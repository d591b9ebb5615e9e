//! A scene: a position as somebody wrote it down. It may be anything; only a scene that the game can stage becomes a position.

use playmat_kernel::Seat;

/// A position as written, before any game has read it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scene {
    /// `p1 field ...`, `p2 hp 7`, in the order written.
    pub lines: Vec<SceneLine>,
    /// `turn p1 combat first`: who, and the words behind.
    pub turn: Option<(Seat, Vec<String>)>,
    /// The line of `turn`.
    pub turn_line: usize,
}

/// One line of the setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SceneLine {
    /// The player whose zone or number it is.
    pub seat: Seat,
    /// The zone or number: `field`, `hp`.
    pub word: String,
    /// The line in its file.
    pub line: usize,
    /// What stands behind: cards, or numbers.
    pub value: SceneValue,
}

/// What stands behind a setup word or an expectation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SceneValue {
    /// `7`, or `2 3`; nothing for a bare word such as `done`; `started p2` is a number too (1 or 2).
    Numbers(Vec<i32>),
    /// A list of cards.
    Cards(Vec<Item>),
}

/// A card as written: `Pup > Hound@2 5/3 exhausted no-haste`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The terrain after `@`.
    pub place: Option<u8>,
    /// `5/3`, or a bare number.
    pub stats: Option<crate::Stats>,
    /// State words, each with what follows it.
    pub words: Vec<StateWord>,
    /// The cards underneath, the lowest first.
    pub under: Vec<String>,
}

impl Item {
    /// Whether this state word stands behind it.
    pub fn is(&self, word: &str) -> bool {
        self.words.iter().any(|state| state.word == word && !state.absent)
    }
}

/// `frozen`, `no-haste`, `cooldown 2`, `equipped NAME`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateWord {
    /// Without its `no-`.
    pub word: String,
    /// Whether its absence is stated.
    pub absent: bool,
    /// The number behind it.
    pub number: Option<i16>,
    /// The name behind it.
    pub card: Option<String>,
}

/// What may follow a state word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follows {
    /// Nothing.
    Nothing,
    /// A number, if one stands there.
    Number,
    /// A card's name.
    Card,
}

/// Why a scene cannot be staged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SceneError {
    /// The line in its file.
    pub line: usize,
    /// What is wrong and what would be right.
    pub message: String,
}
