//! Unused rooms go, a part at a time, and never one that somebody is coming to.

use std::sync::Arc;

use dashmap::mapref::entry::Entry;
use tokio::sync::watch;

use super::{Lobby, Slot};
use crate::code;
use crate::ids::{RoomCode, RoomId};
use crate::limits::DELETE_ROWS_MAX;
use crate::store::{Deletion, Unavailable};

impl Lobby {
    /// Deletes a room that was last visited before that time; comes back whether it is gone. One that
    /// is awake is in use, whatever the store says. Who comes meanwhile waits, and finds no room.
    ///
    /// # Errors
    /// When the store does not answer. What is begun is ended by the next try.
    pub async fn delete_unused(
        self: &Arc<Self>,
        (room, code): (RoomId, RoomCode),
        before_unix_ms: u64,
    ) -> Result<bool, Unavailable> {
        let store = &self.grounds.store;
        let (tell, woken) = watch::channel(None);
        let is_awake = match self.rooms.entry(code) {
            Entry::Occupied(_) => true,
            Entry::Vacant(slot) => {
                slot.insert(Slot::Waking(woken));
                false
            }
        };
        if is_awake {
            store.saw_room(room, self.grounds.clock.unix_ms()).await?;
            return Ok(false);
        }
        let deletion = loop {
            match store.delete_room(room, before_unix_ms, DELETE_ROWS_MAX).await {
                Ok(Deletion::Begun) => {}
                other => break other,
            }
        };
        if deletion == Ok(Deletion::Done) {
            self.panics.remove(&code);
        }
        self.rooms.remove(&code);
        let gone = deletion == Ok(Deletion::Done);
        tell.send_replace(Some(Err(if gone { &code::ROOM_NOT_FOUND } else { &code::ROOM_FAILED })));
        deletion.map(|_| gone)
    }
}
