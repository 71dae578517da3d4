//! The events of matches that are over: in the log, then in replays that take the place of its rows.

use sqlx::{SqliteConnection, SqlitePool};

use crate::ids::MatchId;
use crate::store::cells::int;
use crate::store::results::no_match;
use crate::store::rows;
use crate::store::{EventsIn, KeptReplay, LogRow, Unavailable};

pub(super) async fn match_log(
    readers: &SqlitePool,
    match_id: MatchId,
    after_seq: u64,
    limit: u32,
) -> Result<Vec<LogRow>, Unavailable> {
    let rows = sqlx::query(
        "SELECT log.room, log.first_seq, log.last_seq, log.rules, log.body \
         FROM matches CROSS JOIN log ON log.room = matches.room AND log.first_seq <= matches.last_seq \
         AND log.last_seq >= matches.first_seq \
         WHERE matches.id = ? AND matches.kept <> ? AND log.first_seq > ? ORDER BY log.first_seq LIMIT ?",
    )
    .bind(match_id.0)
    .bind(EventsIn::Replay.number())
    .bind(int(after_seq))
    .bind(limit)
    .fetch_all(readers)
    .await?;
    rows.iter().map(|row| rows::log_row_of(row, match_id)).collect()
}

pub(super) async fn replay(
    readers: &SqlitePool,
    match_id: MatchId,
) -> Result<Option<KeptReplay>, Unavailable> {
    let row = sqlx::query("SELECT format, body FROM replays WHERE match_id = ?")
        .bind(match_id.0)
        .fetch_optional(readers)
        .await?;
    row.as_ref().map(|row| rows::kept_replay(row, match_id)).transpose()
}

/// Keeps a replay in place of the rows that it stands for, or notes that there will be none.
pub(super) async fn keep(
    database: &mut SqliteConnection,
    match_id: MatchId,
    replay: Option<&KeptReplay>,
) -> Result<Result<(), Unavailable>, sqlx::Error> {
    let kept = if replay.is_some() { EventsIn::Replay } else { EventsIn::LogForGood };
    let noted = sqlx::query("UPDATE matches SET kept = ? WHERE id = ? AND kept = ?")
        .bind(kept.number())
        .bind(match_id.0)
        .bind(EventsIn::Log.number())
        .execute(&mut *database)
        .await?;
    if noted.rows_affected() == 0 {
        return Ok(Err(no_match(match_id)));
    }
    let Some(replay) = replay else { return Ok(Ok(())) };
    sqlx::query("INSERT INTO replays (match_id, format, body) VALUES (?, ?, ?)")
        .bind(match_id.0)
        .bind(replay.format)
        .bind(&replay.body[..])
        .execute(&mut *database)
        .await?;
    // What a revival or a claim needs stays: what no snapshot holds, and the last row. So does what other
    // matches of the room have in the log.
    sqlx::query(
        "DELETE FROM log WHERE (room, first_seq) IN (\
         SELECT log.room, log.first_seq FROM matches CROSS JOIN log ON log.room = matches.room \
         AND log.first_seq <= matches.last_seq AND log.last_seq BETWEEN matches.first_seq AND matches.last_seq \
         WHERE matches.id = ?1 \
         AND log.last_seq <= (SELECT seq FROM snapshots WHERE snapshots.room = matches.room) \
         AND log.last_seq < (SELECT max(last_seq) FROM log AS rows WHERE rows.room = matches.room) \
         AND NOT EXISTS (SELECT 1 FROM matches AS other WHERE other.room = matches.room AND other.id <> ?1 \
             AND other.kept <> ?2 AND other.first_seq <= log.last_seq AND other.last_seq >= log.first_seq))",
    )
    .bind(match_id.0)
    .bind(EventsIn::Replay.number())
    .execute(database)
    .await?;
    Ok(Ok(()))
}
