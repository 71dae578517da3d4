//! Where rooms and people are found: rooms by code, made and revived; guests by their tokens.
//!
//! It hands out mailboxes and knows no rules. One entry for each code says whether the room is awake or
//! being woken, so that two visitors at once wake it once. Next: `wake` (how a room's task begins and
//! ends), `board` (the public list), `meeting`, `guests`, `people` (who is connected).

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use serde_json::{Map, Value};
use tokio::sync::watch;
use tokio_util::task::TaskTracker;

use crate::chance::Chance;
use crate::clock::Clock;
use crate::code::{self, Code};
use crate::games::GameKind;
use crate::ids::{PlayerId, RoomCode};
use crate::limits::ROOMS_MAX;
use crate::room::RoomHandle;
use crate::room::answer::Refused;
use crate::room::request::Visibility;
use crate::store::Store;
use board::Board;
use makers::Makers;

pub mod archive;
pub mod board;
pub mod guests;
mod makers;
pub mod meeting;
pub mod names;
pub mod people;
mod unused;
mod wake;

/// Makes a source of chance for whoever needs one.
pub type MakeChance = Arc<dyn Fn() -> Box<dyn Chance> + Send + Sync>;

/// What the lobby is built on.
#[derive(Clone)]
pub struct Grounds {
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Chance.
    pub chance: MakeChance,
}

/// All rooms that are awake, and the way to those that sleep.
pub struct Lobby {
    grounds: Grounds,
    rooms: DashMap<RoomCode, Slot>,
    /// How often a room's task panicked, and at which event: a room that does it again and again is set
    /// aside.
    panics: DashMap<RoomCode, (u64, u32)>,
    board: Arc<Board>,
    makers: Arc<Makers>,
    /// Held while a room is opened for strangers. An asynchronous lock on purpose: it is held while the
    /// store keeps the new room, and only others who would open one wait for it.
    opening: tokio::sync::Mutex<()>,
    tasks: TaskTracker,
}

/// A room, or what becomes of the waking of one.
type Woken = Result<RoomHandle, &'static Code>;

enum Slot {
    Awake(RoomHandle),
    Waking(watch::Receiver<Option<Woken>>),
}

impl std::fmt::Debug for Lobby {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lobby").field("rooms", &self.rooms.len()).finish_non_exhaustive()
    }
}

impl Lobby {
    /// A lobby with no room awake.
    #[must_use]
    pub fn new(grounds: Grounds) -> Arc<Self> {
        Arc::new(Self {
            grounds,
            rooms: DashMap::new(),
            panics: DashMap::new(),
            board: Arc::default(),
            makers: Arc::default(),
            opening: tokio::sync::Mutex::new(()),
            tasks: TaskTracker::new(),
        })
    }

    /// What it is built on.
    pub fn grounds(&self) -> &Grounds {
        &self.grounds
    }

    /// The public rooms that are awake.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// Rooms that are awake or being woken.
    pub fn awake(&self) -> usize {
        self.rooms.len()
    }

    /// Makes a room for a guest, with nobody in it yet.
    ///
    /// # Errors
    /// A bad option, too many rooms (of the guest or in all), or no store.
    pub async fn create(
        self: &Arc<Self>,
        maker: PlayerId,
        game: GameKind,
        options: &Map<String, Value>,
        visibility: Visibility,
    ) -> Result<RoomHandle, Refused> {
        if self.rooms.len() >= ROOMS_MAX {
            return Err((&code::OVERLOADED).into());
        }
        game.with(wake::Make { lobby: Arc::clone(self), maker, options, visibility }).await
    }

    /// The room with that code, woken if it sleeps.
    ///
    /// # Errors
    /// `room_not_found`, `room_broken`, `overloaded` or `storage_unavailable`.
    pub async fn find(self: &Arc<Self>, code: RoomCode) -> Woken {
        loop {
            let slot = match self.rooms.entry(code) {
                Entry::Occupied(slot) => match slot.get() {
                    Slot::Awake(room) if !room.is_gone() => return Ok(room.clone()),
                    Slot::Awake(room) => Err(room.clone()),
                    Slot::Waking(woken) => Ok(woken.clone()),
                },
                Entry::Vacant(slot) => {
                    let (tell, woken) = watch::channel(None);
                    slot.insert(Slot::Waking(woken.clone()));
                    let lobby = Arc::clone(self);
                    // A task of its own: whoever waits for the room may go away meanwhile.
                    self.tasks.spawn(async move { lobby.wake(code, tell).await });
                    Ok(woken)
                }
            };
            match slot {
                Ok(mut woken) => match woken.wait_for(Option::is_some).await {
                    Ok(outcome) => {
                        if let Some(outcome) = &*outcome {
                            return outcome.clone();
                        }
                    }
                    Err(_) => return Err(&code::ROOM_FAILED),
                },
                // It keeps its last batch at this moment; after that it can be revived.
                Err(ending) => ending.gone().await,
            }
        }
    }

    async fn wake(self: Arc<Self>, code: RoomCode, tell: watch::Sender<Option<Woken>>) {
        use futures_util::FutureExt as _;
        let woken = AssertUnwindSafe(self.revive(code)).catch_unwind().await;
        let outcome = woken.unwrap_or_else(|_| {
            tracing::error!(room = %code, "a panic while the room was revived");
            Err(&code::ROOM_BROKEN)
        });
        match &outcome {
            Ok(room) => {
                self.rooms.insert(code, Slot::Awake(room.clone()));
            }
            Err(_) => {
                self.rooms.remove(&code);
            }
        }
        tell.send_replace(Some(outcome));
    }

    /// Has every room keep what it has and end.
    pub async fn stop(&self) {
        let rooms: Vec<RoomHandle> = self
            .rooms
            .iter()
            .filter_map(|slot| match slot.value() {
                Slot::Awake(room) => Some(room.clone()),
                Slot::Waking(_) => None,
            })
            .collect();
        futures_util::future::join_all(rooms.iter().map(RoomHandle::stop)).await;
        self.tasks.close();
        self.tasks.wait().await;
    }
}
