//! The public list on the wire: a row for each room, the same in `list_rooms`, `rooms` and over HTTP.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::games::GameKind;
use crate::ids::RoomCode;
use crate::room::listing::Listing;
use crate::room::view::{OptionSetting, RoomPhase};

/// A public room as people outside see it. Rooms without people, and locked ones, are not listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS, ToSchema)]
pub struct RoomRow {
    /// The code, for `join_room`.
    #[ts(type = "string")]
    #[schema(value_type = String)]
    pub code: RoomCode,
    /// The game.
    #[schema(value_type = String)]
    pub game: GameKind,
    /// The host's name; null while nobody can be host. Untrusted text: show it as text.
    pub host: Option<String>,
    /// The phase: `lobby`, `playing`, `between` or `over`.
    #[schema(value_type = String)]
    pub phase: RoomPhase,
    /// People who came as players, seated or not.
    #[ts(type = "number")]
    pub players: usize,
    /// Bots of the table.
    #[ts(type = "number")]
    pub bots: usize,
    /// People who watch.
    #[ts(type = "number")]
    pub spectators: usize,
    /// Whether more of them may come.
    pub may_watch: bool,
    /// Places at the table on which a person or a bot sits.
    #[ts(type = "number")]
    pub seats_taken: usize,
    /// Places that are held for people who have just come in and are choosing.
    #[ts(type = "number")]
    pub seats_held: usize,
    /// Places that somebody who comes now can have; 0 while a round is played.
    #[ts(type = "number")]
    pub seats_free: usize,
    /// Options that differ from those of a new public room.
    #[schemars(with = "BTreeMap<String, OptionSetting>")]
    #[ts(type = "Record<string, boolean | number | string | null>")]
    #[schema(value_type = Object)]
    pub options: Map<String, Value>,
    /// How long somebody at the table has waited for more people, in milliseconds; null where nobody does.
    #[ts(type = "number | null")]
    pub waited_ms: Option<u64>,
}

impl RoomRow {
    /// The row of a room at `now_ms` of the clock.
    #[must_use]
    pub fn of(code: RoomCode, listing: &Listing, now_ms: u64) -> Self {
        Self {
            code,
            game: listing.game,
            host: listing.host.clone(),
            phase: listing.phase,
            players: listing.players,
            bots: listing.bots,
            spectators: listing.spectators,
            may_watch: listing.may_watch,
            seats_taken: listing.seats_taken,
            seats_held: listing.seats_held,
            seats_free: listing.seats_free,
            options: listing.options.clone(),
            waited_ms: listing.waiting_since_ms.map(|since| now_ms.saturating_sub(since)),
        }
    }
}

/// A part of the public list, the newest rooms first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub struct RoomsPage {
    /// The rooms.
    pub rooms: Vec<RoomRow>,
    /// What to send as `after` for the part that follows; left out where nothing does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next: Option<String>,
}
