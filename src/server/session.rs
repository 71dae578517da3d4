//! A conversation: who stands behind a connection, which room they are in, and what each frame asks of
//! whom. The seat comes from here, never from a frame.
//!
//! One answer goes to each request. What a room decides is answered by the room; the rest, here.

use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use serde_json::json;

use super::desk::{Desk, Guesser, Wait};
use super::ws::{Conversation, Greeter, Next};
use crate::code::{self, Code};
use crate::games::AnyAction;
use crate::ids::{ConnId, PlayerId, RoomCode, SessionId};
use crate::limits::{BAD_FRAMES_MAX, SESSION_MS};
use crate::lobby::people::{FramePace, Person, Toll};
use crate::protocol;
use crate::protocol::client::{Ask, BadFrame, CreateRoom, Frame, Hello, JoinRoom, Updates, decode};
use crate::protocol::close;
use crate::protocol::encode::{as_close, bye, error, refusal};
use crate::protocol::server::{
    Accepted, Limits, Me, Pong, Refused as RefusedFrame, ServerFrame as _, Welcome,
};
use crate::room::RoomHandle;
use crate::room::answer::Refused;
use crate::room::mail::{Entrance, Join, Line, Ticket};
use crate::room::outbox::{Class, Outbox};
use crate::room::remembered::Asked;
use crate::room::request::{As, Request};
use crate::store::{Entry, SessionRecord};
use crate::text;

/// Begins a conversation for each connection.
#[derive(Debug, Clone)]
pub struct Sessions(pub Arc<Desk>);

impl Greeter for Sessions {
    fn begin(&self, outbox: Arc<Outbox>, address: IpAddr) -> Box<dyn Conversation> {
        Box::new(Session {
            pace: FramePace::new(self.0.now_ms()),
            desk: Arc::clone(&self.0),
            outbox,
            address,
            me: None,
            holding: None,
            bad_frames: 0,
        })
    }
}

/// One connection's conversation.
struct Session {
    desk: Arc<Desk>,
    outbox: Arc<Outbox>,
    address: IpAddr,
    /// Before `hello`; a player has one for all connections.
    pace: FramePace,
    me: Option<Greeted>,
    /// What has to be let go of when the connection ends, also in the middle of a greeting or of an
    /// entrance that nobody waits for any more.
    holding: Option<Holding>,
    bad_frames: u32,
}

/// What a connection holds on to.
struct Holding {
    player: PlayerId,
    conn: ConnId,
    /// The room that may know of the connection.
    room: Option<RoomHandle>,
}

/// Who stands behind a greeted connection.
struct Greeted {
    player: PlayerId,
    name: String,
    person: Arc<Person>,
    conn: ConnId,
    session: SessionId,
    full: bool,
    room: Option<RoomHandle>,
    /// The highest id used before the present room.
    mark: u64,
    /// The last request that entered or left a room.
    entry: Option<Entry>,
}

/// Why a greeting came to nothing.
enum NoGreeting {
    /// The client may try again.
    Refused(Refused),
    /// The connection ends.
    Close(Refused, &'static close::Close),
}

#[async_trait]
impl Conversation for Session {
    async fn frame(&mut self, text: &str) -> Next {
        let now_ms = self.desk.now_ms();
        let toll = match &self.me {
            Some(me) => me.person.toll(now_ms),
            None => self.pace.take(now_ms),
        };
        let game = self.me.as_ref().and_then(|me| me.room.as_ref()).map(RoomHandle::game);
        match toll {
            Toll::Pass => {}
            Toll::Refuse(retry_after_ms) => {
                let id = decode(text, game).map_or_else(|bad| bad.id, |frame| frame.id);
                let refused = Refused::plain(&code::TOO_MANY_FRAMES).after(retry_after_ms);
                self.say(refusal(id, &refused));
                return Next::Go;
            }
            Toll::Drop => return Next::Go,
            Toll::Close => return Next::Close(as_close(&close::TOO_MANY_FRAMES)),
        }
        match decode(text, game) {
            Ok(frame) => {
                self.bad_frames = 0;
                self.handle(frame).await
            }
            Err(bad) => self.complain(bad),
        }
    }

    fn greeted(&self) -> bool {
        self.me.is_some()
    }

    async fn wake(&mut self) {
        match self.me.as_ref().and_then(|me| me.room.clone()) {
            Some(room) => {
                room.gone().await;
                self.find_room_again().await;
            }
            None => std::future::pending().await,
        }
    }

    async fn end(&mut self) {
        let me = self.me.take();
        let Some(Holding { player, conn, room }) = self.holding.take() else { return };
        if let Some(room) = room {
            room.detach(player, conn).await;
        }
        if let Some(me) = me {
            let grounds = self.desk.lobby.grounds();
            let touched = grounds.store.touch_session(player, me.session, grounds.clock.unix_ms()).await;
            // A session that cannot be touched ends a little earlier: nothing else comes of it.
            if let Err(why) = touched {
                tracing::debug!(%why, "a session could not be touched");
            }
        }
        self.desk.people.forget(player, conn);
    }
}

impl Session {
    fn say(&self, frame: Bytes) {
        // A connection that is closing wants no answer.
        let _ = self.outbox.push(Class::Answer, frame);
    }

    fn complain(&mut self, bad: BadFrame) -> Next {
        self.bad_frames += 1;
        self.say(RefusedFrame::from(bad).encode());
        if self.bad_frames >= BAD_FRAMES_MAX {
            return Next::Close(as_close(&close::BAD_FRAMES));
        }
        Next::Go
    }

    async fn handle(&mut self, frame: Frame) -> Next {
        match frame.ask {
            Ask::Hello(hello) => return self.hello(hello).await,
            Ask::Ping(ping) => {
                let now = self.desk.lobby.grounds().clock.unix_ms();
                self.say(Pong { t: ping.t, now }.encode());
                return Next::Go;
            }
            _ => {}
        }
        let Some(me) = &self.me else {
            self.say(error(frame.id, &code::HELLO_FIRST));
            return Next::Go;
        };
        if me.room.as_ref().is_some_and(RoomHandle::is_gone) {
            self.find_room_again().await;
        }
        let Some(id) = frame.id else {
            self.sync();
            return Next::Go;
        };
        if let Some(answer) = self.repeated(id) {
            self.say(answer);
            return Next::Go;
        }
        match frame.ask {
            Ask::CreateRoom(create) => self.create_room(id, create).await,
            Ask::JoinRoom(join) => self.join_room(id, join).await,
            Ask::LeaveRoom => self.leave_room(id).await,
            Ask::InRoom(request) => {
                let request = match seemly(request) {
                    Ok(request) => request,
                    Err(refused) => {
                        self.say(refusal(Some(id), &refused));
                        return Next::Go;
                    }
                };
                if let Request::Rename { name } = &request
                    && self.me.as_ref().is_some_and(|me| me.room.is_none())
                {
                    self.rename(id, name).await;
                    return Next::Go;
                }
                let Some(me) = &self.me else { return Next::Go };
                match &me.room {
                    Some(room) => room.ask(me.conn, Self::asked(me, id), request, self.ticket(id)),
                    None => self.refuse(id, &Refused::plain(&code::NO_ROOM)),
                }
            }
            Ask::ActNowhere => self.refuse(id, &Refused::plain(&code::NO_ROOM)),
            Ask::Hello(_) | Ask::Ping(_) | Ask::Sync => {}
        }
        Next::Go
    }

    /// The answer to a request that no room is asked about: one that entered or left, one that was
    /// refused outside, or one whose id is too low.
    fn repeated(&self, id: u64) -> Option<Bytes> {
        let me = self.me.as_ref()?;
        if let Some(entry) = me.entry.as_ref().filter(|entry| entry.id == id) {
            return Some(Bytes::from(entry.answer.clone()));
        }
        if let Some(frame) = me.person.answer(me.session, id) {
            return Some(frame);
        }
        let outside = me.room.is_none() && me.person.highest_answered(me.session) >= Some(id);
        (id <= me.mark || outside).then(|| error(Some(id), &code::STALE_ID))
    }

    /// Refuses a request outside a room, and keeps the refusal for its repeats.
    fn refuse(&self, id: u64, refused: &Refused) {
        let frame = refusal(Some(id), refused);
        if let Some(me) = &self.me
            && is_verdict(refused)
        {
            me.person.keep_answer(me.session, id, frame.clone());
        }
        self.say(frame);
    }

    fn ticket(&self, id: u64) -> Ticket {
        Ticket::new(id, Arc::clone(&self.outbox), error)
    }

    fn asked(me: &Greeted, id: u64) -> Asked {
        Asked { player: me.player, session: me.session, id }
    }

    fn line(&self, me: &Greeted) -> Line {
        Line {
            conn: me.conn,
            player: me.player,
            session: me.session,
            full: me.full,
            outbox: Arc::clone(&self.outbox),
        }
    }

    fn sync(&self) {
        let Some(me) = &self.me else { return };
        let refused = match &me.room {
            Some(room) => room.sync(me.player, me.conn).err(),
            None => Some(&code::NO_ROOM),
        };
        if let Some(code) = refused {
            self.say(error(None, code));
        }
    }

    async fn hello(&mut self, hello: Hello) -> Next {
        if self.me.is_some() {
            self.say(error(None, &code::ALREADY_GREETED));
            return Next::Go;
        }
        match self.greet(hello).await {
            Ok(()) => Next::Go,
            Err(NoGreeting::Refused(refused)) => {
                self.say(refusal(None, &refused));
                Next::Go
            }
            Err(NoGreeting::Close(refused, close)) => {
                self.say(refusal(None, &refused));
                Next::Close(as_close(close))
            }
        }
    }

    async fn greet(&mut self, hello: Hello) -> Result<(), NoGreeting> {
        let refused = |code: &'static Code| NoGreeting::Refused(code.into());
        let name = hello
            .name
            .as_deref()
            .map(text::name)
            .transpose()
            .map_err(|code| NoGreeting::Refused(Refused::plain(code).with(json!({ "path": "name" }))))?;
        let lobby = Arc::clone(&self.desk.lobby);
        let (player, token) = if let Some(token) = &hello.token {
            let known = lobby.guest(token).await.map_err(|code| {
                if code == &code::BAD_TOKEN {
                    NoGreeting::Close(code.into(), &close::BAD_TOKEN)
                } else {
                    refused(code)
                }
            })?;
            (known, None)
        } else {
            self.desk.toll_guest(self.address).map_err(|wait| NoGreeting::Refused(wait.into()))?;
            let (player, token) = lobby.make_guest(name).await.map_err(refused)?;
            (player, Some(token.text()))
        };
        let person = self.desk.people.person(player.id, self.desk.now_ms());
        let at_door = Arc::clone(&person);
        let _one_at_a_time = at_door.door.lock().await;
        let conn = self.desk.people.next_conn();
        let (session, resumed) = self.session(player.id, &hello).await.map_err(refused)?;
        if let Some(former) = person.take_over(conn, Arc::clone(&self.outbox)) {
            former.close(as_close(&close::ELSEWHERE), Some(bye(&close::ELSEWHERE, None)));
        }
        self.holding = Some(Holding { player: player.id, conn, room: None });
        let mut me = Greeted {
            player: player.id,
            name: player.name,
            person,
            conn,
            session: session.id,
            full: session.full_updates,
            room: None,
            mark: session.mark,
            entry: session.entry,
        };
        let greeting = (token.as_deref(), resumed);
        let now = lobby.grounds().clock.unix_ms();
        if let Some(room_code) = session.room {
            let welcome = |room| welcome(&me, Some(room), greeting, now);
            let last_seq = hello.last_seq.filter(|_| resumed);
            let attachment = Attachment { line: self.line(&me), last_seq, greeting: Some(&welcome) };
            me.room = attach(&self.desk, &self.outbox, &mut self.holding, room_code, attachment).await;
        }
        if me.room.is_none() {
            let _ = self.outbox.push(Class::Other, welcome(&me, None, greeting, now));
        }
        self.me = Some(me);
        Ok(())
    }

    /// The session that goes on, if it is named and alive, or a new one.
    async fn session(&self, player: PlayerId, hello: &Hello) -> Result<(SessionRecord, bool), &'static Code> {
        let grounds = self.desk.lobby.grounds();
        let unavailable = |why: crate::store::Unavailable| {
            tracing::warn!(%why, "a session could not be read");
            &code::STORAGE_UNAVAILABLE
        };
        let unix_ms = grounds.clock.unix_ms();
        let wished = hello.updates.map(|updates| updates == Updates::Full);
        if let Some(named) = &hello.session
            && let Some(former) = grounds.store.session(player).await.map_err(unavailable)?
            && former.id.to_string() == *named
            && unix_ms.saturating_sub(former.seen_unix_ms) < SESSION_MS
        {
            // A session goes on at once, also while nothing can be written.
            let (store, id) = (Arc::clone(&grounds.store), former.id);
            tokio::spawn(async move {
                if let Err(why) = store.touch_session(player, id, unix_ms).await {
                    tracing::debug!(%why, "a session could not be touched");
                }
            });
            return Ok((self.updates(former, wished).await, true));
        }
        let id = SessionId::new(unix_ms, &mut *(grounds.chance)());
        let fresh = grounds.store.begin_session(player, id, unix_ms).await.map_err(unavailable)?;
        Ok((self.updates(fresh, wished).await, false))
    }

    /// The session with the updates that were wished for just now, if any were.
    async fn updates(&self, session: SessionRecord, wished: Option<bool>) -> SessionRecord {
        let full_updates = wished.unwrap_or(session.full_updates);
        if full_updates != session.full_updates {
            let store = &self.desk.lobby.grounds().store;
            // Not kept is not lost: the connection has what was wished for.
            if let Err(why) = store.set_full_updates(session.player, session.id, full_updates).await {
                tracing::debug!(%why, "the wish for updates could not be kept");
            }
        }
        SessionRecord { full_updates, ..session }
    }

    /// The room's task has ended under the connection: wakes the room and listens again. Cancel-safe: a
    /// second try does the same once more.
    async fn find_room_again(&mut self) {
        let Some(me) = &self.me else { return };
        let Some(former) = me.room.as_ref().filter(|room| room.is_gone()) else { return };
        if !me.person.is_present(me.conn) {
            return;
        }
        let attachment = Attachment { line: self.line(me), last_seq: None, greeting: None };
        let room_code = former.code();
        let room = attach(&self.desk, &self.outbox, &mut self.holding, room_code, attachment).await;
        if let Some(me) = &mut self.me {
            me.room = room;
        }
    }

    async fn create_room(&mut self, id: u64, create: CreateRoom) {
        let Some(person) = self.me.as_ref().map(|me| Arc::clone(&me.person)) else { return };
        let _one_at_a_time = person.door.lock().await;
        if self.is_elsewhere(id) {
            return;
        }
        let CreateRoom { game, options, visibility } = create;
        match self.desk.lobby.create(game, &options, visibility).await {
            Ok(room) => self.enter(id, room, As::Player).await,
            Err(refused) => self.refuse(id, &refused),
        }
    }

    async fn join_room(&mut self, id: u64, join: JoinRoom) {
        let Some(person) = self.me.as_ref().map(|me| Arc::clone(&me.person)) else { return };
        let _one_at_a_time = person.door.lock().await;
        if self.is_elsewhere(id) {
            return;
        }
        let player = self.me.as_ref().map(|me| me.player);
        match self.desk.find(&join.code, Guesser { player, address: self.address }).await {
            Ok(room) => self.enter(id, room, join.as_).await,
            Err(wait) => self.refuse(id, &wait.into()),
        }
    }

    /// Refuses a request to enter a room while in one, or on a connection that is no longer the
    /// player's; comes back whether it did.
    fn is_elsewhere(&self, id: u64) -> bool {
        let Some(me) = &self.me else { return true };
        if !me.person.is_present(me.conn) {
            self.say(error(Some(id), &code::ROOM_FAILED));
            return true;
        }
        if let Some(room) = &me.room {
            self.refuse(id, &Refused::plain(&code::ALREADY_IN_ROOM).with(json!({ "code": room.code() })));
            return true;
        }
        false
    }

    /// Changes the name outside a room. In one, the room does, so that everybody there hears of it.
    async fn rename(&mut self, id: u64, name: &str) {
        let Some(me) = &self.me else { return };
        if self.desk.lobby.grounds().store.rename_player(me.player, name).await.is_err() {
            self.refuse(id, &Refused::plain(&code::STORAGE_UNAVAILABLE));
            return;
        }
        let frame = Accepted::<Option<()>>::plain(id).encode();
        me.person.keep_answer(me.session, id, frame.clone());
        self.say(frame);
    }

    async fn enter(&mut self, id: u64, room: RoomHandle, role_in_room: As) {
        let Some(me) = &self.me else { return };
        // The name may have been changed in another room.
        let name = match self.desk.lobby.grounds().store.player(me.player).await {
            Ok(Some(player)) => player.name,
            Ok(None) => me.name.clone(),
            Err(why) => {
                tracing::warn!(%why, "a player could not be looked up");
                self.refuse(id, &Refused::plain(&code::STORAGE_UNAVAILABLE));
                return;
            }
        };
        let line = self.line(me);
        let (asked, ticket) = (Self::asked(me, id), self.ticket(id));
        let join = |done| Join { line, name, role_in_room, asked, ticket, done };
        if let Some(holding) = &mut self.holding {
            holding.room = Some(room.clone());
        }
        let outcome = room.join(join).await;
        self.note_entrance(id, outcome, Some(room));
    }

    async fn leave_room(&mut self, id: u64) {
        let Some(me) = &self.me else { return };
        let person = Arc::clone(&me.person);
        let _one_at_a_time = person.door.lock().await;
        let Some(room) = me.room.clone() else {
            self.refuse(id, &Refused::plain(&code::NO_ROOM));
            return;
        };
        let outcome = room.leave(Self::asked(me, id), self.ticket(id)).await;
        self.note_entrance(id, outcome, None);
    }

    /// The room has answered; what the session knows follows. A task that is gone has answered by its
    /// ticket, and whether it let the player in is told by the next look.
    fn note_entrance(
        &mut self,
        id: u64,
        outcome: Result<Entrance, crate::room::Gone>,
        room: Option<RoomHandle>,
    ) {
        let Some(me) = &mut self.me else { return };
        match outcome {
            Ok(Ok(frame)) => {
                me.room = room;
                me.mark = id;
                me.entry = Some(Entry { id, answer: String::from_utf8_lossy(&frame).into_owned() });
            }
            Ok(Err(turned)) if turned.judged => me.person.keep_answer(me.session, id, turned.frame),
            Ok(Err(_)) | Err(crate::room::Gone) => {}
        }
    }
}

/// The answer to `hello`. `now` is Unix time in milliseconds.
fn welcome(me: &Greeted, room: Option<RoomCode>, (token, resumed): (Option<&str>, bool), now: u64) -> Bytes {
    Welcome {
        protocol: protocol::VERSION,
        server: concat!("slapdown ", env!("CARGO_PKG_VERSION")).to_owned(),
        limits: Limits::default(),
        session: me.session,
        player: Me { id: me.player, name: me.name.clone() },
        token: token.map(str::to_owned),
        room,
        resumed,
        now,
    }
    .encode()
}

/// How a connection comes to a room that its player is in.
struct Attachment<'a> {
    line: Line,
    /// What the client knows of the room.
    last_seq: Option<u64>,
    /// Makes the frame that goes first, for a connection that is just being greeted.
    greeting: Option<&'a (dyn Fn(RoomCode) -> Bytes + Send + Sync)>,
}

/// Lets a connection listen to the room its player is in; comes back with the room. A room that is no
/// more, or that the player is no longer in, is forgotten.
async fn attach(
    desk: &Desk,
    outbox: &Outbox,
    holding: &mut Option<Holding>,
    room_code: RoomCode,
    Attachment { line, last_seq, greeting }: Attachment<'_>,
) -> Option<RoomHandle> {
    let store = &desk.lobby.grounds().store;
    loop {
        let is_member = match desk.lobby.find(room_code).await {
            Ok(room) => {
                if let Some(holding) = holding {
                    holding.room = Some(room.clone());
                }
                let greeting = greeting.map(|make| make(room_code));
                match room.attach(line.clone(), last_seq, greeting).await {
                    Ok(true) => return Some(room),
                    Ok(false) => false,
                    // It ended at this moment; the next look wakes it.
                    Err(crate::room::Gone) => continue,
                }
            }
            Err(code) => {
                let _ = outbox.push(Class::Answer, error(None, code));
                // Anything else may pass: the player is still in the room.
                code != &code::ROOM_NOT_FOUND && code != &code::ROOM_BROKEN
            }
        };
        if !is_member && let Err(why) = store.forget_room(line.player, room_code).await {
            tracing::debug!(%why, "a room could not be forgotten");
        }
        return None;
    }
}

/// The request with its text made seemly.
fn seemly(request: Request<AnyAction>) -> Result<Request<AnyAction>, Refused> {
    let at =
        |path: &'static str| move |code: &'static Code| Refused::plain(code).with(json!({ "path": path }));
    Ok(match request {
        Request::Chat { text } => Request::Chat { text: text::line(&text).map_err(at("text"))? },
        Request::Rename { name } => Request::Rename { name: text::name(&name).map_err(at("name"))? },
        other => other,
    })
}

/// Whether a refusal is an answer that repeats get again: not one that says "nothing was done".
fn is_verdict(refused: &Refused) -> bool {
    let none = [
        &code::TOO_MANY_FRAMES,
        &code::TOO_MANY_TRIES,
        &code::ROOM_BUSY,
        &code::ROOM_FAILED,
        &code::STORAGE_UNAVAILABLE,
        &code::OVERLOADED,
        &code::DRAINING,
    ];
    !none.iter().any(|code| refused.code == code.name)
}

impl From<Wait> for Refused {
    fn from((code, wait): Wait) -> Self {
        Self { retry_after_ms: wait, ..code.into() }
    }
}
