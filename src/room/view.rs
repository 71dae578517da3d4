//! A room as its members see it: the `room` and `you` of a state, and the room's own events.
//!
//! What a client gets is made of these and of the game's views, and of nothing else. Times are whole
//! milliseconds that remain when the frame is made (`…_in`).

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use super::request::{As, Emote, Visibility};
use crate::games::{BotLevel, GameKind, Role, Side};
use crate::ids::{MatchId, PlayerId, RoomCode};

/// The phase of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum RoomPhase {
    /// Before the first deal.
    Lobby,
    /// From a deal to its score.
    Playing,
    /// After a round of a match that goes on.
    Between,
    /// After the last round of a match.
    Over,
}

/// A room, without its game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RoomView {
    /// The code.
    #[ts(type = "string")]
    pub code: RoomCode,
    /// The game.
    #[schemars(with = "GameKind")]
    #[ts(as = "GameKind")]
    pub game: Cow<'static, str>,
    /// Who can find it.
    pub visibility: Visibility,
    /// The player who is host; null while nobody is there who could be.
    pub host: Option<PlayerId>,
    /// All options and their values, the room's own and the game's.
    #[schemars(with = "BTreeMap<String, OptionSetting>")]
    #[ts(type = "Record<string, boolean | number | string | null>")]
    pub options: Map<String, Value>,
    /// The match; null before the first.
    #[serde(rename = "match")]
    pub match_id: Option<MatchId>,
    /// The round's number within the match; 0 before the first deal.
    pub round: u32,
    /// The players who may deal, or say that the race begins; null where nobody needs to.
    pub starter: Option<Vec<PlayerId>>,
    /// When anybody seated may: 0 once they may, null where that is not coming.
    #[ts(type = "number | null")]
    pub anyone_may_start_in: Option<u64>,
    /// When the deal waits no longer for people who are away: between rounds they count as ready then,
    /// before a match their places are free again. Null where it waits for none of them.
    #[ts(type = "number | null")]
    pub away_excused_in: Option<u64>,
    /// The phase.
    pub phase: RoomPhase,
    /// The coming deal (the present one while a round is played).
    pub deal: DealView,
    /// Everybody in the room, in the order in which they came.
    pub members: Vec<MemberView>,
    /// Places of the present round on which nobody sits any more.
    pub vacated: Vec<VacatedView>,
    /// What each side has; in Super Rack-O games won. Empty until the first score of a match.
    pub totals: Vec<TotalView>,
    /// The winners of the match; empty but in `over`.
    pub winners: Vec<Side>,
    /// What was said of late: the last lines and emotes, the oldest first.
    pub chat: Vec<ChatView>,
    /// Players whom the host keeps out.
    pub banned: Vec<PlayerId>,
}

/// What an option is set to; which of these it takes, its declaration says. Only the schema is made of
/// this: values are judged by their declarations.
#[derive(JsonSchema)]
#[serde(untagged)]
pub enum OptionSetting {
    /// On or off.
    Boolean(bool),
    /// A whole number.
    Integer(u64),
    /// One of several words.
    Word(String),
    /// None.
    Null,
}

/// Something that was said: a line or an emote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct ChatView {
    /// The number of its event.
    #[ts(type = "number")]
    pub seq: u64,
    /// Who said it.
    pub player: PlayerId,
    /// The line, if it is one. Untrusted text: show it as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    #[ts(optional)]
    pub text: Option<String>,
    /// The emote, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Emote")]
    #[ts(optional)]
    pub emote: Option<Emote>,
}

/// What the server has bound itself to for a deal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DealView {
    /// The round it is for.
    pub round: u32,
    /// SHA-256 over the 32 bytes of the server's seed and 32 of salt, in hex.
    pub commit: String,
}

/// Somebody in the room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own on the wire")]
pub struct MemberView {
    /// Who.
    pub player: PlayerId,
    /// The name.
    pub name: String,
    /// As what.
    #[serde(rename = "as")]
    pub role_in_room: As,
    /// The side of the table; null without a place.
    pub side: Option<Side>,
    /// The role; null without a place, and in games without roles.
    pub role: Option<Role>,
    /// Whether ready for the deal.
    pub ready: bool,
    /// Whether connected.
    pub online: bool,
    /// Whether the person left in the middle of the round: no longer a member once it is over, unless back
    /// before (`online` says so).
    pub gone: bool,
    /// The level, if it is a bot of the table.
    pub bot: Option<BotLevel>,
    /// Whether the host lets them say nothing.
    pub muted: bool,
    /// Whether a bot stands in while the person is away.
    pub played_by_bot: bool,
    /// When a bot will stand in; null when none will, as with `hold` and `leave`.
    #[ts(type = "number | null")]
    pub bot_in: Option<u64>,
}

/// A place of the present round whose owner stood up or was removed. Who left has the place kept, and is
/// still a member, `gone`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct VacatedView {
    /// The side.
    pub side: Side,
    /// The role; null in games without roles.
    pub role: Option<Role>,
    /// Who may sit there again before the round is over; null when nobody may.
    pub player: Option<PlayerId>,
    /// Whether a bot plays it.
    pub played_by_bot: bool,
}

/// A side's total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TotalView {
    /// The side.
    pub side: Side,
    /// Points; in Super Rack-O games won.
    #[ts(type = "number")]
    pub total: i64,
}

/// The one who gets the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct You {
    /// Who.
    pub player: PlayerId,
    /// As what.
    #[serde(rename = "as")]
    pub role_in_room: As,
    /// The side; null without a place.
    pub side: Option<Side>,
    /// The role; null without a place, and in games without roles.
    pub role: Option<Role>,
}

/// An event of the room itself, as everybody in it sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum RoomShown {
    /// The room was made.
    RoomCreated,
    /// Somebody came in, or a bot was put on a place.
    Joined {
        /// Who and how.
        member: MemberView,
    },
    /// Somebody is no longer in the room. Where that was the host, nobody is until `host` says who.
    Left {
        /// Who.
        player: PlayerId,
        /// Whether the host removed them.
        kicked: bool,
    },
    /// Somebody left in the middle of a round: offline until it is over, the place is kept or, after a
    /// kick, absent. Where that was the host, nobody is until `host` says who.
    Gone {
        /// Who.
        player: PlayerId,
        /// Whether the host removed them.
        kicked: bool,
    },
    /// Somebody became a player or a spectator.
    RoleChanged {
        /// Who.
        player: PlayerId,
        /// What.
        #[serde(rename = "as")]
        role_in_room: As,
    },
    /// Somebody took a place, and is not ready yet; bots are always ready.
    Seated {
        /// Who.
        player: PlayerId,
        /// The side.
        side: Side,
        /// The role; null in games without roles.
        role: Option<Role>,
    },
    /// Somebody gave the place up.
    Stood {
        /// Who.
        player: PlayerId,
    },
    /// Somebody is ready, or no longer.
    Ready {
        /// Who.
        player: PlayerId,
        /// Whether.
        ready: bool,
    },
    /// Somebody's connection came or went.
    Online {
        /// Who.
        player: PlayerId,
        /// Whether connected now. True also ends `gone`: who left in the middle of the round is back.
        online: bool,
        /// When a bot will stand in; null when none will. Where the options let nobody move for who is away
        /// (`hold`, `leave`), that begins `absent_after_ms` after this said false, or at once with `gone`.
        #[ts(type = "number | null")]
        bot_in: Option<u64>,
    },
    /// Somebody else moves for a place from now on.
    StandIn {
        /// Who sits there, `gone` or not; null when nobody does any more.
        player: Option<PlayerId>,
        /// The side.
        side: Option<Side>,
        /// The role; null in games without roles.
        role: Option<Role>,
        /// Whether a bot plays now.
        played_by_bot: bool,
    },
    /// Somebody said something. Untrusted text: show it as text.
    Chat {
        /// Who.
        player: PlayerId,
        /// What.
        text: String,
    },
    /// Somebody showed an emote.
    React {
        /// Who.
        player: PlayerId,
        /// Which.
        emote: Emote,
    },
    /// Somebody is called something else from now on.
    Renamed {
        /// Who.
        player: PlayerId,
        /// The name.
        name: String,
    },
    /// The host lets somebody say nothing more, or speak again.
    Muted {
        /// Whom.
        player: PlayerId,
        /// Whether silent from now on.
        on: bool,
    },
    /// The host keeps somebody out of the room, or no longer.
    Banned {
        /// Whom.
        player: PlayerId,
        /// Whether.
        on: bool,
    },
    /// Somebody is host from now on.
    Host {
        /// Who; null while nobody can be.
        player: Option<PlayerId>,
    },
    /// Options were changed. Everybody's `ready` is taken back.
    Options {
        /// All options with their values.
        #[schemars(with = "BTreeMap<String, OptionSetting>")]
        #[ts(type = "Record<string, boolean | number | string | null>")]
        options: Map<String, Value>,
    },
    /// The server has bound itself to its part of the coming deal.
    Committed {
        /// The deal.
        deal: DealView,
    },
    /// Who may deal, or say that the race begins, has changed, or for how long the deal waits for people
    /// who are away.
    MayStart {
        /// The players; null where nobody needs to.
        starter: Option<Vec<PlayerId>>,
        /// When anybody seated may: 0 once they may, null where that is not coming.
        #[ts(type = "number | null")]
        anyone_may_start_in: Option<u64>,
        /// When the deal waits no longer for people who are away; null where it waits for none of them.
        #[ts(type = "number | null")]
        away_excused_in: Option<u64>,
    },
    /// A new match begins: the totals are gone.
    MatchBegun {
        /// The match.
        #[serde(rename = "match")]
        match_id: MatchId,
    },
    /// A round begins; the game's own opening event follows.
    RoundBegun {
        /// Its number within the match, from 1.
        round: u32,
    },
    /// A round is over. Everybody's `ready` is taken back, who is `gone` is no longer a member, and no bot
    /// stands in for anybody (`played_by_bot` false, `bot_in` null).
    RoundEnded {
        /// `between` or `over`.
        phase: RoomPhase,
        /// What each side has now.
        totals: Vec<TotalView>,
        /// The winners, if the match is over.
        winners: Vec<Side>,
    },
    /// The room's clock stood (an empty room slept, the server restarted, the disk was slow). Nobody
    /// lost time: what was open got its allowance, in the events that follow, and what else remains comes
    /// again with them (`may_start`, and `online` of everybody for whom a bot will stand in).
    ClockStood {
        /// Why.
        why: Stood,
    },
    /// The room went to sleep because nobody was there.
    Slept,
}

/// Why a room's clock stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Stood {
    /// The room slept, or the server was stopped in good order.
    Slept,
    /// The server was down without notice.
    Crashed,
    /// The store did not answer for a while.
    Storage,
    /// The whole process stood.
    Stopped,
}
