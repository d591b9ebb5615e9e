//! How long a pass takes, so that the time does not tell whether there was anything else to choose. See "What time tells" in
//! `docs/protocol.md`.
//!
//! A real pass is told when its player has made it, but not before a time that was drawn when the question was asked: at the
//! later of two times. So is a forced pass: at the later of two drawn times, one of which stands for the player. Both are drawn
//! from the times that the player took for real passes.

use std::collections::VecDeque;
use std::time::Duration;

use playmat_chance::Draws;

use crate::Moment;

/// No pass is faster than this.
const SHORTEST: Duration = Duration::from_millis(800);
/// No forced pass is slower than this.
const LONGEST: Duration = Duration::from_secs(8);
/// The usual time, used until a player has made enough real passes.
const USUAL: f64 = 2.0;
/// How many times are remembered, and how many are needed before they are used.
const REMEMBERED: usize = 8;
const ENOUGH: usize = 3;

/// The times that one player took: a person for real passes, a bot for thinking.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    taken: VecDeque<Duration>,
}

/// When the pass of an open question is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassTime {
    /// Since when its player could see the question.
    seen: Moment,
    /// A real pass is not told before this.
    earliest: Moment,
    /// When a forced pass is told.
    forced: Moment,
}

impl Pace {
    /// The player had a choice and took so long.
    pub fn took(&mut self, time: Duration) {
        if self.taken.len() == REMEMBERED {
            self.taken.pop_front();
        }
        self.taken.push_back(time.min(LONGEST));
    }

    /// When a pass is told of a question that its player sees from now on.
    pub fn pass_time(&self, now: Moment, luck: &mut Draws) -> PassTime {
        let held = self.draw(luck).max(SHORTEST);
        PassTime { seen: now, earliest: now + held, forced: now + held.max(self.draw(luck)) }
    }

    /// How long after its question a bot answers at the earliest. If there is only one option, it waits as long as it has thought
    /// before.
    pub fn bot_time(&self, forced: bool, luck: &mut Draws) -> Duration {
        match usual(luck) {
            time if forced && !self.taken.is_empty() => time.max(self.one_of_taken(luck)),
            time => time,
        }
    }

    /// One of the times that the player took, or a usual one.
    fn draw(&self, luck: &mut Draws) -> Duration {
        match self.taken.len() {
            count if count >= ENOUGH => self.one_of_taken(luck),
            _ => usual(luck),
        }
    }

    /// One of the times that the player took, slightly changed, because nobody takes exactly as long as before.
    fn one_of_taken(&self, luck: &mut Draws) -> Duration {
        let place = (luck.unit() * self.taken.len() as f64) as usize;
        let one = self.taken[place.min(self.taken.len() - 1)].as_secs_f64();
        Duration::from_secs_f64(one * (0.95 + 0.1 * luck.unit())).min(LONGEST)
    }
}

impl PassTime {
    /// When a real pass that is made now is told.
    pub fn held(&self, now: Moment) -> Option<Moment> {
        (now < self.earliest).then_some(self.earliest)
    }

    /// When a forced pass is told.
    pub fn forced(&self) -> Moment {
        self.forced
    }

    /// How long the player has seen the question.
    pub fn seen_for(&self, now: Moment) -> Duration {
        now.since(self.seen)
    }
}

/// A time that people usually take. The sum of a few uniform numbers is nearly normal; its exponential leans to the long side, as
/// people do.
fn usual(luck: &mut Draws) -> Duration {
    let sum = luck.unit() + luck.unit() + luck.unit() + luck.unit();
    Duration::from_secs_f64(USUAL * (0.6 * (sum - 2.0)).exp()).clamp(SHORTEST, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long somebody thinks about a question.
    type Think = fn(&mut Draws) -> f64;

    fn seeded(seed: u64) -> Draws {
        Draws::new(std::array::from_fn(|at| seed.to_le_bytes()[at % 8]))
    }

    /// What the rival sees of one question after the other: how long each pass took. The clock is a number that is counted up. A
    /// person sees the question, thinks for a while and passes; at every second question passing is the only option.
    fn passes(think: Think, questions: usize, seed: u64) -> [Vec<f64>; 2] {
        let (mut pace, mut luck, mut now) = (Pace::default(), seeded(seed), Moment::default());
        let [mut earnest, mut forced] = [Vec::new(), Vec::new()];
        for question in 0..questions {
            let asked = now;
            let time = pace.pass_time(asked, &mut luck);
            if question % 2 == 0 {
                let passed = asked + Duration::from_secs_f64(think(&mut luck));
                pace.took(time.seen_for(passed));
                now = time.held(passed).unwrap_or(passed);
                earnest.push((now - asked).as_secs_f64());
            } else {
                now = time.forced();
                forced.push((now - asked).as_secs_f64());
            }
        }
        [earnest, forced]
    }

    /// The largest difference between two distributions (Kolmogorov and Smirnov): 0 for equal ones, 1 for ones without overlap.
    fn difference(one: &[f64], two: &[f64]) -> f64 {
        let below = |all: &[f64], at: f64| all.iter().filter(|time| **time <= at).count() as f64 / all.len() as f64;
        one.iter().chain(two).map(|&at| (below(one, at) - below(two, at)).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn forced_passes_and_those_in_earnest_take_the_same_times() {
        // People who think for about one, two or five seconds, one of them evenly, and a client that passes by itself at once.
        let people: [(&str, Think); 4] = [
            ("quick", |luck| 1.0 + 0.5 * luck.unit()),
            ("usual", |luck| 1.0 + 2.0 * luck.unit() * luck.unit() + luck.unit()),
            ("slow", |luck| 3.0 + 4.0 * luck.unit()),
            ("a client that passes by itself", |_| 0.0),
        ];
        for (who, think) in people {
            let [earnest, forced] = passes(think, 4000, 19);
            let told = difference(&earnest[50..], &forced[50..]);
            assert!(told < 0.1, "{who}: {told}");
            assert!(earnest.iter().chain(&forced).all(|time| *time >= 0.8 && *time <= 8.0), "{who}");
        }
        // The test can see a difference: a single drawn time can be told from the later of two.
        let mut luck = seeded(19);
        let mut pace = Pace::default();
        (0..8).for_each(|at| pace.took(Duration::from_secs_f64(1.0 + 0.25 * f64::from(at))));
        let alone: Vec<f64> = (0..2000).map(|_| pace.draw(&mut luck).as_secs_f64()).collect();
        let [earnest, _] = passes(|luck| 1.0 + 1.75 * luck.unit(), 4000, 19);
        assert!(difference(&alone, &earnest) > 0.15);
    }

    #[test]
    fn a_bot_thinks_in_vain_for_as_long_as_in_earnest() {
        let (mut pace, mut luck) = (Pace::default(), seeded(7));
        assert!((0..500).all(|_| pace.bot_time(true, &mut luck).as_secs_f64() <= 8.0));
        let mut told = [Vec::new(), Vec::new()];
        for _ in 0..2000 {
            let thinks = 2.0 + 2.0 * luck.unit();
            told[0].push(pace.bot_time(false, &mut luck).as_secs_f64().max(thinks));
            pace.took(Duration::from_secs_f64(thinks));
            told[1].push(pace.bot_time(true, &mut luck).as_secs_f64());
        }
        let difference = difference(&told[0], &told[1]);
        assert!(difference < 0.1, "{difference}");
    }
}
