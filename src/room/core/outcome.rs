//! What becomes of a batch: kept, and everybody is told; or lost, and nothing was done.

use std::collections::BTreeMap;

use bytes::Bytes;

use super::batch::Reply;
use super::{BotOutcome, RoomCore};
use crate::code;
use crate::games::Game;
use crate::ids::PlayerId;
use crate::room::answer::Answer;
use crate::room::audience::Now;
use crate::room::event::{Event, RoomEvent};
use crate::room::mail::Turned;
use crate::room::outbox::Class;
use crate::room::perform::replay;

impl<G: Game> RoomCore<G> {
    /// The batch is kept: the committed state follows, and everyone is told, refusals included. Comes
    /// back with what became of the bots' moves.
    pub fn kept(&mut self, with_snapshot: bool, now: Now) -> Vec<BotOutcome> {
        let batch = std::mem::take(&mut self.batch);
        for (asked, answer) in batch.answers {
            self.memory.keep(&asked, answer);
        }
        let mut removed = Vec::new();
        for entry in batch.entries {
            replay(&mut self.committed, &entry);
            for event in entry.events {
                if matches!(event, Event::Room(_)) {
                    self.listed.note_change();
                }
                if let Event::Room(RoomEvent::Left { player, kicked } | RoomEvent::Gone { player, kicked }) =
                    &event
                {
                    removed.push((*player, *kicked));
                }
                self.history.push(event);
            }
        }
        if with_snapshot {
            self.snapshot_seq = self.committed.seq;
        }
        let bots = self.reply(batch.replies, now);
        for (player, kicked) in removed {
            if self.committed.member(player).is_some_and(|member| !member.gone) {
                continue;
            }
            self.memory.forget(player);
            if let Some(line) = self.audience.remove(player)
                && kicked
            {
                let (close, bye) = self.audience.encoder().kicked();
                line.outbox.close(close, Some(bye));
            }
        }
        bots
    }

    fn reply(&mut self, replies: Vec<Reply<G>>, now: Now) -> Vec<BotOutcome> {
        let mut bots = Vec::new();
        let mut with_events: BTreeMap<PlayerId, Vec<Bytes>> = BTreeMap::new();
        let mut entering = Vec::new();
        let mut leaving = Vec::new();
        for reply in replies {
            match reply {
                Reply::Answer { ticket, player, answer, with_events: together } => {
                    let frame = self.audience.encoder().answer(ticket.id(), &answer);
                    let Some(outbox) = ticket.redeem() else { continue };
                    match with_events.get_mut(&player) {
                        // Answers to one client keep their order.
                        Some(frames) => frames.push(frame),
                        None if together && self.audience.hears(player) => {
                            with_events.insert(player, vec![frame]);
                        }
                        None => {
                            let _ = outbox.push(Class::Answer, frame);
                        }
                    }
                }
                Reply::Joined { line, ticket, answer, to_play, done } => {
                    let frame = self.audience.encoder().answer(ticket.id(), &answer);
                    match answer {
                        Answer::Accepted(_) => entering.push((line, ticket, frame, done)),
                        Answer::Refused(_) if to_play => {
                            let _ = done.send(Err(Turned { frame, judged: true, ticket: Some(ticket) }));
                        }
                        Answer::Refused(_) => {
                            if let Some(outbox) = ticket.redeem() {
                                let _ = outbox.push(Class::Answer, frame.clone());
                            }
                            let _ = done.send(Err(Turned::sent(frame, true)));
                        }
                    }
                }
                Reply::Left { ticket, player, answer, done } => {
                    let frame = self.audience.encoder().answer(ticket.id(), &answer);
                    let accepted = matches!(answer, Answer::Accepted(_));
                    leaving.push((accepted, ticket, player, frame, done));
                }
                Reply::Forgotten { done } => {
                    let _ = done.send(true);
                }
                Reply::Bot { seat, done } => bots.push(BotOutcome { seat, done }),
            }
        }
        self.audience.tell(&self.committed, &self.history, now, with_events);
        for (line, ticket, frame, done) in entering {
            let _ = ticket.redeem();
            let first = Some((Class::Other, frame.clone()));
            self.audience.attach(line, None, first, &self.committed, &self.history, now);
            let _ = done.send(Ok(frame));
        }
        for (accepted, ticket, player, frame, done) in leaving {
            if accepted {
                self.audience.remove(player);
            }
            if let Some(outbox) = ticket.redeem() {
                let _ = outbox.push(Class::Answer, frame.clone());
            }
            let judged = Turned::sent(frame.clone(), true);
            let _ = done.send(if accepted { Ok(frame) } else { Err(judged) });
        }
        bots
    }

    /// The batch is not kept: the working copy is dropped, and who waits is told that nothing was done.
    ///
    /// Comes back with the bots whose moves were among it.
    pub fn lost(&mut self, epoch: u64) -> Vec<BotOutcome> {
        let mut bots = Vec::new();
        self.epoch = epoch;
        self.working = self.committed.clone();
        let batch = std::mem::take(&mut self.batch);
        for reply in batch.replies {
            match reply {
                Reply::Answer { ticket, .. } => {
                    ticket.refuse(&code::STORAGE_UNAVAILABLE);
                }
                Reply::Joined { ticket, done, .. } | Reply::Left { ticket, done, .. } => {
                    let frame = ticket.refuse(&code::STORAGE_UNAVAILABLE);
                    let _ = done.send(Err(Turned::sent(frame, false)));
                }
                Reply::Forgotten { done } => {
                    let _ = done.send(false);
                }
                Reply::Bot { seat, .. } => bots.push(BotOutcome { seat, done: false }),
            }
        }
        bots
    }

    /// The batch turned out to be kept after all, and `epoch` is the one to write in from now on.
    pub fn fenced(&mut self, epoch: u64) {
        self.epoch = epoch;
    }
}
