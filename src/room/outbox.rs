//! The bounded queue of one connection: the room puts frames in and never waits, the writer takes all
//! that wait at once.
//!
//! A client that falls behind gets one fresh state in place of what it missed
//! ([`Outbox::replace_with_state`]); one that does not even take that in time is told by
//! [`Outbox::too_slow`]. No sockets, no encoding: frames come as ready text.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::Notify;

use crate::clock::Clock;
use crate::limits::{OUTBOX_ANSWERS_MAX, OUTBOX_BYTES_MAX, OUTBOX_FRAMES_MAX, TOO_SLOW_MS};

/// What a frame is, which decides what happens to it when the client falls behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Events of the room: a state replaces them.
    Events,
    /// The public list: a state replaces it (the room or the lobby sends the next one anyway).
    Rooms,
    /// A state: a newer one replaces it.
    State,
    /// An answer to a request (`ok`, `error`, `pong`): kept, after the state of the room it is about.
    Answer,
    /// What has to come before a state: `welcome`, and the `ok` of a request that enters a room. Kept,
    /// ahead of the state.
    Other,
}

impl Class {
    /// Whether a fresh state stands for it.
    const fn replaceable(self) -> bool {
        matches!(self, Self::Events | Self::Rooms | Self::State)
    }
}

/// What became of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Pushed {
    /// It waits for the writer.
    Queued,
    /// The client is too far behind; nothing was queued. Call [`Outbox::replace_with_state`].
    Overflow,
    /// The connection is closing; nothing was queued.
    Closed,
}

/// How a connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Close {
    /// The close code.
    pub code: u16,
    /// The reason, for people; at most 123 bytes.
    pub reason: &'static str,
}

/// What the writer has to do next.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Frames to send, in order, with one flush.
    pub frames: Vec<Bytes>,
    /// The close to send after them.
    pub then: Option<Close>,
}

/// The queue of one connection.
pub struct Outbox {
    clock: Arc<dyn Clock>,
    inner: Mutex<Inner>,
    /// Wakes the writer.
    waiting: Notify,
    /// Wakes the reader.
    room_for_answers: Notify,
    /// Wakes who watches for a client that is too slow.
    lag: Notify,
    /// Wakes who tells of the public list.
    list: Notify,
    /// Wakes who waits for the connection to begin closing.
    closed: Notify,
}

#[derive(Default)]
struct Inner {
    frames: VecDeque<(Class, Bytes)>,
    waiting: Load,
    in_flight: Load,
    close: Option<Close>,
    closing_since: Option<u64>,
    /// Whether the client was not told of the public list what it should have been.
    list_lost: bool,
}

/// What a part of the frames (those that wait, those that are being written) amounts to.
#[derive(Debug, Default, Clone, Copy)]
struct Load {
    /// Frames that a state could replace, and their bytes.
    replaceable: usize,
    replaceable_bytes: usize,
    /// Frames that are kept, and their bytes.
    kept: usize,
    kept_bytes: usize,
    /// When the state among them was put in place of a backlog.
    lagging_since: Option<u64>,
}

impl Load {
    fn add(&mut self, class: Class, bytes: usize) {
        if class.replaceable() {
            self.replaceable += 1;
            self.replaceable_bytes += bytes;
        } else {
            self.kept += 1;
            self.kept_bytes += bytes;
        }
    }
}

impl Inner {
    fn put(&mut self, class: Class, frame: Bytes) {
        self.waiting.add(class, frame.len());
        self.frames.push_back((class, frame));
    }

    fn lagging_since(&self) -> Option<u64> {
        self.in_flight.lagging_since.or(self.waiting.lagging_since)
    }

    fn ready_to_read(&self) -> bool {
        self.waiting.kept + self.in_flight.kept < OUTBOX_ANSWERS_MAX
            && self.waiting.kept_bytes + self.in_flight.kept_bytes < OUTBOX_BYTES_MAX
    }
}

impl std::fmt::Debug for Outbox {
    // Frames are no matter for logs: they hold what one viewer alone may see.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Outbox")
    }
}

impl Outbox {
    /// An empty queue; `clock` tells for how long a client has been behind.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            inner: Mutex::default(),
            waiting: Notify::new(),
            room_for_answers: Notify::new(),
            lag: Notify::new(),
            list: Notify::new(),
            closed: Notify::new(),
        }
    }

    /// Nothing that holds the lock can leave the queue half changed, so a poisoned lock is as good.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a frame (UTF-8 text). Answers always fit, as nothing more is read from a socket while too
    /// many of them wait.
    pub fn push(&self, class: Class, frame: Bytes) -> Pushed {
        self.push_many([(class, frame)])
    }

    /// Queues frames that leave in one write, or none of them.
    pub fn push_many(&self, frames: impl IntoIterator<Item = (Class, Bytes)>) -> Pushed {
        let frames: Vec<_> = frames.into_iter().collect();
        {
            let mut inner = self.lock();
            if inner.close.is_some() {
                return Pushed::Closed;
            }
            let mut after = inner.waiting;
            for (class, frame) in &frames {
                after.add(*class, frame.len());
            }
            // A lone state may be larger than the bound: nothing smaller could stand for it.
            let lone_state = inner.waiting.replaceable == 0
                && after.replaceable == 1
                && frames.iter().any(|(class, _)| *class == Class::State);
            let grows = after.replaceable > inner.waiting.replaceable;
            let too_much =
                after.replaceable > OUTBOX_FRAMES_MAX || after.replaceable_bytes > OUTBOX_BYTES_MAX;
            if grows && too_much && !lone_state {
                return Pushed::Overflow;
            }
            for (class, frame) in frames {
                inner.put(class, frame);
            }
        }
        self.waiting.notify_one();
        Pushed::Queued
    }

    /// Queues the public list in place of one that still waits. If it does not fit, or a state takes its
    /// place, [`Outbox::list_lost`] tells so.
    pub fn push_rooms(&self, frame: Bytes) -> Pushed {
        {
            let mut inner = self.lock();
            let former = inner.frames.iter().position(|(class, _)| *class == Class::Rooms);
            if let Some((_, former)) = former.and_then(|at| inner.frames.remove(at)) {
                inner.waiting.replaceable -= 1;
                inner.waiting.replaceable_bytes -= former.len();
            }
        }
        let pushed = self.push(Class::Rooms, frame);
        if pushed == Pushed::Overflow {
            self.lock().list_lost = true;
        }
        pushed
    }

    /// Comes back once the client has caught up, if it was not told of the public list what it should
    /// have been. For one who tells. Cancel-safe.
    pub async fn list_lost(&self) {
        loop {
            {
                let mut inner = self.lock();
                let idle = inner.frames.is_empty() && inner.in_flight.replaceable == 0;
                if inner.list_lost && idle {
                    inner.list_lost = false;
                    return;
                }
            }
            self.list.notified().await;
        }
    }

    /// Puts one state in place of all events, lists and states that wait. It comes after what has to
    /// stand before a state ([`Class::Other`]) and before the answers to what was asked since then: the
    /// answers from before an entrance are about another room, and the `ok` of leaving that one must not
    /// come behind the state of this one. From now on the client counts as lagging until the state is
    /// written.
    pub fn replace_with_state(&self, state: Bytes) -> Pushed {
        {
            let mut inner = self.lock();
            if inner.close.is_some() {
                return Pushed::Closed;
            }
            inner.list_lost |= inner.frames.iter().any(|(class, _)| *class == Class::Rooms);
            let since = inner.waiting.lagging_since.unwrap_or_else(|| self.clock.now_ms());
            inner.waiting = Load { lagging_since: Some(since), ..Load::default() };
            let mut first = std::mem::take(&mut inner.frames);
            let entered = first.iter().rposition(|(class, _)| *class == Class::Other);
            let after = first.split_off(entered.map_or(0, |at| at + 1));
            let kept = |frames: VecDeque<(Class, Bytes)>| {
                frames.into_iter().filter(|(class, _)| !class.replaceable())
            };
            for (class, frame) in kept(first).chain([(Class::State, state)]).chain(kept(after)) {
                inner.put(class, frame);
            }
        }
        self.waiting.notify_one();
        self.lag.notify_one();
        Pushed::Queued
    }

    /// Ends the connection: what waits is still written, then `last` (a `bye`), then the close. The
    /// first close wins; comes back whether this was it.
    pub fn close(&self, close: Close, last: Option<Bytes>) -> bool {
        self.shut(close, last, false)
    }

    /// Ends the connection without what waits, for a client that does not take it. `last` and the close
    /// are still tried. After another close only the frames are dropped.
    pub fn close_now(&self, close: Close, last: Option<Bytes>) -> bool {
        self.shut(close, last, true)
    }

    fn shut(&self, close: Close, last: Option<Bytes>, drop_waiting: bool) -> bool {
        let first = {
            let mut inner = self.lock();
            if drop_waiting {
                inner.frames.clear();
                inner.waiting = Load::default();
            }
            let first = inner.close.is_none();
            if first {
                inner.close = Some(close);
                inner.closing_since = Some(self.clock.now_ms());
                if let Some(last) = last {
                    inner.put(Class::Other, last);
                }
            }
            first
        };
        self.waiting.notify_one();
        self.lag.notify_one();
        self.closed.notify_waiters();
        first
    }

    /// The close, once one was asked for.
    pub fn closing(&self) -> Option<Close> {
        self.lock().close
    }

    /// Waits until a close was asked for; tells when that was, in the clock's milliseconds.
    pub async fn closing_since(&self) -> u64 {
        loop {
            let closed = self.closed.notified();
            tokio::pin!(closed);
            // Registered before the look, so that no close slips in between.
            closed.as_mut().enable();
            if let Some(since) = self.lock().closing_since {
                return since;
            }
            closed.await;
        }
    }

    /// Waits for something to write and takes all of it. For the writer alone. Cancel-safe.
    pub async fn next(&self) -> Batch {
        loop {
            {
                let mut inner = self.lock();
                if !inner.frames.is_empty() || inner.close.is_some() {
                    let taken = std::mem::take(&mut inner.waiting);
                    let before = inner.in_flight;
                    // A batch that was given up before it was written (the writer was cancelled) still
                    // counts until the next one has been.
                    inner.in_flight = Load {
                        kept: before.kept + taken.kept,
                        kept_bytes: before.kept_bytes + taken.kept_bytes,
                        lagging_since: before.lagging_since.or(taken.lagging_since),
                        ..taken
                    };
                    let frames = std::mem::take(&mut inner.frames);
                    return Batch {
                        frames: frames.into_iter().map(|(_, frame)| frame).collect(),
                        then: inner.close,
                    };
                }
            }
            self.waiting.notified().await;
        }
    }

    /// Says that everything taken so far has been written to the socket.
    pub fn written(&self) {
        self.lock().in_flight = Load::default();
        self.room_for_answers.notify_one();
        self.lag.notify_one();
        self.list.notify_one();
    }

    /// Comes back when so few answers wait that more may be read from the socket. For the reader alone.
    pub async fn ready_to_read(&self) {
        while !self.lock().ready_to_read() {
            self.room_for_answers.notified().await;
        }
    }

    /// Comes back when a state that was put in place of a backlog has not been written in time. For one
    /// watcher.
    pub async fn too_slow(&self) {
        loop {
            let since = self.lock().lagging_since();
            let Some(since) = since else {
                self.lag.notified().await;
                continue;
            };
            let until = since.saturating_add(TOO_SLOW_MS);
            if self.clock.now_ms() >= until {
                return;
            }
            tokio::select! {
                () = self.clock.sleep_until(until) => (),
                () = self.lag.notified() => (),
            }
        }
    }
}

#[cfg(test)]
mod tests;
