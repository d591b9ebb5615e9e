//! A set of places in a word.

use playmat_cards::{EVERY, bit_set, nth_of_eight};

use crate::state::Places;

bit_set! {
    /// Places below 64, as bits.
    pub struct Bits(u64) of usize
}

impl From<Places> for Bits {
    #[inline]
    fn from(places: Places) -> Bits {
        Bits(u64::from(places.0))
    }
}

impl Bits {
    /// How many places.
    #[inline]
    pub fn len(self) -> usize {
        (self.sums() >> 56) as usize
    }

    /// The place number `nth` of the set, from 0, which must exist. Without a branch, since it cannot be predicted.
    #[inline]
    pub fn nth(self, nth: usize) -> usize {
        let (sums, nth) = (self.sums(), nth as u64);
        // A byte whose sum is not above the number comes before the place. No sum reaches the highest bit of its byte.
        let before = (((nth * EVERY) | (EVERY << 7)) - sums) >> 7 & EVERY;
        let first = (before.wrapping_mul(EVERY) >> 56) * 8 % 64;
        let left = nth - ((sums << 8) >> first & 0xff);
        let byte = (self.0 >> first) as u8;
        first as usize + nth_of_eight(byte, left as usize)
    }

    /// In each byte how many places there are in it and in those below.
    #[inline]
    fn sums(self) -> u64 {
        const ODD: u64 = EVERY * 0x55;
        const PAIRS: u64 = EVERY * 0x33;
        const FOURS: u64 = EVERY * 0x0f;
        let pairs = self.0 - ((self.0 >> 1) & ODD);
        let fours = (pairs & PAIRS) + ((pairs >> 2) & PAIRS);
        ((fours + (fours >> 4)) & FOURS).wrapping_mul(EVERY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_knows_its_places_in_order() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..10_000 {
            word = word.rotate_left(7).wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(round);
            for set in [word, word & word >> 13, word | word << 21, 0, 1, u64::MAX, 1 << 63].map(Bits) {
                let places: Vec<usize> = set.iter().collect();
                assert_eq!(places, (0..64).filter(|place| set.0 >> place & 1 != 0).collect::<Vec<_>>());
                assert_eq!(places, (0..set.len()).map(|nth| set.nth(nth)).collect::<Vec<_>>());
            }
        }
    }
}
