//! What somebody in a room may ask of it, after the frame was read and before the room judges it.
//!
//! Plain data: who asks comes from the connection, never from the frame.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::games::rng::Seed;
use crate::games::{BotLevel, Role, Side};
use crate::ids::PlayerId;

/// A request to the room that the asker is in. `A` is an action of the room's game, or of any game
/// while the room is not known yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Request<A> {
    /// Take a place at the table.
    Sit {
        /// The side, from 1.
        side: Side,
        /// The role; the game chooses when none is named.
        role: Option<Role>,
    },
    /// Give the place up.
    Stand,
    /// Say that one is ready for the deal, or no longer.
    Ready {
        /// Whether.
        ready: bool,
        /// 32 bytes of the player's own for the coming deal.
        entropy: Option<Seed>,
    },
    /// Change options, between rounds.
    SetOptions {
        /// Names and new values.
        options: Map<String, Value>,
    },
    /// Put a bot on a place.
    AddBot {
        /// The side.
        side: Side,
        /// The role.
        role: Option<Role>,
        /// How well it plays.
        level: BotLevel,
    },
    /// Take the bot off a place.
    RemoveBot {
        /// The side.
        side: Side,
        /// The role; needed only where two bots share a side.
        role: Option<Role>,
    },
    /// Say something to everybody in the room.
    Chat {
        /// The line, as [`crate::text::line`] made it.
        text: String,
    },
    /// Show an emote to everybody in the room.
    React {
        /// Which.
        emote: Emote,
    },
    /// Be called something else.
    Rename {
        /// The name, as [`crate::text::name`] made it.
        name: String,
    },
    /// Let somebody say nothing more, or speak again.
    Mute {
        /// Whom.
        player: PlayerId,
        /// Whether silent from now on.
        on: bool,
    },
    /// Remove somebody from the room, and keep them out.
    Ban {
        /// Whom.
        player: PlayerId,
    },
    /// Let somebody in again.
    Unban {
        /// Whom.
        player: PlayerId,
    },
    /// Remove somebody from the room.
    Kick {
        /// Whom.
        player: PlayerId,
    },
    /// Hand the host's rights over.
    MakeHost {
        /// To whom.
        player: PlayerId,
    },
    /// Deal; from a match that is over, begin a new one.
    Start,
    /// An action of the game.
    Act {
        /// Which.
        action: A,
    },
}

impl<A> Request<A> {
    /// The same request with another type of action, or none if `change` finds that it does not fit.
    pub fn map_action<B>(self, change: impl FnOnce(A) -> Option<B>) -> Option<Request<B>> {
        Some(match self {
            Self::Sit { side, role } => Request::Sit { side, role },
            Self::Stand => Request::Stand,
            Self::Ready { ready, entropy } => Request::Ready { ready, entropy },
            Self::SetOptions { options } => Request::SetOptions { options },
            Self::AddBot { side, role, level } => Request::AddBot { side, role, level },
            Self::RemoveBot { side, role } => Request::RemoveBot { side, role },
            Self::Chat { text } => Request::Chat { text },
            Self::React { emote } => Request::React { emote },
            Self::Rename { name } => Request::Rename { name },
            Self::Mute { player, on } => Request::Mute { player, on },
            Self::Ban { player } => Request::Ban { player },
            Self::Unban { player } => Request::Unban { player },
            Self::Kick { player } => Request::Kick { player },
            Self::MakeHost { player } => Request::MakeHost { player },
            Self::Start => Request::Start,
            Self::Act { action } => Request::Act { action: change(action)? },
        })
    }
}

/// A feeling in one word; the page draws it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Emote {
    /// Well played.
    Clap,
    /// Funny.
    Laugh,
    /// Surprised.
    Wow,
    /// Sad.
    Sad,
    /// Thinking.
    Think,
    /// Come on.
    Hurry,
}

impl Emote {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Clap, Self::Laugh, Self::Wow, Self::Sad, Self::Think, Self::Hurry];
}

/// As what somebody is in a room.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
    ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
pub enum As {
    /// May take a place at the table.
    Player,
    /// Only watches.
    Spectator,
}

/// Who can find a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Whoever has the code.
    Private,
    /// Everybody, in the lobby's list.
    Public,
}
