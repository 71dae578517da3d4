//! What a room decides about, and how its log keeps it.

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::event::Event;
use super::options::Options;
use super::remembered::Asked;
use super::request::{As, Request, Visibility};
use super::view::Stood;
use crate::games::{self, By, Game, RoomTime, Seat, Seed};
use crate::ids::{PlayerId, RoomCode, RoomId};

/// Something that a room decides about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Input<G: Game> {
    /// Be made. The first input of every room, and of no room later.
    Create {
        /// The id in the store.
        id: RoomId,
        /// The code.
        code: RoomCode,
        /// Who can find it.
        visibility: Visibility,
        /// The options.
        options: Options<G>,
    },
    /// Somebody wants to come in.
    Join {
        /// Who.
        player: PlayerId,
        /// The name.
        name: String,
        /// As what.
        role_in_room: As,
        /// Whether only to play: where no place can be held they would rather go elsewhere.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        to_play: bool,
    },
    /// Somebody wants to leave.
    Leave {
        /// Who.
        player: PlayerId,
    },
    /// Somebody is deleted.
    Forget {
        /// Who.
        player: PlayerId,
    },
    /// Somebody in the room asks for something.
    Ask {
        /// Who.
        player: PlayerId,
        /// What for.
        request: Request<G::Action>,
    },
    /// A bot moves for its seat, or for one whose person is away.
    BotMove {
        /// The seat.
        seat: Seat,
        /// The move.
        action: G::Action,
    },
    /// Somebody's connection came or went.
    Online {
        /// Who.
        player: PlayerId,
        /// Whether connected now.
        online: bool,
    },
    /// The room's clock stood.
    ClockStood {
        /// Why.
        why: Stood,
    },
    /// Nobody is here: go to sleep.
    Sleep,
    /// A deadline has come.
    Wake,
}

/// What a game was told when an input was decided, beside what follows by itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Told<G: Game> {
    /// Nothing.
    #[default]
    Nothing,
    /// The action of the input, asked for by this one.
    Act(By),
    /// These, one after the other, with nothing that follows by itself in between.
    Inputs(Vec<games::Input<G::Action>>),
}

impl<G: Game> Told<G> {
    /// Whether it was told nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}

/// An input that was decided, as the log keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Entry<G: Game> {
    /// The instant.
    pub at: RoomTime,
    /// The request's name, if somebody asked.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub asked: Option<Asked>,
    /// What it was.
    pub input: Input<G>,
    /// What the game was told because of it, for a replay.
    #[serde(skip_serializing_if = "Told::is_empty", default)]
    pub told: Told<G>,
    /// The chance that was drawn for it, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub chance: Vec<Seed>,
    /// The answer.
    pub answer: Answer<G>,
    /// The events that followed, in order. None for a lost race, which is kept as a note.
    pub events: Vec<Event<G>>,
}
