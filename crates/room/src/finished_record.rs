//! Finished matches, from their records: what is shown of them, and what can be made of them.

use playmat_catalog::Rules;
use playmat_kernel::{BySeat, Record, Seat};
use playmat_replay::{Trust, replays};
use playmat_wire::messages::PROTOCOL_VERSION;
use playmat_wire::replays::{BugReport, Forecast, Replay, Verification};
use playmat_wire::{Opening, Readable, Stored};

use crate::play::{Play, replay};
use crate::{Code, Games, Report, RoomError};

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A finished match of any game. It tells everything, because its record is public to whoever may read it.
pub struct FinishedRecord {
    pub(crate) rules: Rules,
    pub(crate) record: Record<Opening>,
}

impl FinishedRecord {
    /// How it was set up.
    pub fn opening(&self) -> &Opening {
        &self.record.setup
    }

    /// How many entries it has.
    pub fn entries(&self) -> usize {
        self.record.entries.len()
    }

    /// Every position, for both seats.
    pub fn full_replay(&self, trust: &Trust) -> Replay {
        replays(&self.rules).full_replay(&self.record, trust)
    }

    /// Who was going to win.
    pub fn forecast(&self) -> Forecast {
        replays(&self.rules).forecast(&self.record)
    }

    /// Whether it is genuine.
    pub fn verify(&self, trust: &Trust) -> Verification {
        replays(&self.rules).verify(&self.record, trust)
    }

    /// A report of a bug at a position.
    pub fn bug_report(&self, at: usize, trust: &Trust) -> BugReport {
        let record = self.readable();
        BugReport {
            playmat: VERSION.into(),
            protocol: PROTOCOL_VERSION,
            game: record.game.clone(),
            rules: record.rules.clone(),
            cards: record.cards.clone(),
            rule_version: record.rule_version,
            position: at as u32,
            record: serde_json::to_value(&record).ok(),
            verification: Some(self.verify(trust)),
            seen: None,
        }
    }

    /// The record with the names of the cards.
    pub fn readable(&self) -> Readable {
        Readable::of(&self.record, self.rules.cards())
    }

    /// The position after so many entries as a scenario file: in full, or as a seat saw it.
    pub fn copy(&self, at: usize, seen_by: Option<Seat>) -> Result<String, RoomError> {
        self.legal()?;
        let copied = replays(&self.rules).copy(&self.record, at.min(self.entries()), seen_by);
        copied.map(|copied| copied.text).map_err(|why| RoomError::new(Code::NoScene, why.to_string()))
    }

    /// A match that is played on from there by these players.
    pub fn play_on(&self, at: usize, players: BySeat<String>) -> Result<Box<dyn Play>, RoomError> {
        self.legal()?;
        let unplayable = |_| RoomError::new(Code::BadRecord, "The record cannot be played up to this position.");
        let part = replays(&self.rules).up_to(&self.record, at, Some(players)).map_err(unplayable)?;
        let running = replay(&self.rules, part).map_err(|_| RoomError::internal())?;
        match running.outcome() {
            Some(_) => {
                Err(RoomError::new(Code::Over, "The match is over at this position; go back to one where somebody is asked."))
            }
            None => Ok(running),
        }
    }

    fn legal(&self) -> Result<(), RoomError> {
        replays(&self.rules).legal(&self.record).map_err(|why| RoomError::new(Code::BadRecord, why))
    }
}

impl Report {
    /// As it is told: what the seat was told, and the record with what was found of it, if the match is over.
    pub fn told(self, games: &Games, trust: &Trust) -> Result<BugReport, RoomError> {
        let stored = self.record.and_then(|bytes| Stored::read(&bytes).ok());
        let record = stored.map(|stored| games.service(stored.game())?.records(stored)).transpose()?;
        Ok(BugReport {
            playmat: VERSION.into(),
            protocol: PROTOCOL_VERSION,
            game: self.game,
            rules: self.rules,
            cards: self.cards,
            rule_version: self.rule_version,
            position: self.full.number,
            record: record.as_ref().and_then(|record| serde_json::to_value(record.readable()).ok()),
            verification: record.as_ref().map(|record| record.verify(trust)),
            seen: Some(self.full),
        })
    }
}

/// A message as a sentence.
pub fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}
