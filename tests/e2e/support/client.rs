//! A client that believes the contract alone: it holds every frame against it, checks the numbers, and
//! keeps its own picture of the table.

use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, SocketAddr};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::contract;
use super::model::{self, Model};
use super::time::{at_most, within};
use super::wire::{self, Socket};

/// What a person keeps between two connections.
#[derive(Debug, Clone, Default)]
pub struct Identity {
    /// The secret.
    pub token: String,
    /// The session.
    pub session: String,
    /// The public id.
    pub player: String,
}

/// A connected client.
pub struct Client {
    /// The socket.
    pub socket: Socket,
    /// Who.
    pub me: Identity,
    /// The last `welcome`.
    pub welcome: Value,
    /// The number of the last event it knows of.
    pub seq: u64,
    /// Its own picture of the room.
    pub model: Option<Model>,
    /// All numbered events it got, without what changes with the time of sending.
    pub log: BTreeMap<u64, Value>,
    /// The answers it got, by id.
    pub answers: BTreeMap<u64, Value>,
    /// What it asked and got no answer to, by id.
    pub unanswered: BTreeMap<u64, Value>,
    /// All that it ever asked, by id.
    pub asked: BTreeMap<u64, Value>,
    /// How often a `state` came.
    pub states: usize,
    /// The number of each frame of events: first and last.
    pub frames: Vec<(u64, u64)>,
    /// The `bye` before the close.
    pub bye: Option<Value>,
    /// How the connection was closed.
    pub closed: Option<(u16, String)>,
    /// Every text that came, where that is wanted.
    pub texts: Option<Vec<String>>,
    /// Frames without an id that wait to be looked at.
    pub loose: VecDeque<Value>,
    /// Whether it asked for states only.
    pub full: bool,
    /// The room that the log is of.
    log_of: Option<String>,
    next_id: u64,
}

impl Client {
    /// A new guest.
    pub async fn guest(at: SocketAddr) -> Self {
        Self::hello(at, json!({})).await
    }

    /// A new guest that keeps every text it gets.
    pub async fn listening_guest(at: SocketAddr) -> Self {
        let socket = wire::open(at).await;
        let mut client = Self::on(socket);
        client.texts = Some(Vec::new());
        client.greet(json!({})).await;
        client
    }

    /// A guest from one of this machine's addresses.
    pub async fn guest_from(at: SocketAddr, from: IpAddr) -> Self {
        let socket = wire::open_from(at, from).await.expect("a WebSocket");
        let mut client = Self::on(socket);
        client.greet(json!({})).await;
        client
    }

    /// Connects and says that hello.
    pub async fn hello(at: SocketAddr, fields: Value) -> Self {
        let mut client = Self::on(wire::open(at).await);
        client.greet(fields).await;
        client
    }

    /// A client on an open socket, not greeted.
    pub fn on(socket: Socket) -> Self {
        Self {
            socket,
            me: Identity::default(),
            welcome: Value::Null,
            seq: 0,
            model: None,
            log: BTreeMap::new(),
            answers: BTreeMap::new(),
            unanswered: BTreeMap::new(),
            asked: BTreeMap::new(),
            states: 0,
            frames: Vec::new(),
            bye: None,
            closed: None,
            texts: None,
            loose: VecDeque::new(),
            full: false,
            log_of: None,
            next_id: 1,
        }
    }

    /// Says hello and takes the welcome.
    pub async fn greet(&mut self, fields: Value) {
        let mut hello = fields;
        hello["type"] = json!("hello");
        self.full = hello.get("updates").map_or(self.full, |updates| updates == "full");
        self.text(&hello.to_string()).await;
        let welcome =
            self.read().await.unwrap_or_else(|| panic!("closed in place of a welcome: {:?}", self.closed));
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        if let Some(token) = welcome["token"].as_str() {
            token.clone_into(&mut self.me.token);
        } else if let Some(token) = hello["token"].as_str() {
            token.clone_into(&mut self.me.token);
        }
        welcome["session"].as_str().expect("a session").clone_into(&mut self.me.session);
        welcome["player"]["id"].as_str().expect("a player").clone_into(&mut self.me.player);
        self.welcome = welcome;
    }

    /// Connects anew as the same person in the same session, knowing what it knew.
    pub async fn resume(&mut self, at: SocketAddr) {
        self.socket = wire::open(at).await;
        self.closed = None;
        self.bye = None;
        self.frames.clear();
        let hello = json!({ "token": self.me.token, "session": self.me.session, "last_seq": self.seq });
        self.greet(hello).await;
    }

    /// Connects anew in the same session as somebody who knows nothing of the room, and is told.
    pub async fn return_blank(&mut self, at: SocketAddr) {
        self.seq = 0;
        self.model = None;
        self.log.clear();
        self.log_of = None;
        self.resume(at).await;
        self.wait_for("state").await;
    }

    /// Sends a text frame as it is.
    pub async fn text(&mut self, text: &str) {
        self.message(Message::text(text)).await;
    }

    /// Sends any message. A connection that has ended shows when it is read.
    pub async fn message(&mut self, message: Message) {
        let _ = within("to send", self.socket.send(message)).await;
    }

    /// Puts a frame with the next id into the buffer, without sending it yet.
    pub async fn feed(&mut self, frame: &Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        let mut frame = frame.clone();
        frame["id"] = json!(id);
        self.unanswered.insert(id, frame.clone());
        self.asked.insert(id, frame.clone());
        let _ = within("to write", self.socket.feed(Message::text(frame.to_string()))).await;
        id
    }

    /// Sends what was written.
    pub async fn flush(&mut self) {
        let _ = within("to send", self.socket.flush()).await;
    }

    /// Sends a frame with the next id.
    pub async fn send(&mut self, frame: &Value) -> u64 {
        let id = self.feed(frame).await;
        self.flush().await;
        id
    }

    /// Sends again, with the same ids, what had no answer.
    pub async fn send_again(&mut self) {
        for frame in self.unanswered.clone().into_values() {
            self.text(&frame.to_string()).await;
        }
    }

    /// Sends a frame and waits for its answer.
    pub async fn ask(&mut self, frame: Value) -> Value {
        let id = self.send(&frame).await;
        self.answer(id).await
    }

    /// Sends a frame that must be done.
    pub async fn ok(&mut self, frame: Value) -> Value {
        let answer = self.ask(frame.clone()).await;
        assert_eq!(answer["type"], "ok", "{frame} was answered {answer}");
        answer
    }

    /// Asks for an action.
    pub async fn act(&mut self, action: Value) -> Value {
        self.ask(act(action)).await
    }

    /// Waits for the answer to an id.
    pub async fn answer(&mut self, id: u64) -> Value {
        within("an answer", async {
            loop {
                if let Some(answer) = self.answers.get(&id) {
                    return answer.clone();
                }
                let open = self.read().await.is_some();
                assert!(open, "closed in place of an answer: {:?}", self.closed);
            }
        })
        .await
    }

    /// Waits until the event with that number is known.
    pub async fn until(&mut self, seq: u64) {
        within("the events of others", async {
            while self.seq < seq {
                assert!(self.read().await.is_some(), "closed before event {seq}: {:?}", self.closed);
            }
        })
        .await;
    }

    /// Waits for the next frame of that type.
    pub async fn wait_for(&mut self, word: &str) -> Value {
        within(word, async {
            loop {
                match self.read().await {
                    Some(frame) if frame["type"] == word => return frame,
                    Some(_) => {}
                    None => panic!("closed before {word}: {:?}", self.closed),
                }
            }
        })
        .await
    }

    /// Reads until the connection is closed; says how.
    pub async fn until_closed(&mut self) -> (u16, String) {
        within("the close", async { while self.read().await.is_some() {} }).await;
        self.closed.clone().unwrap_or((0, String::new()))
    }

    /// Reads what is there, and waits so long for more.
    pub async fn listen(&mut self, ms: u64) {
        at_most(ms, async { while self.read().await.is_some() {} }).await;
    }

    /// Asks for a state and holds the own picture against it.
    pub async fn compare_with_state(&mut self) {
        let before = self.model.clone().expect("a room");
        let seq = self.seq;
        self.text(r#"{"type":"sync"}"#).await;
        let state = within("a state", async {
            loop {
                let frame = self.read().await.expect("a frame");
                if frame["type"] == "state" {
                    return frame;
                }
                assert_ne!(frame["type"], "events", "nothing happens while this is compared: {frame}");
            }
        })
        .await;
        self.states -= 1;
        assert_eq!(state["seq"], seq);
        before.same_as(&state);
    }

    /// The next frame, held against the contract and applied; none when the connection has ended.
    pub async fn read(&mut self) -> Option<Value> {
        loop {
            let Some(Ok(message)) = self.socket.next().await else {
                self.closed.get_or_insert((1006, String::new()));
                return None;
            };
            match message {
                Message::Text(text) => {
                    let text = text.as_str();
                    let frame: Value = serde_json::from_str(text).expect("a frame is JSON");
                    contract::check(text, &frame);
                    if let Some(texts) = &mut self.texts {
                        texts.push(text.to_owned());
                    }
                    self.take(&frame);
                    return Some(frame);
                }
                Message::Close(close) => {
                    self.closed = Some(close.map_or((1005, String::new()), |close| {
                        (close.code.into(), close.reason.to_string())
                    }));
                    // The answer to the close leaves with the next look at the socket.
                }
                Message::Binary(_) => panic!("the server sends text frames only"),
                Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    fn take(&mut self, frame: &Value) {
        match frame["type"].as_str().unwrap_or_default() {
            "ok" | "error" => self.take_answer(frame),
            "state" => {
                let seq = frame["seq"].as_u64().expect("a number");
                let code = frame["room"]["code"].as_str();
                let same_room = self.model.as_ref().is_some_and(|model| model.room["code"].as_str() == code);
                assert!(!same_room || seq >= self.seq, "a state goes back from {} to {seq}", self.seq);
                self.states += 1;
                self.seq = seq;
                if self.log_of.as_deref() != code {
                    self.log.clear();
                    self.log_of = code.map(str::to_owned);
                }
                self.model = Some(Model::of(frame));
            }
            "events" => self.take_events(frame),
            "bye" => self.bye = Some(frame.clone()),
            _ => {}
        }
    }

    fn take_answer(&mut self, frame: &Value) {
        let Some(id) = frame["id"].as_u64() else {
            self.loose.push_back(frame.clone());
            return;
        };
        let asked = self.unanswered.remove(&id);
        if frame["type"] == "ok"
            && let Some(seq) = frame["seq"].as_u64()
        {
            assert!(self.full || self.seq >= seq, "the ok of {seq} came before its events (at {})", self.seq);
        }
        if frame["type"] == "ok" && asked.is_some_and(|asked| asked["type"] == "leave_room") {
            self.model = None;
            self.seq = 0;
        }
        self.answers.insert(id, frame.clone());
    }

    fn take_events(&mut self, frame: &Value) {
        assert!(!self.full, "events came to a client that wants states");
        let last = frame["seq"].as_u64().expect("a number");
        let events = frame["events"].as_array().expect("events");
        let first = last + 1 - u64::try_from(events.len()).expect("few");
        assert_eq!(first, self.seq + 1, "a gap or a repeat: {frame}");
        self.frames.push((first, last));
        let me = self.me.player.clone();
        for (seq, event) in (first..=last).zip(events) {
            if let Some(model) = &mut self.model {
                model.apply(seq, event, &me);
            }
            let kept = model::timeless(event);
            if let Some(before) = self.log.insert(seq, kept.clone()) {
                assert_eq!(before, kept, "event {seq} has changed");
            }
        }
        self.seq = last;
    }
}

/// The frame of an action.
#[expect(clippy::needless_pass_by_value, reason = "it is made for this")]
pub fn act(action: Value) -> Value {
    json!({ "type": "act", "action": action })
}
