//! The greeting: who is behind a connection, and which session goes on or begins.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::json;

use super::attaching::{Attachment, attach};
use super::{Greeted, Holding, Session};
use crate::code::{self, Code};
use crate::ids::{PlayerId, RoomCode, SessionId};
use crate::limits::SESSION_MS;
use crate::protocol;
use crate::protocol::client::{Hello, Updates};
use crate::protocol::close;
use crate::protocol::encode::{as_close, bye, error, refusal};
use crate::protocol::server::{Limits, Me, ServerFrame as _, Welcome};
use crate::room::answer::Refused;
use crate::room::outbox::Class;
use crate::server::ws::Next;
use crate::store::SessionRecord;

/// Why a greeting came to nothing.
enum NoGreeting {
    /// The client may try again.
    Refused(Refused),
    /// The connection ends.
    Close(Refused, &'static close::Close),
}

impl Session {
    pub(super) async fn hello(&mut self, hello: Hello) -> Next {
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
            .map(|name| self.desk.name(name))
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
        // Who was deleted meanwhile comes to nothing; a store that does not answer has told of them before.
        if token.is_none() && lobby.grounds().store.player(player.id).await == Ok(None) {
            return Err(NoGreeting::Close((&code::BAD_TOKEN).into(), &close::BAD_TOKEN));
        }
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
