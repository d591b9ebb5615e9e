CREATE TABLE accounts (
    player text NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    hash text NOT NULL,
    since bigint NOT NULL
);
CREATE TABLE card_sets (
    game text NOT NULL,
    name text NOT NULL,
    cards bytea NOT NULL,
    kept timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE TABLE decks (
    player text NOT NULL,
    id text NOT NULL,
    game text NOT NULL,
    name text NOT NULL,
    body text NOT NULL,
    updated bigint NOT NULL
);
CREATE TABLE entries (
    id bigint NOT NULL,
    place bigint NOT NULL,
    entry bytea NOT NULL,
    note bytea NOT NULL
);
CREATE TABLE finished (
    id bigint NOT NULL,
    game text NOT NULL,
    edition text NOT NULL,
    rated boolean NOT NULL,
    ending text NOT NULL,
    winner bigint,
    alone boolean NOT NULL,
    ended bigint NOT NULL
);
CREATE TABLE matches (
    id bigint NOT NULL,
    opening bytea NOT NULL,
    begun timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE TABLE playmat_schema (
    version bigint NOT NULL
);
CREATE TABLE ratings (
    player text NOT NULL,
    game text NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    games bigint NOT NULL,
    updated bigint NOT NULL
);
CREATE TABLE secrets (
    name text NOT NULL,
    value bytea NOT NULL
);
CREATE TABLE sessions (
    hash bytea NOT NULL,
    id text NOT NULL,
    player text NOT NULL,
    made bigint NOT NULL,
    seen bigint NOT NULL,
    agent text NOT NULL
);
CREATE TABLE settings (
    player text NOT NULL,
    value text NOT NULL,
    updated bigint NOT NULL
);
CREATE TABLE sides (
    id bigint NOT NULL,
    seat bigint NOT NULL,
    player text,
    name text NOT NULL,
    bot text,
    deck text NOT NULL,
    before double precision,
    after double precision,
    ended bigint NOT NULL
);
CREATE TABLE tables (
    code text NOT NULL,
    data bytea NOT NULL,
    closed boolean DEFAULT false NOT NULL
);
ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (player);
ALTER TABLE ONLY card_sets
    ADD CONSTRAINT card_sets_pkey PRIMARY KEY (game, name);
ALTER TABLE ONLY decks
    ADD CONSTRAINT decks_pkey PRIMARY KEY (player, id);
ALTER TABLE ONLY entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (id, place);
ALTER TABLE ONLY finished
    ADD CONSTRAINT finished_pkey PRIMARY KEY (id);
ALTER TABLE ONLY matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (player, game);
ALTER TABLE ONLY secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_id_key UNIQUE (id);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (player);
ALTER TABLE ONLY sides
    ADD CONSTRAINT sides_pkey PRIMARY KEY (id, seat);
ALTER TABLE ONLY tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (code);
CREATE INDEX open_tables ON tables USING btree (code) WHERE (NOT closed);
CREATE INDEX sessions_of ON sessions USING btree (player);
CREATE INDEX sides_of ON sides USING btree (player, ended, id);
