//! What a round came to: why it ended, each side's points, what was left unseen. How that is reckoned is
//! in `score`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::card::Card;
use crate::games::Side;

/// Why a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixRoundEnd")]
#[schemars(rename = "WackeeSixRoundEnd")]
pub enum RoundEnd {
    /// A side played its twelve (rulings 45 and 46).
    Out,
    /// No side could ever play (ruling 54).
    Deadlock,
    /// The time ran out (ruling 55).
    Time,
    /// The match was ended by those who are present (ruling 57).
    Vote,
}

/// What a side got in a round (ruling 48).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixScore")]
#[schemars(rename = "WackeeSixScore")]
pub struct Score {
    /// The side.
    pub side: Side,
    /// Its cards in the middle.
    pub played: u8,
    /// Cards of the twelve that were not played.
    pub left: u8,
    /// Points for being out first.
    #[ts(type = "number")]
    pub bonus: i64,
    /// Points taken off for plays that fitted nothing.
    #[ts(type = "number")]
    pub penalty: i64,
    /// Points of this round.
    #[ts(type = "number")]
    pub round: i64,
    /// Points of the match.
    #[ts(type = "number")]
    pub total: i64,
}

/// What was left unseen of a side when the round was scored (ruling 60).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixRevealed")]
#[schemars(rename = "WackeeSixRevealed")]
pub struct Revealed {
    /// The side.
    pub side: Side,
    /// Its face-down pile, top first.
    pub face_down: Vec<Card>,
    /// Its stock, top first.
    pub stock: Vec<Card>,
    /// Its waste, top first.
    pub waste: Vec<Card>,
}

/// The end of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scoring {
    /// Why it ended.
    pub end: RoundEnd,
    /// What each side got.
    pub scores: Vec<Score>,
    /// What each side has now; also sides that sat out.
    pub totals: Vec<(Side, i64)>,
    /// Who won the match, if it is over.
    pub winners: Option<Vec<Side>>,
    /// What was left unseen, with `reveal_after`.
    pub revealed: Option<Vec<Revealed>>,
}
