//! People: accounts and sessions, what they keep and have played, and how they find a match.

mod passwords;
mod attempts;
mod session_ends;
mod account;
mod names;
mod recovery;
mod forget;
mod share;
mod decks_and_settings;
mod profile;
mod queue;
mod quick;

use std::net::IpAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::Router;
use axum::http::HeaderMap;
use axum::routing::{delete, get, post, put};
use playmat_store::Session;
use sha2::{Digest, Sha256};

use crate::App;
use crate::api_error::{ApiError, Code};
use crate::cluster::{AskAll, Say};
use crate::config::Config;
use crate::identity::{Credential, Identity, LIFETIME, seconds_now};
use crate::limits::Buckets;
use crate::room::Inbox;

pub use session_ends::{EndedSession, SessionEndListener};
pub use share::may_read;

use attempts::Attempts;
use passwords::Passwords;
use queue::Queue;
use session_ends::SessionEndSender;

/// A session that was not used for this long has ended, in seconds: 90 days.
const SESSION_LIFETIME: i64 = 90 * 24 * 3600;
/// How often expired data is deleted.
const SWEEP: Duration = Duration::from_secs(6 * 3600);
/// How precisely it is stored when a session was last used, in seconds.
const SEEN: i64 = 300;

/// What the server keeps in memory about people.
pub struct People {
    passwords: Passwords,
    /// Wrong passwords by name, and by address.
    names: Attempts<String>,
    addresses: Attempts<IpAddr>,
    /// Wrong passwords of logged-in players: attempts of others from the same address do not count against them.
    owners: Attempts<String>,
    session_ends: SessionEndSender,
    queue: Queue,
    /// Decks and settings that one address writes.
    keepings: Buckets<IpAddr>,
}

/// The player that a request comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caller {
    /// Who it is.
    pub who: Identity,
    /// The id of the session, for an account.
    pub session: Option<String>,
}

/// What can be asked under `/api`.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/account", post(account::sign_up))
        .route("/recover", post(recovery::recover))
        .route("/me/recovery", get(recovery::look).post(recovery::renew))
        .route("/me/token", delete(account::revoke))
        .route("/matches/{id}/share", get(share::look).post(share::share).delete(share::unshare))
        .route("/login", post(account::log_in))
        .route("/logout", post(account::log_out))
        .route("/me", delete(forget::forget))
        .route("/me/sessions", get(account::sessions).delete(account::end_others))
        .route("/me/sessions/{id}", delete(account::end_session))
        .route("/me/password", post(account::change_password))
        .route("/me/export", get(forget::export))
        .route("/me/profile", get(profile::own))
        .route("/me/matches", get(profile::matches))
        .route("/players/{id}", get(profile::of))
        .route("/quick/socket", get(quick::open))
        .route("/me/decks", get(decks_and_settings::decks))
        .route("/me/decks/{id}", put(decks_and_settings::save_deck).delete(decks_and_settings::drop_deck))
        .route("/me/settings", get(decks_and_settings::settings).put(decks_and_settings::save_settings))
}

impl People {
    /// Empty tables.
    pub fn new(config: &Config) -> Self {
        let limits = config.limits;
        People {
            passwords: Passwords::new(config.chance.clone()),
            // Nobody who knows the password has to wait longer than a minute, whoever else tries.
            names: Attempts::new(limits.wrong_passwords, Duration::from_secs(60)),
            addresses: Attempts::new(limits.wrong_passwords * 2, Duration::from_secs(15 * 60)),
            owners: Attempts::new(limits.wrong_passwords, Duration::from_secs(60)),
            session_ends: SessionEndSender::default(),
            queue: Queue::default(),
            keepings: Buckets::new(limits.keepings),
        }
    }

    /// How many passwords were hashed.
    pub fn passwords_worked_out(&self) -> u64 {
        self.passwords.worked_out()
    }

    /// How many look for a match.
    pub fn seeking(&self) -> usize {
        self.queue.len()
    }

    /// Background work: preparing, and deleting expired data.
    pub async fn tidy(app: Weak<App>) {
        if let Some(app) = app.upgrade() {
            app.people.passwords.prepare().await;
        }
        while let Some(app) = app.upgrade() {
            let now = now();
            match app.log.store().sweep(now - SESSION_LIFETIME, now - LIFETIME as i64).await {
                Ok(gone) => tracing::debug!(gone, "expired data was deleted"),
                Err(error) => tracing::warn!(%error, "expired data cannot be deleted"),
            }
            drop(app);
            tokio::time::sleep(SWEEP).await;
        }
    }
}

impl App {
    /// The player that a request comes from, if there is one. What was signed for a guest who has an account by now is not valid:
    /// a copy of it gives no access to the account.
    pub async fn caller(&self, headers: &HeaderMap) -> Result<Option<Caller>, ApiError> {
        let store = self.log.store();
        match self.keys.of(headers) {
            None => Ok(None),
            Some(Credential::Signed(mut who)) => {
                let standing = store.standing(&who.id, &names::look(&who.name)).await?;
                if standing.taken {
                    who.name = names::made_up_name(&who);
                }
                Ok((!standing.account && !standing.revoked).then_some(Caller { who, session: None }))
            }
            Some(Credential::Session(secret)) => {
                let Some((session, account)) = store.session(&session_key(&secret)).await? else { return Ok(None) };
                let now = now();
                if session.seen + SESSION_LIFETIME < now {
                    return Ok(None);
                }
                if session.seen + SEEN < now
                    && let Err(error) = store.used(&session.key, now).await
                {
                    // On a full disk reading still works.
                    tracing::warn!(%error, "the time of the last use of a session cannot be written");
                }
                let Session { id, .. } = session;
                let who = Identity { id: account.player, name: account.name, program: false, account: true };
                Ok(Some(Caller { who, session: Some(id) }))
            }
        }
    }

    /// Whoever a request comes from.
    pub async fn who(&self, headers: &HeaderMap) -> Result<Identity, ApiError> {
        self.known(headers).await.map(|caller| caller.who)
    }

    /// A player has another identity from now on, at all tables.
    async fn everywhere(self: &Arc<Self>, from: &str, to: &Identity) {
        self.become_everywhere(from, Some(to)).await;
    }

    /// A player is deleted at all tables, also where only the room knows that the player has watched or talked. False if some
    /// table could not write that.
    async fn nowhere(self: &Arc<Self>, player: &str) -> bool {
        self.become_everywhere(player, None).await
    }

    /// A player has another identity at all tables of all nodes, or is deleted. False if that is not written everywhere.
    async fn become_everywhere(self: &Arc<Self>, from: &str, to: Option<&Identity>) -> bool {
        let Some(cluster) = &self.cluster else { return self.become_here(from, &to.cloned()).await };
        // A table that nobody has would still have the old name.
        self.take_orphans(cluster).await;
        let mut all = self.become_here(from, &to.cloned()).await;
        let Ok(others) = cluster.others().await else { return false };
        for node in others {
            let say = Say::AskAll(AskAll::Become { from: from.to_owned(), to: to.cloned() });
            all &= cluster.life().ask(&node, say).await.is_ok();
        }
        all
    }

    /// The same at the tables of this node.
    pub async fn become_here(&self, from: &str, to: &Option<Identity>) -> bool {
        let mut asked = Vec::new();
        for room in self.lobby.all() {
            let sits = room.shown.borrow().seats.iter().any(|seat| seat.player.as_deref() == Some(from));
            if to.is_some() && !sits {
                continue;
            }
            let (reply, done) = tokio::sync::oneshot::channel();
            if room.inbox.send(Inbox::Become { from: from.to_owned(), to: to.clone(), reply }).await.is_ok() {
                asked.push(done);
            }
        }
        let mut all = true;
        for done in asked {
            // A closed room tells nobody anything.
            all &= !matches!(done.await, Ok(Err(_)));
        }
        all
    }

    /// Whoever a request comes from, with the session.
    pub async fn known(&self, headers: &HeaderMap) -> Result<Caller, ApiError> {
        let known = self.caller(headers).await?;
        known.ok_or_else(|| ApiError::new(Code::WhoAreYou, "Identify yourself first: POST /api/me."))
    }
}

/// The current time as the database stores it.
fn now() -> i64 {
    seconds_now() as i64
}

/// The hash of a session's secret, which the database stores.
fn session_key(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}
