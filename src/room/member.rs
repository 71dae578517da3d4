//! Somebody in a room: a person who plays or watches, or a bot of the table.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::request::As;
use crate::games::rng::Seed;
use crate::games::{BotLevel, Place, RoomTime, Seat};
use crate::ids::PlayerId;

/// Somebody in a room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own; most combinations occur")]
pub struct Member {
    /// Who.
    pub player: PlayerId,
    /// The name.
    pub name: String,
    /// As what.
    pub role_in_room: As,
    /// The level, if it is a bot of the table.
    pub bot: Option<BotLevel>,
    /// The place at the table.
    pub place: Option<Place>,
    /// The place given up in the middle of a round: only its owner may take it again.
    pub claim: Option<Place>,
    /// Until when a place at the table is held for the person, who has none yet.
    #[serde(default)]
    pub holds_until: Option<RoomTime>,
    /// Whether ready for the deal.
    pub ready: bool,
    /// Whether only because the deal has waited long enough for them, who are away: until they are back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ready_for_absence: bool,
    /// The player's own part of the coming deal.
    pub entropy: Option<Seed>,
    /// Whether connected (true for a bot of the table).
    pub online: bool,
    /// Since when the person is away.
    pub away_since: RoomTime,
    /// Whether the person left in the middle of the round.
    pub gone: bool,
    /// Whether the host removed the person in the middle of the round.
    pub kicked: bool,
    /// Whether the host lets the person say nothing.
    pub muted: bool,
    /// When the person last said something, the newest last: not more than a few times in a while.
    pub said_at: VecDeque<RoomTime>,
    /// The number of the event with which the place was taken: who sits longest has the lowest.
    pub seated_seq: u64,
    /// The number of the last event that changed the place or the role: a client that knows less gets a
    /// whole state.
    pub changed_seq: u64,
    /// The seat that the person played when the last round ended, as long as that table is in view: what
    /// was that seat's secret then stays its holder's, wherever either sits by now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sat: Option<Seat>,
}

impl Member {
    /// Somebody who just came in at event `seq`.
    #[must_use]
    pub fn new(player: PlayerId, name: String, role_in_room: As, bot: Option<BotLevel>, seq: u64) -> Self {
        Self {
            player,
            name,
            role_in_room,
            bot,
            place: None,
            claim: None,
            holds_until: None,
            ready: bot.is_some(),
            ready_for_absence: false,
            entropy: None,
            online: true,
            away_since: RoomTime(0),
            gone: false,
            kicked: false,
            muted: false,
            said_at: VecDeque::new(),
            seated_seq: 0,
            changed_seq: seq,
            sat: None,
        }
    }

    /// Is no longer ready, unless it is a bot: bots always are.
    pub fn take_ready_back(&mut self) {
        self.ready = self.bot.is_some();
        self.ready_for_absence = false;
        self.entropy = None;
    }

    /// Whether it is a person, not a bot of the table.
    #[must_use]
    pub fn is_person(&self) -> bool {
        self.bot.is_none()
    }

    /// Whether it is a person who is in the room as a player and has not left.
    #[must_use]
    pub fn may_host(&self) -> bool {
        self.is_person() && !self.gone && self.role_in_room == As::Player
    }
}
