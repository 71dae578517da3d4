//! The one task that writes. It takes what waits, up to a bound, as one commit, and answers when that is
//! made. Nobody is told of anything before.

use std::collections::{BTreeSet, VecDeque};
use std::fs::File;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::checkpoint::Written;
use super::commit::{Results, commit};
use super::work::{Job, Work};
use crate::limits::COMMIT_ROWS_MAX;
use crate::store::Unavailable;

/// Writes until the store is closed or gone, then what still waits. Holds `lock` for as long.
pub(super) async fn run(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    mut queue: mpsc::Receiver<Job>,
    stop: CancellationToken,
    written: Written,
    lock: Arc<File>,
) {
    let _ended = written.ended.clone().drop_guard();
    let mut writer = Writer { options, connection: Some(connection) };
    let mut waiting = VecDeque::new();
    let mut taken = Vec::new();
    loop {
        if waiting.is_empty() {
            tokio::select! {
                biased;
                () = stop.cancelled(), if !queue.is_closed() => queue.close(),
                count = queue.recv_many(&mut taken, COMMIT_ROWS_MAX) => if count == 0 { break },
            }
        } else {
            while waiting.len() + taken.len() < COMMIT_ROWS_MAX
                && let Ok(job) = queue.try_recv()
            {
                taken.push(job);
            }
        }
        waiting.extend(taken.drain(..));
        let batch = next_batch(&mut waiting);
        if !batch.is_empty() {
            let bytes = batch.iter().map(|job| job.work.bytes()).sum();
            writer.settle(batch).await;
            written.add(bytes);
        }
    }
    if let Some(connection) = writer.connection {
        // All that was asked for is committed and answered: there is nothing left that closing could lose.
        let _ = connection.close().await;
    }
    drop(lock);
}

/// Takes what one commit can hold off the front: at most one append of each room, since a row's place is
/// tested against the rows that were there before the commit.
fn next_batch(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    let mut rooms = BTreeSet::new();
    let mut batch = Vec::new();
    while let Some(job) = waiting.pop_front() {
        // Whoever stopped waiting cannot be told; not begun is as good as not kept.
        if job.answer.is_closed() {
            continue;
        }
        if let Work::Append(append) = &job.work
            && !rooms.insert(append.room)
        {
            waiting.push_front(job);
            break;
        }
        batch.push(job);
    }
    batch
}

struct Writer {
    options: SqliteConnectOptions,
    /// None after an error: a fresh connection is certain to hold no half of a transaction.
    connection: Option<SqliteConnection>,
}

impl Writer {
    /// Commits the batch and answers everyone in it.
    async fn settle(&mut self, batch: Vec<Job>) {
        let (work, answers): (Vec<Work>, Vec<_>) =
            batch.into_iter().map(|job| (job.work, job.answer)).unzip();
        match self.commit(&work).await {
            Ok(results) => {
                for (answer, result) in answers.into_iter().zip(results) {
                    // Whoever stopped waiting meanwhile learns it from `claim`.
                    let _ = answer.send(result);
                }
            }
            Err(error) if work.len() > 1 && blames_a_statement(&error) => {
                // One piece of work that the database will never take must not take the others with it.
                for (work, answer) in work.into_iter().zip(answers) {
                    let result = self.commit(std::slice::from_ref(&work)).await;
                    let _ = answer.send(match result.map(|mut results| results.pop()) {
                        Ok(Some(result)) => result,
                        Ok(None) => Err(super::mixed_up().into()),
                        Err(error) => Err(Unavailable::from(error).into()),
                    });
                }
            }
            Err(error) => {
                tracing::warn!(%error, requests = answers.len(), "a commit failed; nothing of it was acknowledged");
                let why = Unavailable::from(error);
                for answer in answers {
                    let _ = answer.send(Err(why.clone().into()));
                }
            }
        }
    }

    /// One transaction. After an error the connection is closed, which rolls back what is open.
    async fn commit(&mut self, work: &[Work]) -> Result<Results, sqlx::Error> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        // A panic inside the driver would otherwise end the writer, and with it every room.
        let result = AssertUnwindSafe(commit(&mut connection, work)).catch_unwind().await;
        let result = result.unwrap_or_else(|_| Err(sqlx::Error::Protocol("the driver panicked".to_owned())));
        if result.is_ok() {
            self.connection = Some(connection);
        } else {
            // Already failing; the transaction is rolled back either way.
            let _ = connection.close().await;
        }
        result
    }
}

/// Whether the error is about one statement's values and not about the database.
fn blames_a_statement(error: &sqlx::Error) -> bool {
    /// SQLite's primary codes for: too big, constraint, wrong type, index out of range.
    const CODES: [i32; 4] = [18, 19, 20, 25];
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
    // The low byte is the primary code.
    matches!(error, sqlx::Error::Encode(_)) || code.is_some_and(|code| CODES.contains(&(code & 0xff)))
}
