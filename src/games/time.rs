//! Room time: whole milliseconds in which a room was awake, and the stamp of an event.
//!
//! Arithmetic only; nothing here reads a clock.

use serde::{Deserialize, Serialize};

/// An instant in a room: milliseconds since it was made, not counting the time it slept or stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RoomTime(pub u64);

impl RoomTime {
    /// The instant `ms` milliseconds later.
    #[must_use]
    pub const fn plus(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// Milliseconds from `earlier` to this instant; 0 if `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// An event's number in its room (1, 2, 3, …) and its instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// The number.
    pub seq: u64,
    /// The instant.
    pub at: RoomTime,
}
