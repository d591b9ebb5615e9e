//! The position: flat, below 1 KiB, everything but the rules.

use playmat_cards::{Card, CardRef, DefId, Shelf};
use playmat_kernel::{Agenda, BySeat, Seat};

pub use crate::frames::{Attack, AttackStep, By, Enter, EnterStep, Frame, Opening, Run, Target, Window};
use crate::rules::{AbilityId, Def, Rules, What};
use crate::words::{Keyword, Trigger};

/// The most cards that are in the game at once, tokens and generated cards included.
pub const MOST_CARDS: usize = 96;
/// The slots of FC A2.
pub const SLOTS: usize = 3;
/// The place beside the slots, where a field spell lies that takes none (FC B `field_limit`).
pub const BESIDE: usize = 3;
/// The most abilities a creature can gain; further ones are lost.
pub const MOST_GAINED: usize = 6;
/// FC A10: turns of one player before the match is a draw.
pub const MOST_TURNS: u8 = 100;
/// FC A1.
pub const FULL_LIFE: i16 = 10;

/// The zones of one player; see [`zone`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Zone {
    Exile,
    Carrion,
    Set,
    Deck,
    Hand,
    Field,
    /// Being played: announced, not yet anywhere.
    Limbo,
}

const ZONES: usize = 7;
/// Not in the game.
pub const NOWHERE: usize = 2 * ZONES;

/// A player's zone as a number of the shelf.
#[inline]
pub const fn zone(seat: Seat, zone: Zone) -> usize {
    seat.bit() as usize * ZONES + zone as usize
}

/// The inverse of [`zone`].
pub fn zone_parts(number: usize) -> Option<(Seat, Zone)> {
    const ALL: [Zone; ZONES] = [Zone::Exile, Zone::Carrion, Zone::Set, Zone::Deck, Zone::Hand, Zone::Field, Zone::Limbo];
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
    /// What stands on the table: three slots and the place beside them.
    pub field: BySeat<[Slot; SLOTS + 1]>,
    /// Life, never below 0.
    pub life: BySeat<i16>,
    /// Whose turn it is.
    pub turn: Seat,
    /// In which phase.
    pub phase: Phase,
    /// How many turns were begun, both players together.
    pub turns: u8,
    /// FC A3: whether the counting card of this turn was played.
    pub counted: bool,
    /// Whether the next draw phase is the skipped one of FC A1.
    pub skip_draw: bool,
    /// FC A3: the first player, for the 100th turn of the second.
    pub first: Seat,
    /// What each player's cards heed, all together: a trap that nobody holds is not looked for.
    pub watch: BySeat<u32>,
    /// Slots that are kept for predators still eating, four bits for each player.
    pub kept: u8,
    /// Whether any card is barred or spent this turn.
    pub marked: bool,
    /// The next handle.
    pub next_handle: u8,
    /// The next stamp.
    pub next_stamp: u8,
    /// What is still to be done.
    pub agenda: Agenda<Frame, 20>,
}

/// FC A3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Phase {
    Opening,
    Start,
    Draw,
    Main1,
    Before,
    Combat,
    Main2,
    End,
    /// The last part of the end phase: stings, thawing, deaths.
    Close,
    /// The turn passes.
    Pass,
}

/// A creature or field spell on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// Which card; none for an empty slot.
    pub card: CardRef,
    /// Changes whenever something enters here or becomes something else.
    pub stamp: u8,
    /// What it is: bits of [`What`](crate::rules::What), none for an empty slot.
    pub what: u8,
    /// See the constants of [`Slot`].
    pub state: u8,
    /// Attacks made in this combat.
    pub struck: u8,
    /// Attack now.
    pub attack: i16,
    /// Health now.
    pub health: i16,
    /// Health at most.
    pub full: i16,
    /// Nutrition now.
    pub nutrition: u8,
    /// Attacks allowed per combat.
    pub strikes: u8,
    /// How many ends of its controller's turns a paralysed or neurotoxic-frozen creature still lives through; 0 = dies at the next.
    pub fuse: u8,
    /// How many abilities it has gained.
    pub gained: u8,
    /// Keywords now, by [`Keyword::bit`].
    pub keywords: u32,
    /// What its abilities heed now.
    pub heeds: u32,
    /// Abilities it has gained.
    pub gains: [AbilityId; MOST_GAINED],
}

impl Slot {
    /// Nothing.
    pub const EMPTY: Slot = Slot {
        card: CardRef::NONE,
        stamp: 0,
        what: 0,
        state: 0,
        struck: 0,
        attack: 0,
        health: 0,
        full: 0,
        nutrition: 0,
        strikes: 0,
        fuse: 0,
        gained: 0,
        keywords: 0,
        heeds: 0,
        gains: [AbilityId(0); MOST_GAINED],
    };

    /// FC A7.
    pub const EXHAUSTED: u8 = 1;
    /// FC A7.
    pub const FROZEN: u8 = 2;
    /// FC A7.
    pub const PARALYSED: u8 = 4;
    /// FC A4: ate nothing.
    pub const DRY: u8 = 8;
    /// Its printed abilities are lost.
    pub const MUTE: u8 = 16;
    /// Killed, still to be buried.
    pub const DOOMED: u8 = 32;
    /// Frozen by neurotoxin: it dies on its date (FC A11).
    pub const DATED: u8 = 64;

    /// Whether something lies here.
    #[inline]
    pub fn taken(&self) -> bool {
        self.what != 0
    }

    /// Whether a creature stands here.
    #[inline]
    pub fn creature(&self) -> bool {
        self.what & What::Creature.bit() != 0
    }

    /// Whether it is in this state.
    #[inline]
    pub fn is(&self, state: u8) -> bool {
        self.state & state != 0
    }

    /// Whether it has a keyword now.
    #[inline]
    pub fn has(&self, keyword: Keyword) -> bool {
        self.keywords & keyword.bit() != 0
    }

    /// The damage of its blows: none while it is harmless or paralysed (FC A5, A7).
    #[inline]
    pub fn blow(&self) -> i16 {
        if self.has(Keyword::Harmless) | self.is(Slot::PARALYSED) { 0 } else { self.attack.max(0) }
    }

    /// A fresh creature as printed.
    pub fn printed(card: CardRef, stamp: u8, def: &Def, token: bool) -> Slot {
        Slot {
            card,
            stamp,
            what: def.what | if token { What::Token.bit() } else { 0 },
            state: if def.keywords & Keyword::Frozen.bit() != 0 { Slot::FROZEN } else { 0 },
            attack: def.attack,
            health: def.health,
            full: def.health,
            nutrition: def.nutrition,
            strikes: def.strikes,
            keywords: def.keywords & !Keyword::Frozen.bit(),
            heeds: def.heeds,
            ..Slot::EMPTY
        }
    }

    /// Its abilities now, printed and gained. Those of one trigger are few: a match on the mask comes first.
    #[inline]
    pub fn abilities<'a>(&'a self, rules: &'a Rules, def: DefId) -> impl Iterator<Item = AbilityId> + 'a {
        let printed = (!self.is(Slot::MUTE)).then(|| rules.printed(def)).into_iter().flatten();
        printed.chain(self.gains[..self.gained as usize].iter().copied())
    }

    /// It gains an ability; beyond [`MOST_GAINED`] it is lost.
    pub fn gain(&mut self, id: AbilityId, trigger: Trigger) {
        if (self.gained as usize) < MOST_GAINED {
            self.gains[self.gained as usize] = id;
            self.gained += 1;
            self.heeds |= trigger.bit();
        }
    }

    /// All keywords and abilities are lost for good; numbers and states stay.
    pub fn lose_abilities(&mut self) {
        self.keywords = 0;
        self.heeds = 0;
        self.gained = 0;
        self.gains = Slot::EMPTY.gains;
        self.strikes = 1;
        self.state |= Slot::MUTE;
    }
}

impl Position {
    /// An empty table in player 1's first main phase.
    pub fn empty() -> Position {
        Position {
            cards: [Card::default(); MOST_CARDS],
            shelf: Shelf::new(),
            handles: [0; MOST_CARDS],
            field: BySeat::new([Slot::EMPTY; SLOTS + 1], [Slot::EMPTY; SLOTS + 1]),
            life: BySeat::new(FULL_LIFE, FULL_LIFE),
            turn: Seat::One,
            phase: Phase::Main1,
            turns: 1,
            counted: false,
            skip_draw: false,
            first: Seat::One,
            watch: BySeat::new(0, 0),
            kept: 0,
            marked: false,
            next_handle: 0,
            next_stamp: 1,
            agenda: Agenda::new(Frame::Turn),
        }
    }

    /// The cards of a player's zone.
    #[inline]
    pub fn pile(&self, seat: Seat, which: Zone) -> &[CardRef] {
        self.shelf.zone(zone(seat, which))
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
        // All places are looked at: where a card stands is what nobody can predict.
        let mut found = 0u8;
        for seat in Seat::BOTH {
            for (place, slot) in self.field[seat].iter().enumerate() {
                found |= u8::from((slot.card == card) & slot.taken()) << (seat.bit() * 4 + place as u8);
            }
        }
        let at = found.trailing_zeros();
        (found != 0).then(|| (Seat::from_bit((at / 4) as u8), (at % 4) as usize))
    }

    /// A creature on the table, if the card is one.
    #[inline]
    pub fn creature(&self, card: CardRef) -> Option<(Seat, usize)> {
        self.find(card).filter(|&(seat, place)| self.field[seat][place].creature())
    }

    /// The leftmost free slot; one that is kept for a predator still eating is not free.
    #[inline]
    pub fn free_slot(&self, seat: Seat) -> Option<usize> {
        let kept = self.kept >> (seat.bit() * 4);
        let taken = (0..SLOTS).fold(kept, |set, place| set | u8::from(self.field[seat][place].taken()) << place);
        let place = (!taken).trailing_zeros() as usize;
        (place < SLOTS).then_some(place)
    }

    /// Keeps a slot for a predator on its way (`on_eat_timing` = `before-entering`), or lets it go.
    pub fn keep(&mut self, seat: Seat, place: usize, keep: bool) {
        let bit = 1 << (seat.bit() * 4 + place as u8);
        self.kept = if keep { self.kept | bit } else { self.kept & !bit };
    }

    /// A stamp that nothing on the table has.
    pub fn stamp(&mut self) -> u8 {
        self.next_stamp = self.next_stamp.wrapping_add(1);
        self.next_stamp
    }
}

const _: () = assert!(size_of::<Position>() <= 1024);
