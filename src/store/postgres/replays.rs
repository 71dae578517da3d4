//! The events of matches that are over: in the log, then in replays that take the place of its rows.

use sqlx::{Connection, PgConnection};

use super::calls::Failed;
use crate::ids::MatchId;
use crate::store::cells::int;
use crate::store::results::no_match;
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
         WHERE matches.id = $1 AND matches.kept <> $2 AND log.first_seq > $3 ORDER BY log.first_seq LIMIT $4",
    )
    .bind(match_id.0)
    .bind(EventsIn::Replay.number())
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

/// Keeps a replay in place of the rows that it stands for, or notes that there will be none.
pub(super) async fn keep(
    connection: &mut PgConnection,
    match_id: MatchId,
    replay: Option<&KeptReplay>,
) -> Result<(), Failed> {
    let kept = if replay.is_some() { EventsIn::Replay } else { EventsIn::LogForGood };
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
        in_place_of_rows(&mut transaction, match_id, replay).await?;
    }
    transaction.commit().await?;
    Ok(())
}

async fn in_place_of_rows(
    connection: &mut PgConnection,
    match_id: MatchId,
    replay: &KeptReplay,
) -> Result<(), Failed> {
    sqlx::query("INSERT INTO replays (match_id, format, body) VALUES ($1, $2, $3)")
        .bind(match_id.0)
        .bind(i64::from(replay.format))
        .bind(&replay.body[..])
        .execute(&mut *connection)
        .await?;
    // What a revival or a claim needs stays: what no snapshot holds, and the last row. So does what other
    // matches of the room have in the log. Snapshots and logs only grow meanwhile, so that what may go by
    // this statement's view may go by any later one.
    sqlx::query(
        "DELETE FROM log USING matches WHERE matches.id = $1 AND log.room = matches.room \
         AND log.first_seq <= matches.last_seq AND log.last_seq BETWEEN matches.first_seq AND matches.last_seq \
         AND log.last_seq <= (SELECT seq FROM snapshots WHERE snapshots.room = matches.room) \
         AND log.last_seq < (SELECT max(last_seq) FROM log AS rows WHERE rows.room = matches.room) \
         AND NOT EXISTS (SELECT 1 FROM matches AS other WHERE other.room = matches.room AND other.id <> $1 \
             AND other.kept <> $2 AND other.first_seq <= log.last_seq AND other.last_seq >= log.first_seq)",
    )
    .bind(match_id.0)
    .bind(EventsIn::Replay.number())
    .execute(connection)
    .await?;
    Ok(())
}
