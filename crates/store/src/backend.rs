//! Both databases, written by one macro. They differ in how to connect and in the schema.

use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, Postgres};
use sqlx::sqlite::{Sqlite, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Pool, QueryBuilder, Row};

use crate::accounts::accounts;
use crate::backup::{Cell, Item, backups};
use crate::decks_and_settings::decks_and_settings;
use crate::history::history;
use crate::nodes::nodes;
use crate::schema::{Kept, Kind};
use crate::{
    Account, Accounts, Backups, Beat, Claimed, DecksAndSettings, Finished, History, Lease, Logged, MatchId, Merged, NodeId,
    NodeInfo, Nodes, Owner, PlayedMatch, Rating, Readers, SavedDeck, Session, Side, Standing, Store, StoreError, Stored,
    StoredMatch, StoredTable, Tally, Write, schema,
};

/// How long to wait for a connection before the database counts as lost.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens `sqlite:PATH` or `postgres://...`, and brings its schema up to date.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    if let Some(path) = address.strip_prefix("sqlite:") {
        if path.is_empty() {
            return Err(StoreError::BadAddress("`sqlite:` must be followed by the path of a file".into()));
        }
        keep_private(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Every commit is on the disk before it returns: WAL alone would lose the last ones in a power cut.
            .synchronous(SqliteSynchronous::Full)
            // Deleted and overwritten content is overwritten with zeros, so that nothing of it stays in free space.
            .pragma("secure_delete", "ON")
            // What is needed to undo half a statement stays in memory: it is a few pages, and useless after the process has
            // ended.
            .pragma("temp_store", "MEMORY")
            .busy_timeout(PATIENCE);
        let pool = SqlitePoolOptions::new().max_connections(4).acquire_timeout(PATIENCE).connect_with(options).await;
        let database = SqliteStore(pool.map_err(unavailable)?);
        database.migrate(schema::SQLITE).await?;
        if let Err(error) = database.clean_once().await {
            tracing::warn!(%error, "the database file could not be rewritten; this will be tried again at the next start");
        }
        Ok(Arc::new(database))
    } else if address.starts_with("postgres:") || address.starts_with("postgresql:") {
        let options = PgConnectOptions::from_str(address)
            .map_err(|_| StoreError::BadAddress("write it as `postgres://USER:PASSWORD@HOST:PORT/DATABASE`".into()))?
            // A server that stops in the middle of a transaction must not hold its tables for ever.
            .options([("idle_in_transaction_session_timeout", "5s")]);
        let pool = PgPoolOptions::new().max_connections(4).acquire_timeout(PATIENCE).connect_with(options).await;
        let database = PostgresStore(pool.map_err(unavailable)?);
        database.migrate(schema::POSTGRES).await?;
        Ok(Arc::new(database))
    } else {
        Err(StoreError::BadAddress("it must begin with `sqlite:` or `postgres:`".into()))
    }
}

/// Only its owner may read a database file, also one that others could read before. SQLite gives the files beside it the same
/// rights.
#[cfg(unix)]
fn keep_private(path: &str) -> Result<(), StoreError> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let create = std::fs::OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(0o600).open(path);
    create.map_err(|error| StoreError::Unavailable(format!("{path} cannot be opened: {error}")))?;
    for path in ["", "-wal", "-shm"].map(|ending| format!("{path}{ending}")) {
        let Ok(about) = std::fs::metadata(&path) else { continue };
        if about.permissions().mode() & 0o077 != 0
            && let Err(error) = std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))
        {
            tracing::warn!(path, %error, "other users of this machine can read the database, and that cannot be changed");
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_private(_: &str) -> Result<(), StoreError> {
    Ok(())
}

/// SQLite's and PostgreSQL's codes for a disk without room.
const FULL: [&str; 2] = ["13", "53100"];

/// Errors of the database may name hosts and files: they are for the operator's log, never for players.
fn unavailable(error: sqlx::Error) -> StoreError {
    match &error {
        sqlx::Error::Database(database) if database.is_unique_violation() => StoreError::Conflict,
        sqlx::Error::Database(database) if database.code().is_some_and(|code| FULL.contains(&&*code)) => StoreError::Full,
        _ => StoreError::Unavailable(error.to_string()),
    }
}

/// The result of some work, as a store returns it.
fn told<'a, T>(work: impl Future<Output = Result<T, sqlx::Error>> + Send + 'a) -> Stored<'a, T> {
    Box::pin(async move { work.await.map_err(unavailable) })
}

/// A file of up to so many bytes is rewritten when something must be removed from it.
const SMALL: i64 = 64 * 1024 * 1024;
/// How often it is tried to empty a log that is being read, and how long to wait in between.
const TRIES: u32 = 50;
const PAUSE: Duration = Duration::from_millis(100);
/// Set in a file that was rewritten since free space is overwritten.
const CLEAN: i64 = 1;

impl SqliteStore {
    /// A file of an older program has old bytes in its free space: it is rewritten once.
    async fn clean_once(&self) -> Result<(), sqlx::Error> {
        let clean: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&self.0).await?;
        if clean < CLEAN {
            let mut connection = self.0.acquire().await?;
            sqlx::raw_sql("VACUUM").execute(&mut *connection).await?;
            sqlx::raw_sql("PRAGMA user_version = 1").execute(&mut *connection).await?;
        }
        Ok(())
    }

    /// Free space is zeros, but where pages were split, moved rows may still lie between the rows of the old page: only rewriting
    /// the file removes them. Then the log is emptied, which holds what was overwritten lately.
    async fn scrub_files(&self) -> Result<(), StoreError> {
        let mut connection = self.0.acquire().await.map_err(unavailable)?;
        let size = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
        let size: i64 = sqlx::query_scalar(size).fetch_one(&mut *connection).await.map_err(unavailable)?;
        if size <= SMALL {
            sqlx::raw_sql("VACUUM").execute(&mut *connection).await.map_err(unavailable)?;
        }
        for _ in 0..TRIES {
            let emptied =
                sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await.map_err(unavailable)?;
            if emptied.try_get::<i64, _>(0).map_err(unavailable)? == 0 {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(StoreError::Unavailable("its log is in use all the time and cannot be emptied".into()))
    }
}

impl PostgresStore {
    /// Removes deleted and overwritten rows, so that their space is used again.
    async fn scrub_files(&self) -> Result<(), StoreError> {
        let all = "VACUUM accounts, sessions, decks, settings, ratings, sides, finished, entries, matches, tables";
        sqlx::raw_sql(all).execute(&self.0).await.map(drop).map_err(unavailable)
    }
}

macro_rules! backend {
    ($name:ident, $db:ty, $begin:literal, $lock:literal, $now:literal, $rows:literal, $free:literal) => {
        struct $name(Pool<$db>);

        impl $name {
            async fn migrate(&self, steps: &'static [&'static str]) -> Result<(), StoreError> {
                let mut change = self.0.begin_with($begin).await.map_err(unavailable)?;
                sqlx::raw_sql($lock).execute(&mut *change).await.map_err(unavailable)?;
                let begin = "CREATE TABLE IF NOT EXISTS playmat_schema (version BIGINT NOT NULL)";
                sqlx::raw_sql(begin).execute(&mut *change).await.map_err(unavailable)?;
                let version: Option<i64> = sqlx::query_scalar("SELECT max(version) FROM playmat_schema")
                    .fetch_one(&mut *change)
                    .await
                    .map_err(unavailable)?;
                let seen = version.unwrap_or(0) as usize;
                if seen > steps.len() {
                    let sentence =
                        format!("it was written by a newer program (version {seen}, this one knows {})", steps.len());
                    return Err(StoreError::Unavailable(sentence));
                }
                for (place, step) in steps.iter().enumerate().skip(seen) {
                    sqlx::raw_sql(*step).execute(&mut *change).await.map_err(unavailable)?;
                    let note = sqlx::query("INSERT INTO playmat_schema (version) VALUES ($1)").bind(place as i64 + 1);
                    note.execute(&mut *change).await.map_err(unavailable)?;
                }
                change.commit().await.map_err(unavailable)
            }

            /// False, and nothing written, if a table is another server's.
            async fn append(&self, writes: &[Write]) -> Result<bool, sqlx::Error> {
                let mut connection = self.0.acquire().await?;
                let appended = Self::append_to(&mut connection, writes).await;
                if appended.is_err() {
                    // On a full disk SQLite rolls a transaction back by itself, and the connection is useless afterwards: it
                    // believes that the transaction is still open.
                    connection.close_on_drop();
                }
                appended
            }

            async fn append_to(
                connection: &mut <$db as sqlx::Database>::Connection,
                writes: &[Write],
            ) -> Result<bool, sqlx::Error> {
                let mut change = connection.begin_with($begin).await?;
                let mut leases: Vec<(&str, i64)> = writes
                    .iter()
                    .filter_map(|write| match write {
                        Write::Hold(Lease { code, epoch }) => Some((&code[..], *epoch)),
                        _ => None,
                    })
                    .collect();
                leases.sort_unstable();
                leases.dedup();
                // From here to the end of the transaction nobody else can come to own these tables.
                if !Self::hold(&mut change, &leases).await? {
                    change.rollback().await?;
                    return Ok(false);
                }
                for write in writes {
                    match write {
                        Write::Table { code, data } => {
                            let text = "INSERT INTO tables (code, data) VALUES ($1, $2) \
                                        ON CONFLICT (code) DO UPDATE SET data = excluded.data, closed = FALSE";
                            sqlx::query(text).bind(code).bind(data).execute(&mut *change).await?;
                        }
                        Write::CloseTable { code } => {
                            // Nobody reads it any more, so nothing about its players is kept.
                            let text = "UPDATE tables SET closed = TRUE, data = $2 WHERE code = $1";
                            sqlx::query(text).bind(code).bind(&b""[..]).execute(&mut *change).await?;
                        }
                        Write::Match { id, code, opening } => {
                            let text = "INSERT INTO matches (id, code, opening) VALUES ($1, $2, $3)";
                            sqlx::query(text).bind(id.0 as i64).bind(code).bind(opening).execute(&mut *change).await?;
                        }
                        Write::Finished(over) => Self::finish(&mut change, over).await?,
                        Write::Pulse(body) => {
                            let text = "INSERT INTO pulse (id, body) VALUES (0, $1) ON CONFLICT (id) DO UPDATE SET body = excluded.body";
                            sqlx::query(text).bind(body).execute(&mut *change).await?;
                        }
                        Write::Hold(_) | Write::Entry { .. } => {}
                    }
                }
                // Nearly all writes are entries, so they are inserted together: in powers of two, so that few statements have to
                // be prepared.
                let entries: Vec<(MatchId, u32, &[u8], &[u8])> = writes
                    .iter()
                    .filter_map(|write| match write {
                        Write::Entry { id, place, entry, note } => Some((*id, *place, &entry[..], &note[..])),
                        _ => None,
                    })
                    .collect();
                let mut rest = &entries[..];
                while !rest.is_empty() {
                    let (rows, after) = rest.split_at(1 << rest.len().ilog2());
                    let mut insert = QueryBuilder::<$db>::new("INSERT INTO entries (id, place, entry, note) ");
                    insert.push_values(rows, |mut row, (id, place, entry, note)| {
                        row.push_bind(id.0 as i64).push_bind(i64::from(*place)).push_bind(*entry).push_bind(*note);
                    });
                    insert.build().execute(&mut *change).await?;
                    rest = after;
                }
                change.commit().await?;
                Ok(true)
            }

            async fn load(&self, id: MatchId) -> Result<Option<StoredMatch>, sqlx::Error> {
                // In one transaction, so that an entry which is written meanwhile does not appear without its opening.
                let mut look = self.0.begin().await?;
                let head = sqlx::query("SELECT opening FROM matches WHERE id = $1").bind(id.0 as i64);
                let Some(head) = head.fetch_optional(&mut *look).await? else { return Ok(None) };
                let rows = sqlx::query("SELECT entry, note FROM entries WHERE id = $1 ORDER BY place").bind(id.0 as i64);
                let rows = rows.fetch_all(&mut *look).await?;
                let entries =
                    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect::<Result<_, sqlx::Error>>()?;
                Ok(Some(StoredMatch { opening: head.try_get(0)?, entries }))
            }
        }

        impl Store for $name {
            fn append<'a>(&'a self, writes: &'a [Write]) -> Stored<'a, ()> {
                Box::pin(async move {
                    let kept = self.append(writes).await.map_err(unavailable)?;
                    if kept { Ok(()) } else { Err(StoreError::Lost) }
                })
            }

            fn tables(&self) -> Stored<'_, Vec<StoredTable>> {
                Box::pin(async move {
                    let rows = sqlx::query("SELECT code, data FROM tables WHERE NOT closed ORDER BY code").fetch_all(&self.0);
                    let table =
                        |row: &<$db as sqlx::Database>::Row| Ok(StoredTable { code: row.try_get(0)?, data: row.try_get(1)? });
                    rows.await.and_then(|rows| rows.iter().map(table).collect()).map_err(unavailable)
                })
            }

            fn table<'a>(&'a self, code: &'a str) -> Stored<'a, Option<Vec<u8>>> {
                Box::pin(async move {
                    let row = sqlx::query_scalar("SELECT data FROM tables WHERE code = $1 AND NOT closed").bind(code);
                    row.fetch_optional(&self.0).await.map_err(unavailable)
                })
            }

            fn load(&self, id: MatchId) -> Stored<'_, Option<StoredMatch>> {
                Box::pin(async move { self.load(id).await.map_err(unavailable) })
            }

            fn secret<'a>(&'a self, name: &'a str, fresh: Vec<u8>) -> Stored<'a, Vec<u8>> {
                Box::pin(async move {
                    let text = "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING";
                    sqlx::query(text).bind(name).bind(fresh).execute(&self.0).await.map_err(unavailable)?;
                    let kept = sqlx::query_scalar("SELECT value FROM secrets WHERE name = $1").bind(name);
                    kept.fetch_one(&self.0).await.map_err(unavailable)
                })
            }

            fn change_secret<'a>(&'a self, name: &'a str, value: &'a [u8]) -> Stored<'a, ()> {
                Box::pin(async move {
                    let update = sqlx::query("UPDATE secrets SET value = $1 WHERE name = $2").bind(value).bind(name);
                    update.execute(&self.0).await.map(drop).map_err(unavailable)
                })
            }

            fn keep_cards<'a>(&'a self, game: &'a str, name: &'a str, cards: &'a [u8]) -> Stored<'a, ()> {
                Box::pin(async move {
                    let text = "INSERT INTO card_sets (game, name, cards) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
                    let keep = sqlx::query(text).bind(game).bind(name).bind(cards);
                    keep.execute(&self.0).await.map(drop).map_err(unavailable)
                })
            }

            fn card_sets(&self) -> Stored<'_, Vec<(String, String, Vec<u8>)>> {
                Box::pin(async move {
                    let rows = sqlx::query("SELECT game, name, cards FROM card_sets ORDER BY game, name").fetch_all(&self.0);
                    let set = |row: &<$db as sqlx::Database>::Row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?));
                    rows.await.and_then(|rows| rows.iter().map(set).collect()).map_err(unavailable)
                })
            }

            fn scrub(&self) -> Stored<'_, ()> {
                Box::pin(self.scrub_files())
            }

            fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
                Box::pin(self.0.close())
            }
        }

        accounts!($name, $db, $begin, $lock);
        decks_and_settings!($name, $db, $begin);
        history!($name, $db, $lock);
        nodes!($name, $db, $now, $rows, $free);
    };
}

// How a transaction that writes begins; what keeps two servers that start at once from both changing the schema; the time in
// milliseconds; how rows are locked, and how they are locked without waiting. SQLite has one writer at a time and locks no rows.
backend!(
    SqliteStore,
    Sqlite,
    "BEGIN IMMEDIATE",
    "SELECT 1",
    "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
    "",
    ""
);
backend!(
    PostgresStore,
    Postgres,
    "BEGIN",
    "SELECT pg_advisory_xact_lock(7529627)",
    "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
    " FOR UPDATE",
    " FOR UPDATE SKIP LOCKED"
);

backups!(
    SqliteStore,
    Sqlite,
    "BEGIN IMMEDIATE",
    schema::SQLITE,
    crate::backup::Dialect {
        snapshot: "BEGIN",
        reads_time: ("", ""),
        writes_time: "",
        by_bytes: "",
        examines: Some("PRAGMA integrity_check"),
    }
);
backups!(
    PostgresStore,
    Postgres,
    "BEGIN",
    schema::POSTGRES,
    crate::backup::Dialect {
        snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        reads_time: ("to_char(", " AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')"),
        writes_time: "::timestamp AT TIME ZONE 'UTC'",
        by_bytes: " COLLATE \"C\"",
        examines: None,
    }
);
