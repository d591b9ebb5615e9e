//! People: accounts and sessions, what they keep and have played, and how they find a match.

mod shelf;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::routing::get;
use playmat_store::Session;
use sha2::{Digest, Sha256};

use crate::House;
use crate::config::Limits;
use crate::identity::{Credential, Identity, seconds_now};
use crate::limits::Buckets;
use crate::problem::Trouble;

/// A session that was not used for this long has ended, in seconds: 90 days.
const SESSION_LIFETIME: i64 = 90 * 24 * 3600;
/// How exactly it is known when a session was last used, in seconds.
const SEEN: i64 = 300;

/// What the server keeps in mind about people.
pub struct People {
    /// Decks and settings that one address writes.
    keepings: Buckets<IpAddr>,
}

/// Whoever a request comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller {
    /// Who it is.
    pub who: Identity,
    /// The session of an account, by the id that it is listed by.
    pub session: Option<String>,
}

/// What can be asked under `/api`.
pub fn routes() -> Router<Arc<House>> {
    Router::new()
        .route("/me/decks", get(shelf::decks))
        .route("/me/decks/{id}", axum::routing::put(shelf::save_deck).delete(shelf::drop_deck))
        .route("/me/settings", get(shelf::settings).put(shelf::save_settings))
}

impl People {
    /// Nobody yet.
    pub fn new(limits: Limits) -> Self {
        People { keepings: Buckets::new(limits.keepings) }
    }
}

impl House {
    /// Whoever a request comes from, if it is somebody. What was signed for a guest who has an account by now is worth nothing:
    /// whoever has a copy of it has nothing of the account.
    pub async fn caller(&self, headers: &HeaderMap) -> Result<Option<Caller>, Trouble> {
        let store = self.log.store();
        match self.keys.of(headers) {
            None => Ok(None),
            Some(Credential::Signed(who)) if who.program => Ok(Some(Caller { who, session: None })),
            Some(Credential::Signed(who)) => {
                let known = store.account(&who.id).await?;
                Ok(known.is_none().then_some(Caller { who, session: None }))
            }
            Some(Credential::Session(secret)) => {
                let Some((session, account)) = store.session(&session_key(&secret)).await? else { return Ok(None) };
                let now = now();
                if session.seen + SESSION_LIFETIME < now {
                    return Ok(None);
                }
                if session.seen + SEEN < now {
                    store.used(&session.key, now).await?;
                }
                let Session { id, .. } = session;
                let who = Identity { id: account.player, name: account.name, program: false, account: true };
                Ok(Some(Caller { who, session: Some(id) }))
            }
        }
    }

    /// Whoever a request comes from.
    pub async fn who(&self, headers: &HeaderMap) -> Result<Identity, Trouble> {
        self.known(headers).await.map(|caller| caller.who)
    }

    /// Whoever a request comes from, with the session.
    pub async fn known(&self, headers: &HeaderMap) -> Result<Caller, Trouble> {
        let known = self.caller(headers).await?;
        known.ok_or_else(|| Trouble::new("who-are-you", "First say who you are: POST /api/me."))
    }
}

/// The time as the database keeps it.
fn now() -> i64 {
    seconds_now() as i64
}

/// What the database keeps of a session's secret.
fn session_key(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}
