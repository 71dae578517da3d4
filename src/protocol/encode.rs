//! A room's frames as JSON: what the room asks for by its trait.

use std::borrow::Cow;

use bytes::Bytes;

use super::close;
use super::server::{Accepted, Bye, Refused, ServerFrame as _};
use crate::code::Code;
use crate::games::Game;
use crate::room::answer::Answer;
use crate::room::encode::Encoder;
use crate::room::outbox::Close;
use crate::room::show::Shown;
use crate::room::view::{RoomView, You};

/// Writes frames as JSON.
#[derive(Debug, Clone, Copy, Default)]
pub struct Json;

/// An `events` frame over borrowed parts; the same fields as [`super::server::Events`].
#[derive(serde::Serialize)]
struct EventsOut<'a, E> {
    r#type: &'static str,
    seq: u64,
    events: &'a [E],
}

/// A `state` frame over borrowed parts; the same fields as [`super::server::State`].
#[derive(serde::Serialize)]
struct StateOut<'a, V> {
    r#type: &'static str,
    seq: u64,
    room: &'a RoomView,
    game: Option<&'a V>,
    you: &'a You,
}

fn written(frame: &impl serde::Serialize) -> Bytes {
    // Our own structs can be written, always; a client must not hang on a fault of ours if not.
    serde_json::to_vec(frame).map_or_else(|_| error(None, &crate::code::INTERNAL), Bytes::from)
}

impl<G: Game> Encoder<G> for Json {
    fn events(&self, seq: u64, events: &[Shown<G>]) -> Bytes {
        written(&EventsOut { r#type: "events", seq, events })
    }

    fn state(&self, seq: u64, room: &RoomView, game: Option<&G::View>, you: &You) -> Bytes {
        written(&StateOut { r#type: "state", seq, room, game, you })
    }

    fn answer(&self, id: u64, answer: &Answer<G>) -> Bytes {
        match answer {
            Answer::Accepted(accepted) => {
                let crate::room::answer::Accepted { seq, code, game } = accepted;
                Accepted { id, code: *code, seq: *seq, rooms: None, next: None, more: game.as_ref() }.encode()
            }
            Answer::Refused(refused) => refusal(Some(id), refused),
        }
    }

    fn kicked(&self) -> (Close, Bytes) {
        (as_close(&close::REMOVED), bye(&close::REMOVED, None))
    }
}

/// An `error` frame of a refusal.
#[must_use]
pub fn refusal(id: Option<u64>, refused: &crate::room::answer::Refused) -> Bytes {
    let crate::room::answer::Refused { code, message, seq, retry_after_ms, detail } = refused.clone();
    Refused { id, code, message, seq, retry_after_ms, detail }.encode()
}

/// An `error` frame with nothing but its code.
#[must_use]
pub fn error(id: Option<u64>, code: &'static Code) -> Bytes {
    Refused::<()>::of(code, id).encode()
}

/// A `bye` frame; `retry_after_ms` is when to come back, if that is known.
#[must_use]
pub fn bye(close: &'static close::Close, retry_after_ms: Option<u64>) -> Bytes {
    Bye { code: close.code, reason: Cow::Borrowed(close.reason), retry_after_ms }.encode()
}

/// An entry of the table as an outbox takes it.
#[must_use]
pub const fn as_close(close: &'static close::Close) -> Close {
    Close { code: close.code, reason: close.reason }
}
