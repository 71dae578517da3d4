//! What the HTTP handlers ask of the lobby: one trait, so that they can be tested without one.

use std::net::IpAddr;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Map, Value};

use crate::code::Code;
use crate::games::GameKind;
use crate::ids::{PlayerId, RoomCode};
use crate::protocol::rooms::RoomsPage;
use crate::room::request::Visibility;
use crate::room::view::RoomPhase;
use crate::store::Store;

/// The lobby, as HTTP sees it.
#[async_trait]
pub trait Api: Send + Sync {
    /// Makes a guest, with a proposed name if none is given.
    ///
    /// # Errors
    /// A bad name, too many guests from that address, or no store.
    async fn make_guest(&self, name: Option<&str>, address: IpAddr) -> Result<NewGuest, ApiError>;

    /// Makes a room for the guest with that token. The guest is not in it.
    ///
    /// # Errors
    /// An unknown token, a bad option, too many rooms, or no store.
    async fn make_room(
        &self,
        token: &str,
        game: GameKind,
        options: Map<String, Value>,
        visibility: Visibility,
    ) -> Result<RoomCode, ApiError>;

    /// A part of the public rooms; `after` is the `next` of the part before.
    ///
    /// # Errors
    /// `bad_field` for an `after` that this server has not given.
    fn list_rooms(&self, game: Option<GameKind>, after: Option<&str>) -> Result<RoomsPage, ApiError>;

    /// What anybody who has the code may know of the room. `code` is as somebody typed it.
    ///
    /// # Errors
    /// No such room, too many wrong codes from that address, or no store.
    async fn look_up(&self, code: &str, address: IpAddr) -> Result<RoomFacts, ApiError>;

    /// The name of a guest.
    ///
    /// # Errors
    /// No such guest, or no store.
    async fn player_name(&self, player: PlayerId) -> Result<String, ApiError>;

    /// Takes the guest with that token away for good.
    ///
    /// # Errors
    /// An unknown token, or no store.
    async fn delete_guest(&self, token: &str) -> Result<(), ApiError>;

    /// Where results are read.
    fn records(&self) -> Arc<dyn Store>;

    /// Whether the store can write at the moment.
    ///
    /// # Errors
    /// Why not, for the host.
    async fn ready(&self) -> Result<(), String>;
}

/// A guest just made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGuest {
    /// The public id.
    pub player: PlayerId,
    /// The name.
    pub name: String,
    /// The secret that proves to be this guest; shown this once.
    pub token: String,
}

/// What anybody who has the code may know of a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomFacts {
    /// The code, as the server writes it.
    pub code: RoomCode,
    /// The game.
    pub game: GameKind,
    /// Who can find it.
    pub visibility: Visibility,
    /// The phase.
    pub phase: RoomPhase,
    /// Sides of the table.
    pub sides: u32,
    /// Sides on which somebody sits.
    pub sides_taken: u32,
    /// Places that nobody sits on: free sides, and those of a partner who is waited for.
    pub seats_free: u32,
    /// Players, seated or not, bots left out.
    pub people: u32,
    /// Spectators.
    pub spectators: u32,
    /// Whether the host lets nobody else in.
    pub locked: bool,
    /// Whether somebody more may watch.
    pub may_watch: bool,
}

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    /// The code.
    pub code: &'static Code,
    /// When to try again, in milliseconds.
    pub retry_after_ms: Option<u64>,
    /// More, as the code defines it: an object.
    pub detail: Option<Value>,
}

impl From<&'static Code> for ApiError {
    fn from(code: &'static Code) -> Self {
        Self { code, retry_after_ms: None, detail: None }
    }
}

impl ApiError {
    /// A refusal because of the field at `path`; empty is the whole body.
    #[must_use]
    pub fn at(code: &'static Code, path: &str) -> Self {
        if path.is_empty() {
            return Self::from(code);
        }
        Self { detail: Some(serde_json::json!({ "path": path })), ..Self::from(code) }
    }
}
