//! The batch: what has been decided on the working copy and not been kept, and the row made of it.

use tokio::sync::oneshot;

use super::RoomCore;
use crate::games::{Game, Seat, Stamp};
use crate::ids::PlayerId;
use crate::limits::{BATCH_MAX, SNAPSHOT_EVERY_EVENTS};
use crate::room::answer::Answer;
use crate::room::event::{Event, RoomEvent};
use crate::room::input::{Entry, Input};
use crate::room::mail::{Entrance, Line, Ticket};
use crate::room::record::{self, RecordError};
use crate::room::remembered::Asked;
use crate::room::results;
use crate::store::{Append, LogRow, MatchRecord, RoundRecord, SessionChange};

/// What has been decided and not been kept.
pub(super) struct Batch<G: Game> {
    pub entries: Vec<Entry<G>>,
    pub replies: Vec<Reply<G>>,
    /// Answers for the memory: they rest on what may yet be lost.
    pub answers: Vec<(Asked, Answer<G>)>,
    pub sessions: Vec<SessionChange>,
    pub rounds: Vec<RoundRecord>,
    pub matches: Vec<MatchRecord>,
}

impl<G: Game> Default for Batch<G> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            replies: Vec::new(),
            answers: Vec::new(),
            sessions: Vec::new(),
            rounds: Vec::new(),
            matches: Vec::new(),
        }
    }
}

/// Who waits for what in a batch.
pub(super) enum Reply<G: Game> {
    /// An answer, and whether the events come with it.
    Answer { ticket: Ticket, player: PlayerId, answer: Answer<G>, with_events: bool },
    /// Somebody comes in.
    Joined { line: Line, ticket: Ticket, answer: Answer<G>, to_play: bool, done: oneshot::Sender<Entrance> },
    /// Somebody leaves.
    Left { ticket: Ticket, player: PlayerId, answer: Answer<G>, done: oneshot::Sender<Entrance> },
    /// Somebody is deleted.
    Forgotten { done: oneshot::Sender<bool> },
    /// A bot's move.
    Bot { seat: Seat, done: bool },
}

impl<G: Game> RoomCore<G> {
    /// Who was removed by the host is in no room from now on; a new name holds elsewhere too.
    pub(super) fn note_removals(&mut self, entry: &Entry<G>) {
        for event in &entry.events {
            if let Event::Room(
                RoomEvent::Left { player, kicked: true } | RoomEvent::Gone { player, kicked: true },
            ) = event
                && !matches!(entry.input, Input::Join { .. })
            {
                let (player, room) = (*player, self.working.code);
                self.batch.sessions.push(SessionChange::Leave { player, room, asked: None });
            }
            if let Event::Room(RoomEvent::Renamed { player, name }) = event {
                let (player, name) = (*player, name.clone());
                self.batch.sessions.push(SessionChange::Rename { player, name });
            }
        }
    }

    /// Notes the rounds and the match that ended with an entry that was just decided.
    pub(super) fn note_rounds(&mut self, entry: &Entry<G>) {
        let first_seq = self.working.seq + 1 - entry.events.len() as u64;
        for (seq, event) in (first_seq..).zip(&entry.events) {
            let Event::Room(RoomEvent::RoundEnded { result, people }) = event else { continue };
            self.batch.rounds.extend(results::round(self.kind, &self.working, result, people, entry.at));
            let stamp = Stamp { seq, at: entry.at };
            self.batch.matches.extend(results::over(self.kind, &self.working, result, stamp));
        }
    }

    /// Makes a row of what has been decided, if anything has happened. Without a row the batch may be
    /// told at once ([`RoomCore::kept`]).
    ///
    /// # Errors
    /// When it cannot be written as JSON, which would be a bug.
    pub fn seal(&mut self, unix_ms: u64, snapshot: bool) -> Result<Option<Append>, RecordError> {
        if self.working.seq == self.committed.seq {
            // A row has at least one event; lost races alone wait for the next one.
            self.notes.append(&mut self.batch.entries);
            self.notes.truncate(BATCH_MAX);
            return Ok(None);
        }
        let first_seq = self.committed.seq + 1;
        if !self.notes.is_empty() {
            let mut entries = std::mem::take(&mut self.notes);
            entries.append(&mut self.batch.entries);
            self.batch.entries = entries;
        }
        let body = record::write_body(first_seq, &self.batch.entries)?;
        // With a snapshot after its end a match's rows are no longer needed to revive the room.
        let due =
            !self.batch.matches.is_empty() || self.working.seq - self.snapshot_seq >= SNAPSHOT_EVERY_EVENTS;
        let snapshot = if snapshot || due { Some(record::write_snapshot(&self.working)?) } else { None };
        for round in &mut self.batch.rounds {
            round.ended_unix_ms = unix_ms;
        }
        for over in &mut self.batch.matches {
            over.ended_unix_ms = unix_ms;
        }
        Ok(Some(Append {
            room: self.working.id,
            epoch: self.epoch,
            row: LogRow { first_seq, last_seq: self.working.seq, rules: G::RULES, body },
            new_room: None,
            snapshot,
            sessions: self.batch.sessions.clone(),
            rounds: self.batch.rounds.clone(),
            matches: self.batch.matches.clone(),
        }))
    }
}
