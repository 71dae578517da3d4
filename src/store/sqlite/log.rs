//! Rooms and their logs: the statements that write them.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, SqliteConnection};
use uuid::Uuid;

use crate::ids::RoomId;
use crate::store::cells::int;
use crate::store::check;
use crate::store::rows;
use crate::store::{Append, AppendError, Claim, NewRoom, Unavailable};

/// Makes a room, by an insert that fails instead of overwriting.
pub(super) async fn make_room(
    database: &mut SqliteConnection,
    room: RoomId,
    epoch: u64,
    new: NewRoom,
) -> Result<Result<(), AppendError>, sqlx::Error> {
    let made = sqlx::query(
        "INSERT INTO rooms (id, code, game, epoch, made_unix_ms, seen_unix_ms) VALUES (?1, ?2, ?3, ?4, ?5, ?5) \
         ON CONFLICT DO NOTHING",
    )
    .bind(room.0)
    .bind(new.code.as_str())
    .bind(new.game.name())
    .bind(int(epoch))
    .bind(int(new.made_unix_ms))
    .execute(&mut *database)
    .await?;
    if made.rows_affected() == 1 {
        return Ok(Ok(()));
    }
    let owner: Option<Uuid> = sqlx::query_scalar("SELECT id FROM rooms WHERE code = ?")
        .bind(new.code.as_str())
        .fetch_optional(database)
        .await?;
    Ok(Err(match owner {
        Some(owner) if owner != room.0 => AppendError::CodeTaken,
        _ => Unavailable(format!("room {room} is there already")).into(),
    }))
}

/// Takes back a room whose first row was refused.
pub(super) async fn unmake_room(database: &mut SqliteConnection, room: RoomId) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM rooms WHERE id = ?").bind(room.0).execute(database).await?;
    Ok(())
}

/// Inserts the rows that their rooms' epochs and last rows allow, all in one statement, and tells which
/// rooms that were. No room may be there twice.
pub(super) async fn insert(
    database: &mut SqliteConnection,
    appends: impl ExactSizeIterator<Item = &Append>,
) -> Result<BTreeSet<RoomId>, sqlx::Error> {
    // Each count of rows is a statement of its own to prepare and keep. Counts are rounded up to powers of
    // two, so that there are few; the rows too many have no room (an unbound parameter is NULL) and go
    // nowhere.
    let values = vec!["(?, ?, ?, ?, ?, ?)"; appends.len().next_power_of_two()].join(", ");
    // CROSS JOIN fixes the order: each new row looks its room up.
    let text = format!(
        "WITH new (room, first_seq, last_seq, epoch, rules, body) AS (VALUES {values}) \
         INSERT INTO log (room, first_seq, last_seq, epoch, rules, body) \
         SELECT new.room, new.first_seq, new.last_seq, new.epoch, new.rules, new.body \
         FROM new CROSS JOIN rooms ON rooms.id = new.room AND rooms.epoch = new.epoch \
         WHERE new.first_seq = 1 + coalesce((SELECT old.last_seq FROM log AS old WHERE old.room = new.room \
         ORDER BY old.first_seq DESC LIMIT 1), 0) RETURNING room"
    );
    // Safe: made of nothing but the count.
    let mut query = sqlx::query_scalar::<_, Uuid>(AssertSqlSafe(text));
    for Append { room, epoch, row, .. } in appends {
        query = query
            .bind(room.0)
            .bind(int(row.first_seq))
            .bind(int(row.last_seq))
            .bind(int(*epoch))
            .bind(row.rules)
            .bind(&row.body[..]);
    }
    Ok(query.fetch_all(database).await?.into_iter().map(RoomId).collect())
}

/// Why [`insert`] left the row out.
pub(super) async fn why_refused(
    database: &mut SqliteConnection,
    append: &Append,
) -> Result<AppendError, sqlx::Error> {
    let room: Option<(i64, i64)> = sqlx::query_as(
        "SELECT epoch, coalesce((SELECT last_seq FROM log WHERE log.room = rooms.id \
         ORDER BY first_seq DESC LIMIT 1), 0) FROM rooms WHERE id = ?",
    )
    .bind(append.room.0)
    .fetch_optional(database)
    .await?;
    Ok(match room {
        Some((epoch, last)) if epoch == int(append.epoch) => {
            check::gap(append.room, append.row.first_seq, u64::try_from(last).unwrap_or(0)).into()
        }
        _ => AppendError::StaleEpoch,
    })
}

/// Keeps a snapshot in place of an older one.
pub(super) async fn snapshot(
    database: &mut SqliteConnection,
    room: RoomId,
    seq: u64,
    body: &[u8],
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO snapshots (room, seq, body) VALUES (?, ?, ?) \
         ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, body = excluded.body",
    )
    .bind(room.0)
    .bind(int(seq))
    .bind(body)
    .execute(database)
    .await?;
    Ok(())
}

/// Takes the next epoch and reads the last row.
pub(super) async fn claim(
    database: &mut SqliteConnection,
    room: RoomId,
) -> Result<Result<Claim, Unavailable>, sqlx::Error> {
    let epoch = sqlx::query("UPDATE rooms SET epoch = epoch + 1 WHERE id = ? RETURNING epoch")
        .bind(room.0)
        .fetch_optional(&mut *database)
        .await?;
    let Some(epoch) = epoch else { return Ok(Err(check::no_room(room))) };
    let row = sqlx::query(
        "SELECT first_seq, last_seq, rules, body FROM log WHERE room = ? ORDER BY first_seq DESC LIMIT 1",
    )
    .bind(room.0)
    .fetch_optional(database)
    .await?;
    let claim = || {
        Ok(Claim {
            epoch: rows::epoch(&epoch, room)?,
            last_row: row.as_ref().map(|row| rows::log_row(row, room)).transpose()?,
        })
    };
    Ok(claim())
}

/// Sets a room aside.
pub(super) async fn mark_broken(
    database: &mut SqliteConnection,
    room: RoomId,
    why: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE rooms SET broken = ? WHERE id = ?").bind(why).bind(room.0).execute(database).await?;
    Ok(())
}
