//! How a connection ends: the close and the `bye` ahead of it, made of the table of close codes.

use bytes::Bytes;

use crate::protocol::close as table;
use crate::protocol::server::{Bye, ServerFrame as _};
use crate::room::outbox::Close;

/// The peer closed; never sent, as the answer to a close has the peer's own code.
pub(super) const PEER_CLOSED: Close = Close { code: 1000, reason: "peer_closed" };
/// The socket is gone; never sent.
pub(super) const LOST: Close = Close { code: 1006, reason: "lost" };

/// An entry of the table as the outbox takes it.
pub(super) fn by(entry: &'static table::Close) -> Close {
    Close { code: entry.code, reason: entry.reason }
}

/// The frame `bye` that goes ahead of a close. `retry_after_ms` is when to come back, if that is known.
pub(super) fn bye(close: Close, retry_after_ms: Option<u64>) -> Bytes {
    Bye { code: close.code, reason: close.reason.into(), retry_after_ms }.encode()
}
