CREATE TABLE playmat_schema (version BIGINT NOT NULL);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE tables (code TEXT PRIMARY KEY, data BLOB NOT NULL, closed BOOLEAN NOT NULL DEFAULT FALSE);
CREATE INDEX open_tables ON tables (code) WHERE NOT closed;
CREATE TABLE matches (id BIGINT PRIMARY KEY, opening BLOB NOT NULL, begun TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE entries (
        id BIGINT NOT NULL, place BIGINT NOT NULL, entry BLOB NOT NULL, note BLOB NOT NULL, PRIMARY KEY (id, place)
    ) WITHOUT ROWID;
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
CREATE TABLE card_sets (
        game TEXT NOT NULL, name TEXT NOT NULL, cards BLOB NOT NULL, kept TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        PRIMARY KEY (game, name)
    );
