//! A room without its task: the committed state, the working copy, the batch between them, and who has
//! to be told. No async, no store, no clock; the actor and the simulator drive it alike.
//!
//! Inputs are decided on the working copy in the order of their arrival. [`RoomCore::seal`] makes one
//! row of them; when the store has kept it, [`RoomCore::kept`] lets the committed state follow and tells
//! everyone. Views come from the committed state alone. Next: `core/batch.rs`, `core/outcome.rs`.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::oneshot;

use self::batch::{Batch, Reply};
use super::answer::{Accepted, Answer, Refused};
use super::audience::{Audience, Now};
use super::encode::Encoder;
use super::event::Event;
use super::history::History;
use super::input::{Entry, Input};
use super::listing::Listed;
use super::mail::{Entrance, Join, Line, Ticket, Turned};
use super::outbox::Class;
use super::perform::{catch_up, perform};
use super::remembered::{Asked, Remembered};
use super::request::Request;
use super::state::RoomState;
use super::view::Stood;
use crate::chance::Chance;
use crate::code;
use crate::games::{Game, GameKind, RoomTime, Seat};
use crate::ids::{ConnId, PlayerId};
use crate::limits::BATCH_MAX;
use crate::store::SessionChange;

mod batch;
mod outcome;
mod outside;

/// A room.
pub struct RoomCore<G: Game> {
    kind: GameKind,
    epoch: u64,
    committed: RoomState<G>,
    working: RoomState<G>,
    history: History<G>,
    /// Answers that need not survive a restart: plain refusals, and what made no event.
    memory: Remembered<G>,
    audience: Audience<G>,
    batch: Batch<G>,
    /// Lost races, judged on the committed state, that wait for a row to be noted in.
    notes: Vec<Entry<G>>,
    snapshot_seq: u64,
    listed: Listed,
}

/// Whether a bot's move was accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BotOutcome {
    /// The seat.
    pub seat: Seat,
    /// Whether.
    pub done: bool,
}

impl<G: Game> RoomCore<G> {
    /// A room that was just made or revived, in the state that its log gives.
    pub fn new(kind: GameKind, epoch: u64, state: RoomState<G>, encoder: Arc<dyn Encoder<G>>) -> Self {
        Self {
            kind,
            epoch,
            working: state.clone(),
            history: History::after(state.seq),
            memory: Remembered::default(),
            audience: Audience::new(encoder),
            batch: Batch::default(),
            notes: Vec::new(),
            snapshot_seq: state.seq,
            listed: Listed::default(),
            committed: state,
        }
    }

    /// The same room with the events of its log that were read when it was revived, so that who missed
    /// some of them gets just these.
    #[must_use]
    pub fn with_history(mut self, events: Vec<Event<G>>) -> Self {
        self.history = History::of(events, self.committed.seq);
        self
    }

    /// What everybody was told.
    pub fn committed(&self) -> &RoomState<G> {
        &self.committed
    }

    /// Whether nobody is connected.
    pub fn is_empty(&self) -> bool {
        self.audience.is_empty()
    }

    /// Whether a batch is full and should be kept before more is decided.
    pub fn is_full(&self) -> bool {
        self.batch.entries.len() >= BATCH_MAX
    }

    /// Whether something has been decided that is not kept yet.
    pub fn has_news(&self) -> bool {
        self.working.seq != self.committed.seq
    }

    /// When the room wants to be woken, in room time.
    pub fn deadline(&self) -> Option<RoomTime> {
        super::follow::deadline(&self.committed)
    }

    /// When somebody who waits for events may be told, in the clock's milliseconds.
    pub fn next_tell_ms(&self) -> Option<u64> {
        self.audience.next_ms(&self.committed)
    }

    /// Lets everything happen that is due.
    pub fn wake(&mut self, at: RoomTime, chance: &mut dyn Chance) {
        let at = self.not_before(at);
        if let Some(entry) = catch_up(&mut self.working, at, chance) {
            self.note_rounds(&entry);
            self.batch.entries.push(entry);
        }
    }

    /// Decides what somebody in the room asks for. A repeated request gets its first answer again.
    pub fn ask(
        &mut self,
        conn: ConnId,
        asked: Asked,
        request: Request<G::Action>,
        ticket: Ticket,
        (at, chance): (RoomTime, &mut dyn Chance),
    ) {
        let player = asked.player;
        if !self.audience.is_present(player, conn) {
            // The news of an older connection changes nothing.
            ticket.refuse(&code::NO_ROOM);
            return;
        }
        if let Some(answer) = self.remembered(&asked) {
            self.batch.replies.push(Reply::Answer { ticket, player, answer, with_events: false });
            return;
        }
        let input = Input::Ask { player, request };
        let (answer, with_events) = self.decide(Some(asked), input, at, chance);
        if !with_events {
            self.batch.answers.push((asked, answer.clone()));
        }
        let with_events = with_events || matches!(answer, Answer::Accepted(_));
        self.batch.replies.push(Reply::Answer { ticket, player, answer, with_events });
    }

    /// Lets somebody in.
    pub fn join(&mut self, join: Join, at: RoomTime, chance: &mut dyn Chance) {
        self.enter(join, false, at, chance);
    }

    /// Lets somebody in to play; who cannot gets the ticket back.
    pub fn match_in(&mut self, join: Join, at: RoomTime, chance: &mut dyn Chance) {
        self.enter(join, true, at, chance);
    }

    fn enter(&mut self, join: Join, to_play: bool, at: RoomTime, chance: &mut dyn Chance) {
        let Join { line, name, role_in_room, asked, ticket, done } = join;
        let input = Input::Join { player: line.player, name, role_in_room, to_play };
        let (mut answer, _) = self.decide(Some(asked), input, at, chance);
        if let Answer::Accepted(accepted) = &mut answer {
            accepted.code = Some(self.working.code);
            let frame = self.audience.encoder().answer(ticket.id(), &answer);
            self.batch.sessions.push(SessionChange::Enter {
                player: line.player,
                session: line.session,
                room: self.working.code,
                mark: asked.id,
                entry: entry_of(asked.id, &frame),
            });
        }
        self.batch.replies.push(Reply::Joined { line, ticket, answer, to_play, done });
    }

    /// Lets somebody go.
    pub fn leave(
        &mut self,
        asked: Asked,
        ticket: Ticket,
        done: oneshot::Sender<Entrance>,
        (at, chance): (RoomTime, &mut dyn Chance),
    ) {
        let player = asked.player;
        if let Some(answer) = self.remembered(&asked) {
            // The id has been used for something else: that answer again, and nothing is done.
            let frame = self.audience.encoder().answer(ticket.id(), &answer);
            let _ = done.send(Err(Turned::sent(frame, true)));
            self.batch.replies.push(Reply::Answer { ticket, player, answer, with_events: false });
            return;
        }
        let (answer, happened) = self.decide(Some(asked), Input::Leave { player }, at, chance);
        if happened {
            let frame = self.audience.encoder().answer(ticket.id(), &answer);
            let asked = Some((asked.session, asked.id, entry_of(asked.id, &frame)));
            self.batch.sessions.push(SessionChange::Leave { player, room: self.working.code, asked });
        }
        self.batch.replies.push(Reply::Left { ticket, player, answer, done });
    }

    /// Takes somebody out who is deleted.
    pub fn forget(
        &mut self,
        player: PlayerId,
        done: oneshot::Sender<bool>,
        at: RoomTime,
        chance: &mut dyn Chance,
    ) {
        self.decide(None, Input::Forget { player }, at, chance);
        self.batch.sessions.push(SessionChange::Leave { player, room: self.working.code, asked: None });
        self.batch.replies.push(Reply::Forgotten { done });
    }

    /// Decides a bot's move.
    pub fn bot_move(&mut self, seat: Seat, action: G::Action, at: RoomTime, chance: &mut dyn Chance) {
        let (answer, _) = self.decide(None, Input::BotMove { seat, action }, at, chance);
        self.batch.replies.push(Reply::Bot { seat, done: matches!(answer, Answer::Accepted(_)) });
    }

    /// Says that the room's clock stood. This comes before any deadline that may have come by `at`: who
    /// is waited for gets the allowance, not who would be next.
    pub fn clock_stood(&mut self, why: Stood, at: RoomTime, chance: &mut dyn Chance) {
        let deadline = super::follow::deadline(&self.working);
        let at = deadline.map_or(at, |deadline| at.min(RoomTime(deadline.0.saturating_sub(1))));
        self.decide(None, Input::ClockStood { why }, at, chance);
    }

    /// Sends the room to sleep.
    pub fn sleep(&mut self, at: RoomTime, chance: &mut dyn Chance) {
        self.decide(None, Input::Sleep, at, chance);
    }

    /// Lets a connection of a member listen; comes back whether the player is one. Presence follows with
    /// [`RoomCore::note_presence`].
    pub fn attach(&mut self, line: Line, last_seq: Option<u64>, first: Option<Bytes>, now: Now) -> bool {
        if self.committed.member(line.player).is_none_or(|member| member.gone) {
            return false;
        }
        let first = first.map(|frame| (Class::Other, frame));
        self.audience.attach(line, last_seq, first, &self.committed, &self.history, now);
        true
    }

    /// A connection has ended.
    pub fn detach(&mut self, player: PlayerId, conn: ConnId) {
        self.audience.detach(player, conn);
    }

    /// Sends the whole state to one player.
    pub fn sync(&mut self, player: PlayerId, conn: ConnId, now: Now) {
        self.audience.sync(player, conn, &self.committed, now);
    }

    /// Decides who has come and gone since this was last asked.
    pub fn note_presence(&mut self, at: RoomTime, chance: &mut dyn Chance) {
        let members = self.working.members.iter().filter(|member| member.is_person() && !member.gone);
        let wrong = |player: PlayerId, online: bool| self.audience.hears(player) != online;
        let changed: Vec<(PlayerId, bool)> = members
            .filter(|member| wrong(member.player, member.online) && !self.is_entering(member.player))
            .map(|member| (member.player, !member.online))
            .collect();
        for (player, online) in changed {
            self.decide(None, Input::Online { player, online }, at, chance);
        }
    }

    /// Whether a player's entrance is in the batch: the connection listens when it is kept.
    fn is_entering(&self, player: PlayerId) -> bool {
        let replies = &self.batch.replies;
        replies.iter().any(|reply| matches!(reply, Reply::Joined { line, .. } if line.player == player))
    }

    /// The answer to a request that has been made before, or the refusal of an id that is too low.
    fn remembered(&self, asked: &Asked) -> Option<Answer<G>> {
        let durable = &self.working.answers;
        let session =
            |other: &&(Asked, Answer<G>)| (other.0.player, other.0.session) == (asked.player, asked.session);
        let unkept = || self.batch.answers.iter().filter(session);
        let pending = unkept().find(|(other, _)| other.id == asked.id).map(|(_, answer)| answer);
        if let Some(answer) = durable.answer(asked).or(pending).or_else(|| self.memory.answer(asked)) {
            return Some(answer.clone());
        }
        let pending = unkept().map(|(other, _)| other.id).max();
        let highest = durable.highest(asked).max(self.memory.highest(asked)).max(pending)?;
        (asked.id <= highest).then(|| Answer::Refused(Refused::plain(&code::STALE_ID)))
    }

    /// No input is decided before the one ahead of it.
    fn not_before(&self, at: RoomTime) -> RoomTime {
        at.max(self.working.at).max(self.batch.entries.last().map_or(RoomTime(0), |entry| entry.at))
    }

    /// Decides an input on the working copy; comes back with the answer and whether anything happened.
    fn decide(
        &mut self,
        asked: Option<Asked>,
        input: Input<G>,
        at: RoomTime,
        chance: &mut dyn Chance,
    ) -> (Answer<G>, bool) {
        self.wake(at, chance);
        let at = self.not_before(at);
        let entry = perform(&mut self.working, asked, input, at, chance);
        let answer = entry.answer.clone();
        let happened = !entry.events.is_empty();
        if happened || is_lost_race(&answer) {
            self.note_rounds(&entry);
            self.note_removals(&entry);
            self.batch.entries.push(entry);
        }
        (answer, happened)
    }

    /// Tells those whose pace allows it what they have not been told.
    pub fn tell(&mut self, now: Now) {
        self.audience.tell(&self.committed, &self.history, now, BTreeMap::new());
    }
}

fn is_lost_race<G: Game>(answer: &Answer<G>) -> bool {
    matches!(answer, Answer::Refused(refused) if refused.code == code::BEATEN.name)
}

fn entry_of(id: u64, frame: &Bytes) -> crate::store::Entry {
    crate::store::Entry { id, answer: String::from_utf8_lossy(frame).into_owned() }
}

impl<G: Game> Accepted<G> {
    /// An `ok` with a room's code.
    #[must_use]
    pub fn entered(code: crate::ids::RoomCode) -> Self {
        Self { code: Some(code), ..Self::default() }
    }
}
