//! Which bot, as people write it: `greedy`, `ismcts:5000`, `ismcts:1.5s`, `hard`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use playmat_cards::CardGame;

use crate::{Bot, Budget, Greedy, Ismcts, Observation, Random};

/// The names of all bots, the simplest first. `ismcts` may be followed by its budget.
pub const BOTS: &[&str] = &["random", "greedy", "ismcts", "easy", "normal", "hard"];

/// Which bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotSpec {
    /// Uniformly at random.
    Random,
    /// One move ahead.
    Greedy,
    /// A search of this budget, on one thread.
    Ismcts(Budget),
    /// A level for people.
    Level(Level),
}

/// How hard a bot tries, for people who do not want to choose a budget.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// A small search.
    Easy,
    /// A search of a moment.
    Normal,
    /// As long as a person is willing to wait, on two threads.
    Hard,
}

/// There is no such bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBot(String);

/// The budget of `ismcts` alone.
const USUAL: u32 = 1000;
/// The budgets of the levels. The hard one leaves half a second of the two that a person waits.
const EASY: Budget = Budget::iterations(60);
const NORMAL: Budget = Budget::iterations(1500);
const HARD: Budget = Budget { iterations: 20_000, time: Some(Duration::from_millis(1500)) };
const HARD_THREADS: usize = 2;

impl Level {
    /// All, the easiest first.
    pub const ALL: [Level; 3] = [Level::Easy, Level::Normal, Level::Hard];

    /// `easy`, `normal`, `hard`.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
        }
    }

    /// How many worlds it looks at, at most.
    pub const fn iterations(self) -> u32 {
        match self {
            Level::Easy => EASY.iterations,
            Level::Normal => NORMAL.iterations,
            Level::Hard => HARD.iterations,
        }
    }
}

impl BotSpec {
    /// The bot, with a random stream of its own.
    pub fn bot<G: CardGame>(&self, seed: u64) -> Box<dyn Bot<G>> {
        match *self {
            BotSpec::Random => Box::new(Random::new(seed)),
            BotSpec::Greedy => Box::new(Greedy::new(seed)),
            BotSpec::Ismcts(budget) => Box::new(Ismcts::new(seed, budget)),
            BotSpec::Level(Level::Easy) => Box::new(Ismcts::new(seed, EASY)),
            BotSpec::Level(Level::Normal) => Box::new(Ismcts::new(seed, NORMAL)),
            BotSpec::Level(Level::Hard) => Box::new(Ismcts::new(seed, HARD).threads(HARD_THREADS)),
        }
    }

    /// Gives one answer, the place of an option, for callers that keep no bot between questions.
    pub fn pick<G: CardGame>(&self, observation: &Observation<'_, G>, seed: u64) -> usize {
        self.bot(seed).pick(observation)
    }

    /// Whether it looks at the clock. Its answers then depend on the machine.
    pub const fn is_timed(&self) -> bool {
        match self {
            BotSpec::Random | BotSpec::Greedy | BotSpec::Level(Level::Easy | Level::Normal) => false,
            BotSpec::Ismcts(budget) => budget.time.is_some(),
            BotSpec::Level(Level::Hard) => HARD.time.is_some(),
        }
    }
}

/// The bot of this name with a random stream of its own; none if there is no such bot.
pub fn bot<G: CardGame>(name: &str, seed: u64) -> Option<Box<dyn Bot<G>>> {
    name.parse::<BotSpec>().ok().map(|spec| spec.bot(seed))
}

impl FromStr for BotSpec {
    type Err = UnknownBot;

    fn from_str(text: &str) -> Result<Self, UnknownBot> {
        let unknown = || UnknownBot(text.to_owned());
        if let Some(level) = Level::ALL.into_iter().find(|level| level.word() == text) {
            return Ok(BotSpec::Level(level));
        }
        match text.split_once(':') {
            None if text == "random" => Ok(BotSpec::Random),
            None if text == "greedy" => Ok(BotSpec::Greedy),
            None if text == "ismcts" => Ok(BotSpec::Ismcts(Budget::iterations(USUAL))),
            Some(("ismcts", budget)) => read_budget(budget).map(BotSpec::Ismcts).ok_or_else(unknown),
            _ => Err(unknown()),
        }
    }
}

/// `5000`, `300ms`, `1.5s`.
fn read_budget(text: &str) -> Option<Budget> {
    let seconds = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => number.parse::<f64>().ok()? / 1000.0,
        (None, Some(number)) => number.parse().ok()?,
        (None, None) => return text.parse().ok().filter(|&count| count > 0).map(Budget::iterations),
    };
    (seconds > 0.0).then(|| Duration::try_from_secs_f64(seconds).ok()).flatten().map(Budget::time)
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotSpec::Random => f.write_str("random"),
            BotSpec::Greedy => f.write_str("greedy"),
            BotSpec::Level(level) => f.write_str(level.word()),
            BotSpec::Ismcts(Budget { time: Some(time), .. }) => write!(f, "ismcts:{}ms", time.as_millis()),
            BotSpec::Ismcts(Budget { iterations, .. }) => write!(f, "ismcts:{iterations}"),
        }
    }
}

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = BOTS.join(", ");
        write!(f, "there is no bot `{}`; there are {names} (and ismcts:5000 or ismcts:1.5s, for how long it thinks)", self.0)
    }
}

impl std::error::Error for UnknownBot {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_read_as_they_are_written() {
        for text in ["random", "greedy", "easy", "normal", "hard", "ismcts:5000", "ismcts:300ms"] {
            assert_eq!(text.parse::<BotSpec>().map(|spec| spec.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("ismcts".parse(), Ok(BotSpec::Ismcts(Budget::iterations(USUAL))));
        assert_eq!("ismcts:1.5s".parse(), "ismcts:1500ms".parse::<BotSpec>());
        for text in ["human", "ismcts:", "ismcts:0", "ismcts:-1s", "ismcts:fast", "greedy:3", "ismcts:1e99s"] {
            assert!(text.parse::<BotSpec>().is_err(), "{text}");
        }
        assert!(BOTS.iter().all(|name| name.parse::<BotSpec>().is_ok()));
    }
}
