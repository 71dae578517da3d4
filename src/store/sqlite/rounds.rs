//! Rounds that ended: the statements that write them.

use sqlx::SqliteConnection;

use crate::ids::RoomId;
use crate::store::RoundRecord;
use crate::store::cells::int;

/// Keeps a round with its sides and people, unless it is there already.
pub(super) async fn insert(
    database: &mut SqliteConnection,
    room: RoomId,
    record: &RoundRecord,
) -> Result<(), sqlx::Error> {
    let RoundRecord { match_id, round, game, rules, ended_unix_ms, length_ms, sides, winners } = record;
    let kept = sqlx::query(
        "INSERT INTO rounds (match_id, round, room, game, rules, ended_unix_ms, length_ms) \
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (match_id, round) DO NOTHING",
    )
    .bind(match_id.0)
    .bind(round)
    .bind(room.0)
    .bind(game.name())
    .bind(rules)
    .bind(int(*ended_unix_ms))
    .bind(int(*length_ms))
    .execute(&mut *database)
    .await?;
    if kept.rows_affected() == 0 {
        return Ok(());
    }
    for (place, side) in (0_i64..).zip(sides) {
        sqlx::query(
            "INSERT INTO round_sides (match_id, round, side, place, points, total, won) VALUES (?, ?, ?, ?, ?, ?, ?)",
        )
        .bind(match_id.0)
        .bind(round)
        .bind(side.side)
        .bind(place)
        .bind(side.points)
        .bind(side.total)
        .bind(winners.contains(&side.side))
        .execute(&mut *database)
        .await?;
        for (place, person) in (0_i64..).zip(&side.people) {
            sqlx::query(
                "INSERT INTO round_players (match_id, round, side, place, player, name, bot, stood_in) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(match_id.0)
            .bind(round)
            .bind(side.side)
            .bind(place)
            .bind(person.player.0)
            .bind(&person.name)
            .bind(person.bot)
            .bind(person.stood_in)
            .execute(&mut *database)
            .await?;
        }
    }
    Ok(())
}
