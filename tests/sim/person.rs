//! Somebody with a client: what was sent, what came back, and whether that is right.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::FutureExt as _;
use serde_json::Value;
use slapdown::chance::SeededChance;
use slapdown::ids::{ConnId, PlayerId, SessionId};
use slapdown::limits::ANSWERS_KEPT;
use slapdown::protocol::encode::error;
use slapdown::room::mail::{Line, Ticket};
use slapdown::room::outbox::Outbox;
use slapdown::room::remembered::Asked;
use slapdown::room::request::Request;

use crate::model::{Model, Told};
use crate::play::Play;

/// A request in a room of game `G`.
pub type Ask<G> = Request<<G as slapdown::games::Game>::Action>;

/// Somebody.
pub struct Person<G: Play> {
    pub player: PlayerId,
    pub session: SessionId,
    pub next_id: u64,
    pub conn: Option<Conn>,
    /// What the client knows, as long as it is in the room.
    pub model: Option<Model<G>>,
    /// Steps for which the client reads nothing.
    pub lags: u32,
    /// What the session asked of the room, by id.
    pub asked: BTreeMap<u64, Sent<G>>,
    /// How often the room has forgotten this player's answers (who left or was removed).
    pub forgotten: u64,
}

/// A connection.
pub struct Conn {
    pub id: ConnId,
    pub outbox: Arc<Outbox>,
    pub full: bool,
    /// Answers that are owed to this connection, by id.
    owed: BTreeMap<u64, i64>,
}

/// A request that was sent, perhaps more than once.
pub struct Sent<G: Play> {
    /// None for a request to come in or leave.
    pub request: Option<Ask<G>>,
    times: u64,
    answers: u64,
    /// The first verdict that the client got.
    first: Option<Value>,
    /// What the answer must be, where the log alone decides it.
    expected: Option<Value>,
    /// What `forgotten` and `revivals` were when the request was sent to which that was the answer.
    forgotten: u64,
    revivals: u64,
}

/// What all clients together have seen, and what the log says.
#[derive(Default)]
pub struct Shared {
    /// Each event as it was first told, without what remains of instants; in a game with secrets to
    /// each player.
    pub told: BTreeMap<(u64, Option<PlayerId>), Value>,
    /// The answer that the log has for a request.
    pub logged: BTreeMap<(SessionId, u64), Value>,
    /// How often the room was revived.
    pub revivals: u64,
    /// Answers that were read.
    pub answers: u64,
    /// Repeats that got their first answer again.
    pub repeats: u64,
    /// Answers that were what the log alone made them.
    pub foretold: u64,
    /// States that stood for a backlog or a gap.
    pub states: u64,
    /// Refusals that were read, by their code.
    pub codes: BTreeMap<String, u64>,
}

impl Conn {
    pub fn new(id: u64, outbox: Outbox, full: bool) -> Self {
        Self { id: ConnId(id), outbox: Arc::new(outbox), full, owed: BTreeMap::new() }
    }
}

impl<G: Play> Person<G> {
    /// Somebody new, who has no connection yet.
    pub fn of_chance(chance: &mut SeededChance) -> Self {
        Self {
            player: PlayerId::from_chance(chance),
            session: SessionId::from_chance(chance),
            next_id: 1,
            conn: None,
            model: None,
            lags: 0,
            asked: BTreeMap::new(),
            forgotten: 0,
        }
    }

    pub fn line(&self) -> Option<Line> {
        let conn = self.conn.as_ref()?;
        let outbox = Arc::clone(&conn.outbox);
        Some(Line { conn: conn.id, player: self.player, session: self.session, full: conn.full, outbox })
    }

    /// Notes that request `id` goes out over the present connection.
    pub fn send(&mut self, id: u64, request: Option<Ask<G>>, revivals: u64) -> Option<(Asked, Ticket)> {
        let conn = self.conn.as_mut()?;
        *conn.owed.entry(id).or_default() += 1;
        let forgotten = self.forgotten;
        let fresh = Sent { request, times: 0, answers: 0, first: None, expected: None, forgotten, revivals };
        let sent = self.asked.entry(id).or_insert(fresh);
        // What is not answered yet may be answered as of then.
        let answered = sent.times == sent.answers;
        sent.times += 1;
        if sent.first.is_none() && answered {
            (sent.forgotten, sent.revivals) = (forgotten, revivals);
        }
        self.next_id = self.next_id.max(id + 1);
        let asked = Asked { player: self.player, session: self.session, id };
        Some((asked, Ticket::new(id, Arc::clone(&conn.outbox), error)))
    }

    /// Whether the room cannot have judged request `id` yet: every time it was sent, the client was told
    /// that nothing was done.
    pub fn is_unjudged(&self, id: u64) -> bool {
        self.asked.get(&id).is_none_or(|sent| sent.first.is_none() && sent.times == sent.answers)
    }

    /// Says what the answer to the request that was just sent must be.
    pub fn expect(&mut self, id: u64, answer: Option<Value>) {
        if let Some(sent) = self.asked.get_mut(&id) {
            sent.expected = answer;
        }
    }

    /// A new session. Its ids begin where no answer to the old one can be taken for its own.
    pub fn begin_session(&mut self, session: SessionId) {
        self.session = session;
        self.next_id += 100;
        self.asked.clear();
    }

    /// Reads everything that waits.
    pub fn read(&mut self, shared: &mut Shared) {
        let Some(conn) = &self.conn else { return };
        let outbox = Arc::clone(&conn.outbox);
        let Some(batch) = outbox.next().now_or_never() else { return };
        outbox.written();
        for frame in batch.frames {
            let frame: Value = serde_json::from_slice(&frame).expect("a frame is JSON");
            match frame["type"].as_str().expect("a type") {
                "state" => self.state(frame, shared),
                "events" => self.events(&frame, shared),
                "ok" | "error" => self.answer(&frame, shared),
                "bye" => {}
                other => panic!("a frame of type {other}"),
            }
        }
        if batch.then.is_some() {
            self.conn = None;
            self.model = None;
        }
    }

    fn state(&mut self, frame: Value, shared: &mut Shared) {
        let model: Model<G> = serde_json::from_value(frame).expect("a state");
        assert_eq!(model.you.player, self.player, "a state of somebody else");
        if let Some(known) = &self.model {
            assert!(known.seq <= model.seq, "from {} back to {}", known.seq, model.seq);
            shared.states += 1;
        }
        self.model = Some(model);
    }

    fn events(&mut self, frame: &Value, shared: &mut Shared) {
        assert!(self.conn.as_ref().is_some_and(|conn| !conn.full), "events for somebody who wants states");
        let model = self.model.as_mut().expect("a state before the first event");
        let events = frame["events"].as_array().expect("events");
        let last = frame["seq"].as_u64().expect("a number");
        let first = last + 1 - events.len() as u64;
        assert_eq!(first, model.seq + 1, "a gap");
        for (number, event) in (first..).zip(events) {
            let plain = without_instants(event);
            let to = (!G::ONE_AUDIENCE).then_some(self.player);
            let told = shared.told.entry((number, to)).or_insert_with(|| plain.clone());
            assert_eq!(*told, plain, "event {number} is told in two ways");
            let told: Told<G> = serde_json::from_value(event.clone()).expect("an event");
            model.apply(told);
        }
        assert_eq!(model.seq, last);
    }

    fn answer(&mut self, frame: &Value, shared: &mut Shared) {
        shared.answers += 1;
        let id = frame["id"].as_u64().expect("an id");
        if let Some(conn) = &mut self.conn {
            *conn.owed.entry(id).or_default() -= 1;
        }
        // The answer of a session before this one.
        let Some(sent) = self.asked.get_mut(&id) else { return };
        sent.answers += 1;
        if let Some(code) = frame["code"].as_str().filter(|_| frame["type"] == "error") {
            *shared.codes.entry(code.to_owned()).or_default() += 1;
        }
        assert!(sent.answers <= sent.times, "request {id}: {} answers to {}", sent.answers, sent.times);
        let code = frame["code"].as_str();
        if matches!(code, Some("storage_unavailable" | "room_failed" | "room_busy" | "no_room")) {
            return;
        }
        if sent.request.is_none() {
            if frame["type"] == "ok" && frame["code"].is_null() {
                // Left.
                self.model = None;
            }
            return;
        }
        let logged = shared.logged.get(&(self.session, id));
        let remembered = sent.forgotten == self.forgotten
            && id + (ANSWERS_KEPT as u64) >= self.next_id
            && (logged.is_some() || sent.revivals == shared.revivals);
        if code == Some("stale_id") {
            assert!(!remembered || sent.first.is_none(), "request {id} is forgotten");
            return;
        }
        if let Some(expected) = sent.expected.take().filter(|_| sent.times == sent.answers) {
            assert_eq!(*frame, expected, "request {id} is judged by what is in the log");
            shared.foretold += 1;
        }
        match logged {
            // A plain refusal from before a revival may be read after the request was judged anew.
            Some(_) if frame["type"] == "error" && sent.times > 1 && sent.revivals < shared.revivals => {}
            Some(logged) => assert_eq!(frame, logged, "request {id} is answered as the log says"),
            None if frame["type"] == "ok" => assert!(
                sent.request.as_ref().is_some_and(may_be_idle::<G>),
                "request {id} was acknowledged and is not in the log: {:?}",
                sent.request
            ),
            None => {}
        }
        // After a revival what is not in the log may have been judged anew.
        match &sent.first {
            Some(first) if remembered && sent.revivals == shared.revivals => {
                assert_eq!(frame, first, "request {id} is answered in two ways");
                shared.repeats += 1;
            }
            _ => {
                sent.first = Some(frame.clone());
            }
        }
    }

    /// Whether every request over this connection got its answer. Asked when all frames have been read.
    pub fn owed(&self) -> Option<u64> {
        let conn = self.conn.as_ref()?;
        conn.owed.iter().find(|(_, owed)| **owed > 0).map(|(id, _)| *id)
    }
}

/// Whether a request can be accepted without anything happening.
fn may_be_idle<G: Play>(request: &Ask<G>) -> bool {
    if let Request::Act { action } = request {
        return G::may_be_idle(action);
    }
    matches!(
        request,
        Request::Rename { .. }
            | Request::Mute { .. }
            | Request::Ban { .. }
            | Request::Unban { .. }
            | Request::Sit { .. }
            | Request::Ready { .. }
            | Request::SetOptions { .. }
            | Request::MakeHost { .. }
    )
}

/// An event without what depends on the instant of the frame.
fn without_instants(event: &Value) -> Value {
    let mut event = event.clone();
    if event["e"] == "stand_in" {
        // Who sits there is told as it is when the frame is made.
        for field in ["player", "side", "role"] {
            event[field] = Value::Null;
        }
    }
    strip(&mut event);
    event
}

fn strip(value: &mut Value) {
    if let Value::Object(fields) = value {
        fields.retain(|name, _| !name.ends_with("_in") && name != "opened");
        fields.values_mut().for_each(strip);
    }
}
