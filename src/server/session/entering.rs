//! The ways into a room and out of it. What the room answers becomes what the session knows.

use std::sync::Arc;

use serde_json::json;

use super::Session;
use crate::code;
use crate::protocol::client::{CreateRoom, JoinRoom};
use crate::protocol::encode::error;
use crate::room::answer::Refused;
use crate::room::mail::{Entrance, Join, Ticket, Turned};
use crate::room::request::As;
use crate::room::{Gone, RoomHandle};
use crate::server::desk::Guesser;
use crate::store::Entry;

/// How somebody comes in.
pub(super) enum Way {
    /// Into just this room, as that.
    Join(As),
    /// To play, here or in another room.
    Match,
}

impl Session {
    pub(super) async fn create_room(&mut self, id: u64, create: CreateRoom) {
        let Some(person) = self.me.as_ref().map(|me| Arc::clone(&me.person)) else { return };
        let _one_at_a_time = person.door.lock().await;
        if self.is_elsewhere(id) {
            return;
        }
        let CreateRoom { game, options, visibility } = create;
        let Some(maker) = self.me.as_ref().map(|me| me.player) else { return };
        match self.desk.lobby.create(maker, game, &options, visibility).await {
            Ok(room) => {
                self.enter(id, room, Way::Join(As::Player), self.ticket(id)).await;
            }
            Err(refused) => self.refuse(id, &refused),
        }
    }

    pub(super) async fn join_room(&mut self, id: u64, join: JoinRoom) {
        let Some(person) = self.me.as_ref().map(|me| Arc::clone(&me.person)) else { return };
        let _one_at_a_time = person.door.lock().await;
        if self.is_elsewhere(id) {
            return;
        }
        let player = self.me.as_ref().map(|me| me.player);
        match self.desk.find(&join.code, Guesser { player, address: self.address }).await {
            Ok(room) => {
                self.enter(id, room, Way::Join(join.as_), self.ticket(id)).await;
            }
            Err(wait) => self.refuse(id, &wait.into()),
        }
    }

    /// Refuses a request to enter a room while in one, or on a connection that is no longer the
    /// player's; comes back whether it did.
    pub(super) fn is_elsewhere(&self, id: u64) -> bool {
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

    /// Asks the room to let the player in; the ticket comes back if another room may be tried.
    pub(super) async fn enter(
        &mut self,
        id: u64,
        room: RoomHandle,
        way: Way,
        ticket: Ticket,
    ) -> Option<Ticket> {
        let me = self.me.as_ref()?;
        // The name may have been changed in another room.
        let name = match self.desk.lobby.grounds().store.player(me.player).await {
            Ok(Some(player)) => player.name,
            Ok(None) => me.name.clone(),
            Err(why) => {
                tracing::warn!(%why, "a player could not be looked up");
                let _ = ticket.redeem();
                self.refuse(id, &Refused::plain(&code::STORAGE_UNAVAILABLE));
                return None;
            }
        };
        let (line, asked) = (self.line(me), Self::asked(me, id));
        let join = |role_in_room| move |done| Join { line, name, role_in_room, asked, ticket, done };
        if let Some(holding) = &mut self.holding {
            holding.room = Some(room.clone());
        }
        let outcome = match way {
            Way::Join(role) => room.join(join(role)).await,
            Way::Match => room.match_in(join(As::Player)).await,
        };
        self.note_entrance(id, outcome, Some(room))
    }

    pub(super) async fn leave_room(&mut self, id: u64) {
        let Some(me) = &self.me else { return };
        let person = Arc::clone(&me.person);
        let _one_at_a_time = person.door.lock().await;
        let Some(room) = me.room.clone() else {
            self.refuse(id, &Refused::plain(&code::NO_ROOM));
            return;
        };
        let outcome = room.leave(Self::asked(me, id), self.ticket(id)).await;
        let _ = self.note_entrance(id, outcome, None);
    }

    /// The room has answered; what the session knows follows. A task that is gone has answered by its
    /// ticket, and whether it let the player in is told by the next look. Comes back with a ticket that
    /// was not used.
    fn note_entrance(
        &mut self,
        id: u64,
        outcome: Result<Entrance, Gone>,
        room: Option<RoomHandle>,
    ) -> Option<Ticket> {
        let me = self.me.as_mut()?;
        match outcome {
            Ok(Ok(frame)) => {
                me.room = room;
                me.mark = id;
                me.entry = Some(Entry { id, answer: String::from_utf8_lossy(&frame).into_owned() });
            }
            Ok(Err(Turned { ticket: Some(ticket), .. })) => return Some(ticket),
            Ok(Err(turned)) if turned.judged => me.person.keep_answer(me.session, id, turned.frame),
            Ok(Err(_)) | Err(Gone) => {}
        }
        None
    }
}
