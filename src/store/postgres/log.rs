//! Rooms and their logs: the statements that write them.
//!
//! **The fence.** An append locks its room's row (`FOR NO KEY UPDATE`) if the epoch is the append's, and a
//! claim changes that row. So of the two one waits for the other: a claim that waits reads the row that was
//! committed meanwhile, by a statement of its own, since each statement sees what was committed before it
//! began; an append that waits looks at the epoch again and writes nothing.

use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use super::calls::Failed;
use super::{matches, people, rounds};
use crate::ids::RoomId;
use crate::store::cells::int;
use crate::store::check;
use crate::store::rows;
use crate::store::{Append, AppendError, Claim, NewRoom, Unavailable};

/// Keeps a batch with all that came with it, or nothing.
pub(super) async fn append(
    connection: &mut PgConnection,
    append: &Append,
) -> Result<Result<(), AppendError>, Failed> {
    if append.is_row_alone() {
        // One statement is a transaction of its own, and one trip: by far the most frequent case.
        if insert(connection, append).await? {
            return Ok(Ok(()));
        }
        return why_refused(connection, append).await.map(Err);
    }
    let mut transaction = connection.begin().await?;
    if let Some(new) = append.new_room
        && let Err(error) = make_room(&mut transaction, append.room, append.epoch, new).await?
    {
        transaction.rollback().await?;
        return Ok(Err(error));
    }
    if !insert(&mut transaction, append).await? {
        transaction.rollback().await?;
        return why_refused(connection, append).await.map(Err);
    }
    if let Some(snapshot) = &append.snapshot {
        self::snapshot(&mut transaction, append.room, append.row.last_seq, snapshot).await?;
    }
    people::change_all(&mut transaction, &append.sessions).await?;
    for round in &append.rounds {
        rounds::insert(&mut transaction, append.room, round).await?;
    }
    for record in &append.matches {
        matches::insert(&mut transaction, append.room, record).await?;
    }
    transaction.commit().await?;
    Ok(Ok(()))
}

/// Makes a room, by an insert that fails instead of overwriting.
async fn make_room(
    connection: &mut PgConnection,
    room: RoomId,
    epoch: u64,
    new: NewRoom,
) -> Result<Result<(), AppendError>, Failed> {
    let made = sqlx::query(
        "INSERT INTO rooms (id, code, game, epoch, made_unix_ms, seen_unix_ms) VALUES ($1, $2, $3, $4, $5, $5) \
         ON CONFLICT DO NOTHING",
    )
    .bind(room.0)
    .bind(new.code.as_str())
    .bind(new.game.name())
    .bind(int(epoch))
    .bind(int(new.made_unix_ms))
    .execute(&mut *connection)
    .await?;
    if made.rows_affected() == 1 {
        return Ok(Ok(()));
    }
    let owner: Option<Uuid> = sqlx::query_scalar("SELECT id FROM rooms WHERE code = $1")
        .bind(new.code.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(Err(match owner {
        Some(owner) if owner != room.0 => AppendError::CodeTaken,
        _ => Unavailable(format!("room {room} is there already")).into(),
    }))
}

/// Inserts the row if its room's epoch and last row allow it; says whether they did.
async fn insert(connection: &mut PgConnection, append: &Append) -> Result<bool, Failed> {
    let Append { room, epoch, row, .. } = append;
    let inserted = sqlx::query(
        "INSERT INTO log (room, first_seq, last_seq, epoch, rules, body) \
         SELECT rooms.id, $3, $4, rooms.epoch, $5, $6 FROM rooms WHERE rooms.id = $1 AND rooms.epoch = $2 \
         AND $3 = 1 + coalesce((SELECT old.last_seq FROM log AS old WHERE old.room = $1 \
         ORDER BY old.first_seq DESC LIMIT 1), 0) FOR NO KEY UPDATE OF rooms",
    )
    .bind(room.0)
    .bind(int(*epoch))
    .bind(int(row.first_seq))
    .bind(int(row.last_seq))
    .bind(i64::from(row.rules))
    .bind(&row.body[..])
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Why [`insert`] left the row out.
async fn why_refused(connection: &mut PgConnection, append: &Append) -> Result<AppendError, Failed> {
    let room: Option<(i64, i64)> = sqlx::query_as(
        "SELECT epoch, coalesce((SELECT last_seq FROM log WHERE log.room = rooms.id \
         ORDER BY first_seq DESC LIMIT 1), 0) FROM rooms WHERE id = $1",
    )
    .bind(append.room.0)
    .fetch_optional(connection)
    .await?;
    Ok(match room {
        Some((epoch, last)) if epoch == int(append.epoch) => {
            check::gap(append.room, append.row.first_seq, u64::try_from(last).unwrap_or(0)).into()
        }
        _ => AppendError::StaleEpoch,
    })
}

/// Keeps a snapshot in place of an older one.
async fn snapshot(connection: &mut PgConnection, room: RoomId, seq: u64, body: &[u8]) -> Result<(), Failed> {
    sqlx::query(
        "INSERT INTO snapshots (room, seq, body) VALUES ($1, $2, $3) \
         ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, body = excluded.body",
    )
    .bind(room.0)
    .bind(int(seq))
    .bind(body)
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes the next epoch and reads the last row.
pub(super) async fn claim(connection: &mut PgConnection, room: RoomId) -> Result<Claim, Failed> {
    let mut transaction = connection.begin().await?;
    let epoch = sqlx::query("UPDATE rooms SET epoch = epoch + 1 WHERE id = $1 RETURNING epoch")
        .bind(room.0)
        .fetch_optional(&mut *transaction)
        .await?;
    let Some(epoch) = epoch else { return Err(check::no_room(room).into()) };
    // A statement of its own: it sees what the update waited for.
    let row = sqlx::query(
        "SELECT first_seq, last_seq, rules, body FROM log WHERE room = $1 ORDER BY first_seq DESC LIMIT 1",
    )
    .bind(room.0)
    .fetch_optional(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(Claim {
        epoch: rows::epoch(&epoch, room)?,
        last_row: row.as_ref().map(|row| rows::log_row(row, room)).transpose()?,
    })
}

/// Sets a room aside.
pub(super) async fn mark_broken(
    connection: &mut PgConnection,
    room: RoomId,
    why: &str,
) -> Result<(), Failed> {
    // PostgreSQL's text holds every letter but this one, and the reason may quote anything.
    let why = why.replace('\0', "\u{fffd}");
    sqlx::query("UPDATE rooms SET broken = $1 WHERE id = $2")
        .bind(why)
        .bind(room.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Writes something: only that shows that the database takes data.
pub(super) async fn beat(connection: &mut PgConnection) -> Result<(), Failed> {
    sqlx::query(
        "INSERT INTO health (id, beats) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET beats = health.beats + 1",
    )
    .execute(connection)
    .await?;
    Ok(())
}
