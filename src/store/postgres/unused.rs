//! Rooms and guests that nobody needs any more: which they are, and how they go.

use sqlx::{Connection, PgConnection};

use super::calls::Failed;
use super::matches;
use crate::ids::{PlayerId, RoomCode, RoomId};
use crate::store::cells::int;
use crate::store::rows;
use crate::store::{DELETED_IN_PART, Deletion};

/// Notes a room's last visit.
pub(super) async fn saw_room(
    connection: &mut PgConnection,
    room: RoomId,
    seen_unix_ms: u64,
) -> Result<(), Failed> {
    sqlx::query("UPDATE rooms SET seen_unix_ms = greatest(seen_unix_ms, $1) WHERE id = $2")
        .bind(int(seen_unix_ms))
        .bind(room.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Rooms last visited before that time, the longest unused first.
pub(super) async fn rooms(
    connection: &mut PgConnection,
    before_unix_ms: u64,
    limit: u32,
) -> Result<Vec<(RoomId, RoomCode)>, Failed> {
    let rows =
        sqlx::query("SELECT id, code FROM rooms WHERE seen_unix_ms < $1 ORDER BY seen_unix_ms, id LIMIT $2")
            .bind(int(before_unix_ms))
            .bind(i64::from(limit))
            .fetch_all(connection)
            .await?;
    Ok(rows.iter().map(rows::unused_room).collect::<Result<_, _>>()?)
}

/// Guests last seen before that time, the longest away first.
pub(super) async fn players(
    connection: &mut PgConnection,
    before_unix_ms: u64,
    limit: u32,
) -> Result<Vec<PlayerId>, Failed> {
    let rows =
        sqlx::query("SELECT id FROM players WHERE seen_unix_ms < $1 ORDER BY seen_unix_ms, id LIMIT $2")
            .bind(int(before_unix_ms))
            .bind(i64::from(limit))
            .fetch_all(connection)
            .await?;
    Ok(rows.iter().map(rows::player_id).collect::<Result<_, _>>()?)
}

/// Deletes a part of a room that was last visited before that time; the last part takes the room away.
pub(super) async fn delete_room(
    connection: &mut PgConnection,
    room: RoomId,
    before_unix_ms: u64,
    rows_max: u32,
) -> Result<Deletion, Failed> {
    let mut transaction = connection.begin().await?;
    // From the first part on nobody can revive what is left of it.
    let doomed = sqlx::query("UPDATE rooms SET broken = $1 WHERE id = $2 AND seen_unix_ms < $3")
        .bind(DELETED_IN_PART)
        .bind(room.0)
        .bind(int(before_unix_ms))
        .execute(&mut *transaction)
        .await?;
    if doomed.rows_affected() == 0 {
        return Ok(Deletion::Kept);
    }
    let rows = sqlx::query(
        "DELETE FROM log WHERE room = $1 AND first_seq IN \
         (SELECT first_seq FROM log WHERE room = $1 ORDER BY first_seq LIMIT $2)",
    )
    .bind(room.0)
    .bind(i64::from(rows_max))
    .execute(&mut *transaction)
    .await?;
    let done = rows.rows_affected() < u64::from(rows_max);
    if done {
        for statement in [
            // People in the order in which an append takes them, or the two could wait for each other.
            "UPDATE sessions SET room = NULL WHERE player IN (SELECT player FROM sessions \
             WHERE room = (SELECT code FROM rooms WHERE id = $1) ORDER BY player FOR UPDATE)",
            "DELETE FROM snapshots WHERE room = $1",
            // A match that was not made a replay of by now never will be.
            "UPDATE matches SET kept = CASE kept WHEN 0 THEN 2 ELSE 1 END WHERE room = $1 AND kept IN (0, 3)",
            "DELETE FROM rooms WHERE id = $1",
        ] {
            sqlx::query(statement).bind(room.0).execute(&mut *transaction).await?;
        }
    }
    transaction.commit().await?;
    Ok(if done { Deletion::Done } else { Deletion::Begun })
}

/// Takes a guest away; the results stay without the name.
pub(super) async fn forget_player(connection: &mut PgConnection, player: PlayerId) -> Result<(), Failed> {
    let mut transaction = connection.begin().await?;
    // People before results, as an append takes them, or the two could wait for each other.
    for statement in ["DELETE FROM sessions WHERE player = $1", "DELETE FROM players WHERE id = $1"] {
        sqlx::query(statement).bind(player.0).execute(&mut *transaction).await?;
    }
    matches::forget_name(&mut transaction, player).await?;
    transaction.commit().await?;
    Ok(())
}
