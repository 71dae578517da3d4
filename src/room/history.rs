//! The last numbered events of a room, for those who come back: the gap, or none when it is too old.

use std::collections::VecDeque;

use super::event::Event;
use crate::games::Game;
use crate::limits::HISTORY_EVENTS;

/// The newest events, without a gap.
#[derive(Debug)]
pub struct History<G: Game> {
    events: VecDeque<Event<G>>,
    /// The number of the newest event.
    last_seq: u64,
}

impl<G: Game> History<G> {
    /// Nothing is known of the events up to `last_seq`.
    #[must_use]
    pub fn after(last_seq: u64) -> Self {
        Self { events: VecDeque::new(), last_seq }
    }

    /// The newest events of a room that was revived, the last of which has the number `last_seq`.
    #[must_use]
    pub fn of(events: impl IntoIterator<Item = Event<G>>, last_seq: u64) -> Self {
        let mut history = Self::after(last_seq);
        for event in events {
            history.push(event);
        }
        history.last_seq = last_seq;
        history
    }

    /// Keeps the next event.
    pub fn push(&mut self, event: Event<G>) {
        if self.events.len() == HISTORY_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(event);
        self.last_seq += 1;
    }

    /// The number of the newest event.
    #[must_use]
    pub fn last_seq(&self) -> u64 {
        self.last_seq
    }

    /// The events after number `seq` (none if it is the newest), or `None` when some of them are no
    /// longer kept, or the number has not been yet.
    pub fn since(&self, seq: u64) -> Option<impl Iterator<Item = &Event<G>>> {
        let missed = usize::try_from(self.last_seq.checked_sub(seq)?).ok()?;
        let skip = self.events.len().checked_sub(missed)?;
        Some(self.events.iter().skip(skip))
    }
}
