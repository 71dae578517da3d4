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

/// How well a bot plays.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    /// Plays what it sees first, with pauses.
    Easy,
}

impl BotLevel {
    /// All levels, the weakest first.
    pub const ALL: &[Self] = &[Self::Easy];
}
