//! Signing up, logging in and out, sessions, the password.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use playmat_store::{Account, Merged, Session, StoreError};
use playmat_wire::people::{LoggedIn, LoginRequest, PasswordRequest, SessionInfo, SignUpRequest};
use serde_json::{Map, Value};

use super::attempts::household;
use super::shelf::MOST_DECKS;
use super::{Caller, Which, now, passwords, session_key};
use crate::House;
use crate::chance;
use crate::http::{Peer, read};
use crate::identity::{Identity, LIFETIME};
use crate::problem::Trouble;

/// The most sessions of one account.
const MOST_SESSIONS: u32 = 20;
/// The most characters that are kept of what a browser calls itself.
const LONGEST_AGENT: usize = 200;
/// Names that would be taken for the house.
const RESERVED: [&str; 6] = ["playmat", "admin", "administrator", "moderator", "server", "deleted"];

pub async fn sign_up(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Trouble> {
    let SignUpRequest { name, password } = read(&body)?;
    let guest = house.caller(&headers).await?;
    let player = match guest {
        Some(Caller { who, .. }) if who.account => {
            return Err(Trouble::new("has-account", "You have an account; log out first."));
        }
        Some(Caller { who, .. }) if who.program => return Err(Trouble::new("not-yours", "Accounts are for people.")),
        Some(Caller { who, .. }) => who.id,
        None => Identity::new(None, false).ok_or_else(Trouble::internal)?.id,
    };
    check_name(&name)?;
    passwords::check(&password, &name)?;
    if !house.makings.take(peer.0) {
        return Err(Trouble::too_many("Too many new accounts from your address; wait a minute."));
    }
    // The work is done before it is known whether the name is free.
    let hash = house.people.passwords.hash(password).await?;
    let (secret, session) = new_session(&player, &headers);
    let account = Account { player, key: name_key(&name), name, hash, since: now() };
    match house.log.store().sign_up(&account, &session).await {
        Ok(()) => {}
        Err(StoreError::Conflict) => return Err(Trouble::new("name-taken", "Somebody has this name; take another.")),
        Err(error) => return Err(error.into()),
    }
    let who = identity(&account);
    house.everywhere(&who.id, Some(&who)).await;
    house.people.end(&who.id, Which::Guest);
    tracing::info!(player = who.id, "an account is made");
    house.with_session(&secret, Json(who.me()))
}

pub async fn log_in(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Trouble> {
    let LoginRequest { name, password, bring } = read(&body)?;
    let account = house.prove(&name, password, peer).await?;
    let before = house.caller(&headers).await?;
    let (secret, session) = new_session(&account.player, &headers);
    // Nothing of what the browser had before becomes the new session; an old one ends.
    if !house.log.store().log_in(&session, MOST_SESSIONS).await? {
        return Err(bad_login());
    }
    let who = identity(&account);
    let mut merged = Merged::default();
    match before {
        Some(Caller { who: old, session: Some(id) }) => {
            house.log.store().end_session(&old.id, &id).await?;
            house.people.end(&old.id, Which::Session(id));
        }
        Some(Caller { who: guest, session: None }) if bring && !guest.program => {
            merged = house.log.store().merge(&guest.id, &account.player, MOST_DECKS).await?;
            house.everywhere(&guest.id, Some(&who)).await;
            house.people.end(&guest.id, Which::Guest);
        }
        _ => {}
    }
    let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let answer = LoggedIn { me: who.me(), matches: count(merged.matches), decks: count(merged.decks) };
    house.with_session(&secret, Json(answer))
}

pub async fn log_out(State(house): State<Arc<House>>, headers: HeaderMap) -> Result<Response, Trouble> {
    let (who, session) = house.account(&headers).await?;
    house.log.store().end_session(&who.id, &session).await?;
    house.people.end(&who.id, Which::Session(session));
    house.without_cookie()
}

pub async fn sessions(State(house): State<Arc<House>>, headers: HeaderMap) -> Result<Json<Vec<SessionInfo>>, Trouble> {
    let (who, current) = house.account(&headers).await?;
    let all = house.log.store().sessions(&who.id).await?;
    Ok(Json(all.into_iter().map(|session| shown(session, &current)).collect()))
}

pub async fn end_session(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Map<String, Value>>, Trouble> {
    let (who, _) = house.account(&headers).await?;
    if !house.log.store().end_session(&who.id, &id).await? {
        return Err(Trouble::new("no-session", "You have no session of this id."));
    }
    house.people.end(&who.id, Which::Session(id));
    Ok(Json(Map::new()))
}

pub async fn end_others(State(house): State<Arc<House>>, headers: HeaderMap) -> Result<Json<Map<String, Value>>, Trouble> {
    let (who, current) = house.account(&headers).await?;
    house.log.store().end_others(&who.id, &current).await?;
    house.people.end(&who.id, Which::AllBut(Some(current)));
    Ok(Json(Map::new()))
}

pub async fn change_password(
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Map<String, Value>>, Trouble> {
    let PasswordRequest { old, new } = read(&body)?;
    let (who, current) = house.account(&headers).await?;
    passwords::check(&new, &who.name)?;
    let account = house.prove(&who.name, old, peer).await?;
    let hash = house.people.passwords.hash(new).await?;
    if !house.log.store().change_password(&who.id, &account.hash, &hash, &current).await? {
        return Err(bad_login());
    }
    house.people.end(&who.id, Which::AllBut(Some(current)));
    tracing::info!(player = who.id, "a password is changed");
    Ok(Json(Map::new()))
}

impl House {
    /// The account of whoever asks, and the session.
    pub async fn account(&self, headers: &HeaderMap) -> Result<(Identity, String), Trouble> {
        let Caller { who, session } = self.known(headers).await?;
        session
            .map(|session| (who, session))
            .ok_or_else(|| Trouble::new("no-account", "This is for accounts; you are a guest."))
    }

    /// The account of a name, if the password is right. An unknown name and a wrong password are one answer and one amount of work.
    pub async fn prove(&self, name: &str, password: String, peer: Peer) -> Result<Account, Trouble> {
        let (key, address, at) = (name_key(name), household(peer.0), Instant::now());
        let people = &self.people;
        let wait = people.names.begin(key.clone(), at).and_then(|()| people.addresses.begin(address, at));
        if let Err(wait) = wait {
            let sentence = format!("Too many wrong passwords; wait {} seconds.", wait.as_secs() + 1);
            return Err(Trouble::too_many(&sentence));
        }
        let account = self.log.store().account_named(&key).await?;
        let hash = account.as_ref().map(|account| account.hash.clone());
        let fits = people.passwords.fits(password, hash).await?;
        let account = account.filter(|_| fits).ok_or_else(bad_login)?;
        people.names.succeeded(&key);
        people.addresses.forgive(&address);
        Ok(account)
    }

    fn with_session(&self, secret: &str, body: impl IntoResponse) -> Result<Response, Trouble> {
        Ok(([(header::SET_COOKIE, self.cookie(&format!("s.{secret}"), LIFETIME)?)], body).into_response())
    }

    /// The answer to somebody who is nobody any more.
    pub fn without_cookie(&self) -> Result<Response, Trouble> {
        Ok(([(header::SET_COOKIE, self.cookie("", 0)?)], Json(Map::<String, Value>::new())).into_response())
    }
}

/// The name of an account: it is unique, so nobody may write it in two ways that look alike.
fn check_name(name: &str) -> Result<(), Trouble> {
    let fits = (3..=20).contains(&name.len())
        && name.bytes().all(|c| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.'))
        && name.bytes().next().is_some_and(|c| c.is_ascii_alphanumeric());
    let free = !RESERVED.contains(&&name_key(name)[..]);
    let sentence =
        "The name of an account has 3 to 20 letters from A to Z, digits, - _ and ., and begins with a letter or digit.";
    match (fits, free) {
        (true, true) => Ok(()),
        (true, false) => Err(Trouble::new("name-taken", "Somebody has this name; take another.")),
        (false, _) => Err(Trouble::new("bad-name", sentence)),
    }
}

/// What a name is found by.
fn name_key(name: &str) -> String {
    // Longer ones belong to nobody; what is remembered of attempts stays short.
    name.trim().chars().take(64).collect::<String>().to_lowercase()
}

fn identity(account: &Account) -> Identity {
    Identity { id: account.player.clone(), name: account.name.clone(), program: false, account: true }
}

fn bad_login() -> Trouble {
    Trouble::new("bad-login", "This name and this password do not belong together.")
}

/// A secret that nobody had before, and the session that is known by it.
fn new_session(player: &str, headers: &HeaderMap) -> (String, Session) {
    const ALPHABET: &[u8] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let secret = chance::text(40, ALPHABET);
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or("");
    let now = now();
    let session = Session {
        key: session_key(&secret),
        id: chance::text(16, ALPHABET),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_be_mistaken() {
        for good in ["Ada", "a.b-c_9", "1up", &"x".repeat(20)] {
            assert_eq!(check_name(good), Ok(()), "{good}");
        }
        for bad in ["", "ab", "-ada", "_x_", "Ada Lovelace", "Аda", "ada\u{200b}x", "löwe", &"x".repeat(21), "a\0b", "PlayMat"]
        {
            assert!(check_name(bad).is_err(), "{bad}");
        }
        assert_eq!(name_key(" ADA "), name_key("ada"));
    }
}
