//! How a client finds company: the public list, watching it, and being matched.

use std::sync::Arc;

use super::Session;
use super::entering::Way;
use crate::code;
use crate::limits::MATCH_TRIES_MAX;
use crate::protocol::client::{ListRooms, QuickMatch, WatchRooms};
use crate::protocol::server::{Accepted, ServerFrame as _};
use crate::room::answer::Refused;

impl Session {
    /// A part of the public list. Reads only, and is answered afresh each time.
    pub(super) fn list_rooms(&self, id: u64, list: &ListRooms) {
        let now_ms = self.desk.now_ms();
        let page = self.desk.lobby.board().page(list.game, list.after.as_deref(), now_ms);
        let Some(page) = page else {
            let detail =
                serde_json::json!({ "path": "after", "takes": "what `next` of an earlier answer was" });
            self.refuse(id, &Refused::plain(&code::BAD_FIELD).with(detail));
            return;
        };
        let ok = Accepted::<Option<()>> { rooms: Some(page.rooms), next: page.next, ..Accepted::plain(id) };
        self.say(ok.encode());
    }

    /// Begins or ends watching the public list over this socket.
    pub(super) fn watch_rooms(&mut self, id: u64, wish: WatchRooms) {
        match (&self.watch, wish.on) {
            (None, true) => self.watch = Some(self.desk.lobby.board().watch()),
            (_, true) => {}
            (_, false) => self.watch = None,
        }
        self.say(Accepted::<Option<()>>::plain(id).encode());
    }

    /// Brings the player into a public room that waits for people, or opens one.
    pub(super) async fn quick_match(&mut self, id: u64, wish: QuickMatch) {
        let Some(me) = &self.me else { return };
        let (player, person) = (me.player, Arc::clone(&me.person));
        let _one_at_a_time = person.door.lock().await;
        if self.is_elsewhere(id) {
            return;
        }
        let mut passed = Vec::new();
        let mut ticket = self.ticket(id);
        for _ in 0..MATCH_TRIES_MAX {
            let meeting = match self.desk.lobby.meet(player, wish.game, &passed).await {
                Ok(meeting) => meeting,
                Err(refused) => {
                    let _ = ticket.redeem();
                    self.refuse(id, &refused);
                    return;
                }
            };
            match self.enter(id, meeting.room.clone(), Way::Match, ticket).await {
                None => return,
                Some(unused) => ticket = unused,
            }
            passed.push(meeting.code());
        }
        let _ = ticket.redeem();
        self.refuse(id, &Refused::plain(&code::OVERLOADED));
    }
}
