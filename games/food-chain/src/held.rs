//! A hand by what its cards demand: which of them can be played is a question about sets, whatever the hand.

use crate::demands::Demand;
use crate::sets::Set;

/// Sets of places in hand, as lanes of [`Held::MOST`] bits, one for each of the demands that are told of a hand, in their order.
type Lanes = [u64; Demand::IN_HAND * Held::MOST / 64];

/// For each demand the places of the cards that have it. A hand changes less often than it is asked about, and how many cards it has
/// nobody can predict: it is never walked through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Held(Lanes);

/// What a card adds to the lanes of a hand: the first place in the lanes of its demands.
#[derive(Clone, Copy, Debug)]
pub struct Mark(Lanes);

/// The lanes of targets that are missing, all bits of each.
#[derive(Clone, Copy, Debug)]
pub struct Lacking([u64; 2]);

impl Held {
    /// Nothing.
    pub const NONE: Held = Held([0; 4]);
    /// So many cards have a place of their own. All others share the last one: whether any card has a demand is always known.
    pub const MOST: usize = Set::MOST;

    /// A whole hand.
    pub fn of(marks: impl Iterator<Item = Mark>) -> Held {
        let mut held = Held::NONE;
        marks.enumerate().for_each(|(place, mark)| held.come(place, &mark));
        held
    }

    /// A card comes to the hand, behind all others.
    #[inline]
    pub fn come(&mut self, place: usize, mark: &Mark) {
        let place = place.min(Held::MOST - 1);
        for (lanes, mark) in self.0.iter_mut().zip(mark.0) {
            *lanes |= mark << place;
        }
    }

    /// The card at a place leaves a hand of at most [`Held::MOST`] cards; those behind it move up.
    #[inline]
    pub fn leave(&mut self, place: usize) {
        let before = FIRST * ((1 << (place % Held::MOST)) - 1);
        let behind = !before & !LAST;
        for lanes in &mut self.0 {
            *lanes = *lanes & before | *lanes >> 1 & behind;
        }
    }

    /// Whether any card has a demand.
    #[inline]
    pub fn any(&self, demand: Demand) -> bool {
        self.with(demand) != 0
    }

    /// Of so many cards those of which nothing is missing: those that are listed first, and those behind them. `missing` says it but
    /// for targets. None where the demands do not say it all.
    #[inline]
    pub fn playable(&self, count: usize, missing: Demand, targets: &Lacking) -> Option<[Set; 2]> {
        let [first, _, low, high] = self.0;
        let four = first & ALL_OF[missing.in_hand() as usize % ALL_OF.len()] | low & targets.0[0] | high & targets.0[1];
        let two = four | four >> 32;
        let lacking = (two | two >> 16) as u16 | self.with(Demand::WAITS);
        let can = !(u32::MAX << (count as u32 % u32::BITS)) as u16 & !lacking;
        let late = self.with(Demand::LATE);
        let told = (count <= Held::MOST) & !self.any(Demand::IN_DETAIL);
        told.then(|| [can & !late, can & late].map(Set::from_bits))
    }

    /// The places of the cards with a demand.
    #[inline]
    fn with(&self, demand: Demand) -> u16 {
        let lane = demand.in_hand().trailing_zeros() as usize % Demand::IN_HAND;
        (self.0[lane / 4] >> (lane % 4 * Held::MOST)) as u16
    }
}

impl Mark {
    /// Of no card.
    pub const NONE: Mark = Mark([0; 4]);

    /// Of a card with these demands.
    pub fn of(demand: Demand) -> Mark {
        Mark(lanes(demand).map(|lanes| lanes & FIRST))
    }
}

impl Lacking {
    /// Of what is missing.
    pub fn of(missing: Demand) -> Lacking {
        let [.., low, high] = lanes(missing);
        Lacking([low, high])
    }
}

/// All bits of the lanes of these demands.
fn lanes(demand: Demand) -> Lanes {
    std::array::from_fn(|word| ALL_OF[(demand.in_hand() >> (4 * word)) as usize % ALL_OF.len()])
}

/// The first bit of every lane of a word, and the last.
const FIRST: u64 = 0x0001_0001_0001_0001;
const LAST: u64 = FIRST << (Held::MOST - 1);

/// All bits of the lanes that are bits of a number.
const ALL_OF: [u64; 16] = {
    let mut all = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        // Each bit goes to the first place of its lane, and from there to all.
        let first = (bits & 1) | (bits & 2) << 15 | (bits & 4) << 30 | (bits & 8) << 45;
        all[bits as usize] = first * 0xffff;
        bits += 1;
    }
    all
};

const _: () = assert!(Demand::IN_HAND * Held::MOST == 64 * size_of::<Held>() / 8);

#[cfg(test)]
mod tests {
    use super::*;

    /// Some demand for every card of a hand, made of all bits that are told of a hand but [`Demand::IN_DETAIL`].
    fn hand(seed: u32, len: usize) -> Vec<Demand> {
        (0..len as u32).map(|place| Demand::from_bits((seed + place).wrapping_mul(0x9e37_79b9) >> 7 & 0xff7f)).collect()
    }

    fn held(hand: &[Demand]) -> Held {
        Held::of(hand.iter().map(|&demand| Mark::of(demand)))
    }

    #[test]
    fn cards_come_and_go_as_if_the_hand_were_looked_at_anew() {
        for seed in 0..50 {
            for len in 1..=Held::MOST {
                let cards = hand(seed, len);
                for place in 0..len {
                    let mut rest = cards.clone();
                    rest.remove(place);
                    let mut left = held(&cards);
                    left.leave(place);
                    assert_eq!(left, held(&rest), "{place} of {len}");
                }
            }
        }
    }

    #[test]
    fn a_card_can_be_played_where_nothing_of_it_is_missing() {
        for seed in 0..2000u32 {
            let cards = hand(seed, seed as usize % (Held::MOST + 1));
            let bits = seed.wrapping_mul(0x85eb_ca6b) >> 9;
            let (few, targets) = (Demand::from_bits(bits & 0xf), Demand::from_bits(bits & 0xff00));
            let missing = few.union(targets).union(Demand::WAITS);
            let [first, late] = held(&cards).playable(cards.len(), few, &Lacking::of(targets)).unwrap();
            for (place, demand) in cards.iter().enumerate() {
                let (can, is_late) = (demand.met(missing), !demand.met(Demand::LATE));
                assert_eq!((first.has(place), late.has(place)), (can & !is_late, can & is_late));
            }
            assert_eq!(first.or(late).len(), cards.iter().filter(|demand| demand.met(missing)).count());
        }
    }

    #[test]
    fn what_needs_a_closer_look_is_not_told() {
        let close = held(&[Demand::SLOT, Demand::IN_DETAIL]);
        assert!(close.any(Demand::IN_DETAIL) && close.playable(2, Demand::NOTHING, &Lacking::of(Demand::NOTHING)).is_none());
        let many = held(&[Demand::SLOT; Held::MOST + 3]);
        assert!(many.playable(Held::MOST + 3, Demand::NOTHING, &Lacking::of(Demand::NOTHING)).is_none());
        let mut last = vec![Demand::SLOT; Held::MOST + 3];
        last.push(Demand::WAITS);
        assert!(held(&last).any(Demand::WAITS), "the last ones share a place");
    }
}
