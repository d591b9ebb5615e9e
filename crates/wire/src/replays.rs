//! What is told of a match that is over: every position for both seats, and whether the record holds.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::messages::{Change, Full, Over};
use crate::workshop::CardFile;
use crate::{BoundForm, EventForm, SeatForm, ViewForm};

/// `GET /api/matches/MATCH/replay`, `POST /api/replays`: a match that is over, from its record.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct Replay {
    /// The match, if the server keeps it.
    #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
    pub game_match: Option<String>,
    /// `food-chain`
    pub game: String,
    /// The edition, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// Single rulings.
    pub rulings: BTreeMap<String, String>,
    /// The fingerprint of the rules it was played under.
    pub rules: String,
    /// The card files that it was played with, if somebody wrote them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<CardFile>>")]
    pub own_cards: Vec<CardFile>,
    /// What the players are called.
    pub players: [String; 2],
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
    /// Whether the record holds.
    pub verification: Verification,
    /// What each player saw before the first entry.
    pub start: ReplayViews,
    /// What each entry led to, after what happened before the first one.
    pub steps: Vec<ReplayStep>,
}

/// A bug report: what happened, and under which program and rules. Of a match that still runs it holds what one seat was told.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct BugReport {
    /// The version of the program.
    pub playmat: String,
    /// The version of the protocol.
    pub protocol: u16,
    /// The game.
    pub game: String,
    /// The fingerprint of the rules.
    pub rules: String,
    /// The fingerprint of the cards alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<String>,
    /// The version of the rules' code.
    pub rule_version: u16,
    /// Where: how many entries of the record, or events while the match runs.
    pub position: u32,
    /// The readable record of a match that is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "unknown")]
    pub record: Option<serde_json::Value>,
    /// Whether that record holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verification: Option<Verification>,
    /// What the seat was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Full>,
}

/// A view for each player.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct ReplayViews {
    /// Player 1's.
    pub p1: ViewForm,
    /// Player 2's.
    pub p2: ViewForm,
}

/// One position of a replay: the changes since the one before.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct ReplayStep {
    /// Whose entry led here; missing for the opening and for what nobody answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<SeatForm>,
    /// The entry in words: `play Orca`.
    pub words: String,
    /// What happened, with nothing hidden.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<EventForm>>")]
    pub events: Vec<EventForm>,
    /// What changed for player 1.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Change>>")]
    pub p1: Vec<Change>,
    /// What changed for player 2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Change>>")]
    pub p2: Vec<Change>,
    /// Who is asked now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<SeatForm>,
    /// True if that player is to move with nothing half done: the position can be copied as a scenario.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub to_move: bool,
    /// True if this was taken back later.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub undone: bool,
}

/// `GET /api/matches/MATCH/forecast`: who was going to win a match that is over, by a bot's quick estimate.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct Forecast {
    /// The beginning of every turn, or of some of them where there were many, and the end.
    pub points: Vec<ForecastPoint>,
    /// The move that did most for who won, if one did much.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turning: Option<TurningPoint>,
}

/// A position of a match that is over, and who was going to win.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForecastPoint {
    /// After how many entries of the record: the position of the replay.
    pub at: u32,
    /// How many turns were begun.
    pub turn: u32,
    /// Player 1's chance of winning in percent; a draw counts a half.
    pub percent: u8,
}

/// The move that turned a match.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct TurningPoint {
    /// The position before it, as in the replay.
    pub at: u32,
    /// How many turns were begun.
    pub turn: u32,
    /// Who made it.
    pub by: SeatForm,
    /// The move in words: `play Orca`.
    pub words: String,
    /// The card it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
}

/// Whether a record holds: all that was checked.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct Verification {
    /// True if nothing failed and nothing is missing.
    pub holds: bool,
    /// What was checked, in order.
    pub checks: Vec<Check>,
    /// What the server and the players brought to the seed; missing for a seed that is a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<SeedForm>,
}

/// Something that was checked.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct Check {
    /// Stable: `file`, `rules`, `promise`, `decks`, `entries`, `trail`, `end`, `signature`.
    pub what: String,
    /// How it came out.
    pub result: CheckResult,
    /// For people.
    pub sentence: String,
    /// The first entry that is wrong, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<u32>,
}

/// How a check came out.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum CheckResult {
    /// It holds.
    Passed,
    /// It does not.
    Failed,
    /// It should be there and is not, so that nothing is proven: a record does not hold without it.
    Missing,
    /// A record of this kind does not claim it, or it cannot be decided here.
    Unclaimed,
}

/// What a shared seed was made of, in hexadecimal.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
#[ts(optional_fields)]
pub struct SeedForm {
    /// The promise that was made before the match.
    pub commitment: String,
    /// The server's secret.
    pub secret: String,
    /// The players' shares.
    pub shares: [String; 2],
    /// The seed that follows.
    pub seed: String,
    /// What the promises were bound to; missing in records of old.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<BoundForm>,
}

/// `GET /api/keys`: what the signatures of this server's records are checked with.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct RecordKeys {
    /// All keys that this server ever signed with, the one of now first.
    pub keys: Vec<RecordKey>,
}

/// The public half of a key.
#[derive(Serialize, Deserialize, JsonSchema, TS, Clone, PartialEq, Eq, Debug)]
pub struct RecordKey {
    /// What records name it by: 16 hexadecimal digits.
    pub id: String,
    /// Ed25519: 64 hexadecimal digits.
    pub public: String,
    /// Whether it signs now.
    pub current: bool,
}
