//! One call of the database: a connection out of the pool, a bounded time, and an answer whatever happens.
//!
//! A call runs in a task of its own, so that whoever stops waiting leaves no half of a statement on a
//! connection. A connection that did not answer, or answered nonsense, is dropped and not used again, and
//! with it all that were made before: they end at the same database.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection, Error, Executor, PgConnection, PgPool};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::clock::{Clock, within};
use crate::limits::{
    POSTGRES_ACQUIRE_MS, POSTGRES_CALL_MS, POSTGRES_CONNECTIONS, POSTGRES_IDLE_MS, POSTGRES_STATEMENT_MS,
};
use crate::store::Unavailable;

/// What is done on a connection.
pub(super) type Work<'c, T> = Pin<Box<dyn Future<Output = Result<T, Failed>> + Send + 'c>>;

/// Why something was not done.
#[derive(Debug)]
pub(super) enum Failed {
    /// The database said so, or nothing.
    Database(Error),
    /// It answered, and the answer is of no use.
    Unusable(Unavailable),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

impl From<Unavailable> for Failed {
    fn from(why: Unavailable) -> Self {
        Self::Unusable(why)
    }
}

/// The database, as one calls it.
#[derive(Clone)]
pub(super) struct Calls {
    pool: PgPool,
    clock: Arc<dyn Clock>,
    /// When the database last failed in a way that concerns all connections, in the clock's milliseconds.
    trouble_ms: Arc<AtomicU64>,
    tasks: TaskTracker,
    closed: CancellationToken,
}

impl std::fmt::Debug for Calls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Calls").field("pool", &self.pool.size()).finish_non_exhaustive()
    }
}

impl Calls {
    /// A pool that opens its connections when they are needed.
    pub fn new(options: PgConnectOptions, clock: Arc<dyn Clock>) -> Self {
        let trouble_ms = Arc::new(AtomicU64::new(0));
        let (trouble, now) = (Arc::clone(&trouble_ms), Arc::clone(&clock));
        let pool = PgPoolOptions::new()
            .max_connections(POSTGRES_CONNECTIONS)
            .acquire_timeout(Duration::from_millis(POSTGRES_ACQUIRE_MS))
            // Asking before each statement would double the wait of every slap: `before_acquire` asks
            // where there is a reason to.
            .test_before_acquire(false)
            .before_acquire(move |connection, meta| {
                let age_ms = u64::try_from(meta.age.as_millis()).unwrap_or(u64::MAX);
                let trouble_ms = trouble.load(Ordering::Acquire);
                let suspect = trouble_ms > 0 && now.now_ms().saturating_sub(age_ms) <= trouble_ms;
                Box::pin(async move {
                    if !suspect && meta.idle_for >= Duration::from_millis(POSTGRES_IDLE_MS) {
                        connection.ping().await?;
                    }
                    Ok(!suspect)
                })
            })
            .after_connect(|connection, _| {
                Box::pin(async move {
                    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(settings()))).await.map(|_| ())
                })
            })
            .connect_lazy_with(options);
        Self { pool, clock, trouble_ms, tasks: TaskTracker::new(), closed: CancellationToken::new() }
    }

    /// Does `work` on a connection, within the bound of a call. It is done to its end also if nobody waits
    /// any more.
    ///
    /// # Errors
    /// When the database did not do it, or did not say so in time.
    pub async fn call<T: Send + 'static>(
        &self,
        work: impl for<'c> FnOnce(&'c mut PgConnection) -> Work<'c, T> + Send + 'static,
    ) -> Result<T, Unavailable> {
        if self.closed.is_cancelled() {
            return Err(Unavailable("the store is closed".to_owned()));
        }
        let this = self.clone();
        let done = self.tasks.spawn(async move { this.run(work).await });
        done.await.unwrap_or_else(|_| Err(Unavailable("the call broke off".to_owned())))
    }

    async fn run<T>(
        &self,
        work: impl for<'c> FnOnce(&'c mut PgConnection) -> Work<'c, T>,
    ) -> Result<T, Unavailable> {
        let until_ms = self.clock.now_ms().saturating_add(POSTGRES_CALL_MS);
        // The pool has a bound of its own, and gives up cleanly.
        let mut connection = self.pool.acquire().await.map_err(|error| {
            self.note(&error);
            match error {
                Error::PoolTimedOut => {
                    Unavailable(format!("no connection to the database within {POSTGRES_ACQUIRE_MS} ms"))
                }
                error => error.into(),
            }
        })?;
        let left_ms = until_ms.saturating_sub(self.clock.now_ms());
        // A panic inside the driver must not be taken for an answer.
        let done = AssertUnwindSafe(work(&mut connection)).catch_unwind();
        match within(&*self.clock, left_ms, done).await {
            Some(Ok(Ok(done))) => Ok(done),
            Some(Ok(Err(Failed::Unusable(why)))) => Err(why),
            Some(Ok(Err(Failed::Database(error)))) => {
                if self.note(&error) {
                    drop(connection.detach());
                }
                Err(error.into())
            }
            Some(Err(_)) => {
                drop(connection.detach());
                Err(Unavailable("the driver of the database panicked".to_owned()))
            }
            None => {
                self.trouble();
                drop(connection.detach());
                Err(Unavailable(format!("the database did not answer within {POSTGRES_CALL_MS} ms")))
            }
        }
    }

    /// Notes an error that concerns more than a statement; says whether it does.
    fn note(&self, error: &Error) -> bool {
        let concerns_all = match error {
            // Shut down, crashed, starting up: class 57P. An error about a statement leaves the connection
            // in order.
            Error::Database(error) => error.code().is_some_and(|code| code.starts_with("57P")),
            // Of the pool itself, and of values: no connection was to blame.
            Error::PoolTimedOut
            | Error::PoolClosed
            | Error::RowNotFound
            | Error::ColumnDecode { .. }
            | Error::Decode(_)
            | Error::Encode(_) => false,
            _ => true,
        };
        if concerns_all {
            self.trouble();
        }
        concerns_all
    }

    fn trouble(&self) {
        self.trouble_ms.fetch_max(self.clock.now_ms().max(1), Ordering::AcqRel);
    }

    /// Waits for the calls that are under way; later ones fail.
    pub async fn close(&self) {
        self.closed.cancel();
        self.tasks.close();
        self.tasks.wait().await;
        self.pool.close().await;
    }
}

/// What each connection is set to. The database gives up a little before a call does, so that the answer
/// says why; what a vanished client left open does not hold a room's row for ever; and a commit is on disk
/// when it is acknowledged, also where that was switched off for the whole database.
fn settings() -> String {
    format!(
        "SET statement_timeout = {POSTGRES_STATEMENT_MS}; \
         SET idle_in_transaction_session_timeout = {POSTGRES_CALL_MS}; \
         SET tcp_keepalives_idle = 60; \
         SELECT set_config('synchronous_commit', 'on', false) \
         WHERE current_setting('synchronous_commit') = 'off'"
    )
}
