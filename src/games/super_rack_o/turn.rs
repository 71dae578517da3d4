//! Who has to decide something, and until when: whose turn it is, and the order that may be answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::slot::RackRow;
use crate::games::{RoomTime, Seat};

/// Whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    /// The player.
    pub turn: Seat,
    /// Who was passed over for a false call (ruling 97).
    pub skipped: Vec<Seat>,
    /// When the turn ends by itself, if it does.
    pub ends_at: Option<RoomTime>,
}

/// An order that may still be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// Who is under the order.
    pub against: Seat,
    /// Who gave it.
    pub by: Seat,
    /// The row to be crossed.
    pub row: RackRow,
    /// The card that gave it.
    pub kind: OrderKind,
    /// When it is carried out by itself.
    pub ends_at: RoomTime,
}

/// The card that gave an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SuperRackOOrderKind")]
#[ts(rename = "SuperRackOOrderKind")]
pub enum OrderKind {
    /// A swap card.
    Swap,
    /// A reverse card.
    Reverse,
}
