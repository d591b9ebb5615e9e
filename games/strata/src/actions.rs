//! What programs do: actions, costs, choices, changes and conditions.

use crate::filters::{FilterId, Group};
use crate::words::ActionVerb;

/// What an op does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Paid when it is announced.
    Cost(Deed),
    /// What a verb says.
    Do(Deed),
    /// A change of the rules' list begins.
    Change(ChangeId, Who, Lasts),
    /// The controller's deck was looked through.
    ShuffleDeck,
    /// An Equip is attached to what was chosen into register 0.
    Attach,
}

/// A verb, and what a line says with it. What it says nothing about is nobody, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deed {
    /// What is done.
    pub verb: ActionVerb,
    /// The cards that it is done to.
    pub who: Who,
    /// The card that these come under or onto.
    pub onto: Who,
    /// The players who do it.
    pub players: Players,
    /// How much of it.
    pub amount: Amount,
    /// The cards that it is about without being done to them.
    pub filter: Option<FilterId>,
    /// Where played cards come to lie.
    pub landing: Landing,
}

impl Deed {
    /// A verb alone.
    pub const fn of(verb: ActionVerb) -> Deed {
        let amount = Amount { number: 0, each: None };
        Deed { verb, who: Who::Nobody, onto: Who::Nobody, players: Players::You, amount, filter: None, landing: Landing::Free }
    }
}

/// How much: a number, for each of these if they are named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amount {
    /// As printed.
    pub number: u8,
    /// How often.
    pub each: Option<Group>,
}

/// Which players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Players {
    You,
    Rival,
    Both,
}

/// Whom an action concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// No card.
    Nobody,
    /// The source.
    This,
    /// The top of the stack in which the source lies.
    ThisStack,
    /// The card of the event.
    Event,
    /// What was chosen into this register.
    Chosen(u8),
    /// The creature that attacks.
    Attacker,
    /// The creature that is attacked.
    Defender,
    /// What the source is attached to.
    Host,
    /// All that fit.
    All(Group),
}

/// Where a card that is played by an effect comes to lie (ST H17).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// A free place, whatever its level.
    Free,
    /// Level 1 onto a free place, else as a level-up.
    ByLevel,
}

/// A choice of some cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pick {
    /// Which cards.
    pub group: Group,
    /// At least so many must be chosen, if it is done at all.
    pub least: u8,
    /// At most so many.
    pub most: u8,
    /// So many must have been chosen for the whole to be done (ST I9).
    pub whole: u8,
    /// Whether it is chosen when the effect is announced and checked again (ST H5).
    pub when: When,
    /// What it is chosen for, where that narrows the candidates.
    pub purpose: Purpose,
}

/// When something is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// As a target, when the effect is announced.
    Target,
    /// For a cost, when the effect is announced.
    Cost,
    /// When the step resolves.
    Step,
}

/// What cards are chosen for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Anything.
    Any,
    /// To be destroyed as a cost: not what cannot be destroyed (ST H29).
    Destroy,
    /// To be played by an effect: it must find room.
    Play(Landing),
    /// To be put onto a base as a level-up; of any type if that is said.
    LevelUp(Who, bool),
    /// To come into a stack with that card: another one (ST H21).
    Apart(Who),
    /// To be the new target of what a Counter answers.
    Redirect,
}

/// The number of a change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChangeId(pub u16);

/// How long a change lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Lasts {
    /// Until this turn ends.
    Turn,
    /// As long as the changed card stays on the field.
    Stay,
    /// While the Continuous effect is on, for all cards that fit.
    On,
    /// While the Equip is attached.
    Attached,
}

/// What a change does to creatures (ST H23).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangeDef {
    /// What changes.
    pub what: Changed,
    /// Whom, while it is on or attached.
    pub who: Who,
    /// How often, counted always while it is on or attached.
    pub each: Option<Group>,
    /// When it counts, while it is on or attached.
    pub test: Option<Test>,
    /// What it depends on while it is on or attached, by [`depends`]'s bits.
    pub depends: u16,
}

/// What a lasting change can depend on, as bits.
pub mod depends {
    /// Numbers of other cards on the field: it counts cards there.
    pub const COUNTS: u16 = 1;
    /// What is in a hand.
    pub const HAND: u16 = 2;
    /// What is in a deck.
    pub const DECK: u16 = 4;
    /// What is in a discard pile.
    pub const PILE: u16 = 8;
    /// What lies under the changed card.
    pub const UNDER: u16 = 16;
    /// Points.
    pub const POINTS: u16 = 32;
    /// Who is tapped.
    pub const TAPPED: u16 = 64;
    /// Nothing, but it makes somebody immune.
    pub const RESISTS: u16 = 128;
    /// Nothing, but it belongs to the first step of ST H23.
    pub const FIRST: u16 = 256;
    /// Nothing, but it marks cards: backs and magic too, which have no numbers to change.
    pub const MARKS: u16 = 512;
}

/// What becomes of a changed creature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Changed {
    Level(u8),
    Kind(u8),
    Subtypes(u16),
    Stats(i16, i16),
    DoubleAttack,
    DoubleDefense,
    Swap,
    /// One of the marks of [`crate::changes::mark`].
    Mark(u16),
    /// Immune to the effects of such cards.
    Resist(FilterId),
}

/// In which order changes are worked out (ST H23, H29).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rank {
    /// Who is immune.
    Immunity,
    /// Level, type and sub-type.
    Nature,
    /// Attack, defense and everything else.
    Numbers,
}

impl Changed {
    /// To which step of working out it belongs.
    #[inline]
    pub const fn rank(self) -> Rank {
        match self {
            Changed::Resist(_) => Rank::Immunity,
            Changed::Level(_) | Changed::Kind(_) | Changed::Subtypes(_) => Rank::Nature,
            _ => Rank::Numbers,
        }
    }

    /// Whether two changes of one card come to the same in either order (ST H23).
    pub fn commutes(self, other: Changed) -> bool {
        let marks = |what| matches!(what, Changed::Mark(_) | Changed::Resist(_));
        let adds = |what| matches!(what, Changed::Stats(..));
        marks(self) || marks(other) || self.rank() != other.rank() || adds(self) && adds(other)
    }

    /// What a change depends on, or others depend on, by what it does: by the bits of [`depends`].
    pub const fn depends(self) -> u16 {
        match self.rank() {
            Rank::Immunity => depends::RESISTS | depends::MARKS,
            Rank::Nature => depends::FIRST,
            Rank::Numbers if matches!(self, Changed::Mark(_)) => depends::MARKS,
            Rank::Numbers => 0,
        }
    }
}

/// What "if" asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// At least so many that fit.
    AtLeast(u8, Group),
    /// The controller has fewer points.
    FewerPoints,
}

/// The changes that scenes are made of; no card's.
pub fn scene_changes() -> Vec<ChangeDef> {
    let steps = [(100, 0), (-100, 0), (1, 0), (-1, 0), (0, 100), (0, -100), (0, 1), (0, -1)];
    let stats = steps.into_iter().map(|(attack, defense)| Changed::Stats(attack, defense));
    let all = (1..=5).map(Changed::Level).chain(stats);
    all.map(|what| ChangeDef { what, who: Who::This, each: None, test: None, depends: what.depends() }).collect()
}
