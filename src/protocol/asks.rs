//! The frames of a client: one struct and one line in `frames!` for each.
//!
//! A field that may be left out is not null either, but for `role`, which views show as null where a
//! game has no roles. The doc comments are the descriptions in `proto/`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};
use ts_rs::TS;

use super::client::Ask;
use super::frames::{self, Problem};
use super::strict::Fields;
use crate::code;
use crate::games::{AnyAction, BotLevel, GameKind, Role, Seed, Side};
use crate::ids::PlayerId;
use crate::room::request::{As, Emote, Request, Visibility};

/// Visits the type of each frame, for what is generated from them.
pub trait VisitFrames {
    /// Is given the frame of the type `word`; `with_id` says whether it has an `id`.
    fn visit<T: JsonSchema + TS + 'static>(&mut self, word: &'static str, with_id: bool);
}

/// Makes the closed set of frames: for each its word, whether it has an `id`, its struct, and how it
/// becomes an [`Ask`].
macro_rules! frames {
    ($($word:literal, $id:literal, $frame:ident => $ask:expr;)*) => {
        /// The types of frames that a client may send.
        pub const TYPES: &[&str] = &[$($word),*];

        /// Whether frames of the type `word` have an `id`.
        pub(super) fn has_id(word: &str) -> bool {
            match word { $($word => $id,)* _ => false }
        }

        /// Reads the frame of the type `word`.
        pub(super) fn ask(word: &str, fields: &Fields<'_>, game: Option<GameKind>) -> Result<Ask, Problem> {
            match word {
                $($word => {
                    let make: fn($frame, Option<GameKind>) -> Result<Ask, Problem> = $ask;
                    make(frames::read::<$frame>(fields, $id)?, game)
                })*
                _ => Err(Problem::at(&code::UNKNOWN_TYPE, "type")),
            }
        }

        /// Visits all frames, in the order of the list.
        pub fn visit(visitor: &mut impl VisitFrames) {
            $(visitor.visit::<$frame>($word, $id);)*
        }
    };
}

frames! {
    "hello", false, Hello => |frame, _| Ok(Ask::Hello(frame));
    "create_room", true, CreateRoom => |frame, _| Ok(Ask::CreateRoom(frame));
    "join_room", true, JoinRoom => |frame, _| Ok(Ask::JoinRoom(frame));
    "leave_room", true, LeaveRoom => |_, _| Ok(Ask::LeaveRoom);
    "quick_match", true, QuickMatch => |frame, _| Ok(Ask::QuickMatch(frame));
    "list_rooms", true, ListRooms => |frame, _| Ok(Ask::ListRooms(frame));
    "watch_rooms", true, WatchRooms => |frame, _| Ok(Ask::WatchRooms(frame));
    "sit", true, Sit => |frame, _| room(Request::Sit { side: frame.side, role: frame.role });
    "stand", true, Stand => |_, _| room(Request::Stand);
    "ready", true, Ready => |frame, _| room(Request::Ready { ready: frame.ready, entropy: frame.entropy });
    "set_options", true, SetOptions => |frame, _| room(Request::SetOptions { options: frame.options });
    "add_bot", true, AddBot =>
        |AddBot { side, role, level }, _| room(Request::AddBot { side, role, level });
    "remove_bot", true, RemoveBot => |frame, _| room(Request::RemoveBot { side: frame.side, role: frame.role });
    "chat", true, Chat => |frame, _| room(Request::Chat { text: frame.text });
    "react", true, React => |frame, _| room(Request::React { emote: frame.emote });
    "rename", true, Rename => |frame, _| room(Request::Rename { name: frame.name });
    "mute", true, Mute => |frame, _| room(Request::Mute { player: frame.player, on: frame.on });
    "ban", true, Ban => |frame, _| room(Request::Ban { player: frame.player });
    "unban", true, Unban => |frame, _| room(Request::Unban { player: frame.player });
    "kick", true, Kick => |frame, _| room(Request::Kick { player: frame.player });
    "make_host", true, MakeHost => |frame, _| room(Request::MakeHost { player: frame.player });
    "start", true, Start => |_, _| room(Request::Start);
    "act", true, Act => |frame, game| match game {
        Some(game) => room(Request::Act { action: frames::action(&frame.action, game)? }),
        None => Ok(Ask::ActNowhere),
    };
    "sync", false, Sync => |_, _| Ok(Ask::Sync);
    "ping", false, Ping => |frame, _| Ok(Ask::Ping(frame));
}

#[expect(clippy::unnecessary_wraps, reason = "the lines of `frames!` share one shape")]
fn room(request: Request<AnyAction>) -> Result<Ask, Problem> {
    Ok(Ask::InRoom(request))
}

/// The first frame of a connection: who one is, or that one is new. Answered by `welcome`, and in a
/// room by the missed `events` or a `state`.
#[derive(Clone, PartialEq, Eq, Default, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The token that an earlier `welcome` gave. Left out by somebody new.
    #[serde(default, deserialize_with = "frames::given")]
    #[schemars(with = "String")]
    #[ts(optional)]
    pub token: Option<String>,
    /// The session to resume. With a dead or unknown one a new session begins, which is no error.
    #[serde(default, deserialize_with = "frames::given")]
    #[schemars(with = "String")]
    #[ts(optional)]
    pub session: Option<String>,
    /// The number of the last event that the client has; what came later is sent again.
    #[serde(default, deserialize_with = "frames::given_whole")]
    #[schemars(with = "u64", range(max = 9_007_199_254_740_991_u64))]
    #[ts(optional, type = "number")]
    pub last_seq: Option<u64>,
    /// A name; without one the server proposes one.
    #[serde(default, deserialize_with = "frames::given")]
    #[schemars(with = "String")]
    #[ts(optional)]
    pub name: Option<String>,
    /// What to be sent when something happens; `events` when nothing is said.
    #[serde(default, deserialize_with = "frames::given")]
    #[schemars(with = "Updates")]
    #[ts(optional)]
    pub updates: Option<Updates>,
}

impl std::fmt::Debug for Hello {
    // The token is a secret and stays out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hello")
            .field("token", &self.token.as_ref().map(|_| "hidden"))
            .field("session", &self.session)
            .field("last_seq", &self.last_seq)
            .field("name", &self.name)
            .field("updates", &self.updates)
            .finish()
    }
}

/// What a client is sent when something happens in its room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "snake_case")]
pub enum Updates {
    /// What happened.
    #[default]
    Events,
    /// A whole `state` each time.
    Full,
}

/// Makes a room and goes in. Answered by `ok` with `code`, then a `state`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateRoom {
    /// The game.
    pub game: GameKind,
    /// Options that differ from their defaults; `schema.json` has them all, as `WackeeSixOptions` and so on.
    #[serde(default, deserialize_with = "frames::options")]
    #[schemars(with = "BTreeMap<String, OptionValue>")]
    #[ts(as = "Option<BTreeMap<String, OptionValue>>", optional)]
    pub options: Map<String, Value>,
    /// Who can find the room; `private` when nothing is said.
    #[serde(default = "private")]
    #[ts(as = "Option<Visibility>", optional)]
    pub visibility: Visibility,
}

const fn private() -> Visibility {
    Visibility::Private
}

/// Goes into a room. Answered by `ok`, then a `state` that already holds the one who joined.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct JoinRoom {
    /// The room's code in any spelling: case, spaces and hyphens do not matter.
    pub code: String,
    /// As what; `player` when nothing is said.
    #[serde(rename = "as", default = "player")]
    #[ts(as = "Option<As>", optional)]
    pub as_: As,
}

const fn player() -> As {
    As::Player
}

/// Says something to everybody in the room. A few times in a while; where the option `chat` is on.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    /// The line, in one paragraph; too long is refused, never cut.
    pub text: String,
}

/// Shows an emote to everybody in the room. As often as one may chat.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct React {
    /// Which.
    pub emote: Emote,
}

/// Is called something else from now on, here and in every later room.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    /// The name.
    pub name: String,
}

/// Lets somebody say nothing more, or speak again. It lasts when they leave and come in again. The host's.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Mute {
    /// Whom.
    pub player: PlayerId,
    /// Whether silent from now on.
    pub on: bool,
}

/// Removes somebody from the room and keeps them out. The host's.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// Whom.
    pub player: PlayerId,
}

/// Lets somebody in again who was banned. The host's.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Unban {
    /// Whom.
    pub player: PlayerId,
}

/// Goes out of the room.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LeaveRoom {}

/// Goes into a public room of that game in which people wait for more, or opens one, in which bots take
/// the free places after a while. Answered as `join_room`; a place is held for a moment, to choose which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct QuickMatch {
    /// The game.
    pub game: GameKind,
}

/// Asks for the public rooms, the newest first. Answered by `ok` with `rooms` and, where more follow,
/// `next`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ListRooms {
    /// Only rooms of that game.
    #[serde(default, deserialize_with = "frames::given")]
    #[schemars(with = "GameKind")]
    #[ts(optional)]
    pub game: Option<GameKind>,
    /// The `next` of the part before; the first part when it is left out.
    #[serde(default, deserialize_with = "frames::given")]
    #[schemars(with = "String")]
    #[ts(optional)]
    pub after: Option<String>,
}

/// Watches the public rooms over this connection, or no longer. After the `ok` comes a `rooms`, and
/// another whenever the list has changed, at most one a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct WatchRooms {
    /// Whether.
    pub on: bool,
}

/// Takes a place at the table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// The side, from 1; in Super Rack-O the seat.
    pub side: Side,
    /// The role, in games with roles; the game chooses when it is left out or null.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub role: Option<Role>,
}

/// Gives the place up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Stand {}

/// Says that one is ready for the deal, or no longer.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Ready {
    /// Whether.
    pub ready: bool,
    /// 32 bytes of the player's own for the coming deal, as 64 hex digits.
    #[serde(default, deserialize_with = "frames::given")]
    #[schemars(with = "String", regex(pattern = "^[0-9a-fA-F]{64}$"))]
    #[ts(optional, type = "string")]
    pub entropy: Option<Seed>,
}

/// Changes options, between rounds. The host's.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SetOptions {
    /// Names and new values; the others stay.
    #[serde(deserialize_with = "frames::options")]
    #[schemars(with = "BTreeMap<String, OptionValue>")]
    #[ts(as = "BTreeMap<String, OptionValue>")]
    pub options: Map<String, Value>,
}

/// Puts a bot on a place. The host's.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct AddBot {
    /// The side, from 1; in Super Rack-O the seat.
    pub side: Side,
    /// The role, in games with roles; the game chooses when it is left out or null.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub role: Option<Role>,
    /// How well it plays; `normal` when nothing is said.
    #[serde(default)]
    #[ts(as = "Option<BotLevel>", optional)]
    pub level: BotLevel,
}

/// Takes the bot off a place. The host's.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct RemoveBot {
    /// The side, from 1; in Super Rack-O the seat.
    pub side: Side,
    /// The role; needed only where two bots share a side.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub role: Option<Role>,
}

/// Removes somebody from the room. The host's.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Kick {
    /// Whom.
    pub player: PlayerId,
}

/// Hands the host's rights over. The host's.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct MakeHost {
    /// To whom.
    pub player: PlayerId,
}

/// Deals, once every seated person is ready; from a match that is over, begins a new one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Start {}

/// An action of the room's game. Answered by `ok` with `seq`, or by `error`.
#[derive(Debug, Clone, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Which: `do` names it, the other fields belong to it.
    #[schemars(with = "AnyAction")]
    #[ts(as = "AnyAction")]
    pub action: Box<RawValue>,
}

/// Asks for a `state`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Sync {}

/// Asks whether somebody is there. Answered by `pong` with the same `t`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Ping {
    /// Comes back as it is, for instance to measure the way there and back.
    #[serde(default, deserialize_with = "frames::given")]
    #[schemars(with = "Number")]
    #[ts(optional, type = "number")]
    pub t: Option<Number>,
}

/// The value of an option; which values it takes stands in `schema.json`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum OptionValue {
    /// On or off.
    Switch(bool),
    /// A number; options take whole ones alone.
    Number(f64),
    /// One of several words.
    Word(String),
    /// None, for options that may be without a value.
    None,
}
