//! Who made which rooms: a guest has so many awake at once, and makes so many over time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use std::collections::HashMap;

use crate::ids::PlayerId;
use crate::limits::{ADDRESSES_MAX, ROOMS_AWAKE_PER_GUEST_MAX, ROOMS_MADE_BURST, ROOMS_MADE_PER_HOUR};
use crate::rate::{Buckets, Rate};

/// The rooms that guests made.
#[derive(Debug)]
pub(super) struct Makers(Mutex<Inner>);

#[derive(Debug)]
struct Inner {
    made: Buckets<PlayerId>,
    awake: HashMap<PlayerId, usize>,
}

/// A room that counts for its maker until this is dropped.
#[derive(Debug)]
pub(super) struct Made {
    makers: Arc<Makers>,
    maker: PlayerId,
}

impl Default for Makers {
    fn default() -> Self {
        let rate = Rate { burst: ROOMS_MADE_BURST, count: ROOMS_MADE_PER_HOUR, per_ms: 60 * 60 * 1_000 };
        Self(Mutex::new(Inner { made: Buckets::new(rate, ADDRESSES_MAX), awake: HashMap::new() }))
    }
}

impl Makers {
    /// The counts, even if somebody panicked while holding them: they change in whole steps.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more room.
    ///
    /// # Errors
    /// When there are enough; with the milliseconds after which there may be one more, if time does it.
    pub(super) fn take(self: &Arc<Self>, maker: PlayerId, now_ms: u64) -> Result<Made, Option<u64>> {
        let mut inner = self.inner();
        if inner.awake.get(&maker).is_some_and(|awake| *awake >= ROOMS_AWAKE_PER_GUEST_MAX) {
            return Err(None);
        }
        inner.made.take(maker, now_ms).map_err(Some)?;
        *inner.awake.entry(maker).or_default() += 1;
        Ok(Made { makers: Arc::clone(self), maker })
    }

    /// Guests with a room awake.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.inner().awake.len()
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let mut inner = self.makers.inner();
        if let Some(awake) = inner.awake.get_mut(&self.maker) {
            *awake -= 1;
            if *awake == 0 {
                inner.awake.remove(&self.maker);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::SeededChance;

    #[test]
    fn a_guest_has_so_many_rooms_awake_and_makes_so_many_in_an_hour() {
        let makers = Arc::new(Makers::default());
        let mut chance = SeededChance::new([1; 32]);
        let (busy, other) = (PlayerId::from_chance(&mut chance), PlayerId::from_chance(&mut chance));
        let mut rooms: Vec<Made> =
            (0..ROOMS_AWAKE_PER_GUEST_MAX).map(|_| makers.take(busy, 0).expect("one")).collect();
        assert_eq!(makers.take(busy, 0).err(), Some(None));
        assert!(makers.take(other, 0).is_ok(), "each guest has a count of their own");
        let mut made = rooms.len();
        rooms.clear();
        assert_eq!(makers.len(), 0, "nothing is left of rooms that sleep");
        while makers.take(busy, 0).is_ok() {
            made += 1;
        }
        assert_eq!(made, ROOMS_MADE_BURST as usize);
        let wait = makers.take(busy, 0).err().flatten().expect("a time");
        assert!(makers.take(busy, wait - 1).is_err() && makers.take(busy, wait).is_ok());
    }
}
