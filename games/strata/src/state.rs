//! The position: flat, below 3 KiB, everything but the rules.

use playmat_cards::{Card, CardRef, DefId, Handles, Note, ZoneId, Zones};
use playmat_kernel::{Agenda, BySeat, Seat};

use crate::changes::Changes;
pub use crate::field::{Field, Slot, Trait};
pub use crate::frames::{Attack, Frame, Opening, Play, Run};
use crate::list::List;
pub use crate::places::{Both, Place, Places};
use crate::rules::{FilterId, ListensTo};
use crate::waiting::{MOST_WAITING, Pending};
use crate::words::Event;

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
/// The most kinds of restricted extra plays at a time (ST I3).
pub const MOST_EXTRAS: usize = 8;
/// The most forbidden plays at a time (ST I3).
pub const MOST_FORBIDS: usize = 16;
/// A chain of so many links takes no further response; triggers are still laid (ST I3).
pub const LONGEST_CHAIN: usize = 16;
/// The most that is still to be done at a time: a chain, the triggers that come on top of it, and what runs.
pub const MOST_FRAMES: usize = 38;

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
pub const NOWHERE: ZoneId = ZoneId(2 * ZONES);

/// A player's zone among all zones; of the five stacks the first.
#[inline]
pub const fn zone(seat: Seat, zone: Zone) -> ZoneId {
    ZoneId(seat.bit() as usize * ZONES + zone as usize)
}

/// Noted of a card whose first or second effect was used this turn (ST H10).
pub const USED: [Note; 2] = [Note::FIRST, Note::SECOND];

/// The inverse of [`zone`]; all five stacks are [`Zone::Stack`].
#[inline]
pub fn zone_parts(ZoneId(number): ZoneId) -> Option<(Seat, Zone)> {
    const ALL: [Zone; 6] = [Zone::Deck, Zone::Hand, Zone::Limbo, Zone::Discard, Zone::Magic, Zone::Stack];
    (number < NOWHERE.0).then(|| (Seat::from_bit((number / ZONES) as u8), ALL[(number % ZONES).min(5)]))
}

/// The place that a zone is, if it is a stack's.
#[inline]
pub fn place_of_zone(ZoneId(number): ZoneId) -> Option<Place> {
    let within = number % ZONES;
    (number < NOWHERE.0 && within >= Zone::Stack as usize)
        .then(|| Place::stack(Seat::from_bit((number / ZONES) as u8), within - Zone::Stack as usize))
}

/// The whole state of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// What every card is. Which of its effects were used this turn is noted by [`USED`].
    pub cards: [Card; MOST_CARDS],
    /// Where every card is.
    pub zones: Zones<MOST_CARDS, { NOWHERE.0 + 1 }>,
    /// By what a card can be followed while it is public, or while its back lies on the table.
    pub handles: Handles<MOST_CARDS>,
    /// What lies on the table.
    pub field: Field,
    /// Whose numbers must be worked out again.
    pub stale: Places,
    /// ST H23: what changes creatures, in the order in which it began.
    pub changes: Changes,
    /// ST H8: triggers that wait for their place on a chain.
    pub waiting: List<Pending, MOST_WAITING>,
    /// What the listeners of each player may listen to: nothing else is looked for.
    pub watch: BySeat<Watch>,
    /// The cards of each player that can trigger where they are, elsewhere than on the field.
    pub listeners: BySeat<CardSet>,
    /// Cards that the rival of their owner has seen, and knows to be among the hidden ones of that owner, though no longer which one:
    /// a card that went back into a deck from which others were drawn since. Those who cannot tell two of one name apart count
    /// them by name, and nothing but `imagine` reads them.
    pub recalled: CardSet,
    /// ST H27: restricted extra plays of this turn.
    pub extras: List<Extra, MOST_EXTRAS>,
    /// ST H27: what may not be played.
    pub forbids: List<Forbid, MOST_FORBIDS>,
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
    /// Hands and decks in which the rival may know a card.
    pub blurry: u8,
    /// The next stamp.
    pub next_stamp: u8,
    /// The list that ran out of room, if one did: the match is then a draw (ST I3).
    pub full: Option<Full>,
    /// What is still to be done.
    pub agenda: Agenda<Frame, MOST_FRAMES>,
}

const _: () = assert!(size_of::<Position>() <= 3072);

/// A list of the position that has no room for what should come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Full {
    Changes,
    Extras,
    Forbids,
    Triggers,
    Links,
}

/// ST C. Only Main and Battle wait for a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Phase {
    /// The turn begins.
    Begin,
    /// Start-of-turn triggers have been collected.
    Start,
    /// The card of the turn was drawn.
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

/// A set of cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CardSet([u64; MOST_CARDS.div_ceil(64)]);

impl CardSet {
    /// Whether a card is in it from now on.
    #[inline]
    pub fn set(&mut self, card: CardRef, is_in: bool) {
        let word = &mut self.0[card.0 as usize / 64];
        *word = *word & !(1 << (card.0 % 64)) | u64::from(is_in) << (card.0 % 64);
    }

    /// Whether a card is in it.
    #[inline]
    pub fn has(&self, card: CardRef) -> bool {
        self.0[card.0 as usize / 64] >> (card.0 % 64) & 1 != 0
    }

    /// Whether no card is in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// One by one, in the order of their numbers.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = CardRef> {
        let (mut words, mut at) = (self.0, 0);
        std::iter::from_fn(move || {
            while *words.get(at)? == 0 {
                at += 1;
            }
            let card = 64 * at as u8 + words[at].trailing_zeros() as u8;
            words[at] &= words[at] - 1;
            Some(CardRef(card))
        })
    }
}

/// How many cards listen to each event from elsewhere than the field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Watch([u8; 12]);

impl Watch {
    /// Whether any listens to it.
    #[inline]
    pub fn has(&self, event: Event) -> bool {
        self.0[event as usize] != 0
    }

    /// Whether any has an effect that is used from the hand (ST H15).
    #[inline]
    pub fn uses(&self) -> bool {
        self.0[ListensTo::USED.trailing_zeros() as usize] != 0
    }

    /// One more listens to these from now on, or one less.
    #[inline(never)]
    pub fn count(&mut self, listens_to: u16, more: bool) {
        for (count, at) in self.0.iter_mut().zip(0..) {
            let one = (listens_to >> at & 1) as u8;
            *count = if more { *count + one } else { *count - one };
        }
    }
}

/// ST H27: more plays for some cards only. Equal ones are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Extra {
    /// For which cards.
    pub filter: FilterId,
    /// How many are left.
    pub left: u8,
}

/// ST H27: a play that a player may not make.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Forbid {
    /// The player who is bound.
    pub seat: Seat,
    /// Whether the turn it binds in has begun.
    pub active: bool,
    /// Which plays.
    pub filter: FilterId,
}

impl Position {
    /// No cards, in player 1's main phase.
    pub fn empty() -> Position {
        Position {
            cards: [Card::default(); MOST_CARDS],
            zones: Zones::new(),
            handles: Handles::new(),
            field: Field::EMPTY,
            stale: Places::NONE,
            changes: Changes::NONE,
            waiting: List::new(Pending::NONE),
            watch: BySeat::default(),
            listeners: BySeat::default(),
            recalled: CardSet::default(),
            extras: List::new(Extra { filter: FilterId(0), left: 0 }),
            forbids: List::new(Forbid { seat: Seat::One, active: false, filter: FilterId(0) }),
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
            blurry: 0,
            next_stamp: 0,
            full: None,
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
        self.zones.zone(zone(seat, which))
    }

    /// What lies at a place.
    #[inline]
    pub fn slot(&self, place: Place) -> &Slot {
        &self.field.slots[place.0 as usize]
    }

    /// A slot, to be changed.
    #[inline]
    pub fn slot_mut(&mut self, place: Place) -> &mut Slot {
        &mut self.field.slots[place.0 as usize]
    }

    /// Whether what lies at a place has a trait.
    #[inline]
    pub fn is(&self, place: Place, has: Trait) -> bool {
        self.field.all(has).has(place)
    }

    /// Whether a card lies at a place face up.
    #[inline]
    pub fn is_up(&self, place: Place) -> bool {
        self.field.up().has(place)
    }

    /// The cards under the top of a stack, the lowest first.
    #[inline]
    pub fn under(&self, place: Place) -> &[CardRef] {
        match self.zones.zone(place.zone()) {
            [under @ .., _] if place.is_stack() => under,
            _ => &[],
        }
    }

    /// The top of a stack that was known by its place and stamp, if it is still there.
    #[inline]
    pub fn top(&self, (place, stamp): (Place, u8)) -> Option<CardRef> {
        let slot = self.field.slots.get(place.0 as usize)?;
        (slot.taken() && slot.stamp == stamp).then_some(slot.card)
    }

    /// Where a card lies on the table as a top or as magic.
    #[inline]
    pub fn find(&self, card: CardRef) -> Option<Place> {
        self.field.find(card)
    }

    /// ST H6: whether a card is on its way from a hand to the field, and so in no zone.
    #[inline]
    pub fn is_being_played(&self, card: CardRef) -> bool {
        self.zones.holds(zone(self.owner(card), Zone::Limbo), card)
    }

    /// ST H21: the leftmost free place for a stack.
    #[inline]
    pub fn free_stack(&self, seat: Seat) -> Option<Place> {
        Places::stacks(seat).without(self.field.taken).first()
    }

    /// ST H21: the leftmost free place for magic.
    #[inline]
    pub fn free_magic(&self, seat: Seat) -> Option<Place> {
        Places::magic(seat).without(self.field.taken).first()
    }

    /// Whether an effect of a card, 0 or 1, was used this turn (ST H10).
    #[inline]
    pub fn used(&self, card: CardRef, effect: u8) -> bool {
        self.card(card).has(USED[effect as usize])
    }

    /// The table shows which effects of what lies at a place were used.
    #[inline]
    pub fn show_used(&mut self, place: Place) {
        let card = self.card(self.slot(place).card);
        self.field.set_to(place, Trait::used(0), card.has(USED[0]));
        self.field.set_to(place, Trait::used(1), card.has(USED[1]));
    }

    /// How many links are open.
    pub fn links(&self) -> usize {
        self.agenda.frames().iter().filter(|frame| frame.is_link()).count()
    }
}
