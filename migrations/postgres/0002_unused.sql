-- When a room was last visited, so that unused ones can go.

ALTER TABLE rooms ADD COLUMN seen_unix_ms BIGINT NOT NULL DEFAULT 0;

-- Of the rooms that are there nobody knows: they count from today.
UPDATE rooms SET seen_unix_ms = CAST(extract(epoch FROM now()) AS BIGINT) * 1000;

CREATE INDEX rooms_by_seen ON rooms (seen_unix_ms, id);
CREATE INDEX players_by_seen ON players (seen_unix_ms, id);
CREATE INDEX sessions_by_room ON sessions (room) WHERE room IS NOT NULL;
