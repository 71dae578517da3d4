//! Puts replays in the place of what the log has of matches that are over, beside the play.

use std::sync::Arc;

use super::Grounds;
use crate::limits::{ARCHIVE_EVERY_MS, ARCHIVE_MATCHES};
use crate::replay::keep::compact;
use crate::store::{Store, Unavailable};

/// Looks for matches that are over now and then, until `stopping` is ready. What is half done by then
/// changes nothing.
pub async fn run(grounds: Grounds, stopping: impl Future<Output = ()>) {
    let Grounds { store, clock, .. } = grounds;
    let work = async {
        loop {
            clock.sleep_until(clock.now_ms() + ARCHIVE_EVERY_MS).await;
            if let Err(why) = sweep(&store).await {
                tracing::debug!(%why, "matches that are over stay in the log for now");
            }
        }
    };
    tokio::select! {
        () = work => {}
        () = stopping => {}
    }
}

/// Puts all matches away that are over and still in the log; comes back with how many.
///
/// # Errors
/// When the store does not answer.
pub async fn sweep(store: &Arc<dyn Store>) -> Result<usize, Unavailable> {
    let mut done = 0;
    loop {
        // The oldest first. Each one leaves this list, whatever comes of it.
        let page = store.matches(true, None, ARCHIVE_MATCHES).await?;
        if page.is_empty() {
            return Ok(done);
        }
        for record in page {
            if let Some(why) = compact(&**store, &record).await? {
                tracing::warn!(game = %record.id, %why, "a game has no replay and stays in the log");
            }
            done += 1;
        }
    }
}
