//! Sides, seats, roles and viewers: who is who at a table.
//!
//! Players' names and connections are not known here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A side of the table, counted from 1. Points belong to sides.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(transparent)]
pub struct Side(pub u8);

/// One person's (or bot's) place at the table while cards are dealt; numbered by the game.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(transparent)]
pub struct Seat(pub u8);

/// What a person of a side does, in games that know it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Everything, alone.
    Solo,
    /// The twelve cards dealt out (Wackee Six).
    Row,
    /// Stock and waste (Wackee Six).
    Deck,
}

/// Where somebody sits: the side, and the role where the game has roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The side.
    pub side: Side,
    /// The role, or none in games without roles.
    pub role: Option<Role>,
}

/// Who looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Viewer {
    /// The person (or bot) of a seat.
    Seat(Seat),
    /// Anybody else: spectators, and people of the room without a seat.
    Watcher,
    /// Who reads the replay of a match that is over: all cards lie open. Nobody in a room, ever.
    Afterwards,
}

impl Viewer {
    /// Whether what only the person of `seat` may see is shown.
    #[must_use]
    pub fn sees_hand_of(self, seat: Seat) -> bool {
        self == Self::Afterwards || self == Self::Seat(seat)
    }
}
