//! A room's frames as bytes: what [`crate::room`] asks for through its trait.

use bytes::Bytes;

use super::close;
use super::server::{Accepted, Bye, Events, Refused, ServerFrame, State};
use crate::games::Game;
use crate::room::answer::Answer;
use crate::room::encode::Encoder;
use crate::room::outbox;
use crate::room::show::Shown;
use crate::room::view::{RoomView, You};

/// Writes the frames of this protocol.
#[derive(Debug, Clone, Copy, Default)]
pub struct Json;

impl<G: Game> Encoder<G> for Json {
    fn events(&self, seq: u64, events: &[Shown<G>]) -> Bytes {
        Events { seq, events: events.iter().collect() }.encode()
    }

    fn state(&self, seq: u64, room: &RoomView, game: Option<&G::View>, you: &You) -> Bytes {
        State { seq, room: room.clone(), game, you: *you }.encode()
    }

    fn answer(&self, id: u64, answer: &Answer<G>) -> Bytes {
        match answer {
            Answer::Accepted(accepted) => {
                let more = accepted.game.as_ref();
                Accepted { id, code: accepted.code, seq: accepted.seq, more }.encode()
            }
            Answer::Refused(refused) => Refused {
                id: Some(id),
                code: refused.code.clone(),
                message: refused.message.clone(),
                seq: refused.seq,
                retry_after_ms: refused.retry_after_ms,
                detail: refused.detail.as_ref(),
            }
            .encode(),
        }
    }

    fn kicked(&self) -> (outbox::Close, Bytes) {
        ((&close::REMOVED).into(), Bye::of(&close::REMOVED, None).encode())
    }
}
