//! The position: flat, at most 1.25 KiB, everything but the rules.

use playmat_cards::{Card, CardRef, DefId, Handles, ZoneId, Zones};
use playmat_kernel::{Agenda, BySeat, Seat};

pub use crate::field::{BySlot, Field, Place, Places, ROW, Slot, TERRAINS};
use crate::rules::{AbilityId, Needs, Rules};
use crate::words::Trigger;

/// The most cards that are in the game at once, tokens included: two decks of thirty and a table full of tokens.
pub const MOST_CARDS: usize = 80;
/// The most abilities that set themselves off in a turn: beyond them none does, so that every turn ends.
pub const MOST_SET_OFF: u8 = 100;
/// SK Fine print: turns of one player in a skirmish before both count as done.
pub const MOST_TURNS: u8 = 40;
/// SK Match: two wins end the match.
pub const ENOUGH_WINS: u8 = 2;
/// No power, gain or modifier is ever larger.
const MOST_POWER: i16 = 9999;

/// The zones of one player; see [`zone`]. Cards go from the hand to the field to the graveyard, each just below the other
/// ([`Zones::put_below`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Zone {
    Graveyard,
    /// The units on their slots, and what is being played: announced, not yet anywhere.
    Field,
    Hand,
    Deck,
}

impl Zone {
    /// All of them, in order.
    pub const ALL: [Zone; ZONES] = [Zone::Graveyard, Zone::Field, Zone::Hand, Zone::Deck];

    /// As views and scenario files write it.
    pub const fn word(self) -> &'static str {
        match self {
            Zone::Graveyard => "graveyard",
            Zone::Field => "field",
            Zone::Hand => "hand",
            Zone::Deck => "deck",
        }
    }

    /// The zone of a word.
    pub fn named(word: &str) -> Option<Zone> {
        Zone::ALL.into_iter().find(|zone| zone.word() == word)
    }

    /// Whether everybody sees what lies there.
    #[inline]
    pub const fn is_public(self) -> bool {
        matches!(self, Zone::Graveyard | Zone::Field)
    }
}

const ZONES: usize = 4;
/// Not in the game.
pub const NOWHERE: ZoneId = ZoneId(2 * ZONES);

/// A player's zone among all zones.
#[inline]
pub const fn zone(seat: Seat, zone: Zone) -> ZoneId {
    ZoneId(seat.bit() as usize * ZONES + zone as usize)
}

/// The inverse of [`zone`].
pub fn zone_parts(ZoneId(number): ZoneId) -> Option<(Seat, Zone)> {
    (number < NOWHERE.0).then(|| (Seat::from_bit((number / ZONES) as u8), Zone::ALL[number % ZONES]))
}

/// The whole state of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// What every card is.
    pub cards: [Card; MOST_CARDS],
    /// Where every card is.
    pub zones: Zones<MOST_CARDS, { NOWHERE.0 + 1 }>,
    /// By what a public card can be followed.
    pub handles: Handles<MOST_CARDS>,
    /// Who stands where.
    pub field: Field,
    /// SK Power: the modifiers of the slots.
    pub mods: BySlot<i16>,
    /// Whose turn it is.
    pub turn: Seat,
    /// How far the turn is.
    pub phase: Phase,
    /// How many cards of each hand the rival has seen.
    pub shown: BySeat<u8>,
    /// What the cards of each hand need together, but for a slot: see [`Needs::special`].
    pub wants: BySeat<Needs>,
    /// Who began this skirmish.
    pub starter: Seat,
    /// How many turns were begun in the match.
    pub turns: u16,
    /// How many each player has begun in this skirmish.
    pub taken: BySeat<u8>,
    /// Who is out for the rest of this skirmish.
    pub done: BySeat<bool>,
    /// Match wins.
    pub wins: BySeat<u8>,
    /// Which skirmish this is, from 1.
    pub skirmish: u8,
    /// How many abilities have set themselves off in this turn; one beyond [`MOST_SET_OFF`] says that everybody was told of that.
    pub set_off: u8,
    /// What is still to be done.
    pub agenda: Agenda<Frame, 24>,
}

const _: () = assert!(size_of::<Position>() <= 1280);

/// How far a turn is (SK Turn).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    /// It begins: cooldowns tick, then turn-start abilities.
    Start,
    /// Its player moves.
    Move,
    /// Its player has activated something: more of that, or the end.
    Activated,
    /// The turn passes.
    Pass,
}

/// Something still to be done. Plain data: see the files named at each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // a frame says in its sentence what it holds
pub enum Frame {
    /// The match begins (setup).
    Opening(Opening),
    /// The turn goes on in its phase (turn).
    Turn,
    /// Turn-start abilities, from this terrain on (turn).
    Starting { next: u8 },
    /// A unit card of the hand is played: to which slot? (enter)
    Play { card: CardRef },
    /// A unit enters (enter).
    Enter(Enter),
    /// A program runs (verbs).
    Run(Run),
    /// Units react to what happened at these places (facts).
    Reactions { trigger: Trigger, places: Places, amount: i16, next: u8 },
    /// The skirmish resolves (resolve).
    Resolve { step: Resolve, won: Places, next: u8 },
}

/// SK Match: how a match begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Opening {
    Shuffle,
    First,
    Deal,
}

/// The steps of SK Resolution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Resolve {
    Control,
    Conquer,
    Award,
}

/// A unit on its way to a slot (SK Units, actions).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Enter {
    /// The card, being played.
    pub card: CardRef,
    /// Where to.
    pub place: Place,
    /// The unit it has replaced.
    pub consumed: CardRef,
    /// Whether that unit had no abilities any more.
    pub silenced: bool,
    /// The last power of that unit.
    pub last: i16,
}

/// A running effect.
pub type Run = playmat_cards::Run<Kept>;

/// How many can be chosen on a line, all choices together.
pub const REGISTERS: usize = 4;

/// What is kept of a running effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kept {
    /// How it came to run, and what is left to do when it is done.
    pub by: By,
    /// Where the source stood.
    pub at: Place,
    /// How much the event brought.
    pub amount: i16,
    /// Who replaced the source.
    pub consumer: CardRef,
    /// What was chosen last.
    pub it: Target,
    /// What was chosen.
    pub chosen: [Target; REGISTERS],
}

impl playmat_cards::Kept for Kept {
    type Ability = AbilityId;
    type Target = Target;
    const OPEN: Target = Target::NONE;
    const SHUT: Target = Target::DECLINED;

    #[inline]
    fn chosen(&self, register: u8, most: u8) -> &[Target] {
        &self.chosen[register as usize..][..most as usize]
    }

    #[inline]
    fn chosen_mut(&mut self, register: u8, most: u8) -> &mut [Target] {
        &mut self.chosen[register as usize..][..most as usize]
    }

    #[inline]
    fn one(&self, register: u8) -> Target {
        self.chosen[register as usize % REGISTERS]
    }

    #[inline]
    fn set_one(&mut self, register: u8, target: Target) {
        self.chosen[register as usize % REGISTERS] = target;
    }

    #[inline]
    fn mean(&mut self, it: Target) {
        self.it = it;
    }
}

/// How a program came to run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// An ability of a unit that must still be in play when it begins.
    Unit,
    /// The last ability of a unit that has left.
    Gone,
    /// An action card, played.
    Action,
    /// A unit was activated.
    Activate,
}

/// A card, a slot, who has left it, or nothing, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target(pub u8);

impl Target {
    /// Nothing yet.
    pub const NONE: Target = Target(255);
    /// Nothing for good: there was no candidate, or the player chose none.
    pub const DECLINED: Target = Target(254);
    const SLOTS: u8 = 200;
    const LEFT: u8 = 220;

    /// A card.
    #[inline]
    pub const fn card(card: CardRef) -> Target {
        Target(card.0)
    }

    /// A slot.
    #[inline]
    pub const fn slot(place: Place) -> Target {
        Target(Target::SLOTS + place.0)
    }

    /// The card, if it is one.
    #[inline]
    pub fn as_card(self) -> Option<CardRef> {
        (self.0 < Target::SLOTS).then_some(CardRef(self.0))
    }

    /// The slot, if it is one.
    #[inline]
    pub fn as_slot(self) -> Option<Place> {
        (Target::SLOTS..Target::LEFT).contains(&self.0).then(|| Place(self.0 - Target::SLOTS))
    }

    /// Somebody who has left this slot.
    #[inline]
    pub const fn left(place: Place) -> Target {
        Target(Target::LEFT + place.0)
    }

    /// The slot that was left, if it is that.
    #[inline]
    pub fn as_left(self) -> Option<Place> {
        (Target::LEFT..Target::DECLINED.0).contains(&self.0).then(|| Place(self.0 - Target::LEFT))
    }
}

impl Position {
    /// No cards, before the first turn.
    pub fn empty() -> Position {
        Position {
            cards: [Card::default(); MOST_CARDS],
            zones: Zones::new(),
            handles: Handles::new(),
            field: Field::EMPTY,
            mods: BySlot::all(0),
            turn: Seat::One,
            phase: Phase::Start,
            shown: BySeat::new(0, 0),
            wants: BySeat::new(Needs::NOTHING, Needs::NOTHING),
            starter: Seat::One,
            turns: 0,
            taken: BySeat::new(0, 0),
            done: BySeat::new(false, false),
            wins: BySeat::new(0, 0),
            skirmish: 1,
            set_off: 0,
            agenda: Agenda::new(Frame::Turn),
        }
    }

    /// What is kept of a card.
    #[inline]
    pub fn card(&self, card: CardRef) -> Card {
        self.cards[card.0 as usize]
    }

    /// The definition of a card.
    #[inline]
    pub fn def_id(&self, card: CardRef) -> DefId {
        self.card(card).def()
    }

    /// The cards of a zone, the top one last.
    #[inline]
    pub fn pile(&self, seat: Seat, which: Zone) -> &[CardRef] {
        self.zones.zone(zone(seat, which))
    }

    /// A card has come to a player's hand.
    #[inline]
    pub fn want(&mut self, rules: &Rules, seat: Seat, card: CardRef) {
        self.wants[seat] = self.wants[seat].union(rules.needs(self.def_id(card)).special());
    }

    /// Cards that needed something have left a player's hand, or are others.
    pub fn want_anew(&mut self, rules: &Rules, seat: Seat) {
        let needs = self.pile(seat, Zone::Hand).iter().map(|&card| rules.needs(self.def_id(card)).special());
        self.wants[seat] = needs.fold(Needs::NOTHING, Needs::union);
    }

    /// Who stands at a place.
    #[inline]
    pub fn slot(&self, place: Place) -> Slot {
        self.field.slot(place)
    }

    /// The modifier of a place.
    #[inline]
    pub fn modifier(&self, place: Place) -> i16 {
        self.mods[place]
    }

    /// Where a card stands, if it is on the field.
    #[inline]
    pub fn find(&self, card: CardRef) -> Option<Place> {
        self.field.find(card)
    }

    /// A player's cards that are being played.
    pub fn playing(&self, seat: Seat) -> impl Iterator<Item = CardRef> + '_ {
        self.pile(seat, Zone::Field).iter().copied().filter(|&card| self.find(card).is_none())
    }

    /// SK Power: printed + gains − damage + modifier of its slot, never shown below 0.
    #[inline]
    pub fn power(&self, place: Place) -> i16 {
        let field = &self.field;
        (field.base[place] + field.gain[place] - field.damage[place] + self.mods[place]).max(0)
    }

    /// No unit of a player has more power than this; a slot without a unit may count too.
    #[inline]
    pub fn most_power(&self, seat: Seat) -> i16 {
        let (field, mods) = (&self.field, self.mods.row(seat));
        let (base, gain, damage) = (field.base.row(seat), field.gain.row(seat), field.damage.row(seat));
        (0..ROW).map(|at| base[at] + gain[at] - damage[at] + mods[at]).fold(0, i16::max)
    }

    /// The power of everybody.
    #[inline(always)]
    pub fn powers(&self) -> BySlot<i16> {
        BySlot::from_fn(|place| self.power(place))
    }
}

/// A sum of powers that never runs over.
#[inline]
pub fn sum(a: i16, b: i16) -> i16 {
    a.saturating_add(b).clamp(-MOST_POWER, MOST_POWER)
}
