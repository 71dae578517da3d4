//! What comes into a room's mailbox, and the ticket that makes sure of one answer to each request.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::oneshot;

use super::outbox::{Class, Outbox};
use super::remembered::Asked;
use super::request::{As, Request, Visibility};
use super::view::RoomPhase;
use crate::code::{self, Code};
use crate::games::{AnyAction, Seat};
use crate::ids::{ConnId, PlayerId, SessionId};

/// A letter with the instant of its arrival, in the clock's milliseconds.
#[derive(Debug)]
pub struct Letter {
    /// When it was put into the mailbox.
    pub arrived_ms: u64,
    /// What it says.
    pub mail: Mail,
}

/// What a room may be told.
#[derive(Debug)]
pub enum Mail {
    /// Somebody in the room asks for something.
    Ask {
        /// Over which connection.
        conn: ConnId,
        /// Who, and under which id.
        asked: Asked,
        /// What for.
        request: Request<AnyAction>,
        /// Where the answer goes.
        ticket: Ticket,
    },
    /// Somebody comes in.
    Join(Join),
    /// Somebody comes in to play, or goes elsewhere.
    Match(Join),
    /// Somebody leaves.
    Leave {
        /// Who, and under which id.
        asked: Asked,
        /// Where the answer goes.
        ticket: Ticket,
        /// Tells the session what became of it.
        done: oneshot::Sender<Entrance>,
    },
    /// Somebody is deleted: they go, and so does the name.
    Forget {
        /// Who.
        player: PlayerId,
        /// Tells whether it is kept.
        done: oneshot::Sender<bool>,
    },
    /// A connection of somebody who is in the room already.
    Attach {
        /// The connection.
        line: Line,
        /// What the client knows of the room.
        last_seq: Option<u64>,
        /// A frame that comes before all others.
        greeting: Option<Bytes>,
        /// Tells whether the player is in the room. If not, nothing was sent.
        done: oneshot::Sender<bool>,
    },
    /// A connection that has ended. News of an older one than the present changes nothing.
    Detach {
        /// Whose.
        player: PlayerId,
        /// Which.
        conn: ConnId,
    },
    /// The whole state, please.
    Sync {
        /// Whose.
        player: PlayerId,
        /// Over which connection.
        conn: ConnId,
    },
    /// A bot has thought.
    Bot {
        /// The seat it moves for.
        seat: Seat,
        /// Its move; none when it would rather wait.
        action: Option<AnyAction>,
    },
    /// What the room looks like from outside.
    Look {
        /// Where the answer goes.
        done: oneshot::Sender<Facts>,
    },
    /// Keep everything and end.
    Stop,
}

/// A way in.
#[derive(Debug)]
pub struct Join {
    /// The connection that gets the room's frames from then on.
    pub line: Line,
    /// The name.
    pub name: String,
    /// As what.
    pub role_in_room: As,
    /// Who, and under which id.
    pub asked: Asked,
    /// Where the answer goes.
    pub ticket: Ticket,
    /// Tells the session what became of it.
    pub done: oneshot::Sender<Entrance>,
}

/// What became of a request to enter or leave: the `ok` as it was sent, or the refusal.
pub type Entrance = Result<Bytes, Turned>;

/// A refused request to enter or leave.
#[derive(Debug)]
pub struct Turned {
    /// The `error` as it was sent.
    pub frame: Bytes,
    /// Whether it was judged. If not, nothing was done and the request's id is free.
    pub judged: bool,
    /// The ticket, unused and without an answer sent, where another room may be tried.
    pub ticket: Option<Ticket>,
}

impl Turned {
    /// A refusal that was sent.
    #[must_use]
    pub fn sent(frame: Bytes, judged: bool) -> Self {
        Self { frame, judged, ticket: None }
    }
}

/// A connection, as a room knows it.
#[derive(Debug, Clone)]
pub struct Line {
    /// Its number.
    pub conn: ConnId,
    /// Whose it is.
    pub player: PlayerId,
    /// In which session.
    pub session: SessionId,
    /// Whether it wants whole states in place of events.
    pub full: bool,
    /// Where its frames go.
    pub outbox: Arc<Outbox>,
}

/// What a room looks like from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Its phase.
    pub phase: RoomPhase,
    /// People who came as players.
    pub people: usize,
    /// Bots of the table.
    pub bots: usize,
    /// People who watch.
    pub spectators: usize,
    /// Sides of the table.
    pub sides: usize,
    /// Sides on which somebody sits.
    pub sides_taken: usize,
    /// Places that nobody sits on: free sides, and those of a partner who is waited for.
    pub seats_free: usize,
    /// Who can find it.
    pub visibility: Visibility,
    /// Whether nobody new may come in.
    pub locked: bool,
    /// Whether somebody more may watch.
    pub may_watch: bool,
}

/// Writes an error frame.
pub type WriteError = fn(Option<u64>, &'static Code) -> Bytes;

/// The right to one answer. Dropped without one (the room's task is gone), it answers `room_failed`.
#[derive(Debug)]
pub struct Ticket {
    id: u64,
    write_error: WriteError,
    outbox: Option<Arc<Outbox>>,
}

impl Ticket {
    /// A ticket for request `id` of the connection with that outbox.
    #[must_use]
    pub fn new(id: u64, outbox: Arc<Outbox>, write_error: WriteError) -> Self {
        Self { id, write_error, outbox: Some(outbox) }
    }

    /// The request's id.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The outbox, to be answered through; the ticket has done its duty.
    #[must_use]
    pub fn redeem(mut self) -> Option<Arc<Outbox>> {
        self.outbox.take()
    }

    /// Answers with a code. Nothing was done.
    pub fn refuse(mut self, code: &'static Code) -> Bytes {
        let frame = (self.write_error)(Some(self.id), code);
        if let Some(outbox) = self.outbox.take() {
            // A connection that is closing wants no answer.
            let _ = outbox.push(Class::Answer, frame.clone());
        }
        frame
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(outbox) = self.outbox.take() {
            let frame = (self.write_error)(Some(self.id), &code::ROOM_FAILED);
            let _ = outbox.push(Class::Answer, frame);
        }
    }
}
