//! Exporting one's data, and deleting it.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use playmat_kernel::Seat;
use playmat_store::{MatchId, PlayedMatch};
use playmat_wire::people::ForgetRequest;
use playmat_wire::{from_binary, to_binary};
use serde_json::{Value, json};

use super::profile::{finished_match, profile};
use super::{Caller, EndedSession, account, decks_and_settings};
use crate::App;
use crate::api_error::{ApiError, Code};
use crate::cluster::Say;
use crate::http::{Peer, read};
use crate::room::{GHOST_NAME, TableData};

/// How many matches are read at a time.
const PAGE: u32 = 200;
/// The most matches of an export.
const MOST_MATCHES: usize = 20_000;

pub async fn export(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Caller { who, session } = app.known(&headers).await?;
    // It reads much, so its rate is that of writes.
    app.may_keep(peer)?;
    let store = app.log.store();
    let settings = store.settings(&who.id).await?.and_then(|text| serde_json::from_str::<Value>(&text).ok());
    let current = session.unwrap_or_default();
    let sessions: Vec<_> = store.sessions(&who.id).await?.into_iter().map(|one| account::shown(one, &current)).collect();
    let decks: Vec<_> = store.decks(&who.id).await?.into_iter().map(decks_and_settings::shown).collect();
    let mut matches = Vec::new();
    let mut before = None;
    while matches.len() < MOST_MATCHES {
        let page = store.finished(&who.id, before, PAGE).await?;
        let Some(last) = page.last() else { break };
        before = Some((last.finished.ended, last.finished.id));
        matches.extend(page.into_iter().map(finished_match));
    }
    let all = json!({
        "me": who.me(),
        "profile": profile(&app, &who.id, &who.name, true).await?,
        "sessions": sessions,
        "decks": decks,
        "settings": settings,
        "matches": matches,
        "records": "GET /api/matches/MATCH/record has each of the matches whole.",
    });
    let name = (header::CONTENT_DISPOSITION, "attachment; filename=\"playmat-data.json\"");
    Ok(([name], Json(all)).into_response())
}

pub async fn forget(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let ForgetRequest { password } = read(&body)?;
    let Caller { who, session } = app.known(&headers).await?;
    // It writes much, and the database is cleaned up afterwards.
    if !app.makings.take(peer.0) {
        return Err(ApiError::too_many("Too many players were deleted from your address; wait a minute."));
    }
    if who.program {
        return Err(ApiError::new(Code::NotYours, "A program has no data to delete."));
    }
    if session.is_some() {
        app.prove(&who, password.unwrap_or_default()).await?;
    }
    // First the tables: a running match is conceded, and counts for the rival.
    if !app.nowhere(&who.id).await {
        return Err(ApiError::log());
    }
    // Then the names in the records that rivals keep. If this is interrupted, it can be asked for again.
    app.unname(&who.id).await?;
    app.unname_lost().await?;
    app.log.store().forget(&who.id, GHOST_NAME).await?;
    app.replay_cache.forget();
    if let Some(cluster) = &app.cluster {
        cluster.say_to_all(Say::Renamed).await;
    }
    app.end(&who.id, EndedSession::AllBut(None)).await;
    if let Err(error) = app.log.store().scrub().await {
        tracing::error!(%error, "deleted data may still be in free space of the database");
    }
    tracing::info!(player = who.id, "a player was deleted");
    app.without_cookie()
}

impl App {
    /// Removes a player's name from the records of all finished matches.
    async fn unname(&self, player: &str) -> Result<(), ApiError> {
        let store = self.log.store();
        let mut before = None;
        loop {
            let page = store.finished(player, before, PAGE).await?;
            let Some(last) = page.last() else { return Ok(()) };
            before = Some((last.finished.ended, last.finished.id));
            for PlayedMatch { finished, seat, .. } in page {
                self.rename(finished.id, &[if seat == 0 { Seat::One } else { Seat::Two }]).await?;
            }
        }
    }

    /// Removes all names from matches that were never finished and have no table: nobody can read them, and it is not known who
    /// played them.
    async fn unname_lost(&self) -> Result<(), ApiError> {
        for id in self.log.store().unfinished().await? {
            if !self.is_at_a_table(id).await? {
                self.rename(id, &Seat::BOTH).await?;
            }
        }
        Ok(())
    }

    /// Whether an open table plays a match, or has played it last.
    async fn is_at_a_table(&self, id: MatchId) -> Result<bool, ApiError> {
        if self.lobby.of_match(&id.to_string()).is_some() || self.cluster.is_none() {
            return Ok(self.lobby.of_match(&id.to_string()).is_some());
        }
        let store = self.log.store();
        let Some(code) = store.table_of(id).await? else { return Ok(false) };
        let table = store.table(&code).await?.and_then(|data| serde_json::from_slice::<TableData>(&data).ok());
        Ok(table.is_some_and(|table| table.match_id() == Some(id)))
    }

    /// Removes the names of the players of these seats from a match.
    async fn rename(&self, id: MatchId, seats: &[Seat]) -> Result<(), ApiError> {
        let store = self.log.store();
        let Some(opening) = store.opening(id).await? else { return Ok(()) };
        let Ok(mut record) = from_binary(&opening) else {
            tracing::warn!(game_match = %id, "an opening cannot be read");
            return Ok(());
        };
        let named: Vec<Seat> = seats.iter().copied().filter(|&seat| record.setup.players[seat] != GHOST_NAME).collect();
        if named.is_empty() {
            return Ok(());
        }
        let service = self.games.service(&record.setup.game)?;
        for seat in named {
            if let Err(error) = service.rename(&mut record, seat, GHOST_NAME) {
                tracing::warn!(game_match = %id, error, "a name was removed from a match whose rules are not available");
            }
        }
        Ok(store.change_opening(id, &to_binary(&record)).await?)
    }
}
