//! How a room's frames become bytes: a trait, so that the room knows no JSON.

use bytes::Bytes;

use super::answer::Answer;
use super::show::Shown;
use super::view::{RoomView, You};
use crate::games::Game;

/// Writes frames. Asked once for each audience, not once for each client.
pub trait Encoder<G: Game>: Send + Sync + 'static {
    /// An `events` frame; `seq` is the number of the last event.
    fn events(&self, seq: u64, events: &[Shown<G>]) -> Bytes;

    /// A `state` frame.
    fn state(&self, seq: u64, room: &RoomView, game: Option<&G::View>, you: &You) -> Bytes;

    /// An `ok` or `error` frame for request `id`.
    fn answer(&self, id: u64, answer: &Answer<G>) -> Bytes;

    /// A `bye` frame for somebody whom the host removed.
    fn kicked(&self) -> (super::outbox::Close, Bytes);
}
