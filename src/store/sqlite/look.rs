//! A look at a database that leaves it, and the folder around it, as it is.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::open::{DATABASE, OpenError, migrator, newest};
use crate::store::migrated::{Had, Migrated, judge};

/// Asserts that a database of this version is in `directory`.
///
/// # Errors
/// What is there instead.
pub(super) async fn present(directory: &Path) -> Result<(), OpenError> {
    let path = directory.join(DATABASE);
    let had = had(&path)
        .await
        .map_err(|error| OpenError::Database { path: path.clone(), why: error.to_string() })?;
    match judge(&had, &migrator()) {
        Migrated::UpToDate => Ok(()),
        Migrated::Older(found) => Err(OpenError::Older { path, found, known: newest() }),
        Migrated::Newer(found) => Err(OpenError::Newer { path, found, known: newest() }),
        Migrated::Foreign => Err(OpenError::Missing(path)),
    }
}

async fn had(path: &Path) -> Result<Vec<Had>, sqlx::Error> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    // What a process that was killed left in the write-ahead log belongs to the database. Without one
    // SQLite is told that the file stands still: then it makes no files beside it.
    let has_log = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
    let options = SqliteConnectOptions::new().filename(path).read_only(true).immutable(!has_log);
    let mut database = options.connect().await?;
    let had = migrations(&mut database).await;
    // Nothing was written that closing could lose.
    let _ = database.close().await;
    had
}

async fn migrations(database: &mut SqliteConnection) -> Result<Vec<Had>, sqlx::Error> {
    let tables: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = '_sqlx_migrations'",
    )
    .fetch_one(&mut *database)
    .await?;
    if tables == 0 {
        return Ok(Vec::new());
    }
    sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version")
        .fetch_all(database)
        .await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store as _;
    use crate::store::sqlite::{SqliteStore, Sync};

    #[tokio::test]
    async fn what_is_in_the_write_ahead_log_alone_is_seen() {
        let directory = tempfile::tempdir().expect("a directory");
        let missing = present(directory.path()).await.expect_err("nothing is there");
        assert!(matches!(missing, OpenError::Database { .. }), "{missing}");
        let store = SqliteStore::open(directory.path(), Sync::Normal).await.expect("opened");
        // As after a kill: nothing was copied into the file yet.
        let log = std::fs::metadata(directory.path().join("slapdown.db-wal")).expect("a log");
        assert!(log.len() > 0);
        present(directory.path()).await.expect("it is there");
        store.close().await;
        present(directory.path()).await.expect("it is there");
    }
}
