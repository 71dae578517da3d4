//! A whole lobby: strangers who are matched, come by codes, watch, sit, play, drop, leave, remove each other
//! and are deleted, over a store that is out now and then, while rooms sleep, wake and are swept away.
//!
//! What must hold is read from the store alone, after every step: there is no other truth.

use std::any::Any;
use std::collections::BTreeMap;

use slapdown::clock::Clock as _;
use slapdown::games::list::{Listed, Visit};
use slapdown::games::rng::Draw;
use slapdown::games::{GameKind, Seed};
use slapdown::ids::{PlayerId, RoomCode};
use slapdown::limits::{EMPTY_ROOM_MS, GUEST_UNUSED_MS, ROOM_UNUSED_MS};
use slapdown::room::event::{Event, RoomEvent};
use slapdown::room::input::Input;
use slapdown::room::state::RoomState;
use slapdown::room::view::{RoomPhase, Stood};
use slapdown::room::{follow, perform, record};
use slapdown::store::{Loaded, Store as _};

use crate::holds;
use crate::house::{House, settle};
use crate::seen::Seen;
use crate::townsfolk::{self, Guest};

/// People in the town.
const PEOPLE: usize = 14;

/// Everything.
pub struct Town {
    pub house: House,
    pub draw: Draw,
    pub people: Vec<Guest>,
    /// Rooms that somebody was in, by code.
    pub codes: Vec<RoomCode>,
    pub seen: Seen,
    /// Whether the store is out.
    pub out: bool,
    /// The rooms that were awake after the last step.
    awake: usize,
    /// Each room as its log made it at the last look.
    known: BTreeMap<RoomCode, Box<dyn Any>>,
}

/// Runs a town for so many steps. Bots think on one thread that is waited for, so that a seed says all.
pub fn run(seed: u64, steps: u64) -> Seen {
    let runtime = tokio::runtime::Builder::new_current_thread().max_blocking_threads(1).build();
    runtime.expect("a runtime").block_on(async move {
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let mut town = Town {
            house: House::new(),
            draw: Seed(bytes).draw(),
            people: (0..PEOPLE).map(|_| Guest::default()).collect(),
            codes: Vec::new(),
            seen: Seen::default(),
            out: false,
            awake: 0,
            known: BTreeMap::new(),
        };
        for _ in 0..steps {
            town.step().await;
        }
        town.everybody_goes().await;
        town.seen
    })
}

/// Lets every task go on until all of them wait. Bots think on a thread of their own; the one behind them in
/// its queue waits for them.
async fn all_wait() {
    settle().await;
    tokio::task::spawn_blocking(|| ()).await.expect("a thread");
    settle().await;
}

/// Waits for something that may take time: lets it pass meanwhile. What a room has decided waits until the
/// store is back, so it is back after a while.
pub async fn waits<T>(house: &House, work: impl Future<Output = T>) -> T {
    let mut work = std::pin::pin!(work);
    for tries in 0..200 {
        if tries == 50 {
            house.store.set_down(false);
        }
        tokio::select! {
            biased;
            done = &mut work => return done,
            () = all_wait() => house.clock.advance(100),
        }
    }
    panic!("something is waited for that never comes");
}

impl Town {
    /// Whether something happens that does so once in `n` times.
    pub fn once_in(&mut self, n: u32) -> bool {
        self.draw.below(n) == 0
    }

    async fn step(&mut self) {
        if self.once_in(60) && !self.out {
            self.seen.note("the store was out");
            self.house.store.set_down(true);
            self.out = true;
        } else if self.out && self.once_in(4) {
            self.house.store.set_down(false);
            self.out = false;
        }
        let ms = match self.draw.below(30) {
            0 => EMPTY_ROOM_MS + 1_000,
            1..4 => 21_000,
            4..10 => 3_000,
            _ => u64::from(self.draw.below(400)),
        };
        self.pass(ms).await;
        for _ in 0..=self.draw.below(3) {
            townsfolk::something(self).await;
        }
        self.pass(0).await;
        if self.once_in(150) && !self.out {
            self.months_pass().await;
        }
        if !self.out {
            self.holds().await;
        }
    }

    /// Lets time pass, and everybody think, answer and read.
    pub async fn pass(&mut self, ms: u64) {
        let until = self.house.clock.now_ms() + ms;
        loop {
            all_wait().await;
            let left = until - self.house.clock.now_ms();
            if left == 0 {
                break;
            }
            self.house.clock.advance(left.min(500));
        }
        townsfolk::everybody_reads(self).await;
    }

    /// Nobody comes for so long that unused rooms and guests are swept away.
    async fn months_pass(&mut self) {
        for guest in &mut self.people {
            guest.drop().await;
        }
        self.pass(EMPTY_ROOM_MS + 1_000).await;
        assert_eq!(self.house.app.lobby.awake(), 0, "a room without people ends its task");
        let ms = if self.once_in(2) { ROOM_UNUSED_MS } else { GUEST_UNUSED_MS };
        self.house.clock.advance(ms + 1_000);
        loop {
            let swept = self.house.app.desk.sweep().await.expect("a sweep");
            self.seen.add_to("rooms swept away", swept.rooms as u64);
            self.seen.add_to("guests swept away", swept.guests as u64);
            if swept.rooms + swept.guests == 0 {
                break;
            }
        }
        let mut kept = Vec::new();
        for code in std::mem::take(&mut self.codes) {
            if self.house.store.room(code).await.expect("an answer").is_some() {
                kept.push(code);
            }
        }
        self.codes = kept;
        townsfolk::forget_the_swept(self).await;
    }

    async fn everybody_goes(&mut self) {
        self.house.store.set_down(false);
        self.out = false;
        self.pass(1_000).await;
        self.months_pass().await;
        self.holds().await;
        assert!(self.house.app.lobby.board().is_empty(), "the public list is of rooms that are awake");
        let mut players = self.people.iter().filter_map(|guest| guest.player);
        assert!(
            players.all(|player| !self.house.app.desk.people.is_connected(player)),
            "nobody is connected"
        );
    }

    /// What must hold of the whole town.
    async fn holds(&mut self) {
        let mut rooms_of: BTreeMap<PlayerId, Vec<RoomCode>> = BTreeMap::new();
        for code in self.codes.clone() {
            let Some(record) = self.house.store.room(code).await.expect("an answer") else { continue };
            let loaded = self.house.store.load(record.id).await.expect("an answer");
            let kind = GameKind::ALL.iter().find(|kind| kind.name() == record.game).expect("a game");
            let known = self.known.remove(&code);
            let (inside, now) = kind.with(Look { loaded: &loaded, known, seen: &mut self.seen });
            self.known.insert(code, now);
            for player in inside {
                rooms_of.entry(player).or_default().push(code);
            }
        }
        for guest in &self.people {
            let Some(player) = guest.player else { continue };
            let inside = rooms_of.remove(&player).unwrap_or_default();
            assert!(inside.len() <= 1, "{player} is in {inside:?} at once");
            let session = self.house.store.session(player).await.expect("an answer");
            let room = session.and_then(|session| session.room);
            assert_eq!(room, inside.first().copied(), "where {player} is, by the session and by the rooms");
        }
        assert!(rooms_of.is_empty(), "people of nobody's: {rooms_of:?}");
        self.list();
        let awake = self.house.app.lobby.awake();
        if awake < self.awake {
            self.seen.add_to("rooms asleep", (self.awake - awake) as u64);
        }
        self.awake = awake;
    }

    /// The public list: rooms that are awake, none twice, and no more seats than a table has.
    fn list(&self) {
        let now_ms = self.house.clock.now_ms();
        let page = self.house.app.lobby.board().page(None, None, now_ms).expect("a page");
        for (number, row) in page.rooms.iter().enumerate() {
            assert!(page.rooms[number + 1..].iter().all(|other| other.code != row.code), "a room twice");
            assert!(self.codes.contains(&row.code), "a room that nobody made");
            let most = if row.game == GameKind::SuperRackO { 4 } else { 12 };
            assert!(row.seats_taken + row.seats_held + row.seats_free <= most, "{row:?}");
        }
    }
}

/// A look into a room as its log has it: what must hold of it, and who is in it.
struct Look<'a> {
    loaded: &'a Loaded,
    /// The room at the last look.
    known: Option<Box<dyn Any>>,
    seen: &'a mut Seen,
}

impl Visit for Look<'_> {
    /// Who is in it, and the room now.
    type Output = (Vec<PlayerId>, Box<dyn Any>);

    fn visit<G: Listed>(self) -> Self::Output {
        self.seen.note("rooms looked into");
        let known = self.known.and_then(|known| known.downcast::<RoomState<G>>().ok());
        let since = known.as_ref().map_or(0, |state| state.seq);
        let rows = self.loaded.rows.iter().filter(|row| row.first_seq > since);
        let news: Vec<_> = rows.flat_map(|row| record::read_body::<G>(row).expect("a body")).collect();
        for (entry, event) in
            news.iter().flat_map(|entry| entry.events.iter().map(move |event| (entry, event)))
        {
            count(self.seen, event, &entry.input);
        }
        // A log is only added to, so that a look need not read it from the first row on.
        let follows = self.loaded.snapshot.as_ref().is_none_or(|(seq, _)| *seq <= since);
        let state = match known.filter(|_| follows) {
            Some(mut state) => {
                for entry in &news {
                    perform::replay(&mut state, entry);
                }
                *state
            }
            None => record::revive::<G>(self.loaded).expect("the log is read"),
        };
        holds::room(&state, state.at);
        if !state.asleep && state.phase != RoomPhase::Playing {
            holds::deal(&state, follow::deadline(&state));
        }
        let people = state.members.iter().filter(|member| member.is_person() && !member.gone);
        (people.map(|member| member.player).collect(), Box::new(state))
    }
}

fn count<G: Listed>(seen: &mut Seen, event: &Event<G>, input: &Input<G>) {
    match event {
        Event::Room(RoomEvent::Joined { bot: Some(_), .. }) if matches!(input, Input::Wake) => {
            seen.note("bots filled in");
        }
        Event::Room(RoomEvent::Joined { holds_until: Some(_), .. }) => seen.note("places held"),
        Event::Room(RoomEvent::RoleChanged { .. }) => seen.note("watchers who sat down"),
        Event::Room(RoomEvent::MatchBegun { .. }) => seen.note("matches begun"),
        Event::Room(RoomEvent::Left { kicked: true, .. } | RoomEvent::Gone { kicked: true, .. }) => {
            seen.note("removed by the host");
        }
        Event::Room(RoomEvent::ClockStood { why: Stood::Slept }) => seen.note("rooms woken"),
        _ => {}
    }
}
