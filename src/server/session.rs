//! A conversation: who stands behind a connection, which room they are in, and what each frame asks of
//! whom. The seat comes from here, never from a frame.
//!
//! One answer goes to each request. What a room decides is answered by the room; the rest, here. Next:
//! `greeting` (who it is), `attaching` and `entering` (which room), `meeting` (whose company), `replies`
//! (what no room answers).

use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;

use super::desk::Desk;
use super::ws::{Conversation, Greeter, Next};
use crate::code;
use crate::ids::{ConnId, PlayerId, SessionId};
use crate::lobby::board::Watch;
use crate::lobby::people::{FramePace, Person, Toll};
use crate::protocol::client::{Ask, Frame, decode};
use crate::protocol::close;
use crate::protocol::encode::{as_close, error, refusal};
use crate::protocol::server::{Accepted, Pong, ServerFrame as _};
use crate::room::RoomHandle;
use crate::room::answer::Refused;
use crate::room::mail::Line;
use crate::room::outbox::Outbox;
use crate::room::remembered::Asked;
use crate::room::request::Request;
use crate::store::Entry;
use replies::seemly;

mod attaching;
mod entering;
mod greeting;
mod meeting;
mod replies;

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
            watch: None,
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
    /// The public list, where this socket watches it.
    watch: Option<Watch>,
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
        let room = self.me.as_ref().and_then(|me| me.room.clone());
        let room_gone = async {
            match &room {
                Some(room) => room.gone().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = room_gone => self.find_room_again().await,
            () = watching(&mut self.watch, &self.desk, &self.outbox) => {}
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
            Ask::QuickMatch(wish) => self.quick_match(id, wish).await,
            Ask::ListRooms(list) => self.list_rooms(id, &list),
            Ask::WatchRooms(wish) => self.watch_rooms(id, wish),
            Ask::InRoom(request) => {
                let request = match seemly(&self.desk, request) {
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
}

/// Tells what is new in the public list, where it is watched. Cancel-safe: what was not told is told by
/// the next call.
async fn watching(watch: &mut Option<Watch>, desk: &Desk, outbox: &Outbox) {
    let Some(watch) = watch else { return std::future::pending().await };
    let lobby = &desk.lobby;
    tokio::select! {
        frame = watch.next(lobby.board(), &*lobby.grounds().clock) => {
            // One that does not fit any more is asked for again once the client has caught up.
            let _ = outbox.push_rooms(frame);
        }
        () = outbox.list_lost() => watch.lost(),
    }
}
