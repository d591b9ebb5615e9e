//! The tables of the database, step by step. A step is never changed after it was published: a new one is added.

/// The steps for SQLite. The version of a database is the number of steps it has seen.
pub const SQLITE: &[&str] = &[
    "
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL);
    CREATE TABLE tables (code TEXT PRIMARY KEY, data BLOB NOT NULL, closed BOOLEAN NOT NULL DEFAULT FALSE);
    CREATE INDEX open_tables ON tables (code) WHERE NOT closed;
    CREATE TABLE matches (id BIGINT PRIMARY KEY, opening BLOB NOT NULL, begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE entries (
        id BIGINT NOT NULL, place BIGINT NOT NULL, entry BLOB NOT NULL, note BLOB NOT NULL, PRIMARY KEY (id, place)
    ) WITHOUT ROWID;
",
    // People.
    "
    CREATE TABLE accounts (
        player TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, since BIGINT NOT NULL
    );
    CREATE TABLE sessions (
        hash BLOB PRIMARY KEY, id TEXT NOT NULL UNIQUE, player TEXT NOT NULL, made BIGINT NOT NULL, seen BIGINT NOT NULL,
        agent TEXT NOT NULL
    );
    CREATE INDEX sessions_of ON sessions (player);
    CREATE TABLE decks (
        player TEXT NOT NULL, id TEXT NOT NULL, game TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
        updated BIGINT NOT NULL, PRIMARY KEY (player, id)
    );
    CREATE TABLE settings (player TEXT PRIMARY KEY, value TEXT NOT NULL, updated BIGINT NOT NULL);
    CREATE TABLE ratings (
        player TEXT NOT NULL, game TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
        volatility DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, updated BIGINT NOT NULL, PRIMARY KEY (player, game)
    );
    CREATE TABLE finished (
        id BIGINT PRIMARY KEY, game TEXT NOT NULL, edition TEXT NOT NULL, rated BOOLEAN NOT NULL, ending TEXT NOT NULL,
        winner BIGINT, alone BOOLEAN NOT NULL, ended BIGINT NOT NULL
    );
    CREATE TABLE sides (
        id BIGINT NOT NULL, seat BIGINT NOT NULL, player TEXT, name TEXT NOT NULL, bot TEXT, deck TEXT NOT NULL,
        before DOUBLE PRECISION, after DOUBLE PRECISION, ended BIGINT NOT NULL, PRIMARY KEY (id, seat)
    );
    CREATE INDEX sides_of ON sides (player, ended, id);
    UPDATE tables SET data = '' WHERE closed;
",
    // Older card sets.
    "
    CREATE TABLE card_sets (
        game TEXT NOT NULL, name TEXT NOT NULL, cards BLOB NOT NULL, kept TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        PRIMARY KEY (game, name)
    );
",
    // Who may read a finished match, look-alike names, recovery codes, what is revoked, and a row that is written to see whether it can be.
    "
    ALTER TABLE accounts ADD COLUMN look TEXT NOT NULL DEFAULT '';
    ALTER TABLE accounts ADD COLUMN recovery BLOB;
    ALTER TABLE accounts ADD COLUMN recovery_made BIGINT;
    CREATE INDEX accounts_look ON accounts (look);
    ALTER TABLE finished ADD COLUMN public BOOLEAN NOT NULL DEFAULT FALSE;
    CREATE TABLE shares (
        id BIGINT NOT NULL, player TEXT NOT NULL, link TEXT NOT NULL, made BIGINT NOT NULL, PRIMARY KEY (id, player)
    );
    CREATE INDEX shares_of ON shares (player);
    CREATE TABLE revoked (player TEXT PRIMARY KEY, at BIGINT NOT NULL);
    CREATE TABLE pulse (id BIGINT PRIMARY KEY, body BLOB NOT NULL);
",
    // Several servers on one database: which of them live, who owns a table, and where a match is played.
    "
    CREATE TABLE nodes (
        name TEXT PRIMARY KEY, life BIGINT NOT NULL, program TEXT NOT NULL, seen BIGINT NOT NULL, ended BOOLEAN NOT NULL,
        draining BOOLEAN NOT NULL DEFAULT FALSE
    );
    ALTER TABLE tables ADD COLUMN owner TEXT;
    ALTER TABLE tables ADD COLUMN life BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX tables_owner ON tables (owner, life) WHERE NOT closed;
    ALTER TABLE matches ADD COLUMN code TEXT;
",
];

/// The steps for PostgreSQL.
pub const POSTGRES: &[&str] = &[
    "
    CREATE TABLE secrets (name TEXT PRIMARY KEY, value BYTEA NOT NULL);
    CREATE TABLE tables (code TEXT PRIMARY KEY, data BYTEA NOT NULL, closed BOOLEAN NOT NULL DEFAULT FALSE);
    CREATE INDEX open_tables ON tables (code) WHERE NOT closed;
    CREATE TABLE matches (id BIGINT PRIMARY KEY, opening BYTEA NOT NULL, begun TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE entries (
        id BIGINT NOT NULL, place BIGINT NOT NULL, entry BYTEA NOT NULL, note BYTEA NOT NULL, PRIMARY KEY (id, place)
    );
",
    // People.
    "
    CREATE TABLE accounts (
        player TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, since BIGINT NOT NULL
    );
    CREATE TABLE sessions (
        hash BYTEA PRIMARY KEY, id TEXT NOT NULL UNIQUE, player TEXT NOT NULL, made BIGINT NOT NULL, seen BIGINT NOT NULL,
        agent TEXT NOT NULL
    );
    CREATE INDEX sessions_of ON sessions (player);
    CREATE TABLE decks (
        player TEXT NOT NULL, id TEXT NOT NULL, game TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
        updated BIGINT NOT NULL, PRIMARY KEY (player, id)
    );
    CREATE TABLE settings (player TEXT PRIMARY KEY, value TEXT NOT NULL, updated BIGINT NOT NULL);
    CREATE TABLE ratings (
        player TEXT NOT NULL, game TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
        volatility DOUBLE PRECISION NOT NULL, games BIGINT NOT NULL, updated BIGINT NOT NULL, PRIMARY KEY (player, game)
    );
    CREATE TABLE finished (
        id BIGINT PRIMARY KEY, game TEXT NOT NULL, edition TEXT NOT NULL, rated BOOLEAN NOT NULL, ending TEXT NOT NULL,
        winner BIGINT, alone BOOLEAN NOT NULL, ended BIGINT NOT NULL
    );
    CREATE TABLE sides (
        id BIGINT NOT NULL, seat BIGINT NOT NULL, player TEXT, name TEXT NOT NULL, bot TEXT, deck TEXT NOT NULL,
        before DOUBLE PRECISION, after DOUBLE PRECISION, ended BIGINT NOT NULL, PRIMARY KEY (id, seat)
    );
    CREATE INDEX sides_of ON sides (player, ended, id);
    UPDATE tables SET data = '' WHERE closed;
",
    // Older card sets.
    "
    CREATE TABLE card_sets (
        game TEXT NOT NULL, name TEXT NOT NULL, cards BYTEA NOT NULL, kept TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
        PRIMARY KEY (game, name)
    );
",
    // Who may read a finished match, look-alike names, recovery codes, what is revoked, and a row that is written to see whether it can be.
    "
    ALTER TABLE accounts ADD COLUMN look TEXT NOT NULL DEFAULT '';
    ALTER TABLE accounts ADD COLUMN recovery BYTEA;
    ALTER TABLE accounts ADD COLUMN recovery_made BIGINT;
    CREATE INDEX accounts_look ON accounts (look);
    ALTER TABLE finished ADD COLUMN public BOOLEAN NOT NULL DEFAULT FALSE;
    CREATE TABLE shares (
        id BIGINT NOT NULL, player TEXT NOT NULL, link TEXT NOT NULL, made BIGINT NOT NULL, PRIMARY KEY (id, player)
    );
    CREATE INDEX shares_of ON shares (player);
    CREATE TABLE revoked (player TEXT PRIMARY KEY, at BIGINT NOT NULL);
    CREATE TABLE pulse (id BIGINT PRIMARY KEY, body BYTEA NOT NULL);
",
    // Several servers on one database: which of them live, who owns a table, and where a match is played.
    "
    CREATE TABLE nodes (
        name TEXT PRIMARY KEY, life BIGINT NOT NULL, program TEXT NOT NULL, seen BIGINT NOT NULL, ended BOOLEAN NOT NULL,
        draining BOOLEAN NOT NULL DEFAULT FALSE
    );
    ALTER TABLE tables ADD COLUMN owner TEXT;
    ALTER TABLE tables ADD COLUMN life BIGINT NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX tables_owner ON tables (owner, life) WHERE NOT closed;
    ALTER TABLE matches ADD COLUMN code TEXT;
",
];

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A text.
    Text,
    /// Bytes.
    Bytes,
    /// A whole number.
    Number,
    /// A number with a fraction.
    Real,
    /// Yes or no.
    Flag,
    /// A moment, set by the database.
    Time,
}

/// A table that belongs into a backup.
pub struct Kept {
    /// Its name.
    pub name: &'static str,
    /// How many columns are its key: the first ones.
    pub key: usize,
    /// Its columns.
    pub columns: &'static [(&'static str, Kind)],
}

/// All that a backup has. A test compares it with the database, less what only concerns servers that run ([`PASSING`]).
pub const TABLES: &[Kept] = &[
    Kept { name: "secrets", key: 1, columns: &[("name", Kind::Text), ("value", Kind::Bytes)] },
    Kept { name: "tables", key: 1, columns: &[("code", Kind::Text), ("data", Kind::Bytes), ("closed", Kind::Flag)] },
    Kept {
        name: "matches",
        key: 1,
        columns: &[("id", Kind::Number), ("code", Kind::Text), ("opening", Kind::Bytes), ("begun", Kind::Time)],
    },
    Kept {
        name: "entries",
        key: 2,
        columns: &[("id", Kind::Number), ("place", Kind::Number), ("entry", Kind::Bytes), ("note", Kind::Bytes)],
    },
    Kept {
        name: "accounts",
        key: 1,
        columns: &[
            ("player", Kind::Text),
            ("name", Kind::Text),
            ("name_key", Kind::Text),
            ("hash", Kind::Text),
            ("since", Kind::Number),
            ("look", Kind::Text),
            ("recovery", Kind::Bytes),
            ("recovery_made", Kind::Number),
        ],
    },
    Kept {
        name: "sessions",
        key: 1,
        columns: &[
            ("hash", Kind::Bytes),
            ("id", Kind::Text),
            ("player", Kind::Text),
            ("made", Kind::Number),
            ("seen", Kind::Number),
            ("agent", Kind::Text),
        ],
    },
    Kept {
        name: "decks",
        key: 2,
        columns: &[
            ("player", Kind::Text),
            ("id", Kind::Text),
            ("game", Kind::Text),
            ("name", Kind::Text),
            ("body", Kind::Text),
            ("updated", Kind::Number),
        ],
    },
    Kept { name: "settings", key: 1, columns: &[("player", Kind::Text), ("value", Kind::Text), ("updated", Kind::Number)] },
    Kept {
        name: "ratings",
        key: 2,
        columns: &[
            ("player", Kind::Text),
            ("game", Kind::Text),
            ("rating", Kind::Real),
            ("deviation", Kind::Real),
            ("volatility", Kind::Real),
            ("games", Kind::Number),
            ("updated", Kind::Number),
        ],
    },
    Kept {
        name: "finished",
        key: 1,
        columns: &[
            ("id", Kind::Number),
            ("game", Kind::Text),
            ("edition", Kind::Text),
            ("rated", Kind::Flag),
            ("ending", Kind::Text),
            ("winner", Kind::Number),
            ("alone", Kind::Flag),
            ("ended", Kind::Number),
            ("public", Kind::Flag),
        ],
    },
    Kept {
        name: "sides",
        key: 2,
        columns: &[
            ("id", Kind::Number),
            ("seat", Kind::Number),
            ("player", Kind::Text),
            ("name", Kind::Text),
            ("bot", Kind::Text),
            ("deck", Kind::Text),
            ("before", Kind::Real),
            ("after", Kind::Real),
            ("ended", Kind::Number),
        ],
    },
    Kept {
        name: "card_sets",
        key: 2,
        columns: &[("game", Kind::Text), ("name", Kind::Text), ("cards", Kind::Bytes), ("kept", Kind::Time)],
    },
    Kept {
        name: "shares",
        key: 2,
        columns: &[("id", Kind::Number), ("player", Kind::Text), ("link", Kind::Text), ("made", Kind::Number)],
    },
    Kept { name: "revoked", key: 1, columns: &[("player", Kind::Text), ("at", Kind::Number)] },
];

/// Tables, and columns of the tables above, that only concern servers that run.
#[cfg(test)]
pub const PASSING: &[(&str, &[&str])] =
    &[("playmat_schema", &["version"]), ("nodes", &[]), ("pulse", &[]), ("tables", &["owner", "life", "epoch"])];
