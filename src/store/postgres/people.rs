//! Guests and their sessions: the statements that write them.

use sqlx::PgConnection;

use super::calls::Failed;
use crate::ids::{PlayerId, RoomCode, SessionId};
use crate::store::cells::int;
use crate::store::check;
use crate::store::rows;
use crate::store::{PlayerRecord, SessionChange, SessionRecord};

/// Keeps a new guest, or finds the very same one there.
pub(super) async fn add(connection: &mut PgConnection, player: &PlayerRecord) -> Result<(), Failed> {
    let added = sqlx::query(
        "INSERT INTO players (id, name, token_hash, seen_unix_ms) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind(player.id.0)
    .bind(&player.name)
    .bind(&player.token_hash[..])
    .bind(int(player.seen_unix_ms))
    .execute(&mut *connection)
    .await?;
    if added.rows_affected() == 1 {
        return Ok(());
    }
    let same: Option<i32> = sqlx::query_scalar("SELECT 1 FROM players WHERE id = $1 AND token_hash = $2")
        .bind(player.id.0)
        .bind(&player.token_hash[..])
        .fetch_optional(connection)
        .await?;
    same.map(|_| ()).ok_or_else(|| check::other_player(player.id).into())
}

/// Finds the guest with that token and keeps the visit, in one statement. A token that nobody has writes
/// nothing.
pub(super) async fn visit(
    connection: &mut PgConnection,
    token_hash: [u8; 32],
    seen_unix_ms: u64,
) -> Result<Option<PlayerRecord>, Failed> {
    let row = sqlx::query(
        "UPDATE players SET seen_unix_ms = greatest(seen_unix_ms, $2) WHERE token_hash = $1 \
         RETURNING id, name, token_hash, seen_unix_ms",
    )
    .bind(&token_hash[..])
    .bind(int(seen_unix_ms))
    .fetch_optional(connection)
    .await?;
    Ok(row.as_ref().map(rows::player).transpose()?)
}

/// Changes a guest's name.
pub(super) async fn rename(
    connection: &mut PgConnection,
    player: PlayerId,
    name: &str,
) -> Result<(), Failed> {
    sqlx::query("UPDATE players SET name = $1 WHERE id = $2")
        .bind(name)
        .bind(player.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Begins a session. One that is there already goes on, so that a second try changes nothing.
pub(super) async fn begin(
    connection: &mut PgConnection,
    player: PlayerId,
    session: SessionId,
    seen_unix_ms: u64,
) -> Result<SessionRecord, Failed> {
    // `sessions` is the row as it was.
    let row = sqlx::query(
        "INSERT INTO sessions (player, id, mark, seen_unix_ms) VALUES ($1, $2, 0, $3) \
         ON CONFLICT (player) DO UPDATE SET id = excluded.id, \
         mark = CASE WHEN sessions.id = excluded.id THEN sessions.mark ELSE 0 END, \
         entry_id = CASE WHEN sessions.id = excluded.id THEN sessions.entry_id END, \
         entry_answer = CASE WHEN sessions.id = excluded.id THEN sessions.entry_answer END, \
         full_updates = sessions.id = excluded.id AND sessions.full_updates, \
         seen_unix_ms = CASE WHEN sessions.id = excluded.id \
         THEN greatest(sessions.seen_unix_ms, excluded.seen_unix_ms) ELSE excluded.seen_unix_ms END \
         RETURNING id, room, mark, entry_id, entry_answer, full_updates, seen_unix_ms",
    )
    .bind(player.0)
    .bind(session.0)
    .bind(int(seen_unix_ms))
    .fetch_one(connection)
    .await?;
    Ok(rows::session(&row, player)?)
}

/// Keeps when a session last had a socket.
pub(super) async fn touch(
    connection: &mut PgConnection,
    player: PlayerId,
    session: SessionId,
    seen_unix_ms: u64,
) -> Result<(), Failed> {
    sqlx::query(
        "UPDATE sessions SET seen_unix_ms = greatest(seen_unix_ms, $1) WHERE player = $2 AND id = $3",
    )
    .bind(int(seen_unix_ms))
    .bind(player.0)
    .bind(session.0)
    .execute(connection)
    .await?;
    Ok(())
}

/// Keeps how a session wants to be told what happens.
pub(super) async fn set_full_updates(
    connection: &mut PgConnection,
    player: PlayerId,
    session: SessionId,
    full: bool,
) -> Result<(), Failed> {
    sqlx::query("UPDATE sessions SET full_updates = $1 WHERE player = $2 AND id = $3")
        .bind(full)
        .bind(player.0)
        .bind(session.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes a player out of a room.
pub(super) async fn forget(
    connection: &mut PgConnection,
    player: PlayerId,
    room: RoomCode,
) -> Result<(), Failed> {
    sqlx::query("UPDATE sessions SET room = NULL WHERE player = $1 AND room = $2")
        .bind(player.0)
        .bind(room.as_str())
        .execute(connection)
        .await?;
    Ok(())
}

/// Changes sessions as a batch of a room says.
///
/// Player by player, in the same order in every transaction: two rooms that change the same people at once
/// would otherwise wait for each other for ever. What concerns one player keeps its order.
pub(super) async fn change_all(
    connection: &mut PgConnection,
    changes: &[SessionChange],
) -> Result<(), Failed> {
    let mut changes: Vec<&SessionChange> = changes.iter().collect();
    changes.sort_by_key(|change| match change {
        SessionChange::Enter { player, .. } | SessionChange::Leave { player, .. } => (*player, 0),
        SessionChange::Rename { player, .. } => (*player, 1),
    });
    for one in changes {
        change(connection, one).await?;
    }
    Ok(())
}

async fn change(connection: &mut PgConnection, change: &SessionChange) -> Result<(), Failed> {
    match change {
        SessionChange::Enter { player, session, room, mark, entry } => {
            sqlx::query(
                "UPDATE sessions SET room = $1, mark = $2, entry_id = $3, entry_answer = $4 \
                 WHERE player = $5 AND id = $6",
            )
            .bind(room.as_str())
            .bind(int(*mark))
            .bind(int(entry.id))
            .bind(&entry.answer)
            .bind(player.0)
            .bind(session.0)
            .execute(connection)
            .await?;
        }
        SessionChange::Rename { player, name } => rename(connection, *player, name).await?,
        SessionChange::Leave { player, room, asked: None } => forget(connection, *player, *room).await?,
        SessionChange::Leave { player, room, asked: Some((session, mark, entry)) } => {
            // The right sides see the row as it was: the session's id does not change here.
            sqlx::query(
                "UPDATE sessions SET room = NULL, \
                 mark = CASE WHEN id = $1 THEN $2 ELSE mark END, \
                 entry_id = CASE WHEN id = $1 THEN $3 ELSE entry_id END, \
                 entry_answer = CASE WHEN id = $1 THEN $4 ELSE entry_answer END \
                 WHERE player = $5 AND room = $6",
            )
            .bind(session.0)
            .bind(int(*mark))
            .bind(int(entry.id))
            .bind(&entry.answer)
            .bind(player.0)
            .bind(room.as_str())
            .execute(connection)
            .await?;
        }
    }
    Ok(())
}
