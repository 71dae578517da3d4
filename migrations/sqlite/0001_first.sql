-- Ids are UUIDs as 16 bytes, times are Unix time in milliseconds, codes are six letters.
-- A shipped migration never changes by a byte: what must change is a new file.

CREATE TABLE rooms (
    id           BLOB    NOT NULL PRIMARY KEY,
    code         TEXT    NOT NULL UNIQUE,
    game         TEXT    NOT NULL,
    -- Every append names the epoch it was decided in; a claim takes the next one.
    epoch        INTEGER NOT NULL,
    -- Why the room was set aside; NULL for a sound one.
    broken       TEXT,
    made_unix_ms INTEGER NOT NULL
) STRICT;

-- One row for a batch; only ever inserted. A table with rowids, so that the rows of one commit, whichever
-- rooms they are of, fill the same pages.
CREATE TABLE log (
    room      BLOB    NOT NULL,
    first_seq INTEGER NOT NULL,
    last_seq  INTEGER NOT NULL,
    epoch     INTEGER NOT NULL,
    rules     INTEGER NOT NULL,
    body      BLOB    NOT NULL,
    PRIMARY KEY (room, first_seq)
) STRICT;

-- The newest snapshot of a room: its state after the event with the number seq.
CREATE TABLE snapshots (
    room BLOB    NOT NULL PRIMARY KEY,
    seq  INTEGER NOT NULL,
    body BLOB    NOT NULL
) STRICT;

CREATE TABLE players (
    id           BLOB    NOT NULL PRIMARY KEY,
    name         TEXT    NOT NULL,
    -- SHA-256 of the token; the token itself is nowhere.
    token_hash   BLOB    NOT NULL UNIQUE,
    seen_unix_ms INTEGER NOT NULL
) STRICT;

-- Each player has at most one session; the room stays when a new one begins.
CREATE TABLE sessions (
    player       BLOB    NOT NULL PRIMARY KEY,
    id           BLOB    NOT NULL,
    room         TEXT,
    mark         INTEGER NOT NULL,
    entry_id     INTEGER,
    entry_answer TEXT,
    -- 1 if the client wants whole states in place of events.
    full_updates INTEGER NOT NULL DEFAULT 0,
    seen_unix_ms INTEGER NOT NULL
) STRICT;

-- One row for each round that ended. The winners of a match are marked in its last round.
CREATE TABLE rounds (
    match_id      BLOB    NOT NULL,
    round         INTEGER NOT NULL,
    room          BLOB    NOT NULL,
    game          TEXT    NOT NULL,
    rules         INTEGER NOT NULL,
    ended_unix_ms INTEGER NOT NULL,
    length_ms     INTEGER NOT NULL,
    PRIMARY KEY (match_id, round)
) STRICT;

CREATE TABLE round_sides (
    match_id BLOB    NOT NULL,
    round    INTEGER NOT NULL,
    side     INTEGER NOT NULL,
    -- Its place in the list of sides.
    place    INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    total    INTEGER NOT NULL,
    -- 1 if this side won the match with this round.
    won      INTEGER NOT NULL,
    PRIMARY KEY (match_id, round, side)
) STRICT;

CREATE TABLE round_players (
    match_id BLOB    NOT NULL,
    round    INTEGER NOT NULL,
    side     INTEGER NOT NULL,
    -- Its place among the people of the side.
    place    INTEGER NOT NULL,
    player   BLOB    NOT NULL,
    name     TEXT    NOT NULL,
    -- 1 for a bot of the table: totals of people leave these rows, and games with them, out at will.
    bot      INTEGER NOT NULL,
    PRIMARY KEY (match_id, round, side, place)
) STRICT;

CREATE INDEX round_players_by_player ON round_players (player);

-- One row that the health check writes: only a write shows that the disk takes data.
CREATE TABLE health (
    id    INTEGER NOT NULL PRIMARY KEY,
    beats INTEGER NOT NULL
) STRICT;
