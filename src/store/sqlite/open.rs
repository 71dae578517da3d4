//! Opening the database: the directory, its lock, the migrations, the connections.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, SqlSafeStr, SqliteConnection, SqlitePool};
use tracing::log::LevelFilter;

use super::Sync;
use crate::limits::{STORE_BUSY_MS, STORE_READERS, STORE_SLOW_MS, WAL_BYTES_MAX};

/// The migrations in this binary, oldest first: version, name, text. A new file is one more line.
///
/// Not `sqlx::migrate!`: that would not notice a new file without a build script.
pub const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "first", include_str!("../../../migrations/sqlite/0001_first.sql")),
    (2, "unused", include_str!("../../../migrations/sqlite/0002_unused.sql")),
    (3, "results", include_str!("../../../migrations/sqlite/0003_results.sql")),
    (4, "parts", include_str!("../../../migrations/sqlite/0004_parts.sql")),
];

/// The database's name in the data directory.
pub(super) const DATABASE: &str = "slapdown.db";
/// The name of the file whose lock says that a process uses the data directory.
const LOCK: &str = "slapdown.lock";

/// Why the database was not opened, as a sentence for the host.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The directory cannot be made or written.
    #[error(
        "the data directory {} cannot be written ({source}): give the user that runs slapdown the right to write \
         there, or name another directory",
        .path.display()
    )]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another process uses it.
    #[error(
        "the data directory {} is in use by another slapdown: stop that one first, or name another directory",
        .0.display()
    )]
    InUse(PathBuf),
    /// A newer binary has migrated it.
    #[error(
        "the database {} was written by a newer slapdown (it has migration {found}, this one knows up to {known}): \
         start the newer version, or restore a backup from before the upgrade",
        .path.display()
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// A migration in it that this binary does not know.
        found: i64,
        /// The last migration that this binary knows.
        known: i64,
    },
    /// There is none of this server's.
    #[error("there is no database of slapdown at {}: name the folder of a server that has run", .0.display())]
    Missing(PathBuf),
    /// An older binary has made it, and it was opened by one who only reads.
    #[error(
        "the database {} was written by an older slapdown (it has migrations up to {found}, this one goes up to \
         {known}): start the server once to bring it up to date",
        .path.display()
    )]
    Older {
        /// The database.
        path: PathBuf,
        /// The last migration in it.
        found: i64,
        /// The last migration that this binary knows.
        known: i64,
    },
    /// Anything else the database says.
    #[error("the database {} cannot be opened: {why}", .path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// What it says.
        why: String,
    },
}

/// What a store is made of.
pub(super) struct Opened {
    /// How to open the writer's connection again.
    pub options: SqliteConnectOptions,
    pub writer: SqliteConnection,
    pub readers: SqlitePool,
    /// Held by each task that writes: the directory is free when the last one has ended.
    pub lock: Arc<File>,
}

/// Opens the database in `directory`.
///
/// # Errors
/// See [`OpenError`].
pub(super) async fn open(directory: &Path, sync: Sync) -> Result<Opened, OpenError> {
    let lock = Arc::new(lock(directory)?);
    let path = directory.join(DATABASE);
    let database = |why: String| OpenError::Database { path: path.clone(), why };
    let options = options(&path, sync);
    let mut writer = options.connect().await.map_err(|error| database(error.to_string()))?;
    // sqlx locks nothing while it migrates SQLite (its `lock` is empty there), so two that start at once
    // could run one migration twice. The lock on the directory, held since above, is what prevents it.
    migrator().run(&mut writer).await.map_err(|error| match error {
        MigrateError::VersionMissing(found) => {
            OpenError::Newer { path: path.clone(), found, known: newest() }
        }
        error => database(error.to_string()),
    })?;
    let readers = SqlitePoolOptions::new()
        .max_connections(STORE_READERS)
        .acquire_timeout(Duration::from_millis(STORE_BUSY_MS))
        .idle_timeout(None)
        .max_lifetime(None)
        // A file does not go away as a network does: asking before each read would double its cost.
        .test_before_acquire(false)
        .connect_with(options.clone().create_if_missing(false).pragma("query_only", "1"))
        .await
        .map_err(|error| database(error.to_string()))?;
    Ok(Opened { options: options.create_if_missing(false), writer, readers, lock })
}

/// The last migration that this binary knows.
pub(super) fn newest() -> i64 {
    MIGRATIONS.iter().map(|(version, ..)| *version).max().unwrap_or(0)
}

pub(super) fn migrator() -> Migrator {
    let migration = |&(version, name, text): &(i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(MIGRATIONS.iter().map(migration).collect())
}

/// Takes the directory for this process. The system gives it back when the process ends, however it does.
fn lock(directory: &Path) -> Result<File, OpenError> {
    let broken = |source| OpenError::Directory { path: directory.to_owned(), source };
    std::fs::create_dir_all(directory).map_err(broken)?;
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(directory.join(LOCK))
        .map_err(broken)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(directory.to_owned())),
        Err(TryLockError::Error(source)) => Err(broken(source)),
    }
}

fn options(path: &Path, sync: Sync) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(match sync {
            Sync::Normal => SqliteSynchronous::Normal,
            Sync::Full => SqliteSynchronous::Full,
        })
        .busy_timeout(Duration::from_millis(STORE_BUSY_MS))
        // Checkpoints are made by hand, on a connection of their own: see `checkpoint`.
        .pragma("wal_autocheckpoint", "0")
        .pragma("journal_size_limit", WAL_BYTES_MAX.to_string())
        .log_statements(LevelFilter::Off)
        .log_slow_statements(LevelFilter::Warn, Duration::from_millis(STORE_SLOW_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_connections_are_set_as_meant() {
        for (sync, level) in [(Sync::Normal, 1), (Sync::Full, 2)] {
            let directory = tempfile::tempdir().expect("a directory");
            let mut opened = open(directory.path(), sync).await.expect("opened");
            let set: i64 =
                sqlx::query_scalar("PRAGMA synchronous").fetch_one(&mut opened.writer).await.expect("set");
            assert_eq!(set, level);
            let automatic: i64 = sqlx::query_scalar("PRAGMA wal_autocheckpoint")
                .fetch_one(&mut opened.writer)
                .await
                .expect("set");
            assert_eq!(automatic, 0);
            let mode: String =
                sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut opened.writer).await.expect("set");
            assert_eq!(mode, "wal");
            let written = sqlx::query("DELETE FROM log").execute(&opened.readers).await;
            assert!(written.is_err(), "a reader writes");
        }
    }
}
