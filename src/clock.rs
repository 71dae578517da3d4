//! The only reading of the time.
//!
//! [`SystemClock`] leaves out the time in which the whole process stood (a stopped process, a laptop
//! that slept), so that no deadline expires while nobody could act. [`ManualClock`] is moved by hand.

use std::future::Future;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use async_trait::async_trait;
use tokio::sync::watch;

use crate::limits::{STALL_MS, TICK_MS};

/// A source of time.
#[async_trait]
pub trait Clock: Send + Sync + 'static {
    /// Milliseconds since some fixed instant, never backwards, without the time the process stood.
    fn now_ms(&self) -> u64;

    /// Unix time in milliseconds, for logs and rows; never for a deadline.
    fn unix_ms(&self) -> u64;

    /// How often the process stood so far.
    fn stalls(&self) -> u64;

    /// Comes back when the process has stood more often than `seen` times. Cancel-safe.
    async fn stalled(&self, seen: u64);

    /// Comes back at `at_ms` of [`Clock::now_ms`], or soon after.
    async fn sleep_until(&self, at_ms: u64);
}

/// Runs `work` for at most `ms` milliseconds of `clock`; `None` when the time was up first.
pub async fn within<F: Future>(clock: &dyn Clock, ms: u64, work: F) -> Option<F::Output> {
    let until = clock.now_ms().saturating_add(ms);
    tokio::select! {
        biased;
        done = work => Some(done),
        () = clock.sleep_until(until) => None,
    }
}

/// What a reading of the machine's clock told.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// Milliseconds since the start.
    real_ms: u64,
    /// Milliseconds in which the process had stood until then.
    stood_ms: u64,
}

/// The machine's clock.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
    /// What the last reading told. Behind a lock: between noticing a gap and accounting for it nobody may
    /// read, or a deadline that has not come would be seen as past.
    seen: Mutex<Seen>,
    /// How often the process stood.
    stalls: watch::Sender<u64>,
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl SystemClock {
    /// A clock that starts now. [`SystemClock::tick`] must run beside it, or every quiet second looks
    /// like a stop.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the clock itself")]
    pub fn new() -> Self {
        Self { start: Instant::now(), seen: Mutex::default(), stalls: watch::Sender::new(0) }
    }

    /// Ticks for ever, so that a gap between two readings tells that the process stood.
    #[expect(clippy::disallowed_methods, reason = "the clock itself")]
    pub async fn tick(&self) {
        let mut every = tokio::time::interval(Duration::from_millis(TICK_MS));
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        loop {
            every.tick().await;
            self.now_ms();
        }
    }

    /// Whoever reads first after a stop accounts for it, so that no deadline is looked at before.
    fn read(&self, real_ms: u64) -> u64 {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let gap = real_ms.saturating_sub(seen.real_ms);
        seen.real_ms = seen.real_ms.max(real_ms);
        if gap > STALL_MS {
            seen.stood_ms += gap - TICK_MS;
            self.stalls.send_modify(|stalls| *stalls += 1);
        }
        seen.real_ms.saturating_sub(seen.stood_ms)
    }
}

#[async_trait]
impl Clock for SystemClock {
    fn now_ms(&self) -> u64 {
        self.read(u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    #[expect(clippy::disallowed_methods, reason = "the clock itself")]
    fn unix_ms(&self) -> u64 {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    fn stalls(&self) -> u64 {
        *self.stalls.borrow()
    }

    async fn stalled(&self, seen: u64) {
        let mut stalls = self.stalls.subscribe();
        // The sender lives as long as the clock that this borrows, so waiting cannot fail.
        let _ = stalls.wait_for(|stalls| *stalls > seen).await;
    }

    #[expect(clippy::disallowed_methods, reason = "the clock itself")]
    async fn sleep_until(&self, at_ms: u64) {
        loop {
            let now = self.now_ms();
            if now >= at_ms {
                return;
            }
            tokio::time::sleep(Duration::from_millis(at_ms - now)).await;
        }
    }
}

/// A clock that stands until it is moved.
#[derive(Debug)]
pub struct ManualClock {
    now: watch::Sender<u64>,
    unix_start_ms: u64,
    stalls: watch::Sender<u64>,
}

impl Default for ManualClock {
    fn default() -> Self {
        Self::new()
    }
}

impl ManualClock {
    /// A clock at 0.
    #[must_use]
    pub fn new() -> Self {
        Self { now: watch::Sender::new(0), unix_start_ms: 1_800_000_000_000, stalls: watch::Sender::new(0) }
    }

    /// Moves the clock forward by `ms` milliseconds.
    pub fn advance(&self, ms: u64) {
        self.now.send_modify(|now| *now += ms);
    }

    /// Tells everyone that the process stood (time itself does not move).
    pub fn stall(&self) {
        self.stalls.send_modify(|stalls| *stalls += 1);
    }
}

#[async_trait]
impl Clock for ManualClock {
    fn now_ms(&self) -> u64 {
        *self.now.borrow()
    }

    fn unix_ms(&self) -> u64 {
        self.unix_start_ms + self.now_ms()
    }

    fn stalls(&self) -> u64 {
        *self.stalls.borrow()
    }

    async fn stalled(&self, seen: u64) {
        let mut stalls = self.stalls.subscribe();
        // As above.
        let _ = stalls.wait_for(|stalls| *stalls > seen).await;
    }

    async fn sleep_until(&self, at_ms: u64) {
        let mut now = self.now.subscribe();
        // The sender lives as long as the clock that this borrows, so waiting cannot fail.
        let _ = now.wait_for(|&now| now >= at_ms).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn time_in_which_the_process_stood_does_not_count() {
        let clock = SystemClock::new();
        assert_eq!(clock.read(0), 0);
        assert_eq!(clock.read(100), 100);
        assert_eq!(clock.read(900), 900, "a gap below a second is no stop");
        assert_eq!(clock.read(5_900), 900 + TICK_MS, "five seconds of standing still");
        assert_eq!(clock.stalls(), 1);
        assert_eq!(clock.read(6_000), 1_000 + TICK_MS);
    }

    #[test]
    fn whoever_reads_while_a_stop_is_accounted_for_sees_no_jump() {
        // Each reading comes after a stop, and only one tick of a stop counts.
        let (clock, readings) = (SystemClock::new(), AtomicU64::new(0));
        let read = || {
            for _ in 0..20_000 {
                let real_ms = (readings.fetch_add(1, Ordering::SeqCst) + 1) * 2 * STALL_MS;
                let shown_ms = clock.read(real_ms);
                assert!(shown_ms <= readings.load(Ordering::SeqCst) * TICK_MS, "a jump to {shown_ms}");
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(read);
            scope.spawn(read);
        });
    }

    #[tokio::test]
    async fn a_manual_clock_wakes_its_sleepers() {
        let clock = ManualClock::new();
        let (woken, ()) = tokio::join!(within(&clock, 50, std::future::pending::<()>()), async {
            clock.advance(49);
            tokio::task::yield_now().await;
            clock.advance(1);
        });
        assert_eq!((woken, clock.now_ms()), (None, 50));
    }
}
