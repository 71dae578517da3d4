//! What the server sends: one struct and one line in `frames!` for each frame.
//!
//! Where a game is inside, the frame is generic, so that a room writes its game's own types and no
//! detour is taken; `proto/` describes the unions over all games. Nothing is hidden here: what goes in
//! was made for the one who gets it. A field that does not apply is null where it says so, and is left
//! out where it is optional.

use std::borrow::Cow;

use bytes::Bytes;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use ts_rs::TS;

use super::client::BadFrame;
use super::close::Close;
use super::rooms::RoomRow;
use crate::code::Code;
use crate::games::list::{AnyAccepted, AnyDetail, AnyShown, AnyView};
use crate::ids::{PlayerId, RoomCode, SessionId};
use crate::limits;
use crate::room::view::{RoomShown, RoomView, You};

/// A frame that the server sends.
pub trait ServerFrame: Serialize {
    /// Its `type`.
    const TYPE: &'static str;

    /// The frame as JSON text.
    fn encode(&self) -> Bytes {
        #[derive(Serialize)]
        struct Tagged<'a, T: ?Sized> {
            r#type: &'static str,
            #[serde(flatten)]
            frame: &'a T,
        }
        // Our own structs can be written, always; a client must not hang on a fault of ours if not.
        serde_json::to_vec(&Tagged { r#type: Self::TYPE, frame: self })
            .map_or(Bytes::from_static(UNWRITTEN), Bytes::from)
    }
}

/// What is sent in place of a frame that could not be written.
const UNWRITTEN: &[u8] =
    br#"{"type":"error","code":"internal","message":"The server made a mistake; it has been written down."}"#;

/// Visits the type of each frame, for what is generated from them.
pub trait VisitFrames {
    /// Is given the frame of the type `word`.
    fn visit<T: ServerFrame + JsonSchema + TS + 'static>(&mut self);
}

/// Makes the closed set of frames: for each its word, its struct, and the struct over all games.
macro_rules! frames {
    ($($word:literal, $frame:ident$(<$param:ident>)?, $any:ty;)*) => {
        /// The types of frames that the server may send.
        pub const TYPES: &[&str] = &[$($word),*];

        $(impl$(<$param: Serialize>)? ServerFrame for $frame$(<$param>)? {
            const TYPE: &'static str = $word;
        })*

        /// Visits all frames, in the order of the list.
        pub fn visit(visitor: &mut impl VisitFrames) {
            $(visitor.visit::<$any>();)*
        }
    };
}

frames! {
    "welcome", Welcome, Welcome;
    "ok", Accepted<A>, Accepted<AnyAccepted>;
    "error", Refused<D>, Refused<Detail>;
    "state", State<V>, State<AnyView>;
    "events", Events<E>, Events<AnyEvent>;
    "rooms", Rooms, Rooms;
    "pong", Pong, Pong;
    "bye", Bye, Bye;
}

/// The answer to `hello`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Welcome {
    /// The version of the protocol.
    pub protocol: u32,
    /// The server's name and version.
    pub server: String,
    /// What a client must keep to.
    pub limits: Limits,
    /// The session, to be resumed after the connection was lost.
    pub session: SessionId,
    /// Who the client is.
    pub player: Me,
    /// The player's secret, only when it was just made: keep it, and send it in `hello`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    #[ts(optional)]
    pub token: Option<String>,
    /// The room that the player is in, or null. A frame of that room follows, unless the client has missed
    /// nothing.
    #[ts(as = "Option<String>")]
    pub room: Option<RoomCode>,
    /// Whether the session goes on (otherwise it is new).
    pub resumed: bool,
    /// The server's clock, for logs: Unix time in milliseconds.
    #[ts(type = "number")]
    pub now: u64,
}

impl std::fmt::Debug for Welcome {
    // The token is a secret and stays out of logs.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Welcome")
            .field("session", &self.session)
            .field("player", &self.player)
            .field("token", &self.token.as_ref().map(|_| "hidden"))
            .field("room", &self.room)
            .field("resumed", &self.resumed)
            .finish_non_exhaustive()
    }
}

/// What a client must keep to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Limits {
    /// The largest frame that a client may send, in bytes.
    #[ts(type = "number")]
    pub frame_bytes: usize,
    /// Frames that a client may send over time, in frames a second.
    pub frames_per_second: u32,
    /// Frames that a client may send at once, in frames.
    pub frames_burst: u32,
    /// The longest line of chat, in letters as people see them.
    #[ts(type = "number")]
    pub chat_letters: usize,
    /// The longest name, in letters as people see them.
    #[ts(type = "number")]
    pub name_letters: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            frame_bytes: limits::FRAME_BYTES_MAX,
            frames_per_second: limits::FRAMES_PER_SECOND,
            frames_burst: limits::FRAMES_BURST,
            chat_letters: limits::CHAT_LETTERS_MAX,
            name_letters: limits::NAME_LETTERS_MAX,
        }
    }
}

/// Who a client is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Me {
    /// The player.
    pub id: PlayerId,
    /// The name as others see it.
    pub name: String,
}

// `A` is an object, or an option of one.
/// A request was done. What else stands in it depends on the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(concrete(A = AnyAccepted))]
pub struct Accepted<A> {
    /// The request's `id`.
    #[ts(type = "number")]
    pub id: u64,
    /// For `create_room`, `join_room` and `quick_match`: the room's code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "RoomCode")]
    #[ts(optional, as = "Option<String>")]
    pub code: Option<RoomCode>,
    /// For `act`: the last event that the action made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    #[ts(optional, type = "number")]
    pub seq: Option<u64>,
    /// For `list_rooms`: a part of the public rooms, the newest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<RoomRow>")]
    #[ts(optional)]
    pub rooms: Option<Vec<RoomRow>>,
    /// For `list_rooms`: what to send as `after` for the part that follows, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    #[ts(optional)]
    pub next: Option<String>,
    /// For `act`: what the game adds.
    #[serde(flatten)]
    pub more: A,
}

impl<A> Accepted<Option<A>> {
    /// An `ok` that says no more than that.
    #[must_use]
    pub const fn plain(id: u64) -> Self {
        Self { id, code: None, seq: None, rooms: None, next: None, more: None }
    }
}

/// A request was refused, or a frame could not be read. The connection goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(concrete(D = Detail))]
pub struct Refused<D> {
    /// The `id` of the frame, whenever one could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    #[ts(optional, type = "number")]
    pub id: Option<u64>,
    /// The stable code; `codes.json` has all of them.
    pub code: Cow<'static, str>,
    /// What happened and what to do, for people.
    pub message: Cow<'static, str>,
    /// For `act`: the number of the state that it was judged against, after its cost if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    #[ts(optional, type = "number")]
    pub seq: Option<u64>,
    /// How long to wait before the next try, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    #[ts(optional, type = "number")]
    pub retry_after_ms: Option<u64>,
    /// More about it; what, depends on `code`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "D")]
    #[ts(optional)]
    pub detail: Option<D>,
}

impl<D> Refused<D> {
    /// A refusal with its code's sentence and nothing else.
    #[must_use]
    pub const fn of(code: &'static Code, id: Option<u64>) -> Self {
        let (code, message) = (Cow::Borrowed(code.name), Cow::Borrowed(code.message));
        Self { id, code, message, seq: None, retry_after_ms: None, detail: None }
    }
}

impl From<BadFrame> for Refused<Detail> {
    fn from(bad: BadFrame) -> Self {
        let refused = Self::of(bad.problem.code, bad.id);
        if bad.problem.path.is_empty() {
            return refused;
        }
        let field =
            FieldDetail { path: bad.problem.path, nearest: bad.problem.nearest, takes: bad.problem.takes };
        Self { detail: Some(Detail::Field(field)), ..refused }
    }
}

/// More about a refusal.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum Detail {
    /// For codes about a field.
    Field(FieldDetail),
    /// For `already_in_room`.
    Room(RoomDetail),
    /// For codes of a game.
    Game(AnyDetail),
}

/// A field that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct FieldDetail {
    /// Where it stands, such as `options.target` or `action.swap.row`.
    pub path: String,
    /// The known name that was probably meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    #[ts(optional)]
    pub nearest: Option<String>,
    /// What the field takes, as a phrase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    #[ts(optional)]
    pub takes: Option<String>,
}

/// The room that the client is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct RoomDetail {
    /// Its code.
    #[ts(as = "String")]
    pub code: RoomCode,
}

/// All there is to draw, as the client may see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(concrete(V = AnyView))]
pub struct State<V> {
    /// The number of the last event in it; the next event follows it.
    #[ts(type = "number")]
    pub seq: u64,
    /// The room.
    pub room: RoomView,
    /// The table, or null before the first deal.
    pub game: Option<V>,
    /// The one who gets it.
    pub you: You,
}

/// What happened, in order and without a gap.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, TS)]
#[ts(concrete(E = AnyEvent))]
pub struct Events<E> {
    /// The number of the last one; the first has `seq - events.length + 1`.
    #[ts(type = "number")]
    pub seq: u64,
    /// One or more, each with its `e`.
    #[schemars(length(min = 1))]
    pub events: Vec<E>,
}

/// An event of a room or of one of the games.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum AnyEvent {
    /// Of the room.
    Room(RoomShown),
    /// Of its game.
    Game(AnyShown),
}

/// The public rooms, for who watches them: the first part of what `list_rooms` gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Rooms {
    /// The rooms, the newest first.
    pub rooms: Vec<RoomRow>,
    /// What to send as `after` in `list_rooms` for those that follow, if any do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// The answer to `ping`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Pong {
    /// The `t` of the ping, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Number")]
    #[ts(optional, type = "number")]
    pub t: Option<Number>,
    /// The server's clock, for logs: Unix time in milliseconds.
    #[ts(type = "number")]
    pub now: u64,
}

/// The last frame before the server closes the connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Bye {
    /// The close code that follows.
    pub code: u16,
    /// Its reason; `codes.json` has all of them.
    pub reason: Cow<'static, str>,
    /// When to come back, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    #[ts(optional, type = "number")]
    pub retry_after_ms: Option<u64>,
}

impl Bye {
    /// Tells that `close` follows, and when to come back.
    #[must_use]
    pub const fn of(close: &'static Close, retry_after_ms: Option<u64>) -> Self {
        Self { code: close.code, reason: Cow::Borrowed(close.reason), retry_after_ms }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code;

    #[test]
    fn what_stands_in_for_an_unwritten_frame_is_the_plain_internal_error() {
        assert_eq!(Refused::<()>::of(&code::INTERNAL, None).encode(), UNWRITTEN);
    }

    #[test]
    fn optional_fields_are_left_out_and_the_type_comes_first() {
        let ok = Accepted::<Option<()>>::plain(7).encode();
        assert_eq!(ok, br#"{"type":"ok","id":7}"#.as_slice());
    }
}
