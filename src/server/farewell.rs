//! How a guest goes for good, on their own wish or because they have not been here for long.

use super::desk::Desk;
use crate::code::{self, Code};
use crate::ids::{ConnId, PlayerId};
use crate::protocol::close;
use crate::protocol::encode::{as_close, bye};
use crate::room::Gone;

impl Desk {
    /// Takes a guest away: out of the room, then out of the store with the session and the name, and ends
    /// the connection. What was played stays, without the name.
    ///
    /// # Errors
    /// `storage_unavailable`, `overloaded` or `room_failed`: nothing that a second try does not end.
    pub async fn forget_guest(&self, player: PlayerId) -> Result<(), &'static Code> {
        let person = self.people.person(player, self.now_ms());
        let done = {
            // Nobody enters or leaves meanwhile, and no greeting is half done.
            let _one_at_a_time = person.door.lock().await;
            let done = self.take_away(player).await;
            if done.is_ok()
                && let Some(outbox) = person.show_out()
            {
                outbox.close(as_close(&close::BAD_TOKEN), Some(bye(&close::BAD_TOKEN, None)));
            }
            done
        };
        drop(person);
        // Nobody has such a number: whoever has no connection is forgotten.
        self.people.forget(player, ConnId(0));
        done
    }

    async fn take_away(&self, player: PlayerId) -> Result<(), &'static Code> {
        let store = &self.lobby.grounds().store;
        let unavailable = |why: crate::store::Unavailable| {
            tracing::warn!(%why, "a guest could not be forgotten");
            &code::STORAGE_UNAVAILABLE
        };
        let session = store.session(player).await.map_err(unavailable)?;
        if let Some(room_code) = session.and_then(|session| session.room) {
            loop {
                match self.lobby.find(room_code).await {
                    Ok(room) => match room.forget(player).await {
                        Ok(true) => break,
                        Ok(false) => return Err(&code::STORAGE_UNAVAILABLE),
                        // It ended at this moment; the next look wakes it.
                        Err(Gone) => {}
                    },
                    Err(gone) if gone == &code::ROOM_NOT_FOUND || gone == &code::ROOM_BROKEN => break,
                    Err(code) => return Err(code),
                }
            }
        }
        store.forget_player(player).await.map_err(unavailable)
    }
}
