//! Records over HTTP: downloads, replays, verification, playing on, scenarios, bug reports. What is hidden in a running match is
//! hidden here too: a record is told when its match is over, and before that a player gets what their seat was told.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, Path, RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use playmat_kernel::Seat;
use playmat_store::MatchId;
use playmat_wire::messages::PROTOCOL_VERSION;
use playmat_wire::replays::{BugReport, Replay};
use playmat_wire::tables::Table;
use playmat_wire::{SeatForm, Stored};
use serde::Serialize;

use crate::House;
use crate::http::{Peer, ask, pairs};
use crate::past::{Past, sentence};
use crate::problem::Trouble;
use crate::room::{self, Inbox};

/// How many replays are kept ready.
const KEPT: usize = 64;
/// The most bytes of a record that somebody sends.
const RECORD_BYTES: usize = 256 * 1024;
/// The most entries of a record that is played for somebody.
const MOST_ENTRIES: usize = 4096;

/// What can be asked about records.
pub fn routes() -> Router<Arc<House>> {
    let sent = DefaultBodyLimit::max(RECORD_BYTES);
    Router::new()
        .route("/matches/{id}/record", get(record))
        .route("/matches/{id}/replay", get(replay))
        .route("/replays", post(replay_sent).layer(sent))
        .route("/replays/scenario", post(scenario_sent).layer(sent))
        .route("/replays/play", post(play_on).layer(sent))
        .route("/replays/report", post(report_sent).layer(sent))
        .route("/tables/{code}/scenario", get(scenario))
        .route("/tables/{code}/report", get(report))
}

/// Replays that were asked for lately, ready to be sent: a match that is over never changes.
#[derive(Default)]
pub struct Kept {
    ready: Mutex<VecDeque<(MatchId, Bytes)>>,
}

impl Kept {
    fn get(&self, id: MatchId) -> Option<Bytes> {
        let ready = self.ready.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        ready.iter().find(|(kept, _)| *kept == id).map(|(_, replay)| replay.clone())
    }

    fn put(&self, id: MatchId, replay: Bytes) {
        let mut ready = self.ready.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        ready.push_front((id, replay));
        ready.truncate(KEPT);
    }
}

type Shared = State<Arc<House>>;

impl House {
    /// The record of a match that is over and that this caller may know.
    async fn record_of(&self, id: &str, headers: &HeaderMap) -> Result<(MatchId, Vec<u8>), Trouble> {
        let none = || Trouble::new("no-match", "There is no match of this number.");
        let id = MatchId::parse(id).ok_or_else(none)?;
        let bytes = match self.lobby.of_match(&id.to_string()) {
            Some(room) => {
                let who = self.caller(headers).await?.map(|known| known.who);
                ask(&room, |reply| Inbox::Record { id, who, reply }).await?
            }
            // Its table is gone or plays another match by now.
            None => match room::load(self, id).await {
                Ok(Some(loaded)) => loaded.record()?,
                Ok(None) => return Err(none()),
                Err(error) => {
                    tracing::warn!(game_match = %id, error, "a record cannot be read");
                    return Err(Trouble::new("other-rules", sentence(&error)));
                }
            },
        };
        Ok((id, bytes))
    }

    /// A record that somebody brings. To play it costs time, so that nobody may ask for it often.
    fn past(&self, peer: Peer, bytes: &[u8]) -> Result<Box<dyn Past>, Trouble> {
        if !self.replayings.take(peer.0) {
            return Err(Trouble::too_many("Too many records; wait a moment."));
        }
        let bad = |error: playmat_wire::RecordError| Trouble::new("bad-record", sentence(&error.to_string()));
        let stored = Stored::read(bytes).map_err(bad)?;
        if stored.entries() > MOST_ENTRIES {
            return Err(Trouble::new("bad-record", format!("A record has at most {MOST_ENTRIES} entries.")));
        }
        self.games.hall(stored.game())?.records(stored)
    }
}

async fn record(
    State(house): Shared,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Trouble> {
    let (id, bytes) = house.record_of(&id, &headers).await?;
    let readable = pairs(&query.unwrap_or_default()).iter().any(|(name, value)| name == "form" && value == "json");
    if !readable {
        return Ok(file(&format!("{id}.record"), "application/octet-stream", bytes));
    }
    let stored = Stored::read(&bytes).map_err(|_| Trouble::internal())?;
    let past = house.games.hall(stored.game())?.records(stored)?;
    json_file(&format!("{id}.json"), &past.readable())
}

async fn replay(
    State(house): Shared,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Trouble> {
    let ready = || MatchId::parse(&id).and_then(|id| house.kept.get(id));
    // As long as the table is there it says who may know the end: spectators may be behind.
    if house.lobby.of_match(&id).is_none()
        && let Some(ready) = ready()
    {
        return Ok(json(ready));
    }
    let (_, bytes) = house.record_of(&id, &headers).await?;
    if let Some(ready) = ready() {
        return Ok(json(ready));
    }
    let id = MatchId::parse(&id).ok_or_else(Trouble::internal)?;
    let told = played(&house, peer, Bytes::from(bytes), |past| Ok(past.tale())).await?;
    let told = Replay { game_match: Some(id.to_string()), ..told };
    let ready = Bytes::from(serde_json::to_vec(&told).map_err(|_| Trouble::internal())?);
    house.kept.put(id, ready.clone());
    Ok(json(ready))
}

async fn replay_sent(State(house): Shared, Extension(peer): Extension<Peer>, body: Bytes) -> Result<Response, Trouble> {
    let told = played(&house, peer, body, |past| Ok(past.tale())).await?;
    Ok(json(Bytes::from(serde_json::to_vec(&told).map_err(|_| Trouble::internal())?)))
}

async fn scenario_sent(
    State(house): Shared,
    Extension(peer): Extension<Peer>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Response, Trouble> {
    let asked = Asked::read(query)?;
    let text = played(&house, peer, body, move |past| past.copy(asked.at(past)?, asked.seat)).await?;
    Ok(plain(text))
}

async fn play_on(
    State(house): Shared,
    Extension(peer): Extension<Peer>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> Result<axum::Json<Table>, Trouble> {
    let who = house.who(&headers).await?;
    let asked = Asked::read(query)?;
    let seat = asked.seat.unwrap_or(Seat::One);
    let level = asked.level.clone().unwrap_or_else(|| playmat_bots::BOTS[0].to_owned());
    crate::games::known_level(&level)?;
    if !house.makings.take(peer.0) || !house.tables.take(who.id.clone()) {
        return Err(Trouble::too_many("Too many new tables; wait a minute."));
    }
    let mut names = playmat_kernel::BySeat::new(format!("{level} bot"), format!("{level} bot"));
    names[seat] = who.name.clone();
    let (opening, play) = played(&house, peer, body, move |past| {
        let at = asked.at(past)?;
        Ok((past.opening().clone(), past.play_on(at, names)?))
    })
    .await?;
    house.table_from(&who, opening, play, seat, level).await.map(axum::Json)
}

async fn report_sent(
    State(house): Shared,
    Extension(peer): Extension<Peer>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Response, Trouble> {
    let asked = Asked::read(query)?;
    let report = played(&house, peer, body, move |past| {
        let record = past.readable();
        Ok(BugReport {
            playmat: VERSION.into(),
            protocol: PROTOCOL_VERSION,
            game: record.game.clone(),
            rules: record.rules.clone(),
            cards: record.cards.clone(),
            rule_version: record.rule_version,
            position: asked.at(past)? as u32,
            record: serde_json::to_value(&record).ok(),
            verification: Some(past.verify()),
            seen: None,
        })
    })
    .await?;
    json_file("playmat-report.json", &report)
}

async fn scenario(
    State(house): Shared,
    Extension(peer): Extension<Peer>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Trouble> {
    let who = house.who(&headers).await?;
    ask(&house.room(&code, peer)?, |reply| Inbox::Scene { who, reply }).await.map(plain)
}

async fn report(
    State(house): Shared,
    Extension(peer): Extension<Peer>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Trouble> {
    let who = house.who(&headers).await?;
    let report = ask(&house.room(&code, peer)?, |reply| Inbox::Report { who, reply }).await?;
    let past = match report.record.map(|bytes| Stored::read(&bytes)) {
        Some(Ok(stored)) => Some(house.games.hall(stored.game())?.records(stored)?),
        _ => None,
    };
    let report = BugReport {
        playmat: VERSION.into(),
        protocol: PROTOCOL_VERSION,
        game: report.game,
        rules: report.rules,
        cards: report.cards,
        rule_version: report.rule_version,
        position: report.full.number,
        record: past.as_ref().and_then(|past| serde_json::to_value(past.readable()).ok()),
        verification: past.as_ref().map(|past| past.verify()),
        seen: Some(report.full),
    };
    json_file("playmat-report.json", &report)
}

/// What a query asks for: `at=37`, `seat=p1`, `level=greedy`.
#[derive(Clone, Debug, Default)]
struct Asked {
    at: Option<usize>,
    seat: Option<Seat>,
    level: Option<String>,
}

impl Asked {
    fn read(query: Option<String>) -> Result<Self, Trouble> {
        let mut asked = Asked::default();
        let wrong = || Trouble::new("bad-request", "The query is `at=NUMBER`, `seat=p1` or `p2`, `level=BOT`.");
        for (name, value) in pairs(&query.unwrap_or_default()) {
            match name.as_str() {
                "at" => asked.at = Some(value.parse().map_err(|_| wrong())?),
                "seat" if value == "p1" => asked.seat = Some(SeatForm::P1.into()),
                "seat" if value == "p2" => asked.seat = Some(SeatForm::P2.into()),
                "level" => asked.level = Some(value),
                _ => return Err(wrong()),
            }
        }
        Ok(asked)
    }

    /// The position, if the record has one there.
    fn at(&self, past: &dyn Past) -> Result<usize, Trouble> {
        let at = self.at.unwrap_or(past.entries());
        let none = || Trouble::new("bad-request", format!("There are positions from 0 to {}.", past.entries()));
        (at <= past.entries()).then_some(at).ok_or_else(none)
    }
}

/// Plays a record where it holds up nobody.
async fn played<T: Send + 'static>(
    house: &Arc<House>,
    peer: Peer,
    bytes: Bytes,
    then: impl FnOnce(&dyn Past) -> Result<T, Trouble> + Send + 'static,
) -> Result<T, Trouble> {
    let house = house.clone();
    let playing = tokio::task::spawn_blocking(move || then(&*house.past(peer, &bytes)?));
    playing.await.map_err(|_| Trouble::new("bad-record", "This record cannot be played."))?
}

/// The version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn json(body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

fn plain(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

fn json_file(name: &str, value: &impl Serialize) -> Result<Response, Trouble> {
    let text = serde_json::to_vec_pretty(value).map_err(|_| Trouble::internal())?;
    Ok(file(name, "application/json", text))
}

fn file(name: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes).into_response()
}
