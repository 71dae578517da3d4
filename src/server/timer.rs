//! hyper's timer over the injected clock, so that the time for a request's header follows it too.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use hyper::rt::{Sleep, Timer};

use crate::clock::Clock;

/// The clock as hyper sees it.
#[derive(Clone)]
pub(super) struct ClockTimer {
    clock: Arc<dyn Clock>,
    /// The instant that stands for 0 of the clock; only differences matter.
    zero: Instant,
}

impl ClockTimer {
    #[expect(
        clippy::disallowed_methods,
        reason = "an arbitrary zero: hyper wants instants, all of them come from here"
    )]
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, zero: Instant::now() }
    }
}

impl Timer for ClockTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        let clock = self.clock.clone();
        let at = deadline.saturating_duration_since(self.zero).as_millis();
        let at = u64::try_from(at).unwrap_or(u64::MAX);
        Box::pin(ClockSleep(Mutex::new(Box::pin(async move { clock.sleep_until(at).await }))))
    }

    fn now(&self) -> Instant {
        self.zero + Duration::from_millis(self.clock.now_ms())
    }
}

/// The lock only makes it `Sync`, which hyper asks for; polling goes past it.
struct ClockSleep(Mutex<Pin<Box<dyn Future<Output = ()> + Send>>>);

impl Future for ClockSleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).as_mut().poll(cx)
    }
}

impl Sleep for ClockSleep {}
