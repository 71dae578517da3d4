//! How many connections there may be, and which one goes when there are too many.
//!
//! Until a connection is greeted nobody stands behind it, so it is counted by address, and over the
//! bound the oldest of the address makes room: a flood pushes its own connections out, while an honest
//! client of the same address, which says hello at once, always gets in. Over the bound for all
//! addresses the oldest of the address with the most makes room.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use super::address::Neighbourhood;
use crate::limits::{CONNECTIONS_MAX, DESCRIPTORS_RESERVED, UNGREETED_MAX, UNGREETED_PER_ADDRESS_MAX};

/// The bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// Connections in all.
    pub connections: usize,
    /// Those not yet greeted, in all.
    pub ungreeted: usize,
    /// Those not yet greeted, of one address.
    pub ungreeted_per_address: usize,
}

impl Default for Caps {
    fn default() -> Self {
        Self {
            connections: CONNECTIONS_MAX,
            ungreeted: UNGREETED_MAX,
            ungreeted_per_address: UNGREETED_PER_ADDRESS_MAX,
        }
    }
}

impl Caps {
    /// The bounds for a process that may open so many files: one address must not use them up.
    #[must_use]
    pub fn for_descriptors(descriptors: usize) -> Self {
        let usual = Self::default();
        let connections = descriptors.saturating_sub(DESCRIPTORS_RESERVED).clamp(16, usual.connections);
        let ungreeted = usual.ungreeted.min(connections / 2);
        Self { connections, ungreeted, ungreeted_per_address: usual.ungreeted_per_address.min(ungreeted / 2) }
    }
}

/// All connections of the process.
#[derive(Debug)]
pub struct Slots {
    caps: Caps,
    places: Arc<Semaphore>,
    ungreeted: Mutex<Ungreeted>,
}

#[derive(Debug, Default)]
struct Ungreeted {
    /// Grows with each connection, so that the smallest is the oldest.
    next: u64,
    count: usize,
    of: HashMap<Group, BTreeMap<u64, CancellationToken>>,
}

/// Whose connections are counted together; those of a trusted proxy are not, until the client behind
/// it is known.
type Group = Option<Neighbourhood>;

impl Ungreeted {
    fn put(&mut self, group: Group, id: u64, evicted: CancellationToken) {
        self.of.entry(group).or_default().insert(id, evicted);
        self.count += 1;
    }

    fn take(&mut self, group: Group, id: u64) -> Option<CancellationToken> {
        let of_group = self.of.get_mut(&group)?;
        let taken = of_group.remove(&id)?;
        if of_group.is_empty() {
            self.of.remove(&group);
        }
        self.count -= 1;
        Some(taken)
    }

    fn evict_oldest(&mut self, group: Group) {
        let oldest = self.of.get(&group).and_then(|of_group| of_group.keys().next().copied());
        if let Some(evicted) = oldest.and_then(|id| self.take(group, id)) {
            evicted.cancel();
        }
    }

    fn keep(&mut self, caps: Caps, group: Group) {
        if group.is_some() {
            while self.of.get(&group).map_or(0, BTreeMap::len) > caps.ungreeted_per_address {
                self.evict_oldest(group);
            }
        }
        while self.count > caps.ungreeted {
            let largest = self.of.iter().max_by_key(|(group, of_group)| (of_group.len(), **group));
            let Some((&group, _)) = largest else { return };
            self.evict_oldest(group);
        }
    }
}

impl Slots {
    /// No connections yet.
    #[must_use]
    pub fn new(caps: Caps) -> Arc<Self> {
        Arc::new(Self {
            caps,
            places: Arc::new(Semaphore::new(caps.connections)),
            ungreeted: Mutex::default(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Ungreeted> {
        self.ungreeted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a new connection, or `None` when all are taken. `address` is none while the client
    /// behind a trusted proxy is not known.
    pub fn open(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Slot> {
        let permit = self.places.clone().try_acquire_owned().ok()?;
        let evicted = CancellationToken::new();
        let group = address.map(Neighbourhood::from);
        let id = {
            let mut ungreeted = self.lock();
            let id = ungreeted.next;
            ungreeted.next += 1;
            ungreeted.put(group, id, evicted.clone());
            ungreeted.keep(self.caps, group);
            id
        };
        Some(Slot {
            slots: self.clone(),
            id,
            group: Mutex::new(group),
            evicted,
            done: AtomicBool::new(false),
            _permit: permit,
        })
    }

    /// Connections that are open, and those of them that are not greeted.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.caps.connections - self.places.available_permits(), self.lock().count)
    }
}

/// The place of one connection. It is free again when this is dropped.
#[derive(Debug)]
pub struct Slot {
    slots: Arc<Slots>,
    id: u64,
    group: Mutex<Group>,
    evicted: CancellationToken,
    done: AtomicBool,
    _permit: OwnedSemaphorePermit,
}

impl Slot {
    fn group(&self) -> MutexGuard<'_, Group> {
        self.group.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that a client stands behind the connection.
    pub fn greeted(&self) {
        let group = *self.group();
        self.slots.lock().take(group, self.id);
    }

    /// Counts the connection with the address of the client, found in what a trusted proxy sent.
    pub fn belongs_to(&self, address: IpAddr) {
        let mut group = self.group();
        let former = group.replace(address.into());
        let mut ungreeted = self.slots.lock();
        if let Some(evicted) = ungreeted.take(former, self.id) {
            ungreeted.put(*group, self.id, evicted);
            ungreeted.keep(self.slots.caps, *group);
        }
    }

    /// Waits until the connection has to make room.
    pub async fn evicted(&self) {
        self.evicted.cancelled().await;
    }

    /// Whether the connection has to make room.
    #[must_use]
    pub fn is_evicted(&self) -> bool {
        self.evicted.is_cancelled()
    }

    /// Says that the socket may just be closed: the peer has got our last words, or had its time.
    pub(super) fn hang_up(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Whether the socket may just be closed.
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Ordering::Relaxed) || self.is_evicted()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.greeted();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPS: Caps = Caps { connections: 10, ungreeted: 6, ungreeted_per_address: 3 };

    #[expect(clippy::unnecessary_wraps, reason = "as `open` takes it")]
    fn at(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, last]))
    }

    #[test]
    fn a_flood_pushes_its_own_oldest_out() {
        let slots = Slots::new(CAPS);
        let other = slots.open(at(9)).expect("a place");
        let flood: Vec<_> = (0..5).map(|_| slots.open(at(1)).expect("a place")).collect();
        let evicted: Vec<_> = flood.iter().map(Slot::is_evicted).collect();
        assert_eq!(evicted, [true, true, false, false, false]);
        assert!(!other.is_evicted());
        assert_eq!(slots.counts(), (6, 4));
        drop(flood);
        assert_eq!(slots.counts(), (1, 1));
    }

    #[test]
    fn over_the_bound_for_all_the_address_with_the_most_makes_room() {
        let slots = Slots::new(CAPS);
        let flood: Vec<_> = (0..3).map(|_| slots.open(at(1)).expect("a place")).collect();
        let others: Vec<_> = (2..6).map(|last| slots.open(at(last)).expect("a place")).collect();
        assert!(flood[0].is_evicted() && !flood[1].is_evicted());
        assert!(!others.iter().any(Slot::is_evicted));
    }

    #[test]
    fn the_greeted_are_not_evicted_and_places_are_bounded() {
        let slots = Slots::new(CAPS);
        let greeted: Vec<_> = (0..9)
            .map(|_| {
                let slot = slots.open(at(1)).expect("a place");
                slot.greeted();
                slot
            })
            .collect();
        let last = slots.open(at(1)).expect("a place");
        assert!(slots.open(at(2)).is_none(), "all places are taken");
        assert!(!greeted.iter().any(Slot::is_evicted) && !last.is_evicted());
        assert_eq!(slots.counts(), (10, 1));
    }

    #[test]
    fn behind_a_proxy_clients_are_counted_once_they_are_known() {
        let slots = Slots::new(CAPS);
        let unknown: Vec<_> = (0..5).map(|_| slots.open(None).expect("a place")).collect();
        assert!(!unknown.iter().any(Slot::is_evicted));
        for slot in &unknown {
            slot.belongs_to(IpAddr::from([192, 0, 2, 1]));
        }
        let evicted = unknown.iter().filter(|slot| slot.is_evicted()).count();
        assert_eq!((evicted, slots.counts().1), (2, 3));
    }

    #[test]
    fn few_descriptors_mean_few_connections() {
        assert_eq!(Caps::for_descriptors(1_000_000), Caps::default());
        let caps = Caps::for_descriptors(1_024);
        assert_eq!((caps.connections, caps.ungreeted, caps.ungreeted_per_address), (896, 448, 224));
    }
}
