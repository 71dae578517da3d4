//! A room's core on a table: people with outboxes, a clock and a log by hand.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::FutureExt as _;
use serde_json::{Map, Value};
use slapdown::chance::{Chance, SeededChance};
use slapdown::clock::{Clock as _, ManualClock};
use slapdown::games::wackee_six::{Action, Motion, WackeeSix};
use slapdown::games::{BotLevel, Game, GameKind, Role, RoomTime, Side};
use slapdown::ids::{ConnId, PlayerId, RoomCode, RoomId, SessionId};
use slapdown::protocol::encode::{Json, error};
use slapdown::room::audience::Now;
use slapdown::room::core::RoomCore;
use slapdown::room::input::Input;
use slapdown::room::mail::{Entrance, Join, Line, Ticket};
use slapdown::room::options::Options;
use slapdown::room::outbox::Outbox;
use slapdown::room::remembered::Asked;
use slapdown::room::request::{As, Request, Visibility};
use slapdown::room::state::RoomState;
use slapdown::room::view::Stood;
use slapdown::room::{perform, record};
use slapdown::store::{Append, Loaded, LogRow, MatchRecord};
use tokio::sync::oneshot;

/// What every side with somebody present may ask for at any time of a round: a vote to end the match.
pub const END: Action = Action::Vote { r#for: Motion::End, agree: true };

/// A request in a room of Wackee Six.
pub type Ask = Request<Action>;

/// A room's core, its log and its clock. Room time is the clock's time.
pub struct Table<G: Game = WackeeSix> {
    pub core: RoomCore<G>,
    pub clock: Arc<ManualClock>,
    pub chance: SeededChance,
    pub log: Vec<LogRow>,
    /// The matches that are over.
    pub over: Vec<MatchRecord>,
    conns: u64,
    people: u8,
}

/// Somebody with a connection.
#[derive(Clone)]
pub struct Guest {
    pub player: PlayerId,
    pub session: SessionId,
    pub conn: ConnId,
    pub outbox: Arc<Outbox>,
    pub id: u64,
}

/// A state and the row of a room that was just made.
pub fn make<G: Game>(options: &Options<G>, chance: &mut dyn Chance) -> (RoomState<G>, LogRow) {
    let input = Input::Create {
        id: RoomId::new(1, chance),
        code: RoomCode::new(chance),
        visibility: Visibility::Private,
        options: options.clone(),
    };
    let (state, entry) = perform::create(input, chance).expect("a room");
    let body = record::write_body(1, &[entry]).expect("a body");
    let row = LogRow { first_seq: 1, last_seq: state.seq, rules: G::RULES, body };
    (state, row)
}

/// Everything that waits in an outbox, read.
pub fn read(outbox: &Outbox) -> Vec<Value> {
    raw(outbox).iter().map(|frame| serde_json::from_slice(frame).expect("a frame is JSON")).collect()
}

/// Everything that waits in an outbox, as bytes.
pub fn raw(outbox: &Outbox) -> Vec<Bytes> {
    let Some(batch) = outbox.next().now_or_never() else { return Vec::new() };
    outbox.written();
    batch.frames
}

impl Guest {
    /// Everything that waits for this connection.
    pub fn read(&self) -> Vec<Value> {
        read(&self.outbox)
    }

    pub fn line(&self) -> Line {
        let Guest { player, session, conn, .. } = *self;
        Line { conn, player, session, full: false, outbox: Arc::clone(&self.outbox) }
    }

    pub fn ticket(&self, id: u64) -> Ticket {
        Ticket::new(id, Arc::clone(&self.outbox), error)
    }

    pub fn asked(&self, id: u64) -> Asked {
        Asked { player: self.player, session: self.session, id }
    }
}

impl Table {
    /// A room of Wackee Six with its usual options.
    pub fn new() -> Self {
        Self::with(&[])
    }

    /// The same with some options.
    pub fn with(options: &[(&str, Value)]) -> Self {
        let options = Options::default().patched(&patch(options)).expect("options");
        Self::of(&options)
    }

    /// A room in which the first of `count` people, the host, and the others sit one to a side.
    pub fn seated(count: u8, options: &[(&str, Value)]) -> (Self, Vec<Guest>) {
        let mut table = Self::with(options);
        let mut guests: Vec<Guest> = (0..count).map(|_| table.enter()).collect();
        for (guest, side) in guests.iter_mut().zip(1..) {
            table.does(guest, sit(side));
        }
        (table, guests)
    }

    /// The same, in a race that runs.
    pub fn racing(count: u8, options: &[(&str, Value)]) -> (Self, Vec<Guest>) {
        let (mut table, mut guests) = Self::seated(count, options);
        table.deal(&mut guests);
        table.does(&mut guests[0], act(Action::Start {}));
        table.pass(3_000);
        (table, guests)
    }

    /// Lets everybody be ready and the first of them deal.
    pub fn deal(&mut self, guests: &mut [Guest]) {
        for guest in guests.iter_mut() {
            self.does(guest, ready());
        }
        self.does(&mut guests[0], Request::Start);
    }
}

impl<G: Game> Table<G> {
    /// A room with those options.
    pub fn of(options: &Options<G>) -> Self {
        let mut chance = SeededChance::new([11; 32]);
        let (state, row) = make(options, &mut chance);
        let core = RoomCore::new(GameKind::WackeeSix, 1, state, Arc::new(Json));
        Self {
            core,
            clock: Arc::new(ManualClock::new()),
            chance,
            log: vec![row],
            over: Vec::new(),
            conns: 0,
            people: 0,
        }
    }

    pub fn at(&self) -> RoomTime {
        RoomTime(self.clock.now_ms())
    }

    pub fn now(&self) -> Now {
        Now { room: self.at(), clock_ms: self.clock.now_ms() }
    }

    /// The committed state.
    pub fn state(&self) -> &RoomState<G> {
        self.core.committed()
    }

    /// Somebody new with a connection, outside the room.
    pub fn guest(&mut self) -> Guest {
        self.people += 1;
        let mut own = SeededChance::new([self.people; 32]);
        let (player, session) = (PlayerId::from_chance(&mut own), SessionId::from_chance(&mut own));
        self.reconnected(&Guest {
            player,
            session,
            conn: ConnId(0),
            outbox: Arc::new(Outbox::new(Arc::<ManualClock>::clone(&self.clock))),
            id: 0,
        })
    }

    /// The same person and session with a new connection, which the room has not heard of.
    pub fn reconnected(&mut self, guest: &Guest) -> Guest {
        self.conns += 1;
        let outbox = Arc::new(Outbox::new(Arc::<ManualClock>::clone(&self.clock)));
        Guest { conn: ConnId(self.conns), outbox, ..guest.clone() }
    }

    /// A player who just came in.
    pub fn enter(&mut self) -> Guest {
        let mut guest = self.guest();
        let answer = self.joins(&mut guest, As::Player);
        assert_eq!(answer["type"], "ok", "{answer}");
        guest
    }

    /// Comes in and says what the answer was. Other frames stay unread only if there are none.
    pub fn joins(&mut self, guest: &mut Guest, role_in_room: As) -> Value {
        let _done = self.join_unkept(guest, role_in_room);
        self.keep();
        self.answer(guest)
    }

    /// Asks to come in, without keeping the batch.
    pub fn join_unkept(&mut self, guest: &mut Guest, role_in_room: As) -> oneshot::Receiver<Entrance> {
        guest.id += 1;
        let (done, entrance) = oneshot::channel();
        let join = Join {
            line: guest.line(),
            name: format!("Guest {}", guest.conn.0),
            role_in_room,
            asked: guest.asked(guest.id),
            ticket: guest.ticket(guest.id),
            done,
        };
        self.core.join(join, RoomTime(self.clock.now_ms()), &mut self.chance);
        entrance
    }

    /// Leaves and says what the answer was.
    pub fn leaves(&mut self, guest: &mut Guest) -> Value {
        guest.id += 1;
        let (done, _entrance) = oneshot::channel();
        let at = self.at();
        self.core.leave(guest.asked(guest.id), guest.ticket(guest.id), done, (at, &mut self.chance));
        self.keep();
        self.answer(guest)
    }

    /// Asks under an id, without keeping the batch.
    pub fn ask_unkept(&mut self, guest: &Guest, id: u64, request: Request<G::Action>) {
        let at = self.at();
        let ticket = guest.ticket(id);
        self.core.ask(guest.conn, guest.asked(id), request, ticket, (at, &mut self.chance));
    }

    /// Asks under an id and says what the answer was.
    pub fn asks_as(&mut self, guest: &Guest, id: u64, request: Request<G::Action>) -> Value {
        guest.read();
        self.ask_unkept(guest, id, request);
        self.keep();
        self.answer(guest)
    }

    /// Asks and says what the answer was.
    pub fn asks(&mut self, guest: &mut Guest, request: Request<G::Action>) -> Value {
        guest.id += 1;
        self.asks_as(guest, guest.id, request)
    }

    /// Asks for something that is done.
    pub fn does(&mut self, guest: &mut Guest, request: Request<G::Action>) -> Value {
        let answer = self.asks(guest, request);
        assert_eq!(answer["type"], "ok", "{answer}");
        answer
    }

    /// Asks for something that is refused; comes back with the code.
    pub fn refused(&mut self, guest: &mut Guest, request: Request<G::Action>) -> String {
        let answer = self.asks(guest, request);
        assert_eq!(answer["type"], "error", "{answer}");
        answer["code"].as_str().expect("a code").to_owned()
    }

    /// The only answer among what waits for a connection.
    #[expect(clippy::unused_self, reason = "reads as the others do")]
    pub fn answer(&self, guest: &Guest) -> Value {
        let frames = guest.read();
        let mut answers = frames.iter().filter(|frame| frame["type"] == "ok" || frame["type"] == "error");
        let answer = answers.next().unwrap_or_else(|| panic!("no answer in {frames:?}"));
        assert!(answers.next().is_none(), "more than one answer in {frames:?}");
        answer.clone()
    }

    /// Notes who is there, and makes a row of what has been decided.
    pub fn seal(&mut self) -> Option<Append> {
        let at = self.at();
        self.core.note_presence(at, &mut self.chance);
        self.core.wake(at, &mut self.chance);
        self.core.seal(1, false).expect("a row")
    }

    /// Keeps what has been decided and tells everybody.
    pub fn keep(&mut self) {
        if let Some(append) = self.seal() {
            self.log.push(append.row);
            self.over.extend(append.matches);
        }
        let now = self.now();
        self.core.kept(false, now);
        self.core.tell(now);
        if let Some(game) = &self.state().game {
            G::check(game).expect("the table holds");
        }
    }

    /// Lets time pass, waking the room whenever it wants to be woken.
    pub fn pass(&mut self, ms: u64) {
        let until = self.clock.now_ms() + ms;
        for _ in 0..10_000 {
            let now = self.clock.now_ms();
            let next = self.core.deadline().map_or(until, |at| at.0.clamp(now, until));
            self.clock.advance(next - now);
            self.keep();
            if next == until {
                return;
            }
            let due = self.core.deadline();
            assert!(due.is_none_or(|due| due.0 > next), "at {next} the room wants to be woken at {due:?}");
        }
        panic!("the room never rests");
    }

    /// A connection has ended.
    pub fn drops(&mut self, guest: &Guest) {
        self.core.detach(guest.player, guest.conn);
        self.keep();
    }

    /// Comes back over a new connection.
    pub fn returns(&mut self, guest: &Guest, last_seq: Option<u64>) -> Guest {
        let fresh = self.reconnected(guest);
        let now = self.now();
        assert!(self.core.attach(fresh.line(), last_seq, None, now), "is a member");
        self.keep();
        fresh
    }

    /// The room as its log makes it.
    pub fn revived(&self) -> RoomState<G> {
        let loaded = Loaded { snapshot: None, rows: self.log.clone() };
        record::revive(&loaded).expect("the log is read")
    }

    /// Throws the core away, and revives it from the log as after a crash.
    pub fn crash(&mut self) {
        let core = RoomCore::new(GameKind::WackeeSix, 2, self.revived(), Arc::new(Json));
        self.core = core;
        let at = self.at();
        self.core.clock_stood(Stood::Crashed, at, &mut self.chance);
        self.keep();
    }

    /// Whether that member is ready.
    pub fn is_ready(&self, guest: &Guest) -> bool {
        self.state().member(guest.player).expect("a member").ready
    }
}

/// Options as the wire has them.
pub fn patch(options: &[(&str, Value)]) -> Map<String, Value> {
    options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

pub fn sit<A>(side: u8) -> Request<A> {
    Request::Sit { side: Side(side), role: None }
}

pub fn sit_as<A>(side: u8, role: Role) -> Request<A> {
    Request::Sit { side: Side(side), role: Some(role) }
}

pub fn ready<A>() -> Request<A> {
    Request::Ready { ready: true, entropy: None }
}

pub fn add_bot<A>(side: u8) -> Request<A> {
    Request::AddBot { side: Side(side), role: None, level: BotLevel::Easy }
}

pub fn set<A>(options: &[(&str, Value)]) -> Request<A> {
    Request::SetOptions { options: patch(options) }
}

pub fn act<A>(action: A) -> Request<A> {
    Request::Act { action }
}

/// The events in frames, in order, with their numbers.
pub fn events(frames: &[Value]) -> Vec<(u64, Value)> {
    let mut all = Vec::new();
    for frame in frames.iter().filter(|frame| frame["type"] == "events") {
        let events = frame["events"].as_array().expect("events");
        let first = frame["seq"].as_u64().expect("a number") + 1 - events.len() as u64;
        all.extend((first..).zip(events.iter().cloned()));
    }
    all
}
