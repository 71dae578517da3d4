//! What SQLite alone promises: it is opened once, survives being closed, and refuses what it cannot read.

use std::path::Path;

use bytes::Bytes;
use slapdown::store::sqlite::{OpenError, SqliteStore, Sync};
use slapdown::store::{Append, Store};
use sqlx::{Connection, SqliteConnection};

use crate::make::{MADE, enter, guest, match_id, open, player, room, round, session};

async fn refused(directory: &Path) -> OpenError {
    SqliteStore::open(directory, Sync::Normal).await.expect_err("the store must not open")
}

async fn spoil(directory: &Path, statement: &'static str) {
    let file = directory.join("slapdown.db");
    let mut other =
        SqliteConnection::connect(file.to_str().expect("text")).await.expect("another connection");
    sqlx::raw_sql(statement).execute(&mut other).await.expect("changed");
    other.close().await.expect("closed");
}

#[tokio::test]
async fn everything_is_there_after_it_was_closed() {
    let directory = tempfile::tempdir().expect("a directory");
    let below = directory.path().join("made/on the way");
    let store = open(&below).await;
    let room = room(1).make(&store).await;
    store.add_player(&guest(1)).await.expect("kept");
    store.begin_session(player(1), session(1), MADE).await.expect("a session");
    let enter = enter(room.code, session(1));
    let append = Append {
        snapshot: Some(Bytes::from_static(b"{\"half a sta")),
        sessions: vec![enter],
        rounds: vec![round(1, 20)],
        ..room.append(2, 9)
    };
    store.append(append).await.expect("kept");
    store.append(room.append(10, 10)).await.expect("kept");
    store.claim(room.id).await.expect("claimed");
    store.close().await;
    assert!(!below.join("slapdown.db-wal").exists(), "a closed database is one file to copy");

    let store = open(&below).await;
    assert_eq!(store.room(room.code).await.expect("an answer").expect("the room").id, room.id);
    let loaded = store.load(room.id).await.expect("loaded");
    assert_eq!(loaded.snapshot, Some((9, Bytes::from_static(b"{\"half a sta"))), "as it is: the room judges");
    assert_eq!(loaded.rows, [room.row(10, 10)]);
    assert_eq!(store.claim(room.id).await.expect("claimed").epoch, 3);
    assert_eq!(store.player_by_token([1; 32], MADE).await, Ok(Some(guest(1))));
    assert_eq!(
        store.session(player(1)).await.expect("an answer").expect("the session").room,
        Some(room.code)
    );
    assert_eq!(store.rounds(match_id(1)).await, Ok(vec![round(1, 20)]));
    store.close().await;
}

#[tokio::test]
async fn what_waits_is_kept_when_it_closes() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(directory.path()).await;
    let appends = futures_util::future::join_all((0..100).map(|number| store.append(room(number).first())));
    let (results, ()) = futures_util::join!(appends, store.close());
    let store = open(directory.path()).await;
    for (number, result) in (0..100).zip(results) {
        assert_eq!(result, Ok(()), "it was asked for before the store was closed");
        assert_eq!(store.load(room(number).id).await.expect("loaded").rows.len(), 1);
    }
    store.close().await;
}

#[tokio::test]
async fn one_process_at_a_time_uses_a_directory() {
    let directory = tempfile::tempdir().expect("a directory");
    let open_one = || SqliteStore::open(directory.path(), Sync::Full);
    let (one, two) = futures_util::join!(open_one(), open_one());
    let (store, error) = match (one, two) {
        (Ok(store), Err(error)) | (Err(error), Ok(store)) => (store, error),
        other => panic!("{other:?}: exactly one may open it"),
    };
    assert!(matches!(error, OpenError::InUse(_)));
    let said = error.to_string();
    assert!(said.contains("in use by another slapdown") && !said.contains('\n'), "{said}");
    store.close().await;
    open(directory.path()).await.close().await;
}

#[tokio::test]
async fn a_newer_database_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    open(directory.path()).await.close().await;
    spoil(
        directory.path(),
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'of the future', 1, x'00', 1)",
    )
    .await;
    let error = refused(directory.path()).await;
    assert!(matches!(error, OpenError::Newer { found: 9999, .. }), "{error}");
    assert!(error.to_string().contains("newer"), "{error}");
    assert!(
        matches!(refused(directory.path()).await, OpenError::Newer { .. }),
        "the directory is free again"
    );
}

#[tokio::test]
async fn a_changed_migration_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    open(directory.path()).await.close().await;
    spoil(directory.path(), "UPDATE _sqlx_migrations SET checksum = x'00'").await;
    let error = refused(directory.path()).await;
    assert!(matches!(error, OpenError::Database { .. }) && error.to_string().contains("modified"), "{error}");
}

#[tokio::test]
async fn what_is_no_database_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("slapdown.db"), [b'?'; 4_096]).expect("written");
    let error = refused(directory.path()).await;
    assert!(error.to_string().contains("slapdown.db"), "{error}");
}

#[tokio::test]
async fn a_directory_that_cannot_be_written_is_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("a file");
    std::fs::write(&file, "in the way").expect("written");
    let error = refused(&file.join("data")).await;
    assert!(matches!(error, OpenError::Directory { .. }));
    let said = error.to_string();
    assert!(
        said.contains("a file") && said.contains("name another directory") && !said.contains('\n'),
        "{said}"
    );
}

#[tokio::test]
async fn no_token_is_in_the_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(directory.path()).await;
    store.add_player(&guest(1)).await.expect("kept");
    store.close().await;
    let columns: Vec<(String,)> = sqlx::query_as("SELECT name FROM pragma_table_info('players')")
        .fetch_all(
            &mut SqliteConnection::connect(directory.path().join("slapdown.db").to_str().expect("text"))
                .await
                .expect("open"),
        )
        .await
        .expect("the columns");
    let columns: Vec<_> = columns.iter().map(|(name,)| name.as_str()).collect();
    assert_eq!(columns, ["id", "name", "token_hash", "seen_unix_ms"]);
}
