-- The tables and columns of migrations/sqlite, in PostgreSQL's types. Times are Unix time in milliseconds,
-- codes are six letters. A shipped migration never changes by a byte: what must change is a new file.

CREATE TABLE rooms (
    id           UUID   NOT NULL PRIMARY KEY,
    code         TEXT   NOT NULL UNIQUE,
    game         TEXT   NOT NULL,
    -- Every append names the epoch it was decided in; a claim takes the next one. An append locks this row
    -- until it is committed, so that a claim waits for it and knows what it did.
    epoch        BIGINT NOT NULL,
    -- Why the room was set aside; NULL for a sound one.
    broken       TEXT,
    made_unix_ms BIGINT NOT NULL
);

-- One row for a batch; only ever inserted.
CREATE TABLE log (
    room      UUID   NOT NULL,
    first_seq BIGINT NOT NULL,
    last_seq  BIGINT NOT NULL,
    epoch     BIGINT NOT NULL,
    rules     BIGINT NOT NULL,
    body      BYTEA  NOT NULL,
    PRIMARY KEY (room, first_seq)
);

-- The newest snapshot of a room: its state after the event with the number seq.
CREATE TABLE snapshots (
    room UUID   NOT NULL PRIMARY KEY,
    seq  BIGINT NOT NULL,
    body BYTEA  NOT NULL
);

CREATE TABLE players (
    id           UUID   NOT NULL PRIMARY KEY,
    name         TEXT   NOT NULL,
    -- SHA-256 of the token; the token itself is nowhere.
    token_hash   BYTEA  NOT NULL UNIQUE,
    seen_unix_ms BIGINT NOT NULL
);

-- Each player has at most one session; the room stays when a new one begins.
CREATE TABLE sessions (
    player       UUID    NOT NULL PRIMARY KEY,
    id           UUID    NOT NULL,
    room         TEXT,
    mark         BIGINT  NOT NULL,
    entry_id     BIGINT,
    entry_answer TEXT,
    -- Whether the client wants whole states in place of events.
    full_updates BOOLEAN NOT NULL DEFAULT FALSE,
    seen_unix_ms BIGINT  NOT NULL
);

-- One row for each round that ended. The winners of a match are marked in its last round.
CREATE TABLE rounds (
    match_id      UUID   NOT NULL,
    round         BIGINT NOT NULL,
    room          UUID   NOT NULL,
    game          TEXT   NOT NULL,
    rules         BIGINT NOT NULL,
    ended_unix_ms BIGINT NOT NULL,
    length_ms     BIGINT NOT NULL,
    PRIMARY KEY (match_id, round)
);

CREATE TABLE round_sides (
    match_id UUID    NOT NULL,
    round    BIGINT  NOT NULL,
    side     BIGINT  NOT NULL,
    -- Its place in the list of sides.
    place    BIGINT  NOT NULL,
    points   BIGINT  NOT NULL,
    total    BIGINT  NOT NULL,
    -- Whether this side won the match with this round.
    won      BOOLEAN NOT NULL,
    PRIMARY KEY (match_id, round, side)
);

CREATE TABLE round_players (
    match_id UUID    NOT NULL,
    round    BIGINT  NOT NULL,
    side     BIGINT  NOT NULL,
    -- Its place among the people of the side.
    place    BIGINT  NOT NULL,
    player   UUID    NOT NULL,
    name     TEXT    NOT NULL,
    -- Whether it is a bot of the table: totals of people leave these rows, and games with them, out at will.
    bot      BOOLEAN NOT NULL,
    PRIMARY KEY (match_id, round, side, place)
);

CREATE INDEX round_players_by_player ON round_players (player);

-- One row that the health check writes: only a write shows that the database takes data.
CREATE TABLE health (
    id    BIGINT NOT NULL PRIMARY KEY,
    beats BIGINT NOT NULL
);
