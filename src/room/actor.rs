//! The task of a room: takes what waits in the mailbox, has it decided as one batch, has the batch kept,
//! and only then lets everybody know. It never waits for a socket.
//!
//! While an append is out nothing more is decided: what arrives is the next batch. An append that does
//! not come back in time stops the room's clock, and who asks is told that nothing was done.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::audience::Now;
use super::bots::Bots;
use super::core::{BotOutcome, RoomCore};
use super::listing::Board;
use super::mail::{Join, Letter, Mail, Turned};
use super::room_clock::RoomClock;
use super::thinking;
use super::view::Stood;
use crate::chance::Chance;
use crate::clock::Clock;
use crate::code;
use crate::games::{AnyAction, Game, Seed};
use crate::ids::RoomId;
use crate::limits::{APPEND_STUCK_MS, EMPTY_ROOM_MS, STORE_RETRY_MS};
use crate::store::{Append, AppendError, Store};

/// The task of one room.
pub struct Actor<G: Game> {
    core: RoomCore<G>,
    room: RoomId,
    mailbox: mpsc::Receiver<Letter>,
    /// Where the room stands in the public list.
    board: Arc<dyn Board>,
    /// For the bots, which write into the mailbox like anybody. Weak, so that the room can end.
    to_self: mpsc::WeakSender<Letter>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    chance: Box<dyn Chance>,
    bridge: Bridge<G>,
    time: RoomClock,
    stalls: u64,
    bots: Bots,
    /// Since when nobody has been connected, in the clock's milliseconds.
    empty_since_ms: Option<u64>,
    stopping: bool,
}

/// The way between the room's own actions and the union of all games' actions.
pub struct Bridge<G: Game> {
    /// Takes an action out of the union, if it is this game's.
    pub take: fn(AnyAction) -> Option<G::Action>,
    /// Puts one in.
    pub wrap: fn(G::Action) -> AnyAction,
}

/// What a room's task needs from outside.
pub struct Surroundings {
    /// Where batches are kept.
    pub store: Arc<dyn Store>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Chance of this room's own.
    pub chance: Box<dyn Chance>,
    /// The public list.
    pub board: Arc<dyn Board>,
}

/// Why a room's task ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Nobody was there for a while, or the server stops. Everything is kept.
    Asleep,
    /// Somebody else owns the room, or its log is not what this task wrote. The room is to be revived.
    Lost,
}

/// The task cannot go on.
struct Lost;

impl<G: Game> Actor<G> {
    /// A task for a room whose log says `core`. `stood` says why its clock stood until now, unless it
    /// was just made.
    pub fn new(
        core: RoomCore<G>,
        (to_self, mailbox): (mpsc::WeakSender<Letter>, mpsc::Receiver<Letter>),
        surroundings: Surroundings,
        bridge: Bridge<G>,
    ) -> Self {
        let Surroundings { store, clock, mut chance, board } = surroundings;
        let now_ms = clock.now_ms();
        Self {
            room: core.committed().id,
            time: RoomClock::starting(core.committed().at, now_ms),
            stalls: clock.stalls(),
            bots: Bots::new(Seed(chance.bytes())),
            empty_since_ms: Some(now_ms),
            stopping: false,
            core,
            mailbox,
            to_self,
            board,
            store,
            clock,
            chance,
            bridge,
        }
    }

    /// Runs until the room sleeps, the server stops, or the room is lost to somebody else. `stood` says
    /// why the room's clock stood until now, if it was revived.
    pub async fn run(mut self, stood: Option<Stood>) -> Ended {
        if let Some(why) = stood {
            let at = self.time.at(self.clock.now_ms());
            self.core.clock_stood(why, at, &mut *self.chance);
            if self.keep_batch(false).await.is_err() {
                return Ended::Lost;
            }
        }
        loop {
            if let Some(letter) = self.next_letter().await {
                self.read(letter);
                // What waits already is the same batch, in the order of its arrival.
                while !self.core.is_full()
                    && let Ok(letter) = self.mailbox.try_recv()
                {
                    self.read(letter);
                }
            }
            let at = self.time.at(self.clock.now_ms());
            self.core.note_presence(at, &mut *self.chance);
            self.core.wake(at, &mut *self.chance);
            if self.keep_batch(false).await.is_err() {
                return Ended::Lost;
            }
            self.core.tell(self.now());
            self.show_listing();
            self.think();
            if self.stopping || self.is_abandoned() {
                return self.fall_asleep().await;
            }
        }
    }

    /// The next letter; none when a deadline came first.
    async fn next_letter(&mut self) -> Option<Letter> {
        let deadline = self.core.deadline().and_then(|at| self.time.when(at));
        let empty = self.empty_since_ms.map(|since| since + EMPTY_ROOM_MS);
        // News of a slow store waits a moment for a request to go with it.
        let news = self.core.has_news().then(|| self.clock.now_ms() + STORE_RETRY_MS);
        let listing = self.core.listing_due().and_then(|at| self.time.when(at));
        let times = [deadline, listing, self.core.next_tell_ms(), self.bots.next_ms(), empty, news];
        let wake_ms = times.into_iter().flatten().min().unwrap_or(u64::MAX);
        let letter = tokio::select! {
            biased;
            letter = self.mailbox.recv() => {
                // Without any handle left nobody can ever come in again.
                self.stopping |= letter.is_none();
                letter
            }
            () = self.clock.stalled(self.stalls) => None,
            () = self.clock.sleep_until(wake_ms) => None,
        };
        // Before anything is decided: a deadline that "came" while the process stood has not come.
        let stalls = self.clock.stalls();
        if stalls != self.stalls {
            self.stalls = stalls;
            let at = self.time.at(self.clock.now_ms());
            self.core.clock_stood(Stood::Stopped, at, &mut *self.chance);
        }
        letter
    }

    fn now(&self) -> Now {
        let clock_ms = self.clock.now_ms();
        Now { room: self.time.at(clock_ms), clock_ms }
    }

    fn read(&mut self, letter: Letter) {
        let at = self.time.at(letter.arrived_ms);
        let chance = &mut *self.chance;
        match letter.mail {
            Mail::Ask { conn, asked, request, ticket } => match request.map_action(self.bridge.take) {
                Some(request) => self.core.ask(conn, asked, request, ticket, (at, chance)),
                None => {
                    ticket.refuse(&code::UNKNOWN_ACTION);
                }
            },
            Mail::Join(join) => self.core.join(join, at, chance),
            Mail::Match(join) => self.core.match_in(join, at, chance),
            Mail::Leave { asked, ticket, done } => self.core.leave(asked, ticket, done, (at, chance)),
            Mail::Forget { player, done } => self.core.forget(player, done, at, chance),
            Mail::Bot { seat, action: Some(action) } => {
                if let Some(action) = (self.bridge.take)(action) {
                    self.core.bot_move(seat, action, at, chance);
                }
            }
            Mail::Bot { seat, action: None } => {
                self.bots.waits(seat, self.core.bot_pace_ms(), self.clock.now_ms());
            }
            Mail::Stop => self.stopping = true,
            other => self.serve(other),
        }
        self.note_emptiness();
    }

    /// What needs no store.
    fn serve(&mut self, mail: Mail) {
        let now = self.now();
        match mail {
            Mail::Attach { line, last_seq, greeting, done } => {
                // A member whose connection is gone before it hears of this says so by itself.
                let _ = done.send(self.core.attach(line, last_seq, greeting, now));
            }
            Mail::Detach { player, conn } => self.core.detach(player, conn),
            Mail::Sync { player, conn } => self.core.sync(player, conn, now),
            Mail::Look { done } => {
                let _ = done.send(self.core.facts());
            }
            Mail::Stop => self.stopping = true,
            Mail::Ask { ticket, .. } => {
                ticket.refuse(&code::STORAGE_UNAVAILABLE);
            }
            Mail::Join(Join { ticket, done, .. })
            | Mail::Match(Join { ticket, done, .. })
            | Mail::Leave { ticket, done, .. } => {
                let frame = ticket.refuse(&code::STORAGE_UNAVAILABLE);
                let _ = done.send(Err(Turned::sent(frame, false)));
            }
            Mail::Forget { done, .. } => {
                let _ = done.send(false);
            }
            // Thinks again when its plan says so.
            Mail::Bot { seat, .. } => {
                let outcome = BotOutcome { seat, done: false };
                self.bots.judged(outcome, self.core.bot_pace_ms(), self.clock.now_ms());
            }
        }
        self.note_emptiness();
    }

    /// Has the public list say what is so now, if anything of it has changed.
    fn show_listing(&mut self) {
        let now = self.now();
        if let Some(listing) = self.core.listing_news(now) {
            self.board.show(self.core.committed().code, listing);
        }
    }

    fn note_emptiness(&mut self) {
        if !self.core.is_empty() {
            self.empty_since_ms = None;
        } else if self.empty_since_ms.is_none() {
            self.empty_since_ms = Some(self.clock.now_ms());
        }
    }

    fn is_abandoned(&self) -> bool {
        self.empty_since_ms.is_some_and(|since| self.clock.now_ms() >= since + EMPTY_ROOM_MS)
    }

    async fn fall_asleep(mut self) -> Ended {
        // What is in the mailbox is still served; what comes later finds it closed and goes to the lobby,
        // which revives the room.
        self.mailbox.close();
        while let Ok(letter) = self.mailbox.try_recv() {
            self.read(letter);
        }
        let at = self.time.at(self.clock.now_ms());
        self.core.sleep(at, &mut *self.chance);
        match self.keep_batch(true).await {
            Ok(()) => Ended::Asleep,
            Err(Lost) => Ended::Lost,
        }
    }

    /// Has the batch kept and tells everyone; whatever the store does, comes back only when it is clear
    /// whether the batch is in the log.
    ///
    /// That room time stood meanwhile is kept at once; if the store was slow over that as well, it is
    /// left to go with the next batch, or a store that is always slow would leave no time for requests.
    async fn keep_batch(&mut self, snapshot: bool) -> Result<(), Lost> {
        if self.keep(snapshot).await? {
            self.keep(false).await?;
        }
        Ok(())
    }

    /// Has one batch kept; comes back whether room time stood meanwhile, which is decided and not kept.
    async fn keep(&mut self, snapshot: bool) -> Result<bool, Lost> {
        let sealed = self.core.seal(self.clock.unix_ms(), snapshot).map_err(|error| {
            tracing::error!(room = %self.core.committed().code, %error, "a batch cannot be written");
            Lost
        })?;
        let Some(append) = sealed else {
            self.told(false);
            return Ok(false);
        };
        let with_snapshot = append.snapshot.is_some();
        let (kept, stood) = self.append(append).await?;
        if kept {
            self.told(with_snapshot);
        }
        if stood {
            self.time.go(self.clock.now_ms());
        }
        // A room that fell asleep over it says nothing more.
        let tells = stood && !self.core.committed().asleep;
        if tells {
            let at = self.time.at(self.clock.now_ms());
            self.core.clock_stood(Stood::Storage, at, &mut *self.chance);
            // Who came and went meanwhile was served, and nobody was told.
            self.core.note_presence(at, &mut *self.chance);
        }
        Ok(tells)
    }

    fn told(&mut self, with_snapshot: bool) {
        let now = self.now();
        let pace_ms = self.core.bot_pace_ms();
        self.bots.stirred(self.core.committed().seq, pace_ms, now.clock_ms);
        for outcome in self.core.kept(with_snapshot, now) {
            self.bots.judged(outcome, pace_ms, now.clock_ms);
        }
        self.note_emptiness();
    }

    /// Appends; comes back whether the batch is in the log, and whether room time stood meanwhile.
    async fn append(&mut self, append: Append) -> Result<(bool, bool), Lost> {
        let started_ms = self.clock.now_ms();
        let row = append.row.clone();
        let store = Arc::clone(&self.store);
        let mut out = Box::pin(async move { store.append(append).await });
        let clock = Arc::clone(&self.clock);
        let outcome = tokio::select! {
            biased;
            outcome = &mut out => outcome,
            () = clock.sleep_until(started_ms + APPEND_STUCK_MS) => {
                self.time.stop(started_ms + APPEND_STUCK_MS);
                self.serving(out).await
            }
        };
        match outcome {
            Ok(()) => return Ok((true, self.time.stands())),
            Err(AppendError::StaleEpoch | AppendError::CodeTaken) => return Err(Lost),
            Err(AppendError::Unavailable(why)) => {
                tracing::warn!(room = %self.core.committed().code, %why, "a batch may not have been kept");
            }
        }
        if !self.time.stands() {
            self.time.stop(self.clock.now_ms());
        }
        // The old append can land until the next epoch is taken: only then is it clear what the log says.
        let claim = loop {
            let store = Arc::clone(&self.store);
            let room = self.room;
            let claim = Box::pin(async move { store.claim(room).await });
            match self.serving(claim).await {
                Ok(claim) => break claim,
                Err(why) => tracing::debug!(room = %self.core.committed().code, %why, "still no store"),
            }
            let retry_ms = self.clock.now_ms() + STORE_RETRY_MS;
            let clock = Arc::clone(&self.clock);
            self.serving(Box::pin(async move { clock.sleep_until(retry_ms).await })).await;
        };
        let last_seq = claim.last_row.as_ref().map_or(0, |last| last.last_seq);
        if claim.last_row.as_ref() == Some(&row) {
            self.core.fenced(claim.epoch);
            Ok((true, true))
        } else if last_seq == self.core.committed().seq {
            let (pace_ms, now_ms) = (self.core.bot_pace_ms(), self.clock.now_ms());
            for outcome in self.core.lost(claim.epoch) {
                self.bots.judged(outcome, pace_ms, now_ms);
            }
            Ok((false, true))
        } else {
            Err(Lost)
        }
    }

    /// Waits for the store and serves meanwhile what needs none.
    async fn serving<T>(&mut self, mut work: std::pin::Pin<Box<impl Future<Output = T> + ?Sized>>) -> T {
        loop {
            let tell_ms = self.core.next_tell_ms().unwrap_or(u64::MAX);
            let clock = Arc::clone(&self.clock);
            tokio::select! {
                biased;
                done = &mut work => return done,
                Some(letter) = self.mailbox.recv() => self.serve(letter.mail),
                () = clock.sleep_until(tell_ms) => self.core.tell(self.now()),
            }
        }
    }

    /// Lets the bots think that are due, off this thread.
    fn think(&mut self) {
        let now = self.now();
        let core = &self.core;
        let sees = |seat| Some((core.bot_view(seat, now.room)?, core.game_options().clone()));
        let due = self.bots.due::<G>(core.bots(), core.bot_pace_ms(), now.clock_ms, sees);
        for thinker in due {
            thinking::start(thinker, self.bridge.wrap, self.to_self.clone(), Arc::clone(&self.clock));
        }
    }
}
