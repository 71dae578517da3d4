//! A killed process: what it acknowledged is there.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use bytes::Bytes;
use futures_util::future::join_all;
use slapdown::store::{Append, LogRow, Store};

use crate::make::{open, open_postgres, room};
use crate::postgres::database;

const DIRECTORY: &str = "SLAPDOWN_TEST_CRASH_DIRECTORY";
const DATABASE: &str = "SLAPDOWN_TEST_CRASH_DATABASE";
const ROOMS: u8 = 8;

/// A state that takes many pages, so that a kill is likely to fall into the middle of it.
fn snapshot(last: u64) -> Bytes {
    Bytes::from(last.to_le_bytes().repeat(4_000))
}

fn row(number: u8, next: u64) -> LogRow {
    let mut row = room(number).row(next, next + 2);
    row.body = Bytes::from(format!("{number} {next} ").repeat(200));
    row
}

/// Writes to a room for ever, and says of each row that it was kept.
async fn write(store: &dyn Store, number: u8) {
    let room = room(number);
    if store.room(room.code).await.expect("an answer").is_none() {
        let first = Append { row: row(number, 1), ..room.first() };
        store.append(first).await.expect("the room is made");
    }
    let claim = store.claim(room.id).await.expect("the claim");
    let mut next = claim.last_row.expect("a row").last_seq + 1;
    loop {
        let row = row(number, next);
        let last = row.last_seq;
        let snapshot = (next % 10 == 0).then(|| snapshot(last));
        let append = Append { epoch: claim.epoch, row, snapshot, ..room.append(1, 1) };
        store.append(append).await.expect("kept");
        let mut out = std::io::stdout().lock();
        writeln!(out, "kept {number} {last}").and_then(|()| out.flush()).expect("the parent listens");
        next = last + 1;
    }
}

/// The process that is killed; on its own this test does nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writes_until_killed() {
    let store: Box<dyn Store> = if let Some(directory) = std::env::var_os(DIRECTORY) {
        Box::new(open(&PathBuf::from(directory)).await)
    } else if let Some(url) = std::env::var_os(DATABASE) {
        Box::new(open_postgres(url.to_str().expect("text")).await)
    } else {
        return;
    };
    join_all((0..ROOMS).map(|number| write(&*store, number))).await;
}

/// Runs the child until it has said `count` times that a row was kept, kills it, and returns the last
/// number kept in each room.
fn run_and_kill((name, place): (&str, &OsStr), count: usize) -> Vec<u64> {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["crash::writes_until_killed", "--exact", "--nocapture"])
        .env(name, place)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the child starts");
    let mut kept = vec![0; usize::from(ROOMS)];
    let mut said = 0;
    for line in BufReader::new(child.stdout.take().expect("its output")).split(b'\n') {
        let line = String::from_utf8(line.expect("its output")).expect("text");
        // Everything it said before it died counts, so the loop goes on until the output ends.
        let Some((_, told)) = line.split_once("kept ") else { continue };
        let Some((number, last)) = told.split_once(' ') else { continue };
        kept[number.parse::<usize>().expect("a number")] = last.parse().expect("a number");
        said += 1;
        if said == count {
            child.kill().expect("killed");
        }
    }
    assert!(said >= count, "the child ended by itself after {said} rows");
    child.wait().expect("the child is gone");
    kept
}

/// What was said to be kept is in the store, whole.
async fn is_kept(store: &dyn Store, kept: Vec<u64>) {
    for (number, kept) in (0..ROOMS).zip(kept) {
        let id = room(number).id;
        let loaded = store.load(id).await.expect("the log is read");
        let mut next = 1;
        if let Some((seq, state)) = loaded.snapshot {
            assert!(state == snapshot(seq), "room {number}: half a snapshot");
            next = seq + 1;
        }
        for found in loaded.rows {
            assert_eq!(found, row(number, next), "room {number}");
            next = found.last_seq + 1;
        }
        assert!(next > kept, "room {number}: {kept} was acknowledged, the log ends before {next}");
    }
}

#[tokio::test]
async fn what_was_acknowledged_survives_a_kill() {
    let directory = tempfile::tempdir().expect("a directory");
    for count in [1, 60, 400, 1_500] {
        let kept = run_and_kill((DIRECTORY, directory.path().as_os_str()), count);
        let store = open(directory.path()).await;
        is_kept(&store, kept).await;
        store.close().await;
    }
}

/// The database outlives the process here, and may still be busy with its last rows: the claims wait.
#[tokio::test]
async fn what_was_acknowledged_survives_a_kill_on_postgres() {
    let database = database().await;
    for count in [1, 60, 400, 1_500] {
        let kept = run_and_kill((DATABASE, OsStr::new(&database.url)), count);
        let store = open_postgres(&database.url).await;
        for number in 0..ROOMS {
            if store.room(room(number).code).await.expect("an answer").is_some() {
                store.claim(room(number).id).await.expect("the claim");
            }
        }
        is_kept(&store, kept).await;
        store.close().await;
    }
    database.end().await;
}
