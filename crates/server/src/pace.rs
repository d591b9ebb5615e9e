//! How long a pass takes, so that its time does not tell whether there was anything else to choose. See "What time tells" in
//! `docs/protocol.md`.

use std::collections::VecDeque;
use std::time::Duration;

use crate::chance;

/// No pass is faster than this.
const SHORTEST: Duration = Duration::from_millis(800);
/// No forced pass is slower than this.
const LONGEST: Duration = Duration::from_secs(8);
/// Around this are the times as long as nobody has passed in earnest often enough.
const USUAL: f64 = 2.0;
/// How many times are remembered, and how many there must be before they are used.
const REMEMBERED: usize = 8;
const ENOUGH: usize = 3;

/// The times that one player took to pass in earnest.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    taken: VecDeque<Duration>,
}

impl Pace {
    /// The player had a choice and passed after this long.
    pub fn passed(&mut self, after: Duration) {
        if self.taken.len() == REMEMBERED {
            self.taken.pop_front();
        }
        self.taken.push_back(after.clamp(SHORTEST, LONGEST));
    }

    /// How long a pass shall take: like one of those times, a little blurred, or a usual one.
    pub fn draw(&self) -> Duration {
        let seconds = match self.taken.len() {
            count if count >= ENOUGH => {
                let one = self.taken[chance::below(count as u64) as usize].as_secs_f64();
                one * (0.8 + 0.4 * unit())
            }
            // The sum of a few uniform numbers is close to a bell; its exponential leans to the long side, as people do.
            _ => USUAL * (0.5 * (unit() + unit() + unit() + unit() - 2.0) * 1.2).exp(),
        };
        Duration::from_secs_f64(seconds).clamp(SHORTEST, LONGEST)
    }
}

/// A number from 0 to 1.
fn unit() -> f64 {
    chance::below(1 << 32) as f64 / (1u64 << 32) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forced_passes_take_the_times_of_passes_in_earnest() {
        let mut pace = Pace::default();
        let usual: Vec<f64> = (0..500).map(|_| pace.draw().as_secs_f64()).collect();
        assert!(usual.iter().all(|seconds| (0.8..=8.0).contains(seconds)));
        let mean = usual.iter().sum::<f64>() / 500.0;
        assert!((1.8..2.8).contains(&mean), "{mean}");
        (0..20).for_each(|_| pace.passed(Duration::from_secs(5)));
        assert!((0..100).all(|_| (4.0..=6.0).contains(&pace.draw().as_secs_f64())));
    }
}
