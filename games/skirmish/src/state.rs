//! The position: flat, below 1 KiB, everything but the rules.

use playmat_cards::{Card, CardRef, Cursor, DefId, Shelf};
use playmat_kernel::{Agenda, BySeat, Seat};

use crate::rules::{AbilityId, Def};
use crate::words::{Keyword, Trigger};

/// The most cards that are in the game at once, tokens included: two decks of thirty and a table full of tokens.
pub const MOST_CARDS: usize = 80;
/// SK Board: terrains 0 to 4.
pub const TERRAINS: usize = 5;
/// SK Board: each has one slot per player.
pub const SPOTS: usize = 2 * TERRAINS;
/// SK Fine print: turns of one player in a skirmish before both count as done.
pub const MOST_TURNS: u8 = 40;
/// SK Match: two wins end the match.
pub const ENOUGH_WINS: u8 = 2;
/// No power, gain or modifier is ever larger.
const MOST_POWER: i16 = 9999;

/// One of the ten slots: player 1's from the left, then player 2's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place(pub u8);

/// A set of slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Places(pub u16);

impl Place {
    /// A player's slot of a terrain.
    #[inline]
    pub const fn new(seat: Seat, terrain: usize) -> Place {
        Place(seat.bit() * TERRAINS as u8 + terrain as u8)
    }

    /// Whose.
    #[inline]
    pub const fn seat(self) -> Seat {
        if self.0 < TERRAINS as u8 { Seat::One } else { Seat::Two }
    }

    /// On which terrain.
    #[inline]
    pub const fn terrain(self) -> usize {
        self.0 as usize % TERRAINS
    }

    /// The rival's slot on the same terrain.
    #[inline]
    pub const fn front(self) -> Place {
        Place((self.0 + TERRAINS as u8) % SPOTS as u8)
    }

    /// The slots directly left and right on the same side.
    pub const fn beside(self) -> Places {
        let side = Places::of(self.seat()).0;
        Places((self.bit() << 1 | self.bit() >> 1) & side)
    }

    #[inline]
    const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl Places {
    /// No slot.
    pub const NONE: Places = Places(0);
    /// All ten.
    pub const ALL: Places = Places((1 << SPOTS) - 1);

    /// The slots of a player.
    #[inline]
    pub const fn of(seat: Seat) -> Places {
        Places(0b11111 << (seat.bit() * TERRAINS as u8))
    }

    /// One slot.
    #[inline]
    pub const fn only(place: Place) -> Places {
        Places(place.bit())
    }

    /// Whether it is among them.
    #[inline]
    pub const fn has(self, place: Place) -> bool {
        self.0 & place.bit() != 0
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that are in both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Places) -> Places {
        Places(self.0 & other.0)
    }

    /// Those that are in one of the sets.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// One by one: this player's from terrain 0 to 4, then the rival's.
    #[inline]
    pub fn from(self, first: Seat) -> impl Iterator<Item = Place> {
        (0..SPOTS).map(move |at| nth_from(first, at)).filter(move |&place| self.has(place))
    }
}

/// The slots in the order of SK Fine print: this player's from terrain 0 to 4, then the rival's.
#[inline]
pub const fn nth_from(first: Seat, at: usize) -> Place {
    let place = Place::new(first, at % TERRAINS);
    if at < TERRAINS { place } else { place.front() }
}

/// The zones of one player; see [`zone`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Zone {
    Graveyard,
    Deck,
    Hand,
    Field,
    /// Being played: announced, not yet anywhere.
    Limbo,
}

impl Zone {
    /// Whether everybody sees what lies there.
    #[inline]
    pub const fn is_public(self) -> bool {
        matches!(self, Zone::Graveyard | Zone::Field | Zone::Limbo)
    }
}

const ZONES: usize = 5;
/// Not in the game.
pub const NOWHERE: usize = 2 * ZONES;

/// A player's zone as a number of the shelf.
#[inline]
pub const fn zone(seat: Seat, zone: Zone) -> usize {
    seat.bit() as usize * ZONES + zone as usize
}

/// The inverse of [`zone`].
pub fn zone_parts(number: usize) -> Option<(Seat, Zone)> {
    const ALL: [Zone; ZONES] = [Zone::Graveyard, Zone::Deck, Zone::Hand, Zone::Field, Zone::Limbo];
    (number < NOWHERE).then(|| (Seat::from_bit((number / ZONES) as u8), ALL[number % ZONES]))
}

/// The whole state of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// What every card is.
    pub cards: [Card; MOST_CARDS],
    /// Where every card is.
    pub shelf: Shelf<MOST_CARDS, { NOWHERE + 1 }>,
    /// By what a public card can be followed.
    pub handles: [u8; MOST_CARDS],
    /// Who stands where.
    pub field: [Slot; SPOTS],
    /// SK Power: the modifiers of the slots.
    pub mods: [i16; SPOTS],
    /// Whose turn it is.
    pub turn: Seat,
    /// How far the turn is.
    pub phase: Phase,
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
    /// The next handle.
    pub next_handle: u8,
    /// What is still to be done.
    pub agenda: Agenda<Frame, 24>,
}

const _: () = assert!(size_of::<Position>() <= 1024);

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

/// A unit on the field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// Which card; none for an empty slot.
    pub card: CardRef,
    /// See the constants of [`Slot`].
    pub state: u8,
    /// How many turns of its player must still begin until it may activate.
    pub cooldown: u8,
    /// Keywords now, by [`Keyword::bit`].
    pub keywords: u8,
    /// What its abilities heed now.
    pub heeds: u16,
    /// Printed power.
    pub base: i16,
    /// What it has gained, possibly negative.
    pub gain: i16,
    /// Damage on it.
    pub damage: i16,
}

impl Slot {
    /// Nothing.
    pub const EMPTY: Slot =
        Slot { card: CardRef::NONE, state: 0, cooldown: 0, keywords: 0, heeds: 0, base: 0, gain: 0, damage: 0 };

    /// It has activated; once is all.
    pub const USED: u8 = 1;
    /// It entered in this turn.
    pub const FRESH: u8 = 2;
    /// Cleansed: no abilities any more.
    pub const SILENCED: u8 = 4;
    /// Killed, still to leave.
    pub const DOOMED: u8 = 8;

    /// A unit as printed.
    pub fn printed(card: CardRef, def: &Def) -> Slot {
        let (cooldown, keywords, heeds) = (def.cooldown, def.keywords, def.heeds);
        Slot { card, cooldown, keywords, heeds, base: def.power, ..Slot::EMPTY }
    }

    /// Whether somebody stands here.
    #[inline]
    pub fn taken(&self) -> bool {
        self.card != CardRef::NONE
    }

    /// Whether it is in this state.
    #[inline]
    pub const fn is(&self, state: u8) -> bool {
        self.state & state != 0
    }

    /// Whether it has a keyword now.
    #[inline]
    pub const fn has(&self, keyword: Keyword) -> bool {
        self.keywords & keyword.bit() != 0
    }

    /// Whether it heeds a trigger now.
    #[inline]
    pub const fn on(&self, trigger: Trigger) -> bool {
        self.heeds & trigger.bit() != 0
    }

    /// Whether it may be activated, as far as it alone is concerned.
    #[inline]
    pub const fn ready(&self) -> bool {
        self.on(Trigger::Activate) && self.cooldown == 0 && !self.is(Slot::USED | Slot::FRESH)
    }
}

/// Something still to be done. Plain data: see the files named at each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
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
    /// The card, in limbo.
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

/// A running effect: a program, where it is, whose it is, a few registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// Where it is.
    pub cursor: Cursor,
    /// The program's beginning is found by its ability.
    pub ability: AbilityId,
    /// The card it comes from.
    pub source: CardRef,
    /// Who decides.
    pub seat: Seat,
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
    pub chosen: [Target; 2],
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

/// A card, a slot or nothing, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target(pub u8);

impl Target {
    /// Nothing yet.
    pub const NONE: Target = Target(255);
    /// Nothing for good: there was no candidate, or the player chose none.
    pub const DECLINED: Target = Target(254);
    const SLOTS: u8 = 200;

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
        (Target::SLOTS..Target::SLOTS + SPOTS as u8).contains(&self.0).then(|| Place(self.0 - Target::SLOTS))
    }
}

impl Position {
    /// No cards, before the first turn.
    pub fn empty() -> Position {
        Position {
            cards: [Card::default(); MOST_CARDS],
            shelf: Shelf::new(),
            handles: [0; MOST_CARDS],
            field: [Slot::EMPTY; SPOTS],
            mods: [0; SPOTS],
            turn: Seat::One,
            phase: Phase::Start,
            starter: Seat::One,
            turns: 0,
            taken: BySeat::new(0, 0),
            done: BySeat::new(false, false),
            wins: BySeat::new(0, 0),
            skirmish: 1,
            next_handle: 0,
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
        self.shelf.zone(zone(seat, which))
    }

    /// Who stands at a place.
    #[inline]
    pub fn slot(&self, place: Place) -> &Slot {
        &self.field[place.0 as usize]
    }

    /// The same, to be changed.
    #[inline]
    pub fn slot_mut(&mut self, place: Place) -> &mut Slot {
        &mut self.field[place.0 as usize]
    }

    /// The modifier of a place.
    #[inline]
    pub fn modifier(&self, place: Place) -> i16 {
        self.mods[place.0 as usize]
    }

    /// Where a card stands, if it is on the field.
    #[inline]
    pub fn find(&self, card: CardRef) -> Option<Place> {
        self.field.iter().position(|slot| slot.card == card && slot.taken()).map(|at| Place(at as u8))
    }

    /// SK Power: printed + gains − damage + modifier of its slot, never shown below 0.
    #[inline]
    pub fn power(&self, place: Place) -> i16 {
        let slot = self.slot(place);
        (slot.base + slot.gain - slot.damage + self.modifier(place)).max(0)
    }

    /// The power of everybody.
    pub fn powers(&self) -> [i16; SPOTS] {
        std::array::from_fn(|at| self.power(Place(at as u8)))
    }

    /// The places where somebody stands of whom this holds.
    #[inline]
    pub fn units(&self, fits: impl Fn(&Slot) -> bool) -> Places {
        let bit = |(at, slot): (usize, &Slot)| u16::from(slot.taken() && fits(slot)) << at;
        Places(self.field.iter().enumerate().map(bit).fold(0, |set, bit| set | bit))
    }

    /// Whether anybody heeds a trigger.
    #[inline]
    pub fn heeded(&self, trigger: Trigger) -> bool {
        self.field.iter().fold(0, |heeds, slot| heeds | slot.heeds) & trigger.bit() != 0
    }
}

/// A sum of powers that never runs over.
#[inline]
pub fn sum(a: i16, b: i16) -> i16 {
    a.saturating_add(b).clamp(-MOST_POWER, MOST_POWER)
}
