//! Playing a run by others: processes on this machine or on many. They are sent chunks and send back what came of them; what is played,
//! and when enough is known, is decided here.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use playmat_wire::unhex;

use crate::chunk::{Chunk, Packer, Played, Work};
use crate::game::{PlayedGame, Series, Watch};
use crate::run::{Halt, RunContext};

/// Those who play chunks. A worker that is lost costs its chunk alone, which the crew gives to another one.
pub trait Crew: Sync {
    /// How many chunks are played at the same time.
    fn workers(&self) -> Result<usize, String>;
    /// Has a chunk played.
    fn send(&self, chunk: Chunk) -> Result<(), String>;
    /// What came back, in any order. Waits for a moment if there is nothing.
    fn take(&self) -> Result<Vec<Played>, String>;
    /// Gives up what is still being played.
    fn abandon(&self);
}

/// How many chunks wait for every worker that plays one: who has done one need not wait for the next.
const AHEAD: usize = 2;

impl RunContext<'_> {
    /// Has games played by a crew, and keeps them as they come.
    pub(crate) fn play_by(
        &mut self,
        crew: &dyn Crew,
        series: &[Series],
        games: Vec<(usize, u64)>,
        watch: Watch,
    ) -> Result<(), Halt> {
        let mut packer = Packer::new(series.iter().collect(), games, Work::watching(watch), hands(crew)?);
        let (stop, progress) = (self.stop, self.progress);
        let mut keep = |asked: &Chunk, played: Played| {
            let wanted = asked.order.parts.iter().flat_map(|part| part.asked());
            if !wanted.eq(played.games.iter().map(|game: &PlayedGame| (game.series, game.game))) {
                return Err(format!("chunk {} came back with other games than it was sent with", played.number));
            }
            let count = played.games.len() as u64;
            self.store.add(played.games)?;
            progress(count);
            Ok(())
        };
        worked(crew, &mut packer, &|| stop.load(Ordering::Relaxed), &mut keep)
    }

    /// Has the records of games made by a crew, in the order of the games.
    pub(crate) fn records_by(&self, crew: &dyn Crew, games: &[(&Series, u64)]) -> Result<Vec<Vec<u8>>, Halt> {
        let series: Vec<&Series> = games.iter().map(|(series, _)| *series).collect();
        let numbers = games.iter().enumerate().map(|(at, &(_, game))| (at, game)).collect();
        let mut packer = Packer::new(series, numbers, Work::Records, hands(crew)?);
        let ids: HashMap<(u64, u64), usize> =
            games.iter().enumerate().map(|(at, (series, game))| ((series.id, *game), at)).collect();
        let mut records = vec![Vec::new(); games.len()];
        let mut keep = |asked: &Chunk, played: Played| {
            let wanted: Vec<(u64, u64)> = asked.order.parts.iter().flat_map(|part| part.asked()).collect();
            if wanted.len() != played.records.len() {
                return Err(format!("chunk {} came back with other records than it was sent for", played.number));
            }
            for (key, text) in wanted.iter().zip(&played.records) {
                let bytes = unhex(text).ok_or_else(|| format!("a record of chunk {} cannot be read", played.number))?;
                if let Some(&at) = ids.get(key) {
                    records[at] = bytes;
                }
            }
            Ok(())
        };
        worked(crew, &mut packer, &|| self.stop.load(Ordering::Relaxed), &mut keep)?;
        Ok(records)
    }
}

/// How many play; those who have none yet are waited for with a chunk at hand.
fn hands(crew: &dyn Crew) -> Result<usize, Halt> {
    crew.workers().map(|workers| workers.max(1)).map_err(Halt::Failed)
}

/// Sends all chunks of a packer, never many at once, and hands over what comes back.
fn worked(
    crew: &dyn Crew,
    packer: &mut Packer<'_>,
    stopped: &dyn Fn() -> bool,
    keep: &mut dyn FnMut(&Chunk, Played) -> Result<(), String>,
) -> Result<(), Halt> {
    let ended = work(crew, packer, stopped, keep);
    if ended.is_err() {
        crew.abandon();
    }
    ended
}

fn work(
    crew: &dyn Crew,
    packer: &mut Packer<'_>,
    stopped: &dyn Fn() -> bool,
    keep: &mut dyn FnMut(&Chunk, Played) -> Result<(), String>,
) -> Result<(), Halt> {
    let mut under_way: HashMap<u64, Chunk> = HashMap::new();
    let mut more = true;
    while more || !under_way.is_empty() {
        if stopped() {
            return Err(Halt::Stopped);
        }
        while more && under_way.len() < AHEAD * hands(crew)? {
            match packer.next().map_err(Halt::Failed)? {
                Some(chunk) => {
                    crew.send(chunk.clone()).map_err(Halt::Failed)?;
                    under_way.insert(chunk.order.number, chunk);
                }
                None => more = false,
            }
        }
        if under_way.is_empty() {
            break;
        }
        for played in crew.take().map_err(Halt::Failed)? {
            let number = played.number;
            let asked = under_way.remove(&number);
            let asked = asked.ok_or_else(|| Halt::Failed(format!("chunk {number} came back, and was not under way")))?;
            keep(&asked, played).map_err(Halt::Failed)?;
        }
    }
    Ok(())
}
