//! What comes of a run: a page for people, JSON and raw games for programs, a few lines for the terminal.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use playmat_cards::CardGame;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::game::{PlayedGame, Series};
use crate::page::{Page, percent};
use crate::plots;
use crate::raw::{self, Row};
use crate::stats::{Estimate, Sums, Tally};

/// The files of a report, in the folder of its run.
pub const PAGE: &str = "report.html";
/// See [`PAGE`].
pub const JSON: &str = "report.json";
/// See [`PAGE`].
pub const RAW: &str = "games.parquet";

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
}

impl Report {
    /// The report of a plan whose games were measured, of which nothing was demanded.
    pub fn new(page: Page, plan: Map<String, Value>, measured: &impl Serialize, lines: Vec<String>) -> Self {
        let json = json!({ "plan": plan, "measured": measured });
        Report { page: page.finish(crate::MADE_BY), json, lines, holds: true }
    }

    /// Writes the page and the numbers down.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            fs::write(&path, text).map_err(|error| format!("{} cannot be written: {error}", path.display()))
        };
        write(PAGE, &self.page)?;
        write(JSON, &format!("{:#}\n", self.json))
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
        let (mut turns, mut decisions) = (Sums::default(), Sums::default());
        let mut lengths: BTreeMap<u32, u64> = BTreeMap::new();
        for game in games {
            first.add(if game.a_first { game.halves } else { 2 - game.halves });
            draws.add(2 * u8::from(game.halves == 1));
            turns.add(f64::from(game.turns));
            decisions.add(f64::from(game.decisions));
            *lengths.entry(game.turns).or_default() += 1;
        }
        Overview {
            games: first.games(),
            first_player: first.estimate(),
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

/// Writes the raw games of some series, each with the name of its arm, down as Parquet.
pub fn write_raw<'a, G: CardGame>(
    folder: &Path,
    games: impl Iterator<Item = (&'a str, &'a Series<G>, Vec<&'a PlayedGame>)>,
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
    raw::write(&folder.join(RAW), &rows)
}

/// The first line of a run's file of games: everything that its games depend on.
pub fn plan(command: &str, game: &str, parts: impl IntoIterator<Item = (&'static str, Value)>) -> Map<String, Value> {
    let head = [("lab", Value::from(command)), ("game", Value::from(game)), ("version", Value::from(1))];
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
