//! The answer to a request: accepted, or refused with a code. Kept for repeats of the same request.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::code::{Code, CodeName};
use crate::games::{Game, Refusal};
use crate::ids::RoomCode;

/// An answer. Exactly one goes to each request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Answer<G: Game> {
    /// It was done.
    Accepted(Accepted<G>),
    /// It was not.
    Refused(Refused),
}

/// What an `ok` holds besides the request's id.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Accepted<G: Game> {
    /// For an action: the last event it made, or the current number if it made none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seq: Option<u64>,
    /// For a request that entered a room: its code.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub code: Option<RoomCode>,
    /// For an action: what the game adds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub game: Option<G::Accepted>,
}

/// What an `error` holds besides the request's id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Refused {
    /// The code's name.
    pub code: CodeName,
    /// The sentence.
    pub message: CodeName,
    /// For an action: the state it was judged against, after its cost if it had one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seq: Option<u64>,
    /// When to try again, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub retry_after_ms: Option<u64>,
    /// More about it: an object.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<Value>,
}

impl Refused {
    /// A refusal with nothing but its code.
    #[must_use]
    pub fn plain(code: &'static Code) -> Self {
        Self {
            code: code.name.into(),
            message: code.message.into(),
            seq: None,
            retry_after_ms: None,
            detail: None,
        }
    }

    /// The same with a detail.
    #[must_use]
    pub fn with(mut self, detail: Value) -> Self {
        self.detail = Some(detail);
        self
    }

    /// The same with a time to wait, in milliseconds.
    #[must_use]
    pub fn after(mut self, retry_after_ms: u64) -> Self {
        self.retry_after_ms = Some(retry_after_ms);
        self
    }

    /// A game's refusal, without its cost.
    #[must_use]
    pub fn of<G: Game>(refusal: &Refusal<G>) -> Self {
        // A detail that cannot be written is left out: the code says what happened.
        let detail = refusal.detail.as_ref().and_then(|detail| serde_json::to_value(detail).ok());
        Self { detail, ..Self::plain(refusal.code) }
    }
}

impl From<&'static Code> for Refused {
    fn from(code: &'static Code) -> Self {
        Self::plain(code)
    }
}
