//! The options of Wackee Six: their table, and their values in a round.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::games::OptionSpec;

/// Every option with its default, bounds and a sentence for people.
pub const TABLE: &[OptionSpec] = &[
    OptionSpec::boolean("strict_roles", true, "In a team each partner keeps to the own area: row or deck."),
    OptionSpec::boolean(
        "redirect",
        true,
        "A card lands on another pile of its colour if the named one does not take it.",
    ),
    OptionSpec::boolean(
        "below_wild",
        true,
        "A wild on top of the waste may be played with the unseen card under it.",
    ),
    OptionSpec::boolean(
        "cover_absent",
        true,
        "A partner may work both areas once the other has been away for 10 seconds.",
    ),
    OptionSpec::boolean("wild_13", false, "A wild alone may close a pile that stands at 12."),
    OptionSpec::boolean(
        "reveal_after",
        false,
        "When a round has been scored, the cards left face down are shown.",
    ),
    OptionSpec::choice("starter", &["host", "lowest_total", "automatic"], "Who says that the race begins."),
    OptionSpec::integer("countdown_ms", 3_000, 0, 10_000, "The countdown before the race, in milliseconds."),
    OptionSpec::integer(
        "min_turn_gap_ms",
        150,
        0,
        2_000,
        "The least time between two turns of a side, in milliseconds.",
    ),
    OptionSpec::integer("misplay_penalty", 0, 0, 1, "Points taken off for each play that fits nothing."),
    OptionSpec::choice(
        "team_pair",
        &["either", "own_area"],
        "Who in a team may play a wild pair out of row and waste.",
    ),
    OptionSpec::choice(
        "call_to_stop",
        &["automatic", "by_call"],
        "Whether play stops when a side is out, or when it calls.",
    ),
    OptionSpec::integer("target", 300, 10, 10_000, "The points at which the match ends."),
    OptionSpec::integer_or_null("rounds", 1, 100, "The number of rounds of the match, in place of a target."),
    OptionSpec::choice("tie", &["extra_round", "shared"], "What a tie at the top of the match leads to."),
    OptionSpec::choice("deadlock", &["rotate", "score"], "What happens when no side can ever play."),
    OptionSpec::integer(
        "idle_vote_ms",
        45_000,
        0,
        3_600_000,
        "How long no card is laid before a vote to rotate may be called, in milliseconds; 0 is never.",
    ),
    OptionSpec::integer(
        "round_limit_ms",
        0,
        0,
        3_600_000,
        "How long a round may last, in milliseconds; 0 is for ever.",
    ),
    OptionSpec::choice("absent", &["bot", "hold"], "Whether a bot plays for somebody who is away."),
    OptionSpec::integer(
        "absent_after_ms",
        60_000,
        5_000,
        600_000,
        "How long somebody may be away before that, in milliseconds.",
    ),
];

/// Who says that the race begins (ruling 10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixStarter")]
#[schemars(rename = "WackeeSixStarter")]
pub enum Starter {
    /// The host.
    #[default]
    Host,
    /// Anyone of the side with the lowest total; the host in the first round and on a tie.
    LowestTotal,
    /// Nobody: the countdown begins with the deal.
    Automatic,
}

/// Who in a team may play a wild pair out of row and waste (ruling 43).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixTeamPair")]
#[schemars(rename = "WackeeSixTeamPair")]
pub enum TeamPair {
    /// Either partner.
    #[default]
    Either,
    /// Neither: each plays from the own area only.
    OwnArea,
}

/// Whether play stops by itself when a side is out (ruling 46).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixCallToStop")]
#[schemars(rename = "WackeeSixCallToStop")]
pub enum CallToStop {
    /// At once.
    #[default]
    Automatic,
    /// When a side that is out calls.
    ByCall,
}

/// What a tie at the top of the match leads to (ruling 51).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixTie")]
#[schemars(rename = "WackeeSixTie")]
pub enum Tie {
    /// Another round, until one leads alone.
    #[default]
    ExtraRound,
    /// Several winners.
    Shared,
}

/// What happens when no side can ever play (ruling 54).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixDeadlock")]
#[schemars(rename = "WackeeSixDeadlock")]
pub enum Deadlock {
    /// All stocks are rotated.
    #[default]
    Rotate,
    /// The round is scored at once.
    Score,
}

/// What happens with the seat of somebody who is away (ruling 56).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixAbsentSeat")]
#[schemars(rename = "WackeeSixAbsentSeat")]
pub enum AbsentSeat {
    /// A bot plays it.
    #[default]
    Bot,
    /// Its cards lie still.
    Hold,
}

/// The options' values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own with a name on the wire")]
#[ts(rename = "WackeeSixOptions")]
#[schemars(rename = "WackeeSixOptions")]
pub struct Options {
    /// Partners keep to their areas (ruling 9).
    pub strict_roles: bool,
    /// A card lands on another pile of its colour if the named one does not take it (ruling 27).
    pub redirect: bool,
    /// A wild on the waste may be played with the card under it (ruling 39).
    pub below_wild: bool,
    /// A partner covers for one who is away (ruling 57).
    pub cover_absent: bool,
    /// A wild alone may close a pile at 12 (ruling 35).
    pub wild_13: bool,
    /// What was left face down is shown after the score (ruling 60).
    pub reveal_after: bool,
    /// Who starts the race (ruling 10).
    pub starter: Starter,
    /// The countdown, in milliseconds (ruling 11).
    #[ts(type = "number")]
    pub countdown_ms: u64,
    /// The least time between two turns of a side, in milliseconds (ruling 19).
    #[ts(type = "number")]
    pub min_turn_gap_ms: u64,
    /// Points for each play that fits nothing (ruling 28).
    pub misplay_penalty: u8,
    /// Who plays a pair out of row and waste in a team (ruling 43).
    pub team_pair: TeamPair,
    /// Whether play stops by itself (ruling 46).
    pub call_to_stop: CallToStop,
    /// The points that end the match (ruling 50).
    pub target: u32,
    /// The rounds that end the match, in place of a target (ruling 50).
    pub rounds: Option<u32>,
    /// What a tie leads to (ruling 51).
    pub tie: Tie,
    /// What a deadlock leads to (ruling 54).
    pub deadlock: Deadlock,
    /// When a vote to rotate may be called, in milliseconds; 0 is never (ruling 55).
    #[ts(type = "number")]
    pub idle_vote_ms: u64,
    /// How long a round may last, in milliseconds; 0 is for ever (ruling 55).
    #[ts(type = "number")]
    pub round_limit_ms: u64,
    /// Who plays for somebody who is away (ruling 56).
    pub absent: AbsentSeat,
    /// How long somebody may be away before that, in milliseconds (ruling 56).
    #[ts(type = "number")]
    pub absent_after_ms: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            strict_roles: true,
            redirect: true,
            below_wild: true,
            cover_absent: true,
            wild_13: false,
            reveal_after: false,
            starter: Starter::default(),
            countdown_ms: 3_000,
            min_turn_gap_ms: 150,
            misplay_penalty: 0,
            team_pair: TeamPair::default(),
            call_to_stop: CallToStop::default(),
            target: 300,
            rounds: None,
            tie: Tie::default(),
            deadlock: Deadlock::default(),
            idle_vote_ms: 45_000,
            round_limit_ms: 0,
            absent: AbsentSeat::default(),
            absent_after_ms: 60_000,
        }
    }
}
