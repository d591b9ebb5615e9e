//! Signing up, logging in and out, sessions, the password.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use playmat_store::{Account, Merged, Session, StoreError};
use playmat_wire::people::{LoggedIn, LoginRequest, PasswordRequest, SessionInfo, SignUpRequest, SignedUp};
use serde_json::{Map, Value};

use super::attempts::household;
use super::decks_and_settings::MOST_DECKS;
use super::names::{check_name, look, name_key, taken};
use super::recovery::{new_code, recovery_key};
use super::{Caller, EndedSession, now, passwords, session_key};
use crate::App;
use crate::api_error::{ApiError, Code};
use crate::chance::Randomness;
use crate::http::{Peer, read};
use crate::identity::{Identity, LIFETIME, newcomer};

/// The most sessions of one account.
const MOST_SESSIONS: u32 = 20;
/// The most characters that are stored of a browser's name.
const LONGEST_AGENT: usize = 200;

pub async fn sign_up(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let SignUpRequest { name, password } = read(&body)?;
    let guest = app.caller(&headers).await?;
    let player = match guest {
        Some(Caller { who, .. }) if who.account => {
            return Err(ApiError::new(Code::HasAccount, "You have an account; log out first."));
        }
        Some(Caller { who, .. }) if who.program => return Err(ApiError::new(Code::NotYours, "Accounts are for people.")),
        Some(Caller { who, .. }) => who.id,
        None => newcomer(None, false, &app.config.chance).ok_or_else(ApiError::internal)?.id,
    };
    check_name(&name)?;
    passwords::check(&password, &name)?;
    if !app.makings.take(peer.0) {
        return Err(ApiError::too_many("Too many new accounts from your address; wait a minute."));
    }
    // The password is hashed before it is known whether the name is free, so that the time does not tell.
    let hash = app.people.passwords.hash(password).await?;
    let (secret, session) = new_session(&player, &headers, &app.config.chance);
    let recovery = new_code(&player, &app.config.chance);
    let account = Account { player, key: name_key(&name), look: look(&name), name, hash, since: now() };
    match app.log.store().sign_up(&account, &session, &recovery_key(&recovery)).await {
        Ok(()) => {}
        Err(StoreError::Conflict) => return Err(taken()),
        Err(error) => return Err(error.into()),
    }
    let who = identity(&account);
    app.everywhere(&who.id, &who).await;
    app.end(&who.id, EndedSession::Guest).await;
    tracing::info!(player = who.id, "an account was made");
    app.with_session(&secret, Json(SignedUp { me: who.me(), recovery }))
}

pub async fn log_in(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let LoginRequest { name, password, bring } = read(&body)?;
    let account = app.let_in(&name, password, peer).await?;
    let before = app.caller(&headers).await?;
    let (secret, session) = new_session(&account.player, &headers, &app.config.chance);
    // The new session takes over nothing from the browser; an old session ends.
    if !app.log.store().log_in(&session, MOST_SESSIONS).await? {
        return Err(bad_login());
    }
    let who = identity(&account);
    let mut merged = Merged::default();
    match before {
        Some(Caller { who: old, session: Some(id) }) => {
            app.log.store().end_session(&old.id, &id).await?;
            app.end(&old.id, EndedSession::Session(id)).await;
        }
        Some(Caller { who: guest, session: None }) if bring && !guest.program => {
            merged = app.log.store().merge(&guest.id, &account.player, MOST_DECKS).await?;
            app.everywhere(&guest.id, &who).await;
            app.end(&guest.id, EndedSession::Guest).await;
        }
        _ => {}
    }
    let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let answer = LoggedIn { me: who.me(), matches: count(merged.matches), decks: count(merged.decks) };
    app.with_session(&secret, Json(answer))
}

pub async fn log_out(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, ApiError> {
    let (who, session) = app.account(&headers).await?;
    app.log.store().end_session(&who.id, &session).await?;
    app.end(&who.id, EndedSession::Session(session)).await;
    app.without_cookie()
}

pub async fn sessions(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Vec<SessionInfo>>, ApiError> {
    let (who, current) = app.account(&headers).await?;
    let all = app.log.store().sessions(&who.id).await?;
    Ok(Json(all.into_iter().map(|session| shown(session, &current)).collect()))
}

pub async fn end_session(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Map<String, Value>>, ApiError> {
    let (who, _) = app.account(&headers).await?;
    if !app.log.store().end_session(&who.id, &id).await? {
        return Err(ApiError::new(Code::NoSession, "You have no session with this id."));
    }
    app.end(&who.id, EndedSession::Session(id)).await;
    Ok(Json(Map::new()))
}

pub async fn end_others(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Map<String, Value>>, ApiError> {
    let (who, current) = app.account(&headers).await?;
    app.log.store().end_others(&who.id, &current).await?;
    app.end(&who.id, EndedSession::AllBut(Some(current))).await;
    Ok(Json(Map::new()))
}

pub async fn change_password(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Map<String, Value>>, ApiError> {
    let PasswordRequest { old, new } = read(&body)?;
    let (who, current) = app.account(&headers).await?;
    passwords::check(&new, &who.name)?;
    let account = app.prove(&who, old).await?;
    let hash = app.people.passwords.hash(new).await?;
    if !app.log.store().change_password(&who.id, &account.hash, &hash, &current).await? {
        return Err(bad_login());
    }
    app.end(&who.id, EndedSession::AllBut(Some(current))).await;
    tracing::info!(player = who.id, "a password was changed");
    Ok(Json(Map::new()))
}

/// Revokes the token of a program or the cookie of a guest that asks.
pub async fn revoke(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, ApiError> {
    let Caller { who, session } = app.known(&headers).await?;
    if session.is_some() {
        return Err(ApiError::new(Code::HasAccount, "An account has sessions; log out or end them instead."));
    }
    app.log.store().revoke(&who.id, now()).await?;
    app.end(&who.id, EndedSession::AllBut(None)).await;
    tracing::info!(player = who.id, "a token was revoked");
    app.without_cookie()
}

impl App {
    /// The account of the caller, and the session.
    pub async fn account(&self, headers: &HeaderMap) -> Result<(Identity, String), ApiError> {
        let Caller { who, session } = self.known(headers).await?;
        session
            .map(|session| (who, session))
            .ok_or_else(|| ApiError::new(Code::NoAccount, "Only accounts can do this; you are a guest."))
    }

    /// The account of a name, if the password is right. An unknown name and a wrong password get the same answer after the same
    /// work.
    async fn let_in(&self, name: &str, password: String, peer: Peer) -> Result<Account, ApiError> {
        let key = name_key(name);
        self.begin_attempt(&key, peer)?;
        let account = self.log.store().account_named(&key).await?;
        let hash = account.as_ref().map(|account| account.hash.clone());
        let fits = self.people.passwords.fits(password, hash).await?;
        let account = account.filter(|_| fits).ok_or_else(bad_login)?;
        self.attempt_succeeded(&key, peer);
        Ok(account)
    }

    /// An attempt from outside to get into an account: limited for the address and for the name. An address that has to wait
    /// cannot make a name wait, and waiting for a name does not count against the address.
    pub(super) fn begin_attempt(&self, key: &str, peer: Peer) -> Result<(), ApiError> {
        let (at, address) = (self.config.clock.now(), household(peer.0));
        let (names, addresses) = (&self.people.names, &self.people.addresses);
        if let Some(wait) = names.waits(key, at).max(addresses.waits(&address, at)) {
            return Err(too_often(wait));
        }
        addresses.begin(address, at).map_err(too_often)?;
        names.begin(key.to_owned(), at).map_err(|wait| {
            addresses.forgive(&address);
            too_often(wait)
        })
    }

    /// The attempt succeeded.
    pub(super) fn attempt_succeeded(&self, key: &str, peer: Peer) {
        self.people.names.succeeded(&key.to_owned());
        self.people.addresses.forgive(&household(peer.0));
    }

    /// The account of a logged-in caller, if the password is right. Attempts of others do not make a logged-in player wait.
    pub async fn prove(&self, who: &Identity, password: String) -> Result<Account, ApiError> {
        self.people.owners.begin(who.id.clone(), self.config.clock.now()).map_err(too_often)?;
        let account = self.log.store().account(&who.id).await?;
        let hash = account.as_ref().map(|account| account.hash.clone());
        let fits = self.people.passwords.fits(password, hash).await?;
        let account = account.filter(|_| fits).ok_or_else(bad_login)?;
        self.people.owners.succeeded(&who.id);
        Ok(account)
    }

    pub(super) fn with_session(&self, secret: &str, body: impl IntoResponse) -> Result<Response, ApiError> {
        Ok(([(header::SET_COOKIE, self.cookie(&format!("s.{secret}"), LIFETIME)?)], body).into_response())
    }

    /// The answer to a caller who has just become nobody: the cookie is cleared.
    pub fn without_cookie(&self) -> Result<Response, ApiError> {
        Ok(([(header::SET_COOKIE, self.cookie("", 0)?)], Json(Map::<String, Value>::new())).into_response())
    }
}

pub fn identity(account: &Account) -> Identity {
    Identity { id: account.player.clone(), name: account.name.clone(), program: false, account: true }
}

fn too_often(wait: Duration) -> ApiError {
    ApiError::too_many(&format!("Too many wrong attempts; wait {} seconds.", wait.as_secs() + 1))
}

fn bad_login() -> ApiError {
    ApiError::new(Code::BadLogin, "The name or the password is wrong.")
}

/// A new secret, and the session that it identifies.
pub fn new_session(player: &str, headers: &HeaderMap, chance: &Randomness) -> (String, Session) {
    const ALPHABET: &[u8] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut draws = chance.draw("session", player);
    let secret = draws.text(40, ALPHABET);
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or("");
    let now = now();
    let session = Session {
        key: session_key(&secret),
        id: draws.text(16, ALPHABET),
        player: player.to_owned(),
        made: now,
        seen: now,
        agent: agent.chars().filter(|c| !c.is_control()).take(LONGEST_AGENT).collect(),
    };
    (secret, session)
}

/// As its owner sees it.
pub fn shown(session: Session, current: &str) -> SessionInfo {
    let Session { id, made, seen, agent, .. } = session;
    SessionInfo { current: id == current, id, made, seen, agent }
}
