//! The room, its log and its clock, a store that may fail, and the crowd around them.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use slapdown::chance::SeededChance;
use slapdown::clock::{Clock as _, ManualClock};
use slapdown::games::rng::Draw;
use slapdown::games::{RoomTime, Seat, Seed};
use slapdown::ids::{RoomCode, RoomId};
use slapdown::protocol::encode::Json;
use slapdown::room::audience::Now;
use slapdown::room::bots::Bots;
use slapdown::room::core::{BotOutcome, RoomCore};
use slapdown::room::input::Input;
use slapdown::room::listing::Listing;
use slapdown::room::mail::Entrance;
use slapdown::room::options::Options;
use slapdown::room::outbox::Outbox;
use slapdown::room::request::Visibility;
use slapdown::room::room_clock::RoomClock;
use slapdown::room::state::RoomState;
use slapdown::room::view::Stood;
use slapdown::room::{perform, record};
use slapdown::store::{Append, Loaded, LogRow};
use tokio::sync::oneshot;

use crate::person::{Conn, Person, Shared};
use crate::play::Play;
use crate::seen::Seen;

/// Everything.
pub struct World<G: Play> {
    pub core: RoomCore<G>,
    pub clock: Arc<ManualClock>,
    pub time: RoomClock,
    pub chance: SeededChance,
    pub draw: Draw,
    pub people: Vec<Person<G>>,
    pub shared: Shared,
    pub seen: Seen,
    /// The room as deciding the logged inputs again makes it.
    pub again: RoomState<G>,
    /// Those who asked to be matched and have not heard.
    pub matched: Vec<oneshot::Receiver<Entrance>>,
    /// The room's row in the public list, as it was last told.
    pub row: Option<Listing>,
    /// Whether the room sleeps: there is no task, until the next visitor comes.
    asleep: bool,
    /// Moves of a bot that were refused in a row, by seat.
    refused: BTreeMap<Seat, u32>,
    log: Vec<LogRow>,
    snapshot: Option<(u64, Bytes)>,
    epoch: u64,
    bots: Bots,
    conns: u64,
}

/// Refused moves in a row after which a bot does nothing else any more: it makes its safe move long before,
/// and only others who are quicker, or a store that fails, can have that refused.
const REFUSED_MAX: u32 = 40;

/// Refusals that are looked for, and what they show.
const REFUSALS: &[(&str, &str)] = &[
    ("banned", "a ban kept somebody out"),
    ("muted", "a mute kept somebody silent"),
    ("place_held", "a held place was refused to another"),
    ("room_locked", "a locked room kept somebody out"),
];

/// What becomes of an append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Kept,
    Lost,
    KeptUnknown,
    CrashBefore,
    CrashAfter,
}

fn bytes(seed: u64, part: u8) -> [u8; 32] {
    let mut bytes = [part; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes
}

impl<G: Play> World<G> {
    /// A room and a crowd outside it.
    pub fn new(seed: u64) -> Self {
        let mut chance = SeededChance::new(bytes(seed, 1));
        let mut draw = Seed(bytes(seed, 2)).draw();
        let patch = crate::requests::options::<G>(&mut draw);
        let options = Options::<G>::default().patched(&patch).expect("options");
        let input = Input::Create {
            id: RoomId::new(1, &mut chance),
            code: RoomCode::new(&mut chance),
            visibility: if seed.is_multiple_of(2) { Visibility::Public } else { Visibility::Private },
            options,
        };
        let (state, entry) = perform::create(input, &mut chance).expect("a room");
        let body = record::write_body(1, &[entry]).expect("a body");
        let row = LogRow { first_seq: 1, last_seq: state.seq, rules: G::RULES, body };
        // In some rooms enough for a full table, six sides in teams, and people who watch.
        let crowd = if seed.is_multiple_of(4) { 14 } else { 9 };
        let people = (0..crowd).map(|_| Person::of_chance(&mut chance)).collect();
        let clock = Arc::new(ManualClock::new());
        Self {
            core: RoomCore::new(G::KIND, 1, state.clone(), Arc::new(Json)),
            time: RoomClock::starting(state.at, clock.now_ms()),
            clock,
            chance,
            draw,
            people,
            shared: Shared::default(),
            seen: Seen::default(),
            again: state,
            matched: Vec::new(),
            row: None,
            asleep: false,
            refused: BTreeMap::new(),
            log: vec![row],
            snapshot: None,
            epoch: 1,
            bots: Bots::new(Seed(bytes(seed, 3))),
            conns: 0,
        }
    }

    /// Runs so many steps, and then lets everybody read and rest.
    pub fn run(mut self, steps: u64) -> Seen {
        G::begin(&mut self);
        for _ in 0..steps {
            self.step();
        }
        if self.asleep {
            self.woken();
        }
        for person in &mut self.people {
            person.lags = 0;
        }
        for _ in 0..3 {
            self.pass(1_000);
            self.everybody_reads();
        }
        crate::judge::at_rest(&self);
        let Self { shared, mut seen, .. } = self;
        seen.add_to("answers", shared.answers);
        seen.add_to("repeats answered as the first time", shared.repeats);
        seen.add_to("answers that the log alone makes", shared.foretold);
        seen.add_to("states in place of events", shared.states);
        for (code, what) in REFUSALS {
            if let Some(times) = shared.codes.get(*code) {
                seen.add_to(what, *times);
            }
        }
        seen
    }

    /// The log after so many steps.
    pub fn log_after(mut self, steps: u64) -> Vec<LogRow> {
        G::begin(&mut self);
        for _ in 0..steps {
            self.step();
        }
        self.log
    }

    /// Whether something happens that does so once in `n` times.
    pub fn once_in(&mut self, n: u32) -> bool {
        self.draw.below(n) == 0
    }

    pub fn at(&self) -> RoomTime {
        self.time.at(self.clock.now_ms())
    }

    pub fn now(&self) -> Now {
        Now { room: self.at(), clock_ms: self.clock.now_ms() }
    }

    /// A new connection.
    pub fn connection(&mut self, full: bool) -> Conn {
        self.conns += 1;
        Conn::new(self.conns, Outbox::new(Arc::<ManualClock>::clone(&self.clock)), full)
    }

    fn step(&mut self) {
        if self.asleep {
            self.clock.advance(10_000);
            if !self.once_in(4) {
                return;
            }
            self.woken();
        }
        let ms = match self.draw.below(40) {
            0 => 12_000,
            1 => 31_000,
            2..=5 => 2_500,
            6..=20 => 0,
            _ => u64::from(self.draw.below(300)),
        };
        self.pass(ms);
        for _ in 0..=self.draw.below(4) {
            crate::moves::something(self);
        }
        self.bots_move();
        self.flush(true);
        if self.once_in(300) {
            self.crash();
        }
        if self.core.is_empty() && self.once_in(3) {
            self.sleep();
            return;
        }
        self.everybody_reads();
        crate::judge::now(self);
    }

    /// Lets time pass, waking the room whenever it wants to be.
    pub fn pass(&mut self, ms: u64) {
        let until = self.clock.now_ms() + ms;
        for _ in 0..5_000 {
            let now = self.clock.now_ms();
            let due = self.core.deadline().and_then(|at| self.time.when(at));
            let next = [due, self.core.next_tell_ms()].into_iter().flatten().min();
            let next = next.map_or(until, |next| next.clamp(now, until));
            self.clock.advance(next - now);
            if next < until || ms > 0 {
                self.flush(false);
            }
            if next == until {
                return;
            }
            self.bots_move();
            if self.once_in(4) {
                self.everybody_reads();
            }
        }
        panic!("the room never rests");
    }

    fn everybody_reads(&mut self) {
        for person in &mut self.people {
            if person.lags > 0 {
                person.lags -= 1;
            } else {
                person.read(&mut self.shared);
            }
        }
    }

    fn bots_move(&mut self) {
        let (at, now_ms) = (self.at(), self.clock.now_ms());
        let core = &self.core;
        let sees = |seat| Some((core.bot_view(seat, at)?, core.game_options().clone()));
        let due = self.bots.due::<G>(core.bots(), core.bot_pace_ms(), now_ms, sees);
        for thinker in due {
            let seat = thinker.seat();
            match thinker.think() {
                Some(action) => self.core.bot_move(seat, action, at, &mut self.chance),
                None => self.bots.waits(seat, self.core.bot_pace_ms(), now_ms),
            }
        }
    }

    fn judged(&mut self, outcomes: &[BotOutcome]) {
        let (pace_ms, now_ms) = (self.core.bot_pace_ms(), self.clock.now_ms());
        for outcome in outcomes {
            self.bots.judged(*outcome, pace_ms, now_ms);
            let refused = self.refused.entry(outcome.seat).or_default();
            *refused = if outcome.done { 0 } else { *refused + 1 };
            self.seen.note(if outcome.done { "bots' moves" } else { "bots' moves refused" });
            assert!(*refused <= REFUSED_MAX, "the bot of {:?} runs against a wall", outcome.seat);
        }
    }

    /// Has what was decided kept, or whatever else becomes of it.
    pub fn flush(&mut self, may_fail: bool) {
        let at = self.at();
        self.core.note_presence(at, &mut self.chance);
        self.core.wake(at, &mut self.chance);
        let due = self.core.deadline();
        let snapshot = self.once_in(60);
        let Some(append) = self.core.seal(1, snapshot).expect("a row") else {
            assert!(
                due.is_none_or(|due| due > at),
                "at {at:?} the room wants to be woken at {due:?}, for nothing"
            );
            return self.told(false);
        };
        let fate = match self.draw.below(if may_fail { 100 } else { 1 }) {
            1..4 => Fate::Lost,
            4..7 => Fate::KeptUnknown,
            7 => Fate::CrashBefore,
            8 => Fate::CrashAfter,
            _ => Fate::Kept,
        };
        if may_fail && self.once_in(3) {
            // What needs no store is served while the append is out.
            crate::moves::come_or_go(self);
        }
        let with_snapshot = append.snapshot.is_some();
        match fate {
            Fate::Kept => {
                self.keep(append);
                self.told(with_snapshot);
            }
            Fate::Lost => {
                self.seen.note("appends lost");
                self.epoch += 1;
                let outcomes = self.core.lost(self.epoch);
                self.judged(&outcomes);
                self.stood();
            }
            Fate::KeptUnknown => {
                self.seen.note("appends kept and not told of");
                self.keep(append);
                self.epoch += 1;
                self.core.fenced(self.epoch);
                self.told(with_snapshot);
                self.stood();
            }
            Fate::CrashBefore => self.crash(),
            Fate::CrashAfter => {
                self.keep(append);
                self.crash();
            }
        }
    }

    fn stood(&mut self) {
        self.time.stop(self.clock.now_ms());
        let ms = u64::from(self.draw.below(5_000));
        self.clock.advance(ms);
        self.time.go(self.clock.now_ms());
        let at = self.at();
        self.core.clock_stood(Stood::Storage, at, &mut self.chance);
        self.flush(false);
    }

    fn told(&mut self, with_snapshot: bool) {
        let now = self.now();
        let outcomes = self.core.kept(with_snapshot, now);
        self.bots.stirred(self.core.committed().seq, self.core.bot_pace_ms(), now.clock_ms);
        self.judged(&outcomes);
        self.core.tell(now);
        crate::moves::note_matches(self);
        if let Some(row) = self.core.listing_news(now) {
            self.row = row;
        }
    }

    fn keep(&mut self, append: Append) {
        let last = self.log.last().map_or(0, |row| row.last_seq);
        assert_eq!((append.epoch, append.row.first_seq), (self.epoch, last + 1));
        crate::judge::row(self, &append.row);
        if let Some(snapshot) = append.snapshot {
            self.snapshot = Some((append.row.last_seq, snapshot));
        }
        self.log.push(append.row);
    }

    /// The room as its log makes it, with the snapshot or from the first row on.
    pub fn revived(&self, from_snapshot: bool) -> RoomState<G> {
        let snapshot = self.snapshot.clone().filter(|_| from_snapshot);
        let after = snapshot.as_ref().map_or(0, |(seq, _)| *seq);
        let rows = self.log.iter().filter(|row| row.first_seq > after).cloned().collect();
        record::revive(&Loaded { snapshot, rows }).expect("the log is read")
    }

    /// The room sleeps: its task ends, and only its log is left.
    fn sleep(&mut self) {
        self.seen.note("sleeps");
        let at = self.at();
        self.core.sleep(at, &mut self.chance);
        self.flush(false);
        assert_eq!((self.core.deadline(), self.core.bots().count()), (None, 0), "it wants nothing any more");
        self.asleep = true;
    }

    /// Somebody comes to the room that sleeps.
    fn woken(&mut self) {
        self.asleep = false;
        self.seen.note("woken by a visitor");
        self.revive();
        crate::moves::visit(self);
        self.flush(false);
    }

    fn crash(&mut self) {
        self.seen.note("crashes");
        self.revive();
    }

    fn revive(&mut self) {
        let state = self.revived(true);
        assert_eq!(state, self.again, "what is revived is what was kept");
        let why = if state.asleep { Stood::Slept } else { Stood::Crashed };
        self.epoch += 1;
        self.shared.revivals += 1;
        self.time = RoomClock::starting(state.at, self.clock.now_ms());
        self.bots = Bots::new(self.draw.seed());
        self.refused.clear();
        self.row = None;
        // The old core is dropped here, and with it the right to an answer of whoever waits.
        self.core = RoomCore::new(G::KIND, self.epoch, state, Arc::new(Json));
        let at = self.at();
        self.core.clock_stood(why, at, &mut self.chance);
        self.flush(false);
        // Sockets outlive the room: their sessions come in again, or their clients do later.
        for index in 0..self.people.len() {
            if self.once_in(3) {
                self.people[index].conn = None;
            }
            crate::moves::attach(self, index, false);
        }
        self.flush(false);
    }
}
