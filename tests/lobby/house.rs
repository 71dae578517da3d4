//! A server without sockets: whoever says hello gets a conversation and an outbox.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use futures_util::FutureExt as _;
use serde_json::{Value, json};
use slapdown::app::App;
use slapdown::chance::SeededChance;
use slapdown::clock::{Clock as _, ManualClock};
use slapdown::ids::PlayerId;
use slapdown::lobby::Grounds;
use slapdown::lobby::names::NameFilter;
use slapdown::room::outbox::Outbox;
use slapdown::server::session::Sessions;
use slapdown::server::ws::{Conversation, Greeter as _, Next};
use slapdown::shutdown::Shutdown;
use slapdown::store::memory::MemoryStore;

/// A server without sockets.
pub struct House {
    pub app: App,
    pub store: Arc<MemoryStore>,
    pub clock: Arc<ManualClock>,
    sessions: Sessions,
    /// Connections so far: each comes from an address of its own.
    connections: AtomicU32,
}

/// Somebody who has said hello.
pub struct Person {
    conversation: Box<dyn Conversation>,
    pub outbox: Arc<Outbox>,
    pub welcome: Value,
    /// All frames that were read and not asked for.
    pub frames: Vec<Value>,
    id: u64,
}

/// Lets every task go on until all of them wait.
pub async fn settle() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

/// Grounds on which everything repeats itself.
pub fn grounds(store: &Arc<MemoryStore>, clock: &Arc<ManualClock>) -> Grounds {
    let number = AtomicU64::new(1);
    let chance = move || {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.fetch_add(1, Ordering::Relaxed).to_le_bytes());
        Box::new(SeededChance::new(seed)) as _
    };
    Grounds {
        store: Arc::<MemoryStore>::clone(store),
        clock: Arc::<ManualClock>::clone(clock),
        chance: Arc::new(chance),
    }
}

impl House {
    pub fn new() -> Self {
        Self::with_names(NameFilter::default())
    }

    /// One whose host does not want some names.
    pub fn with_names(names: NameFilter) -> Self {
        let (store, clock) = (Arc::new(MemoryStore::new()), Arc::new(ManualClock::new()));
        let app = App::with_names(grounds(&store, &clock), names, Shutdown::new());
        let sessions = Sessions(Arc::clone(&app.desk));
        Self { app, store, clock, sessions, connections: AtomicU32::new(0) }
    }

    /// Somebody new.
    pub async fn guest(&self) -> Person {
        self.hello(json!({})).await
    }

    /// Says that hello, which must be welcomed.
    pub async fn hello(&self, hello: Value) -> Person {
        let (person, answer) = self.try_hello(hello).await;
        assert_eq!(answer["type"], "welcome", "{answer}");
        person
    }

    /// Says that hello; comes back with the answer.
    pub async fn try_hello(&self, hello: Value) -> (Person, Value) {
        let outbox = Arc::new(Outbox::new(Arc::<ManualClock>::clone(&self.clock)));
        let number = self.connections.fetch_add(1, Ordering::Relaxed);
        let address = std::net::Ipv4Addr::from(0x7f00_0001_u32.wrapping_add(number));
        let conversation = self.sessions.begin(Arc::clone(&outbox), IpAddr::from(address));
        let mut person = Person { conversation, outbox, welcome: Value::Null, frames: Vec::new(), id: 0 };
        let answer = person.hello(hello).await;
        (person, answer)
    }

    /// Lets time pass in small steps, so that each deadline is met in its turn.
    pub async fn pass(&self, ms: u64) {
        let until = self.clock.now_ms() + ms;
        while self.clock.now_ms() < until {
            self.clock.advance((until - self.clock.now_ms()).min(250));
            settle().await;
        }
    }
}

impl Person {
    /// Says hello; comes back with the answer.
    pub async fn hello(&mut self, mut hello: Value) -> Value {
        hello["type"] = "hello".into();
        self.conversation.frame(&hello.to_string()).await;
        let mut frames = self.take();
        self.welcome = frames.remove(0);
        self.frames = frames;
        self.welcome.clone()
    }

    /// Who it is.
    pub fn player(&self) -> PlayerId {
        serde_json::from_value(self.welcome["player"]["id"].clone()).expect("a player")
    }

    /// Sends a frame under the next id; comes back with the answer, if there is one.
    pub async fn try_frame(&mut self, frame: Value) -> Option<Value> {
        let id = self.send(frame).await;
        settle().await;
        self.take().into_iter().find(|frame| frame["id"] == id)
    }

    /// Everything that waits in the outbox.
    pub fn take(&mut self) -> Vec<Value> {
        let Some(batch) = self.outbox.next().now_or_never() else { return Vec::new() };
        self.outbox.written();
        batch.frames.iter().map(|frame| serde_json::from_slice(frame).expect("a frame is JSON")).collect()
    }

    /// Sends a frame under the next id.
    pub async fn send(&mut self, mut frame: Value) -> u64 {
        self.id += 1;
        frame["id"] = self.id.into();
        assert_eq!(self.conversation.frame(&frame.to_string()).await, Next::Go);
        self.id
    }

    /// Asks, and waits for the answer.
    pub async fn ask(&mut self, frame: Value) -> Value {
        let id = self.send(frame.clone()).await;
        settle().await;
        let mut answer = None;
        for frame in self.take() {
            if frame["id"] == id { answer = Some(frame) } else { self.frames.push(frame) }
        }
        answer.unwrap_or_else(|| panic!("no answer to {frame}"))
    }

    /// Asks the same under the last id again.
    pub async fn repeat(&mut self, frame: Value) -> Value {
        self.id -= 1;
        self.ask(frame).await
    }

    /// The next request has the id after this one.
    pub fn count_from(&mut self, id: u64) {
        self.id = id;
    }

    /// Lets the conversation do what it does without a frame. Cancel-safe.
    pub async fn wake(&mut self) {
        self.conversation.wake().await;
    }

    /// Asks for what is done.
    pub async fn ok(&mut self, frame: Value) -> Value {
        let answer = self.ask(frame).await;
        assert_eq!(answer["type"], "ok", "{answer}");
        answer
    }

    /// Asks for what is refused; comes back with the code.
    pub async fn refused(&mut self, frame: Value) -> String {
        let answer = self.ask(frame).await;
        assert_eq!(answer["type"], "error", "{answer}");
        answer["code"].as_str().expect("a code").to_owned()
    }

    /// Lets the conversation do what it does without a frame, and takes what came.
    pub async fn listen(&mut self) -> Vec<Value> {
        for _ in 0..8 {
            settle().await;
            let _ = self.conversation.wake().now_or_never();
        }
        let mut frames = std::mem::take(&mut self.frames);
        frames.extend(self.take());
        frames
    }

    /// The last state that came.
    pub async fn state(&mut self) -> Value {
        self.conversation.frame(r#"{"type":"sync"}"#).await;
        let frames = self.listen().await;
        frames.into_iter().rfind(|frame| frame["type"] == "state").expect("a state")
    }

    /// The connection ends, and everybody hears of it.
    pub async fn drop(self) {
        self.end().await;
        settle().await;
    }

    /// The connection ends.
    pub async fn end(mut self) {
        self.conversation.end().await;
    }
}
