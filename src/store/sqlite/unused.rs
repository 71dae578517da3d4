//! Rooms and guests that nobody needs any more: which they are, and how they go.

use sqlx::{SqliteConnection, SqlitePool};

use super::matches;
use crate::ids::{PlayerId, RoomCode, RoomId};
use crate::store::cells::int;
use crate::store::rows;
use crate::store::{DELETED_IN_PART, Deletion, Unavailable};

/// Notes a room's last visit.
pub(super) async fn saw_room(
    database: &mut SqliteConnection,
    room: RoomId,
    seen_unix_ms: u64,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE rooms SET seen_unix_ms = max(seen_unix_ms, ?) WHERE id = ?")
        .bind(int(seen_unix_ms))
        .bind(room.0)
        .execute(database)
        .await?;
    Ok(())
}

/// Rooms last visited before that time, the longest unused first.
pub(super) async fn rooms(
    readers: &SqlitePool,
    before_unix_ms: u64,
    limit: u32,
) -> Result<Vec<(RoomId, RoomCode)>, Unavailable> {
    let rows =
        sqlx::query("SELECT id, code FROM rooms WHERE seen_unix_ms < ? ORDER BY seen_unix_ms, id LIMIT ?")
            .bind(int(before_unix_ms))
            .bind(limit)
            .fetch_all(readers)
            .await?;
    rows.iter().map(rows::unused_room).collect()
}

/// Guests last seen before that time, the longest away first.
pub(super) async fn players(
    readers: &SqlitePool,
    before_unix_ms: u64,
    limit: u32,
) -> Result<Vec<PlayerId>, Unavailable> {
    let rows = sqlx::query("SELECT id FROM players WHERE seen_unix_ms < ? ORDER BY seen_unix_ms, id LIMIT ?")
        .bind(int(before_unix_ms))
        .bind(limit)
        .fetch_all(readers)
        .await?;
    rows.iter().map(rows::player_id).collect()
}

/// Deletes a part of a room that was last visited before that time; the last part takes the room away.
pub(super) async fn delete_room(
    database: &mut SqliteConnection,
    room: RoomId,
    before_unix_ms: u64,
    rows_max: u32,
) -> Result<Deletion, sqlx::Error> {
    // From the first part on nobody can revive what is left of it.
    let doomed = sqlx::query("UPDATE rooms SET broken = ? WHERE id = ? AND seen_unix_ms < ?")
        .bind(DELETED_IN_PART)
        .bind(room.0)
        .bind(int(before_unix_ms))
        .execute(&mut *database)
        .await?;
    if doomed.rows_affected() == 0 {
        return Ok(Deletion::Kept);
    }
    let rows = sqlx::query("DELETE FROM log WHERE rowid IN (SELECT rowid FROM log WHERE room = ? LIMIT ?)")
        .bind(room.0)
        .bind(rows_max)
        .execute(&mut *database)
        .await?;
    if rows.rows_affected() >= u64::from(rows_max) {
        return Ok(Deletion::Begun);
    }
    for statement in [
        "UPDATE sessions SET room = NULL WHERE room = (SELECT code FROM rooms WHERE id = ?)",
        "DELETE FROM snapshots WHERE room = ?",
        // A match that was not made a replay of by now never will be.
        "UPDATE matches SET kept = CASE kept WHEN 0 THEN 2 ELSE 1 END WHERE room = ? AND kept IN (0, 3)",
        "DELETE FROM rooms WHERE id = ?",
    ] {
        sqlx::query(statement).bind(room.0).execute(&mut *database).await?;
    }
    Ok(Deletion::Done)
}

/// Takes a guest away; the results stay without the name.
pub(super) async fn forget_player(
    database: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    matches::forget_name(database, player).await?;
    for statement in ["DELETE FROM sessions WHERE player = ?", "DELETE FROM players WHERE id = ?"] {
        sqlx::query(statement).bind(player.0).execute(&mut *database).await?;
    }
    Ok(())
}
