//! One room: a task that owns it, and the handle by which everything else talks to it.
//!
//! Reading order: `request` and `view` (what may be asked, what is seen), `state` (the truth and the
//! only writer), `decide` and `follow` (the judgement), `perform` (one input from its instant to its
//! last event), `core` (committed and working copy), `actor` (the task). A room knows its game through
//! the trait [`crate::games::Game`] alone; it knows no HTTP and no SQL.

use std::sync::Arc;

use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use self::mail::{Entrance, Facts, Join, Letter, Line, Mail, Ticket};
use self::remembered::Asked;
use self::request::Request;
use crate::clock::Clock;
use crate::code::{self, Code};
use crate::games::{AnyAction, GameKind};
use crate::ids::{ConnId, PlayerId, RoomCode};

pub mod actor;
pub mod answer;
pub mod audience;
pub mod bots;
pub mod capacity;
pub mod core;
pub mod decide;
pub mod draft;
pub mod encode;
pub mod event;
pub mod follow;
pub mod history;
pub mod input;
pub mod listing;
pub mod mail;
pub mod member;
pub mod options;
pub mod outbox;
pub mod pace;
pub mod perform;
pub mod record;
pub mod remembered;
pub mod request;
pub mod results;
pub mod room_clock;
pub mod seating;
pub mod show;
pub mod state;
pub mod tally;
mod thinking;
pub mod view;
pub mod waiting;

/// A room's mailbox. The order in it is the order of the game.
#[derive(Clone)]
pub struct RoomHandle {
    code: RoomCode,
    game: GameKind,
    mailbox: mpsc::Sender<Letter>,
    clock: Arc<dyn Clock>,
    ended: CancellationToken,
}

impl std::fmt::Debug for RoomHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RoomHandle").field(&self.code).finish()
    }
}

/// The room's task is gone; the lobby revives the room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gone;

impl RoomHandle {
    /// A handle to the task that reads `mailbox` and cancels `ended` when it ends.
    pub fn new(
        code: RoomCode,
        game: GameKind,
        mailbox: mpsc::Sender<Letter>,
        clock: Arc<dyn Clock>,
        ended: CancellationToken,
    ) -> Self {
        Self { code, game, mailbox, clock, ended }
    }

    /// The room's code.
    pub fn code(&self) -> RoomCode {
        self.code
    }

    /// The room's game.
    pub fn game(&self) -> GameKind {
        self.game
    }

    /// Whether the task has ended.
    pub fn is_gone(&self) -> bool {
        self.mailbox.is_closed() || self.ended.is_cancelled()
    }

    /// Comes back when the task has ended.
    pub async fn gone(&self) {
        self.ended.cancelled().await;
    }

    fn letter(&self, mail: Mail) -> Letter {
        Letter { arrived_ms: self.clock.now_ms(), mail }
    }

    /// Asks for something in the room. The answer goes through the ticket: `room_busy` at once when the
    /// mailbox is full, `room_failed` when the task is gone.
    pub fn ask(&self, conn: ConnId, asked: Asked, request: Request<AnyAction>, ticket: Ticket) {
        let letter = self.letter(Mail::Ask { conn, asked, request, ticket });
        if let Err(mpsc::error::TrySendError::Full(Letter { mail: Mail::Ask { ticket, .. }, .. })) =
            self.mailbox.try_send(letter)
        {
            ticket.refuse(&code::ROOM_BUSY);
        }
    }

    /// Asks for the whole state of the room.
    ///
    /// # Errors
    /// `room_busy` or `room_failed`.
    pub fn sync(&self, player: PlayerId, conn: ConnId) -> Result<(), &'static Code> {
        self.mailbox.try_send(self.letter(Mail::Sync { player, conn })).map_err(|refused| match refused {
            mpsc::error::TrySendError::Full(_) => &code::ROOM_BUSY,
            mpsc::error::TrySendError::Closed(_) => &code::ROOM_FAILED,
        })
    }

    /// Comes in. `Ok` and `Err` hold the answer as it was sent.
    ///
    /// # Errors
    /// [`Gone`] when the task ended before it answered; the ticket has answered `room_failed`.
    pub async fn join(&self, make: impl FnOnce(oneshot::Sender<Entrance>) -> Join) -> Result<Entrance, Gone> {
        let (done, answer) = oneshot::channel();
        self.mailbox.send(self.letter(Mail::Join(make(done)))).await.map_err(|_| Gone)?;
        answer.await.map_err(|_| Gone)
    }

    /// Comes in to play, if a place can be held: else the ticket comes back unused, for another room.
    ///
    /// # Errors
    /// As for [`RoomHandle::join`].
    pub async fn match_in(
        &self,
        make: impl FnOnce(oneshot::Sender<Entrance>) -> Join,
    ) -> Result<Entrance, Gone> {
        let (done, answer) = oneshot::channel();
        self.mailbox.send(self.letter(Mail::Match(make(done)))).await.map_err(|_| Gone)?;
        answer.await.map_err(|_| Gone)
    }

    /// Leaves.
    ///
    /// # Errors
    /// As for [`RoomHandle::join`].
    pub async fn leave(&self, asked: Asked, ticket: Ticket) -> Result<Entrance, Gone> {
        let (done, answer) = oneshot::channel();
        let mail = Mail::Leave { asked, ticket, done };
        self.mailbox.send(self.letter(mail)).await.map_err(|_| Gone)?;
        answer.await.map_err(|_| Gone)
    }

    /// Lets a connection listen to the room its player is in; comes back whether the player is in it.
    /// `greeting` and what was missed leave before anything else.
    ///
    /// # Errors
    /// [`Gone`] when the task has ended.
    pub async fn attach(
        &self,
        line: Line,
        last_seq: Option<u64>,
        greeting: Option<Bytes>,
    ) -> Result<bool, Gone> {
        let (done, is_member) = oneshot::channel();
        let mail = Mail::Attach { line, last_seq, greeting, done };
        self.mailbox.send(self.letter(mail)).await.map_err(|_| Gone)?;
        is_member.await.map_err(|_| Gone)
    }

    /// Says that a connection has ended. Waits for a place in the mailbox: this must not be lost.
    pub async fn detach(&self, player: PlayerId, conn: ConnId) {
        // A task that is gone knows no connections.
        let _ = self.mailbox.send(self.letter(Mail::Detach { player, conn })).await;
    }

    /// Takes somebody out who is deleted, with the name; comes back whether that is kept.
    ///
    /// # Errors
    /// [`Gone`] when the task has ended.
    pub async fn forget(&self, player: PlayerId) -> Result<bool, Gone> {
        let (done, kept) = oneshot::channel();
        self.mailbox.send(self.letter(Mail::Forget { player, done })).await.map_err(|_| Gone)?;
        kept.await.map_err(|_| Gone)
    }

    /// What the room looks like from outside.
    ///
    /// # Errors
    /// [`Gone`] when the task has ended.
    pub async fn look(&self) -> Result<Facts, Gone> {
        let (done, facts) = oneshot::channel();
        self.mailbox.send(self.letter(Mail::Look { done })).await.map_err(|_| Gone)?;
        facts.await.map_err(|_| Gone)
    }

    /// Tells the room to keep everything and end; comes back when it has.
    pub async fn stop(&self) {
        let _ = self.mailbox.send(self.letter(Mail::Stop)).await;
        self.gone().await;
    }
}
