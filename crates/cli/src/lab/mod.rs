//! `playmat lab`: games in bulk. This file has the commands that look at decks and cards as they are, `compare`, `tune` and `watch`
//! those that look at changes; `run_args` runs them all.

mod run_args;
mod decks;
mod compare;
mod tune;
mod watch;
mod ladder;

use std::io::Write;

use clap::{Args, Subcommand};
use playmat_bots::BotSpec;
use playmat_catalog::Rules;
use playmat_lab::cards::Cards;
use playmat_lab::game::{Luck, Series, Side};
use playmat_lab::matchup::Match;
use playmat_lab::matrix::{Limit, Matrix};
use playmat_lab::players::usual;
use playmat_lab::stats::Sprt;
use playmat_lab::tension::Tension;

use crate::common::{RuleArgs, bot_named};
use crate::failure::{Failure, Finished};
use compare::CompareArgs;
use ladder::LadderArgs;
use run_args::RunArgs;
use tune::TuneArgs;
use watch::WatchArgs;

/// Measure decks, cards and rules by many games
///
/// Every run has a folder. Finished games are appended to games.jsonl, so that a stopped run continues when it is started again.
/// report.html needs only a browser; report.json and games.parquet are for programs. The same plan and seed give the same result,
/// on any number of threads.
#[derive(Subcommand, Debug)]
pub enum Lab {
    Match(MatchArgs),
    Matrix(MatrixArgs),
    Cards(CardsArgs),
    Tension(TensionArgs),
    Compare(CompareArgs),
    Tune(TuneArgs),
    Watch(WatchArgs),
    Ladder(LadderArgs),
}

/// Play two bots, or two decks, against each other until it is decided
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab match skirmish --bots greedy,random
  playmat lab match food-chain --bots ismcts:1000,greedy --mirror --games 400 --sprt 65,75
  playmat lab match food-chain --bots greedy,greedy --decks fish-1 --against bird-1,bird-2 --sprt none")]
pub struct MatchArgs {
    /// The game
    game: String,
    /// The bot of both sides, or two [default: the usual player of the game]
    #[arg(long, value_name = "BOT[,BOT]")]
    bots: Option<String>,
    /// The decks of the first side: ready, categories, or names, files, folders, random, random:CATEGORY
    #[arg(long, value_name = "DECKS", default_value = "ready")]
    decks: String,
    /// The decks of the second side [default: those of the first]
    #[arg(long, value_name = "DECKS")]
    against: Option<String>,
    /// Both sides bring the same deck to a game, so that only the bots differ
    #[arg(long, conflicts_with = "against")]
    mirror: bool,
    /// How many games at most
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Stop as soon as it is decided which of these two scores (in percent) is the right one; `none` plays all games
    #[arg(long, value_name = "LOW,HIGH", default_value = "45,55", value_parser = sprt)]
    sprt: Stop,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Play every deck against every other
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab matrix food-chain --bots greedy --games 2000
  playmat lab matrix food-chain --decks categories --edition rulebook
  playmat lab matrix skirmish --decks wide-ranks,slow-ground,mine.deck --out my-decks
  playmat lab matrix skirmish --decks my-decks/ --bots ismcts:200 --games 300 --limit 62,66")]
pub struct MatrixArgs {
    /// The game
    game: String,
    /// The bot of both sides, or two: rows and columns [default: the usual player of the game]
    #[arg(long, value_name = "BOT[,BOT]")]
    bots: Option<String>,
    /// Which decks: ready, categories, or names, files, folders, random, random:CATEGORY
    #[arg(long, value_name = "DECKS", default_value = "ready")]
    decks: String,
    /// How many games of each pairing
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Fail if a pairing's interval lies above the first score, or its score above the second (in percent)
    #[arg(long, value_name = "LOW,SCORE", value_parser = shares)]
    limit: Option<(f64, f64)>,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Find out when matches are decided, and how often the leader at half-time wins
///
/// Before each decision a search judges the match, from what the asked side knows. A match is decided from the decision on from
/// which every judgement gives the same side at least the same high chance of winning.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab tension strata --games 300
  playmat lab tension skirmish --bots ismcts:200 --judge ismcts:1000 --decided 95 --decks my-decks/")]
pub struct TensionArgs {
    /// The game
    game: String,
    /// The bot that plays [default: the usual player of the game]
    #[arg(long, value_name = "BOT")]
    bots: Option<String>,
    /// The bot that judges: a search
    #[arg(long, value_name = "BOT", default_value = "ismcts:1000")]
    judge: String,
    /// The chance of winning, in percent, from which on a match counts as decided
    #[arg(long, value_name = "PERCENT", default_value_t = 95, value_parser = clap::value_parser!(u8).range(51..=100))]
    decided: u8,
    /// Which decks: ready, categories, or names, files, folders, random, random:CATEGORY
    #[arg(long, value_name = "DECKS", default_value = "ready")]
    decks: String,
    /// How many games, all pairings together; every pairing gets equally many, rounded up
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Find out what each card does to winning, in the opening hand, drawn and played, and which cards go well together
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat lab cards skirmish --decks random --games 20000
  playmat lab cards food-chain --decks random:Fish --games 20000")]
pub struct CardsArgs {
    /// The game
    game: String,
    /// The bot that plays [default: the usual player of the game]
    #[arg(long, value_name = "BOT")]
    bots: Option<String>,
    /// Which decks: ready, categories, or names, files, folders, random, random:CATEGORY
    #[arg(long, value_name = "DECKS", default_value = "ready")]
    decks: String,
    /// How many games, all pairings together; every pairing gets equally many, rounded up
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// When playing stops before all games are played.
#[derive(Clone, Copy, Debug)]
enum Stop {
    Never,
    Decided(Sprt),
}

impl Lab {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        match self {
            Lab::Match(args) => args.run(out),
            Lab::Matrix(args) => args.run(out),
            Lab::Cards(args) => args.run(out),
            Lab::Tension(args) => args.run(out),
            Lab::Compare(args) => args.run(out),
            Lab::Tune(args) => args.run(out),
            Lab::Watch(args) => args.run(out),
            Lab::Ladder(args) => args.run(out),
        }
    }
}

impl MatchArgs {
    fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let rules = self.rules.rules(&self.game)?;
        let bots = bots(&rules, self.bots.as_deref())?;
        let ours = decks::brings(&rules, &self.decks)?;
        let theirs = self.against.as_deref().map_or_else(|| Ok(ours.clone()), |text| decks::brings(&rules, text))?;
        let sprt = match self.sprt {
            Stop::Never => None,
            Stop::Decided(sprt) => Some(sprt),
        };
        let sides = [Side { bot: bots[0], brings: ours }, Side { bot: bots[1], brings: theirs }];
        let plan = Match {
            series: Series { id: 0, rules, sides, mirror: self.mirror, luck: Luck::Shared, seed: self.run.seed },
            games: self.games,
            sprt,
        };
        self.run
            .run("match", &self.game, &plan.plan(), out, |context, folder| plan.run(context, folder).map(|(_, report)| report))
    }
}

impl MatrixArgs {
    fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let rules = self.rules.rules(&self.game)?;
        let decks = decks::brings(&rules, &self.decks)?;
        if decks.len() < 2 {
            return Err(Failure::bad("a matrix has at least two decks; name them with --decks"));
        }
        let limit = self.limit.map(|(low, value)| Limit { low, value });
        let plan =
            Matrix { decks, bots: bots(&rules, self.bots.as_deref())?, seed: self.run.seed, games: self.games, rules, limit };
        self.run
            .run("matrix", &self.game, &plan.plan(), out, |context, folder| plan.run(context, folder).map(|(_, report)| report))
    }
}

impl CardsArgs {
    fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let rules = self.rules.rules(&self.game)?;
        let decks = decks::brings(&rules, &self.decks)?;
        let plan = Cards { decks, bot: one_bot(&rules, self.bots.as_deref())?, seed: self.run.seed, games: self.games, rules };
        self.run
            .run("cards", &self.game, &plan.plan(), out, |context, folder| plan.run(context, folder).map(|(_, report)| report))
    }
}

impl TensionArgs {
    fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        let rules = self.rules.rules(&self.game)?;
        let decks = decks::brings(&rules, &self.decks)?;
        let BotSpec::Ismcts(judge) = steady_bot(self.judge.trim())? else {
            return Err(Failure::bad(format!("`{}` does not search, so it cannot judge; use ismcts:ITERATIONS", self.judge)));
        };
        let (bot, decided) = (one_bot(&rules, self.bots.as_deref())?, f64::from(self.decided) / 100.0);
        let plan = Tension { decks, bot, judge, decided, seed: self.run.seed, games: self.games, rules };
        self.run.run("tension", &self.game, &plan.plan(), out, |context, folder| {
            plan.run(context, folder).map(|(_, report)| report)
        })
    }
}

/// One bot for both sides, or two; the usual player where none is named.
fn bots(rules: &Rules, text: Option<&str>) -> Result<[BotSpec; 2], Failure> {
    let Some(text) = text else { return Ok([usual(rules).bot; 2]) };
    let named: Vec<BotSpec> = text.split(',').map(|name| steady_bot(name.trim())).collect::<Result<_, _>>()?;
    match named[..] {
        [one] => Ok([one, one]),
        [one, two] => Ok([one, two]),
        _ => Err(Failure::bad("two bots are written BOT,BOT")),
    }
}

/// The bot of both sides; the usual player where none is named.
fn one_bot(rules: &Rules, text: Option<&str>) -> Result<BotSpec, Failure> {
    text.map_or_else(|| Ok(usual(rules).bot), |text| steady_bot(text.trim()))
}

/// A bot that answers the same on every machine.
fn steady_bot(name: &str) -> Result<BotSpec, Failure> {
    let bot = bot_named(name).map_err(Failure::bad)?;
    if bot.is_timed() {
        let message = format!("`{name}` looks at the clock, so its games could not be repeated; use ismcts:ITERATIONS");
        return Err(Failure::bad(message));
    }
    Ok(bot)
}

fn sprt(text: &str) -> Result<Stop, String> {
    if text == "none" {
        return Ok(Stop::Never);
    }
    let (lower, upper) = shares(text)?;
    Ok(Stop::Decided(Sprt { lower, upper, alpha: 0.05, beta: 0.05 }))
}

/// `45,55`, in percent.
fn shares(text: &str) -> Result<(f64, f64), String> {
    let parts: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    match parts.as_deref() {
        Some(&[low, high]) if (0.0..100.0).contains(&low) && low < high && high <= 100.0 => Ok((low / 100.0, high / 100.0)),
        _ => Err("two shares are written LOW,HIGH in percent, as in 45,55".into()),
    }
}
