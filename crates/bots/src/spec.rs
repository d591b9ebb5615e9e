//! Which bot, as people write it: `greedy`, `ismcts:5000`, `ismcts:1.5s`, `learned`, `master:300`, `hard`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use playmat_cards::CardGame;
use playmat_network::Model;

use crate::{Bot, Budget, Greedy, Ismcts, Learned, Master, Observation, Random, Resources, Temperature};

/// The names of all bots, the simplest first. `ismcts` and `master` may be followed by a budget, `learned` by a temperature.
pub const BOTS: &[&str] = &["random", "greedy", "ismcts", "learned", "easy", "normal", "hard", "master"];

/// Which bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotSpec {
    /// Uniformly at random.
    Random,
    /// One move ahead.
    Greedy,
    /// A search of this budget, on one thread.
    Ismcts(Budget),
    /// One look with what was learned, and answers drawn at this temperature.
    Learned(Temperature),
    /// A search of this budget with what was learned, on one thread.
    Master(Budget),
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
    /// As long as that, with what was learned; only where there is a model.
    Master,
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
const MASTER: Budget = HARD;
/// The hottest that answers are drawn, in hundredths: then nothing that was learned matters any more.
const HOTTEST: f64 = 10_000.0;

impl Level {
    /// All, the easiest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Normal, Level::Hard, Level::Master];

    /// `easy`, `normal`, `hard`, `master`.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
            Level::Master => "master",
        }
    }

    /// How many worlds it looks at, at most.
    pub const fn iterations(self) -> u32 {
        match self {
            Level::Easy => EASY.iterations,
            Level::Normal => NORMAL.iterations,
            Level::Hard => HARD.iterations,
            Level::Master => MASTER.iterations,
        }
    }
}

impl BotSpec {
    /// The bot, with a random stream of its own. `model` is asked for what was learned if the bot needs it. If there is nothing, its
    /// [substitute](BotSpec::substitute) plays: whoever must not have that, or says so to people, looks before.
    pub fn bot<'m, G: CardGame>(&self, seed: u64, model: impl FnOnce() -> Option<&'m Arc<Model<G>>>) -> Box<dyn Bot<G>> {
        self.bot_on(Resources::default(), seed, model)
    }

    /// The same bot on another machine than the usual one: with another clock, or fewer threads.
    pub fn bot_on<'m, G: CardGame>(
        &self,
        on: Resources,
        seed: u64,
        model: impl FnOnce() -> Option<&'m Arc<Model<G>>>,
    ) -> Box<dyn Bot<G>> {
        let search = |budget| Ismcts::new(seed, budget).clock(on.clock);
        match *self {
            BotSpec::Random => Box::new(Random::new(seed)),
            BotSpec::Greedy => Box::new(Greedy::new(seed)),
            BotSpec::Ismcts(budget) => Box::new(search(budget)),
            BotSpec::Level(Level::Easy) => Box::new(search(EASY)),
            BotSpec::Level(Level::Normal) => Box::new(search(NORMAL)),
            BotSpec::Level(Level::Hard) => Box::new(search(HARD).threads(HARD_THREADS.min(on.threads))),
            BotSpec::Level(Level::Master) => BotSpec::Master(MASTER).bot_on(on, seed, model),
            BotSpec::Learned(temperature) => match model() {
                Some(model) => Box::new(Learned::new(model.clone(), temperature, seed)),
                None => self.substitute().unlearned(on, seed),
            },
            BotSpec::Master(budget) => match model() {
                Some(model) => Box::new(Master::new(model.clone(), budget, seed).clock(on.clock)),
                None => self.substitute().unlearned(on, seed),
            },
        }
    }

    /// The bot where there is no model.
    fn unlearned<G: CardGame>(&self, on: Resources, seed: u64) -> Box<dyn Bot<G>> {
        self.bot_on(on, seed, || None)
    }

    /// Gives one answer, the place of an option, for callers that keep no bot between questions.
    pub fn pick<'m, G: CardGame>(
        &self,
        observation: &Observation<'_, G>,
        seed: u64,
        model: impl FnOnce() -> Option<&'m Arc<Model<G>>>,
    ) -> usize {
        self.bot(seed, model).pick(observation)
    }

    /// Whether it plays by what was learned, and so needs a model of the game.
    pub const fn needs_model(&self) -> bool {
        match self {
            BotSpec::Learned(_) | BotSpec::Master(_) | BotSpec::Level(Level::Master) => true,
            BotSpec::Random | BotSpec::Greedy | BotSpec::Ismcts(_) => false,
            BotSpec::Level(Level::Easy | Level::Normal | Level::Hard) => false,
        }
    }

    /// The search that plays where there is no model; the bot itself if it needs none.
    pub const fn substitute(&self) -> BotSpec {
        match *self {
            BotSpec::Learned(_) => BotSpec::Ismcts(Budget::iterations(USUAL)),
            BotSpec::Master(_) | BotSpec::Level(Level::Master) => BotSpec::Level(Level::Hard),
            other => other,
        }
    }

    /// Whether it looks at the clock. Its answers then depend on the machine.
    pub const fn is_timed(&self) -> bool {
        match self {
            BotSpec::Random | BotSpec::Greedy | BotSpec::Learned(_) | BotSpec::Level(Level::Easy | Level::Normal) => false,
            BotSpec::Ismcts(budget) | BotSpec::Master(budget) => budget.time.is_some(),
            BotSpec::Level(Level::Hard) => HARD.time.is_some(),
            BotSpec::Level(Level::Master) => MASTER.time.is_some(),
        }
    }
}

/// The bot of this name without a model, with a random stream of its own; none if there is no such bot.
pub fn bot<G: CardGame>(name: &str, seed: u64) -> Option<Box<dyn Bot<G>>> {
    name.parse::<BotSpec>().ok().map(|spec| spec.unlearned(Resources::default(), seed))
}

/// The names of the bots that can play a game, the simplest first: those that need a model only where there is one.
pub fn bots_with(model: bool) -> impl Iterator<Item = &'static str> {
    let can_play = move |name: &&str| model || name.parse::<BotSpec>().is_ok_and(|spec| !spec.needs_model());
    BOTS.iter().copied().filter(can_play)
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
            None if text == "learned" => Ok(BotSpec::Learned(Temperature::default())),
            Some(("learned", temperature)) => read_temperature(temperature).map(BotSpec::Learned).ok_or_else(unknown),
            Some(("master", budget)) => read_budget(budget).map(BotSpec::Master).ok_or_else(unknown),
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

/// `0.5`.
fn read_temperature(text: &str) -> Option<Temperature> {
    let hundredths = (text.parse::<f64>().ok()? * 100.0).round();
    (1.0..=HOTTEST).contains(&hundredths).then_some(Temperature(hundredths as u16))
}

fn write_budget(f: &mut fmt::Formatter<'_>, name: &str, budget: Budget) -> fmt::Result {
    match budget {
        Budget { time: Some(time), .. } => write!(f, "{name}:{}ms", time.as_millis()),
        Budget { iterations, .. } => write!(f, "{name}:{iterations}"),
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotSpec::Random => f.write_str("random"),
            BotSpec::Greedy => f.write_str("greedy"),
            BotSpec::Level(level) => f.write_str(level.word()),
            BotSpec::Ismcts(budget) => write_budget(f, "ismcts", *budget),
            BotSpec::Master(budget) => write_budget(f, "master", *budget),
            BotSpec::Learned(Temperature(0)) => f.write_str("learned"),
            BotSpec::Learned(Temperature(hundredths)) => write!(f, "learned:{}", f64::from(*hundredths) / 100.0),
        }
    }
}

impl fmt::Display for UnknownBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = BOTS.join(", ");
        write!(
            f,
            "there is no bot `{}`; there are {names} (and ismcts:5000, ismcts:1.5s or master:300, for how long it thinks; learned:0.5, \
             for how freely it answers)",
            self.0
        )
    }
}

impl std::error::Error for UnknownBot {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_read_as_they_are_written() {
        let texts = ["random", "greedy", "easy", "normal", "hard", "ismcts:5000", "ismcts:300ms"];
        for text in texts.into_iter().chain(["learned", "learned:0.5", "learned:1.25", "master", "master:300", "master:1500ms"])
        {
            assert_eq!(text.parse::<BotSpec>().map(|spec| spec.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("ismcts".parse(), Ok(BotSpec::Ismcts(Budget::iterations(USUAL))));
        assert_eq!("ismcts:1.5s".parse(), "ismcts:1500ms".parse::<BotSpec>());
        let wrong = ["human", "ismcts:", "ismcts:0", "ismcts:-1s", "ismcts:fast", "greedy:3", "ismcts:1e99s"];
        for text in wrong.into_iter().chain(["learned:", "learned:0", "learned:-1", "learned:101", "learned:NaN", "master:"]) {
            assert!(text.parse::<BotSpec>().is_err(), "{text}");
        }
        assert!(BOTS.iter().all(|name| name.parse::<BotSpec>().is_ok()));
    }

    /// Whoever has no model is offered no bot that needs one, and a bot that needs one is replaced by one that does not.
    #[test]
    fn what_was_learned_is_offered_where_there_is_a_model() {
        assert_eq!(bots_with(true).collect::<Vec<_>>(), BOTS);
        assert_eq!(bots_with(false).collect::<Vec<_>>(), ["random", "greedy", "ismcts", "easy", "normal", "hard"]);
        for name in bots_with(true) {
            let spec: BotSpec = name.parse().expect("it is a bot");
            assert!(!spec.substitute().needs_model(), "{name}");
            assert!(spec.needs_model() || spec.substitute() == spec, "{name}");
        }
    }
}
