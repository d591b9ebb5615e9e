//! Finished matches, from their records: what is shown of them, and what can be made of them.

use std::sync::Arc;

use playmat_cards::CardGame;
use playmat_catalog::RuleSet;
use playmat_kernel::{BySeat, Record, Seat};
use playmat_replay::{Trust, copy, forecast, full_replay, legal, up_to, verify};
use playmat_wire::messages::PROTOCOL_VERSION;
use playmat_wire::replays::{BugReport, Forecast, Replay, Verification};
use playmat_wire::{Opening, Readable, Stored};

use crate::play::{Play, Running};
use crate::{Code, Games, Report, RoomError};

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A finished match of any game. It tells everything, because its record is public to whoever may read it.
pub trait FinishedRecord: Send {
    /// How it was set up.
    fn opening(&self) -> &Opening;
    /// How many entries it has.
    fn entries(&self) -> usize;
    /// Every position, for both seats.
    fn full_replay(&self, trust: &Trust) -> Replay;
    /// Who was going to win.
    fn forecast(&self) -> Forecast;
    /// Whether it is genuine.
    fn verify(&self, trust: &Trust) -> Verification;
    /// A report of a bug at a position.
    fn bug_report(&self, at: usize, trust: &Trust) -> BugReport {
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
    fn readable(&self) -> Readable;
    /// The position after so many entries as a scenario file: in full, or as a seat saw it.
    fn copy(&self, at: usize, seen_by: Option<Seat>) -> Result<String, RoomError>;
    /// A match that is played on from there by these players.
    fn play_on(&self, at: usize, players: BySeat<String>) -> Result<Box<dyn Play>, RoomError>;
}

/// A record of one game with its rules.
pub struct RecordWithRules<G: CardGame> {
    pub rules: Arc<RuleSet<G>>,
    pub record: Record<Opening>,
}

impl<G: CardGame> FinishedRecord for RecordWithRules<G> {
    fn opening(&self) -> &Opening {
        &self.record.setup
    }

    fn entries(&self) -> usize {
        self.record.entries.len()
    }

    fn full_replay(&self, trust: &Trust) -> Replay {
        full_replay(&self.rules, &self.record, trust)
    }

    fn forecast(&self) -> Forecast {
        forecast(&self.rules, &self.record)
    }

    fn verify(&self, trust: &Trust) -> Verification {
        verify(&self.rules, &self.record, trust)
    }

    fn readable(&self) -> Readable {
        Readable::of(&self.record, G::cards(&self.rules.rules))
    }

    fn copy(&self, at: usize, seen_by: Option<Seat>) -> Result<String, RoomError> {
        legal(&self.rules, &self.record).map_err(|why| RoomError::new(Code::BadRecord, why))?;
        let copied = copy(&self.rules, &self.record, at.min(self.entries()), seen_by);
        copied.map(|copied| copied.text).map_err(|why| RoomError::new(Code::NoScene, why.to_string()))
    }

    fn play_on(&self, at: usize, players: BySeat<String>) -> Result<Box<dyn Play>, RoomError> {
        legal(&self.rules, &self.record).map_err(|why| RoomError::new(Code::BadRecord, why))?;
        let unplayable = |_| RoomError::new(Code::BadRecord, "The record cannot be played up to this position.");
        let part = up_to(&self.rules, &self.record, at, Some(players)).map_err(unplayable)?;
        let running = Running::replay(self.rules.clone(), part).map_err(|_| RoomError::internal())?;
        match running.outcome() {
            Some(_) => {
                Err(RoomError::new(Code::Over, "The match is over at this position; go back to one where somebody is asked."))
            }
            None => Ok(Box::new(running)),
        }
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
