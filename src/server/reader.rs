//! The reading half of a WebSocket: frames in, nothing understood. What breaks the protocol becomes a
//! close code here.

use std::error::Error as _;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::StreamExt as _;
use futures_util::stream::SplitStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite;

use super::closing::{PEER_CLOSED, by, bye};
use super::pulse::Pulse;
use crate::clock::Clock;
use crate::limits::{CONTROLS_BURST, CONTROLS_PER_SECOND};
use crate::protocol::close;
use crate::rate::{Bucket, Rate};
use crate::room::outbox::{Close, Outbox};

/// How the reading ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// The socket is gone, or both sides have closed.
    Gone,
    /// The peer broke the protocol, and nothing more can be read: it gets this close.
    Broken(Close),
}

/// Reads until the end. Text goes to `frames_in`, but once the connection is closing nothing is handed
/// on: what still comes is read for the peer's answer to the close.
pub(super) async fn read(
    mut stream: SplitStream<WebSocket>,
    frames_in: mpsc::Sender<Utf8Bytes>,
    outbox: &Outbox,
    clock: &dyn Clock,
    pulse: &Pulse,
) -> End {
    let mut controls = Bucket::new(Rate::per_second(CONTROLS_PER_SECOND, CONTROLS_BURST), clock.now_ms());
    loop {
        tokio::select! {
            () = outbox.ready_to_read() => (),
            _ = outbox.closing_since() => (),
        }
        let message = match stream.next().await {
            None => return End::Gone,
            Some(Err(error)) => return end_of(&error),
            Some(Ok(message)) => message,
        };
        match message {
            Message::Text(text) => tokio::select! {
                place = frames_in.reserve() => {
                    if let Ok(place) = place {
                        place.send(text);
                    }
                }
                _ = outbox.closing_since() => (),
            },
            Message::Binary(_) => {
                let binary = by(&close::BINARY);
                outbox.close(binary, Some(bye(binary, None)));
            }
            Message::Close(_) => {
                // The answer is written as the reading goes on; nothing else may follow the peer's close.
                outbox.close_now(PEER_CLOSED, None);
            }
            Message::Ping(_) | Message::Pong(_) => {
                if matches!(message, Message::Pong(_)) {
                    pulse.answered();
                }
                if controls.take(clock.now_ms()).is_err() {
                    let flood = by(&close::TOO_MANY_FRAMES);
                    outbox.close(flood, Some(bye(flood, None)));
                }
            }
        }
    }
}

/// What an error of the WebSocket library means.
fn end_of(error: &axum::Error) -> End {
    use tungstenite::Error;
    use tungstenite::error::{CapacityError, ProtocolError};
    match error.source().and_then(|source| source.downcast_ref::<Error>()) {
        Some(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => End::Gone,
        Some(Error::Protocol(_)) => End::Broken(by(&close::PROTOCOL_ERROR)),
        Some(Error::Utf8(_)) => End::Broken(by(&close::NOT_UTF8)),
        Some(Error::Capacity(CapacityError::MessageTooLong { .. })) => End::Broken(by(&close::TOO_LARGE)),
        _ => End::Gone,
    }
}
