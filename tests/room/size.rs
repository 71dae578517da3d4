//! What a thousand actions take on disk, in each store: in the log while the match is young, and in the replay
//! that takes its place. Run this with `--nocapture` for the figures.

use std::path::Path;
use std::sync::Arc;

use slapdown::chance::SeededChance;
use slapdown::games::list::Listed;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::ids::{RoomCode, RoomId};
use slapdown::lobby::archive::sweep;
use slapdown::store::Store;
use slapdown::store::sqlite::{SqliteStore, Sync};
use sqlx::Connection as _;

use crate::archive::{keep_as, open_postgres};
use crate::lines::values;
use crate::played::{Begin, Plan, play, replay_of};
use crate::postgres::{self, Database};
use crate::table::Table;

/// Matches of each game: so many that a page of the database more or less does not matter.
const MATCHES: u8 = 6;

/// Where a store keeps what it keeps.
enum Disk<'a> {
    File(&'a Path),
    Server(&'a Database),
}

impl Disk<'_> {
    /// What a table takes, with its indexes, once deleted rows have gone.
    async fn bytes(&self, table: &str) -> u64 {
        let bytes: i64 = match self {
            Self::File(file) => {
                let mut database = sqlx::SqliteConnection::connect(file.to_str().expect("text"))
                    .await
                    .expect("the database");
                sqlx::query_scalar(
                    "SELECT coalesce(sum(pgsize), 0) FROM dbstat \
                     WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = ?)",
                )
                .bind(table)
                .fetch_one(&mut database)
                .await
                .expect("its size")
            }
            Self::Server(database) => {
                let mut database = database.connect().await;
                let vacuum = sqlx::AssertSqlSafe(format!("VACUUM FULL {table}"));
                sqlx::raw_sql(vacuum).execute(&mut database).await.expect("tidied up");
                sqlx::query_scalar("SELECT pg_total_relation_size($1::regclass)")
                    .bind(table)
                    .fetch_one(&mut database)
                    .await
                    .expect("its size")
            }
        };
        u64::try_from(bytes).expect("a size")
    }
}

/// Puts the matches away, and says what they took before and afterwards.
async fn measure<G: Listed>(name: &str, store: Arc<dyn Store>, disk: &Disk<'_>, tables: &[Table<G>]) {
    let empty = (disk.bytes("log").await, disk.bytes("replays").await);
    let mut actions = 0;
    for (number, table) in (1..).zip(tables) {
        let mut chance = SeededChance::new([number; 32]);
        let room = (RoomId::new(1, &mut chance), RoomCode::new(&mut chance));
        keep_as(&*store, table, room).await;
        let is_action = |line: &serde_json::Value| {
            let inputs = line["inputs"].as_array().into_iter().flatten();
            inputs.filter(|input| input["input"] == "act").count() as u64 + u64::from(line["line"] == "lost")
        };
        actions += values(&replay_of(table).0).iter().map(is_action).sum::<u64>();
    }
    let log = disk.bytes("log").await - empty.0;
    assert_eq!(sweep(&store).await, Ok(tables.len()));
    let (rest, replays) = (disk.bytes("log").await, disk.bytes("replays").await - empty.1);
    let thousand = |bytes: u64| bytes * 1_000 / actions;
    println!(
        "{name}, {}: {actions} actions; for each thousand {} bytes of log on disk, then {} bytes of replay",
        G::NAME,
        thousand(log),
        thousand(replays)
    );
    assert!(rest.saturating_sub(empty.0) * 4 < log, "the rows have gone: {rest} of {log} are left");
    assert!(replays * 4 < log, "a replay is much smaller than the log");
}

async fn measure_all<'p, G: Listed>(plan: impl Fn(u8) -> Plan<'p>, begin: Begin<G>) {
    let tables: Vec<Table<G>> = (1..=MATCHES).map(|seed| play::<G>(&plan(seed), begin).0).collect();
    let directory = tempfile::tempdir().expect("a directory");
    let store = Arc::new(SqliteStore::open(directory.path(), Sync::Normal).await.expect("the store opens"));
    measure("sqlite", store.clone(), &Disk::File(&directory.path().join("slapdown.db")), &tables).await;
    store.close().await;
    let database = postgres::database().await;
    let store = open_postgres(&database.url).await;
    measure("postgres", store.clone(), &Disk::Server(&database), &tables).await;
    store.close().await;
    database.end().await;
}

#[tokio::test]
async fn a_thousand_actions_of_wackee_six_take_little_on_disk() {
    let options = [
        ("rounds", serde_json::json!(1)),
        ("tie", serde_json::json!("shared")),
        ("round_limit_ms", serde_json::json!(60_000)),
    ];
    let options = &options[..];
    measure_all::<WackeeSix>(
        |seed| Plan { options, people: 4, seed, troubled: false },
        || Some(Action::Start {}),
    )
    .await;
}

#[tokio::test]
async fn a_thousand_actions_of_super_rack_o_take_little_on_disk() {
    measure_all::<SuperRackO>(|seed| Plan { options: &[], people: 4, seed, troubled: false }, || None).await;
}
