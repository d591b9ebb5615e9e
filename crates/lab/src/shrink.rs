//! Shrinking many estimates of one kind towards each other (empirical Bayes): what was measured on few games tells little of its
//! own, so it is drawn towards the mean of all, the more the less is known of it.

use serde::Serialize;

use crate::stats::{Difference, Estimate, SURE};

/// How far things of a kind really differ, as far as their estimates tell.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Kind {
    /// Their mean.
    pub mean: f64,
    /// The standard deviation of the true values around it.
    pub spread: f64,
}

/// How often the estimate of mean and spread is refined: far more than it takes.
const ROUNDS: usize = 200;

impl Kind {
    /// Of estimates, each with its variance: normal true values, normal errors, the most likely mean and spread.
    pub fn of(estimates: &[(f64, f64)]) -> Self {
        let known: Vec<(f64, f64)> = estimates.iter().copied().filter(|&(_, variance)| variance > 0.0).collect();
        if known.len() < 2 {
            return Kind { mean: known.first().map_or(0.0, |one| one.0), spread: 0.0 };
        }
        let mean_with = |spread: f64| {
            let weights = || known.iter().map(|&(_, variance)| 1.0 / (variance + spread));
            known.iter().zip(weights()).map(|(&(value, _), weight)| weight * value).sum::<f64>() / weights().sum::<f64>()
        };
        // Paule and Mandel: the spread with which the squares of the deviations are as large as they should be.
        let excess = |spread: f64| {
            let mean = mean_with(spread);
            let squares: f64 = known.iter().map(|&(value, variance)| (value - mean).powi(2) / (variance + spread)).sum();
            squares - (known.len() - 1) as f64
        };
        let (mut low, mut high) = (0.0, known.iter().map(|one| one.0 * one.0).sum::<f64>().max(1e-12));
        if excess(0.0) <= 0.0 {
            return Kind { mean: mean_with(0.0), spread: 0.0 };
        }
        for _ in 0..ROUNDS {
            let middle = (low + high) / 2.0;
            *(if excess(middle) > 0.0 { &mut low } else { &mut high }) = middle;
        }
        Kind { mean: mean_with(high), spread: high.sqrt() }
    }

    /// What is likely of one of them, given its own estimate: nearer to the mean, with an interval of 95 %.
    pub fn shrunk(&self, found: &Difference, games: u64) -> Estimate {
        let (prior, own) = (self.spread * self.spread, found.variance());
        let trust = if prior + own > 0.0 { prior / (prior + own) } else { 0.0 };
        let value = self.mean + trust * (found.value - self.mean);
        let half = SURE * (trust * own).sqrt();
        Estimate { value, low: value - half, high: value + half, games }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_by_luck_alone_is_the_same() {
        let kind = Kind::of(&[(0.01, 0.01), (-0.02, 0.01), (0.015, 0.01)]);
        assert_eq!(kind.spread, 0.0);
        let shrunk = kind.shrunk(&Difference::new(0.3, 0.01), 10);
        assert!((shrunk.value - kind.mean).abs() < 1e-12);
    }

    #[test]
    fn few_games_are_drawn_further() {
        let kind = Kind::of(&[(0.2, 1e-4), (-0.2, 1e-4), (0.1, 1e-4), (-0.1, 1e-4)]);
        assert!(kind.mean.abs() < 1e-9 && (0.15..0.2).contains(&kind.spread), "{kind:?}");
        let [sure, unsure] = [1e-4, 0.1].map(|variance| kind.shrunk(&Difference::new(0.2, variance), 10));
        assert!(sure.value > 0.19 && unsure.value < 0.06, "{sure:?} {unsure:?}");
        assert!(unsure.low < 0.0 && sure.low > 0.15);
    }
}
