//! How a room's task begins, from nothing or from its log, and what is left of it when it ends.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;

use futures_util::FutureExt as _;
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::makers::Made;
use super::{Lobby, Slot};
use crate::code::{self, Code};
use crate::games::list::{Listed, Visit};
use crate::games::{Game, GameKind};
use crate::ids::{PlayerId, RoomCode, RoomId};
use crate::limits::{MAILBOX_MAX, PANICS_MAX};
use crate::protocol::encode::Json;
use crate::room::RoomHandle;
use crate::room::actor::{Actor, Bridge, Ended, Surroundings};
use crate::room::answer::Refused;
use crate::room::audience::Now;
use crate::room::core::RoomCore;
use crate::room::event::Event;
use crate::room::input::Input;
use crate::room::listing::{self, Board as _};
use crate::room::options::Options;
use crate::room::perform;
use crate::room::record;
use crate::room::request::Visibility;
use crate::room::state::RoomState;
use crate::room::view::Stood;
use crate::store::{Append, AppendError, Loaded, LogRow, NewRoom, RoomRecord};

/// Codes that are tried for a new room before giving up. With ten thousand rooms among 191 million
/// codes even the second is hardly ever needed.
const CODES_TRIED_MAX: usize = 8;
/// The epoch of a room that was just made.
const FIRST_EPOCH: u64 = 1;
/// Events within which a second panic counts as the same trouble.
const PANICS_APART_EVENTS: u64 = 64;

type Making<'a> = Pin<Box<dyn Future<Output = Result<RoomHandle, Refused>> + Send + 'a>>;

/// Makes a room.
pub(super) struct Make<'a> {
    pub(super) lobby: Arc<Lobby>,
    pub(super) options: &'a Map<String, Value>,
    pub(super) visibility: Visibility,
    pub(super) maker: PlayerId,
}

impl<'a> Visit for Make<'a> {
    type Output = Making<'a>;

    fn visit<G: Listed>(self) -> Making<'a> {
        Box::pin(make::<G>(self))
    }
}

async fn make<G: Listed>(
    Make { lobby, options, visibility, maker }: Make<'_>,
) -> Result<RoomHandle, Refused> {
    let options = Options::<G>::of_new(visibility, options)?;
    let made = lobby.makers.take(maker, lobby.grounds.clock.now_ms()).map_err(|wait| {
        let refused = Refused::plain(&code::TOO_MANY_ROOMS);
        Refused { retry_after_ms: wait, ..refused }
    })?;
    let made_unix_ms = lobby.grounds.clock.unix_ms();
    for _ in 0..CODES_TRIED_MAX {
        let (state, append) = first_row::<G>(&lobby, &options, visibility, made_unix_ms)?;
        match lobby.grounds.store.append(append).await {
            Ok(()) => {
                // At once, so that two who would open a room for strangers find the same one.
                let clock_ms = lobby.grounds.clock.now_ms();
                let listing = listing::of(G::KIND, &state, Now { room: state.at, clock_ms });
                let code = state.code;
                let room = begin::<G>(&lobby, (state, Vec::new()), FIRST_EPOCH, (None, Some(made)));
                lobby.board.show(code, listing);
                lobby.rooms.insert(room.code(), Slot::Awake(room.clone()));
                return Ok(room);
            }
            Err(AppendError::CodeTaken) => {}
            Err(AppendError::StaleEpoch) => return Err((&code::INTERNAL).into()),
            // A room that was kept all the same is empty and nobody knows its code.
            Err(AppendError::Unavailable(why)) => {
                tracing::warn!(%why, "a room could not be made");
                return Err((&code::STORAGE_UNAVAILABLE).into());
            }
        }
    }
    Err((&code::OVERLOADED).into())
}

fn first_row<G: Listed>(
    lobby: &Lobby,
    options: &Options<G>,
    visibility: Visibility,
    made_unix_ms: u64,
) -> Result<(RoomState<G>, Append), Refused> {
    let mut chance = (lobby.grounds.chance)();
    let id = RoomId::new(made_unix_ms, &mut *chance);
    let room_code = RoomCode::new(&mut *chance);
    let input = Input::Create { id, code: room_code, visibility, options: options.clone() };
    let internal = || Refused::plain(&code::INTERNAL);
    let (state, entry) = perform::create(input, &mut *chance).ok_or_else(internal)?;
    let body = record::write_body(1, &[entry]).map_err(|_| internal())?;
    let append = Append {
        room: id,
        epoch: FIRST_EPOCH,
        row: LogRow { first_seq: 1, last_seq: state.seq, rules: G::RULES, body },
        new_room: Some(NewRoom { code: room_code, game: G::KIND, made_unix_ms }),
        snapshot: None,
        sessions: Vec::new(),
        rounds: Vec::new(),
        matches: Vec::new(),
    };
    Ok((state, append))
}

/// Begins the task of a room and sees to its end. `stood` says why its clock stood, if it was revived; one
/// that was `made` just now counts for its maker as long as the task runs.
fn begin<G: Listed>(
    lobby: &Arc<Lobby>,
    (state, events): (RoomState<G>, Vec<Event<G>>),
    epoch: u64,
    (stood, made): (Option<Stood>, Option<Made>),
) -> RoomHandle {
    let (mailbox, letters) = mpsc::channel(MAILBOX_MAX);
    let ended = CancellationToken::new();
    let code = state.code;
    let grounds = &lobby.grounds;
    let handle = RoomHandle::new(code, G::KIND, mailbox.clone(), Arc::clone(&grounds.clock), ended.clone());
    let core = RoomCore::new(G::KIND, epoch, state, Arc::new(Json)).with_history(events);
    let surroundings = Surroundings {
        store: Arc::clone(&grounds.store),
        clock: Arc::clone(&grounds.clock),
        chance: (grounds.chance)(),
        board: Arc::clone(&lobby.board) as Arc<_>,
    };
    let bridge = Bridge { take: G::take, wrap: G::wrap };
    let (seq, room) = (core.committed().seq, core.committed().id);
    let actor = Actor::<G>::new(core, (mailbox.downgrade(), letters), surroundings, bridge);
    let lobby_too = Arc::clone(lobby);
    lobby.tasks.spawn(async move {
        let end = AssertUnwindSafe(actor.run(stood)).catch_unwind().await;
        match end {
            Ok(Ended::Asleep) => tracing::debug!(room = %code, "the room sleeps"),
            Ok(Ended::Lost) => tracing::warn!(room = %code, "the room has another owner"),
            Err(_) => {
                tracing::error!(room = %code, "a panic ended the room's task; it is revived from its log");
                lobby_too.note_panic(code, seq);
            }
        }
        lobby_too.note_visit(room).await;
        lobby_too.rooms.remove_if(&code, |_, slot| matches!(slot, Slot::Awake(room) if room.is_gone()));
        lobby_too.board.show(code, None);
        // From here on it counts for its maker no more.
        drop(made);
        ended.cancel();
    });
    handle
}

/// Reads a room's log and begins its task.
struct Revive<'a> {
    lobby: &'a Arc<Lobby>,
    loaded: &'a Loaded,
    epoch: u64,
}

impl Visit for Revive<'_> {
    type Output = Result<RoomHandle, String>;

    fn visit<G: Listed>(self) -> Self::Output {
        // A log that makes the rules panic is as unreadable as one that is no JSON.
        let revived =
            std::panic::catch_unwind(AssertUnwindSafe(|| record::revive_with_events::<G>(self.loaded)));
        let (state, events) = match revived {
            Ok(Ok(revived)) => revived,
            Ok(Err(error)) => return Err(error.to_string()),
            Err(_) => return Err("a panic while the log was read".to_owned()),
        };
        check::<G>(&state)?;
        let why = if state.asleep { Stood::Slept } else { Stood::Crashed };
        Ok(begin::<G>(self.lobby, (state, events), self.epoch, (Some(why), None)))
    }
}

fn check<G: Game>(state: &RoomState<G>) -> Result<(), String> {
    state.game.as_ref().map_or(Ok(()), G::check)
}

impl Lobby {
    /// Keeps that somebody was in the room just now. One visit that is not kept is as good as the last.
    async fn note_visit(&self, room: RoomId) {
        if let Err(why) = self.grounds.store.saw_room(room, self.grounds.clock.unix_ms()).await {
            tracing::debug!(%why, "a room's visit could not be kept");
        }
    }

    fn note_panic(&self, code: RoomCode, seq: u64) {
        let mut noted = self.panics.entry(code).or_insert((seq, 0));
        let apart = seq.saturating_sub(noted.0) > PANICS_APART_EVENTS;
        *noted = (seq, if apart { 1 } else { noted.1 + 1 });
    }

    /// Revives a room from the store.
    pub(super) async fn revive(self: &Arc<Self>, code: RoomCode) -> Result<RoomHandle, &'static Code> {
        let store = &self.grounds.store;
        let unavailable = |why: crate::store::Unavailable| {
            tracing::warn!(room = %code, %why, "a room could not be revived");
            &code::STORAGE_UNAVAILABLE
        };
        let Some(record) = store.room(code).await.map_err(unavailable)? else {
            return Err(&code::ROOM_NOT_FOUND);
        };
        if let Some(why) = &record.broken {
            tracing::info!(room = %code, %why, "somebody came to a room that was set aside");
            return Err(&code::ROOM_BROKEN);
        }
        if self.rooms.len() > crate::limits::ROOMS_MAX {
            return Err(&code::OVERLOADED);
        }
        if self.panics.get(&code).is_some_and(|noted| noted.1 > PANICS_MAX) {
            return self.set_aside(&record, "its task panicked again and again").await;
        }
        let Some(kind) = GameKind::ALL.iter().copied().find(|kind| kind.name() == record.game) else {
            let why = format!("its game {:?} is not known to this version", record.game);
            return self.set_aside(&record, &why).await;
        };
        let claim = store.claim(record.id).await.map_err(unavailable)?;
        let loaded = store.load(record.id).await.map_err(unavailable)?;
        match kind.with(Revive { lobby: self, loaded: &loaded, epoch: claim.epoch }) {
            Ok(room) => {
                // Nobody waits for it: a room is revived also while nothing can be written.
                let lobby = Arc::clone(self);
                self.tasks.spawn(async move { lobby.note_visit(record.id).await });
                Ok(room)
            }
            Err(why) => self.set_aside(&record, &why).await,
        }
    }

    async fn set_aside(&self, record: &RoomRecord, why: &str) -> Result<RoomHandle, &'static Code> {
        tracing::error!(room = %record.code, %why, "the room cannot be read and is set aside; its log is kept");
        if let Err(error) = self.grounds.store.mark_broken(record.id, why).await {
            tracing::warn!(room = %record.code, %error, "could not write down that the room is broken");
        }
        Err(&code::ROOM_BROKEN)
    }
}
