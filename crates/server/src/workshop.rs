//! Cards that somebody writes: an editor's questions, and the cards of a table.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, Path, RawQuery, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use playmat_room::{RoomError, WorkshopAnswer};
use playmat_wire::workshop::{CardFile, FoundCards, PlayableCards, WorkshopRequest};

use crate::App;
use crate::api_error::ApiError;
use crate::http::{Peer, ask, read};
use crate::room::Inbox;

/// The most bytes of a request that has card files in it: JSON writes every line break as two bytes.
pub const CARD_BYTES: usize = 512 * 1024;

type Shared = State<Arc<App>>;

/// What can be asked.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/games/{game}/cards", get(shipped))
        .route("/games/{game}/find", get(find))
        .route("/games/{game}/workshop/play", post(play).layer(DefaultBodyLimit::max(CARD_BYTES)))
        .route("/games/{game}/workshop/{what}", post(workshop).layer(DefaultBodyLimit::max(CARD_BYTES)))
        .route("/tables/{code}/cards", get(cards_of))
}

async fn shipped(State(app): Shared, Path(game): Path<String>) -> Result<Json<Vec<CardFile>>, ApiError> {
    Ok(Json(app.games.shipped_files(&game)?))
}

async fn find(State(app): Shared, Path(game): Path<String>, RawQuery(query): RawQuery) -> Result<Json<FoundCards>, ApiError> {
    Ok(Json(app.games.find(&game, &query.unwrap_or_default())?))
}

async fn workshop(
    State(app): Shared,
    Path((game, what)): Path<(String, String)>,
    body: Bytes,
) -> Result<Json<WorkshopAnswer>, ApiError> {
    let asked: WorkshopRequest = read(&body)?;
    aside(move || app.games.workshop(&game, &what, asked)).await.map(Json)
}

async fn play(State(app): Shared, Path(game): Path<String>, body: Bytes) -> Result<Json<PlayableCards>, ApiError> {
    let asked: WorkshopRequest = read(&body)?;
    aside(move || app.games.to_play(&game, asked)).await.map(Json)
}

async fn cards_of(
    State(app): Shared,
    Extension(peer): Extension<Peer>,
    Path(code): Path<String>,
) -> Result<Json<PlayableCards>, ApiError> {
    let room = app.room(&code, peer).await?;
    let table = ask(&room, |reply| Inbox::Cards { reply }).await?;
    aside(move || app.games.cards_of(table)).await.map(Json)
}

/// Reads cards beside the tasks that serve others: it takes some milliseconds.
pub async fn aside<T: Send + 'static>(read: impl FnOnce() -> Result<T, RoomError> + Send + 'static) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(read).await.map_err(|_| ApiError::internal())?;
    done.map_err(ApiError::from)
}
