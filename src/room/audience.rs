//! The connections of a room and what each still has to be told: the fan-out.
//!
//! A frame goes to a player and finds the connection when it is sent, so that nothing outlives a
//! reconnect. Never waits: a client that is behind gets one state in place of the backlog.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;

use super::encode::Encoder;
use super::event::{Event, RoomEvent};
use super::history::History;
use super::mail::Line;
use super::outbox::{Class, Pushed};
use super::pace::Pace;
use super::show;
use super::state::RoomState;
use super::view::RoomPhase;
use crate::games::{Game, RoomTime, Viewer};
use crate::ids::{ConnId, PlayerId};

/// The two times that a fan-out needs.
#[derive(Debug, Clone, Copy)]
pub struct Now {
    /// Room time, for what remains of fixed instants.
    pub room: RoomTime,
    /// The clock's milliseconds, for the pace of frames.
    pub clock_ms: u64,
}

/// All connections of a room, at most one for each player.
pub struct Audience<G: Game> {
    encoder: Arc<dyn Encoder<G>>,
    seats: BTreeMap<PlayerId, Listener>,
}

struct Listener {
    line: Line,
    /// The number of the last event that was put into the outbox.
    sent_seq: u64,
    pace: Pace,
}

/// Frames made in one fan-out, shared by all who may see the same events.
type Made = Vec<((Option<Viewer>, u64), Bytes)>;

impl<G: Game> Audience<G> {
    /// Nobody listens yet.
    pub fn new(encoder: Arc<dyn Encoder<G>>) -> Self {
        Self { encoder, seats: BTreeMap::new() }
    }

    /// What writes the frames.
    pub fn encoder(&self) -> &dyn Encoder<G> {
        &*self.encoder
    }

    /// Whether nobody is connected.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// Whether that player is connected.
    pub fn hears(&self, player: PlayerId) -> bool {
        self.seats.contains_key(&player)
    }

    /// Whether `conn` is the player's present connection.
    pub fn is_present(&self, player: PlayerId, conn: ConnId) -> bool {
        self.seats.get(&player).is_some_and(|listener| listener.line.conn == conn)
    }

    /// Lets a connection listen: what it missed of the events after `last_seq`, or a whole state. Its
    /// next event is the one after what it got: there is no moment in between.
    pub fn attach(
        &mut self,
        line: Line,
        last_seq: Option<u64>,
        first: Option<(Class, Bytes)>,
        state: &RoomState<G>,
        history: &History<G>,
        now: Now,
    ) {
        let changed_seq = state.member(line.player).map_or(u64::MAX, |member| member.changed_seq);
        let known = last_seq.filter(|known| !line.full && *known >= changed_seq);
        let gap = known.filter(|known| history.since(*known).is_some());
        let mut listener = Listener { sent_seq: gap.unwrap_or(state.seq), line, pace: Pace::default() };
        if let Some((class, frame)) = first {
            let _ = listener.line.outbox.push(class, frame);
        }
        let alive = if gap.is_some() {
            self.send(&mut listener, state, history, now, &mut Vec::new(), &mut Vec::new())
        } else {
            self.send_state(&listener, state, now)
        };
        // The connection may have ended while its player came in.
        if alive {
            self.seats.insert(listener.line.player, listener);
        }
    }

    /// Forgets a connection; one that is no longer the player's present one is forgotten already.
    pub fn detach(&mut self, player: PlayerId, conn: ConnId) {
        if self.is_present(player, conn) {
            self.seats.remove(&player);
        }
    }

    /// Forgets whatever connection the player has, and hands it out.
    pub fn remove(&mut self, player: PlayerId) -> Option<Line> {
        self.seats.remove(&player).map(|listener| listener.line)
    }

    /// Sends the whole state to one player.
    pub fn sync(&mut self, player: PlayerId, conn: ConnId, state: &RoomState<G>, now: Now) {
        let Some(mut listener) = self.seats.remove(&player) else { return };
        if listener.line.conn == conn {
            self.send_state(&listener, state, now);
            listener.sent_seq = state.seq;
        }
        self.seats.insert(player, listener);
    }

    /// Tells everybody what has been kept: `answers` with the events up to now in one write, whatever
    /// the pace; the others as their pace allows.
    pub fn tell(
        &mut self,
        state: &RoomState<G>,
        history: &History<G>,
        now: Now,
        mut answers: BTreeMap<PlayerId, Vec<Bytes>>,
    ) {
        let mut made = Vec::new();
        let mut seats = std::mem::take(&mut self.seats);
        seats.retain(|player, listener| {
            let mut own = answers.remove(player).unwrap_or_default();
            let behind = listener.sent_seq < state.seq;
            let due = !own.is_empty() || (behind && listener.pace.allows(now.clock_ms));
            // Whoever is closing hears nothing more, and is away from now on.
            !due || self.send(listener, state, history, now, &mut made, &mut own)
        });
        self.seats = seats;
    }

    /// When somebody who waits may be told, in the clock's milliseconds.
    pub fn next_ms(&self, state: &RoomState<G>) -> Option<u64> {
        let waiting = self.seats.values().filter(|listener| listener.sent_seq < state.seq);
        waiting.map(|listener| listener.pace.next_ms()).min()
    }

    /// Sends one client a whole state; comes back whether its connection is open.
    fn send_state(&self, listener: &Listener, state: &RoomState<G>, now: Now) -> bool {
        let frame = self.state_frame(listener, state, now);
        let outbox = &listener.line.outbox;
        match outbox.push(Class::State, frame.clone()) {
            Pushed::Queued => true,
            Pushed::Overflow => outbox.replace_with_state(frame) != Pushed::Closed,
            Pushed::Closed => false,
        }
    }

    /// Sends one client what it has not been told, and then its answers; comes back whether its
    /// connection is open.
    fn send(
        &self,
        listener: &mut Listener,
        state: &RoomState<G>,
        history: &History<G>,
        now: Now,
        made: &mut Made,
        answers: &mut Vec<Bytes>,
    ) -> bool {
        let mut frames: Vec<(Class, Bytes)> = Vec::with_capacity(1 + answers.len());
        if listener.sent_seq < state.seq {
            let events = if listener.line.full || Self::sees_anew(listener, state, history) {
                None
            } else {
                self.events_frame(listener, state, history, now, made)
            };
            frames.push(match events {
                Some(frame) => (Class::Events, frame),
                None => (Class::State, self.state_frame(listener, state, now)),
            });
            listener.pace.take(now.clock_ms);
        }
        frames.extend(answers.drain(..).map(|frame| (Class::Answer, frame)));
        listener.sent_seq = state.seq;
        let outbox = &listener.line.outbox;
        match outbox.push_many(frames.iter().cloned()) {
            Pushed::Queued => true,
            Pushed::Closed => false,
            Pushed::Overflow => {
                let _ = outbox.replace_with_state(self.state_frame(listener, state, now));
                let answers = frames.into_iter().filter(|(class, _)| *class == Class::Answer);
                outbox.push_many(answers) != Pushed::Closed
            }
        }
    }

    /// Whether the client took or gave up a seat in the middle of a round of a game with secrets: then
    /// it sees other cards than before, which no event tells. So also when the round ended by that.
    fn sees_anew(listener: &Listener, state: &RoomState<G>, history: &History<G>) -> bool {
        let changed = || {
            state.member(listener.line.player).is_some_and(|member| member.changed_seq > listener.sent_seq)
        };
        let ended = |event: &Event<G>| matches!(event, Event::Room(RoomEvent::RoundEnded { .. }));
        let in_round = || {
            state.phase == RoomPhase::Playing
                || history.since(listener.sent_seq).is_none_or(|mut missed| missed.any(ended))
        };
        !G::ONE_AUDIENCE && changed() && in_round()
    }

    fn events_frame(
        &self,
        listener: &Listener,
        state: &RoomState<G>,
        history: &History<G>,
        now: Now,
        made: &mut Made,
    ) -> Option<Bytes> {
        let viewer = show::viewer(state, listener.line.player);
        let key = ((!G::ONE_AUDIENCE).then_some(viewer), listener.sent_seq);
        if let Some((_, frame)) = made.iter().find(|(other, _)| *other == key) {
            return Some(frame.clone());
        }
        let missed = history.since(listener.sent_seq)?;
        let shown: Vec<_> = missed.map(|event| show::event(state, event, viewer, now.room)).collect();
        let frame = self.encoder.events(state.seq, &shown);
        made.push((key, frame.clone()));
        Some(frame)
    }

    fn state_frame(&self, listener: &Listener, state: &RoomState<G>, now: Now) -> Bytes {
        let player = listener.line.player;
        let viewer = show::viewer(state, player);
        let game = state.game.as_ref().map(|game| G::view(game, viewer, now.room));
        let room = show::room(state, now.room);
        self.encoder.state(state.seq, &room, game.as_ref(), &show::you(state, player))
    }
}
