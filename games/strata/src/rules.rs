//! The rule set: cards compiled to flat definitions and programs, and the rulings. Immutable, outside of every position.

use crate::{Strata, codes, compile, guide};
use playmat_cards::{AbilityId, Card, Compiled, DefId, Op, Parts, ReadyDecks, Rulebook, RulingInfo, Texts, ZoneId};
use playmat_cardtext::Code;
use playmat_cardtext::ast::Card as CardTree;
use playmat_kernel::Seat;

pub use crate::actions::{
    Action, Amount, ChangeDef, ChangeId, Changed, Deed, Landing, Lasts, Pick, Players, Purpose, Rank, Test, When, Who, depends,
};
pub use crate::filters::{About, Filter, FilterId, From, Group};
use crate::rulings::{EDITIONS, LEDGER, Rulings};
use crate::state::{NOWHERE, Slot, Zone, zone, zone_parts};
use crate::words::{Event, StrataWords};

/// Everything a match is played by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The value of every ruling.
    pub rulings: Rulings,
    /// The definitions, sorted by name.
    pub defs: Vec<Def>,
    /// The texts of the definitions, for people.
    pub texts: Texts,
    /// All effects, two of each card in a row.
    pub effects: Vec<Effect>,
    /// What cards are described by; the first is [`Filter::ANY`].
    pub filters: Vec<Filter>,
    /// For each filter: see [`Rules::described`].
    described: Vec<Defs>,
    /// See [`Rules::onto`].
    ontos: Box<[u32; Card::MOST_DEFINITIONS]>,
    /// What changes creatures.
    pub changes: Vec<ChangeDef>,
    /// The creatures a deck may have, by type and level, each from 0.
    pub pools: [[Vec<DefId>; 5]; 7],
    /// The magic a deck may have.
    pub magic: Vec<DefId>,
    /// All programs, one after the other.
    pub ops: Vec<Instruction>,
    /// The ready decks.
    pub ready: ReadyDecks,
}

/// A set of definitions.
#[derive(Clone, Copy, Debug)]
pub struct Defs([u64; Defs::WORDS]);

impl Defs {
    const WORDS: usize = Card::MOST_DEFINITIONS / 64;

    /// Whether it is among them.
    #[inline]
    pub fn has(&self, def: DefId) -> bool {
        self.0[def.0 as usize / 64 % Defs::WORDS] >> (def.0 % 64) & 1 != 0
    }
}

/// One op of a Strata program.
pub type Instruction = Op<Strata>;

impl Parts for Strata {
    type Action = Action;
    type Pick = Pick;
    type Test = Test;
}

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
    /// What its Latents listen to.
    pub listens_to: ListensTo,
}

impl Def {
    /// Whether it has an effect that is used from the hand (ST H15).
    #[inline]
    pub const fn from_hand(&self) -> bool {
        self.listens_to.hand & ListensTo::USED != 0
    }

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

    /// A creature of these types and this level, which a level-up can be of: none of the highest, and nothing without a level.
    #[inline]
    pub const fn base(kinds: u8, level: u8) -> u32 {
        // Seven types for each of four levels. Level 0 is shifted out below, level 5 above.
        let bits = ((kinds & Filter::CREATURE) as u64) << (7 * (level & 7)) >> 7;
        bits as u32 & ((1 << 28) - 1)
    }
}

/// What Latents listen to elsewhere than on the field, by [`Event::bit`], for each zone they may be in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ListensTo {
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
    /// All that it listens to from elsewhere than the field.
    pub elsewhere: u16,
    /// The zones from which it listens to anything, as bits.
    pub zones: u32,
}

impl ListensTo {
    /// In the hand: it has an effect that is used from there (ST H15), which its player listens to whenever there is a move to make.
    pub const USED: u16 = 1 << 11;

    /// Notes what is listened to from anywhere, and from where.
    pub fn note(&mut self) {
        self.elsewhere = self.hand | self.deck | self.pile | self.under;
        self.zones = (0..NOWHERE.0).fold(0, |zones, zone| zones | u32::from(self.of_zone(ZoneId(zone)) != 0) << zone);
    }

    /// The zones of a player, as bits.
    #[inline]
    pub const fn of_seat(seat: Seat) -> u32 {
        ((1 << (NOWHERE.0 / 2)) - 1) << zone(seat, Zone::Deck).0
    }

    /// Whether it listens to anything from a zone.
    #[inline]
    pub const fn in_zone(&self, ZoneId(number): ZoneId) -> bool {
        self.zones >> number & 1 != 0
    }

    /// What it listens to from a zone; of a stack, what it listens to from underneath.
    fn of_zone(&self, zone: ZoneId) -> u16 {
        match zone_parts(zone) {
            Some((_, Zone::Hand)) => self.hand,
            Some((_, Zone::Deck)) => self.deck,
            Some((_, Zone::Discard)) => self.pile,
            Some((_, Zone::Stack)) => self.under,
            _ => 0,
        }
    }
}

impl Event {
    /// Its place in a mask of what a card listens to.
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
    /// Whether it means one target of the effect that it answers: by "it", or to redirect it (ST I7).
    pub speaks: bool,
    /// Whether what it answers or chooses lies face down: that is asked when its own card has been turned up (ST H4).
    pub backs: bool,
    /// What announcing it takes.
    pub needs: Needs,
    /// Where its program begins.
    pub start: u16,
}

/// What announcing an effect takes (ST H5), where that is simple: points, targets on the field, and a card of a discard pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// So many points.
    pub points: u8,
    /// So many targets that fit the filter; 0 is none.
    pub targets: u8,
    /// What the targets must be like.
    pub filter: FilterId,
    /// A card of a discard pile that must be there (ST I12), if everything else is simple.
    pub pile: Option<Group>,
    /// Whether it needs any card of a discard pile.
    pub recalls: bool,
    /// It is not that simple: its program must be walked.
    pub in_detail: bool,
    /// Something is chosen when it is announced: targets, costs or a branch.
    pub asks: bool,
    /// No op of its program from this place on, counted from its start, decides whether it can be announced.
    pub until: u16,
}

impl Needs {
    /// Points that most often are there.
    pub const FEW_POINTS: u8 = 4;
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

impl Rules {
    /// No cards, under these rulings.
    pub fn empty(rulings: Rulings) -> Rules {
        Rules {
            rulings,
            defs: vec![],
            texts: Texts::default(),
            effects: vec![],
            filters: vec![Filter::ANY],
            described: vec![],
            ontos: Box::new([0; Card::MOST_DEFINITIONS]),
            ready: ReadyDecks::default(),
            changes: crate::actions::scene_changes(),
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

    /// The definitions that fit a filter as they are printed, on whatever side.
    #[inline]
    pub fn described(&self, id: FilterId) -> &Defs {
        &self.described[id.0 as usize]
    }

    /// What a card may be played onto, any of it, by the bits of [`Onto`].
    #[inline]
    pub fn onto(&self, id: DefId) -> u32 {
        self.ontos[id.0 as usize % Card::MOST_DEFINITIONS]
    }

    /// Works out what [`Rules::described`] and [`Rules::onto`] tell.
    pub fn describe(&mut self) {
        let fits = |filter: &Filter, id: u16, def: &Def| {
            let mut slot = Slot::EMPTY;
            slot.print(def, false);
            let named = filter.name.is_none_or(|name| name.0 == id);
            named && filter.with == 0 && def.kind & filter.kinds != 0 && filter.describes(&slot)
        };
        let described = |filter: &Filter| {
            let mut words = [0; Defs::WORDS];
            for (def, id) in self.defs.iter().zip(0..) {
                words[usize::from(id) / 64 % Defs::WORDS] |= u64::from(fits(filter, id, def)) << (id % 64);
            }
            Defs(words)
        };
        self.described = self.filters.iter().map(described).collect();
        for (onto, def) in self.ontos.iter_mut().zip(&self.defs) {
            *onto = match def.level {
                0 => Onto::MAGIC,
                1 => Onto::STACK,
                level => Onto::base(def.kind, level - 1),
            };
        }
    }

    /// The name of a card.
    pub fn name(&self, id: DefId) -> &str {
        self.texts.name(id)
    }
}

impl Rulebook for Strata {
    type Words = StrataWords;

    fn editions() -> &'static [&'static str] {
        EDITIONS
    }

    fn rulings() -> &'static [RulingInfo] {
        LEDGER
    }

    fn compile(cards: &[&CardTree<StrataWords>], _edition: usize, rulings: &[u8]) -> Compiled<Rules> {
        compile::compile(cards, Rulings::from_values(rulings))
    }

    fn codes() -> &'static [&'static Code] {
        codes::CODES
    }

    fn texts(rules: &Rules) -> &Texts {
        &rules.texts
    }

    fn ruling_values(rules: &Rules) -> Vec<u8> {
        rules.rulings.values()
    }

    fn guide() -> &'static [(&'static str, &'static [&'static str])] {
        guide::GUIDE
    }
}
