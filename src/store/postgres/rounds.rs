//! Rounds that ended: the statements that write them.

use sqlx::PgConnection;

use super::calls::Failed;
use crate::ids::RoomId;
use crate::store::RoundRecord;
use crate::store::cells::int;

/// Keeps a round with its sides and people, unless it is there already.
pub(super) async fn insert(
    connection: &mut PgConnection,
    room: RoomId,
    record: &RoundRecord,
) -> Result<(), Failed> {
    let RoundRecord { match_id, round, game, rules, ended_unix_ms, length_ms, sides, winners } = record;
    let round = i64::from(*round);
    let kept = sqlx::query(
        "INSERT INTO rounds (match_id, round, room, game, rules, ended_unix_ms, length_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (match_id, round) DO NOTHING",
    )
    .bind(match_id.0)
    .bind(round)
    .bind(room.0)
    .bind(game.name())
    .bind(i64::from(*rules))
    .bind(int(*ended_unix_ms))
    .bind(int(*length_ms))
    .execute(&mut *connection)
    .await?;
    if kept.rows_affected() == 0 {
        return Ok(());
    }
    for (place, side) in (0_i64..).zip(sides) {
        sqlx::query(
            "INSERT INTO round_sides (match_id, round, side, place, points, total, won) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(match_id.0)
        .bind(round)
        .bind(i64::from(side.side))
        .bind(place)
        .bind(side.points)
        .bind(side.total)
        .bind(winners.contains(&side.side))
        .execute(&mut *connection)
        .await?;
        for (place, person) in (0_i64..).zip(&side.people) {
            sqlx::query(
                "INSERT INTO round_players (match_id, round, side, place, player, name, bot, stood_in) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(match_id.0)
            .bind(round)
            .bind(i64::from(side.side))
            .bind(place)
            .bind(person.player.0)
            .bind(&person.name)
            .bind(person.bot)
            .bind(person.stood_in)
            .execute(&mut *connection)
            .await?;
        }
    }
    Ok(())
}
