//! Copies SQLite's write-ahead log into the database file, on a connection of its own.
//!
//! A passive checkpoint never holds a commit up. Under load that does not pause it may never finish, so
//! that the log grows; beyond a bound the log is cut, which may hold commits up for a moment.

use std::fs::File;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::limits::{CHECKPOINT_BUSY_MS, CHECKPOINT_EVERY_BYTES};

/// The size of a page of the database, in bytes: SQLite's default, which the options leave alone.
const PAGE_BYTES: u64 = 4_096;

/// What the writer tells the checkpoints.
#[derive(Debug, Clone, Default)]
pub(super) struct Written {
    shared: Arc<Shared>,
    /// Cancelled when the writer has ended.
    pub ended: CancellationToken,
}

#[derive(Debug, Default)]
struct Shared {
    bytes: AtomicU64,
    due: Notify,
}

impl Written {
    /// Counts what a commit wrote, roughly.
    pub fn add(&self, bytes: u64) {
        if self.shared.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes >= CHECKPOINT_EVERY_BYTES {
            self.shared.bytes.store(0, Ordering::Relaxed);
            self.shared.due.notify_one();
        }
    }
}

/// Makes checkpoints until the writer has ended, then a last one. Holds `lock` for as long.
pub(super) async fn run(
    options: SqliteConnectOptions,
    written: Written,
    wal_bytes_max: u64,
    lock: Arc<File>,
) {
    let options = options.busy_timeout(Duration::from_millis(CHECKPOINT_BUSY_MS));
    let mut connection = None;
    loop {
        let ended = tokio::select! {
            () = written.ended.cancelled() => true,
            () = written.shared.due.notified() => false,
        };
        // What fails (a full disk) stays in the write-ahead log, where it is as safe, until the next time.
        connection = match checkpoint(connection.take(), &options, wal_bytes_max, ended).await {
            Ok(connection) => Some(connection),
            Err(error) => {
                tracing::warn!(%error, "a checkpoint of the database failed; the next one is tried later");
                None
            }
        };
        if ended {
            break;
        }
    }
    if let Some(connection) = connection {
        // The checkpoint is made; there is nothing left that closing could lose.
        let _ = connection.close().await;
    }
    drop(lock);
}

async fn checkpoint(
    connection: Option<SqliteConnection>,
    options: &SqliteConnectOptions,
    wal_bytes_max: u64,
    cut: bool,
) -> Result<SqliteConnection, sqlx::Error> {
    let mut connection = match connection {
        Some(connection) => connection,
        None => options.connect().await?,
    };
    let row = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&mut connection).await?;
    let frames = u64::try_from(row.try_get::<i64, _>(1)?).unwrap_or(0);
    if cut || frames.saturating_mul(PAGE_BYTES) > wal_bytes_max {
        // Comes back without having cut anything when a reader is in the way for too long.
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut connection).await?;
    }
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::store::sqlite::{Sync, open};

    #[tokio::test]
    async fn a_log_beyond_the_bound_is_cut() {
        let directory = tempfile::tempdir().expect("a directory");
        let mut opened = open::open(directory.path(), Sync::Normal).await.expect("opened");
        let wal = || std::fs::metadata(directory.path().join("slapdown.db-wal")).expect("a log").len();
        sqlx::query("INSERT INTO snapshots (room, seq, body) VALUES (x'01', 1, zeroblob(2000000))")
            .execute(&mut opened.writer)
            .await
            .expect("written");
        let connection = checkpoint(None, &opened.options, 4_000_000, false).await.expect("a checkpoint");
        assert!(wal() > 2_000_000, "below the bound the file is used again");
        sqlx::query("UPDATE snapshots SET body = zeroblob(3000000)")
            .execute(&mut opened.writer)
            .await
            .expect("written");
        checkpoint(Some(connection), &opened.options, 1_000_000, false).await.expect("a checkpoint");
        assert_eq!(wal(), 0);
    }

    #[tokio::test]
    async fn a_checkpoint_is_due_after_so_many_bytes() {
        let written = Written::default();
        written.add(CHECKPOINT_EVERY_BYTES - 1);
        assert!(written.shared.due.notified().now_or_never().is_none());
        written.add(1);
        assert!(written.shared.due.notified().now_or_never().is_some());
        written.add(1);
        assert!(written.shared.due.notified().now_or_never().is_none());
    }
}
