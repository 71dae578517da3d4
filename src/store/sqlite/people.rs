//! Guests and their sessions: the statements that write them.

use sqlx::SqliteConnection;

use crate::ids::{PlayerId, RoomCode, SessionId};
use crate::store::cells::int;
use crate::store::check;
use crate::store::rows;
use crate::store::{PlayerRecord, SessionChange, SessionRecord, Unavailable};

/// Keeps a new guest, or finds the very same one there.
pub(super) async fn add(
    database: &mut SqliteConnection,
    player: &PlayerRecord,
) -> Result<Result<(), Unavailable>, sqlx::Error> {
    let added = sqlx::query(
        "INSERT INTO players (id, name, token_hash, seen_unix_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    )
    .bind(player.id.0)
    .bind(&player.name)
    .bind(&player.token_hash[..])
    .bind(int(player.seen_unix_ms))
    .execute(&mut *database)
    .await?;
    if added.rows_affected() == 1 {
        return Ok(Ok(()));
    }
    let same: Option<i64> = sqlx::query_scalar("SELECT 1 FROM players WHERE id = ? AND token_hash = ?")
        .bind(player.id.0)
        .bind(&player.token_hash[..])
        .fetch_optional(database)
        .await?;
    Ok(same.map(|_| ()).ok_or_else(|| check::other_player(player.id)))
}

/// Keeps a guest's last visit.
pub(super) async fn saw(
    database: &mut SqliteConnection,
    player: PlayerId,
    seen_unix_ms: u64,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE players SET seen_unix_ms = max(seen_unix_ms, ?) WHERE id = ?")
        .bind(int(seen_unix_ms))
        .bind(player.0)
        .execute(database)
        .await?;
    Ok(())
}

/// Changes a guest's name.
pub(super) async fn rename(
    database: &mut SqliteConnection,
    player: PlayerId,
    name: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE players SET name = ? WHERE id = ?")
        .bind(name)
        .bind(player.0)
        .execute(database)
        .await?;
    Ok(())
}

/// Begins a session. One that is there already goes on, so that a second try changes nothing.
pub(super) async fn begin(
    database: &mut SqliteConnection,
    player: PlayerId,
    session: SessionId,
    seen_unix_ms: u64,
) -> Result<Result<SessionRecord, Unavailable>, sqlx::Error> {
    let row = sqlx::query(
        "INSERT INTO sessions (player, id, mark, seen_unix_ms) VALUES (?, ?, 0, ?) \
         ON CONFLICT (player) DO UPDATE SET id = excluded.id, \
         mark = iif(id = excluded.id, mark, 0), \
         entry_id = iif(id = excluded.id, entry_id, NULL), \
         entry_answer = iif(id = excluded.id, entry_answer, NULL), \
         full_updates = iif(id = excluded.id, full_updates, 0), \
         seen_unix_ms = iif(id = excluded.id, max(seen_unix_ms, excluded.seen_unix_ms), excluded.seen_unix_ms) \
         RETURNING id, room, mark, entry_id, entry_answer, full_updates, seen_unix_ms",
    )
    .bind(player.0)
    .bind(session.0)
    .bind(int(seen_unix_ms))
    .fetch_one(database)
    .await?;
    Ok(rows::session(&row, player))
}

/// Keeps when a session last had a socket.
pub(super) async fn touch(
    database: &mut SqliteConnection,
    player: PlayerId,
    session: SessionId,
    seen_unix_ms: u64,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE sessions SET seen_unix_ms = max(seen_unix_ms, ?) WHERE player = ? AND id = ?")
        .bind(int(seen_unix_ms))
        .bind(player.0)
        .bind(session.0)
        .execute(database)
        .await?;
    Ok(())
}

/// Keeps how a session wants to be told what happens.
pub(super) async fn set_full_updates(
    database: &mut SqliteConnection,
    player: PlayerId,
    session: SessionId,
    full: bool,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE sessions SET full_updates = ? WHERE player = ? AND id = ?")
        .bind(full)
        .bind(player.0)
        .bind(session.0)
        .execute(database)
        .await?;
    Ok(())
}

/// Takes a player out of a room.
pub(super) async fn forget(
    database: &mut SqliteConnection,
    player: PlayerId,
    room: RoomCode,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE sessions SET room = NULL WHERE player = ? AND room = ?")
        .bind(player.0)
        .bind(room.as_str())
        .execute(database)
        .await?;
    Ok(())
}

/// Changes a session as a batch of a room says.
pub(super) async fn change(
    database: &mut SqliteConnection,
    change: &SessionChange,
) -> Result<(), sqlx::Error> {
    match change {
        SessionChange::Enter { player, session, room, mark, entry } => {
            sqlx::query(
                "UPDATE sessions SET room = ?, mark = ?, entry_id = ?, entry_answer = ? \
                 WHERE player = ? AND id = ?",
            )
            .bind(room.as_str())
            .bind(int(*mark))
            .bind(int(entry.id))
            .bind(&entry.answer)
            .bind(player.0)
            .bind(session.0)
            .execute(database)
            .await?;
        }
        SessionChange::Rename { player, name } => rename(database, *player, name).await?,
        SessionChange::Leave { player, room, asked: None } => forget(database, *player, *room).await?,
        SessionChange::Leave { player, room, asked: Some((session, mark, entry)) } => {
            // The right sides see the row as it was: the session's id does not change here.
            sqlx::query(
                "UPDATE sessions SET room = NULL, mark = iif(id = ?1, ?2, mark), \
                 entry_id = iif(id = ?1, ?3, entry_id), entry_answer = iif(id = ?1, ?4, entry_answer) \
                 WHERE player = ?5 AND room = ?6",
            )
            .bind(session.0)
            .bind(int(*mark))
            .bind(int(entry.id))
            .bind(&entry.answer)
            .bind(player.0)
            .bind(room.as_str())
            .execute(database)
            .await?;
        }
    }
    Ok(())
}
