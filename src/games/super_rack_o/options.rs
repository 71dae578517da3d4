//! The options of Super Rack-O: their values, and the table that declares them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::games::{Absent, Driver, OptionSpec};

/// The options' values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(default)]
#[schemars(rename = "SuperRackOOptions")]
#[ts(rename = "SuperRackOOptions")]
#[expect(clippy::struct_excessive_bools, reason = "one field for each declared option")]
pub struct Options {
    /// A swap card in the rack may be played by taking the discard (ruling 77).
    pub swap_via_discard: bool,
    /// An order is accepted at once for a player without a reverse card (ruling 90).
    pub auto_accept: bool,
    /// The server calls for whoever is finished (ruling 93).
    pub auto_call: bool,
    /// A player under an order may call (ruling 95).
    pub call_under_order: bool,
    /// How long an order may be answered, in milliseconds (ruling 89).
    pub window_ms: u64,
    /// How long a turn may take, in milliseconds; 0 for as long as one likes (ruling 105).
    pub turn_clock_ms: u64,
    /// What a false call costs (ruling 97).
    pub false_call: FalseCall,
    /// How many games win the match (ruling 101).
    pub games_to_win: u64,
    /// What happens with the rack of somebody who is away (ruling 106).
    pub absent: WhenAbsent,
    /// How long somebody may be away before that, in milliseconds (ruling 106).
    pub absent_after_ms: u64,
}

/// What a false call costs (ruling 97).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SuperRackOFalseCall")]
#[ts(rename = "SuperRackOFalseCall")]
pub enum FalseCall {
    /// Nothing.
    None,
    /// The caller's next turn.
    SkipTurn,
}

/// What happens with the rack of somebody who is away (ruling 106).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SuperRackOAbsent")]
#[ts(rename = "SuperRackOAbsent")]
pub enum WhenAbsent {
    /// A bot plays it until its owner is back.
    Bot,
    /// It is set aside, out of play.
    Leave,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            swap_via_discard: true,
            auto_accept: false,
            auto_call: false,
            call_under_order: false,
            window_ms: 10_000,
            turn_clock_ms: 60_000,
            false_call: FalseCall::None,
            games_to_win: 1,
            absent: WhenAbsent::Bot,
            absent_after_ms: 60_000,
        }
    }
}

impl Options {
    /// The options as they are declared.
    pub const TABLE: &'static [OptionSpec] = &[
        OptionSpec::boolean(
            "swap_via_discard",
            true,
            "Whoever takes the discard in exchange for a swap card may play that swap card.",
        ),
        OptionSpec::boolean(
            "auto_accept",
            false,
            "An order is carried out at once if its target holds no reverse card: quicker, but everybody learns that.",
        ),
        OptionSpec::boolean(
            "auto_call",
            false,
            "The server calls \"Super Rack-O!\" for whoever is finished.",
        ),
        OptionSpec::boolean(
            "call_under_order",
            false,
            "A player under an order may call before it is settled.",
        ),
        OptionSpec::integer(
            "window_ms",
            10_000,
            1_000,
            150_000,
            "How long an order may be answered, in milliseconds.",
        ),
        OptionSpec::integer_or_zero(
            "turn_clock_ms",
            60_000,
            5_000,
            600_000,
            "How long a turn may take, in milliseconds.",
        ),
        OptionSpec::choice("false_call", &["none", "skip_turn"], "What a false call costs the caller."),
        OptionSpec::integer("games_to_win", 1, 1, 20, "How many games win the match."),
        OptionSpec::choice(
            "absent",
            &["bot", "leave"],
            "Whether a bot plays the rack of somebody who is away, or the rack is set aside.",
        ),
        OptionSpec::integer(
            "absent_after_ms",
            60_000,
            5_000,
            600_000,
            "How long somebody may be away before that, in milliseconds.",
        ),
    ];

    /// What these options say of somebody who is away.
    #[must_use]
    pub const fn absent(&self) -> Absent {
        let then = match self.absent {
            WhenAbsent::Bot => Driver::Bot,
            WhenAbsent::Leave => Driver::None,
        };
        Absent { after_ms: self.absent_after_ms, then }
    }
}
