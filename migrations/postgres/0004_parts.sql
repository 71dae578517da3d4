-- The rows of a match that is over go in parts after its replay is kept: kept = 3 meanwhile.

DROP INDEX matches_in_log;
CREATE INDEX matches_in_log ON matches (ended_unix_ms, id) WHERE kept IN (0, 3);

-- What other matches of a room need of its log is asked for each of those rows.
CREATE INDEX matches_by_room ON matches (room, first_seq);
