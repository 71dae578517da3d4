//! Room time on the process's clock: it runs while the room is awake and stands while it cannot keep
//! anything. Arithmetic only; nothing here reads a clock.

use crate::games::RoomTime;

/// Turns instants of the process's clock into room time.
#[derive(Debug, Clone, Copy)]
pub struct RoomClock {
    base: RoomTime,
    /// When room time was `base`, in the clock's milliseconds; none while it stands.
    running_since_ms: Option<u64>,
}

impl RoomClock {
    /// Room time goes on from `base` at `now_ms`.
    #[must_use]
    pub fn starting(base: RoomTime, now_ms: u64) -> Self {
        Self { base, running_since_ms: Some(now_ms) }
    }

    /// The room time of an instant. One before the last stop or start counts as that.
    #[must_use]
    pub fn at(&self, clock_ms: u64) -> RoomTime {
        self.base.plus(self.running_since_ms.map_or(0, |since| clock_ms.saturating_sub(since)))
    }

    /// When room time will be `at`, in the clock's milliseconds; none while it stands.
    #[must_use]
    pub fn when(&self, at: RoomTime) -> Option<u64> {
        self.running_since_ms.map(|since| since.saturating_add(at.since(self.base)))
    }

    /// Room time stands from `now_ms` on.
    pub fn stop(&mut self, now_ms: u64) {
        self.base = self.at(now_ms);
        self.running_since_ms = None;
    }

    /// Room time runs again from `now_ms` on.
    pub fn go(&mut self, now_ms: u64) {
        if self.running_since_ms.is_none() {
            self.running_since_ms = Some(now_ms);
        }
    }

    /// Whether room time stands.
    #[must_use]
    pub fn stands(&self) -> bool {
        self.running_since_ms.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_time_stands_between_stop_and_go() {
        let mut clock = RoomClock::starting(RoomTime(500), 10_000);
        assert_eq!(clock.at(10_250), RoomTime(750));
        assert_eq!(clock.when(RoomTime(1_000)), Some(10_500));
        clock.stop(10_300);
        assert_eq!((clock.at(99_000), clock.when(RoomTime(1_000))), (RoomTime(800), None));
        clock.go(20_000);
        assert_eq!(clock.at(20_100), RoomTime(900));
        assert_eq!(clock.at(15_000), RoomTime(800), "what arrived while it stood counts as the end of it");
    }
}
