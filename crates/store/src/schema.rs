//! The tables of the database, step by step. A step is never changed after it was published: a new one is added.

/// The steps for SQLite; the version of a database is how many of them it has seen.
pub const SQLITE: &[&str] = &["
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL);
    CREATE TABLE tables (code TEXT PRIMARY KEY, data BLOB NOT NULL, closed BOOLEAN NOT NULL DEFAULT FALSE);
    CREATE INDEX open_tables ON tables (code) WHERE NOT closed;
    CREATE TABLE matches (id BIGINT PRIMARY KEY, opening BLOB NOT NULL, begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE entries (
        id BIGINT NOT NULL, place BIGINT NOT NULL, entry BLOB NOT NULL, note BLOB NOT NULL, PRIMARY KEY (id, place)
    ) WITHOUT ROWID;
", "
    CREATE TABLE card_sets (
        game TEXT NOT NULL, name TEXT NOT NULL, cards BLOB NOT NULL, kept TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (game, name)
    );
"];

/// The same for PostgreSQL.
pub const POSTGRES: &[&str] = &["
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BYTEA NOT NULL);
    CREATE TABLE tables (code TEXT PRIMARY KEY, data BYTEA NOT NULL, closed BOOLEAN NOT NULL DEFAULT FALSE);
    CREATE INDEX open_tables ON tables (code) WHERE NOT closed;
    CREATE TABLE matches (id BIGINT PRIMARY KEY, opening BYTEA NOT NULL, begun TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE entries (
        id BIGINT NOT NULL, place BIGINT NOT NULL, entry BYTEA NOT NULL, note BYTEA NOT NULL, PRIMARY KEY (id, place)
    );
", "
    CREATE TABLE card_sets (
        game TEXT NOT NULL, name TEXT NOT NULL, cards BYTEA NOT NULL, kept TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (game, name)
    );
"];
