//! What a bot is given, and how well it plays. The bots themselves are in each game's folder.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Game, Seat};

/// What a bot is given: what a person on its seat would have in front of them, and nothing more.
///
/// The state is not in here, so a bot cannot look at what its seat may not see.
#[derive(Debug)]
pub struct Sight<'a, G: Game> {
    /// The table as the seat sees it.
    pub view: &'a G::View,
    /// The options that hold, which everybody in the room knows.
    pub options: &'a G::Options,
    /// The seat it moves for.
    pub seat: Seat,
}

/// How well a bot plays, at the same pace.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
    ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    /// Overlooks much and plans little.
    Easy,
    /// Plays soundly and minds nobody else. A bot that stands in for somebody who is away plays like this.
    #[default]
    Normal,
    /// Overlooks nothing, and weighs what a move does to the others.
    Hard,
}

impl BotLevel {
    /// All levels, the weakest first.
    pub const ALL: &[Self] = &[Self::Easy, Self::Normal, Self::Hard];
}
