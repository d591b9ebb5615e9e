//! The simulated log: what is in it survives everything.

use std::collections::BTreeMap;

use playmat_kernel::{MatchId, Seat};
use playmat_room::{Loaded, LoggedMatch, Play, TableData, Write};
use playmat_wire::entry_from_bytes;
use playmat_wire::messages::ServerMessage;
use playmat_wire::tables::Stage;

use super::host::games;

#[derive(Default)]
pub struct Log {
    tables: BTreeMap<String, Vec<u8>>,
    matches: BTreeMap<MatchId, Kept>,
    /// The matches that were ever about to begin, and whether their promises were sealed.
    promised: BTreeMap<MatchId, bool>,
}

/// A match of the log.
pub struct Kept {
    logged: LoggedMatch,
    /// The same match, played by nobody but the log.
    pub shadow: Box<dyn Play>,
    finished: bool,
}

impl Log {
    /// Writes all, in order. An error is a fork: a place that is written twice, or something that follows from nothing.
    pub fn append(&mut self, writes: Vec<Write>) -> Result<(), String> {
        for write in writes {
            match write {
                Write::Table { code, data } => {
                    let table = table(&data);
                    if let Some((id, dealing)) = table.dealing.and_then(|dealing| Some((MatchId(dealing.game_match?), dealing)))
                    {
                        *self.promised.entry(id).or_default() |= dealing.sealed;
                    }
                    self.tables.insert(code, data);
                }
                Write::CloseTable { code } => drop(self.tables.remove(&code)),
                Write::Match { id, opening } => {
                    let logged = LoggedMatch { opening, entries: vec![] };
                    let shadow = logged.load(games()).map_err(|lost| format!("{id} cannot be played: {lost}"))?.play;
                    if self.matches.insert(id, Kept { logged, shadow, finished: false }).is_some() {
                        return Err(format!("{id} begins twice"));
                    }
                }
                Write::Entry { id, place, entry, note } => {
                    let kept = self.matches.get_mut(&id).ok_or_else(|| format!("an entry of {id}, which has not begun"))?;
                    let made = kept.shadow.record().entries.len();
                    if made != place as usize {
                        return Err(format!("place {place} of {id} is written after {made} entries"));
                    }
                    let made = entry_from_bytes(&entry).map_err(|error| error.to_string())?;
                    kept.shadow.propose(made).map_err(|refused| format!("{made:?} in {id} is refused: {refused:?}"))?;
                    kept.shadow.accept();
                    kept.shadow.settle();
                    kept.logged.entries.push((entry, note));
                }
                Write::Finished(finished) => {
                    let kept = self.matches.get_mut(&finished.id).ok_or("a match is over that has not begun")?;
                    let winner = kept.shadow.outcome().ok_or("a match counts as over that is not")?.winner();
                    if std::mem::replace(&mut kept.finished, true) || winner != finished.winner {
                        return Err(format!("{} is over twice, or with another winner", finished.id));
                    }
                }
            }
        }
        Ok(())
    }

    /// A table; none if it was closed.
    pub fn table(&self, code: &str) -> Option<TableData> {
        self.tables.get(code).map(|data| table(data))
    }

    /// The match of a table.
    pub fn load(&self, data: &TableData) -> Option<Loaded> {
        let kept = self.matches.get(&data.match_id()?)?;
        Some(kept.logged.load(games()).expect("what was written can be played"))
    }

    pub fn of(&self, id: MatchId) -> Option<&Kept> {
        self.matches.get(&id)
    }

    /// How many matches are over; an error if one is over that is not in the history, or the other way round.
    pub fn finished(&self) -> Result<usize, String> {
        let lost = self.matches.iter().find(|(_, kept)| kept.finished != kept.shadow.outcome().is_some());
        match lost {
            Some((id, kept)) => Err(format!("{id} is in the history: {}, is over: {:?}", kept.finished, kept.shadow.outcome())),
            None => Ok(self.matches.values().filter(|kept| kept.finished).count()),
        }
    }

    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// Whether the log holds what a message tells.
    pub fn holds(&self, message: &ServerMessage) -> Result<(), String> {
        let known = |game_match: &str| {
            let id = MatchId::parse(game_match).ok_or("a message about no match")?;
            self.matches.get(&id).ok_or_else(|| format!("{id} is told, and the log does not have it"))
        };
        match message {
            ServerMessage::Update(update) => {
                let kept = known(&update.game_match)?;
                up_to(kept, update.to, update.state.over.is_some())
            }
            ServerMessage::Full(full) => up_to(known(&full.game_match)?, full.number, full.state.over.is_some()),
            ServerMessage::Commitment { game_match, .. } => self.promises(game_match, false),
            ServerMessage::Sealed { game_match, .. } => self.promises(game_match, true),
            ServerMessage::Table { table } | ServerMessage::Welcome { table, .. } => match &table.game_match {
                Some(id) if table.stage == Stage::Over => up_to(known(id)?, 0, true),
                Some(id) => known(id).map(drop),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Whether this match was promised, or all promises for it were sealed.
    fn promises(&self, game_match: &str, sealed: bool) -> Result<(), String> {
        let kept = MatchId::parse(game_match).and_then(|id| self.promised.get(&id));
        match kept.is_some_and(|&kept| kept >= sealed) {
            true => Ok(()),
            false => Err(format!("a promise for {game_match} is told, and the log does not have it")),
        }
    }
}

fn table(data: &[u8]) -> TableData {
    serde_json::from_slice(data).expect("what was written can be read")
}

/// Whether a match has got so far.
fn up_to(kept: &Kept, number: u32, over: bool) -> Result<(), String> {
    match () {
        () if number > kept.shadow.number() => {
            Err(format!("event {number} is told, and the log has {} events", kept.shadow.number()))
        }
        () if over && kept.shadow.outcome().is_none() => Err("the end is told, and the log does not have it".into()),
        () => Ok(()),
    }
}

/// Everything that a match shows to its players.
pub fn seen(play: &dyn Play) -> Vec<String> {
    use playmat_wire::messages::Viewer;
    let entries = play.record().entries.len();
    let views = [Viewer::P1, Viewer::P2, Viewer::Public].map(|viewer| format!("{:?}", play.whole(viewer, entries)));
    let asked = format!("{:?} {:?} {:?}", play.question(), play.undo(Seat::One), play.undo(Seat::Two));
    views.into_iter().chain([asked]).collect()
}
