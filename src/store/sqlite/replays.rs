//! The events of matches that are over: in the log, then in replays that take the place of its rows.

use sqlx::{SqliteConnection, SqlitePool};

use crate::ids::MatchId;
use crate::store::cells::int;
use crate::store::results::{no_match, no_replay};
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
         WHERE matches.id = ? AND matches.kept NOT IN (?, ?) AND log.first_seq > ? ORDER BY log.first_seq LIMIT ?",
    )
    .bind(match_id.0)
    .bind(EventsIn::Replay.number())
    .bind(EventsIn::Both.number())
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

/// Keeps a replay, or notes that there will be none.
pub(super) async fn keep(
    database: &mut SqliteConnection,
    match_id: MatchId,
    replay: Option<&KeptReplay>,
) -> Result<Result<(), Unavailable>, sqlx::Error> {
    let kept = if replay.is_some() { EventsIn::Both } else { EventsIn::LogForGood };
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
    Ok(Ok(()))
}

/// Deletes a part of the rows that a kept replay stands for; comes back whether none is left.
pub(super) async fn drop_rows(
    database: &mut SqliteConnection,
    match_id: MatchId,
    rows_max: u32,
) -> Result<Result<bool, Unavailable>, sqlx::Error> {
    let kept: Option<i64> = sqlx::query_scalar("SELECT kept FROM matches WHERE id = ?")
        .bind(match_id.0)
        .fetch_optional(&mut *database)
        .await?;
    match kept {
        Some(kept) if kept == EventsIn::Both.number() => {}
        Some(kept) if kept == EventsIn::Replay.number() => return Ok(Ok(true)),
        _ => return Ok(Err(no_replay(match_id))),
    }
    // What a revival or a claim needs stays: what no snapshot holds, and the last row. So does what other
    // matches of the room have in the log. What does not depend on the row is found once: the match's
    // bounds, the first row that can be one of its, and what has to stay at the end.
    let dropped = sqlx::query(
        "WITH over AS MATERIALIZED (SELECT matches.room, matches.first_seq, matches.last_seq, \
           coalesce((SELECT log.first_seq FROM log WHERE log.room = matches.room \
             AND log.first_seq <= matches.first_seq ORDER BY log.first_seq DESC LIMIT 1), 0) AS from_seq, \
           coalesce((SELECT seq FROM snapshots WHERE snapshots.room = matches.room), 0) AS held, \
           (SELECT log.last_seq FROM log WHERE log.room = matches.room \
             ORDER BY log.first_seq DESC LIMIT 1) AS end_seq \
           FROM matches WHERE matches.id = ?1) \
         DELETE FROM log WHERE rowid IN (\
           SELECT log.rowid FROM over CROSS JOIN log ON log.room = over.room \
           AND log.first_seq BETWEEN over.from_seq AND over.last_seq \
           WHERE log.last_seq BETWEEN over.first_seq AND over.last_seq \
           AND log.last_seq <= over.held AND log.last_seq < over.end_seq \
           AND NOT EXISTS (SELECT 1 FROM matches AS other WHERE other.room = over.room AND other.id <> ?1 \
             AND other.kept IN (?2, ?3) AND other.first_seq <= log.last_seq AND other.last_seq >= log.first_seq) \
           LIMIT ?4)",
    )
    .bind(match_id.0)
    .bind(EventsIn::Log.number())
    .bind(EventsIn::LogForGood.number())
    .bind(rows_max)
    .execute(&mut *database)
    .await?;
    if dropped.rows_affected() >= u64::from(rows_max) {
        return Ok(Ok(false));
    }
    sqlx::query("UPDATE matches SET kept = ? WHERE id = ?")
        .bind(EventsIn::Replay.number())
        .bind(match_id.0)
        .execute(database)
        .await?;
    Ok(Ok(true))
}
