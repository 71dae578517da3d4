//! What a room makes of what its people ask for: its log on disk, frames made for twelve clients.
//!
//! In batches: a core, a store in one SQLite file, and twelve outboxes that are emptied after each batch;
//! beside it, in the same run, the same play with nothing kept, and its rules alone. A lone action: a
//! room's task, from its mailbox until the last of the twelve can send.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a benchmark that cannot go on says so by a panic; it reads the real clock"
)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use serde_json::{Value, json};
use slapdown::chance::{Chance, SeededChance};
use slapdown::clock::{ManualClock, SystemClock};
use slapdown::games::list::Listed as _;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::games::{BotLevel, Game as _, GameKind, Role, RoomTime, Side, Sight, Viewer};
use slapdown::ids::{ConnId, PlayerId, RoomCode, RoomId, SessionId};
use slapdown::limits::{BATCH_MAX, MAILBOX_MAX};
use slapdown::protocol::encode::{Json, error};
use slapdown::room::actor::{Actor, Bridge, Surroundings};
use slapdown::room::audience::Now;
use slapdown::room::core::RoomCore;
use slapdown::room::input::Input;
use slapdown::room::listing::{Board, Listing};
use slapdown::room::mail::{Join, Line, Ticket};
use slapdown::room::options::Options;
use slapdown::room::outbox::Outbox;
use slapdown::room::perform::{self, perform};
use slapdown::room::remembered::Asked;
use slapdown::room::request::{As, Request, Visibility};
use slapdown::room::state::RoomState;
use slapdown::room::view::RoomPhase;
use slapdown::room::{RoomHandle, record};
use slapdown::store::sqlite::{SqliteStore, Sync};
use slapdown::store::{Append, LogRow, NewRoom, Store};
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// Actions of one measured play.
const ACTIONS: usize = 20_000;
/// How often each is played.
const PLAYS: usize = 5;
/// Lone actions.
const LONE: usize = 400;
/// Time between two lone actions: a client gets no more than 60 frames of events a second.
const APART: Duration = Duration::from_millis(20);

struct Person {
    player: PlayerId,
    session: SessionId,
    conn: ConnId,
    outbox: Arc<Outbox>,
    id: u64,
}

/// What somebody asks for at an instant.
#[derive(Clone)]
struct Step {
    who: usize,
    request: Request<Action>,
    at: RoomTime,
}

/// Twelve people around a core.
struct Table {
    core: RoomCore<WackeeSix>,
    chance: SeededChance,
    people: Vec<Person>,
    at: RoomTime,
}

fn first_row(seed: u8) -> (RoomState<WackeeSix>, Append, SeededChance) {
    let options = json!({
        "starter": "automatic", "countdown_ms": 0, "min_turn_gap_ms": 0, "rounds": 100, "misplay_penalty": 1,
    });
    let Value::Object(options) = options else { unreachable!() };
    let options = Options::default().patched(&options).expect("options");
    let mut chance = SeededChance::new([seed; 32]);
    let (id, code) = (RoomId::new(u64::from(seed), &mut chance), RoomCode::new(&mut chance));
    let input = Input::Create { id, code, visibility: Visibility::Private, options };
    let (state, entry) = perform::create(input, &mut chance).expect("a room");
    let body = record::write_body(1, &[entry]).expect("a body");
    let append = Append {
        room: id,
        epoch: 1,
        row: LogRow { first_seq: 1, last_seq: state.seq, rules: WackeeSix::RULES, body },
        new_room: Some(NewRoom { code, game: GameKind::WackeeSix, made_unix_ms: 1 }),
        snapshot: None,
        sessions: Vec::new(),
        rounds: Vec::new(),
        matches: Vec::new(),
    };
    (state, append, chance)
}

fn people() -> Vec<Person> {
    let clock = Arc::new(ManualClock::new());
    (1..=12)
        .map(|number| {
            let mut own = SeededChance::new([number; 32]);
            let outbox = Arc::new(Outbox::new(Arc::<ManualClock>::clone(&clock)));
            let (player, session) = (PlayerId::from_chance(&mut own), SessionId::from_chance(&mut own));
            Person { player, session, conn: ConnId(u64::from(number)), outbox, id: 0 }
        })
        .collect()
}

/// Everybody takes a place: six sides, one for the row and one for the deck.
fn seats() -> impl Iterator<Item = Request<Action>> {
    (0..12_u8).map(|who| {
        let role = if who % 2 == 0 { Role::Row } else { Role::Deck };
        Request::Sit { side: Side(who / 2 + 1), role: Some(role) }
    })
}

/// Reads what waits in an outbox; comes back with its bytes.
fn read(outbox: &Outbox) -> usize {
    let Some(batch) = outbox.next().now_or_never() else { return 0 };
    outbox.written();
    batch.frames.iter().map(bytes::Bytes::len).sum()
}

impl Person {
    fn join(&mut self, done: oneshot::Sender<slapdown::room::mail::Entrance>) -> Join {
        self.id += 1;
        Join {
            line: self.line(),
            name: format!("Guest {}", self.conn.0),
            role_in_room: As::Player,
            asked: self.asked(),
            ticket: self.ticket(),
            done,
        }
    }

    fn line(&self) -> Line {
        let Self { conn, player, session, .. } = *self;
        Line { conn, player, session, full: false, outbox: Arc::clone(&self.outbox) }
    }

    fn asked(&self) -> Asked {
        Asked { player: self.player, session: self.session, id: self.id }
    }

    fn ticket(&self) -> Ticket {
        Ticket::new(self.id, Arc::clone(&self.outbox), error)
    }
}

impl Table {
    /// Twelve people on six sides, before the first deal. What has to be kept is kept by `store`.
    fn new(seed: u8, store: Option<(&Runtime, &SqliteStore)>) -> Self {
        let (state, append, chance) = first_row(seed);
        if let Some((runtime, store)) = store {
            runtime.block_on(store.append(append)).expect("the room is made");
        }
        let core = RoomCore::new(GameKind::WackeeSix, 1, state, Arc::new(Json));
        let mut table = Self { core, chance, people: people(), at: RoomTime(0) };
        for person in &mut table.people {
            let (done, _entrance) = oneshot::channel();
            table.core.join(person.join(done), table.at, &mut table.chance);
        }
        table.keep(store);
        for (who, request) in seats().enumerate() {
            table.ask(&Step { who, request, at: table.at });
        }
        table.keep(store);
        table
    }

    fn ask(&mut self, Step { who, request, at }: &Step) {
        self.at = *at;
        let person = &mut self.people[*who];
        person.id += 1;
        let ticket = person.ticket();
        self.core.ask(person.conn, person.asked(), request.clone(), ticket, (*at, &mut self.chance));
    }

    /// Has the batch kept, tells everyone, and empties the outboxes; comes back with the bytes sent.
    fn keep(&mut self, store: Option<(&Runtime, &SqliteStore)>) -> usize {
        self.core.note_presence(self.at, &mut self.chance);
        self.core.wake(self.at, &mut self.chance);
        let append = self.core.seal(1, false).expect("a row");
        let snapshot = append.as_ref().is_some_and(|append| append.snapshot.is_some());
        if let (Some((runtime, store)), Some(append)) = (store, append) {
            runtime.block_on(store.append(append)).expect("the batch is kept");
        }
        let now = Now { room: self.at, clock_ms: self.at.0 };
        self.core.kept(snapshot, now);
        self.core.tell(now);
        self.people.iter().map(|person| read(&person.outbox)).sum()
    }

    fn does(&mut self, who: usize, request: Request<Action>, steps: &mut Vec<Step>) {
        let step = Step { who, request, at: self.at.plus(1) };
        self.ask(&step);
        self.keep(None);
        steps.push(step);
    }
}

/// A match as bots in twelve seats play it, without a store.
fn recorded() -> Vec<Step> {
    let mut table = Table::new(1, None);
    let mut draw = slapdown::games::Seed([5; 32]).draw();
    let mut steps = Vec::new();
    while steps.len() < ACTIONS {
        if table.core.committed().phase != RoomPhase::Playing {
            for who in 0..12 {
                table.does(who, Request::Ready { ready: true, entropy: None }, &mut steps);
            }
            table.does(0, Request::Start, &mut steps);
            continue;
        }
        for who in 0..12 {
            let state = table.core.committed();
            let place = state.member(table.people[who].player).and_then(|member| member.place);
            let (Some(place), Some(game)) = (place, &state.game) else { continue };
            let seat = WackeeSix::seat(place);
            let view = WackeeSix::view(game, Viewer::Seat(seat), table.at);
            let sight = Sight { view: &view, options: &state.options.game, seat };
            if let Some(action) = WackeeSix::think(&sight, BotLevel::Easy, &mut draw) {
                table.does(who, Request::Act { action }, &mut steps);
            }
        }
        table.at = table.at.plus(1);
    }
    steps.truncate(ACTIONS);
    steps
}

/// The same play, decided and carried out and nothing more.
fn rules_alone(steps: &[Step]) -> Duration {
    let table = Table::new(1, None);
    let (mut state, mut chance) = (table.core.committed().clone(), table.chance);
    let players: Vec<PlayerId> = table.people.iter().map(|person| person.player).collect();
    let started = Instant::now();
    for Step { who, request, at } in steps {
        black_box(perform::catch_up(&mut state, *at, &mut chance));
        let input = Input::Ask { player: players[*who], request: request.clone() };
        black_box(perform(&mut state, None, input, *at, &mut chance));
    }
    started.elapsed()
}

fn in_batches(
    steps: &[Step],
    size: usize,
    table: &mut Table,
    store: Option<(&Runtime, &SqliteStore)>,
) -> Duration {
    let started = Instant::now();
    let mut bytes = 0;
    for batch in steps.chunks(size) {
        for step in batch {
            table.ask(step);
        }
        bytes += table.keep(store);
    }
    black_box(bytes);
    started.elapsed()
}

fn rate(count: usize, took: Duration) -> f64 {
    f64::from(u32::try_from(count).expect("few")) / took.as_secs_f64()
}

/// The median of `PLAYS` measurements.
fn median(mut measure: impl FnMut() -> Duration) -> Duration {
    let mut times: Vec<Duration> = (0..PLAYS).map(|_| measure()).collect();
    times.sort();
    times[PLAYS / 2]
}

fn batches(runtime: &Runtime, store: &SqliteStore) {
    let steps = recorded();
    let mut seed = 1;
    let rules = rate(ACTIONS, median(|| rules_alone(&steps)));
    println!("a room's rules alone                        {rules:>9.0} actions a second");
    for size in [BATCH_MAX, 64, 16] {
        let mut fresh = |store| {
            seed += 1;
            Table::new(seed, store)
        };
        let memory = rate(ACTIONS, median(|| in_batches(&steps, size, &mut fresh(None), None)));
        let on_disk = Some((runtime, store));
        let disk = rate(ACTIONS, median(|| in_batches(&steps, size, &mut fresh(on_disk), on_disk)));
        println!("batches of {size:>3}, frames for 12, not kept     {memory:>9.0} actions a second");
        println!(
            "batches of {size:>3}, frames for 12, kept on disk {disk:>9.0} actions a second ({:.2} of the former)",
            disk / memory
        );
    }
}

/// Rows as large as that of a lone action, without a room.
struct Raw {
    room: RoomId,
    next: u64,
}

impl Raw {
    async fn new(store: &dyn Store) -> Self {
        let (state, append, _) = first_row(254);
        store.append(append).await.expect("the room is made");
        Self { room: state.id, next: state.seq + 1 }
    }

    async fn append(&mut self, store: &dyn Store) -> Duration {
        let row =
            LogRow { first_seq: self.next, last_seq: self.next, rules: 1, body: vec![b'x'; 400].into() };
        self.next += 1;
        let (sessions, rounds) = (Vec::new(), Vec::new());
        let append = Append {
            room: self.room,
            epoch: 1,
            row,
            new_room: None,
            snapshot: None,
            sessions,
            rounds,
            matches: Vec::new(),
        };
        let started = Instant::now();
        store.append(append).await.expect("the row is kept");
        started.elapsed()
    }
}

/// From the mailbox of a room's task until the frames are in all twelve outboxes.
async fn lone(store: Arc<SqliteStore>) {
    let clock = Arc::new(SystemClock::new());
    let ticking = tokio::spawn({
        let clock = Arc::clone(&clock);
        async move { clock.tick().await }
    });
    let (state, append, chance) = first_row(255);
    store.append(append).await.expect("the room is made");
    let (mailbox, letters) = mpsc::channel(MAILBOX_MAX);
    let ended = CancellationToken::new();
    let handle =
        RoomHandle::new(state.code, GameKind::WackeeSix, mailbox.clone(), clock.clone(), ended.clone());
    let core = RoomCore::new(GameKind::WackeeSix, 1, state, Arc::new(Json));
    let chance: Box<dyn Chance> = Box::new(chance);
    let surroundings = Surroundings {
        store: Arc::<SqliteStore>::clone(&store),
        clock: clock.clone(),
        chance,
        board: Arc::new(Unlisted),
    };
    let bridge = Bridge { take: WackeeSix::take, wrap: WackeeSix::wrap };
    let actor = Actor::new(core, (mailbox.downgrade(), letters), surroundings, bridge);
    drop(mailbox);
    let task = tokio::spawn(async move {
        actor.run(None).await;
        ended.cancel();
    });

    let mut people = people();
    let ask = |person: &mut Person, request: Request<Action>| {
        person.id += 1;
        handle.ask(
            person.conn,
            person.asked(),
            request.map_action(|action| Some(WackeeSix::wrap(action))).expect("an action"),
            person.ticket(),
        );
    };
    for person in &mut people {
        handle.join(|done| person.join(done)).await.expect("a task").expect("in");
    }
    for (person, request) in people.iter_mut().zip(seats()) {
        ask(person, request);
    }
    for person in &mut people {
        ask(person, Request::Ready { ready: true, entropy: None });
    }
    ask(&mut people[0], Request::Start);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (mut whole, mut append) = (Vec::with_capacity(LONE), Vec::with_capacity(LONE));
    let mut raw = Raw::new(&*store).await;
    while whole.len() < LONE {
        for person in &people {
            read(&person.outbox);
        }
        tokio::time::sleep(APART).await;
        let who = whole.len() % 6 * 2 + 1;
        let started = Instant::now();
        ask(&mut people[who], Request::Act { action: Action::Turn {} });
        let answer = people[who].outbox.next().await.frames;
        people[who].outbox.written();
        if !answer.iter().any(|frame| frame.windows(11).any(|part| part == br#""type":"ok""#)) {
            // The machine stood for a second, and with it the room: there is a countdown again.
            continue;
        }
        for person in people.iter().filter(|person| person.conn != people[who].conn) {
            black_box(person.outbox.next().await);
            person.outbox.written();
        }
        whole.push(started.elapsed());
        tokio::time::sleep(APART).await;
        append.push(raw.append(&*store).await);
    }
    for (what, mut times) in
        [("the append of its row alone", append), ("a lone action, from mailbox to the frames of 12", whole)]
    {
        times.sort();
        let at = |part: usize| times[LONE * part / 100].as_micros();
        println!("{what}: {} us at the median, {} us at 90 %, {} us at 99 %", at(50), at(90), at(99));
    }
    handle.stop().await;
    task.await.expect("the room's task ends");
    ticking.abort();
}

fn main() {
    // Without `--bench` this is a test run: it shows that the benchmark still works.
    if !std::env::args().any(|argument| argument == "--bench") {
        assert!(!recorded().is_empty());
        return;
    }
    let runtime = Runtime::new().expect("a runtime");
    let directory = tempfile::tempdir().expect("a directory");
    let store = runtime.block_on(SqliteStore::open(directory.path(), Sync::Normal)).expect("the store opens");
    batches(&runtime, &store);
    let store = Arc::new(store);
    // On the runtime's own threads, where the tasks of connections run too.
    runtime.block_on(runtime.spawn(lone(Arc::clone(&store)))).expect("the task ends");
    runtime.block_on(store.close());
}

/// Where nobody lists rooms.
struct Unlisted;

impl Board for Unlisted {
    fn show(&self, _: RoomCode, _: Option<Listing>) {}
}
