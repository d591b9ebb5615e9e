//! Decks and settings of guests and accounts. Everybody reads only their own.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::{Json, http::header};
use playmat_wire::people::{SaveDeckRequest, SavedDeck};
use serde_json::{Map, Value};

use super::now;
use crate::App;
use crate::api_error::{ApiError, Code};
use crate::http::{Peer, read};
use crate::identity::Identity;

/// The most decks of an account, and of a guest.
pub const MOST_DECKS: u32 = 100;
const MOST_DECKS_OF_GUEST: u32 = 20;
/// The most characters of a deck's id and name, and bytes of its text and of settings.
const LONGEST_ID: usize = 40;
const LONGEST_NAME: usize = 60;
const LONGEST_TEXT: usize = 4 * 1024;
const LONGEST_SETTINGS: usize = 8 * 1024;

pub async fn decks(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Vec<SavedDeck>>, ApiError> {
    let who = app.who(&headers).await?;
    let decks = app.log.store().decks(&who.id).await?;
    Ok(Json(decks.into_iter().map(shown).collect()))
}

pub async fn save_deck(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<SavedDeck>, ApiError> {
    let who = app.who(&headers).await?;
    let SaveDeckRequest { game, name, text } = read(&body)?;
    let bad = |sentence: String| Err(ApiError::new(Code::BadRequest, sentence));
    if id.is_empty() || id.len() > LONGEST_ID || !id.bytes().all(|c| matches!(c, b'a'..=b'z' | b'0'..=b'9' | b'-')) {
        return bad(format!("The id of a deck has 1 to {LONGEST_ID} characters: a to z, 0 to 9 and -."));
    }
    app.games.service(&game)?;
    let name = name.trim().to_owned();
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return bad(format!("The name of a deck has 1 to {LONGEST_NAME} visible characters."));
    }
    // PostgreSQL does not store zero bytes in a text.
    if text.len() > LONGEST_TEXT || text.contains('\0') {
        return bad(format!("The text of a deck has at most {LONGEST_TEXT} bytes, and no zero bytes."));
    }
    app.may_keep(peer)?;
    let deck = playmat_store::SavedDeck { id, game, name, text, updated: now() };
    let most = most_decks(&who);
    match app.log.store().keep_deck(&who.id, &deck, most).await? {
        true => Ok(Json(shown(deck))),
        false => {
            let more = if who.account { "" } else { " An account has room for more." };
            Err(ApiError::new(Code::TooManyDecks, format!("You have {most} decks; delete one first.{more}")))
        }
    }
}

pub async fn drop_deck(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Map<String, Value>>, ApiError> {
    let who = app.who(&headers).await?;
    app.may_keep(peer)?;
    match app.log.store().drop_deck(&who.id, &id).await? {
        true => Ok(Json(Map::new())),
        false => Err(ApiError::new(Code::NoDeck, "You have no deck with this id.")),
    }
}

pub async fn settings(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, ApiError> {
    let who = app.who(&headers).await?;
    let kept = app.log.store().settings(&who.id).await?;
    let json = kept.unwrap_or_else(|| "{}".to_owned());
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

pub async fn save_settings(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Map<String, Value>>, ApiError> {
    let who = app.who(&headers).await?;
    let settings: Map<String, Value> = read(&body)?;
    let text = serde_json::to_string(&settings).map_err(|_| ApiError::internal())?;
    if text.len() > LONGEST_SETTINGS {
        return Err(ApiError::new(Code::TooLarge, format!("Settings have at most {LONGEST_SETTINGS} bytes.")));
    }
    app.may_keep(peer)?;
    app.log.store().keep_settings(&who.id, &text, now()).await?;
    Ok(Json(settings))
}

/// How many decks somebody may keep.
pub fn most_decks(who: &Identity) -> u32 {
    if who.account { MOST_DECKS } else { MOST_DECKS_OF_GUEST }
}

/// As its owner sees it.
pub fn shown(deck: playmat_store::SavedDeck) -> SavedDeck {
    let playmat_store::SavedDeck { id, game, name, text, updated } = deck;
    SavedDeck { id, game, name, text, updated }
}

impl App {
    /// Whether an address may write one more thing.
    pub(super) fn may_keep(&self, peer: Peer) -> Result<(), ApiError> {
        match self.people.keepings.take(peer.0) {
            true => Ok(()),
            false => Err(ApiError::too_many("Too many changes from your address; wait a moment.")),
        }
    }
}
