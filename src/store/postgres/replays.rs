//! The events of matches that are over: in the log, then in replays that take the place of its rows.

use sqlx::{Connection, PgConnection};

use super::calls::Failed;
use crate::ids::MatchId;
use crate::store::cells::int;
use crate::store::results::{no_match, no_replay};
use crate::store::rows;
use crate::store::{EventsIn, KeptReplay, LogRow};

pub(super) async fn match_log(
    connection: &mut PgConnection,
    match_id: MatchId,
    after_seq: u64,
    limit: u32,
) -> Result<Vec<LogRow>, Failed> {
    let rows = sqlx::query(
        "SELECT log.room, log.first_seq, log.last_seq, log.rules, log.body \
         FROM matches JOIN log ON log.room = matches.room AND log.first_seq <= matches.last_seq \
         AND log.last_seq >= matches.first_seq \
         WHERE matches.id = $1 AND matches.kept NOT IN ($2, $3) AND log.first_seq > $4 ORDER BY log.first_seq LIMIT $5",
    )
    .bind(match_id.0)
    .bind(EventsIn::Replay.number())
    .bind(EventsIn::Both.number())
    .bind(int(after_seq))
    .bind(i64::from(limit))
    .fetch_all(&mut *connection)
    .await?;
    Ok(rows.iter().map(|row| rows::log_row_of(row, match_id)).collect::<Result<_, _>>()?)
}

pub(super) async fn replay(
    connection: &mut PgConnection,
    match_id: MatchId,
) -> Result<Option<KeptReplay>, Failed> {
    let row = sqlx::query("SELECT format, body FROM replays WHERE match_id = $1")
        .bind(match_id.0)
        .fetch_optional(&mut *connection)
        .await?;
    Ok(row.as_ref().map(|row| rows::kept_replay(row, match_id)).transpose()?)
}

/// Keeps a replay, or notes that there will be none.
pub(super) async fn keep(
    connection: &mut PgConnection,
    match_id: MatchId,
    replay: Option<&KeptReplay>,
) -> Result<(), Failed> {
    let kept = if replay.is_some() { EventsIn::Both } else { EventsIn::LogForGood };
    let mut transaction = connection.begin().await?;
    let noted = sqlx::query("UPDATE matches SET kept = $1 WHERE id = $2 AND kept = $3")
        .bind(kept.number())
        .bind(match_id.0)
        .bind(EventsIn::Log.number())
        .execute(&mut *transaction)
        .await?;
    if noted.rows_affected() == 0 {
        return Err(no_match(match_id).into());
    }
    if let Some(replay) = replay {
        sqlx::query("INSERT INTO replays (match_id, format, body) VALUES ($1, $2, $3)")
            .bind(match_id.0)
            .bind(i64::from(replay.format))
            .bind(&replay.body[..])
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Deletes a part of the rows that a kept replay stands for; comes back whether none is left.
pub(super) async fn drop_rows(
    connection: &mut PgConnection,
    match_id: MatchId,
    rows_max: u32,
) -> Result<bool, Failed> {
    let mut transaction = connection.begin().await?;
    let kept: Option<i64> = sqlx::query_scalar("SELECT kept FROM matches WHERE id = $1 FOR UPDATE")
        .bind(match_id.0)
        .fetch_optional(&mut *transaction)
        .await?;
    match kept {
        Some(kept) if kept == EventsIn::Both.number() => {}
        Some(kept) if kept == EventsIn::Replay.number() => return Ok(true),
        _ => return Err(no_replay(match_id).into()),
    }
    // What a revival or a claim needs stays: what no snapshot holds, and the last row. So does what other
    // matches of the room have in the log. Snapshots and logs only grow meanwhile, so that what may go by
    // this statement's view may go by any later one. What does not depend on the row is found once: the
    // match's bounds, the first row that can be one of its, and what has to stay at the end.
    let dropped = sqlx::query(
        "WITH over AS MATERIALIZED (SELECT matches.room, matches.first_seq, matches.last_seq, \
           coalesce((SELECT log.first_seq FROM log WHERE log.room = matches.room \
             AND log.first_seq <= matches.first_seq ORDER BY log.first_seq DESC LIMIT 1), 0) AS from_seq, \
           coalesce((SELECT seq FROM snapshots WHERE snapshots.room = matches.room), 0) AS held, \
           (SELECT log.last_seq FROM log WHERE log.room = matches.room \
             ORDER BY log.first_seq DESC LIMIT 1) AS end_seq \
           FROM matches WHERE matches.id = $1), \
         going AS MATERIALIZED (SELECT log.room, log.first_seq FROM over JOIN log ON log.room = over.room \
           AND log.first_seq BETWEEN over.from_seq AND over.last_seq \
           WHERE log.last_seq BETWEEN over.first_seq AND over.last_seq \
           AND log.last_seq <= over.held AND log.last_seq < over.end_seq \
           AND NOT EXISTS (SELECT 1 FROM matches AS other WHERE other.room = over.room AND other.id <> $1 \
             AND other.kept IN ($2, $3) AND other.first_seq <= log.last_seq \
             AND other.last_seq >= log.first_seq) \
           LIMIT $4) \
         DELETE FROM log USING going WHERE log.room = going.room AND log.first_seq = going.first_seq",
    )
    .bind(match_id.0)
    .bind(EventsIn::Log.number())
    .bind(EventsIn::LogForGood.number())
    .bind(i64::from(rows_max))
    .execute(&mut *transaction)
    .await?;
    let all = dropped.rows_affected() < u64::from(rows_max);
    if all {
        sqlx::query("UPDATE matches SET kept = $1 WHERE id = $2")
            .bind(EventsIn::Replay.number())
            .bind(match_id.0)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(all)
}
