//! What is read, and never changed.

use sqlx::{Connection, PgConnection};

use super::calls::Failed;
use crate::ids::{MatchId, PlayerId, RoomCode, RoomId};
use crate::store::cells::int;
use crate::store::rows;
use crate::store::{Loaded, PlayerRecord, RoomRecord, RoundRecord, SessionRecord};

pub(super) async fn room(
    connection: &mut PgConnection,
    code: RoomCode,
) -> Result<Option<RoomRecord>, Failed> {
    let row = sqlx::query("SELECT id, game, broken FROM rooms WHERE code = $1")
        .bind(code.as_str())
        .fetch_optional(&mut *connection)
        .await?;
    Ok(row.as_ref().map(|row| rows::room(row, code)).transpose()?)
}

pub(super) async fn load(connection: &mut PgConnection, room: RoomId) -> Result<Loaded, Failed> {
    // One view of the data for both statements: rows of the log may go away as soon as a newer snapshot
    // holds them.
    let mut view = connection.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let row = sqlx::query("SELECT seq, body FROM snapshots WHERE room = $1")
        .bind(room.0)
        .fetch_optional(&mut *view)
        .await?;
    let snapshot = row.as_ref().map(|row| rows::snapshot(row, room)).transpose()?;
    let after = snapshot.as_ref().map_or(0, |(seq, _)| *seq);
    let rows = sqlx::query(
        "SELECT first_seq, last_seq, rules, body FROM log WHERE room = $1 AND first_seq > $2 ORDER BY first_seq",
    )
    .bind(room.0)
    .bind(int(after))
    .fetch_all(&mut *view)
    .await?;
    view.commit().await?;
    let rows = rows.iter().map(|row| rows::log_row(row, room)).collect::<Result<_, _>>()?;
    Ok(Loaded { snapshot, rows })
}

/// The comparison takes a time that depends on the hashes, which tells an attacker nothing of use: they
/// choose the token, not its SHA-256, and cannot steer the one by what they learn of the other.
pub(super) async fn player_by_token(
    connection: &mut PgConnection,
    token_hash: [u8; 32],
) -> Result<Option<PlayerRecord>, Failed> {
    let row = sqlx::query("SELECT id, name, token_hash, seen_unix_ms FROM players WHERE token_hash = $1")
        .bind(&token_hash[..])
        .fetch_optional(&mut *connection)
        .await?;
    Ok(row.as_ref().map(rows::player).transpose()?)
}

pub(super) async fn player(
    connection: &mut PgConnection,
    player: PlayerId,
) -> Result<Option<PlayerRecord>, Failed> {
    let row = sqlx::query("SELECT id, name, token_hash, seen_unix_ms FROM players WHERE id = $1")
        .bind(player.0)
        .fetch_optional(&mut *connection)
        .await?;
    Ok(row.as_ref().map(rows::player).transpose()?)
}

pub(super) async fn session(
    connection: &mut PgConnection,
    player: PlayerId,
) -> Result<Option<SessionRecord>, Failed> {
    let row = sqlx::query(
        "SELECT id, room, mark, entry_id, entry_answer, full_updates, seen_unix_ms FROM sessions WHERE player = $1",
    )
    .bind(player.0)
    .fetch_optional(&mut *connection)
    .await?;
    Ok(row.as_ref().map(|row| rows::session(row, player)).transpose()?)
}

pub(super) async fn rounds(
    connection: &mut PgConnection,
    match_id: MatchId,
) -> Result<Vec<RoundRecord>, Failed> {
    // Rounds are written whole and never change; one that ends between the statements is left out of all.
    let rows = sqlx::query(
        "SELECT round, game, rules, ended_unix_ms, length_ms FROM rounds WHERE match_id = $1 ORDER BY round",
    )
    .bind(match_id.0)
    .fetch_all(&mut *connection)
    .await?;
    let mut rounds = Vec::with_capacity(rows.len());
    for row in &rows {
        let mut record = rows::round(row, match_id)?;
        sides(connection, &mut record).await?;
        rounds.push(record);
    }
    Ok(rounds)
}

/// Fills in the sides, their people and the winners.
async fn sides(connection: &mut PgConnection, record: &mut RoundRecord) -> Result<(), Failed> {
    let match_id = record.match_id;
    let rows = sqlx::query(
        "SELECT side, points, total, won FROM round_sides WHERE match_id = $1 AND round = $2 ORDER BY place",
    )
    .bind(match_id.0)
    .bind(i64::from(record.round))
    .fetch_all(&mut *connection)
    .await?;
    for row in &rows {
        rows::add_side(row, record)?;
    }
    let rows = sqlx::query(
        "SELECT side, player, name, bot, stood_in FROM round_players WHERE match_id = $1 AND round = $2 ORDER BY side, place",
    )
    .bind(match_id.0)
    .bind(i64::from(record.round))
    .fetch_all(&mut *connection)
    .await?;
    for row in &rows {
        rows::add_person(row, record)?;
    }
    Ok(())
}
