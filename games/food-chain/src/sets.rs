//! Sets of eight places at most: slots, or cards of a small hand.

/// Places below eight, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set(pub u8);

impl Set {
    /// No place.
    pub const EMPTY: Set = Set(0);

    /// The places at which something holds.
    #[inline]
    pub fn of(holds: impl DoubleEndedIterator<Item = bool>) -> Set {
        Set(holds.rev().fold(0, |set, holds| 2 * set + u8::from(holds)))
    }

    /// How many places.
    #[inline]
    pub fn len(self) -> usize {
        LENGTHS[self.0 as usize] as usize
    }

    /// The place with so many of the set before it; one beyond all of them if there are not so many.
    #[inline]
    pub fn nth(self, nth: usize) -> usize {
        PLACES[self.0 as usize][nth % 8] as usize
    }

    /// Whether a place is one of them.
    #[inline]
    pub fn holds(self, place: usize) -> bool {
        self.0 >> place & 1 != 0
    }
}

/// How many places each set has.
const LENGTHS: [u8; 256] = {
    let mut lengths = [0; 256];
    let mut set = 0;
    while set < 256 {
        lengths[set] = (set as u8).count_ones() as u8;
        set += 1;
    }
    lengths
};

/// The places of each set in their order: picked without a walk, since which one it is nobody can predict.
const PLACES: [[u8; 8]; 256] = {
    let mut places = [[8; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut place, mut nth) = (0, 0);
        while place < 8 {
            if set >> place & 1 != 0 {
                places[set][nth] = place;
                nth += 1;
            }
            place += 1;
        }
        set += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_knows_its_places_in_order() {
        for bits in 0..=255u8 {
            let set = Set(bits);
            let places: Vec<usize> = (0..8).filter(|&place| set.holds(place)).collect();
            assert_eq!(set, Set::of((0..8).map(|place| places.contains(&place))));
            assert_eq!(places, (0..set.len()).map(|nth| set.nth(nth)).collect::<Vec<_>>());
        }
    }
}
