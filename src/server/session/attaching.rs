//! How a connection comes to the room that its player is in already: after a greeting, and after the
//! room's task has ended under it.

use bytes::Bytes;

use super::{Holding, Session};
use crate::code;
use crate::ids::RoomCode;
use crate::protocol::encode::error;
use crate::room::mail::Line;
use crate::room::outbox::{Class, Outbox};
use crate::room::{Gone, RoomHandle};
use crate::server::desk::Desk;

impl Session {
    /// The room's task has ended under the connection: wakes the room and listens again. Cancel-safe: a
    /// second try does the same once more.
    pub(super) async fn find_room_again(&mut self) {
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
}

/// How a connection comes to a room that its player is in.
pub(super) struct Attachment<'a> {
    pub(super) line: Line,
    /// What the client knows of the room.
    pub(super) last_seq: Option<u64>,
    /// Makes the frame that goes first, for a connection that is just being greeted.
    pub(super) greeting: Option<&'a (dyn Fn(RoomCode) -> Bytes + Send + Sync)>,
}

/// Lets a connection listen to the room its player is in; comes back with the room. A room that is no
/// more, or that the player is no longer in, is forgotten.
pub(super) async fn attach(
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
                    Err(Gone) => continue,
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
