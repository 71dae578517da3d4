//! How often one client gets event frames: 60 a second over time, 15 at once.
//!
//! Events that must leave with an answer may go over the rate; the next ones wait the longer for it.

use crate::limits::{EVENT_FRAMES_BURST, EVENT_FRAMES_PER_SECOND};

/// Parts of a millisecond in which the rate is whole: one frame is [`FRAME`] of them.
const PARTS_PER_MS: u64 = EVENT_FRAMES_PER_SECOND;
/// What one frame costs, in parts.
const FRAME: u64 = 1_000;

/// The pace of one client (the "virtual scheduling" form of a leaky bucket).
#[derive(Debug, Clone, Copy, Default)]
pub struct Pace {
    /// When the frames so far would all have left at the even rate, in parts.
    even_at: u64,
}

impl Pace {
    /// Whether a frame may leave at `now_ms`.
    #[must_use]
    pub fn allows(&self, now_ms: u64) -> bool {
        self.even_at + FRAME <= now_ms * PARTS_PER_MS + EVENT_FRAMES_BURST * FRAME
    }

    /// A frame leaves at `now_ms`, allowed or not.
    pub fn take(&mut self, now_ms: u64) {
        self.even_at = self.even_at.max(now_ms * PARTS_PER_MS) + FRAME;
    }

    /// From when a frame may leave, in milliseconds: on a grid that all clients share, so that those
    /// who wait get the same frame, made once.
    #[must_use]
    pub fn next_ms(&self) -> u64 {
        let at = (self.even_at + FRAME).saturating_sub(EVENT_FRAMES_BURST * FRAME);
        // The grid's step is one frame at the even rate.
        at.div_ceil(FRAME) * FRAME / PARTS_PER_MS + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_and_then_sixty_a_second() {
        let mut pace = Pace::default();
        let (start, mut sent, mut now) = (10_000, 0, 10_000);
        while now < start + 2_000 {
            if pace.allows(now) {
                pace.take(now);
                sent += 1;
            }
            now += 1;
        }
        assert!((EVENT_FRAMES_BURST + 118..=EVENT_FRAMES_BURST + 120).contains(&sent), "{sent}");
    }

    #[test]
    fn what_went_over_the_rate_is_waited_for() {
        let mut pace = Pace::default();
        for _ in 0..30 {
            pace.take(5_000);
        }
        assert!(!pace.allows(5_000));
        let next = pace.next_ms();
        assert!((5_250..=5_290).contains(&next), "{next}");
        assert!(pace.allows(next));
    }
}
