//! `playmat bench`: the numbers of the design, measured.

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use playmat_bots::{Bot, BotSpec, Budget, Ismcts, Observation, play_random};
use playmat_cards::{CardGame, Setup, Terms};
use playmat_catalog::{Library, Origin, RuleSet, Visitor, visit, visit_games};
use playmat_chance::FastChance;
use playmat_kernel::{BySeat, Chance, Options, Silence, Table};
use playmat_replay::reason;
use playmat_wire::to_binary;
use serde::Serialize;

use crate::bulk::opening;
use crate::common::write_json;
use crate::deck::known_category;
use crate::failure::{Failure, Finished};
use crate::running::Running;
use crate::thinking::Thinking;

/// Measure random games, decisions, copies, searches, loading and records
///
/// Random games on one thread with random decks, everything included, without a listener. A decision is an answered question with
/// two or more options; the time of a whole game is divided by them. The opening, which is part of that, is also measured alone:
/// making both decks, shuffling, dealing. Copies go round a small ring of positions. The best of several rounds counts. A round
/// of games has ten parts of the same games, so that short disturbances of the machine are not measured.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  playmat bench
  playmat bench food-chain --rounds 20 --json
  playmat bench food-chain --category Fish
  playmat bench strata --thinks hard --games 100 --every 20")]
pub struct Bench {
    /// Only this game
    game: Option<String>,
    /// With decks of this category only, if the game has categories
    #[arg(long, value_name = "C", requires = "game")]
    category: Option<String>,
    /// How many rounds of about half a second
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Measure only how long this bot thinks, in the positions of games between greedy players
    #[arg(long, value_name = "BOT", requires = "game", conflicts_with_all = ["category", "rounds"])]
    thinks: Option<BotSpec>,
    /// With --thinks: in how many games
    #[arg(long, value_name = "N", default_value_t = 10, requires = "thinks")]
    games: u64,
    /// With --thinks: ask at every Nth question of a game only
    #[arg(long, value_name = "N", default_value_t = 1, requires = "thinks", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Measured {
    game: &'static str,
    games_per_s: f64,
    decisions_per_game: f64,
    ns_per_decision: f64,
    opening_ns: f64,
    copy_ns: f64,
    search_per_s: f64,
    state_bytes: usize,
    load_ms: f64,
    replay_bytes: usize,
}

const SEED: u64 = 1;
/// The time of one part of a round of games, and how many parts a round has.
const PART: Duration = Duration::from_millis(50);
const PARTS: u64 = 10;
/// Positions on the ring: together they fit into the nearest caches.
const RING: usize = 16;
const COPIES: u32 = 2_000_000;
const OPENINGS: u64 = 20_000;
/// Worlds of one search.
const WORLDS: u32 = 500;

impl Bench {
    /// Runs the command.
    pub fn run(self, out: &mut dyn Write) -> Result<Finished, Failure> {
        if let (Some(game), Some(bot)) = (&self.game, self.thinks) {
            return visit(game, Thinking { bot, games: self.games, every: self.every, json: self.json, out })?;
        }
        let measure = Measure { rounds: self.rounds, category: self.category };
        let all = match &self.game {
            Some(game) => vec![visit(game, measure)?],
            None => visit_games(measure),
        };
        let all = all.into_iter().collect::<Result<Vec<_>, _>>()?;
        if self.json {
            write_json(out, &all)?
        } else {
            table(out, &all)?
        }
        Ok(Finished::Well)
    }
}

#[derive(Clone)]
struct Measure {
    rounds: u32,
    category: Option<String>,
}

impl Visitor for Measure {
    type Out = Result<Measured, Failure>;

    fn visit<G: CardGame>(self) -> Self::Out {
        let library = crate::common::library::<G>(None)?;
        let rules = library.rules(&Terms::default()).map_err(Failure::Failed)?;
        let category = self.category.map(|wanted| known_category(G::cards(&rules.rules), &wanted)).transpose()?;
        let category = category.as_deref();
        let (games_per_s, decisions_per_game, ns_per_decision) = games::<G>(&rules.rules, category, self.rounds);
        Ok(Measured {
            game: G::NAME,
            games_per_s,
            decisions_per_game,
            ns_per_decision,
            opening_ns: openings::<G>(&rules.rules, category, self.rounds),
            copy_ns: copies::<G>(&rules.rules, category, self.rounds),
            search_per_s: searches::<G>(&rules.rules, category, self.rounds),
            state_bytes: size_of::<G::Position>(),
            load_ms: load::<G>(self.rounds),
            replay_bytes: replay_bytes::<G>(&rules)?,
        })
    }
}

/// Games a second, decisions a game, nanoseconds a decision, in the best part of all rounds. Every part plays the same games.
fn games<G: CardGame>(rules: &G::Rules, category: Option<&str>, rounds: u32) -> (f64, f64, f64) {
    let mut options = Options::new();
    let mut one = |index| {
        let (mut table, mut chance) = opening::<G, _>(rules, category, (SEED, index), &mut Silence);
        u64::from(black_box(play_random(rules, &mut table, &mut chance, &mut options, &mut Silence)).decisions)
    };
    let warm = Instant::now();
    let mut count = 0;
    while warm.elapsed() < PART {
        one(count);
        count += 1;
    }
    let mut decisions = 0;
    let best = (0..u64::from(rounds) * PARTS)
        .map(|_| {
            let started = Instant::now();
            decisions = (0..count).map(&mut one).sum::<u64>();
            started.elapsed()
        })
        .min()
        .unwrap_or_default();
    let seconds = best.as_secs_f64();
    (
        (count as f64 / seconds).round(),
        rounded(decisions as f64 / count as f64),
        rounded(best.as_nanos() as f64 / decisions.max(1) as f64),
    )
}

/// Nanoseconds from the setup to the first question, in the best round.
fn openings<G: CardGame>(rules: &G::Rules, category: Option<&str>, rounds: u32) -> f64 {
    let nanos = (0..rounds).map(|_| {
        let started = Instant::now();
        for index in 0..OPENINGS {
            black_box(opening::<G, _>(rules, category, (SEED, index), &mut Silence));
        }
        started.elapsed().as_nanos()
    });
    rounded(nanos.min().unwrap_or_default() as f64 / OPENINGS as f64)
}

/// Nanoseconds for one copy of a position, in the best round.
fn copies<G: CardGame>(rules: &G::Rules, category: Option<&str>, rounds: u32) -> f64 {
    let mut chance = FastChance::nth(SEED, 0);
    let from: Vec<G::Position> = (0..RING as u64).map(|index| midgame::<G>(rules, category, index, &mut chance)).collect();
    let mut to = from.clone();
    let nanos = (0..rounds).map(|_| {
        let started = Instant::now();
        for copy in 0..COPIES as usize {
            to[copy % RING].clone_from(black_box(&from[(copy + 5) % RING]));
            black_box(&to[copy % RING]);
        }
        started.elapsed().as_nanos()
    });
    rounded(nanos.min().unwrap_or_default() as f64 / f64::from(COPIES))
}

/// Worlds a second of a search on one thread, in the best round; every round searches the same positions.
fn searches<G: CardGame>(rules: &G::Rules, category: Option<&str>, rounds: u32) -> f64 {
    let mut chance = FastChance::nth(SEED, 1);
    let tables: Vec<Table<G>> = (0..2 * RING as u64)
        .map(|index| Table::start(rules, midgame::<G>(rules, category, index, &mut chance), &mut chance.clone(), &mut Silence))
        .collect();
    let mut options = Options::new();
    let mut once = || {
        let (mut worlds, started) = (0, Instant::now());
        for table in &tables {
            table.options(rules, &mut options);
            if let Some(observation) = Observation::of(rules, table, &options) {
                let mut search = Ismcts::new(SEED, Budget::iterations(WORLDS));
                black_box(search.pick(&observation));
                worlds += search.worlds();
            }
        }
        worlds as f64 / started.elapsed().as_secs_f64()
    };
    (0..rounds).map(|_| once()).fold(0.0, f64::max).round()
}

/// A position after some random answers.
fn midgame<G: CardGame>(rules: &G::Rules, category: Option<&str>, index: u64, chance: &mut FastChance) -> G::Position {
    let (mut table, _) = opening::<G, _>(rules, category, (SEED, index), &mut Silence);
    let mut options = Options::new();
    for _ in 0..40 {
        table.options(rules, &mut options);
        if options.is_empty() {
            break;
        }
        let pick = chance.one_of(options.len() as u32) as usize;
        table.take(rules, options[pick], chance, &mut Silence);
    }
    table.position().clone()
}

/// Milliseconds to read, check and compile all shipped cards, in the best round.
fn load<G: CardGame>(rounds: u32) -> f64 {
    let once = || {
        let started = Instant::now();
        let library = Library::<G>::load(&Origin::Shipped);
        black_box(library.map(|library| library.rules(&Terms::default())).is_ok());
        started.elapsed()
    };
    rounded((0..rounds).map(|_| once()).min().unwrap_or_default().as_secs_f64() * 1e3)
}

/// The size of the record of a random game; the median of some.
fn replay_bytes<G: CardGame>(rules: &std::sync::Arc<RuleSet<G>>) -> Result<usize, Failure> {
    let size = |index| {
        let mut chance = FastChance::nth(SEED, index);
        let decks = BySeat::from_fn(|_| G::random_deck(&rules.rules, None, &mut chance));
        let setup = Setup { decks, first: None, unshuffled: false };
        let players = BySeat::new("Player 1".to_owned(), "Player 2".to_owned());
        let opening = playmat_replay::opening(&**rules, setup, index.into(), players);
        let broken = |broken| Failure::Failed(reason(&broken));
        let mut running = Running::<G>::replay(rules.clone(), opening.record(rules.fingerprint)).map_err(broken)?;
        while running.decision().is_some() {
            let pick = chance.one_of(running.options().len() as u32) as usize;
            running.answer(pick).map_err(broken)?;
        }
        Ok(to_binary(running.record()).len())
    };
    let mut sizes = (0..51).map(size).collect::<Result<Vec<usize>, Failure>>()?;
    sizes.sort_unstable();
    Ok(sizes[sizes.len() / 2])
}

fn table(out: &mut dyn Write, all: &[Measured]) -> Result<(), Failure> {
    type Row = (&'static str, fn(&Measured) -> String);
    let rows: [Row; 9] = [
        ("random games/s, one core", |m| format!("{:.0}", m.games_per_s)),
        ("decisions per game", |m| format!("{:.1}", m.decisions_per_game)),
        ("ns per decision", |m| format!("{:.1}", m.ns_per_decision)),
        ("opening of a game, ns", |m| format!("{:.0}", m.opening_ns)),
        ("copy of a position, ns", |m| format!("{:.1}", m.copy_ns)),
        ("worlds searched/s, one core", |m| format!("{:.0}", m.search_per_s)),
        ("bytes of a position", |m| m.state_bytes.to_string()),
        ("load, check, compile, ms", |m| format!("{:.2}", m.load_ms)),
        ("bytes of a record", |m| m.replay_bytes.to_string()),
    ];
    write!(out, "{:28}", "")?;
    all.iter().try_for_each(|measured| write!(out, "{:>14}", measured.game))?;
    writeln!(out)?;
    for (name, value) in rows {
        write!(out, "{name:28}")?;
        all.iter().try_for_each(|measured| write!(out, "{:>14}", value(measured)))?;
        writeln!(out)?;
    }
    Ok(())
}

/// More digits would be noise.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
