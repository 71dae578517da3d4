//! What a commit costs on each store: batches of 32 events of 200 bytes, from one room and from 64 at once. In
//! the end a table of all stores, as batches a second and against SQLite with `normal` in the same run.
//!
//! `scripts/postgres cargo bench --bench store` measures all: PostgreSQL is where `SLAPDOWN_TEST_POSTGRES`
//! names a server, and the script starts one. What a thousand actions take on disk is told by
//! `cargo test --test room size -- --nocapture`.

#![allow(clippy::expect_used, missing_docs, reason = "a benchmark that cannot go on says so by a panic")]
#![expect(clippy::print_stdout, reason = "what is left out is told to whoever reads the figures")]

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use criterion::measurement::{Measurement as _, WallTime};
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use futures_util::future::join_all;
use slapdown::chance::SeededChance;
use slapdown::clock::SystemClock;
use slapdown::games::GameKind;
use slapdown::ids::{RoomCode, RoomId};
use slapdown::store::postgres::{DatabaseUrl, PostgresStore};
use slapdown::store::sqlite::{SqliteStore, Sync};
use slapdown::store::{Append, LogRow, NewRoom, Store};
use sqlx::Connection as _;
use tokio::runtime::Runtime;

const EVENTS: u64 = 32;
/// 32 events of 200 bytes.
static BODY: [u8; 6_400] = [b'x'; 6_400];

/// A room and the number of its next event.
struct Room {
    id: RoomId,
    next: u64,
}

impl Room {
    async fn new(store: &dyn Store, chance: &mut SeededChance) -> Self {
        let mut room = Self { id: RoomId::new(1, chance), next: 1 };
        let new = NewRoom { code: RoomCode::new(chance), game: GameKind::WackeeSix, made_unix_ms: 1 };
        let append = Append { new_room: Some(new), ..room.batch() };
        store.append(append).await.expect("the room is made");
        room
    }

    fn batch(&mut self) -> Append {
        let first_seq = self.next;
        self.next += EVENTS;
        let body = Bytes::from_static(&BODY);
        let row = LogRow { first_seq, last_seq: self.next - 1, rules: 1, body };
        Append {
            room: self.id,
            epoch: 1,
            row,
            new_room: None,
            snapshot: None,
            sessions: vec![],
            rounds: vec![],
            matches: vec![],
        }
    }
}

/// What came of all rounds of a measurement.
struct Rate {
    name: &'static str,
    rooms: u64,
    batches: u64,
    took: Duration,
}

impl Rate {
    /// Batches a second.
    #[expect(clippy::cast_precision_loss, reason = "a rate needs no more than 52 bits")]
    fn a_second(&self) -> f64 {
        self.batches as f64 / self.took.as_secs_f64().max(f64::MIN_POSITIVE)
    }
}

/// Measures appends to `store` from so many rooms at once.
fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    runtime: &Runtime,
    (name, count): (&'static str, u64),
    store: &dyn Store,
) -> Rate {
    let mut chance = SeededChance::new([7; 32]);
    let mut rooms = Vec::new();
    for _ in 0..count {
        rooms.push(runtime.block_on(Room::new(store, &mut chance)));
    }
    let mut rate = Rate { name, rooms: count, batches: 0, took: Duration::ZERO };
    group.throughput(Throughput::Elements(count * EVENTS));
    group.bench_function(BenchmarkId::new(name, format!("{count} rooms")), |bencher| {
        bencher.iter_custom(|rounds| {
            let begun = WallTime.start();
            runtime.block_on(async {
                for _ in 0..rounds {
                    for kept in join_all(rooms.iter_mut().map(|room| store.append(room.batch()))).await {
                        kept.expect("kept");
                    }
                }
            });
            let took = WallTime.end(begun);
            rate.batches += rounds * count;
            rate.took += took;
            took
        });
    });
    rate
}

/// All stores beside each other.
fn tell(rates: &[Rate]) {
    println!("\nbatches a second, and as a part of what SQLite with `normal` made of it in this run:");
    for rate in rates {
        let first = rates.iter().find(|first| first.rooms == rate.rooms).map_or(f64::NAN, Rate::a_second);
        let own = rate.a_second();
        println!("{:<14} {:>2} rooms {own:>10.0} {:>7.3}", rate.name, rate.rooms, own / first);
    }
}

/// An empty database on the server that the environment names; none without one.
async fn database() -> Option<DatabaseUrl> {
    let server = std::env::var_os("SLAPDOWN_TEST_POSTGRES")?;
    let server = server.to_str().expect("an address is text");
    let name = format!("slapdown_bench_{}", std::process::id());
    let mut maker = sqlx::PgConnection::connect(server).await.expect("the server answers");
    for statement in [format!("DROP DATABASE IF EXISTS {name}"), format!("CREATE DATABASE {name}")] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut maker).await.expect("a database");
    }
    let (front, _) = server.rsplit_once('/').expect("an address with a database");
    Some(DatabaseUrl::new(format!("{front}/{name}")))
}

fn appends(criterion: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let mut group = criterion.benchmark_group("append");
    let mut rates = Vec::new();
    for (name, sync) in [("sqlite normal", Sync::Normal), ("sqlite full", Sync::Full)] {
        for count in [1, 64] {
            let directory = tempfile::tempdir().expect("a directory");
            let store = runtime.block_on(SqliteStore::open(directory.path(), sync)).expect("the store opens");
            rates.push(measure(&mut group, &runtime, (name, count), &store));
            runtime.block_on(store.close());
        }
    }
    let clock = Arc::new(SystemClock::new());
    let ticking = Arc::clone(&clock);
    runtime.spawn(async move { ticking.tick().await });
    for count in [1, 64] {
        let Some(url) = runtime.block_on(database()) else {
            println!("PostgreSQL is left out: run this as `scripts/postgres cargo bench --bench store`");
            break;
        };
        let store = runtime.block_on(PostgresStore::open(&url, clock.clone())).expect("the store opens");
        rates.push(measure(&mut group, &runtime, ("postgres", count), &store));
        runtime.block_on(store.close());
    }
    group.finish();
    tell(&rates);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = appends
}
criterion_main!(benches);
