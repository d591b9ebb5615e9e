//! Means that one may look at as often as one likes: intervals and p-values that hold whenever playing stops.
//!
//! An ordinary 95 % interval that is looked at after every few games will exclude the truth sooner or later. These do not: the
//! chance that the interval excludes the truth *ever* is at most alpha. They are those of the mixture of normal alternatives
//! (Robbins 1970; Waudby-Smith and others 2021 for means of an unknown spread), about 1.5 times as wide as an interval for one
//! look.

use crate::stats::{Difference, Sums};

/// Looking at a mean again and again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anytime {
    /// How often an interval may exclude the truth at some time.
    pub alpha: f64,
    /// After how many values the intervals are the narrowest for their number.
    pub sharpest: u64,
    /// The most that one value can be: one unseen value of this size is reckoned with.
    pub largest: f64,
}

/// With fewer values their mean is not yet near to normal.
pub const FEWEST: u64 = 30;

impl Anytime {
    /// The variance of the mixture, for the narrowest interval after the wanted number of values.
    fn mixture(&self) -> f64 {
        let log = -2.0 * self.alpha.ln();
        (log + (log + 1.0).ln()) / self.sharpest.max(1) as f64
    }

    /// The mean with an interval of confidence 1 - alpha, and the p-value of a mean of 0, both good at any time. With few values it
    /// may still be anything.
    pub fn mean(&self, sums: &Sums) -> Difference {
        let n = sums.count as f64;
        if sums.count < FEWEST {
            return Difference { value: sums.mean(), low: -self.largest, high: self.largest, p: 1.0 };
        }
        // Rare differences may not have shown yet: a value that was never seen is reckoned with once.
        let variance = sums.variance() + self.largest * self.largest / n;
        let spread = n * self.mixture() + 1.0;
        let half = (2.0 * variance * spread / (n * n * self.mixture()) * (spread.sqrt() / self.alpha).ln()).sqrt();
        let total = sums.mean() * n;
        let evidence = self.mixture() * total * total / (2.0 * variance * spread) - spread.ln() / 2.0;
        Difference {
            value: sums.mean(),
            low: (sums.mean() - half).max(-self.largest),
            high: (sums.mean() + half).min(self.largest),
            p: (-evidence).exp().min(1.0),
        }
    }
}

/// After how many values one looks: at first often, then a quarter more each time, and at the end.
pub fn looks(most: u64) -> impl Iterator<Item = u64> {
    let next = |&at: &u64| (at < u64::MAX / 2).then(|| at + (at / 4).max(1));
    std::iter::successors(Some(FEWEST), next).take_while(move |&at| at < most).chain([most])
}

#[cfg(test)]
mod tests {
    use super::*;
    use playmat_chance::FastChance;
    use playmat_kernel::Chance;

    #[test]
    fn one_looks_often_at_first_and_once_at_the_end() {
        assert_eq!(looks(50).collect::<Vec<_>>(), [30, 37, 46, 50]);
        assert_eq!(looks(5).collect::<Vec<_>>(), [5]);
        assert!(looks(1_000_000).count() < 50);
    }

    #[test]
    fn an_interval_excludes_nothing_exactly_when_p_says_so() {
        let look = Anytime { alpha: 0.05, sharpest: 100, largest: 1.0 };
        let mut chance = FastChance::new(4);
        let mut sums = Sums::default();
        let (mut inside, mut outside) = (0, 0);
        for _ in 0..2000 {
            sums.add(f64::from(chance.one_of(3)) - 0.9);
            let found = look.mean(&sums);
            if sums.count >= FEWEST {
                let excluded = found.low > 0.0 || found.high < 0.0;
                assert_eq!(excluded, found.p < 0.05, "{found:?}");
                *(if excluded { &mut outside } else { &mut inside }) += 1;
            }
        }
        assert!(inside > 10 && outside > 10, "{inside} {outside}");
    }

    /// Nothing differed in so many games: a difference in one game of a hundred is still possible, one in every second is not.
    #[test]
    fn no_difference_is_not_no_doubt() {
        let look = Anytime { alpha: 0.05, sharpest: 100, largest: 1.0 };
        let mut sums = Sums::default();
        (0..100).for_each(|_| sums.add(0.0));
        let found = look.mean(&sums);
        assert!(found.high > 0.01 && found.high < 0.1 && found.p == 1.0, "{found:?}");
    }
}
