//! Playing what is not played yet, on all threads.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use playmat_bots::BotSpec;

use crate::crew::Crew;
use crate::game::{PlayedGame, Series, Watch, play};
use crate::opinion::Second;
use crate::report::Report;
use crate::store::Store;

/// What a run needs beside its plan.
pub struct RunContext<'a> {
    /// How many threads.
    pub threads: usize,
    /// Who plays instead of these threads, if somebody does.
    pub crew: Option<&'a dyn Crew>,
    /// Set from outside when the run is to end early.
    pub stop: &'a AtomicBool,
    /// Told how many games there will be, as far as is known.
    pub expect: &'a (dyn Fn(u64) + Sync),
    /// Told how many more are done.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Where finished games are kept.
    pub store: Store,
    /// Who plays a part of the games again, if somebody does.
    pub second: Option<Second>,
}

/// Why a run did not come to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It was told to stop; everything finished is kept.
    Stopped,
    /// Something went wrong.
    Failed(String),
}

impl RunContext<'_> {
    /// Plays the first `games` games of every series, but for those that are kept already, in rounds over the series. What comes
    /// of it does not depend on the threads or on what was kept.
    pub fn play(&mut self, series: &[Series], games: u64, watch: Watch) -> Result<(), Halt> {
        // What is measured must be what was asked for: nothing plays in the place of a bot that cannot.
        if let Some(sentence) = series.iter().find_map(Series::unable) {
            return Err(Halt::Failed(sentence));
        }
        let all = (0..games).flat_map(|game| (0..series.len()).map(move |place| (place, game)));
        let missing: Vec<(usize, u64)> = all.filter(|&(place, game)| !self.store.has(series[place].id, game)).collect();
        let kept = series.iter().map(|one| self.store.count_kept(one.id, games)).sum();
        (self.progress)(kept);
        if let Some(crew) = self.crew {
            return self.play_by(crew, series, missing, watch);
        }
        let quick = |series: &Series| series.sides.iter().all(|side| matches!(side.bot, BotSpec::Random | BotSpec::Greedy));
        // Enough at a time that keeping them costs nothing, and few enough that little is lost.
        let batch = if series.iter().all(quick) { 64 } else { 1 };
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let stop = self.stop;
        let store = Mutex::new((&mut self.store, None));
        let progress = self.progress;
        let work = || {
            while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                let from = next.fetch_add(batch, Ordering::Relaxed).min(missing.len());
                let to = (from + batch).min(missing.len());
                if from == to {
                    break;
                }
                let mut played: Vec<PlayedGame> = Vec::with_capacity(to - from);
                for &(place, game) in &missing[from..to] {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    played.push(play(&series[place], game, watch));
                }
                let count = played.len() as u64;
                let mut kept = store.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if let Err(error) = kept.0.add(played) {
                    kept.1 = Some(error);
                    failed.store(true, Ordering::Relaxed);
                }
                drop(kept);
                progress(count);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.max(1) {
                scope.spawn(work);
            }
            work();
        });
        let failure = store.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1;
        match failure {
            Some(error) => Err(Halt::Failed(error)),
            None if stop.load(Ordering::Relaxed) => Err(Halt::Stopped),
            None => Ok(()),
        }
    }

    /// Writes the report of a run down, and puts its games in order: the folder is the same whoever played them and however often they
    /// were interrupted.
    pub fn write(&mut self, report: &Report, folder: &Path) -> Result<(), String> {
        self.store.put_in_order(folder)?;
        report.write(folder)
    }

    /// Who is asked for a second opinion plays no more games than these.
    pub fn ask_at_most(&mut self, games: u64) {
        if let Some(second) = &mut self.second {
            second.most = second.most.min(games);
        }
    }

    /// The first games of several series.
    pub fn all_games<'b>(&'b self, series: &[Series], games: u64) -> Vec<Vec<&'b PlayedGame>> {
        series.iter().map(|one| self.games(one, games).collect()).collect()
    }

    /// The first games of a series, in their order.
    pub fn games<'b>(&'b self, series: &Series, games: u64) -> impl Iterator<Item = &'b PlayedGame> {
        self.store.first(series.id, games)
    }
}
