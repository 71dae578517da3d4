//! The answers a room keeps for each session, so that a repeated request is not done again.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use crate::games::Game;
use crate::ids::{PlayerId, SessionId};
use crate::limits::ANSWERS_KEPT;

/// A request's name: who asked, in which session, under which id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Who.
    pub player: PlayerId,
    /// In which session.
    pub session: SessionId,
    /// The request's id, rising within the session.
    pub id: u64,
}

/// The last answers of each player's session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", transparent)]
pub struct Remembered<G: Game>(BTreeMap<PlayerId, Session<G>>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
struct Session<G: Game> {
    id: SessionId,
    /// Ids rise, so the highest is the last.
    answers: VecDeque<(u64, Answer<G>)>,
    highest: u64,
}

impl<G: Game> Default for Remembered<G> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<G: Game> Remembered<G> {
    /// The answer to that request, if it is kept.
    #[must_use]
    pub fn answer(&self, asked: &Asked) -> Option<&Answer<G>> {
        let session = self.0.get(&asked.player).filter(|session| session.id == asked.session)?;
        // A fresh request, as nearly all are, needs no search.
        if asked.id > session.highest {
            return None;
        }
        session.answers.iter().rev().find(|(id, _)| *id == asked.id).map(|(_, answer)| answer)
    }

    /// The highest id that the session used here.
    #[must_use]
    pub fn highest(&self, asked: &Asked) -> Option<u64> {
        self.0.get(&asked.player).filter(|session| session.id == asked.session).map(|session| session.highest)
    }

    /// Keeps an answer. A new session of the player takes the place of the former one.
    pub fn keep(&mut self, asked: &Asked, answer: Answer<G>) {
        let fresh = || Session { id: asked.session, answers: VecDeque::new(), highest: 0 };
        let session = self.0.entry(asked.player).or_insert_with(fresh);
        if session.id != asked.session {
            *session = fresh();
        }
        if session.answers.len() == ANSWERS_KEPT {
            session.answers.pop_front();
        }
        session.highest = session.highest.max(asked.id);
        session.answers.push_back((asked.id, answer));
    }

    /// Forgets a player's session: who left uses higher ids elsewhere.
    pub fn forget(&mut self, player: PlayerId) {
        self.0.remove(&player);
    }
}
