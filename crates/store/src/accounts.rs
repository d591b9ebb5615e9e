//! Accounts and their sessions. Of a password only its hash is kept, of a session only the hash of its token.

use crate::Stored;

/// A player with a name and a password. The id is the one that the guest had before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The player.
    pub player: String,
    /// The name, as others read it.
    pub name: String,
    /// The key by which a name is found: unique among accounts.
    pub key: String,
    /// What the name looks like: no new account may look like another. Empty for old accounts until it was computed.
    pub look: String,
    /// The hash of the password, with its salt and parameters.
    pub hash: String,
    /// When it was made, in seconds of Unix time.
    pub since: i64,
}

/// A browser that is logged in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The hash of its token.
    pub key: Vec<u8>,
    /// The id by which it is listed and ended; no secret.
    pub id: String,
    /// The player it belongs to.
    pub player: String,
    /// When it began.
    pub made: i64,
    /// When it was last used, roughly.
    pub seen: i64,
    /// The name of the browser.
    pub agent: String,
}

/// What is known about a player who shows a signed cookie or token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The player has an account.
    pub account: bool,
    /// What was signed for the player was revoked.
    pub revoked: bool,
    /// Another player's account has a name that looks like this one.
    pub taken: bool,
}

/// Accounts and sessions.
pub trait Accounts: Send + Sync {
    /// Makes an account, its first session and its recovery code, by its hash. A conflict if the name or one that looks like it
    /// is taken, or if the player has an account.
    fn sign_up<'a>(&'a self, account: &'a Account, session: &'a Session, recovery: &'a [u8]) -> Stored<'a, ()>;
    /// What is known about a player whose name looks like this.
    fn standing<'a>(&'a self, player: &'a str, look: &'a str) -> Stored<'a, Standing>;
    /// Revokes what was signed for a player.
    fn revoke<'a>(&'a self, player: &'a str, now: i64) -> Stored<'a, ()>;
    /// The accounts for which it was not computed what their names look like.
    fn without_look(&self) -> Stored<'_, Vec<Account>>;
    /// Keeps what the name of an account looks like.
    fn keep_look<'a>(&'a self, player: &'a str, look: &'a str) -> Stored<'a, ()>;
    /// When the recovery code of a player was made, if there is one.
    fn recovery_made<'a>(&'a self, player: &'a str) -> Stored<'a, Option<i64>>;
    /// Replaces the recovery code, by its hash.
    fn renew_recovery<'a>(&'a self, player: &'a str, recovery: &'a [u8], now: i64) -> Stored<'a, ()>;
    /// Uses up a recovery code: sets a new password hash and a new code, and ends all sessions but this one, whose player is
    /// found here. None, and nothing changed, if the code is not the account's.
    fn recover<'a>(
        &'a self,
        key: &'a str,
        recovery: &'a [u8],
        fresh: &'a [u8],
        hash: &'a str,
        session: &'a Session,
    ) -> Stored<'a, Option<Account>>;
    /// An account by the key of its name.
    fn account_named<'a>(&'a self, key: &'a str) -> Stored<'a, Option<Account>>;
    /// An account by its player.
    fn account<'a>(&'a self, player: &'a str) -> Stored<'a, Option<Account>>;
    /// Changes the password, if the old hash is this one, and ends all sessions but one. False if it is not.
    fn change_password<'a>(&'a self, player: &'a str, old: &'a str, new: &'a str, keep: &'a str) -> Stored<'a, bool>;
    /// Makes a session. If a player has more than `most`, those that were unused longest end. False if there is no such account.
    fn log_in<'a>(&'a self, session: &'a Session, most: u32) -> Stored<'a, bool>;
    /// A session by the hash of its token, with its account.
    fn session<'a>(&'a self, key: &'a [u8]) -> Stored<'a, Option<(Session, Account)>>;
    /// Notes that a session was used.
    fn used<'a>(&'a self, key: &'a [u8], now: i64) -> Stored<'a, ()>;
    /// All sessions of a player, the last used first.
    fn sessions<'a>(&'a self, player: &'a str) -> Stored<'a, Vec<Session>>;
    /// Ends one session of a player. False if there is none.
    fn end_session<'a>(&'a self, player: &'a str, id: &'a str) -> Stored<'a, bool>;
    /// Ends all sessions of a player but one.
    fn end_others<'a>(&'a self, player: &'a str, keep: &'a str) -> Stored<'a, u64>;
    /// Gives what a guest had to an account: finished matches, decks up to `most_decks`, settings if the account has none. A
    /// match that both played stays as it is.
    fn merge<'a>(&'a self, guest: &'a str, account: &'a str, most_decks: u32) -> Stored<'a, Merged>;
    /// Deletes a player: account, sessions, decks, settings, ratings, and matches that nobody else played. Other players keep
    /// their matches, in which the player is now called `ghost`.
    fn forget<'a>(&'a self, player: &'a str, ghost: &'a str) -> Stored<'a, ()>;
    /// Deletes sessions that were not used since `sessions`, and decks, settings and revocations of guests that were not used
    /// since `guests`.
    fn sweep(&self, sessions: i64, guests: i64) -> Stored<'_, u64>;
}

/// What was given to an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// How many finished matches.
    pub matches: u64,
    /// How many decks.
    pub decks: u64,
}

/// The current time, in seconds of Unix time.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}

macro_rules! accounts {
    ($name:ident, $db:ty, $begin:literal, $lock:literal) => {
        impl $name {
            async fn insert_session(change: &mut <$db as sqlx::Database>::Connection, new: &Session) -> Result<(), sqlx::Error> {
                let text = "INSERT INTO sessions (hash, id, player, made, seen, agent) VALUES ($1, $2, $3, $4, $5, $6)";
                let insert = sqlx::query(text).bind(&new.key).bind(&new.id).bind(&new.player);
                insert.bind(new.made).bind(new.seen).bind(&new.agent).execute(change).await.map(drop)
            }

            async fn insert_revoked(
                change: &mut <$db as sqlx::Database>::Connection,
                player: &str,
                now: i64,
            ) -> Result<(), sqlx::Error> {
                let text = "INSERT INTO revoked (player, at) VALUES ($1, $2) ON CONFLICT (player) DO NOTHING";
                sqlx::query(text).bind(player).bind(now).execute(change).await.map(drop)
            }

            async fn find_account(&self, text: &'static str, value: &str) -> Result<Option<Account>, sqlx::Error> {
                let row = sqlx::query(text).bind(value).fetch_optional(&self.0).await?;
                row.map(|row| Self::read_account(&row, 0)).transpose()
            }

            fn read_account(row: &<$db as sqlx::Database>::Row, at: usize) -> Result<Account, sqlx::Error> {
                Ok(Account {
                    player: row.try_get(at)?,
                    name: row.try_get(at + 1)?,
                    key: row.try_get(at + 2)?,
                    hash: row.try_get(at + 3)?,
                    since: row.try_get(at + 4)?,
                    look: row.try_get(at + 5)?,
                })
            }

            fn read_session(row: &<$db as sqlx::Database>::Row) -> Result<Session, sqlx::Error> {
                Ok(Session {
                    key: row.try_get(0)?,
                    id: row.try_get(1)?,
                    player: row.try_get(2)?,
                    made: row.try_get(3)?,
                    seen: row.try_get(4)?,
                    agent: row.try_get(5)?,
                })
            }

            async fn merge_all(&self, guest: &str, account: &str, most_decks: u32) -> Result<Merged, sqlx::Error> {
                let mut change = self.0.begin_with($begin).await?;
                let text = "UPDATE sides SET player = $1 WHERE player = $2 AND id NOT IN (SELECT id FROM sides WHERE player = $1)";
                let matches = sqlx::query(text).bind(account).bind(guest).execute(&mut *change).await?.rows_affected();
                let ids = "SELECT id FROM decks WHERE player = $1 ORDER BY updated DESC, id";
                let mut taken: Vec<String> = sqlx::query_scalar(ids).bind(account).fetch_all(&mut *change).await?;
                let theirs: Vec<String> = sqlx::query_scalar(ids).bind(guest).fetch_all(&mut *change).await?;
                let mut decks = 0;
                for id in theirs {
                    if taken.len() >= most_decks as usize {
                        break;
                    }
                    let fresh = crate::decks_and_settings::free_id(&id, &taken);
                    let text = "UPDATE decks SET player = $1, id = $2 WHERE player = $3 AND id = $4";
                    let moved = sqlx::query(text).bind(account).bind(&fresh).bind(guest).bind(&id);
                    decks += moved.execute(&mut *change).await?.rows_affected();
                    taken.push(fresh);
                }
                let text = "UPDATE settings SET player = $1 WHERE player = $2 AND NOT EXISTS (SELECT 1 FROM settings WHERE player = $1)";
                sqlx::query(text).bind(account).bind(guest).execute(&mut *change).await?;
                let text = "UPDATE shares SET player = $1 WHERE player = $2 AND id NOT IN (SELECT id FROM shares WHERE player = $1)";
                sqlx::query(text).bind(account).bind(guest).execute(&mut *change).await?;
                change.commit().await?;
                Ok(Merged { matches, decks })
            }

            async fn forget_all(&self, player: &str, ghost: &str) -> Result<(), sqlx::Error> {
                let mut change = self.0.begin_with($begin).await?;
                let alone = "SELECT id FROM sides s WHERE player = $1 \
                             AND NOT EXISTS (SELECT 1 FROM sides o WHERE o.id = s.id AND o.player IS NOT NULL AND o.player <> $1)";
                let alone: Vec<i64> = sqlx::query_scalar(alone).bind(player).fetch_all(&mut *change).await?;
                for id in alone {
                    for text in [
                        "DELETE FROM entries WHERE id = $1",
                        "DELETE FROM matches WHERE id = $1",
                        "DELETE FROM sides WHERE id = $1",
                        "DELETE FROM finished WHERE id = $1",
                        "DELETE FROM shares WHERE id = $1",
                    ] {
                        sqlx::query(text).bind(id).execute(&mut *change).await?;
                    }
                }
                let text = "UPDATE sides SET player = NULL, name = $2 WHERE player = $1";
                sqlx::query(text).bind(player).bind(ghost).execute(&mut *change).await?;
                for text in [
                    "DELETE FROM sessions WHERE player = $1",
                    "DELETE FROM decks WHERE player = $1",
                    "DELETE FROM settings WHERE player = $1",
                    "DELETE FROM ratings WHERE player = $1",
                    "DELETE FROM shares WHERE player = $1",
                    "DELETE FROM accounts WHERE player = $1",
                ] {
                    sqlx::query(text).bind(player).execute(&mut *change).await?;
                }
                // Without the account, what was signed for the guest would be valid again.
                Self::insert_revoked(&mut change, player, crate::accounts::now()).await?;
                change.commit().await
            }
        }

        impl Accounts for $name {
            fn sign_up<'a>(&'a self, new: &'a Account, session: &'a Session, recovery: &'a [u8]) -> Stored<'a, ()> {
                Box::pin(async move {
                    let work = async {
                        let mut change = self.0.begin_with($begin).await?;
                        // Names that look alike are written differently, so no index finds two that are new at the same time.
                        sqlx::raw_sql($lock).execute(&mut *change).await?;
                        let alike = sqlx::query("SELECT 1 FROM accounts WHERE look = $1").bind(&new.look);
                        if alike.fetch_optional(&mut *change).await?.is_some() {
                            return Ok(false);
                        }
                        let text = "INSERT INTO accounts (player, name, name_key, hash, since, look, recovery, recovery_made) \
                                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
                        let insert = sqlx::query(text).bind(&new.player).bind(&new.name).bind(&new.key).bind(&new.hash);
                        let insert = insert.bind(new.since).bind(&new.look).bind(recovery).bind(new.since);
                        insert.execute(&mut *change).await?;
                        Self::insert_session(&mut change, session).await?;
                        change.commit().await?;
                        Ok(true)
                    };
                    match work.await {
                        Ok(true) => Ok(()),
                        Ok(false) => Err(StoreError::Conflict),
                        Err(error) => Err(unavailable(error)),
                    }
                })
            }

            fn standing<'a>(&'a self, player: &'a str, look: &'a str) -> Stored<'a, Standing> {
                let work = async move {
                    let text = "SELECT EXISTS (SELECT 1 FROM accounts WHERE player = $1), \
                                EXISTS (SELECT 1 FROM revoked WHERE player = $1), \
                                EXISTS (SELECT 1 FROM accounts WHERE look = $2 AND look <> '' AND player <> $1)";
                    let row = sqlx::query(text).bind(player).bind(look).fetch_one(&self.0).await?;
                    Ok(Standing { account: row.try_get(0)?, revoked: row.try_get(1)?, taken: row.try_get(2)? })
                };
                told(work)
            }

            fn revoke<'a>(&'a self, player: &'a str, now: i64) -> Stored<'a, ()> {
                let work = async move {
                    let mut change = self.0.begin_with($begin).await?;
                    Self::insert_revoked(&mut change, player, now).await?;
                    change.commit().await
                };
                told(work)
            }

            fn without_look(&self) -> Stored<'_, Vec<Account>> {
                let work = async move {
                    let text = "SELECT player, name, name_key, hash, since, look FROM accounts WHERE look = '' ORDER BY since, player";
                    let rows = sqlx::query(text).fetch_all(&self.0).await?;
                    rows.iter().map(|row| Self::read_account(row, 0)).collect()
                };
                told(work)
            }

            fn keep_look<'a>(&'a self, player: &'a str, look: &'a str) -> Stored<'a, ()> {
                Box::pin(async move {
                    let update = sqlx::query("UPDATE accounts SET look = $1 WHERE player = $2").bind(look).bind(player);
                    update.execute(&self.0).await.map(drop).map_err(unavailable)
                })
            }

            fn recovery_made<'a>(&'a self, player: &'a str) -> Stored<'a, Option<i64>> {
                Box::pin(async move {
                    let text = "SELECT recovery_made FROM accounts WHERE player = $1 AND recovery IS NOT NULL";
                    let made: Option<Option<i64>> =
                        sqlx::query_scalar(text).bind(player).fetch_optional(&self.0).await.map_err(unavailable)?;
                    Ok(made.flatten())
                })
            }

            fn renew_recovery<'a>(&'a self, player: &'a str, recovery: &'a [u8], now: i64) -> Stored<'a, ()> {
                Box::pin(async move {
                    let text = "UPDATE accounts SET recovery = $1, recovery_made = $2 WHERE player = $3";
                    let update = sqlx::query(text).bind(recovery).bind(now).bind(player);
                    update.execute(&self.0).await.map(drop).map_err(unavailable)
                })
            }

            fn recover<'a>(
                &'a self,
                key: &'a str,
                recovery: &'a [u8],
                fresh: &'a [u8],
                hash: &'a str,
                session: &'a Session,
            ) -> Stored<'a, Option<Account>> {
                let work = async move {
                    let mut change = self.0.begin_with($begin).await?;
                    let text = "UPDATE accounts SET hash = $1, recovery = $2, recovery_made = $3 WHERE name_key = $4 AND recovery = $5";
                    let update = sqlx::query(text).bind(hash).bind(fresh).bind(session.made).bind(key).bind(recovery);
                    if update.execute(&mut *change).await?.rows_affected() == 0 {
                        return Ok(None);
                    }
                    let text = "SELECT player, name, name_key, hash, since, look FROM accounts WHERE name_key = $1";
                    let row = sqlx::query(text).bind(key).fetch_one(&mut *change).await?;
                    let account = Self::read_account(&row, 0)?;
                    sqlx::query("DELETE FROM sessions WHERE player = $1").bind(&account.player).execute(&mut *change).await?;
                    let session = Session { player: account.player.clone(), ..session.clone() };
                    Self::insert_session(&mut change, &session).await?;
                    change.commit().await?;
                    Ok(Some(account))
                };
                told(work)
            }

            fn account_named<'a>(&'a self, key: &'a str) -> Stored<'a, Option<Account>> {
                let text = "SELECT player, name, name_key, hash, since, look FROM accounts WHERE name_key = $1";
                Box::pin(async move { self.find_account(text, key).await.map_err(unavailable) })
            }

            fn account<'a>(&'a self, player: &'a str) -> Stored<'a, Option<Account>> {
                let text = "SELECT player, name, name_key, hash, since, look FROM accounts WHERE player = $1";
                Box::pin(async move { self.find_account(text, player).await.map_err(unavailable) })
            }

            fn change_password<'a>(&'a self, player: &'a str, old: &'a str, new: &'a str, keep: &'a str) -> Stored<'a, bool> {
                let work = async move {
                    let mut change = self.0.begin_with($begin).await?;
                    let text = "UPDATE accounts SET hash = $1 WHERE player = $2 AND hash = $3";
                    let changed = sqlx::query(text).bind(new).bind(player).bind(old).execute(&mut *change).await?;
                    if changed.rows_affected() == 0 {
                        return Ok(false);
                    }
                    let text = "DELETE FROM sessions WHERE player = $1 AND id <> $2";
                    sqlx::query(text).bind(player).bind(keep).execute(&mut *change).await?;
                    change.commit().await?;
                    Ok(true)
                };
                told(work)
            }

            fn log_in<'a>(&'a self, new: &'a Session, most: u32) -> Stored<'a, bool> {
                let work = async move {
                    let mut change = self.0.begin_with($begin).await?;
                    let known = sqlx::query("SELECT 1 FROM accounts WHERE player = $1").bind(&new.player);
                    if known.fetch_optional(&mut *change).await?.is_none() {
                        return Ok(false);
                    }
                    Self::insert_session(&mut change, new).await?;
                    let text = "DELETE FROM sessions WHERE player = $1 AND id NOT IN \
                                (SELECT id FROM sessions WHERE player = $1 ORDER BY seen DESC, made DESC LIMIT $2)";
                    sqlx::query(text).bind(&new.player).bind(i64::from(most)).execute(&mut *change).await?;
                    change.commit().await?;
                    Ok(true)
                };
                told(work)
            }

            fn session<'a>(&'a self, key: &'a [u8]) -> Stored<'a, Option<(Session, Account)>> {
                let work = async move {
                    let text = "SELECT s.hash, s.id, s.player, s.made, s.seen, s.agent, a.player, a.name, a.name_key, a.hash, a.since, \
                                a.look FROM sessions s JOIN accounts a ON a.player = s.player WHERE s.hash = $1";
                    let row = sqlx::query(text).bind(key).fetch_optional(&self.0).await?;
                    row.map(|row| Ok((Self::read_session(&row)?, Self::read_account(&row, 6)?))).transpose()
                };
                told(work)
            }

            fn used<'a>(&'a self, key: &'a [u8], now: i64) -> Stored<'a, ()> {
                Box::pin(async move {
                    let update = sqlx::query("UPDATE sessions SET seen = $1 WHERE hash = $2").bind(now).bind(key);
                    update.execute(&self.0).await.map(drop).map_err(unavailable)
                })
            }

            fn sessions<'a>(&'a self, player: &'a str) -> Stored<'a, Vec<Session>> {
                let work = async move {
                    let text = "SELECT hash, id, player, made, seen, agent FROM sessions WHERE player = $1 \
                                ORDER BY seen DESC, made DESC, id";
                    let rows = sqlx::query(text).bind(player).fetch_all(&self.0).await?;
                    rows.iter().map(Self::read_session).collect()
                };
                told(work)
            }

            fn end_session<'a>(&'a self, player: &'a str, id: &'a str) -> Stored<'a, bool> {
                Box::pin(async move {
                    let delete = sqlx::query("DELETE FROM sessions WHERE player = $1 AND id = $2").bind(player).bind(id);
                    delete.execute(&self.0).await.map(|done| done.rows_affected() > 0).map_err(unavailable)
                })
            }

            fn end_others<'a>(&'a self, player: &'a str, keep: &'a str) -> Stored<'a, u64> {
                Box::pin(async move {
                    let delete = sqlx::query("DELETE FROM sessions WHERE player = $1 AND id <> $2").bind(player).bind(keep);
                    delete.execute(&self.0).await.map(|done| done.rows_affected()).map_err(unavailable)
                })
            }

            fn merge<'a>(&'a self, guest: &'a str, account: &'a str, most_decks: u32) -> Stored<'a, Merged> {
                Box::pin(async move { self.merge_all(guest, account, most_decks).await.map_err(unavailable) })
            }

            fn forget<'a>(&'a self, player: &'a str, ghost: &'a str) -> Stored<'a, ()> {
                Box::pin(async move { self.forget_all(player, ghost).await.map_err(unavailable) })
            }

            fn sweep(&self, sessions: i64, guests: i64) -> Stored<'_, u64> {
                let work = async move {
                    let delete = sqlx::query("DELETE FROM sessions WHERE seen < $1").bind(sessions);
                    let mut gone = delete.execute(&self.0).await?.rows_affected();
                    // What was signed so long ago has expired anyway.
                    gone += sqlx::query("DELETE FROM revoked WHERE at < $1").bind(guests).execute(&self.0).await?.rows_affected();
                    for text in [
                        "DELETE FROM decks WHERE updated < $1 AND player NOT IN (SELECT player FROM accounts)",
                        "DELETE FROM settings WHERE updated < $1 AND player NOT IN (SELECT player FROM accounts)",
                    ] {
                        gone += sqlx::query(text).bind(guests).execute(&self.0).await?.rows_affected();
                    }
                    Ok(gone)
                };
                told(work)
            }
        }
    };
}

pub(crate) use accounts;
