//! Sample matches: from a number of a report to records that the replay viewer opens.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use playmat_wire::to_binary;

use crate::game::{PlayedGame, Series, record};
use crate::page::Link;
use crate::report::Files;
use crate::run::{Halt, RunContext};

/// The folder of the records, in the folder of a run.
pub const SAMPLES: &str = "samples";

/// The records that a report leads to.
pub struct Samples<'a> {
    wanted: Vec<(String, &'a Series, u64)>,
}

impl<'a> Samples<'a> {
    /// None yet.
    pub fn new() -> Self {
        Samples { wanted: Vec::new() }
    }

    /// A link to this game of a series. `name` tells the series from the others of the report.
    pub fn link(&mut self, series: &'a Series, name: &str, game: &PlayedGame, says: &str) -> Link {
        let same = |known: &&(String, &Series, u64)| known.1.id == series.id && known.2 == game.game;
        let file = match self.wanted.iter().find(same) {
            Some((known, ..)) => known.clone(),
            None => {
                // Two decks may have the same name.
                let free = |file: &String| !self.wanted.iter().any(|(known, ..)| known == file);
                let stem = format!("{SAMPLES}/{}-{}", slug(name), game.game + 1);
                let numbered = (2..).map(|number| format!("{stem}-{number}.record"));
                let file = std::iter::once(format!("{stem}.record")).chain(numbered).find(free).unwrap_or_default();
                self.wanted.push((file.clone(), series, game.game));
                file
            }
        };
        Link { text: says.to_owned(), file }
    }

    /// A usual win and a usual loss of one side: of a length in the middle of all those.
    pub fn won_and_lost(&mut self, series: &'a Series, name: &str, games: &[&PlayedGame], side: usize) -> Vec<Link> {
        let halves = |game: &PlayedGame| if side == 0 { game.halves } else { 2 - game.halves };
        let kinds = [(2, "won"), (0, "lost")];
        let of_kind = |(kind, says)| Some((middle(games.iter().copied().filter(|game| halves(game) == kind))?, says));
        kinds.into_iter().filter_map(of_kind).map(|(game, says)| self.link(series, name, game, says)).collect()
    }

    /// The files of the records, with their contents, made by those who play the run.
    pub fn files(self, context: &RunContext<'_>) -> Result<Files, Halt> {
        let records = match context.crew {
            Some(crew) => {
                let games: Vec<(&Series, u64)> = self.wanted.iter().map(|(_, series, game)| (*series, *game)).collect();
                context.records_by(crew, &games)?
            }
            None => self.made_here(context.threads),
        };
        Ok(self.wanted.into_iter().map(|(name, ..)| name).zip(records).collect())
    }

    fn made_here(&self, threads: usize) -> Vec<Vec<u8>> {
        let next = AtomicUsize::new(0);
        let files = Mutex::new(vec![Vec::new(); self.wanted.len()]);
        let work = || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((_, series, game)) = self.wanted.get(at) else { break };
                let bytes = to_binary(&record(series, *game));
                files.lock().unwrap_or_else(std::sync::PoisonError::into_inner)[at] = bytes;
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.max(1) {
                scope.spawn(work);
            }
            work();
        });
        files.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Default for Samples<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// The game whose number of turns is in the middle; the first of several.
pub fn middle<'a>(games: impl Iterator<Item = &'a PlayedGame>) -> Option<&'a PlayedGame> {
    let mut all: Vec<&PlayedGame> = games.collect();
    all.sort_by_key(|game| (game.turns, game.game));
    let turns = all.get(all.len() / 2)?.turns;
    all.into_iter().find(|game| game.turns == turns)
}

/// A name as part of a file's name.
fn slug(name: &str) -> String {
    let kept: String = name.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    kept.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
