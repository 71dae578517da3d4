//! The two piles as everybody sees them: which one a card came from, how many cards they have, and the top
//! discard (ruling 107). The cards themselves are in `state`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::card::Card;

/// A pile to take a card from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SuperRackOPile")]
#[ts(rename = "SuperRackOPile")]
pub enum Pile {
    /// The draw pile.
    Draw,
    /// The discard pile.
    Discard,
}

/// The discard pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[schemars(rename = "SuperRackODiscard")]
#[ts(rename = "SuperRackODiscard")]
pub struct Discard {
    /// How many cards it has.
    pub count: u8,
    /// The card on top.
    pub top: Option<Card>,
}

/// How many cards the piles have, and the top discard: public at all times (ruling 107).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piles {
    /// Cards in the draw pile.
    pub draw_pile: u8,
    /// The discard pile.
    pub discard: Discard,
}
