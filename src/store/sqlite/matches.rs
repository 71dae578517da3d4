//! Matches that are over: the statements that write them, and the ratings that follow from them.

use sqlx::{Row, SqliteConnection};

use crate::games::GameKind;
use crate::ids::{PlayerId, RoomId};
use crate::rating::Rating;
use crate::store::cells::int;
use crate::store::{MatchRecord, Standing};

/// Keeps a match and rates its players, unless it is there already.
pub(super) async fn insert(
    database: &mut SqliteConnection,
    room: RoomId,
    record: &MatchRecord,
) -> Result<(), sqlx::Error> {
    let mut record = record.clone();
    let kept = sqlx::query(
        "INSERT INTO matches (id, room, game, rules, first_seq, last_seq, rounds, ended_unix_ms, length_ms, unrated) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
    )
    .bind(record.id.0)
    .bind(room.0)
    .bind(record.game.name())
    .bind(record.rules)
    .bind(int(record.events.0))
    .bind(int(record.events.1))
    .bind(record.rounds)
    .bind(int(record.ended_unix_ms))
    .bind(int(record.length_ms))
    .bind(record.unrated.map(crate::store::Unrated::name))
    .execute(&mut *database)
    .await?;
    if kept.rows_affected() == 0 {
        return Ok(());
    }
    let mut before = Vec::new();
    for player in record.rates() {
        before.push(standing(&mut *database, player, record.game).await?.unwrap_or_default());
    }
    for (player, standing) in record.settle(&before) {
        set_standing(database, player, record.game, standing).await?;
    }
    sides(database, &record).await
}

async fn sides(database: &mut SqliteConnection, record: &MatchRecord) -> Result<(), sqlx::Error> {
    for side in &record.sides {
        sqlx::query("INSERT INTO match_sides (match_id, side, rank, total, won) VALUES (?, ?, ?, ?, ?)")
            .bind(record.id.0)
            .bind(side.side)
            .bind(side.rank)
            .bind(side.total)
            .bind(side.won)
            .execute(&mut *database)
            .await?;
        for (place, one) in (0_i64..).zip(&side.people) {
            let (before, after) = one.rated.unzip();
            sqlx::query(
                "INSERT INTO match_players (match_id, side, place, player, name, bot, stood_in, ended_unix_ms, \
                 mean_before, deviation_before, mean_after, deviation_after) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )
            .bind(record.id.0)
            .bind(side.side)
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
            .execute(&mut *database)
            .await?;
        }
    }
    Ok(())
}

/// What a guest's rated matches of a game add up to.
pub(super) async fn standing(
    database: impl sqlx::SqliteExecutor<'_>,
    player: PlayerId,
    game: GameKind,
) -> Result<Option<Standing>, sqlx::Error> {
    let row = sqlx::query("SELECT mean, deviation, games, wins FROM ratings WHERE player = ? AND game = ?")
        .bind(player.0)
        .bind(game.name())
        .fetch_optional(database)
        .await?;
    row.map(|row| {
        let rating = Rating { mean: row.try_get("mean")?, deviation: row.try_get("deviation")? };
        Ok(Standing { rating, games: row.try_get("games")?, wins: row.try_get("wins")? })
    })
    .transpose()
}

async fn set_standing(
    database: &mut SqliteConnection,
    player: PlayerId,
    game: GameKind,
    standing: Standing,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO ratings (player, game, mean, deviation, score, games, wins) VALUES (?, ?, ?, ?, ?, ?, ?) \
         ON CONFLICT (player, game) DO UPDATE SET mean = excluded.mean, deviation = excluded.deviation, \
         score = excluded.score, games = excluded.games, wins = excluded.wins",
    )
    .bind(player.0)
    .bind(game.name())
    .bind(standing.rating.mean)
    .bind(standing.rating.deviation)
    .bind(standing.rating.score_milli())
    .bind(standing.games)
    .bind(standing.wins)
    .execute(database)
    .await?;
    Ok(())
}

/// Takes a guest's name out of all results, and the guest off the leaderboards.
pub(super) async fn forget_name(
    database: &mut SqliteConnection,
    player: PlayerId,
) -> Result<(), sqlx::Error> {
    for statement in [
        "UPDATE round_players SET name = '' WHERE player = ?",
        "UPDATE match_players SET name = '' WHERE player = ?",
        "DELETE FROM ratings WHERE player = ?",
    ] {
        sqlx::query(statement).bind(player.0).execute(&mut *database).await?;
    }
    Ok(())
}
