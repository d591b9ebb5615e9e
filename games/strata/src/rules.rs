//! The rule set: cards compiled to flat definitions and programs, and the rulings. Immutable, outside of every position.

use playmat_cards::{AbilityId, DefId, Op, Side, Texts};
use playmat_kernel::{BySeat, Seat};

use crate::rulings::{LEDGER, Rulings};
use crate::state::{Places, Zone, zone_parts};
use crate::words::Event;

/// Everything a match is played by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The value of every ruling.
    pub rulings: Rulings,
    /// The definitions, sorted by name.
    pub defs: Vec<Def>,
    /// The same, for people.
    pub texts: Texts,
    /// All effects, two of each card in a row.
    pub effects: Vec<Effect>,
    /// What cards are described by; the first is [`Filter::ANY`].
    pub filters: Vec<Filter>,
    /// What changes creatures.
    pub changes: Vec<ChangeDef>,
    /// The creatures a deck may have, by type and level, each from 0.
    pub pools: [[Vec<DefId>; 5]; 7],
    /// The magic a deck may have.
    pub magic: Vec<DefId>,
    /// All programs, one after the other.
    pub ops: Vec<Instruction>,
}

/// One op of a Strata program.
pub type Instruction = Op<Action, Test>;

/// The lines of a card.
pub const EFFECTS: u16 = 2;

/// The bit of "magic" among the types.
pub const MAGIC: u8 = 1 << 7;

/// A card definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Def {
    /// The type as a bit; [`MAGIC`] is one.
    pub kind: u8,
    /// The printed level; 0 for magic.
    pub level: u8,
    /// What holds of it on the table by itself, by [`Trait::bit`](crate::field::Trait::bit).
    pub traits: u32,
    /// The sub-types as bits.
    pub subtypes: u16,
    /// Printed attack.
    pub attack: i16,
    /// Printed defense.
    pub defense: i16,
    /// What its Latents heed.
    pub heeds: Heeds,
    /// What it may be played onto, any of it, by the bits of [`Onto`].
    pub onto: u32,
    /// Whether it has an effect that is used from the hand (ST H15).
    pub from_hand: bool,
}

impl Def {
    /// Whether it is a magic card.
    #[inline]
    pub const fn is_magic(&self) -> bool {
        self.kind == MAGIC
    }
}

/// What a card from hand comes onto (ST C2, D), as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Onto;

impl Onto {
    /// A free place for a stack.
    pub const STACK: u32 = 1 << 30;
    /// A free place for magic.
    pub const MAGIC: u32 = 1 << 31;

    /// A creature of these types and this level, which a level-up can be of: none of the highest.
    #[inline]
    pub const fn base(kinds: u8, level: u8) -> u32 {
        if level == 0 || level > 4 { 0 } else { ((kinds & Filter::CREATURE) as u32) << (7 * (level - 1)) }
    }
}

/// What Latents heed elsewhere than on the field, by [`Event::bit`], for each zone they may be in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Heeds {
    /// In the hand.
    pub hand: u16,
    /// In the deck.
    pub deck: u16,
    /// In the discard pile.
    pub pile: u16,
    /// Under another card.
    pub under: u16,
    /// What happened to the card itself, wherever it was.
    pub own: u16,
    /// All that it heeds from elsewhere than the field.
    pub elsewhere: u16,
}

impl Heeds {
    /// What it heeds from a zone of the shelf; of a stack, what it heeds from underneath.
    #[inline]
    pub fn of_zone(&self, number: usize) -> u16 {
        match zone_parts(number) {
            Some((_, Zone::Hand)) => self.hand,
            Some((_, Zone::Deck)) => self.deck,
            Some((_, Zone::Discard)) => self.pile,
            Some((_, Zone::Stack)) => self.under,
            _ => 0,
        }
    }
}

impl Event {
    /// Its place in a mask of what a card heeds.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// The kinds of links that Counters name, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Names;

impl Names {
    /// A play from hand.
    pub const PLAY: u8 = 1;
    /// An attack.
    pub const ATTACK: u8 = 2;
    /// An effect.
    pub const EFFECT: u8 = 4;
}

/// The six kinds of effect (ST D).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum EffectKind {
    Normal,
    Continuous,
    Equip,
    Dormant,
    Counter,
    Latent,
}

impl EffectKind {
    /// Its place in a set of kinds.
    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// One line of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// Which kind.
    pub kind: EffectKind,
    /// What a Counter answers or a Latent waits for.
    pub event: Option<Event>,
    /// Whom the event is about.
    pub about: About,
    /// Who is attacked, for [`Event::AttacksWhom`].
    pub whom: About,
    /// Which kinds of effects, for [`Event::Activated`], by [`EffectKind::bit`].
    pub kinds: u8,
    /// From where it works: see [`From`]'s bits.
    pub zones: u8,
    /// Whether it copies: a copied copying effect does nothing (ST H28).
    pub copies: bool,
    /// What announcing it takes.
    pub needs: Needs,
    /// Where its program begins.
    pub start: u16,
}

/// What announcing an effect takes (ST H5), where that is simple: points, and targets on the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// So many points.
    pub points: u8,
    /// So many targets that fit the filter; 0 is none.
    pub targets: u8,
    /// Which.
    pub filter: FilterId,
    /// It is not that simple: its program must be walked.
    pub closely: bool,
}

/// The number of an effect: twice its card's definition, and one more for the second.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct EffectId(pub u16);

impl EffectId {
    /// An effect of a card, 0 or 1.
    #[inline]
    pub const fn of(def: DefId, which: u8) -> EffectId {
        EffectId(def.0 * EFFECTS + which as u16)
    }

    /// 0 or 1.
    #[inline]
    pub const fn which(self) -> u8 {
        (self.0 % EFFECTS) as u8
    }

    /// Its number among the texts.
    pub const fn ability(self) -> AbilityId {
        AbilityId(self.0)
    }
}

/// Whom an event is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// Whomever.
    Any,
    /// The card itself.
    This,
    /// The top of the stack in which the card lies.
    ThisStack,
    /// The controller: a direct attack.
    You,
    /// A card that fits.
    Fits(FilterId),
}

/// The number of a filter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FilterId(pub u16);

/// Which cards fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Whose, seen from the controller.
    pub side: Side,
    /// Types as bits, one of which it must have; [`MAGIC`] is one, [`Filter::CREATURE`] all others.
    pub kinds: u8,
    /// Whether a back is enough: nothing but creature, magic or card is asked for.
    pub plain: bool,
    /// Sub-types that it must have, all of them.
    pub subtypes: u16,
    /// The level at least and at most.
    pub level: (u8, u8),
    /// Attack at least.
    pub attack: i16,
    /// Defense at most.
    pub defense: i16,
    /// States it must have: [`Filter::TAPPED`], [`Filter::DOWN`].
    pub with: u8,
    /// States it must not have.
    pub without: u8,
    /// Not the source itself.
    pub other: bool,
    /// Whether nothing is asked for but a side, states, another card, and creature, magic or card: what sets of places tell.
    pub bare: bool,
    /// The places where such a card can lie, for the filter of each player.
    pub rows: BySeat<Places>,
    /// The places where it may lie if it is tapped, untapped, face down and face up: all or none.
    pub states: [Places; 4],
}

impl Filter {
    /// Every type but magic.
    pub const CREATURE: u8 = 0x7f;
    /// Tapped.
    pub const TAPPED: u8 = 1;
    /// Face down.
    pub const DOWN: u8 = 2;
    /// Every card.
    pub const ANY: Filter = Filter {
        side: Side::Both,
        kinds: 0xff,
        plain: true,
        subtypes: 0,
        level: (0, u8::MAX),
        attack: i16::MIN,
        defense: i16::MAX,
        with: 0,
        without: 0,
        other: false,
        bare: true,
        rows: BySeat::new(Places::ALL, Places::ALL),
        states: [Places::ALL; 4],
    };

    /// What it asks for as sets of places.
    #[must_use]
    pub fn with_places(self) -> Filter {
        let creatures = if self.kinds & Filter::CREATURE != 0 { Places::STACKS } else { Places::NONE };
        let magic = if self.kinds & MAGIC != 0 { Places::MAGIC } else { Places::NONE };
        let sides = |seat: Seat| match self.side {
            Side::Own => Places::of(seat),
            Side::Enemy => Places::of(seat.rival()),
            Side::Both => Places::ALL,
        };
        let unless = |forbidden: bool| if forbidden { Places::NONE } else { Places::ALL };
        let states = [
            unless(self.without & Filter::TAPPED != 0),
            unless(self.with & Filter::TAPPED != 0),
            unless(self.without & Filter::DOWN != 0),
            unless(self.with & Filter::DOWN != 0),
        ];
        Filter { rows: BySeat::from_fn(|seat| sides(seat).and(creatures.or(magic))), states, ..self }
    }

    /// Whether it asks for attack or defense.
    pub fn asks_stats(&self) -> bool {
        self.attack > i16::MIN || self.defense < i16::MAX
    }

    /// What a change depends on that looks at states of such cards, by [`depends`]'s bits.
    pub fn depends(&self) -> u16 {
        if (self.with | self.without) & Filter::TAPPED == 0 { 0 } else { depends::TAPPED }
    }
}

/// Where cards are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// Tops and magic on the field.
    Field,
    /// The controller's hand.
    Hand,
    /// The controller's deck.
    Deck,
    /// The controller's discard pile.
    Pile,
    /// The rival's discard pile.
    RivalPile,
    /// Under this card, or in the stack where it lies.
    UnderThis,
    /// Under the top that was chosen into a register.
    UnderChosen(u8),
    /// Under what the source is attached to.
    UnderHost,
    /// Under tops that fit.
    Under(FilterId),
}

impl From {
    /// A zone a Latent may work from: on the field.
    pub const ON_FIELD: u8 = 1;
    /// In the hand.
    pub const IN_HAND: u8 = 2;
    /// In the deck.
    pub const IN_DECK: u8 = 4;
    /// In the discard pile.
    pub const IN_PILE: u8 = 8;
    /// Under another card.
    pub const UNDERNEATH: u8 = 16;

    /// Whether everybody sees what is there.
    #[inline]
    pub const fn is_public(self) -> bool {
        !matches!(self, From::Hand | From::Deck)
    }
}

/// Cards somewhere that fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Where.
    pub from: From,
    /// Which.
    pub filter: FilterId,
}

impl Group {
    /// What a change of somebody that counts these cards depends on, by [`depends`]'s bits.
    pub fn depends(self, filter: &Filter, who: Who) -> u16 {
        filter.depends()
            | match self.from {
                From::Hand => depends::HAND,
                From::Deck => depends::DECK,
                From::Pile | From::RivalPile => depends::PILE,
                From::UnderThis if who == Who::This => depends::UNDER,
                From::UnderHost if who == Who::Host => depends::UNDER,
                _ => depends::COUNTS,
            }
    }
}

/// What an op does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Action {
    /// Its controller chooses into a register.
    Choose {
        register: u8,
        pick: Pick,
    },
    /// Paid when it is announced.
    Cost(Cost),
    Draw(Amount),
    Mill(Players, Amount),
    PlayerDiscards(Players, Amount),
    Discard(Who),
    Search(u8),
    Return(Who),
    Shuffle(Who),
    Gain(Players, Amount),
    Lose(Players, Amount),
    Destroy(Who),
    Play {
        who: Who,
        down: bool,
        landing: Landing,
    },
    ExtraPlays(Amount, Option<FilterId>),
    /// The card in the register comes onto a base.
    LevelUp {
        base: Who,
        register: u8,
    },
    PutUnder(Who, Who),
    /// A change of the rules' list begins.
    Change(ChangeId, Who, Lasts),
    Tap(Who),
    Untap(Who),
    Stop,
    Redirect(Who),
    Forbid(Players, FilterId),
    Copy(Who),
    /// The controller's deck was looked through.
    ShuffleDeck,
    /// An Equip is attached to what was chosen into register 0.
    Attach,
}

/// What an effect costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Cost {
    Points(u8),
    Destroy(Who),
    Discard(Who),
    Return(Who),
    SkipTurn,
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
    /// While the Continuous effect is on, for whoever fits.
    On,
    /// While the Equip is attached.
    Attached,
}

/// What a change does to creatures (ST H23).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangeDef {
    /// What.
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
    /// Who lies on the field: whoever comes is looked at.
    pub const WHOM: u16 = 512;
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

impl Changed {
    /// Whether it belongs to the first step of ST H23.
    #[inline]
    pub const fn is_first(self) -> bool {
        matches!(self, Changed::Level(_) | Changed::Kind(_) | Changed::Subtypes(_))
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

impl Rules {
    /// No cards, under these rulings.
    pub fn empty(rulings: Rulings) -> Rules {
        Rules {
            rulings,
            defs: vec![],
            texts: Texts::default(),
            effects: vec![],
            filters: vec![Filter::ANY],
            changes: scene_changes(),
            pools: Default::default(),
            magic: vec![],
            ops: vec![],
        }
    }

    /// A definition.
    #[inline]
    pub fn def(&self, id: DefId) -> &Def {
        &self.defs[id.0 as usize]
    }

    /// An effect.
    #[inline]
    pub fn effect(&self, id: EffectId) -> &Effect {
        &self.effects[id.0 as usize]
    }

    /// The two effects of a card.
    #[inline]
    pub fn printed(&self, id: DefId) -> [EffectId; EFFECTS as usize] {
        [EffectId::of(id, 0), EffectId::of(id, 1)]
    }

    /// A filter.
    #[inline]
    pub fn filter(&self, id: FilterId) -> &Filter {
        &self.filters[id.0 as usize]
    }

    /// The name of a card.
    pub fn name(&self, id: DefId) -> &str {
        self.texts.name(id)
    }

    /// The number of a ruling's value among the counted parts: behind all effects.
    pub fn part_of_ruling(&self, place: usize, value: u8) -> u32 {
        self.texts.part_of_ruling(LEDGER, place, value)
    }
}

/// The changes that scenes are made of; no card's.
fn scene_changes() -> Vec<ChangeDef> {
    let steps = [(100, 0), (-100, 0), (1, 0), (-1, 0), (0, 100), (0, -100), (0, 1), (0, -1)];
    let stats = steps.into_iter().map(|(attack, defense)| Changed::Stats(attack, defense));
    let all = (1..=5).map(Changed::Level).chain(stats);
    let depends = |what: Changed| if what.is_first() { depends::FIRST } else { 0 };
    all.map(|what| ChangeDef { what, who: Who::This, each: None, test: None, depends: depends(what) }).collect()
}
