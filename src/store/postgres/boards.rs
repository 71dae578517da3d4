//! Matches, histories and leaderboards as they are read.

use sqlx::PgConnection;
use sqlx::postgres::PgRow;
use uuid::Uuid;

use super::calls::Failed;
use crate::games::GameKind;
use crate::ids::{MatchId, PlayerId};
use crate::store::cells::int;
use crate::store::rows;
use crate::store::{BoardLine, BoardPlace, MatchPlace, MatchRecord};

/// What [`record`] reads of a match.
const COLUMNS: &str =
    "id, game, rules, first_seq, last_seq, rounds, matches.ended_unix_ms, length_ms, unrated";

pub(super) async fn match_over(
    connection: &mut PgConnection,
    match_id: MatchId,
) -> Result<Option<MatchRecord>, Failed> {
    let row = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT {COLUMNS} FROM matches WHERE id = $1")))
        .bind(match_id.0)
        .fetch_optional(&mut *connection)
        .await?;
    match row {
        Some(row) => with_sides(connection, &row).await.map(Some),
        None => Ok(None),
    }
}

pub(super) async fn history(
    connection: &mut PgConnection,
    player: PlayerId,
    before: Option<MatchPlace>,
    limit: u32,
) -> Result<Vec<MatchRecord>, Failed> {
    // DISTINCT: somebody may have sat at two sides of one match, in different rounds.
    let text = format!(
        "SELECT {COLUMNS} FROM (SELECT DISTINCT ended_unix_ms, match_id FROM match_players \
         WHERE player = $1 AND (ended_unix_ms, match_id) < ($2, $3) \
         ORDER BY ended_unix_ms DESC, match_id DESC LIMIT $4) AS page \
         JOIN matches ON matches.id = page.match_id \
         ORDER BY matches.ended_unix_ms DESC, matches.id DESC"
    );
    let before = before.unwrap_or(MatchPlace { ended_unix_ms: u64::MAX, id: MatchId(Uuid::max()) });
    let rows = sqlx::query(sqlx::AssertSqlSafe(text))
        .bind(player.0)
        .bind(int(before.ended_unix_ms))
        .bind(before.id.0)
        .bind(i64::from(limit))
        .fetch_all(&mut *connection)
        .await?;
    all_with_sides(connection, &rows).await
}

pub(super) async fn matches(
    connection: &mut PgConnection,
    in_log: bool,
    after: Option<MatchPlace>,
    limit: u32,
) -> Result<Vec<MatchRecord>, Failed> {
    let only = if in_log { "AND kept IN (0, 3)" } else { "" };
    let text = format!(
        "SELECT {COLUMNS} FROM matches WHERE (ended_unix_ms, id) > ($1, $2) {only} ORDER BY ended_unix_ms, id LIMIT $3"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(text))
        .bind(after.map_or(-1, |after| int(after.ended_unix_ms)))
        .bind(after.map_or(Uuid::nil(), |after| after.id.0))
        .bind(i64::from(limit))
        .fetch_all(&mut *connection)
        .await?;
    all_with_sides(connection, &rows).await
}

pub(super) async fn leaderboard(
    connection: &mut PgConnection,
    game: GameKind,
    after: Option<BoardPlace>,
    limit: u32,
) -> Result<Vec<BoardLine>, Failed> {
    // A guest who is gone is on no board, also if the rating was kept after the name was forgotten.
    let rows = sqlx::query(
        "SELECT ratings.player, players.name, mean, deviation, games, wins, \
         1 + (SELECT count(*) FROM ratings AS better JOIN players ON players.id = better.player \
              WHERE better.game = ratings.game AND better.score > ratings.score) AS rank \
         FROM ratings JOIN players ON players.id = ratings.player \
         WHERE ratings.game = $1 AND (score < $2 OR (score = $2 AND ratings.player > $3)) \
         ORDER BY score DESC, ratings.player LIMIT $4",
    )
    .bind(game.name())
    .bind(after.map_or(i64::MAX, |after| after.score_milli))
    .bind(after.map_or(Uuid::nil(), |after| after.player.0))
    .bind(i64::from(limit))
    .fetch_all(&mut *connection)
    .await?;
    Ok(rows.iter().map(rows::board_line).collect::<Result<_, _>>()?)
}

async fn all_with_sides(connection: &mut PgConnection, rows: &[PgRow]) -> Result<Vec<MatchRecord>, Failed> {
    let mut records = Vec::with_capacity(rows.len());
    for row in rows {
        records.push(with_sides(connection, row).await?);
    }
    Ok(records)
}

/// A match with its sides. No transaction: it is written whole, and nothing but names changes later.
async fn with_sides(connection: &mut PgConnection, row: &PgRow) -> Result<MatchRecord, Failed> {
    let mut record = rows::match_record(row)?;
    let id = record.id;
    let rows =
        sqlx::query("SELECT side, rank, total, won FROM match_sides WHERE match_id = $1 ORDER BY rank, side")
            .bind(id.0)
            .fetch_all(&mut *connection)
            .await?;
    for row in &rows {
        rows::add_match_side(row, &mut record)?;
    }
    let rows = sqlx::query(
        "SELECT side, player, name, bot, stood_in, mean_before, deviation_before, mean_after, deviation_after \
         FROM match_players WHERE match_id = $1 ORDER BY side, place",
    )
    .bind(id.0)
    .fetch_all(&mut *connection)
    .await?;
    for row in &rows {
        rows::add_match_person(row, &mut record)?;
    }
    Ok(record)
}
