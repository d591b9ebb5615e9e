//! The position: flat, at most 1 KiB, everything but the rules.

use playmat_cards::{Card, CardRef, DefId, Handles, Note, ZoneId, Zones};
use playmat_kernel::{Agenda, BySeat, Seat};

pub use crate::field::{Field, Slot};
pub use crate::frames::{
    Attack, AttackStep, By, Enter, EnterStep, Frame, Happening, Kept, Opening, REGISTERS, Run, Target, Window,
};
use crate::held::Held;
use crate::rules::{AbilityId, Rules};

/// The most cards that are in the game at once, tokens and generated cards included.
pub const MOST_CARDS: usize = 96;
/// The slots of FC A2.
pub const SLOTS: usize = 3;
/// The place beside the slots, where a field spell lies that takes none (FC B `field_limit`).
pub const BESIDE: usize = 3;
/// FC A10: turns of one player before the match is a draw.
pub const MOST_TURNS: u8 = 100;
/// FC A1.
pub const FULL_LIFE: i16 = 10;

/// The zones of one player. Most cards go on from a zone to the one before it, which changes a single word; see [`zone`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Zone {
    Set,
    Exile,
    Carrion,
    Field,
    /// Being played: announced, not yet anywhere.
    Limbo,
    Hand,
    /// Its top lies first, so that drawing moves no card. Nothing is put here during a match; it would come under the others.
    Deck,
}

impl Zone {
    /// All of them, in order.
    pub const ALL: [Zone; ZONES - 1] =
        [Zone::Set, Zone::Exile, Zone::Carrion, Zone::Field, Zone::Limbo, Zone::Hand, Zone::Deck];

    /// As views and scenario files write it.
    pub const fn word(self) -> &'static str {
        match self {
            Zone::Set => "set",
            Zone::Exile => "exile",
            Zone::Carrion => "carrion",
            Zone::Field => "field",
            Zone::Limbo => "playing",
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
        matches!(self, Zone::Exile | Zone::Carrion | Zone::Field | Zone::Limbo)
    }
}

/// Each player's zones have eight numbers, one of them unused: the ends of all fill a word of the processor.
const ZONES: usize = 8;
/// Not in the game: the last number of all.
pub const NOWHERE: ZoneId = ZoneId(2 * ZONES - 1);

/// A player's zone among all zones.
#[inline]
pub const fn zone(seat: Seat, zone: Zone) -> ZoneId {
    ZoneId(seat.bit() as usize * ZONES + zone as usize)
}

/// Noted of a card that may not be played for now: it was negated, or set, this turn.
pub const BARRED: Note = Note::SECOND;
/// Noted of a card that has come back this turn and cannot do so again.
pub const CAME_BACK: Note = Note::FIRST;

/// Whose hand a zone is.
#[inline]
pub const fn hand_of(ZoneId(number): ZoneId) -> Option<Seat> {
    if number % ZONES == Zone::Hand as usize { Some(Seat::from_bit((number / ZONES) as u8)) } else { None }
}

/// The inverse of [`zone`].
pub fn zone_parts(ZoneId(number): ZoneId) -> Option<(Seat, Zone)> {
    Some((Seat::from_bit((number / ZONES) as u8), *Zone::ALL.get(number % ZONES)?))
}

/// The whole state of a match. Short instructions reach its first 128 bytes: what every step reads lies there, down to the head of the
/// agenda.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Position {
    /// Life, never below 0.
    pub life: BySeat<i16>,
    /// Whose turn it is.
    pub turn: Seat,
    /// In which phase.
    pub phase: Phase,
    /// FC A3: whether the counting card of this turn was played.
    pub counted: bool,
    /// Whether any card is barred or spent this turn.
    pub marked: bool,
    /// How many turns were begun, both players together.
    pub turns: u8,
    /// The next stamp.
    pub next_stamp: u8,
    /// Where every card is.
    pub zones: Zones<MOST_CARDS, { NOWHERE.0 + 1 }>,
    /// What is still to be done before the turn goes on.
    pub agenda: Agenda<Frame, 16>,
    /// What each player's cards listen to, all together: a trap that nobody holds is not looked for.
    pub watch: BySeat<u32>,
    /// What each hand demands.
    pub held: BySeat<Held>,
    /// What stands on the table: three slots and the place beside them.
    pub field: Field,
    /// What every card is.
    pub cards: [Card; MOST_CARDS],
    /// By what a public card can be followed.
    pub handles: Handles<MOST_CARDS>,
    /// Whether the next draw phase is the skipped one of FC A1.
    pub skip_draw: bool,
    /// FC A3: the first player, for the 100th turn of the second.
    pub first: Seat,
}

/// FC A3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Phase {
    Opening,
    Start,
    /// The abilities of the start phase run; then comes the draw.
    Started,
    Draw,
    /// A card was drawn; then comes the first main phase.
    Drawn,
    Main1,
    Before,
    /// The abilities of the phase before combat run; then comes combat.
    Prepared,
    Combat,
    Main2,
    End,
    /// The abilities of the end phase run; then come the stings.
    Sting,
    /// The last part of the end phase: thawing, deaths.
    Close,
    /// The turn passes.
    Pass,
}

impl Position {
    /// An empty table in player 1's first main phase.
    pub const EMPTY: Position = {
        Position {
            cards: [Card::BLANK; MOST_CARDS],
            zones: Zones::new(),
            handles: Handles::new(),
            field: Field::EMPTY,
            life: BySeat::new(FULL_LIFE, FULL_LIFE),
            turn: Seat::One,
            phase: Phase::Main1,
            turns: 1,
            counted: false,
            skip_draw: false,
            first: Seat::One,
            watch: BySeat::new(0, 0),
            held: BySeat::new(Held::NONE, Held::NONE),
            marked: false,
            next_stamp: 1,
            agenda: Agenda::new(Frame::Check { asked: 0 }),
        }
    };

    /// The cards of a player's zone.
    #[inline]
    pub fn pile(&self, seat: Seat, which: Zone) -> &[CardRef] {
        self.zones.zone(zone(seat, which))
    }

    /// The definition of a card.
    #[inline]
    pub fn def_id(&self, card: CardRef) -> DefId {
        self.cards[card.0 as usize].def()
    }

    /// The card itself.
    #[inline]
    pub fn card(&self, card: CardRef) -> Card {
        self.cards[card.0 as usize]
    }

    /// Where on the table a card stands.
    #[inline]
    pub fn find(&self, card: CardRef) -> Option<(Seat, usize)> {
        let found = self.field.find(card);
        debug_assert!(
            found.is_none_or(|(seat, place)| self.field[seat][place].card == card && self.field[seat][place].taken())
        );
        found
    }

    /// A creature on the table, if the card is one.
    #[inline]
    pub fn creature(&self, card: CardRef) -> Option<(Seat, usize)> {
        self.find(card).filter(|&(seat, place)| self.field[seat][place].creature())
    }

    /// The abilities of what stands in a place, printed and gained.
    #[inline]
    pub fn abilities<'a>(&'a self, rules: &Rules, seat: Seat, place: usize) -> impl Iterator<Item = AbilityId> + use<'a> {
        self.stacks(rules, seat, place).flat_map(|(id, times)| std::iter::repeat_n(id, times as usize))
    }

    /// Its abilities, with how often it has each in a row.
    #[inline]
    pub fn stacks<'a>(
        &'a self,
        rules: &Rules,
        seat: Seat,
        place: usize,
    ) -> impl DoubleEndedIterator<Item = (AbilityId, u8)> + use<'a> {
        self.field.stacks(rules.def(self.def_id(self.field[seat][place].card)), seat, place)
    }

    /// Whether somebody's life is at its end.
    #[inline]
    pub fn anybody_lost(&self) -> bool {
        (self.life[Seat::One] <= 0) | (self.life[Seat::Two] <= 0)
    }

    /// A stamp that nothing on the table has.
    #[inline]
    pub fn stamp(&mut self) -> u8 {
        // 0 is no stamp.
        self.next_stamp = self.next_stamp.wrapping_add(1).max(1);
        self.next_stamp
    }
}

const _: () = assert!(size_of::<Position>() <= 1280);
