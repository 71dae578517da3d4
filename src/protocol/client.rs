//! What a client asks for, read from its frames.
//!
//! [`decode`] reads a frame in two steps, the strict pass of [`super::strict`] and then the frame's own
//! struct (all of them stand in [`super::asks`]); neither knows who sent it. What the words mean
//! together (may they do that, now, here?) is for the session and the room.

use serde_json::value::RawValue;

use super::asks::{self, TYPES};
pub use super::asks::{CreateRoom, Hello, JoinRoom, ListRooms, Ping, QuickMatch, Updates, WatchRooms};
use super::frames::{self, Problem};
use super::strict::{self, Fields};
use crate::code::{self, Code};
use crate::games::{AnyAction, GameKind};
use crate::nearest::nearest;
use crate::room::request::Request;

/// A frame that was understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The number that its answer carries; none for `hello`, `sync` and `ping`.
    pub id: Option<u64>,
    /// What it asks for.
    pub ask: Ask,
}

/// What a frame asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// Greets.
    Hello(Hello),
    /// Asks whether somebody is there.
    Ping(Ping),
    /// Asks for a `state`.
    Sync,
    /// Makes a room and goes in.
    CreateRoom(CreateRoom),
    /// Goes into a room.
    JoinRoom(JoinRoom),
    /// Goes out of the room.
    LeaveRoom,
    /// Goes into a public room, whichever.
    QuickMatch(QuickMatch),
    /// Asks for the public list.
    ListRooms(ListRooms),
    /// Watches the public list, or no longer.
    WatchRooms(WatchRooms),
    /// Asks something of the room that the client is in.
    InRoom(Request<AnyAction>),
    /// An action without a room, and so without a game that could read it.
    ActNowhere,
}

/// A frame that was not understood. The connection goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadFrame {
    /// The frame's `id`, where one could be read.
    pub id: Option<u64>,
    /// The frame's type, where it is a known one.
    pub of_type: Option<&'static str>,
    /// What is wrong, and where.
    pub problem: Problem,
}

impl BadFrame {
    /// The code.
    #[must_use]
    pub const fn code(&self) -> &'static Code {
        self.problem.code
    }
}

/// Reads a frame. `game` is the game of the client's room, if it is in one.
///
/// # Errors
/// The first thing that is wrong: the text, then `type`, then `id`, then the other fields.
pub fn decode(text: &str, game: Option<GameKind>) -> Result<Frame, BadFrame> {
    let fields = strict::read(text).map_err(|(unsound, fields)| {
        // A repeated `id` names no request.
        let about_id = unsound.path == "id";
        let id = find_id(&fields).filter(|_| !about_id);
        let code = if about_id && unsound.code == &code::BAD_FIELD { &code::BAD_ID } else { unsound.code };
        BadFrame { id, of_type: find_type(&fields).ok(), problem: Problem::at(code, unsound.path) }
    })?;
    let id = find_id(&fields);
    let of_type = find_type(&fields).map_err(|problem| BadFrame { id, of_type: None, problem })?;
    let bad = |problem| BadFrame { id, of_type: Some(of_type), problem };
    let numbered = asks::has_id(of_type);
    if numbered && id.is_none() {
        let missing = !fields.iter().any(|(name, _)| name == "id");
        let code = if missing { &code::MISSING_FIELD } else { &code::BAD_ID };
        return Err(bad(Problem::at(code, "id").taking("a whole number from 0 to 9007199254740991")));
    }
    let ask = asks::ask(of_type, &fields, game).map_err(bad)?;
    Ok(Frame { id: id.filter(|_| numbered), ask })
}

fn find<'a>(fields: &Fields<'a>, name: &str) -> Option<&'a RawValue> {
    fields.iter().find(|(key, _)| key == name).map(|(_, value)| *value)
}

fn find_id(fields: &Fields<'_>) -> Option<u64> {
    find(fields, "id").and_then(frames::whole)
}

fn find_type(fields: &Fields<'_>) -> Result<&'static str, Problem> {
    let raw = find(fields, "type").ok_or_else(|| Problem::at(&code::MISSING_FIELD, "type"))?;
    let word = serde_json::from_str::<String>(raw.get())
        .map_err(|_| Problem::at(&code::BAD_FIELD, "type").taking("text"))?;
    TYPES.iter().find(|known| **known == word).copied().ok_or_else(|| {
        let nearest = nearest(&word, TYPES.iter().copied()).map(str::to_owned);
        Problem { nearest, ..Problem::at(&code::UNKNOWN_TYPE, "type") }
    })
}
