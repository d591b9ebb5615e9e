//! The position: flat, below 2 KiB, everything but the rules.

use playmat_cards::{Card, CardRef, DefId, Shelf};
use playmat_kernel::{Agenda, BySeat, Seat};

use crate::changes::Changes;
pub use crate::frames::{Attack, Frame, Opening, Play, Run};
pub use crate::places::{Place, Places};
use crate::rules::{Def, FilterId, Heeds};
use crate::waiting::Waiting;

/// Two decks of seventy.
pub const MOST_CARDS: usize = 140;
/// ST B: places for stacks, and as many for magic.
pub const PLACES: usize = 5;
/// The places of one player: stacks from the left, then magic.
pub const SIDE: usize = 2 * PLACES;
/// The places of both.
pub const SPOTS: usize = 2 * SIDE;
/// ST A.
pub const FULL_POINTS: i16 = 20;
/// ST C2.
pub const PLAYS: u8 = 2;
/// ST B.
pub const HAND_LIMIT: usize = 10;
/// ST E: turns of one player before the match is a draw.
pub const MOST_TURNS: u16 = 200;
/// The most restricted extra plays, and forbidden plays, at a time; the oldest gives way.
pub const MOST_TERMS: usize = 4;
/// The most cards of one player that can trigger from elsewhere than the field; those of a stranger deck do not.
pub const MOST_LISTENERS: usize = 24;
/// A chain of so many links takes no further response.
pub const LONGEST_CHAIN: usize = 10;

/// The zones of one player; see [`zone`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Zone {
    Deck,
    Hand,
    /// ST H6: being played, in no zone until its link resolves.
    Limbo,
    Discard,
    Magic,
    /// The first of five: a stack with its top card last.
    Stack,
}

const ZONES: usize = 5 + PLACES;
/// Not in the game.
pub const NOWHERE: usize = 2 * ZONES;

/// A player's zone as a number of the shelf.
#[inline]
pub const fn zone(seat: Seat, zone: Zone) -> usize {
    seat.bit() as usize * ZONES + zone as usize
}

/// The inverse of [`zone`]; all five stacks are [`Zone::Stack`].
#[inline]
pub fn zone_parts(number: usize) -> Option<(Seat, Zone)> {
    const ALL: [Zone; 6] = [Zone::Deck, Zone::Hand, Zone::Limbo, Zone::Discard, Zone::Magic, Zone::Stack];
    (number < NOWHERE).then(|| (Seat::from_bit((number / ZONES) as u8), ALL[(number % ZONES).min(5)]))
}

/// The place that a zone of the shelf is, if it is a stack's.
#[inline]
pub fn place_of_zone(number: usize) -> Option<Place> {
    let within = number % ZONES;
    (number < NOWHERE && within >= Zone::Stack as usize)
        .then(|| Place::stack(Seat::from_bit((number / ZONES) as u8), within - Zone::Stack as usize))
}

/// The whole state of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// What every card is. Whether its first or second effect was used this turn is [`Card::spent`] and [`Card::barred`].
    pub cards: [Card; MOST_CARDS],
    /// Where every card is.
    pub shelf: Shelf<MOST_CARDS, { NOWHERE + 1 }>,
    /// By what a card can be followed while it is public, or while its back lies on the table.
    pub handles: [u8; MOST_CARDS],
    /// What lies on the table.
    pub spots: [Slot; SPOTS],
    /// The top cards once more, in a row in which one is quickly found.
    tops: [u8; SPOTS],
    /// Where something lies.
    pub taken: Places,
    /// What cannot be targeted, or is immune to something.
    pub shielded: Places,
    /// ST H23: what changes creatures, in the order in which it began.
    pub changes: Changes,
    /// ST H8: triggers that wait for their place on a chain.
    pub waiting: Waiting,
    /// What each player's cards can heed, all together and by the zone they heed it from: nothing else is looked for.
    pub watch: BySeat<Heeds>,
    /// The cards of each player that can trigger from elsewhere than the field.
    pub listeners: BySeat<[CardRef; MOST_LISTENERS]>,
    /// ST H27: restricted extra plays of this turn.
    pub extras: [Option<FilterId>; MOST_TERMS],
    /// ST H27: what may not be played.
    pub forbids: [Option<Forbid>; MOST_TERMS],
    /// Points, possibly below 0 for a while (ST H25).
    pub points: BySeat<i16>,
    /// How many turns each player must skip.
    pub skip: BySeat<u8>,
    /// Extra plays of any kind, for the turn that is on.
    pub extra: BySeat<u8>,
    /// How many turns were begun, skipped ones included.
    pub turns: u16,
    /// How many cards were played from hand this turn that count.
    pub plays: u8,
    /// Whose turn it is.
    pub turn: Seat,
    /// Who began.
    pub first: Seat,
    /// In which phase.
    pub phase: Phase,
    /// Whether this is the first player's first turn, without draw and attack.
    pub opening: bool,
    /// Whether any effect was used this turn.
    pub marked: bool,
    /// Whether the numbers of creatures must be worked out anew.
    pub stale: bool,
    /// Hands and decks in which the rival may know a card.
    pub blurry: u8,
    /// The next handle.
    pub next_handle: u8,
    /// The next stamp.
    pub next_stamp: u8,
    /// What is still to be done.
    pub agenda: Agenda<Frame, 20>,
}

const _: () = assert!(size_of::<Position>() <= 2048);

/// ST C. Only Main and Battle wait for a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Phase {
    /// The turn begins.
    Begin,
    /// Start-of-turn triggers have been collected.
    Start,
    /// The draw.
    Draw,
    /// After the draw's own loss check.
    Drawn,
    /// Plays and activations.
    Main,
    /// Attacks and activations.
    Battle,
    /// End-of-turn triggers.
    End,
    /// The hand limit.
    Limit,
    /// "This turn" ends and the turn passes.
    Pass,
}

/// ST H27: a play that a player may not make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Forbid {
    /// Whose.
    pub seat: Seat,
    /// Whether the turn it binds in has begun.
    pub active: bool,
    /// Which plays.
    pub filter: FilterId,
}

/// A stack or magic card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    /// The top card; none for an empty place.
    pub card: CardRef,
    /// See the constants of [`Slot`].
    pub state: u8,
    /// Attacks made in this turn's battle.
    pub attacks: u8,
    /// What an equip is attached to.
    pub host: CardRef,
    /// The level now; 0 for magic.
    pub level: u8,
    /// The type now, as a bit.
    pub kind: u8,
    /// The sub-types now, as bits.
    pub subtypes: u16,
    /// Attack now, never shown below 0.
    pub attack: i16,
    /// Defense now, never shown below 0.
    pub defense: i16,
    /// What holds of it now: see [`crate::changes::mark`].
    pub marks: u16,
    /// Changes whenever something new comes to this place; a levelled stack is the same stack.
    pub stamp: u8,
    /// Which links its Counters can name, by [`crate::rules::Names`]'s bits.
    pub counters: u8,
    /// What its Latents heed, by [`Event::bit`](crate::words::Event::bit).
    pub heeds: u16,
}

impl Slot {
    /// Nothing.
    pub const EMPTY: Slot = Slot {
        card: CardRef::NONE,
        state: 0,
        attacks: 0,
        host: CardRef::NONE,
        level: 0,
        kind: 0,
        subtypes: 0,
        attack: 0,
        defense: 0,
        marks: 0,
        stamp: 0,
        counters: 0,
        heeds: 0,
    };

    /// ST D Tapping.
    pub const TAPPED: u8 = 1;
    /// Face down.
    pub const DOWN: u8 = 2;
    /// Tapped in this player-turn (ST H13).
    pub const TIRED: u8 = 4;
    /// Came to the table, or was set, in this player-turn.
    pub const FRESH: u8 = 8;
    /// ST H11: its first effect is on; the second is the next bit.
    pub const ON: u8 = 16;
    /// ST H12: its use is not over; it is discarded when its link has resolved.
    pub const SPENDING: u8 = 64;

    /// Whether something lies here.
    #[inline]
    pub fn taken(&self) -> bool {
        self.card != CardRef::NONE
    }

    /// Whether it is in this state.
    #[inline]
    pub const fn is(&self, state: u8) -> bool {
        self.state & state != 0
    }

    /// Whether a card lies here face up.
    #[inline]
    pub fn up(&self) -> bool {
        self.taken() & !self.is(Slot::DOWN)
    }

    /// Whether it is marked so.
    #[inline]
    pub const fn marked(&self, mark: u16) -> bool {
        self.marks & mark != 0
    }

    /// Takes the printed numbers that changes change; a back has none.
    #[inline]
    pub fn print_numbers(&mut self, def: &Def) {
        let seen = !self.is(Slot::DOWN);
        self.level = if seen { def.level } else { 0 };
        self.kind = if seen { def.kind } else { 0 };
        self.subtypes = if seen { def.subtypes } else { 0 };
        self.attack = if seen { def.attack } else { 0 };
        self.defense = if seen { def.defense } else { 0 };
        self.marks = 0;
    }

    /// Takes the printed numbers of a card that lies face up here, or those of a mere back.
    #[inline]
    pub fn print(&mut self, def: &Def) {
        self.print_numbers(def);
        (self.counters, self.heeds) = if self.is(Slot::DOWN) { (0, 0) } else { (def.counters, def.heeds.field) };
    }
}

impl Position {
    /// No cards, in player 1's main phase.
    pub fn empty() -> Position {
        Position {
            cards: [Card::default(); MOST_CARDS],
            shelf: Shelf::new(),
            handles: [u8::MAX; MOST_CARDS],
            spots: [Slot::EMPTY; SPOTS],
            tops: [CardRef::NONE.0; SPOTS],
            taken: Places::NONE,
            shielded: Places::NONE,
            changes: Changes::NONE,
            waiting: Waiting::NONE,
            watch: BySeat::default(),
            listeners: BySeat::new([CardRef::NONE; MOST_LISTENERS], [CardRef::NONE; MOST_LISTENERS]),
            extras: [None; MOST_TERMS],
            forbids: [None; MOST_TERMS],
            points: BySeat::new(FULL_POINTS, FULL_POINTS),
            skip: BySeat::new(0, 0),
            extra: BySeat::new(0, 0),
            turns: 1,
            plays: 0,
            turn: Seat::One,
            first: Seat::One,
            phase: Phase::Main,
            opening: false,
            marked: false,
            stale: false,
            blurry: 0,
            next_handle: 0,
            next_stamp: 0,
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

    /// Whose card it is. No card changes its controller (ST H21), so this is also who plays it.
    #[inline]
    pub fn owner(&self, card: CardRef) -> Seat {
        self.card(card).owner()
    }

    /// The cards of a zone, the top one last.
    #[inline]
    pub fn pile(&self, seat: Seat, which: Zone) -> &[CardRef] {
        self.shelf.zone(zone(seat, which))
    }

    /// What lies at a place.
    #[inline]
    pub fn slot(&self, place: Place) -> &Slot {
        &self.spots[place.0 as usize]
    }

    /// The same, to be changed.
    #[inline]
    pub fn slot_mut(&mut self, place: Place) -> &mut Slot {
        &mut self.spots[place.0 as usize]
    }

    /// The cards under the top of a stack, the lowest first.
    #[inline]
    pub fn under(&self, place: Place) -> &[CardRef] {
        match self.shelf.zone(place.zone()) {
            [under @ .., _] if place.is_stack() => under,
            _ => &[],
        }
    }

    /// The top of a stack that was known by its place and stamp, if it is still there.
    #[inline]
    pub fn top(&self, (place, stamp): (Place, u8)) -> Option<CardRef> {
        let slot = self.spots.get(place.0 as usize)?;
        (slot.taken() && slot.stamp == stamp).then_some(slot.card)
    }

    /// Where a card lies on the table as a top or as magic.
    #[inline]
    pub fn find(&self, card: CardRef) -> Option<Place> {
        // All places are looked at: where a card lies is what nobody can predict.
        let found = self.tops.iter().enumerate().fold(0, |set, (at, &top)| set | u32::from(top == card.0) << at);
        if card == CardRef::NONE { None } else { Places(found).first() }
    }

    /// Those of some places where something lies of which this holds.
    #[inline]
    pub fn places(&self, among: Places, fits: impl Fn(&Slot) -> bool) -> Places {
        let mut set = 0;
        let mut left = among.and(self.taken).0;
        while left != 0 {
            let at = left.trailing_zeros();
            left &= left - 1;
            set |= u32::from(fits(&self.spots[at as usize])) << at;
        }
        Places(set)
    }

    /// Puts something onto a place, or clears it.
    #[inline]
    pub fn set_slot(&mut self, place: Place, slot: Slot) {
        let bit = Places::only(place).0;
        self.taken.0 = (self.taken.0 & !bit) | if slot.taken() { bit } else { 0 };
        self.tops[place.0 as usize] = slot.card.0;
        self.spots[place.0 as usize] = slot;
    }

    /// ST H21: the leftmost free place for a stack.
    #[inline]
    pub fn free_stack(&self, seat: Seat) -> Option<Place> {
        Places::stacks(seat).without(self.taken).first()
    }

    /// ST H21: the leftmost free place for magic.
    #[inline]
    pub fn free_magic(&self, seat: Seat) -> Option<Place> {
        Places::magic(seat).without(self.taken).first()
    }

    /// Whether an effect of a card, 0 or 1, was used this turn (ST H10).
    #[inline]
    pub fn used(&self, card: CardRef, effect: u8) -> bool {
        let card = self.card(card);
        if effect == 0 { card.spent() } else { card.barred() }
    }

    /// How many links are open.
    pub fn links(&self) -> usize {
        self.agenda.frames().iter().filter(|frame| frame.is_link()).count()
    }
}
