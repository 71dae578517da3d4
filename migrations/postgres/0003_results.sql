-- Matches that are over, what they did to ratings, and their replays.

-- Whether somebody else moved for the person during the round (a bot stood in).
ALTER TABLE round_players ADD COLUMN stood_in BOOLEAN NOT NULL DEFAULT FALSE;

-- One row for each match that is over, written with the row of the log that ended it.
CREATE TABLE matches (
    id            UUID   NOT NULL PRIMARY KEY,
    room          UUID   NOT NULL,
    game          TEXT   NOT NULL,
    rules         BIGINT NOT NULL,
    -- The numbers of its first and last event in the room's log.
    first_seq     BIGINT NOT NULL,
    last_seq      BIGINT NOT NULL,
    rounds        BIGINT NOT NULL,
    ended_unix_ms BIGINT NOT NULL,
    length_ms     BIGINT NOT NULL,
    -- Why it rates nobody; NULL if it does.
    unrated       TEXT,
    -- 0 while its events are in the log, 1 when they are in its replay, 2 when no replay could be made.
    kept          BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX matches_in_log ON matches (ended_unix_ms, id) WHERE kept = 0;

CREATE TABLE match_sides (
    match_id UUID    NOT NULL,
    side     BIGINT  NOT NULL,
    -- 1 for the winners; equal sides share a rank and the next one is left out.
    rank     BIGINT  NOT NULL,
    total    BIGINT  NOT NULL,
    won      BOOLEAN NOT NULL,
    PRIMARY KEY (match_id, side)
);

CREATE TABLE match_players (
    match_id         UUID             NOT NULL,
    side             BIGINT           NOT NULL,
    -- Its place among the people of the side.
    place            BIGINT           NOT NULL,
    player           UUID             NOT NULL,
    -- Empty once the guest is deleted.
    name             TEXT             NOT NULL,
    bot              BOOLEAN          NOT NULL,
    stood_in         BOOLEAN          NOT NULL,
    -- The match's own, so that a guest's history is read off one index.
    ended_unix_ms    BIGINT           NOT NULL,
    -- The rating before and after; NULL where the match does not rate.
    mean_before      DOUBLE PRECISION,
    deviation_before DOUBLE PRECISION,
    mean_after       DOUBLE PRECISION,
    deviation_after  DOUBLE PRECISION,
    PRIMARY KEY (match_id, side, place)
);

CREATE INDEX match_players_by_player ON match_players (player, ended_unix_ms, match_id);

-- What the rated matches of a game add up to for each guest.
CREATE TABLE ratings (
    player    UUID             NOT NULL,
    game      TEXT             NOT NULL,
    mean      DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    -- What the leaderboard is ordered by, in thousandths.
    score     BIGINT           NOT NULL,
    games     BIGINT           NOT NULL,
    wins      BIGINT           NOT NULL,
    PRIMARY KEY (player, game)
);

CREATE INDEX ratings_by_score ON ratings (game, score DESC, player);

-- The replay that took the place of a match's rows in the log, compressed.
CREATE TABLE replays (
    match_id UUID   NOT NULL PRIMARY KEY,
    format   BIGINT NOT NULL,
    body     BYTEA  NOT NULL
);
