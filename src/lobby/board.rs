//! The board: the public rooms that are awake, as they show themselves.
//!
//! It lists them (the newest first, in parts), tells whoever watches when something has changed, and
//! picks one for somebody who wants to be matched. Nothing is decided here: whether somebody gets in is
//! the room's decision, and a row may be a moment old. Next: `meeting`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::watch;

use crate::games::GameKind;
use crate::ids::RoomCode;
use crate::limits::{LIST_EVERY_MS, LIST_ROWS_MAX};
use crate::protocol::rooms::{RoomRow, RoomsPage};
use crate::protocol::server::{Rooms, ServerFrame as _};
use crate::room::listing::{Board as Shows, Listing};

/// See the module.
#[derive(Debug)]
pub struct Board {
    rows: Mutex<Rows>,
    /// The number of changes that anybody could see.
    changes: watch::Sender<u64>,
    cried: Mutex<Cried>,
}

#[derive(Debug, Default)]
struct Rows {
    /// By the number that a room got when it came onto the board.
    by_number: BTreeMap<u64, (RoomCode, Listing)>,
    numbers: BTreeMap<RoomCode, u64>,
    /// Places that somebody is on the way to.
    promised: BTreeMap<RoomCode, usize>,
    last: u64,
}

/// The last frame for those who watch.
#[derive(Debug, Default)]
struct Cried {
    change: u64,
    at_ms: u64,
    frame: Option<Bytes>,
}

impl Default for Board {
    fn default() -> Self {
        Self { rows: Mutex::default(), changes: watch::Sender::new(1), cried: Mutex::default() }
    }
}

impl Shows for Board {
    fn show(&self, code: RoomCode, listing: Option<Listing>) {
        let visible = |listing: &Listing| listing.connected > 0;
        let changed = {
            let mut rows = self.rows();
            let number = rows.numbers.get(&code).copied();
            let before = number.and_then(|number| rows.by_number.remove(&number)).map(|(_, listing)| listing);
            let changed = before.as_ref().filter(|before| visible(before))
                != listing.as_ref().filter(|now| visible(now));
            if let Some(listing) = listing {
                // A room that nobody saw yet, or nobody any more, comes to the front when people are in it.
                let kept = number.filter(|_| before.as_ref().is_some_and(visible) || !visible(&listing));
                let number = kept.unwrap_or_else(|| {
                    rows.last += 1;
                    rows.last
                });
                rows.numbers.insert(code, number);
                rows.by_number.insert(number, (code, listing));
            } else {
                rows.numbers.remove(&code);
            }
            changed
        };
        if changed {
            self.changes.send_modify(|changes| *changes += 1);
        }
    }
}

impl Board {
    /// The rows, even if somebody panicked while holding them: they change in whole steps.
    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many rooms are on it, shown or not.
    pub fn len(&self) -> usize {
        self.rows().numbers.len()
    }

    /// Whether no room is on it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A part of the list: rooms with people in them, of that game if one is named, from behind the row
    /// that `after` names. None if `after` is nothing that this list has given.
    pub fn page(&self, game: Option<GameKind>, after: Option<&str>, now_ms: u64) -> Option<RoomsPage> {
        let before = match after {
            Some(after) => after.parse::<u64>().ok()?,
            None => u64::MAX,
        };
        let rows = self.rows();
        let mut shown = rows.by_number.range(..before).rev().filter(|(_, (_, listing))| {
            listing.connected > 0 && game.is_none_or(|game| listing.game == game)
        });
        let page: Vec<_> = shown.by_ref().take(LIST_ROWS_MAX).collect();
        let next = page.last().map(|(number, _)| number.to_string()).filter(|_| shown.next().is_some());
        let rooms = page.iter().map(|(_, (code, listing))| RoomRow::of(*code, listing, now_ms)).collect();
        Some(RoomsPage { rooms, next })
    }

    /// A watch over the list that has seen nothing of it yet.
    pub fn watch(&self) -> Watch {
        Watch { changes: self.changes.subscribe(), seen: 0 }
    }

    /// When the next frame may be made, in the clock's milliseconds.
    fn next_frame_ms(&self) -> u64 {
        let cried = self.cried.lock().unwrap_or_else(PoisonError::into_inner);
        if cried.frame.is_none() { 0 } else { cried.at_ms.saturating_add(LIST_EVERY_MS) }
    }

    /// The frame for those who watch, made at most once in a while and shared by all, and the number of
    /// the last change in it.
    fn frame(&self, now_ms: u64) -> (u64, Bytes) {
        let mut cried = self.cried.lock().unwrap_or_else(PoisonError::into_inner);
        let change = *self.changes.borrow();
        if let Some(frame) = &cried.frame
            && now_ms < cried.at_ms.saturating_add(LIST_EVERY_MS)
        {
            return (cried.change, frame.clone());
        }
        let RoomsPage { rooms, next } = self.page(None, None, now_ms).unwrap_or_default();
        let frame = Rooms { rooms, next }.encode();
        *cried = Cried { change, at_ms: now_ms, frame: Some(frame.clone()) };
        (change, frame)
    }

    /// Picks a room of that game for one more player, but none of `passed`: the one with the most
    /// people, then the one that has been here longest. The place is promised until the guard is dropped,
    /// so that two who look at once do not both count on it.
    pub(super) fn pick(self: &Arc<Self>, game: GameKind, passed: &[RoomCode]) -> Option<Promise> {
        let mut rows = self.rows();
        let promised = |code: &RoomCode| rows.promised.get(code).copied().unwrap_or(0);
        let fits = |(code, listing): &(RoomCode, Listing)| {
            listing.game == game
                && listing.waits
                && listing.seats_free > promised(code)
                && !passed.contains(code)
        };
        let fitting = rows.by_number.iter().filter(|(_, row)| fits(row));
        let best = fitting.min_by_key(|(number, (_, listing))| (Reverse(listing.connected), **number));
        let code = best.map(|(_, (code, _))| *code)?;
        *rows.promised.entry(code).or_default() += 1;
        Some(Promise { board: Arc::clone(self), code })
    }

    /// Promises a place in a room that was just opened.
    pub(super) fn promise(self: &Arc<Self>, code: RoomCode) -> Promise {
        *self.rows().promised.entry(code).or_default() += 1;
        Promise { board: Arc::clone(self), code }
    }

    fn let_go(&self, code: RoomCode) {
        let mut rows = self.rows();
        if let Some(promised) = rows.promised.get_mut(&code) {
            *promised -= 1;
            if *promised == 0 {
                rows.promised.remove(&code);
            }
        }
    }
}

/// A place in a room that somebody is on the way to.
#[derive(Debug)]
pub struct Promise {
    board: Arc<Board>,
    code: RoomCode,
}

impl Promise {
    /// The room.
    pub fn code(&self) -> RoomCode {
        self.code
    }
}

impl Drop for Promise {
    fn drop(&mut self) {
        self.board.let_go(self.code);
    }
}

/// Somebody who watches the list.
#[derive(Debug)]
pub struct Watch {
    changes: watch::Receiver<u64>,
    seen: u64,
}

impl Watch {
    /// The next frame that says something new, as soon as there is one and at most once in a while.
    /// Cancel-safe: what was not handed out comes with the next call.
    pub async fn next(&mut self, board: &Board, clock: &dyn crate::clock::Clock) -> Bytes {
        let seen = self.seen;
        // The board lives as long as the lobby that this borrows from, so waiting cannot fail.
        let _ = self.changes.wait_for(|change| *change > seen).await;
        // Whoever has seen nothing gets what there is.
        if seen > 0 {
            clock.sleep_until(board.next_frame_ms()).await;
        }
        let (change, frame) = board.frame(clock.now_ms());
        self.seen = change;
        frame
    }

    /// The last frame did not reach the client: it gets another one.
    pub fn lost(&mut self) {
        self.seen = 0;
    }
}
