//! What is in the way of a start, on both stores: another process that starts at the same time on nothing,
//! and a database that a newer version has written.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Output, Stdio};

use sqlx::{Connection as _, SqliteConnection};

use crate::postgres;
use crate::support::binary::{command, run, said};

const AT_ONCE: usize = 4;

/// How the binary is told where everything is kept.
type Place<'a> = (&'a str, &'a str);

/// A process that was started and is ended with this.
struct Started(Option<Child>);

impl Started {
    fn one((flag, kept): Place<'_>) -> Self {
        let mut command = command();
        command.args(["serve", "--log", "error", "--listen", "127.0.0.1:0", flag, kept]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        Self(Some(child.expect("the binary starts")))
    }

    /// Waits until it is ready, or comes back with how it ended.
    fn refused(&mut self) -> Option<Output> {
        let child = self.0.as_mut().expect("it was started");
        let out = BufReader::new(child.stdout.take().expect("its stdout"));
        if out.lines().map_while(Result::ok).any(|line| line.contains(" ready in ")) {
            return None;
        }
        Some(self.0.take()?.wait_with_output().expect("it has ended"))
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts some at once; comes back with what those said that were refused, when all others are ready.
fn at_once(place: Place<'_>) -> Vec<(Option<i32>, String)> {
    let mut started: Vec<Started> = (0..AT_ONCE).map(|_| Started::one(place)).collect();
    started.iter_mut().filter_map(Started::refused).map(|output| said(&output)).collect()
}

const MIGRATIONS: &str = "SELECT count(*) FROM _sqlx_migrations WHERE success";

async fn file_of(directory: &Path) -> SqliteConnection {
    let file = directory.join("slapdown.db");
    SqliteConnection::connect(file.to_str().expect("text")).await.expect("the database")
}

#[tokio::test]
async fn of_processes_that_start_at_once_on_an_empty_directory_one_serves() {
    let directory = tempfile::tempdir().expect("a directory");
    let data = directory.path().join("data");
    let refused = at_once(("--data-dir", data.to_str().expect("text")));
    assert_eq!(refused.len(), AT_ONCE - 1, "{refused:?}");
    for (exit, said) in refused {
        assert_eq!(exit, Some(2), "{said}");
        assert!(
            said.contains("in use by another slapdown") && said.trim_end().lines().count() == 1,
            "{said}"
        );
    }
    let applied: i64 =
        sqlx::query_scalar(MIGRATIONS).fetch_one(&mut file_of(&data).await).await.expect("the migrations");
    assert_eq!(usize::try_from(applied), Ok(slapdown::store::sqlite::MIGRATIONS.len()));
}

#[tokio::test]
async fn of_processes_that_start_at_once_on_an_empty_database_one_migrates() {
    let database = postgres::database().await;
    let refused = at_once(("--database-url", &database.url));
    assert!(refused.is_empty(), "all of them serve: {refused:?}");
    let applied: i64 = sqlx::query_scalar(MIGRATIONS)
        .fetch_one(&mut database.connect().await)
        .await
        .expect("the migrations");
    assert_eq!(usize::try_from(applied), Ok(slapdown::store::postgres::MIGRATIONS.len()));
    database.end().await;
}

/// Refused by `serve` and by `replay`, in one line that says what to do.
fn newer_is_refused((flag, kept): Place<'_>) {
    for arguments in [&["serve", "--log", "error", "--listen", "127.0.0.1:0"][..], &["replay", "--all"]] {
        let (exit, said) = said(&run(&[arguments, &[flag, kept]].concat()));
        assert_eq!(exit, Some(2), "{said}");
        for part in ["was written by a newer slapdown", "9999", "start the newer version", flag] {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    }
}

/// A row as a later version's migration leaves it.
const OF_THE_FUTURE: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                             VALUES (9999, 'of the future', true, '', 1)";

#[tokio::test]
async fn a_directory_of_a_newer_version_is_refused_in_a_sentence() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = ("--data-dir", directory.path().to_str().expect("text"));
    assert!(Started::one(place).refused().is_none());
    let mut database = file_of(directory.path()).await;
    sqlx::query(OF_THE_FUTURE).execute(&mut database).await.expect("changed");
    database.close().await.expect("closed");
    newer_is_refused(place);
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_in_a_sentence() {
    let database = postgres::database().await;
    let place = ("--database-url", database.url.as_str());
    assert!(Started::one(place).refused().is_none());
    sqlx::query(OF_THE_FUTURE).execute(&mut database.connect().await).await.expect("changed");
    newer_is_refused(place);
    database.end().await;
}
