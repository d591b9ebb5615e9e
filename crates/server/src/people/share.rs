//! Who may read a finished match: that of a public table everybody; any other its players, and those to whom they give a link.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::HeaderMap;
use playmat_store::{MatchId, Readers};
use playmat_wire::people::MatchShare;
use serde_json::{Map, Value};

use super::now;
use crate::App;
use crate::api_error::ApiError;
use crate::http::Peer;
use crate::identity::Identity;

/// With so many letters nobody guesses a link.
const LENGTH: usize = 24;

pub async fn look(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<MatchShare>, ApiError> {
    let (id, who, readers) = app.own_match(&id, &headers).await?;
    let key = app.log.store().shared(id, &who.id).await?;
    Ok(Json(shown(id, readers.public, key)))
}

pub async fn share(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<MatchShare>, ApiError> {
    let (id, who, readers) = app.own_match(&id, &headers).await?;
    app.may_keep(peer)?;
    let fresh = app
        .config
        .chance
        .draw("link to a match", &format!("{id} {}", who.id))
        .text(LENGTH, b"0123456789abcdefghjkmnpqrstvwxyz");
    let key = app.log.store().share(id, &who.id, &fresh, now()).await?;
    Ok(Json(shown(id, readers.public, Some(key))))
}

pub async fn unshare(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Map<String, Value>>, ApiError> {
    let (id, who, _) = app.own_match(&id, &headers).await?;
    app.may_keep(peer)?;
    app.log.store().unshare(id, &who.id).await?;
    Ok(Json(Map::new()))
}

impl App {
    /// A finished match that the caller has played.
    async fn own_match(&self, id: &str, headers: &HeaderMap) -> Result<(MatchId, Identity, Readers), ApiError> {
        let who = self.who(headers).await?;
        let id = MatchId::parse(id).ok_or_else(ApiError::no_match)?;
        let readers = self.log.store().readers(id).await?.filter(|readers| readers.players.contains(&who.id));
        readers.map(|readers| (id, who, readers)).ok_or_else(ApiError::no_match)
    }
}

/// Whether somebody, perhaps with the key of a link, may read a match with these readers.
pub fn may_read(readers: &Readers, who: Option<&Identity>, key: Option<&str>) -> bool {
    // Matches between bots are no secret.
    readers.public
        || readers.players.is_empty()
        || who.is_some_and(|who| readers.players.contains(&who.id))
        || key.is_some_and(|key| readers.links.iter().any(|link| link == key))
}

/// As one of its players sees it.
pub fn shown(id: MatchId, public: bool, key: Option<String>) -> MatchShare {
    MatchShare { public, link: key.map(|key| format!("/replay/{id}?key={key}")) }
}
