//! The appends of one room, one after the other, in the order in which they were asked for. They would
//! otherwise overtake each other on the pool's connections. Rooms never wait for each other here.

use std::sync::Arc;

use dashmap::DashMap;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::ids::RoomId;

/// The rooms that have an append under way. As many as there are appends, and no more.
#[derive(Debug, Default)]
pub(super) struct Turns(DashMap<RoomId, Arc<Mutex<()>>>);

impl Turns {
    /// Waits for the appends of the room that came before. The place in the queue is taken when this is
    /// first polled.
    pub async fn take(self: &Arc<Self>, room: RoomId) -> Turn {
        // The map's guard is gone at the end of this statement: none is held while this waits.
        let lock = Arc::clone(&self.0.entry(room).or_default());
        let waiting = Leave { turns: Arc::clone(self), room };
        Turn { _guard: lock.lock_owned().await, _leave: waiting }
    }

    /// How many rooms have an append under way.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// One append's turn, until it is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    // Fields are dropped in this order: the lock is free before the map is looked at.
    _guard: OwnedMutexGuard<()>,
    _leave: Leave,
}

/// Takes the room out of the map when nobody else waits, also if the wait was given up.
#[derive(Debug)]
struct Leave {
    turns: Arc<Turns>,
    room: RoomId,
}

impl Drop for Leave {
    fn drop(&mut self) {
        // Whoever takes the lock out of the map does so under the map's own lock, as this does.
        self.turns.0.remove_if(&self.room, |_, lock| Arc::strong_count(lock) == 1);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::chance::SeededChance;

    fn room(number: u8) -> RoomId {
        RoomId::new(1, &mut SeededChance::new([number; 32]))
    }

    #[tokio::test]
    async fn turns_of_a_room_come_in_order_and_others_do_not_wait() {
        let turns = Arc::new(Turns::default());
        let first = turns.take(room(1)).await;
        let mut second = Box::pin(turns.take(room(1)));
        assert!(second.as_mut().now_or_never().is_none(), "the first is not done");
        let mut third = Box::pin(turns.take(room(1)));
        assert!(third.as_mut().now_or_never().is_none());
        let other = turns.take(room(2)).now_or_never().expect("another room does not wait");
        drop(first);
        assert!(third.as_mut().now_or_never().is_none(), "the second comes before the third");
        let second = second.as_mut().now_or_never().expect("its turn");
        drop(second);
        drop(third.as_mut().now_or_never().expect("its turn"));
        drop(other);
        assert_eq!(turns.len(), 0, "nothing is left of rooms that have no append under way");
    }

    #[tokio::test]
    async fn who_stops_waiting_leaves_nothing_behind() {
        let turns = Arc::new(Turns::default());
        let first = turns.take(room(1)).await;
        let mut second = Box::pin(turns.take(room(1)));
        assert!(second.as_mut().now_or_never().is_none());
        drop(second);
        drop(first);
        assert_eq!(turns.len(), 0);
    }
}
