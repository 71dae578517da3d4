//! Matches that are over are put away: the replay takes the place of the rows, and the room goes on.

use std::sync::Arc;

use slapdown::clock::SystemClock;
use slapdown::games::list::Listed;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::ids::{RoomCode, RoomId};
use slapdown::lobby::archive::sweep;
use slapdown::replay::FORMAT;
use slapdown::replay::keep::{NoReplay, fetch};
use slapdown::replay::verify::{Checked, verify};
use slapdown::room::record;
use slapdown::store::memory::MemoryStore;
use slapdown::store::postgres::{DatabaseUrl, PostgresStore};
use slapdown::store::sqlite::{SqliteStore, Sync};
use slapdown::store::{Append, KeptReplay, NewRoom, Store};

use crate::played::{Plan, play, replay_of};
use crate::postgres;
use crate::table::Table;

/// Keeps the log of a table as its room would have: the match with the last row, and a snapshot.
async fn keep<G: Listed>(store: &dyn Store, table: &Table<G>) {
    keep_as(store, table, (table.state().id, table.state().code)).await;
}

/// The same as another room.
pub async fn keep_as<G: Listed>(store: &dyn Store, table: &Table<G>, (room, code): (RoomId, RoomCode)) {
    let state = table.state();
    let last = table.log.len() - 1;
    for (at, row) in table.log.iter().enumerate() {
        let new = NewRoom { code, game: G::KIND, made_unix_ms: 0 };
        let append = Append {
            room,
            epoch: 1,
            row: row.clone(),
            new_room: (at == 0).then_some(new),
            snapshot: (at == last).then(|| record::write_snapshot(state).expect("a snapshot")),
            sessions: Vec::new(),
            rounds: Vec::new(),
            matches: if at == last { table.over.clone() } else { Vec::new() },
        };
        store.append(append).await.expect("kept");
    }
}

/// All lines of the replay of the only match.
async fn lines<G: Listed>(store: &dyn Store, table: &Table<G>) -> Vec<u8> {
    let replay = fetch(store, table.over[0].id).await.expect("a replay");
    let mut lines = replay.head.to_vec();
    std::io::Read::read_to_end(&mut slapdown::replay::pack::unpacked(&replay.packed[..]), &mut lines)
        .expect("unpacked");
    lines
}

async fn put_away<G: Listed>(store: Arc<dyn Store>, table: &Table<G>) {
    keep(&*store, table).await;
    let (room, id) = (table.state().id, table.over[0].id);
    let before = lines(&*store, table).await;
    assert!(before == replay_of(table).0, "made of the log");
    assert_eq!(verify(&mut &before[..]).map(|sum| sum.checked), Ok(Checked::Everything));
    let rows = store.match_log(id, 0, u32::MAX).await.expect("an answer").len();
    assert!(rows > 20);

    let log: usize = table.log.iter().map(|row| row.body.len()).sum();

    assert_eq!(sweep(&store).await, Ok(1));
    assert_eq!(sweep(&store).await, Ok(0), "once");
    assert!(lines(&*store, table).await == before, "kept as it was");
    let packed = store.replay(id).await.expect("an answer").expect("kept").body.len();
    assert!(packed * 4 < log, "a replay is much smaller than the log");
    assert!(store.match_log(id, 0, u32::MAX).await.expect("an answer").is_empty());
    let claim = store.claim(room).await.expect("the claim");
    assert_eq!(claim.last_row.as_ref(), table.log.last(), "a room finds its last row");
    let loaded = store.load(room).await.expect("the log");
    assert!(&record::revive::<G>(&loaded).expect("revived") == table.state(), "and is revived as it was");
}

fn wackee() -> Table<WackeeSix> {
    let options = [
        ("rounds", serde_json::json!(1)),
        ("tie", serde_json::json!("shared")),
        ("round_limit_ms", serde_json::json!(60_000)),
    ];
    play::<WackeeSix>(&Plan { options: &options, people: 2, seed: 9, troubled: false }, || {
        Some(Action::Start {})
    })
    .0
}

fn rack_o() -> Table<SuperRackO> {
    play::<SuperRackO>(&Plan { options: &[], people: 2, seed: 9, troubled: false }, || None).0
}

#[tokio::test]
async fn a_match_that_is_over_is_put_away_in_memory() {
    put_away(Arc::new(MemoryStore::new()), &wackee()).await;
    put_away(Arc::new(MemoryStore::new()), &rack_o()).await;
}

#[tokio::test]
async fn a_match_that_is_over_is_put_away_in_sqlite() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Arc::new(SqliteStore::open(directory.path(), Sync::Normal).await.expect("the store opens"));
    let (wackee, rack_o) = (wackee(), rack_o());
    put_away(store.clone(), &wackee).await;
    store.close().await;
    // The same chance makes the same ids: another database.
    let directory = tempfile::tempdir().expect("a directory");
    let store = Arc::new(SqliteStore::open(directory.path(), Sync::Normal).await.expect("the store opens"));
    put_away(store.clone(), &rack_o).await;
    store.close().await;
}

#[tokio::test]
async fn a_match_that_is_over_is_put_away_in_postgres() {
    let (wackee, rack_o) = (wackee(), rack_o());
    let database = postgres::database().await;
    let store = open_postgres(&database.url).await;
    put_away(store.clone(), &wackee).await;
    store.close().await;
    database.end().await;
    let database = postgres::database().await;
    let store = open_postgres(&database.url).await;
    put_away(store.clone(), &rack_o).await;
    store.close().await;
    database.end().await;
}

/// A PostgreSQL store with a clock that runs.
pub async fn open_postgres(url: &str) -> Arc<PostgresStore> {
    let clock = Arc::new(SystemClock::new());
    let ticking = Arc::clone(&clock);
    tokio::spawn(async move { ticking.tick().await });
    Arc::new(PostgresStore::open(&DatabaseUrl::new(url), clock).await.expect("the store opens"))
}

/// As after a process that ended between the two: the replay was kept, and only some of its rows had gone.
#[tokio::test]
async fn what_is_half_put_away_is_finished() {
    let directory = tempfile::tempdir().expect("a directory");
    let store: Arc<dyn Store> =
        Arc::new(SqliteStore::open(directory.path(), Sync::Normal).await.expect("the store opens"));
    let table = wackee();
    keep(&*store, &table).await;
    let id = table.over[0].id;
    let before = lines(&*store, &table).await;
    let body = fetch(&*store, id).await.expect("a replay").packed;
    store.keep_replay(id, Some(KeptReplay { format: FORMAT, body })).await.expect("kept");
    assert_eq!(store.drop_rows(id, 3).await, Ok(false));
    assert!(lines(&*store, &table).await == before, "the replay alone is read");
    assert_eq!(sweep(&store).await, Ok(1));
    assert_eq!(store.drop_rows(id, 1).await, Ok(true), "none is left");
    assert_eq!(sweep(&store).await, Ok(0), "once");
    assert!(lines(&*store, &table).await == before);
    store.close().await;
}

#[tokio::test]
async fn a_log_that_makes_no_replay_is_left_as_it_is() {
    let mut table = rack_o();
    // As a version wrote it that did not note what was dealt with.
    let row = table
        .log
        .iter_mut()
        .find(|row| String::from_utf8_lossy(&row.body).contains("\"dealing\":{"))
        .expect("the deal");
    let mut body: serde_json::Value = serde_json::from_slice(&row.body).expect("JSON");
    for event in body["entries"]
        .as_array_mut()
        .expect("entries")
        .iter_mut()
        .flat_map(|entry| entry["events"].as_array_mut().expect("events").iter_mut())
    {
        if let Some(begun) = event.pointer_mut("/room/round_begun") {
            begun.as_object_mut().expect("an object").remove("dealing");
        }
    }
    row.body = body.to_string().into();
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    keep(&*store, &table).await;
    let id = table.over[0].id;
    for _ in 0..2 {
        match fetch(&*store, id).await {
            Err(NoReplay::Unreadable(why)) => assert!(why.contains("what was dealt with"), "{why}"),
            other => panic!("{other:?}"),
        }
        sweep(&store).await.expect("swept");
    }
    assert!(!store.match_log(id, 0, u32::MAX).await.expect("an answer").is_empty());
    let unknown = slapdown::ids::MatchId(uuid::Uuid::nil());
    assert!(matches!(fetch(&*store, unknown).await, Err(NoReplay::NotOver)));
}
