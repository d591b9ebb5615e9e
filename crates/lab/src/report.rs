//! What comes of a run: a page for people, JSON and raw games for programs, a few lines for the terminal.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::game::{PlayedGame, Series};
use crate::page::{Page, percent};
use crate::plots;
use crate::raw::{self, Row};
use crate::run::{Halt, RunContext};
use crate::samples::{SAMPLES, Samples};
use crate::stats::{Estimate, Sums, Tally, wilson};

/// The files of a report, in the folder of its run.
pub const PAGE: &str = "report.html";
/// See [`PAGE`].
pub const JSON: &str = "report.json";
/// See [`PAGE`].
pub const RAW: &str = "games.parquet";
/// See [`PAGE`].
pub const CSV: &str = "games.csv";

/// A finished report.
pub struct Report {
    /// The page.
    pub page: String,
    /// The numbers.
    pub json: Value,
    /// What the terminal shows.
    pub lines: Vec<String>,
    /// Whether what was demanded of the measured holds; true where nothing was.
    pub holds: bool,
    /// Files beside the page: sample records, and the cards that they need.
    pub files: Files,
}

/// Files with their names in the folder of a run.
pub type Files = Vec<(String, Vec<u8>)>;

impl Report {
    /// The report of a plan whose games were measured, of which nothing was demanded.
    pub fn new(page: Page, plan: Map<String, Value>, measured: &impl Serialize, lines: Vec<String>) -> Self {
        let json = json!({ "plan": plan, "measured": measured });
        Report { page: page.finish(crate::MADE_BY), json, lines, holds: true, files: Vec::new() }
    }

    /// The same with the matches that it leads to.
    pub fn with(mut self, samples: Samples<'_>, context: &RunContext<'_>) -> Result<Self, Halt> {
        self.files.extend(samples.files(context)?);
        Ok(self)
    }

    /// Writes the page, the numbers and the records down. Records of an earlier report are removed.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let samples = folder.join(SAMPLES);
        let unusable = |path: &Path, error: std::io::Error| format!("{} cannot be written: {error}", path.display());
        if samples.is_dir() {
            fs::remove_dir_all(&samples).map_err(|error| unusable(&samples, error))?;
        }
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.join(name);
            let made = path.parent().map_or(Ok(()), fs::create_dir_all);
            made.and_then(|()| fs::write(&path, bytes)).map_err(|error| unusable(&path, error))
        };
        self.files.iter().try_for_each(|(name, bytes)| write(name, bytes))?;
        write(PAGE, self.page.as_bytes())?;
        write(JSON, format!("{:#}\n", self.json).as_bytes())
    }
}

/// What every report says of all its games together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Overview {
    /// How many games were played.
    pub games: u64,
    /// The score of whoever made the first move.
    pub first_player: Estimate,
    /// The share that nobody won.
    pub draws: Estimate,
    /// Turns begun in a game.
    pub turns: Estimate,
    /// Answered questions with two or more options in a game.
    pub decisions: Estimate,
    /// How many games had so many turns.
    pub lengths: Vec<(u32, u64)>,
}

impl Overview {
    /// Of these games.
    pub fn of<'a>(games: impl Iterator<Item = &'a PlayedGame>) -> Self {
        let (mut first, mut draws) = (Tally::default(), Tally::default());
        let (mut pairs, mut before): (Sums, Option<(u64, u64, f64)>) = (Sums::default(), None);
        let (mut turns, mut decisions) = (Sums::default(), Sums::default());
        let mut lengths: BTreeMap<u32, u64> = BTreeMap::new();
        for game in games {
            let halves = if game.a_first { game.halves } else { 2 - game.halves };
            first.add(halves);
            // Two games with the same luck are one pair, and who moves first has the same luck in both.
            let score = f64::from(halves) / 2.0;
            match before.take() {
                Some((series, pair, other)) if (series, pair) == (game.series, game.game / 2) => {
                    pairs.add((score + other) / 2.0)
                }
                _ => before = Some((game.series, game.game / 2, score)),
            }
            draws.add(2 * u8::from(game.halves == 1));
            turns.add(f64::from(game.turns));
            decisions.add(f64::from(game.decisions));
            *lengths.entry(game.turns).or_default() += 1;
        }
        Overview {
            games: first.games(),
            first_player: worth(&first, &pairs),
            draws: draws.estimate(),
            turns: turns.estimate(),
            decisions: decisions.estimate(),
            lengths: lengths.into_iter().collect(),
        }
    }

    /// The numbers to be seen first.
    pub fn tiles(&self) -> Vec<(String, &'static str)> {
        vec![
            (grouped(self.games), "games"),
            (format!("{:.1} %", 100.0 * self.first_player.value), "score of who moves first"),
            (format!("{:.1}", self.turns.value), "turns in a game"),
            (format!("{:.1} %", 100.0 * self.draws.value), "draws"),
        ]
    }

    /// How long games are, and what moving first is worth.
    pub fn sections(&self, page: &mut Page) {
        page.section("Who moves first", &self.first_sentence());
        page.section(
            "How long games are",
            &format!(
                "A game has {:.1} turns on average (both players' turns together), and {:.0} decisions.",
                self.turns.value, self.decisions.value
            ),
        );
        page.plot(&plots::histogram(&self.lengths, "turns in a game"));
    }

    fn first_sentence(&self) -> String {
        let says = match (self.first_player.low > 0.5, self.first_player.high < 0.5) {
            (true, _) => "Moving first is an advantage",
            (_, true) => "Moving first is a disadvantage",
            _ => "Whether one moves first or second makes no difference that these games could show",
        };
        format!("{says}: whoever made the first move scored {}.", percent(&self.first_player))
    }
}

/// The estimate of a share whose games come in pairs that may go alike: with as many games as the pairs are worth.
fn worth(games: &Tally, pairs: &Sums) -> Estimate {
    let alike = if games.variance() > 0.0 { 2.0 * pairs.variance() / games.variance() } else { 1.0 };
    let worth = (games.games() as f64 / alike.max(1.0)).round() as u64;
    Estimate { games: games.games(), ..wilson(games.score(), worth.max(1)) }
}

/// Writes the raw games of some series, each with the name of its arm, down as Parquet and CSV.
pub fn write_raw<'a>(
    folder: &Path,
    games: impl Iterator<Item = (&'a str, &'a Series, Vec<&'a PlayedGame>)>,
) -> Result<(), String> {
    let all: Vec<_> = games.collect();
    let bots: Vec<[String; 2]> =
        all.iter().map(|(_, series, _)| [0, 1].map(|side| series.sides[side].bot.to_string())).collect();
    let mut rows = Vec::new();
    for ((arm, series, played), bots) in all.iter().zip(&bots) {
        for one in played {
            let deck = |side: usize| series.sides[side].brings.get(one.decks[side] as usize).map_or("?", |bring| bring.name());
            rows.push(Row { arm, bots: [&bots[0], &bots[1]], decks: [deck(0), deck(1)], played: one });
        }
    }
    raw::write(&folder.join(RAW), &rows)?;
    raw::write_csv(&folder.join(CSV), &rows)
}

/// Raised whenever the same plan leads to other games.
const PLAN_VERSION: u32 = 3;

/// The first line of a run's file of games: everything that its games depend on.
pub fn plan(command: &str, game: &str, parts: impl IntoIterator<Item = (&'static str, Value)>) -> Map<String, Value> {
    let head = [("lab", Value::from(command)), ("game", Value::from(game)), ("version", Value::from(PLAN_VERSION))];
    head.into_iter().chain(parts).map(|(key, value)| (key.to_owned(), value)).collect()
}

/// `12,345`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
