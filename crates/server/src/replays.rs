//! Records over HTTP: downloads, replays, verification, playing on, scenarios, bug reports. What is hidden in a running match is
//! hidden here too: a record is given out when its match is over, and before that a player gets what their seat was told.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, Path, RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use playmat_kernel::Seat;
use playmat_store::MatchId;
use playmat_wire::Stored;
use playmat_wire::replays::{RecordKeys, Replay};
use playmat_wire::tables::TableInfo;
use serde::Serialize;

use crate::App;
use crate::api_error::{ApiError, Code};
use crate::http::{Peer, ask};
use crate::identity::Identity;
use crate::people::may_read;
use crate::room::{self, Inbox};
use playmat_room::{CannotGoOn, FinishedRecord, OfRecord, TableData, pairs};

/// How many replays are kept ready.
const KEPT: usize = 64;
/// The most bytes of a record that somebody sends.
const RECORD_BYTES: usize = 256 * 1024;

/// What can be asked about records.
pub fn routes() -> Router<Arc<App>> {
    let sent = DefaultBodyLimit::max(RECORD_BYTES);
    Router::new()
        .route("/keys", get(keys))
        .route("/matches/{id}/record", get(record))
        .route("/matches/{id}/replay", get(replay))
        .route("/matches/{id}/forecast", get(forecast))
        .route("/replays", post(replay_sent).layer(sent))
        .route("/replays/scenario", post(scenario_sent).layer(sent))
        .route("/replays/play", post(play_on).layer(sent))
        .route("/replays/report", post(report_sent).layer(sent))
        .route("/tables/{code}/scenario", get(scenario))
        .route("/tables/{code}/report", get(report))
}

/// The replays that were asked for last, ready to be sent. Of a finished match only names ever change.
#[derive(Default)]
pub struct ReplayCache {
    ready: Mutex<Ready>,
}

#[derive(Default)]
struct Ready {
    replays: VecDeque<(MatchId, Bytes)>,
    /// How often a name was removed from records.
    renamed: u64,
}

impl ReplayCache {
    /// A name was removed from records: nothing that was made before may be sent again.
    pub fn forget(&self) {
        let mut ready = self.lock();
        ready.replays.clear();
        ready.renamed += 1;
    }

    fn get(&self, id: MatchId) -> Option<Bytes> {
        self.lock().replays.iter().find(|(kept, _)| *kept == id).map(|(_, replay)| replay.clone())
    }

    fn renamed(&self) -> u64 {
        self.lock().renamed
    }

    /// Keeps a replay, unless a name was removed since its record was read.
    fn put(&self, id: MatchId, replay: Bytes, renamed: u64) {
        let mut ready = self.lock();
        if ready.renamed == renamed {
            ready.replays.push_front((id, replay));
            ready.replays.truncate(KEPT);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Ready> {
        self.ready.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

type Shared = State<Arc<App>>;

impl App {
    /// A finished match that this caller may read, perhaps with the key of a link. For everybody else there is no such match.
    async fn may_read(
        self: &Arc<Self>,
        id: &str,
        headers: &HeaderMap,
        key: Option<&str>,
    ) -> Result<(MatchId, Option<Identity>), ApiError> {
        let id = MatchId::parse(id).ok_or_else(ApiError::no_match)?;
        let who = self.caller(headers).await?.map(|known| known.who);
        match self.log.store().readers(id).await? {
            Some(readers) if may_read(&readers, who.as_ref(), key) => Ok((id, who)),
            Some(_) => Err(ApiError::no_match()),
            None => {
                let table = self.room_of_match(id).await?.map(|room| room.shown.borrow().clone());
                let sits = |table: &TableInfo| {
                    table.seats.iter().any(|seat| who.as_ref().is_some_and(|who| seat.player.as_ref() == Some(&who.id)))
                };
                Err(if table.is_some_and(|table| table.public || sits(&table)) {
                    room::not_over()
                } else {
                    ApiError::no_match()
                })
            }
        }
    }

    /// The record of a finished match that this caller may know.
    async fn record_of(
        self: &Arc<Self>,
        id: &str,
        headers: &HeaderMap,
        key: Option<&str>,
    ) -> Result<(MatchId, Vec<u8>), ApiError> {
        let (id, who) = self.may_read(id, headers, key).await?;
        let room = self.room_of_match(id).await?.filter(|room| room.shown.borrow().closed.is_none());
        let shown = match room {
            Some(room) => match ask(&room, |reply| Inbox::Record { id, who, reply }).await {
                // At another node, the table plays another match by now.
                Err(error) if error.code == Code::NoMatch => None,
                answer => Some(answer?),
            },
            None => None,
        };
        let bytes = match shown {
            Some(bytes) => bytes,
            // Its table is closed, or plays another match by now.
            None => match room::kept_record(self, id).await {
                Ok(record) => record.ok_or_else(ApiError::no_match)?,
                Err(CannotGoOn::Log(_)) => return Err(ApiError::log()),
                Err(lost) => {
                    tracing::error!(game_match = %id, %lost, "a record cannot be read");
                    return Err(ApiError::internal());
                }
            },
        };
        Ok((id, bytes))
    }

    /// A record that a caller has sent. Playing it costs time, so the rate is limited.
    fn finished_record(&self, peer: Peer, bytes: &[u8]) -> Result<FinishedRecord, ApiError> {
        if !self.replayings.take(peer.0) {
            return Err(ApiError::too_many("Too many records; wait a moment."));
        }
        Ok(self.games.record(bytes)?)
    }
}

/// The keys that check the signatures of this server's records.
async fn keys(State(app): Shared) -> axum::Json<RecordKeys> {
    axum::Json(app.signing.published())
}

async fn record(
    State(app): Shared,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let query = pairs(&query.unwrap_or_default());
    let (id, bytes) = app.record_of(&id, &headers, key_of(&query)).await?;
    let readable = query.iter().any(|(name, value)| name == "form" && value == "json");
    if !readable {
        return Ok(file(&format!("{id}.record"), "application/octet-stream", bytes));
    }
    let stored = Stored::read(&bytes).map_err(|_| ApiError::internal())?;
    let finished_record = app.games.service(stored.game())?.records(stored)?;
    json_file(&format!("{id}.json"), &finished_record.readable())
}

async fn replay(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let renamed = app.replay_cache.renamed();
    let query = pairs(&query.unwrap_or_default());
    let (id, _) = app.may_read(&id, &headers, key_of(&query)).await?;
    // As long as its table exists, the table decides who may know the end: spectators may have a delay.
    if app.room_of_match(id).await?.is_none()
        && let Some(ready) = app.replay_cache.get(id)
    {
        return Ok(json(ready));
    }
    let (_, bytes) = app.record_of(&id.to_string(), &headers, key_of(&query)).await?;
    if let Some(ready) = app.replay_cache.get(id) {
        return Ok(json(ready));
    }
    let trust = app.signing.trust();
    let told = played(&app, peer, Bytes::from(bytes), move |finished_record| Ok(finished_record.full_replay(&trust))).await?;
    let told = Replay { game_match: Some(id.to_string()), ..told };
    let ready = Bytes::from(serde_json::to_vec(&told).map_err(|_| ApiError::internal())?);
    app.replay_cache.put(id, ready.clone(), renamed);
    Ok(json(ready))
}

/// Who was going to win a match that is over. It takes a second of a processor: one is worked out at a time, and kept.
async fn forecast(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let query = pairs(&query.unwrap_or_default());
    let (id, bytes) = app.record_of(&id, &headers, key_of(&query)).await?;
    if let Some(ready) = app.forecast_cache.get(id) {
        return Ok(json(ready));
    }
    let _turn = app.forecasting.acquire().await.map_err(|_| ApiError::internal())?;
    // Whoever waited may find it made.
    if let Some(ready) = app.forecast_cache.get(id) {
        return Ok(json(ready));
    }
    let told = played(&app, peer, Bytes::from(bytes), |finished_record| Ok(finished_record.forecast())).await?;
    let ready = Bytes::from(serde_json::to_vec(&told).map_err(|_| ApiError::internal())?);
    // It names no player: nothing that is renamed is in it.
    app.forecast_cache.put(id, ready.clone(), app.forecast_cache.renamed());
    Ok(json(ready))
}

/// The key of a link, if the query has one.
fn key_of(query: &[(String, String)]) -> Option<&str> {
    query.iter().find(|(name, _)| name == "key").map(|(_, value)| &value[..])
}

async fn replay_sent(State(app): Shared, Extension(peer): Extension<Peer>, body: Bytes) -> Result<Response, ApiError> {
    let trust = app.signing.trust();
    let told = played(&app, peer, body, move |finished_record| Ok(finished_record.full_replay(&trust))).await?;
    Ok(json(Bytes::from(serde_json::to_vec(&told).map_err(|_| ApiError::internal())?)))
}

async fn scenario_sent(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Response, ApiError> {
    let asked = OfRecord::read(&query.unwrap_or_default())?;
    let text =
        played(&app, peer, body, move |finished_record| Ok(finished_record.copy(asked.at(finished_record)?, asked.seat)?))
            .await?;
    Ok(plain(text))
}

async fn play_on(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> Result<axum::Json<TableInfo>, ApiError> {
    let who = app.who(&headers).await?;
    let asked = OfRecord::read(&query.unwrap_or_default())?;
    let seat = asked.seat.unwrap_or(Seat::One);
    let level = asked.level.clone().unwrap_or_else(|| playmat_bots::BOTS[0].to_owned());
    if !app.makings.take(peer.0) || !app.tables.take(who.id.clone()) {
        return Err(ApiError::too_many("Too many new tables; wait a minute."));
    }
    let mut names = playmat_kernel::BySeat::new(room::bot_name(&level), room::bot_name(&level));
    names[seat] = who.name.clone();
    let (opening, play) = played(&app, peer, body, move |finished_record| {
        let at = asked.at(finished_record)?;
        Ok((finished_record.opening().clone(), finished_record.play_on(at, names)?))
    })
    .await?;
    let data = TableData::play_on(&app.games, &who, &opening, seat, &level)?;
    app.table_from(data, play).await.map(axum::Json)
}

async fn report_sent(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Response, ApiError> {
    let asked = OfRecord::read(&query.unwrap_or_default())?;
    let trust = app.signing.trust();
    let report =
        played(&app, peer, body, move |finished_record| Ok(finished_record.bug_report(asked.at(finished_record)?, &trust)))
            .await?;
    json_file("playmat-report.json", &report)
}

async fn scenario(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let who = app.who(&headers).await?;
    ask(&app.room(&code, peer).await?, |reply| Inbox::Scene { who, reply }).await.map(plain)
}

async fn report(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let who = app.who(&headers).await?;
    let report = ask(&app.room(&code, peer).await?, |reply| Inbox::Report { who, reply }).await?;
    let report = report.told(&app.games, &app.signing.trust())?;
    json_file("playmat-report.json", &report)
}

/// Plays a record on a thread where it blocks nobody.
async fn played<T: Send + 'static>(
    app: &Arc<App>,
    peer: Peer,
    bytes: Bytes,
    then: impl FnOnce(&FinishedRecord) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let app = app.clone();
    let playing = tokio::task::spawn_blocking(move || then(&app.finished_record(peer, &bytes)?));
    playing.await.map_err(|_| ApiError::new(Code::BadRecord, "This record cannot be played."))?
}

fn json(body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

fn plain(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

fn json_file(name: &str, value: &impl Serialize) -> Result<Response, ApiError> {
    let text = serde_json::to_vec_pretty(value).map_err(|_| ApiError::internal())?;
    Ok(file(name, "application/json", text))
}

fn file(name: &str, kind: &'static str, bytes: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes).into_response()
}
