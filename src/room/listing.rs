//! What a public room tells to people who are not in it: its row in the public list.
//!
//! The row is made anew when something of the room itself has happened, never for a move of its game.
//! Who keeps the list and how it reaches anybody is not the room's business: it has a [`Board`].

use serde_json::{Map, Value};

use super::audience::Now;
use super::capacity;
use super::options::Options;
use super::request::{As, Visibility};
use super::state::RoomState;
use super::view::RoomPhase;
use crate::games::{Game, GameKind, RoomTime};
use crate::ids::RoomCode;

/// A public room as people outside see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The game.
    pub game: GameKind,
    /// The host's name.
    pub host: Option<String>,
    /// The phase.
    pub phase: RoomPhase,
    /// Whether it waits for people to play with.
    pub waits: bool,
    /// People who are connected, playing or watching. A room without any is not shown to anybody.
    pub connected: usize,
    /// People who came as players.
    pub players: usize,
    /// Bots of the table.
    pub bots: usize,
    /// People who watch.
    pub spectators: usize,
    /// Whether more of them may come.
    pub may_watch: bool,
    /// Places at the table on which a person or a bot sits.
    pub seats_taken: usize,
    /// Places that are held for people who have just come in.
    pub seats_held: usize,
    /// Places that are neither.
    pub seats_free: usize,
    /// Options that differ from those of a new public room.
    pub options: Map<String, Value>,
    /// Since when somebody at the table has waited for more people, in the clock's milliseconds.
    pub waiting_since_ms: Option<u64>,
}

/// Where rooms show themselves.
pub trait Board: Send + Sync + 'static {
    /// What the room looks like from now on; none when nobody outside should see it.
    fn show(&self, code: RoomCode, listing: Option<Listing>);
}

/// The row of a room, if it is public and lets people in.
pub fn of<G: Game>(game: GameKind, state: &RoomState<G>, now: Now) -> Option<Listing> {
    if state.visibility == Visibility::Private || state.options.room.locked {
        return None;
    }
    let people = || state.members.iter().filter(|member| member.is_person() && !member.gone);
    let count = |role: As| people().filter(|member| member.role_in_room == role).count();
    let free = if state.phase == RoomPhase::Playing { 0 } else { capacity::free(state) };
    let held = capacity::held(state, now.room).min(free);
    let spectators = count(As::Spectator);
    let host = state.host.and_then(|host| state.member(host)).map(|host| host.name.clone());
    let waited_ms = state.waiting_since.map(|since| now.room.since(since));
    Some(Listing {
        game,
        host,
        phase: state.phase,
        waits: capacity::waits_for_people(state),
        connected: people().filter(|member| member.online).count(),
        players: count(As::Player),
        bots: state.members.iter().filter(|member| !member.is_person()).count(),
        spectators,
        may_watch: state.options.room.spectators && spectators < crate::limits::SPECTATORS_MAX,
        seats_taken: state.places(None).len(),
        seats_held: held,
        seats_free: free - held,
        options: unusual(&state.options),
        waiting_since_ms: waited_ms.map(|waited| now.clock_ms.saturating_sub(waited)),
    })
}

fn unusual<G: Game>(options: &Options<G>) -> Map<String, Value> {
    let usual = Options::<G>::of_new(Visibility::Public, &Map::new()).unwrap_or_default().to_map();
    options.to_map().into_iter().filter(|(name, value)| usual.get(name) != Some(value)).collect()
}

/// What a room has told of itself, and when it has to say more.
#[derive(Debug)]
pub struct Listed {
    stale: bool,
    told: Option<Listing>,
    due: Option<RoomTime>,
}

impl Default for Listed {
    fn default() -> Self {
        Self { stale: true, told: None, due: None }
    }
}

impl Listed {
    /// Something of the room itself has happened.
    pub fn note_change(&mut self) {
        self.stale = true;
    }

    /// When the row changes by itself, because a hold lapses.
    #[must_use]
    pub fn due(&self) -> Option<RoomTime> {
        self.due
    }

    /// The row, if it is another one than was last told.
    pub fn news<G: Game>(
        &mut self,
        game: GameKind,
        state: &RoomState<G>,
        now: Now,
    ) -> Option<Option<Listing>> {
        if !self.stale && self.due.is_none_or(|due| due > now.room) {
            return None;
        }
        self.stale = false;
        let listing = of(game, state, now);
        self.due = listing.as_ref().and_then(|_| capacity::next_hold_ends(state, now.room));
        if listing == self.told {
            return None;
        }
        self.told.clone_from(&listing);
        Some(listing)
    }
}
