//! The writing half of a WebSocket: all that waits in the outbox leaves with one flush, pings between,
//! the close at the end. Decides nothing.

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use bytes::Bytes;
use futures_util::SinkExt as _;
use futures_util::stream::SplitSink;

use super::pulse::Pulse;
use crate::room::outbox::{Batch, Outbox};

/// Writes until the close has left or the socket fails.
pub(super) async fn write(mut sink: SplitSink<WebSocket, Message>, outbox: &Outbox, pulse: &Pulse) {
    loop {
        let written = tokio::select! {
            // First, so that traffic without a pause does not keep the pings back.
            biased;
            () = pulse.due() => sink.send(Message::Ping(Bytes::new())).await.map(|()| false),
            batch = outbox.next() => {
                let written = write_batch(&mut sink, batch).await;
                outbox.written();
                written
            }
        };
        match written {
            Ok(false) => (),
            // An error is the peer's going: the reading half sees it too.
            Ok(true) | Err(_) => return,
        }
    }
}

/// Comes back whether the close has left.
async fn write_batch(sink: &mut SplitSink<WebSocket, Message>, batch: Batch) -> Result<bool, axum::Error> {
    for frame in batch.frames {
        match Utf8Bytes::try_from(frame) {
            Ok(text) => sink.feed(Message::Text(text)).await?,
            Err(error) => tracing::error!(%error, "a frame that is not text was dropped"),
        }
    }
    if let Some(close) = batch.then {
        let frame = CloseFrame { code: close.code, reason: Utf8Bytes::from_static(close.reason) };
        sink.feed(Message::Close(Some(frame))).await?;
    }
    sink.flush().await?;
    Ok(batch.then.is_some())
}
