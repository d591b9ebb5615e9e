//! Sets of eight places as the bits of a byte. Looked up in tables, because a loop over the bits would branch in ways that cannot
//! be predicted.

/// How many places a set has.
#[inline]
pub const fn count_of_eight(set: u8) -> usize {
    COUNTS[set as usize] as usize
}

/// The place number `nth` of a set, from 0. It must exist.
#[inline]
pub const fn nth_of_eight(set: u8, nth: usize) -> usize {
    PLACES[set as usize][nth % 8] as usize
}

const COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut set = 0;
    while set < 256 {
        counts[set] = (set as u8).count_ones() as u8;
        set += 1;
    }
    counts
};

/// The places of each set in their order.
const PLACES: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
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
    fn every_set_knows_its_places_in_order() {
        for set in 0..=u8::MAX {
            let places: Vec<usize> = (0..8).filter(|place| set >> place & 1 != 0).collect();
            assert_eq!(places, (0..count_of_eight(set)).map(|nth| nth_of_eight(set, nth)).collect::<Vec<_>>());
        }
    }
}
