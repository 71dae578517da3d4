//! How a command comes to the store, with a sentence for each way in which that can fail.

use std::path::Path;
use std::sync::Arc;

use super::Failure;
use crate::clock::SystemClock;
use crate::config::SqliteSync;
use crate::store::Store;
use crate::store::postgres::{self, DatabaseUrl, PostgresStore};
use crate::store::sqlite::{self, SqliteStore, Sync};

/// The database at `url`, or the one in `directory`: made if it is not there, and brought up to date.
///
/// # Errors
/// Why it cannot be used.
pub(super) async fn made(
    url: Option<&DatabaseUrl>,
    directory: &Path,
    sync: SqliteSync,
    clock: Arc<SystemClock>,
) -> Result<Arc<dyn Store>, Failure> {
    if let Some(url) = url {
        return Ok(Arc::new(PostgresStore::open(url, clock).await.map_err(of_postgres)?));
    }
    let sync = match sync {
        SqliteSync::Normal => Sync::Normal,
        SqliteSync::Full => Sync::Full,
    };
    Ok(Arc::new(SqliteStore::open(directory, sync).await.map_err(of_sqlite)?))
}

/// The same for whoever only reads: nothing is made, and nothing brought up to date.
///
/// # Errors
/// Why it cannot be used.
pub(super) async fn present(
    url: Option<&DatabaseUrl>,
    directory: &Path,
    clock: Arc<SystemClock>,
) -> Result<Arc<dyn Store>, Failure> {
    match url {
        Some(url) => Ok(Arc::new(PostgresStore::open_present(url, clock).await.map_err(of_postgres)?)),
        None => Ok(Arc::new(SqliteStore::open_present(directory, Sync::Normal).await.map_err(of_sqlite)?)),
    }
}

fn of_postgres(error: postgres::OpenError) -> Failure {
    use postgres::OpenError as E;
    match error {
        E::Address(_) | E::Refused { .. } | E::Newer { .. } | E::Older { .. } | E::Missing(_) => {
            Failure::setting(format!("{error} (--database-url, SLAPDOWN_DATABASE_URL)"))
        }
        E::Unreachable { .. } | E::Database { .. } => anyhow::Error::from(error).into(),
    }
}

fn of_sqlite(error: sqlite::OpenError) -> Failure {
    use sqlite::OpenError as E;
    match error {
        E::Directory { .. } | E::InUse(_) | E::Newer { .. } | E::Older { .. } | E::Missing(_) => {
            Failure::setting(format!("{error} (--data-dir, SLAPDOWN_DATA_DIR)"))
        }
        E::Database { .. } => anyhow::Error::from(error).into(),
    }
}
