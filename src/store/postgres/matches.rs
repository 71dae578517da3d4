//! Matches that are over: the statements that write them, and the ratings that follow from them.

use sqlx::{Connection, PgConnection};

use super::calls::Failed;
use crate::games::GameKind;
use crate::ids::{PlayerId, RoomId};
use crate::store::cells::int;
use crate::store::rows;
use crate::store::{MatchRecord, Standing};

/// Keeps a match and rates its players, unless it is there already.
pub(super) async fn insert(
    connection: &mut PgConnection,
    room: RoomId,
    record: &MatchRecord,
) -> Result<(), Failed> {
    let mut record = record.clone();
    let kept = sqlx::query(
        "INSERT INTO matches (id, room, game, rules, first_seq, last_seq, rounds, ended_unix_ms, length_ms, unrated) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING",
    )
    .bind(record.id.0)
    .bind(room.0)
    .bind(record.game.name())
    .bind(i64::from(record.rules))
    .bind(int(record.events.0))
    .bind(int(record.events.1))
    .bind(i64::from(record.rounds))
    .bind(int(record.ended_unix_ms))
    .bind(int(record.length_ms))
    .bind(record.unrated.map(crate::store::Unrated::name))
    .execute(&mut *connection)
    .await?;
    if kept.rows_affected() == 0 {
        return Ok(());
    }
    let rated = record.rates();
    lock(connection, &rated, record.game).await?;
    let mut before = Vec::new();
    for player in rated {
        before.push(standing(&mut *connection, player, record.game).await?.unwrap_or_default());
    }
    for (player, standing) in record.settle(&before) {
        set_standing(connection, player, record.game, standing).await?;
    }
    sides(connection, &record).await
}

/// Takes the ratings of these players for this transaction, also those that are not there yet: two matches
/// that end at once would otherwise both start from what was before. In one order, so that nobody waits for
/// each other for ever.
async fn lock(connection: &mut PgConnection, players: &[PlayerId], game: GameKind) -> Result<(), Failed> {
    let mut names: Vec<String> =
        players.iter().map(|player| format!("{} of {player}", game.name())).collect();
    names.sort();
    for name in names {
        sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
            .bind(name)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn sides(connection: &mut PgConnection, record: &MatchRecord) -> Result<(), Failed> {
    for side in &record.sides {
        sqlx::query("INSERT INTO match_sides (match_id, side, rank, total, won) VALUES ($1, $2, $3, $4, $5)")
            .bind(record.id.0)
            .bind(i64::from(side.side))
            .bind(i64::from(side.rank))
            .bind(side.total)
            .bind(side.won)
            .execute(&mut *connection)
            .await?;
        for (place, one) in (0_i64..).zip(&side.people) {
            let (before, after) = one.rated.unzip();
            sqlx::query(
                "INSERT INTO match_players (match_id, side, place, player, name, bot, stood_in, ended_unix_ms, \
                 mean_before, deviation_before, mean_after, deviation_after) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            )
            .bind(record.id.0)
            .bind(i64::from(side.side))
            .bind(place)
            .bind(one.person.player.0)
            .bind(&one.person.name)
            .bind(one.person.bot)
            .bind(one.person.stood_in)
            .bind(int(record.ended_unix_ms))
            .bind(before.map(|rating| rating.mean))
            .bind(before.map(|rating| rating.deviation))
            .bind(after.map(|rating| rating.mean))
            .bind(after.map(|rating| rating.deviation))
            .execute(&mut *connection)
            .await?;
        }
    }
    Ok(())
}

/// What a guest's rated matches of a game add up to.
pub(super) async fn standing(
    connection: &mut PgConnection,
    player: PlayerId,
    game: GameKind,
) -> Result<Option<Standing>, Failed> {
    let row = sqlx::query("SELECT mean, deviation, games, wins FROM ratings WHERE player = $1 AND game = $2")
        .bind(player.0)
        .bind(game.name())
        .fetch_optional(connection)
        .await?;
    Ok(row.as_ref().map(|row| rows::standing(row, player)).transpose()?)
}

async fn set_standing(
    connection: &mut PgConnection,
    player: PlayerId,
    game: GameKind,
    standing: Standing,
) -> Result<(), Failed> {
    sqlx::query(
        "INSERT INTO ratings (player, game, mean, deviation, score, games, wins) VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (player, game) DO UPDATE SET mean = excluded.mean, deviation = excluded.deviation, \
         score = excluded.score, games = excluded.games, wins = excluded.wins",
    )
    .bind(player.0)
    .bind(game.name())
    .bind(standing.rating.mean)
    .bind(standing.rating.deviation)
    .bind(standing.rating.score_milli())
    .bind(i64::from(standing.games))
    .bind(i64::from(standing.wins))
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes a guest's name out of all results, and the guest off the leaderboards.
pub(super) async fn forget_name(connection: &mut PgConnection, player: PlayerId) -> Result<(), Failed> {
    let mut transaction = connection.begin().await?;
    for statement in [
        "UPDATE round_players SET name = '' WHERE player = $1",
        "UPDATE match_players SET name = '' WHERE player = $1",
        "DELETE FROM ratings WHERE player = $1",
    ] {
        sqlx::query(statement).bind(player.0).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(())
}
