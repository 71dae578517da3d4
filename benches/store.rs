//! What a commit costs: batches of 32 events of 200 bytes, from one room and from 64 at once.

#![allow(clippy::expect_used, missing_docs, reason = "a benchmark that cannot go on says so by a panic")]

use bytes::Bytes;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use futures_util::future::join_all;
use slapdown::chance::SeededChance;
use slapdown::games::GameKind;
use slapdown::ids::{RoomCode, RoomId};
use slapdown::store::sqlite::{SqliteStore, Sync};
use slapdown::store::{Append, LogRow, NewRoom, Store};

const EVENTS: u64 = 32;
/// 32 events of 200 bytes.
static BODY: [u8; 6_400] = [b'x'; 6_400];

/// A room and the number of its next event.
struct Room {
    id: RoomId,
    next: u64,
}

impl Room {
    async fn new(store: &SqliteStore, chance: &mut SeededChance) -> Self {
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

fn appends(criterion: &mut Criterion) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let mut group = criterion.benchmark_group("append");
    for (name, sync) in [("normal", Sync::Normal), ("full", Sync::Full)] {
        for count in [1, 64] {
            let directory = tempfile::tempdir().expect("a directory");
            let mut chance = SeededChance::new([7; 32]);
            let store = runtime.block_on(SqliteStore::open(directory.path(), sync)).expect("the store opens");
            let mut rooms = Vec::new();
            for _ in 0..count {
                rooms.push(runtime.block_on(Room::new(&store, &mut chance)));
            }
            group.throughput(Throughput::Elements(count * EVENTS));
            group.bench_function(BenchmarkId::new(name, format!("{count} rooms")), |bencher| {
                bencher.iter(|| {
                    runtime.block_on(async {
                        for kept in join_all(rooms.iter_mut().map(|room| store.append(room.batch()))).await {
                            kept.expect("kept");
                        }
                    });
                });
            });
            runtime.block_on(store.close());
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(30);
    targets = appends
}
criterion_main!(benches);
