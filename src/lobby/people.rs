//! Who is connected: at most one connection for each player, the newest.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use dashmap::DashMap;
use dashmap::mapref::entry::Entry;

use crate::ids::{ConnId, PlayerId, SessionId};
use crate::limits::{ANSWERS_KEPT, PEOPLE_REMEMBERED_MAX};
use crate::rate::{Bucket, Rate};
use crate::room::outbox::Outbox;

/// All players with a connection.
#[derive(Debug, Default)]
pub struct People {
    players: DashMap<PlayerId, Arc<Person>>,
    /// Players without a connection who are remembered all the same, in the order in which they went.
    gone: Mutex<VecDeque<PlayerId>>,
    connections: AtomicU64,
}

/// A player with a connection.
#[derive(Debug)]
pub struct Person {
    /// Entering, leaving and taking a seat over go one at a time, so that they take effect in one order.
    /// An asynchronous lock on purpose: it is held while a room and the store answer, and only another
    /// connection of the same player ever waits for it.
    pub door: tokio::sync::Mutex<()>,
    /// What the player may still send, whatever the connection.
    pace: Mutex<FramePace>,
    /// Answers outside rooms, for repeats of the same request.
    answers: Mutex<Answers>,
    line: Mutex<Option<(ConnId, Arc<Outbox>)>>,
}

/// The buckets of a player's frames: those that are done, those over the rate that are refused with an
/// answer (the others are dropped unread), and all over the rate, until the connection is closed.
#[derive(Debug)]
pub struct FramePace {
    done: Bucket,
    refused: Bucket,
    patience: Bucket,
}

/// The last answers of requests that no room knows of, in one session.
#[derive(Debug, Default)]
struct Answers {
    session: Option<SessionId>,
    frames: VecDeque<(u64, Bytes)>,
}

/// What becomes of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Toll {
    /// It is read and done.
    Pass,
    /// It is refused, and may come again after so many milliseconds.
    Refuse(u64),
    /// It is dropped unread.
    Drop,
    /// The connection is closed.
    Close,
}

impl FramePace {
    /// Nothing was sent yet.
    #[must_use]
    pub fn new(now_ms: u64) -> Self {
        use crate::limits::{
            FRAMES_BURST, FRAMES_PER_SECOND, FRAMES_REFUSED_MAX, PATIENCE_FRAMES, PATIENCE_PER_SECOND,
        };
        Self {
            done: Bucket::new(Rate::per_second(FRAMES_PER_SECOND, FRAMES_BURST), now_ms),
            refused: Bucket::new(Rate::per_second(FRAMES_PER_SECOND, FRAMES_REFUSED_MAX), now_ms),
            patience: Bucket::new(Rate::per_second(PATIENCE_PER_SECOND, PATIENCE_FRAMES), now_ms),
        }
    }

    /// Takes a frame that came at `now_ms`.
    pub fn take(&mut self, now_ms: u64) -> Toll {
        let Err(retry_after_ms) = self.done.take(now_ms) else { return Toll::Pass };
        if self.patience.take(now_ms).is_err() {
            return Toll::Close;
        }
        if self.refused.take(now_ms).is_ok() { Toll::Refuse(retry_after_ms) } else { Toll::Drop }
    }
}

impl People {
    /// A number for a new connection, higher than all before.
    pub fn next_conn(&self) -> ConnId {
        ConnId(self.connections.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// The player, who is about to have a connection.
    pub fn person(&self, player: PlayerId, now_ms: u64) -> Arc<Person> {
        let fresh = || {
            Arc::new(Person {
                door: tokio::sync::Mutex::new(()),
                pace: Mutex::new(FramePace::new(now_ms)),
                answers: Mutex::default(),
                line: Mutex::new(None),
            })
        };
        Arc::clone(&self.players.entry(player).or_insert_with(fresh))
    }

    /// Whether the player has a connection.
    pub fn is_connected(&self, player: PlayerId) -> bool {
        let person = self.players.get(&player).map(|entry| Arc::clone(entry.value()));
        person.is_some_and(|person| person.line.lock().unwrap_or_else(PoisonError::into_inner).is_some())
    }

    /// Players with a connection.
    pub fn len(&self) -> usize {
        self.players.len()
    }

    /// Whether nobody is connected.
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// Forgets a connection that has ended; the player too, if no newer one is there.
    pub fn forget(&self, player: PlayerId, conn: ConnId) {
        let Entry::Occupied(entry) = self.players.entry(player) else { return };
        let person = Arc::clone(entry.get());
        let mut line = person.line.lock().unwrap_or_else(PoisonError::into_inner);
        if line.as_ref().is_some_and(|(present, _)| *present == conn) {
            *line = None;
        }
        // Two: the map's and this one. A third is a connection that is being greeted.
        if line.is_none() && Arc::strong_count(&person) == 2 {
            if person.lock_answers().frames.is_empty() {
                entry.remove();
                return;
            }
            drop(line);
            drop(entry);
            self.remember_for_a_while(player);
        }
    }

    /// Keeps what a player who went was refused, so that a repeat after a reconnect gets the same
    /// answer; the oldest of many are forgotten.
    fn remember_for_a_while(&self, player: PlayerId) {
        let forgotten = {
            let mut gone = self.gone.lock().unwrap_or_else(PoisonError::into_inner);
            gone.push_back(player);
            if gone.len() > PEOPLE_REMEMBERED_MAX { gone.pop_front() } else { None }
        };
        if let Some(player) = forgotten
            && let Entry::Occupied(entry) = self.players.entry(player)
        {
            let person = Arc::clone(entry.get());
            let line = person.line.lock().unwrap_or_else(PoisonError::into_inner);
            if line.is_none() && Arc::strong_count(&person) == 2 {
                entry.remove();
            }
        }
    }
}

impl Person {
    fn lock_answers(&self) -> MutexGuard<'_, Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a frame that came at `now_ms`.
    pub fn toll(&self, now_ms: u64) -> Toll {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner).take(now_ms)
    }

    /// The answer that request `id` of the session has got outside a room, if it is kept.
    pub fn answer(&self, session: SessionId, id: u64) -> Option<Bytes> {
        let answers = self.lock_answers();
        let kept = answers.frames.iter().find(|(other, _)| *other == id);
        kept.filter(|_| answers.session == Some(session)).map(|(_, frame)| frame.clone())
    }

    /// The highest id of the session that was answered outside a room.
    pub fn highest_answered(&self, session: SessionId) -> Option<u64> {
        let answers = self.lock_answers();
        let highest = answers.frames.iter().map(|(id, _)| *id).max();
        highest.filter(|_| answers.session == Some(session))
    }

    /// Keeps an answer that was given outside a room.
    pub fn keep_answer(&self, session: SessionId, id: u64, frame: Bytes) {
        let mut answers = self.lock_answers();
        if answers.session != Some(session) {
            *answers = Answers { session: Some(session), frames: VecDeque::new() };
        }
        if answers.frames.len() == ANSWERS_KEPT {
            answers.frames.pop_front();
        }
        answers.frames.push_back((id, frame));
    }

    /// Makes `conn` the player's connection; comes back with the outbox of the one before.
    pub fn take_over(&self, conn: ConnId, outbox: Arc<Outbox>) -> Option<Arc<Outbox>> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.replace((conn, outbox)).map(|(_, former)| former)
    }

    /// Leaves the player without a connection; comes back with the outbox of the one there was. What it
    /// still asks for finds nobody present.
    pub fn show_out(&self) -> Option<Arc<Outbox>> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.take().map(|(_, outbox)| outbox)
    }

    /// Whether `conn` is the player's present connection.
    pub fn is_present(&self, conn: ConnId) -> bool {
        let line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.as_ref().is_some_and(|(present, _)| *present == conn)
    }
}
