//! Opening the database: waiting for it, the migrations under their lock, the pool.

use std::sync::Arc;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Error, Executor, PgConnection, SqlSafeStr};
use tracing::log::LevelFilter;

use super::calls::Calls;
use super::url::DatabaseUrl;
use crate::clock::{Clock, within};
use crate::limits::{
    POSTGRES_CALL_MS, POSTGRES_MIGRATE_MS, POSTGRES_START_MS, POSTGRES_START_RETRY_MS, STORE_SLOW_MS,
};
use crate::store::migrated::{Had, Migrated, judge};

/// The migrations in this binary, oldest first: version, name, text. A new file is one more line.
pub const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "first", include_str!("../../../migrations/postgres/0001_first.sql")),
    (2, "unused", include_str!("../../../migrations/postgres/0002_unused.sql")),
    (3, "results", include_str!("../../../migrations/postgres/0003_results.sql")),
    (4, "parts", include_str!("../../../migrations/postgres/0004_parts.sql")),
];

/// Why the database was not opened, as a sentence for the host. None of them holds the password.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address cannot be used.
    #[error("the address of the database cannot be used: {0}")]
    Address(String),
    /// The database refuses this user, or is not there.
    #[error("the database {url} cannot be used: {why}")]
    Refused {
        /// Which.
        url: DatabaseUrl,
        /// What it says.
        why: String,
    },
    /// It did not answer in time.
    #[error(
        "the database {url} did not answer within {} s: {why}; start it first, or mend the address",
        POSTGRES_START_MS / 1_000
    )]
    Unreachable {
        /// Which.
        url: DatabaseUrl,
        /// What the last try met.
        why: String,
    },
    /// A newer binary has migrated it.
    #[error(
        "the database {url} was written by a newer slapdown (it has migration {found}, this one knows up to \
         {known}): start the newer version, or restore a backup from before the upgrade"
    )]
    Newer {
        /// Which.
        url: DatabaseUrl,
        /// A migration in it that this binary does not know.
        found: i64,
        /// The last migration that this binary knows.
        known: i64,
    },
    /// There is none of this server's.
    #[error("there is nothing of slapdown in the database {0}: name the one of a server that has run")]
    Missing(DatabaseUrl),
    /// An older binary has made it, and it was opened by one who only reads.
    #[error(
        "the database {url} was written by an older slapdown (it has migrations up to {found}, this one goes up \
         to {known}): start the server once to bring it up to date"
    )]
    Older {
        /// Which.
        url: DatabaseUrl,
        /// The last migration in it.
        found: i64,
        /// The last migration that this binary knows.
        known: i64,
    },
    /// Anything else the database says.
    #[error("the database {url} cannot be opened: {why}")]
    Database {
        /// Which.
        url: DatabaseUrl,
        /// What it says.
        why: String,
    },
}

/// Waits for the database, brings it up to date, and makes the pool.
///
/// # Errors
/// See [`OpenError`].
pub(super) async fn open(url: &DatabaseUrl, clock: Arc<dyn Clock>) -> Result<Calls, OpenError> {
    let options = options(url)?;
    let mut connection = reach(url, &options, &*clock).await?;
    let database = |why: String| OpenError::Database { url: url.clone(), why };
    let migrated = within(&*clock, POSTGRES_MIGRATE_MS, migrate(&mut connection)).await;
    match migrated {
        Some(Ok(())) => {}
        Some(Err(MigrateError::VersionMissing(found))) => {
            return Err(OpenError::Newer { url: url.clone(), found, known: newest() });
        }
        Some(Err(error)) => return Err(database(error.to_string())),
        None => return Err(database(format!("its migrations took more than {POSTGRES_MIGRATE_MS} ms"))),
    }
    // Nothing is under way on it that closing could lose.
    let _ = connection.close().await;
    Ok(Calls::new(options, clock))
}

/// Waits for the database, asserts that it is one of this version, and makes the pool.
///
/// # Errors
/// See [`OpenError`].
pub(super) async fn open_present(url: &DatabaseUrl, clock: Arc<dyn Clock>) -> Result<Calls, OpenError> {
    let options = options(url)?;
    let mut connection = reach(url, &options, &*clock).await?;
    let had = within(&*clock, POSTGRES_CALL_MS, migrations(&mut connection)).await;
    let why = |why: String| OpenError::Database { url: url.clone(), why };
    let had = had.ok_or_else(|| why(format!("it did not answer within {POSTGRES_CALL_MS} ms")))?;
    let had = had.map_err(|error| why(said(&error)))?;
    // Nothing is under way on it that closing could lose.
    let _ = connection.close().await;
    let url = url.clone();
    match judge(&had, &migrator()) {
        Migrated::UpToDate => Ok(Calls::new(options, clock)),
        Migrated::Older(found) => Err(OpenError::Older { url, found, known: newest() }),
        Migrated::Newer(found) => Err(OpenError::Newer { url, found, known: newest() }),
        Migrated::Foreign => Err(OpenError::Missing(url)),
    }
}

/// The migrations that a database has had, oldest first; none where nobody noted any.
async fn migrations(connection: &mut PgConnection) -> Result<Vec<Had>, Error> {
    let table: Option<String> = sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations')::text")
        .fetch_one(&mut *connection)
        .await?;
    if table.is_none() {
        return Ok(Vec::new());
    }
    sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations WHERE success ORDER BY version")
        .fetch_all(connection)
        .await
}

fn options(url: &DatabaseUrl) -> Result<PgConnectOptions, OpenError> {
    let options = url.options().map_err(OpenError::Address)?;
    Ok(options
        .log_statements(LevelFilter::Off)
        .log_slow_statements(LevelFilter::Warn, std::time::Duration::from_millis(STORE_SLOW_MS)))
}

/// Connects, and waits for a database that is not there yet.
async fn reach(
    url: &DatabaseUrl,
    options: &PgConnectOptions,
    clock: &dyn Clock,
) -> Result<PgConnection, OpenError> {
    let until_ms = clock.now_ms().saturating_add(POSTGRES_START_MS);
    let mut told = false;
    loop {
        let left_ms = until_ms.saturating_sub(clock.now_ms());
        let why = match within(clock, left_ms, options.connect()).await {
            Some(Ok(connection)) => return Ok(connection),
            Some(Err(error)) if is_final(&error) => {
                return Err(OpenError::Refused { url: url.clone(), why: said(&error) });
            }
            Some(Err(error)) => said(&error),
            None => "it does not answer".to_owned(),
        };
        let retry_ms = clock.now_ms().saturating_add(POSTGRES_START_RETRY_MS);
        if retry_ms >= until_ms {
            return Err(OpenError::Unreachable { url: url.clone(), why });
        }
        if !told {
            tracing::info!(%url, why, "waiting for the database");
            told = true;
        }
        clock.sleep_until(retry_ms).await;
    }
}

/// What the error says, without the line of the database's own source.
fn said(error: &Error) -> String {
    match error {
        Error::Database(error) => error.message().to_owned(),
        error => error.to_string(),
    }
}

/// Whether waiting would not help: a wrong user or password, no such database, TLS that cannot be had.
fn is_final(error: &Error) -> bool {
    match error {
        Error::Database(error) => error.code().is_some_and(|code| {
            // Invalid authorization, no such database, no right to use it.
            code.starts_with("28") || code == "3D000" || code == "42501"
        }),
        // What rustls says of a certificate that it does not trust.
        Error::Io(error) => error.kind() == std::io::ErrorKind::InvalidData,
        Error::Tls(_) | Error::Configuration(_) | Error::InvalidArgument(_) => true,
        _ => false,
    }
}

/// Runs the migrations that are missing. sqlx holds an advisory lock on the database meanwhile, so that of
/// several processes one migrates and the others wait; each file is a transaction.
async fn migrate(connection: &mut PgConnection) -> Result<(), MigrateError> {
    // The lock waits as any statement does: a limit of the database's own would cut it short.
    connection.execute("SET statement_timeout = 0; SET lock_timeout = 0").await?;
    migrator().run(connection).await
}

/// The last migration that this binary knows.
fn newest() -> i64 {
    MIGRATIONS.iter().map(|(version, ..)| *version).max().unwrap_or(0)
}

fn migrator() -> Migrator {
    let migration = |&(version, name, text): &(i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(MIGRATIONS.iter().map(migration).collect())
}
