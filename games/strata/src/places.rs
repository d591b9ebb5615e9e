//! Places on the table and sets of them.

use playmat_cards::{Numbered, ZoneId, bit_set};
use playmat_kernel::Seat;

use crate::state::{PLACES, SIDE, SPOTS, Zone, zone};

/// A place on the table: player 1's stacks, player 1's magic, then player 2's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place(pub u8);

bit_set! {
    /// A set of places; one by one they are player 1's first.
    pub struct Places(u32) of Place
}

impl Numbered for Place {
    #[inline]
    fn number(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn numbered(number: usize) -> Place {
        Place(number as u8)
    }
}

impl Place {
    /// No place: a magic card's, or a direct attack's.
    pub const NONE: Place = Place(31);

    /// A player's place for a stack.
    #[inline]
    pub const fn stack(seat: Seat, at: usize) -> Place {
        Place(seat.bit() * SIDE as u8 + at as u8)
    }

    /// A player's place for magic.
    #[inline]
    pub const fn magic(seat: Seat, at: usize) -> Place {
        Place(seat.bit() * SIDE as u8 + (PLACES + at) as u8)
    }

    /// The player on whose side it is.
    #[inline]
    pub const fn seat(self) -> Seat {
        if self.0 < SIDE as u8 { Seat::One } else { Seat::Two }
    }

    /// Its number in its row, counted from the left, from 0.
    #[inline]
    pub const fn at(self) -> usize {
        self.0 as usize % PLACES
    }

    /// Whether a stack lies here and not magic.
    #[inline]
    pub const fn is_stack(self) -> bool {
        self.0 as usize % SIDE < PLACES
    }

    /// The zone that holds what lies here.
    #[inline]
    pub const fn zone(self) -> ZoneId {
        // Read from a table, since whether it is a stack cannot be predicted.
        const ALL: [u8; 32] = {
            let mut all = [0; 32];
            let mut at = 0;
            while at < SPOTS {
                let place = Place(at as u8);
                all[at] = match place.is_stack() {
                    true => zone(place.seat(), Zone::Stack).0 + place.at(),
                    false => zone(place.seat(), Zone::Magic).0,
                } as u8;
                at += 1;
            }
            all
        };
        ZoneId(ALL[self.0 as usize % 32] as usize)
    }
}

impl Places {
    /// All places.
    pub const ALL: Places = Places((1 << SPOTS) - 1);
    /// All places for stacks.
    pub const STACKS: Places = Places(0b11111 << SIDE | 0b11111);
    /// All places for magic.
    pub const MAGIC: Places = Places(Places::STACKS.0 << PLACES);

    /// All places of a player.
    #[inline]
    pub const fn of(seat: Seat) -> Places {
        Places(0b11_1111_1111 << (seat.bit() * SIDE as u8))
    }

    /// The stacks of a player.
    #[inline]
    pub const fn stacks(seat: Seat) -> Places {
        Places(0b11111 << (seat.bit() * SIDE as u8))
    }

    /// The magic of a player.
    #[inline]
    pub const fn magic(seat: Seat) -> Places {
        Places(0b11111 << (seat.bit() * SIDE as u8 + PLACES as u8))
    }

    /// One place; none for [`Place::NONE`].
    #[inline]
    pub const fn only(place: Place) -> Places {
        Places(((place.0 < SPOTS as u8) as u32) << place.0)
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are so many.
    #[inline]
    pub const fn at_least(self, least: usize) -> bool {
        match least {
            0 => true,
            1 => !self.is_empty(),
            _ => self.len() >= least,
        }
    }

    /// They, or none of them.
    #[inline]
    #[must_use]
    pub const fn when(self, holds: bool) -> Places {
        Places(self.0 & (holds as u32).wrapping_neg())
    }

    /// Those of which this holds.
    #[inline]
    #[must_use]
    pub fn kept(self, holds: impl Fn(Place) -> bool) -> Places {
        self.iter().fold(Places::NONE, |kept, place| Places(kept.0 | u32::from(holds(place)) << place.0))
    }

    /// The only one, if there is but one.
    #[inline]
    pub fn alone(self) -> Option<Place> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// One by one: this player's stacks and magic from the left, then the rival's.
    #[inline]
    pub fn from(self, first: Seat) -> impl Iterator<Item = Place> {
        // Both sides in a row, and once more: from the first player's side on, as far as all go round.
        let (row, skipped) = (u64::from(self.0) | u64::from(self.0) << SPOTS, first.bit() * SIDE as u8);
        Places((row >> skipped) as u32 & Places::ALL.0).iter().map(move |place| Place((place.0 + skipped) % SPOTS as u8))
    }
}

bit_set! {
    /// Two sets of places in a word: one by the first effect of what lies there, one by the second.
    pub struct Both(u64) of usize
}

impl Both {
    /// The two sets.
    #[inline]
    pub const fn new(first: Places, second: Places) -> Both {
        Both(first.0 as u64 | (second.0 as u64) << 32)
    }

    /// One set for both effects.
    #[inline]
    pub const fn each(places: Places) -> Both {
        Both::new(places, places)
    }

    /// One of them: 0 for the first.
    #[inline]
    pub const fn of(self, which: u8) -> Places {
        Places((self.0 >> (32 * (which & 1))) as u32)
    }

    /// Those of a player, numbered as on that side; the second ones 32 places behind the first ones.
    #[inline]
    pub const fn side(self, seat: Seat) -> u64 {
        self.0 >> (seat.bit() * SIDE as u8) & Both::each(Places::of(Seat::One)).0
    }
}
