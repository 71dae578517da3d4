//! What nobody has used for long goes: rooms, then guests. A few at a time, so that those who play do
//! not notice.

use std::sync::Arc;

use super::desk::Desk;
use crate::limits::{GUEST_UNUSED_MS, ROOM_UNUSED_MS, SWEEP_EVERY_MS, SWEEP_MAX, SWEEP_PAUSE_MS};
use crate::store::Unavailable;

/// What a sweep has taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Swept {
    /// Rooms.
    pub rooms: usize,
    /// Guests.
    pub guests: usize,
}

impl Desk {
    /// Takes away at most [`SWEEP_MAX`] rooms and as many guests that have not been used for so long.
    ///
    /// # Errors
    /// When the store does not answer; the next sweep goes on from there.
    pub async fn sweep(&self) -> Result<Swept, Unavailable> {
        let grounds = self.lobby.grounds();
        let unix_ms = grounds.clock.unix_ms();
        let mut swept = Swept::default();
        let before = unix_ms.saturating_sub(ROOM_UNUSED_MS);
        let rooms = grounds.store.unused_rooms(before, SWEEP_MAX).await?;
        let more = rooms.len() >= SWEEP_MAX as usize;
        for room in rooms {
            swept.rooms += usize::from(self.lobby.delete_unused(room, before).await?);
        }
        if more {
            // A guest who is in one of the others would have it woken.
            return Ok(swept);
        }
        let before = unix_ms.saturating_sub(GUEST_UNUSED_MS);
        for guest in grounds.store.unused_players(before, SWEEP_MAX).await? {
            if self.people.is_connected(guest) {
                continue;
            }
            self.forget_guest(guest).await.map_err(|code| Unavailable(code.name.to_owned()))?;
            swept.guests += 1;
        }
        Ok(swept)
    }

    /// Sweeps for ever.
    pub async fn keep_swept(self: Arc<Self>) {
        let clock = Arc::clone(&self.lobby.grounds().clock);
        loop {
            let swept = match self.sweep().await {
                Ok(swept) => swept,
                Err(why) => {
                    tracing::warn!(%why, "unused rooms and guests could not all be taken away");
                    Swept::default()
                }
            };
            if swept != Swept::default() {
                tracing::info!(
                    rooms = swept.rooms,
                    guests = swept.guests,
                    "unused rooms and guests are gone"
                );
            }
            let more = swept.rooms.max(swept.guests) >= SWEEP_MAX as usize;
            let pause_ms = if more { SWEEP_PAUSE_MS } else { SWEEP_EVERY_MS };
            clock.sleep_until(clock.now_ms().saturating_add(pause_ms)).await;
        }
    }
}
