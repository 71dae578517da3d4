//! The pings of one connection, and whether they are answered.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Notify;

use crate::clock::Clock;
use crate::limits::{PING_EVERY_MS, SILENT_PEER_MS};

/// The pings of one connection.
#[derive(Debug, Default)]
pub(super) struct Pulse {
    /// Pings since the last pong.
    unanswered: AtomicU64,
    /// Wakes the writer for a ping.
    due: Notify,
}

/// Pings without an answer that a peer may have when the next one is due.
const UNANSWERED_MAX: u64 = SILENT_PEER_MS / PING_EVERY_MS - 1;

impl Pulse {
    /// Waits for the next ping's time.
    pub(super) async fn due(&self) {
        self.due.notified().await;
    }

    /// Notes a pong.
    pub(super) fn answered(&self) {
        self.unanswered.store(0, Ordering::Relaxed);
    }

    /// Asks for a ping at the fixed interval; comes back when the former one is still unanswered, be it
    /// that it could not be written.
    pub(super) async fn until_silent(&self, clock: &dyn Clock) {
        loop {
            clock.sleep_until(clock.now_ms().saturating_add(PING_EVERY_MS)).await;
            if self.unanswered.fetch_add(1, Ordering::Relaxed) >= UNANSWERED_MAX {
                return;
            }
            self.due.notify_one();
        }
    }
}
