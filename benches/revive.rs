//! How long a visitor waits for a room that sleeps, or whose process died: 20,000 actions were played in
//! it, it is in a SQLite file, and it has a snapshot.
#![allow(missing_docs, clippy::expect_used, reason = "a benchmark that cannot go on says so by a panic")]
#![expect(clippy::print_stdout, reason = "what was measured is told with the figures")]

use std::path::Path;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use slapdown::chance::SeededChance;
use slapdown::clock::SystemClock;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::games::{BotLevel, Game, GameKind, RoomTime, Seat, Seed, Side, Sight, Viewer};
use slapdown::ids::{PlayerId, RoomCode, RoomId, SessionId};
use slapdown::limits::SNAPSHOT_EVERY_EVENTS;
use slapdown::lobby::{Grounds, Lobby};
use slapdown::room::input::Input;
use slapdown::room::options::Options;
use slapdown::room::remembered::Asked;
use slapdown::room::request::{As, Request, Visibility};
use slapdown::room::state::RoomState;
use slapdown::room::view::RoomPhase;
use slapdown::room::{perform, record};
use slapdown::store::sqlite::{SqliteStore, Sync};
use slapdown::store::{Append, LogRow, NewRoom, Store};
use tokio::runtime::Runtime;

const ACTIONS: usize = 20_000;

/// A room that is played in and kept, one row an action.
struct Played {
    state: RoomState<WackeeSix>,
    store: SqliteStore,
    chance: SeededChance,
    snapshot_seq: u64,
    at: RoomTime,
    id: u64,
}

impl Played {
    async fn new(directory: &Path) -> Self {
        let mut chance = SeededChance::new([3; 32]);
        let store = SqliteStore::open(directory, Sync::Normal).await.expect("the store opens");
        let (id, code) = (RoomId::new(1, &mut chance), RoomCode::new(&mut chance));
        let options = Options::<WackeeSix>::default();
        let input = Input::Create { id, code, visibility: Visibility::Private, options };
        let (state, entry) = perform::create(input, &mut chance).expect("a room");
        let body = record::write_body(1, &[entry]).expect("a body");
        let row = LogRow { first_seq: 1, last_seq: state.seq, rules: WackeeSix::RULES, body };
        let new_room = Some(NewRoom { code, game: GameKind::WackeeSix, made_unix_ms: 1 });
        let played = Self { state, store, chance, snapshot_seq: 1, at: RoomTime(0), id: 0 };
        played.keep(row, new_room, None).await;
        played
    }

    async fn keep(&self, row: LogRow, new_room: Option<NewRoom>, snapshot: Option<bytes::Bytes>) {
        let append = Append {
            room: self.state.id,
            epoch: 1,
            row,
            new_room,
            snapshot,
            sessions: Vec::new(),
            rounds: Vec::new(),
            matches: Vec::new(),
        };
        self.store.append(append).await.expect("kept");
    }

    async fn input(&mut self, player: PlayerId, input: Input<WackeeSix>) -> bool {
        self.id += 1;
        let session = SessionId(player.0);
        let asked = Some(Asked { player, session, id: self.id });
        let first_seq = self.state.seq + 1;
        let mut entries: Vec<_> =
            perform::catch_up(&mut self.state, self.at, &mut self.chance).into_iter().collect();
        entries.push(perform::perform(&mut self.state, asked, input, self.at, &mut self.chance));
        let happened = entries.last().is_some_and(|entry| !entry.events.is_empty());
        entries.retain(|entry| !entry.events.is_empty());
        if entries.is_empty() {
            return false;
        }
        let body = record::write_body(first_seq, &entries).expect("a body");
        let row = LogRow { first_seq, last_seq: self.state.seq, rules: WackeeSix::RULES, body };
        let due = self.state.seq - self.snapshot_seq >= SNAPSHOT_EVERY_EVENTS;
        let snapshot = due.then(|| record::write_snapshot(&self.state).expect("a snapshot"));
        if due {
            self.snapshot_seq = self.state.seq;
        }
        self.keep(row, None, snapshot).await;
        happened
    }

    async fn asks(&mut self, player: PlayerId, request: Request<Action>) -> bool {
        self.input(player, Input::Ask { player, request }).await
    }
}

/// Plays until so many actions are kept and the next snapshot is about to be due.
async fn play(directory: &Path) -> RoomCode {
    let mut played = Played::new(directory).await;
    let people: Vec<PlayerId> = (0..4).map(|_| PlayerId::from_chance(&mut played.chance)).collect();
    for (player, side) in people.iter().copied().zip(1..) {
        let (name, role_in_room) = (format!("Player {side}"), As::Player);
        played.input(player, Input::Join { player, name, role_in_room, to_play: false }).await;
        played.asks(player, Request::Sit { side: Side(side), role: None }).await;
    }
    let mut draw = Seed([5; 32]).draw();
    let mut actions = 0;
    while actions < ACTIONS || played.state.seq - played.snapshot_seq < SNAPSHOT_EVERY_EVENTS - 64 {
        played.at = played.at.plus(60);
        if played.state.phase != RoomPhase::Playing {
            for player in &people {
                played.asks(*player, Request::Ready { ready: true, entropy: None }).await;
            }
            played.asks(people[0], Request::Start).await;
            played.asks(people[0], Request::Act { action: Action::Start {} }).await;
            played.at = played.at.plus(3_000);
        }
        for (player, number) in people.iter().zip(1..) {
            let seat = Seat(2 * number - 1);
            let Some(game) = &played.state.game else { continue };
            let view = WackeeSix::view(game, Viewer::Seat(seat), played.at);
            let options = played.state.options.game;
            let sight = Sight { view: &view, options: &options, seat };
            let action = WackeeSix::think(&sight, BotLevel::Easy, &mut draw).unwrap_or(Action::Turn {});
            actions += usize::from(played.asks(*player, Request::Act { action }).await);
        }
    }
    println!(
        "revive: {actions} actions, {} events, snapshot {} events before the end",
        played.state.seq,
        played.state.seq - played.snapshot_seq
    );
    let code = played.state.code;
    played.store.close().await;
    code
}

/// A room that was woken; it is put away when nobody measures any more.
struct Awake<'a> {
    runtime: &'a Runtime,
    lobby: Arc<Lobby>,
    store: Arc<SqliteStore>,
    directory: tempfile::TempDir,
}

impl Drop for Awake<'_> {
    fn drop(&mut self) {
        self.runtime.block_on(async {
            self.lobby.stop().await;
            self.store.close().await;
        });
    }
}

/// A server on a copy of the data.
fn started<'a>(runtime: &'a Runtime, data: &Path) -> Awake<'a> {
    let directory = tempfile::tempdir().expect("a directory");
    for file in std::fs::read_dir(data).expect("the data") {
        let file = file.expect("a file");
        std::fs::copy(file.path(), directory.path().join(file.file_name())).expect("copied");
    }
    let opened = runtime.block_on(SqliteStore::open(directory.path(), Sync::Normal));
    let store = Arc::new(opened.expect("the store opens"));
    let lobby = Lobby::new(Grounds {
        store: Arc::<SqliteStore>::clone(&store),
        clock: Arc::new(SystemClock::new()),
        chance: Arc::new(|| Box::new(SeededChance::new([9; 32]))),
    });
    Awake { runtime, lobby, store, directory }
}

fn wake(awake: Awake<'_>, code: RoomCode) -> Awake<'_> {
    awake.runtime.block_on(awake.lobby.find(code)).expect("the room");
    awake
}

fn revive(criterion: &mut Criterion) {
    let runtime = Runtime::new().expect("a runtime");
    let data = tempfile::tempdir().expect("a directory");
    let code = runtime.block_on(play(data.path()));
    let mut group = criterion.benchmark_group("revive");
    group.bench_function("after a crash", |bencher| {
        bencher.iter_batched(
            || started(&runtime, data.path()),
            |awake| wake(awake, code),
            BatchSize::PerIteration,
        );
    });
    // Falling asleep writes a snapshot of its own.
    let asleep = tempfile::tempdir().expect("a directory");
    let awake = wake(started(&runtime, data.path()), code);
    runtime.block_on(async {
        awake.lobby.stop().await;
        awake.store.close().await;
    });
    for file in std::fs::read_dir(awake.directory.path()).expect("the data") {
        let file = file.expect("a file");
        std::fs::copy(file.path(), asleep.path().join(file.file_name())).expect("copied");
    }
    group.bench_function("from sleep", |bencher| {
        bencher.iter_batched(
            || started(&runtime, asleep.path()),
            |awake| wake(awake, code),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = revive
}
criterion_main!(benches);
