//! Sets of a few places: slots, or cards of a hand.

use playmat_cards::{bit_set, count_of_eight, nth_of_eight};

bit_set! {
    /// Places below sixteen, as bits.
    pub struct Set(u32) of usize
}

impl Set {
    /// How many places there can be.
    pub const MOST: usize = 16;

    /// The places that are bits of a number.
    #[inline]
    pub fn from_bits(bits: u16) -> Set {
        Set(bits.into())
    }

    /// The places at which something holds.
    #[inline]
    pub fn of(holds: impl DoubleEndedIterator<Item = bool>) -> Set {
        holds.rev().fold(Set::NONE, Set::before)
    }

    /// All places move up by one, and the first is one of them if it holds there.
    #[inline]
    #[must_use]
    pub fn before(self, holds: bool) -> Set {
        Set(2 * self.0 + u32::from(holds))
    }

    /// How many places.
    #[inline]
    pub fn len(self) -> usize {
        let [low, high, ..] = self.0.to_le_bytes();
        count_of_eight(low) + count_of_eight(high)
    }

    /// The place number `nth` of the set, from 0, if there is one.
    #[inline]
    pub fn nth(self, nth: usize) -> usize {
        let [low, high, ..] = self.0.to_le_bytes();
        let lower = count_of_eight(low);
        let (places, nth, first) = if nth < lower { (low, nth, 0) } else { (high, nth - lower, 8) };
        first + nth_of_eight(places, nth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_knows_its_places_in_order() {
        for bits in 0..1 << Set::MOST {
            let set = Set(bits);
            let places: Vec<usize> = (0..Set::MOST).filter(|&place| set.has(place)).collect();
            assert_eq!(set, Set::of((0..Set::MOST).map(|place| places.contains(&place))));
            assert_eq!(places, (0..set.len()).map(|nth| set.nth(nth)).collect::<Vec<_>>());
        }
    }
}
