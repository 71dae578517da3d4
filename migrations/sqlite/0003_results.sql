-- Matches that are over, what they did to ratings, and their replays.

-- Whether somebody else moved for the person during the round (a bot stood in).
ALTER TABLE round_players ADD COLUMN stood_in INTEGER NOT NULL DEFAULT 0;

-- One row for each match that is over, written with the row of the log that ended it.
CREATE TABLE matches (
    id            BLOB    NOT NULL PRIMARY KEY,
    room          BLOB    NOT NULL,
    game          TEXT    NOT NULL,
    rules         INTEGER NOT NULL,
    -- The numbers of its first and last event in the room's log.
    first_seq     INTEGER NOT NULL,
    last_seq      INTEGER NOT NULL,
    rounds        INTEGER NOT NULL,
    ended_unix_ms INTEGER NOT NULL,
    length_ms     INTEGER NOT NULL,
    -- Why it rates nobody; NULL if it does.
    unrated       TEXT,
    -- 0 while its events are in the log, 1 when they are in its replay, 2 when no replay could be made.
    kept          INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX matches_in_log ON matches (ended_unix_ms, id) WHERE kept = 0;

CREATE TABLE match_sides (
    match_id BLOB    NOT NULL,
    side     INTEGER NOT NULL,
    -- 1 for the winners; equal sides share a rank and the next one is left out.
    rank     INTEGER NOT NULL,
    total    INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    PRIMARY KEY (match_id, side)
) STRICT;

CREATE TABLE match_players (
    match_id         BLOB    NOT NULL,
    side             INTEGER NOT NULL,
    -- Its place among the people of the side.
    place            INTEGER NOT NULL,
    player           BLOB    NOT NULL,
    -- Empty once the guest is deleted.
    name             TEXT    NOT NULL,
    bot              INTEGER NOT NULL,
    stood_in         INTEGER NOT NULL,
    -- The match's own, so that a guest's history is read off one index.
    ended_unix_ms    INTEGER NOT NULL,
    -- The rating before and after; NULL where the match does not rate.
    mean_before      REAL,
    deviation_before REAL,
    mean_after       REAL,
    deviation_after  REAL,
    PRIMARY KEY (match_id, side, place)
) STRICT;

CREATE INDEX match_players_by_player ON match_players (player, ended_unix_ms, match_id);

-- What the rated matches of a game add up to for each guest.
CREATE TABLE ratings (
    player    BLOB    NOT NULL,
    game      TEXT    NOT NULL,
    mean      REAL    NOT NULL,
    deviation REAL    NOT NULL,
    -- What the leaderboard is ordered by, in thousandths.
    score     INTEGER NOT NULL,
    games     INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT;

CREATE INDEX ratings_by_score ON ratings (game, score DESC, player);

-- The replay that took the place of a match's rows in the log, compressed.
CREATE TABLE replays (
    match_id BLOB    NOT NULL PRIMARY KEY,
    format   INTEGER NOT NULL,
    body     BLOB    NOT NULL
) STRICT;
