//! SQLite when the disk is full, the file locked or a row impossible: it says so, and goes on afterwards.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use futures_util::future::join_all;
use slapdown::store::{Append, AppendError, LogRow, Store};
use sqlx::{Connection, SqliteConnection};

use crate::make::{MADE, open, player, room, session};

async fn raw(directory: &Path) -> SqliteConnection {
    let file = directory.join("slapdown.db");
    SqliteConnection::connect(file.to_str().expect("a path that is text")).await.expect("another connection")
}

fn unavailable(result: Result<(), AppendError>) -> String {
    match result {
        Err(AppendError::Unavailable(why)) => why.0,
        other => panic!("{other:?} where the database cannot write"),
    }
}

#[tokio::test]
async fn a_locked_file_is_unavailable_and_then_goes_on() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(directory.path()).await;
    for number in 0..2 {
        room(number).make(&store).await;
    }
    let mut other = raw(directory.path()).await;
    let lock = other.begin_with("BEGIN IMMEDIATE").await.expect("the lock");
    let (appended, health, claim) =
        futures_util::join!(store.append(room(0).append(2, 2)), store.health(), store.claim(room(1).id));
    let why = unavailable(appended);
    assert!(why.contains("locked"), "{why}");
    assert!(health.is_err() && claim.is_err());
    assert_eq!(store.load(room(0).id).await.expect("readers go on").rows.len(), 1);
    lock.rollback().await.expect("unlocked");
    store.append(room(0).append(2, 2)).await.expect("the same row is kept now");
    assert_eq!(store.health().await, Ok(()));
    assert_eq!(store.claim(room(1).id).await.expect("the claim").epoch, 2, "the failed one changed nothing");
    store.close().await;
}

#[tokio::test]
async fn a_row_that_the_database_refuses_fails_alone() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(directory.path()).await;
    for number in 0..16 {
        room(number).make(&store).await;
    }
    sqlx::query(
        "CREATE TRIGGER refuse BEFORE INSERT ON log WHEN NEW.body = x'0bad' \
         BEGIN SELECT RAISE(ABORT, 'a bad body'); END",
    )
    .execute(&mut raw(directory.path()).await)
    .await
    .expect("a trigger");
    let results = join_all((0..16).map(|number| {
        let mut append = room(number).append(2, 2);
        if number == 5 {
            append.row.body = Bytes::from_static(b"\x0b\xad");
        }
        store.append(append)
    }))
    .await;
    for (number, result) in results.into_iter().enumerate() {
        if number == 5 {
            let why = unavailable(result);
            assert!(why.contains("a bad body"), "{why}");
        } else {
            assert_eq!(result, Ok(()), "room {number}");
        }
    }
    store.close().await;
}

#[tokio::test]
async fn a_value_that_cannot_be_read_is_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(directory.path()).await;
    let (bad, good) = (room(1).make(&store).await, room(2).make(&store).await);
    store.begin_session(player(1), session(1), MADE).await.expect("a session");
    let mut other = raw(directory.path()).await;
    sqlx::raw_sql(
        "UPDATE log SET last_seq = -1; UPDATE rooms SET epoch = -5; UPDATE sessions SET room = 'AEIOU';",
    )
    .execute(&mut other)
    .await
    .expect("spoilt");
    let row = bad.id.to_string();
    let errors = [
        (store.load(bad.id).await.map(|_| ()), "table log", "column last_seq", row.clone()),
        (store.claim(bad.id).await.map(|_| ()), "table rooms", "column epoch", row),
        (store.session(player(1)).await.map(|_| ()), "table sessions", "column room", player(1).to_string()),
        (
            store.begin_session(player(1), session(2), MADE).await.map(|_| ()),
            "table sessions",
            "column room",
            player(1).to_string(),
        ),
    ];
    for (result, table, column, row) in errors {
        let why = result.expect_err("a bad value").0;
        assert!(why.contains(table) && why.contains(column) && why.contains(&row), "{why}");
    }
    assert_eq!(store.health().await, Ok(()));
    room(3).make(&store).await;
    assert!(store.room(good.code).await.is_ok());
    store.close().await;
}

#[cfg(target_os = "linux")]
mod full_disk {
    //! The system is told to let no file of a child process grow beyond a bound, which looks like a full
    //! disk to it, and then to let it.

    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};

    use super::*;

    const DIRECTORY: &str = "SLAPDOWN_TEST_FULL_DIRECTORY";

    fn append(epoch: u64, next: u64) -> Append {
        let row = LogRow { body: Bytes::from(vec![b'x'; 64 * 1024]), ..room(1).row(next, next) };
        Append { epoch, row, ..room(1).append(next, next) }
    }

    fn say(word: &str) {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{word}").and_then(|()| out.flush()).expect("the parent listens");
    }

    /// The process whose disk is full; on its own this test does nothing.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn writes_until_full() {
        let Some(directory) = std::env::var_os(DIRECTORY) else { return };
        let store = open(&PathBuf::from(directory)).await;
        room(1).make(&store).await;
        let mut next = 2;
        let failed = loop {
            assert!(next < 1_000, "the disk does not fill up");
            match store.append(append(1, next)).await {
                Ok(()) => next += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(failed, AppendError::Unavailable(_)), "{failed:?}");
        unavailable(store.append(append(1, next)).await);
        assert_eq!(store.load(room(1).id).await.expect("readers go on").rows.len() as u64, next - 1);
        // Small writes may still fit where a large one did not: health may say either, but must answer.
        let _ = store.health().await;

        say("full");
        let mut line = String::new();
        std::io::stdin().read_line(&mut line).expect("the parent says when to go on");
        let claim = store.claim(room(1).id).await.expect("the claim");
        assert_eq!(claim.last_row.expect("a row").last_seq, next - 1, "nothing unacknowledged, nothing lost");
        for next in next..next + 100 {
            store.append(append(claim.epoch, next)).await.expect("kept");
        }
        assert_eq!(store.health().await, Ok(()));
        assert_eq!(store.load(room(1).id).await.expect("loaded").rows.len() as u64, next + 99);
        store.close().await;
        say("went on");
    }

    #[test]
    fn a_full_disk_is_unavailable_and_then_goes_on() {
        let directory = tempfile::tempdir().expect("a directory");
        let mut child = Command::new("sh")
            // 8,192 blocks of 512 bytes, of a limit that may be raised again; without the signal that
            // would end the process.
            .args(["-c", r#"trap "" XFSZ; ulimit -S -f 8192; exec "$0" "$@""#])
            .arg(std::env::current_exe().expect("this program"))
            .args(["faults::full_disk::writes_until_full", "--exact", "--nocapture"])
            .env(DIRECTORY, directory.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the child starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut wait_for = |word: &str| lines.by_ref().any(|line| line.expect("its output").ends_with(word));
        assert!(wait_for("full"), "the child never found the disk full");
        let raised = Command::new("prlimit")
            .args(["--pid", &child.id().to_string(), "--fsize=unlimited:"])
            .status()
            .expect("prlimit is there (util-linux)");
        assert!(raised.success());
        writeln!(child.stdin.take().expect("its input"), "go on").expect("the child listens");
        assert!(wait_for("went on"), "the child did not go on");
        assert!(child.wait().expect("the child ends").success());
    }
}
