//! A room's task with a store in memory and a clock that is moved by hand.

use std::sync::Arc;

use serde_json::Value;
use slapdown::chance::SeededChance;
use slapdown::clock::{Clock as _, ManualClock};
use slapdown::games::wackee_six::WackeeSix;
use slapdown::games::{AnyAction, Game, GameKind};
use slapdown::ids::{ConnId, PlayerId, RoomCode, RoomId, SessionId};
use slapdown::limits::MAILBOX_MAX;
use slapdown::protocol::encode::{Json, error};
use slapdown::room::RoomHandle;
use slapdown::room::actor::{Actor, Bridge, Ended, Surroundings};
use slapdown::room::core::RoomCore;
use slapdown::room::listing::{Board, Listing};
use slapdown::room::mail::{Join, Line, Ticket};
use slapdown::room::options::Options;
use slapdown::room::outbox::Outbox;
use slapdown::room::record;
use slapdown::room::remembered::Asked;
use slapdown::room::request::{As, Request};
use slapdown::room::state::RoomState;
use slapdown::room::view::Stood;
use slapdown::store::memory::MemoryStore;
use slapdown::store::{Append, NewRoom, Store as _};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::table::{make, patch, read};

/// A request to a room of any game.
pub type Ask = Request<AnyAction>;

/// A store and a clock that several rooms share.
#[derive(Clone)]
pub struct House {
    pub store: Arc<MemoryStore>,
    pub clock: Arc<ManualClock>,
}

/// A room whose task runs.
pub struct Running {
    pub room: RoomHandle,
    pub id: RoomId,
    pub task: JoinHandle<Ended>,
}

/// Somebody with a connection to a task.
#[derive(Clone)]
pub struct Visitor {
    pub player: PlayerId,
    pub session: SessionId,
    pub conn: ConnId,
    pub outbox: Arc<Outbox>,
    pub id: u64,
    clock: Arc<ManualClock>,
}

pub fn wackee() -> Bridge<WackeeSix> {
    Bridge {
        take: |action| match action {
            AnyAction::WackeeSix(action) => Some(action),
            AnyAction::SuperRackO(_) => None,
        },
        wrap: AnyAction::WackeeSix,
    }
}

/// Lets every task go on until all of them wait.
pub async fn settle() {
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
}

/// Where nobody lists rooms.
struct Unlisted;

impl Board for Unlisted {
    fn show(&self, _: RoomCode, listing: Option<Listing>) {
        assert_eq!(listing, None, "the rooms here are private");
    }
}

impl House {
    pub fn new() -> Self {
        Self { store: Arc::new(MemoryStore::new()), clock: Arc::new(ManualClock::new()) }
    }

    /// Makes a room of Wackee Six and begins its task.
    pub async fn room(&self, number: u8, options: &[(&str, Value)]) -> Running {
        self.room_of(number, options, wackee()).await
    }

    /// The same for another game.
    pub async fn room_of<G: Game>(
        &self,
        number: u8,
        options: &[(&str, Value)],
        bridge: Bridge<G>,
    ) -> Running {
        let options = Options::<G>::default().patched(&patch(options)).expect("options");
        let mut chance = SeededChance::new([number; 32]);
        let (state, row) = make::<G>(&options, &mut chance);
        let append = Append {
            room: state.id,
            epoch: 1,
            row,
            new_room: Some(NewRoom { code: state.code, game: GameKind::WackeeSix, made_unix_ms: 0 }),
            snapshot: None,
            sessions: Vec::new(),
            rounds: Vec::new(),
            matches: Vec::new(),
        };
        self.store.append(append).await.expect("the room is made");
        self.begin(state, 1, None, bridge)
    }

    /// Begins the task of a room.
    pub fn begin<G: Game>(
        &self,
        state: RoomState<G>,
        epoch: u64,
        stood: Option<Stood>,
        bridge: Bridge<G>,
    ) -> Running {
        let (mailbox, letters) = mpsc::channel(MAILBOX_MAX);
        let ended = CancellationToken::new();
        let (id, code) = (state.id, state.code);
        let room = RoomHandle::new(
            code,
            GameKind::WackeeSix,
            mailbox.clone(),
            Arc::<ManualClock>::clone(&self.clock),
            ended.clone(),
        );
        let core = RoomCore::new(GameKind::WackeeSix, epoch, state, Arc::new(Json));
        let surroundings = Surroundings {
            store: Arc::<MemoryStore>::clone(&self.store),
            clock: Arc::<ManualClock>::clone(&self.clock),
            chance: Box::new(SeededChance::new([77; 32])),
            board: Arc::new(Unlisted),
        };
        let actor = Actor::<G>::new(core, (mailbox.downgrade(), letters), surroundings, bridge);
        let task = tokio::spawn(async move {
            let _over = ended.drop_guard();
            actor.run(stood).await
        });
        Running { room, id, task }
    }

    /// The room as its log makes it.
    pub async fn logged<G: Game>(&self, room: RoomId) -> RoomState<G> {
        let loaded = self.store.load(room).await.expect("the log");
        record::revive::<G>(&loaded).expect("the log is read")
    }

    /// Takes the room over and begins its task anew, as the lobby does.
    pub async fn revive(&self, room: RoomId) -> Running {
        let epoch = self.store.claim(room).await.expect("a claim").epoch;
        let state = self.logged::<WackeeSix>(room).await;
        let why = if state.asleep { Stood::Slept } else { Stood::Crashed };
        self.begin(state, epoch, Some(why), wackee())
    }

    /// Somebody new.
    pub fn visitor(&self, number: u8) -> Visitor {
        let mut own = SeededChance::new([number; 32]);
        Visitor {
            player: PlayerId::from_chance(&mut own),
            session: SessionId::from_chance(&mut own),
            conn: ConnId(u64::from(number) * 1_000),
            outbox: Arc::new(Outbox::new(Arc::<ManualClock>::clone(&self.clock))),
            id: 0,
            clock: Arc::clone(&self.clock),
        }
    }

    /// Somebody new, in the room as a player.
    pub async fn enter(&self, room: &RoomHandle, number: u8) -> Visitor {
        let mut visitor = self.visitor(number);
        visitor.join(room).await;
        visitor
    }

    /// Lets time pass in small steps, so that each deadline is met in its turn.
    pub async fn pass(&self, ms: u64) {
        let until = self.clock.now_ms() + ms;
        while self.clock.now_ms() < until {
            self.clock.advance((until - self.clock.now_ms()).min(50));
            settle().await;
        }
    }
}

impl Visitor {
    pub fn line(&self) -> Line {
        let Visitor { player, session, conn, .. } = *self;
        Line { conn, player, session, full: false, outbox: Arc::clone(&self.outbox) }
    }

    pub fn read(&self) -> Vec<Value> {
        read(&self.outbox)
    }

    pub fn ticket(&self) -> Ticket {
        Ticket::new(self.id, Arc::clone(&self.outbox), error)
    }

    pub fn asked(&self) -> Asked {
        Asked { player: self.player, session: self.session, id: self.id }
    }

    pub async fn join(&mut self, room: &RoomHandle) {
        self.id += 1;
        let (line, asked, ticket) = (self.line(), self.asked(), self.ticket());
        let name = "Somebody".to_owned();
        room.join(|done| Join { line, name, role_in_room: As::Player, asked, ticket, done })
            .await
            .expect("the task answers")
            .expect("may come in");
    }

    /// Sends a request under the next id.
    pub fn send(&mut self, room: &RoomHandle, request: Ask) -> u64 {
        self.id += 1;
        self.resend(room, request);
        self.id
    }

    /// Sends a request under the last id again.
    pub fn resend(&self, room: &RoomHandle, request: Ask) {
        room.ask(self.conn, self.asked(), request, self.ticket());
    }

    /// Asks and waits for the answer, without any time passing.
    pub async fn asks(&mut self, room: &RoomHandle, request: Ask) -> Value {
        self.read();
        let id = self.send(room, request);
        settle().await;
        let frames = self.read();
        frames
            .iter()
            .find(|frame| frame["id"] == id)
            .unwrap_or_else(|| panic!("no answer in {frames:?}"))
            .clone()
    }

    pub async fn does(&mut self, room: &RoomHandle, request: Ask) -> Value {
        let answer = self.asks(room, request).await;
        assert_eq!(answer["type"], "ok", "{answer}");
        answer
    }

    /// The same person over a new connection.
    pub fn again(&self) -> Self {
        let outbox = Arc::new(Outbox::new(Arc::<ManualClock>::clone(&self.clock)));
        Self { conn: ConnId(self.conn.0 + 1), outbox, ..self.clone() }
    }

    pub async fn attach(&self, room: &RoomHandle, last_seq: Option<u64>) -> bool {
        room.attach(self.line(), last_seq, None).await.expect("the task answers")
    }

    pub async fn detach(&self, room: &RoomHandle) {
        room.detach(self.player, self.conn).await;
        settle().await;
    }
}

/// The codes of the answers to `id` among `frames`; `ok` for those that are no error.
pub fn answers(frames: &[Value], id: u64) -> Vec<String> {
    frames
        .iter()
        .filter(|frame| frame["id"] == id)
        .map(|frame| frame["code"].as_str().unwrap_or("ok").to_owned())
        .collect()
}

/// The names of all events in frames.
pub fn named(frames: &[Value]) -> Vec<String> {
    crate::table::events(frames)
        .iter()
        .map(|(_, event)| event["e"].as_str().expect("a name").to_owned())
        .collect()
}
