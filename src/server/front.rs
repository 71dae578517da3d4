//! The lobby as HTTP sees it.

use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};

use super::api::{Api, ApiError, NewGuest, RoomFacts};
use super::desk::{Desk, Guesser, Wait};
use crate::code;
use crate::games::GameKind;
use crate::ids::{PlayerId, RoomCode};
use crate::protocol::rooms::RoomsPage;
use crate::room::answer::Refused;
use crate::room::request::Visibility;
use crate::store::Store;

impl From<Wait> for ApiError {
    fn from((code, retry_after_ms): Wait) -> Self {
        Self { retry_after_ms, ..Self::from(code) }
    }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        // Every code that a room or the lobby refuses with stands in the table.
        let code = crate::games::list::codes().find(|code| refused.code == code.name);
        let code = code.unwrap_or(&code::INTERNAL);
        Self { code, retry_after_ms: refused.retry_after_ms, detail: refused.detail }
    }
}

#[async_trait]
impl Api for Desk {
    async fn make_guest(&self, name: Option<&str>, address: IpAddr) -> Result<NewGuest, ApiError> {
        let name = name.map(|name| self.name(name)).transpose().map_err(|code| ApiError::at(code, "name"))?;
        self.toll_guest(address)?;
        let (player, token) = self.lobby.make_guest(name).await?;
        Ok(NewGuest { player: player.id, name: player.name, token: token.text() })
    }

    async fn make_room(
        &self,
        token: &str,
        game: GameKind,
        options: Map<String, Value>,
        visibility: Visibility,
    ) -> Result<RoomCode, ApiError> {
        let maker = self.lobby.guest(token).await?.id;
        Ok(self.lobby.create(maker, game, &options, visibility).await?.code())
    }

    fn list_rooms(&self, game: Option<GameKind>, after: Option<&str>) -> Result<RoomsPage, ApiError> {
        let page = self.lobby.board().page(game, after, self.now_ms());
        page.ok_or_else(|| ApiError::at(&code::BAD_FIELD, "after"))
    }

    async fn look_up(&self, typed: &str, address: IpAddr) -> Result<RoomFacts, ApiError> {
        let room = self.find(typed, Guesser { player: None, address }).await?;
        let facts = room.look().await.map_err(|crate::room::Gone| ApiError::from(&code::ROOM_FAILED))?;
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(RoomFacts {
            code: room.code(),
            game: room.game(),
            visibility: facts.visibility,
            phase: facts.phase,
            sides: count(facts.sides),
            sides_taken: count(facts.sides_taken),
            seats_free: count(facts.seats_free),
            people: count(facts.people),
            spectators: count(facts.spectators),
            locked: facts.locked,
            may_watch: facts.may_watch,
        })
    }

    async fn player_name(&self, player: PlayerId) -> Result<String, ApiError> {
        match self.lobby.grounds().store.player(player).await {
            Ok(Some(player)) => Ok(player.name),
            Ok(None) => Err(ApiError::from(&code::PLAYER_NOT_FOUND)),
            Err(why) => {
                tracing::warn!(%why, "a guest could not be looked up");
                Err(ApiError::from(&code::STORAGE_UNAVAILABLE))
            }
        }
    }

    async fn delete_guest(&self, token: &str) -> Result<(), ApiError> {
        let guest = self.lobby.guest(token).await?.id;
        Ok(self.forget_guest(guest).await?)
    }

    fn records(&self) -> Arc<dyn Store> {
        Arc::clone(&self.lobby.grounds().store)
    }

    async fn ready(&self) -> Result<(), String> {
        self.lobby.grounds().store.health().await.map_err(|why| why.to_string())
    }
}
