//! How strangers come together: a public room that waits for one more, or a new one.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::Lobby;
use super::board::Promise;
use crate::games::GameKind;
use crate::ids::{PlayerId, RoomCode};
use crate::limits::MATCH_FILL_AFTER_MS;
use crate::room::RoomHandle;
use crate::room::answer::Refused;
use crate::room::request::Visibility;

/// A room to try, with a place in it that nobody else is sent to meanwhile.
#[derive(Debug)]
pub struct Meeting {
    /// The room.
    pub room: RoomHandle,
    promise: Promise,
}

impl Meeting {
    /// The room's code.
    pub fn code(&self) -> RoomCode {
        self.promise.code()
    }
}

impl Lobby {
    /// A public room of that game that waits for people, other than those of `passed`; a new one where
    /// there is none. Rooms are opened one after the other, so that people who come at once meet.
    ///
    /// # Errors
    /// As [`Lobby::create`] and [`Lobby::find`].
    pub async fn meet(
        self: &Arc<Self>,
        player: PlayerId,
        game: GameKind,
        passed: &[RoomCode],
    ) -> Result<Meeting, Refused> {
        if let Some(promise) = self.board().pick(game, passed) {
            return self.met(promise).await;
        }
        let _one_at_a_time = self.opening.lock().await;
        // Somebody may have opened one while this waited.
        if let Some(promise) = self.board().pick(game, passed) {
            return self.met(promise).await;
        }
        let mut options = Map::new();
        options.insert("bots_fill_after_ms".to_owned(), Value::from(MATCH_FILL_AFTER_MS));
        let room = self.create(player, game, &options, Visibility::Public).await?;
        // It shows itself from the first; should it be full already, the next try finds another.
        match self.board().pick(game, passed) {
            Some(promise) => self.met(promise).await,
            None => Ok(Meeting { promise: self.board().promise(room.code()), room }),
        }
    }

    async fn met(self: &Arc<Self>, promise: Promise) -> Result<Meeting, Refused> {
        Ok(Meeting { room: self.find(promise.code()).await?, promise })
    }
}
