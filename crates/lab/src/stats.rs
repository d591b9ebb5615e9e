//! The statistics of the lab: intervals, tests, and when enough games were played.

use serde::Serialize;

/// The confidence of the intervals: 95 % of them contain the true value.
pub(crate) const SURE: f64 = 1.959_963_984_540_054;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Out of how many games.
    pub games: u64,
}

/// Wins, draws and losses of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Tally {
    /// Adds a game: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn add(&mut self, halves: u8) {
        match halves {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// (wins + draws/2) / games.
    pub fn score(&self) -> f64 {
        let games = self.games().max(1) as f64;
        (self.wins as f64 + self.draws as f64 / 2.0) / games
    }

    /// The variance of one game's score.
    pub fn variance(&self) -> f64 {
        let games = self.games().max(1) as f64;
        ((self.wins as f64 + self.draws as f64 / 4.0) / games - self.score().powi(2)).max(0.0)
    }

    /// The score with its interval. Because of draws the true interval is never wider than this.
    pub fn estimate(&self) -> Estimate {
        wilson(self.score(), self.games())
    }

    /// The tally of the other side.
    #[must_use]
    pub fn reversed(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// Wilson's interval of a share, which also works near 0 and 1 and for few games.
pub fn wilson(share: f64, games: u64) -> Estimate {
    if games == 0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0, games };
    }
    let n = games as f64;
    let z2 = SURE * SURE;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = SURE / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    Estimate { value: share, low: (middle - half).max(0.0), high: (middle + half).min(1.0), games }
}

/// Sums for a mean and its spread.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sums {
    /// How many values.
    pub count: u64,
    sum: f64,
    squares: f64,
}

impl Sums {
    /// One more value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// The variance of one value.
    pub fn variance(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = self.count as f64;
        ((self.squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0)
    }

    /// The mean with its interval.
    pub fn estimate(&self) -> Estimate {
        let half = SURE * (self.variance() / self.count.max(1) as f64).sqrt();
        Estimate { value: self.mean(), low: self.mean() - half, high: self.mean() + half, games: self.count }
    }
}

/// Sums for the ratio of two totals, such as the share of decisions of some kind: each game adds to both.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ratio {
    count: u64,
    part: f64,
    whole: f64,
    part_squares: f64,
    products: f64,
    whole_squares: f64,
}

impl Ratio {
    /// One more game.
    pub fn add(&mut self, part: f64, whole: f64) {
        self.count += 1;
        self.part += part;
        self.whole += whole;
        self.part_squares += part * part;
        self.products += part * whole;
        self.whole_squares += whole * whole;
    }

    /// The ratio with its interval. Games are independent, but what happens within one is not: the spread is that between games.
    pub fn estimate(&self) -> Estimate {
        if self.count < 2 || self.whole <= 0.0 {
            return Estimate { value: self.part / self.whole.max(1.0), low: 0.0, high: 1.0, games: self.count };
        }
        let n = self.count as f64;
        let ratio = self.part / self.whole;
        let residues = self.part_squares - 2.0 * ratio * self.products + ratio * ratio * self.whole_squares;
        let half = SURE * (residues.max(0.0) / (n - 1.0) * n).sqrt() / self.whole;
        Estimate { value: ratio, low: (ratio - half).max(0.0), high: (ratio + half).min(1.0), games: self.count }
    }
}

/// A difference of two means with its interval, and the probability of one as large by chance.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The second minus the first.
    pub value: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The two-sided p-value.
    pub p: f64,
}

impl Difference {
    /// From the value and the variance of the difference itself.
    pub fn new(value: f64, variance: f64) -> Self {
        let error = variance.max(0.0).sqrt();
        let p = match (error > 0.0, value == 0.0) {
            (true, _) => 2.0 * (1.0 - normal(value.abs() / error)),
            (false, true) => 1.0,
            (false, false) => 0.0,
        };
        Difference { value, low: value - SURE * error, high: value + SURE * error, p }
    }

    /// The variance of the difference itself, from its interval.
    pub fn variance(&self) -> f64 {
        ((self.high - self.low) / (2.0 * SURE)).powi(2)
    }

    /// Between two independent samples.
    pub fn between(first: &Sums, second: &Sums) -> Self {
        let part = |sums: &Sums| sums.variance() / sums.count.max(1) as f64;
        Difference::new(second.mean() - first.mean(), part(first) + part(second))
    }
}

/// How often a run of as many games again gives a mean between these bounds, as this one says: both runs have their luck.
pub fn repeats_within(sums: &Sums, (low, high): (f64, f64)) -> f64 {
    let error = (2.0 * sums.variance() / sums.count.max(1) as f64).sqrt();
    let below = |bound: f64| {
        if error > 0.0 { normal((bound - sums.mean()) / error) } else { f64::from(u8::from(sums.mean() <= bound)) }
    };
    below(high) - below(low)
}

/// Benjamini and Hochberg: for each p-value the smallest false discovery rate at which it is a discovery. By chance alone, one
/// difference in twenty looks significant; this tells which ones still do.
pub fn corrected(ps: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..ps.len()).collect();
    order.sort_by(|&a, &b| ps[b].total_cmp(&ps[a]));
    let mut corrected = vec![1.0; ps.len()];
    let mut least = 1.0f64;
    for (from_last, &at) in order.iter().enumerate() {
        let rank = (ps.len() - from_last) as f64;
        least = least.min(ps[at] * ps.len() as f64 / rank);
        corrected[at] = least;
    }
    corrected
}

/// Wald's sequential test: is the score `lower` or `upper`? Playing stops as soon as one of them has become unlikely enough.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The score of the null hypothesis.
    pub lower: f64,
    /// The score of the alternative.
    pub upper: f64,
    /// How often the alternative may be accepted although it is wrong.
    pub alpha: f64,
    /// How often the alternative may be rejected although it is right.
    pub beta: f64,
}

/// The least games of the sequential test: before that the spread is not known.
const LEAST_GAMES: u64 = 20;

/// The result of the sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// At least `upper`, as far as the errors allow.
    Upper,
    /// At most `lower`.
    Lower,
    /// Not enough games.
    Open,
}

impl Sprt {
    /// The log-likelihood ratio of the two hypotheses, with the observed spread (a normal approximation of the trinomial).
    pub fn ratio(&self, tally: &Tally) -> f64 {
        // An added win and loss keep the first few games from looking certain.
        let seen = Tally { wins: tally.wins + 1, losses: tally.losses + 1, ..*tally };
        let variance = seen.variance();
        let middle = (self.lower + self.upper) / 2.0;
        tally.games() as f64 * (self.upper - self.lower) * (tally.score() - middle) / variance
    }

    /// The bounds of the ratio.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The verdict on these games.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let (low, high) = self.bounds();
        match self.ratio(tally) {
            _ if tally.games() < LEAST_GAMES => Verdict::Open,
            ratio if ratio >= high => Verdict::Upper,
            ratio if ratio <= low => Verdict::Lower,
            _ => Verdict::Open,
        }
    }
}

/// The share of a normal distribution below `z`.
pub fn normal(z: f64) -> f64 {
    0.5 * erfc(-z / std::f64::consts::SQRT_2)
}

/// The complementary error function by a Chebyshev fit; within 1.2e-7 everywhere.
fn erfc(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.5 * x.abs());
    const FIT: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let series = FIT.iter().rev().fold(0.0, |sum, term| sum * t + term);
    let tail = t * (-x * x + series).exp();
    if x >= 0.0 { tail } else { 2.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;
    use playmat_chance::FastChance;
    use playmat_kernel::Chance;

    fn near(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() <= within, "{a} is not {b}");
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (z, share) in [(0.0, 0.5), (1.0, 0.841_344_7), (1.959_964, 0.975), (-1.644_854, 0.05), (3.0, 0.998_650_1)] {
            near(normal(z), share, 2e-7);
        }
    }

    #[test]
    fn wilson_is_that_of_the_textbooks() {
        let ten = wilson(0.8, 10);
        near(ten.low, 0.4902, 1e-4);
        near(ten.high, 0.9433, 1e-4);
        let none = wilson(0.0, 20);
        near(none.low, 0.0, 1e-12);
        near(none.high, 0.1611, 1e-4);
        assert_eq!((wilson(0.0, 0).low, wilson(0.0, 0).high), (0.0, 1.0));
    }

    /// Nineteen of twenty intervals contain the true value.
    #[test]
    fn intervals_hold_what_they_promise() {
        let mut chance = FastChance::new(3);
        let (mut held, rounds) = (0, 2000);
        for _ in 0..rounds {
            let mut tally = Tally::default();
            for _ in 0..80 {
                tally.add(if chance.one_of(10) < 3 { 2 } else { 0 });
            }
            let estimate = tally.estimate();
            held += u32::from(estimate.low <= 0.3 && 0.3 <= estimate.high);
        }
        near(f64::from(held) / f64::from(rounds), 0.95, 0.02);
    }

    #[test]
    fn means_and_differences() {
        let of = |values: &[f64]| {
            let mut sums = Sums::default();
            values.iter().for_each(|&value| sums.add(value));
            sums
        };
        let (a, b) = (of(&[1.0, 2.0, 3.0, 4.0]), of(&[3.0, 4.0, 5.0, 6.0]));
        near(a.mean(), 2.5, 1e-12);
        near(a.variance(), 5.0 / 3.0, 1e-12);
        let difference = Difference::between(&a, &b);
        near(difference.value, 2.0, 1e-12);
        near(difference.p, 0.028_46, 1e-4);
        assert_eq!(Difference::new(0.0, 0.0).p, 1.0);
    }

    /// It is a ratio of totals, not a mean of ratios, and nineteen of twenty intervals contain the true value.
    #[test]
    fn ratios_weigh_long_games_more() {
        let mut ratio = Ratio::default();
        ratio.add(1.0, 2.0);
        ratio.add(9.0, 38.0);
        near(ratio.estimate().value, 0.25, 1e-12);
        let mut chance = FastChance::new(5);
        let (mut held, rounds) = (0, 1000);
        for _ in 0..rounds {
            let mut ratio = Ratio::default();
            for _ in 0..60 {
                // Long games have a larger part: 3 of 10, or 24 of 40.
                let (part, whole) =
                    if chance.one_of(2) == 0 { (1 + chance.one_of(5), 10) } else { (14 + chance.one_of(21), 40) };
                ratio.add(f64::from(part), f64::from(whole));
            }
            let estimate = ratio.estimate();
            held += u32::from(estimate.low <= 0.54 && 0.54 <= estimate.high);
        }
        near(f64::from(held) / f64::from(rounds), 0.95, 0.02);
    }

    #[test]
    fn a_correction_leaves_the_order_and_only_raises() {
        let ps = [0.01, 0.04, 0.03, 0.5];
        let fixed = corrected(&ps);
        near(fixed[0], 0.04, 1e-12);
        near(fixed[1], 0.04 * 4.0 / 3.0, 1e-12);
        near(fixed[2], 0.04 * 4.0 / 3.0, 1e-12);
        near(fixed[3], 0.5, 1e-12);
        assert!(corrected(&[]).is_empty());
    }

    #[test]
    fn the_bounds_of_the_sequential_test_are_walds() {
        let sprt = Sprt { lower: 0.5, upper: 0.55, alpha: 0.05, beta: 0.05 };
        near(sprt.bounds().0, -2.944_439, 1e-6);
        near(sprt.bounds().1, 2.944_439, 1e-6);
        assert_eq!(sprt.verdict(&Tally::default()), Verdict::Open);
    }

    /// If the true score is the lower or the upper one, about one verdict in twenty is wrong, and it comes sooner than that of a
    /// test of fixed size.
    #[test]
    fn the_sequential_test_errs_as_seldom_as_it_says() {
        let sprt = Sprt { lower: 0.5, upper: 0.6, alpha: 0.05, beta: 0.05 };
        let mut chance = FastChance::new(11);
        for (truth, wrong) in [(500, Verdict::Upper), (600, Verdict::Lower)] {
            let (mut errors, mut games) = (0, 0);
            for _ in 0..400 {
                let mut tally = Tally::default();
                let verdict = loop {
                    tally.add(if chance.one_of(1000) < truth { 2 } else { 0 });
                    match sprt.verdict(&tally) {
                        Verdict::Open => {}
                        verdict => break verdict,
                    }
                };
                errors += u32::from(verdict == wrong);
                games += tally.games();
            }
            assert!(errors <= 32, "{errors} of 400 were wrong at {truth}");
            assert!(games / 400 < 270, "{} games on average", games / 400);
        }
    }
}
