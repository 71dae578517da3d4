//! One transaction over all that is asked for at once.
//!
//! The order within it is free, since nobody has been answered yet: first the single changes, in the
//! order in which they came, then all rows of the log in one statement, then what belongs to the rows
//! that were taken.

use sqlx::{Connection, SqliteConnection};

use super::work::{Reply, Work};
use super::{log, matches, people, replays, rounds, unused};
use crate::store::{Append, AppendError, Unavailable};

/// What came of each piece of work, in order.
pub(super) type Results = Vec<Result<Reply, AppendError>>;

/// Does all of `work` and commits. What is refused for a reason of its own is refused alone.
///
/// # Errors
/// When the database does: nothing is kept then, unless the commit itself was unclear.
pub(super) async fn commit(connection: &mut SqliteConnection, work: &[Work]) -> Result<Results, sqlx::Error> {
    if let Some(appends) = rows_alone(work) {
        // One statement is a transaction of its own: two fewer trips to the connection's thread, and the
        // most frequent case by far.
        let mut results = work.iter().map(|_| Ok(Reply::Done)).collect();
        append_all(connection, &appends, &mut results).await?;
        return Ok(results);
    }
    // A transaction that may write begins as a writer: one that turns into a writer later fails at once,
    // without waiting, if somebody else wrote meanwhile.
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let database = &mut *transaction;
    let mut results = Vec::with_capacity(work.len());
    let mut appends = Vec::new();
    for (place, work) in work.iter().enumerate() {
        let result = match work {
            Work::Append(append) => prepare(database, append).await?,
            other => change(database, other).await?.map_err(Into::into),
        };
        if let (Work::Append(append), Ok(_)) = (work, &result) {
            appends.push((place, &**append));
        }
        results.push(result);
    }
    append_all(database, &appends, &mut results).await?;
    transaction.commit().await?;
    Ok(results)
}

/// The appends with their places, if all there is to do is to insert their rows.
fn rows_alone(work: &[Work]) -> Option<Vec<(usize, &Append)>> {
    work.iter().enumerate().map(|(place, work)| work.row_alone().map(|append| (place, append))).collect()
}

/// Makes the room of an append that brings one.
async fn prepare(
    database: &mut SqliteConnection,
    append: &Append,
) -> Result<Result<Reply, AppendError>, sqlx::Error> {
    match append.new_room {
        Some(new) => log::make_room(database, append.room, append.epoch, new)
            .await
            .map(|made| made.map(|()| Reply::Done)),
        None => Ok(Ok(Reply::Done)),
    }
}

/// Makes a single change.
async fn change(
    database: &mut SqliteConnection,
    work: &Work,
) -> Result<Result<Reply, Unavailable>, sqlx::Error> {
    match work {
        Work::Append(_) => return Ok(Err(super::mixed_up())),
        Work::Claim(room) => return Ok(log::claim(database, *room).await?.map(Reply::Claim)),
        Work::AddPlayer(player) => return Ok(people::add(database, player).await?.map(|()| Reply::Done)),
        Work::BeginSession(player, session, seen) => {
            return Ok(people::begin(database, *player, *session, *seen).await?.map(Reply::Session));
        }
        Work::MarkBroken(room, why) => log::mark_broken(database, *room, why).await?,
        Work::SawPlayer(player, seen) => people::saw(database, *player, *seen).await?,
        Work::RenamePlayer(player, name) => people::rename(database, *player, name).await?,
        Work::TouchSession(player, session, seen) => {
            people::touch(database, *player, *session, *seen).await?;
        }
        Work::SetFullUpdates(player, session, full) => {
            people::set_full_updates(database, *player, *session, *full).await?;
        }
        Work::ForgetPlayer(player) => unused::forget_player(database, *player).await?,
        Work::SawRoom(room, seen) => unused::saw_room(database, *room, *seen).await?,
        Work::DeleteRoom(room, before, rows_max) => {
            let deletion = unused::delete_room(database, *room, *before, *rows_max).await?;
            return Ok(Ok(Reply::Deletion(deletion)));
        }
        Work::ForgetName(player) => matches::forget_name(database, *player).await?,
        Work::KeepReplay(match_id, replay) => {
            let kept = replays::keep(database, *match_id, replay.as_ref()).await?;
            return Ok(kept.map(|()| Reply::Done));
        }
        Work::DropRows(match_id, rows_max) => {
            let dropped = replays::drop_rows(database, *match_id, *rows_max).await?;
            return Ok(dropped.map(Reply::Dropped));
        }
        Work::ForgetRoom(player, room) => people::forget(database, *player, *room).await?,
        Work::Beat => beat(database).await?,
    }
    Ok(Ok(Reply::Done))
}

/// Writes the rows of the log, then what came with those that were taken.
async fn append_all(
    database: &mut SqliteConnection,
    appends: &[(usize, &Append)],
    results: &mut Results,
) -> Result<(), sqlx::Error> {
    if appends.is_empty() {
        return Ok(());
    }
    let taken = log::insert(database, appends.iter().map(|(_, append)| *append)).await?;
    for &(place, append) in appends {
        if !taken.contains(&append.room) {
            if append.new_room.is_some() {
                log::unmake_room(database, append.room).await?;
            }
            results[place] = Err(log::why_refused(database, append).await?);
            continue;
        }
        if let Some(snapshot) = &append.snapshot {
            log::snapshot(database, append.room, append.row.last_seq, snapshot).await?;
        }
        for change in &append.sessions {
            people::change(database, change).await?;
        }
        for round in &append.rounds {
            rounds::insert(database, append.room, round).await?;
        }
        for record in &append.matches {
            matches::insert(database, append.room, record).await?;
        }
    }
    Ok(())
}

/// Writes something: only that shows that the disk takes data.
async fn beat(database: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO health (id, beats) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET beats = beats + 1",
    )
    .execute(database)
    .await?;
    Ok(())
}
