//! `playmat simulate`: games in bulk.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use playmat_bots::BotSpec;
use playmat_cards::CardGame;
use playmat_catalog::{Visitor, visit};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Seat};
use serde::Serialize;

use crate::bulk::{Plan, Totals, play_all};
use crate::common::{RuleArgs, any_seed, bot_named, must_have_model, write_json};
use crate::failure::{Failure, Finished};

/// Play many games and count how they end
///
/// The digest is a hash over all games; it is the same for the same seed, whatever the number of threads. Only bots that look at
/// the clock (ismcts:1s, hard) play differently every time.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat simulate food-chain --games 100000 --seed 1
  playmat simulate food-chain --games 1000 --bots greedy,random --edition rulebook
  playmat simulate skirmish --games 20 --bots ismcts:500,greedy
  playmat simulate food-chain --games 1000 --seed 1 --json")]
pub struct Simulate {
    /// The game
    game: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The seed of the series [default: any]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// How many threads [default: all cores]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Two bots: random, greedy, ismcts, ismcts:ITERATIONS, easy, normal, hard
    #[arg(long, value_name = "BOT,BOT", default_value = "random,random", value_parser = bots)]
    bots: Bots,
    #[command(flatten)]
    rules: RuleArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The bots of both seats.
#[derive(Clone, Debug)]
struct Bots(BySeat<BotSpec>);

#[derive(Serialize)]
struct Report {
    game: &'static str,
    seed: u64,
    games: u64,
    wins: [u64; 2],
    draws: u64,
    turns: u64,
    decisions: u64,
    games_per_s: f64,
    digest: String,
}

impl Simulate {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        visit(&self.game.clone(), Run { simulate: self, out })?
    }
}

struct Run<'a> {
    simulate: Simulate,
    out: &'a mut dyn Write,
}

impl Visitor for Run<'_> {
    type Out = Result<Finished, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let Run { simulate, out } = self;
        let rules = simulate.rules.rules(G::NAME)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let plan = Plan {
            games: simulate.games,
            seed: simulate.seed.unwrap_or_else(any_seed),
            threads: simulate.threads.map_or(cores, usize::from),
            bots: simulate.bots.0,
        };
        rules.random_deck(None, &mut FastChance::new(plan.seed)).map_err(Failure::bad)?;
        must_have_model(&rules, Seat::BOTH.map(|seat| plan.bots[seat]))?;
        let bar = progress_bar(plan.games);
        let started = Instant::now();
        let totals = play_all::<G>(rules.of(), &plan, &|done| bar.inc(done));
        let seconds = started.elapsed().as_secs_f64();
        bar.finish_and_clear();
        let report = report(G::NAME, plan.seed, &totals, seconds);
        if simulate.json {
            write_json(out, &report)?
        } else {
            tell(out, &report)?
        }
        Ok(Finished::Well)
    }
}

/// A bar on standard error, drawn on a terminal only.
pub fn progress_bar(games: u64) -> ProgressBar {
    let rate = |state: &ProgressState, text: &mut dyn std::fmt::Write| _ = write!(text, "{:.0} games/s", state.per_sec());
    let style = ProgressStyle::with_template("{bar:40} {human_pos}/{human_len}  {rate}  {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("rate", rate))
}

fn report(game: &'static str, seed: u64, totals: &Totals, seconds: f64) -> Report {
    Report {
        game,
        seed,
        games: totals.games,
        wins: Seat::BOTH.map(|seat| totals.wins[seat]),
        draws: totals.draws,
        turns: totals.turns,
        decisions: totals.decisions,
        games_per_s: (totals.games as f64 / seconds.max(1e-9)).round(),
        digest: format!("{:016x}", totals.digest),
    }
}

fn tell(out: &mut dyn Write, report: &Report) -> Result<(), Failure> {
    let share = |count: u64| 100.0 * count as f64 / report.games.max(1) as f64;
    let each = |count: u64| count as f64 / report.games.max(1) as f64;
    let [one, two] = report.wins;
    writeln!(out, "{} games of {}, seed {}", report.games, report.game, report.seed)?;
    writeln!(out, "wins       p1 {one} ({:.1} %), p2 {two} ({:.1} %)", share(one), share(two))?;
    writeln!(out, "draws      {} ({:.1} %)", report.draws, share(report.draws))?;
    writeln!(out, "turns      {} ({:.1} per game)", report.turns, each(report.turns))?;
    writeln!(out, "decisions  {} ({:.1} per game)", report.decisions, each(report.decisions))?;
    writeln!(out, "games/s    {:.0}", report.games_per_s)?;
    writeln!(out, "digest     {}", report.digest)?;
    Ok(())
}

fn bots(text: &str) -> Result<Bots, String> {
    match text.split(',').map(str::trim).collect::<Vec<_>>()[..] {
        [one, two] => Ok(Bots(BySeat::new(bot_named(one)?, bot_named(two)?))),
        _ => Err("two bots are written BOT,BOT".into()),
    }
}
