//! What happens in a room, as its log keeps it: secrets included, never sent as it is.

use serde::{Deserialize, Serialize};

use super::options::Options;
use super::request::{As, Emote, Visibility};
use super::view::Stood;
use crate::games::rng::{Seed, hex_bytes};
use crate::games::{BotLevel, Driver, Game, Place, RoomTime, RoundResult, Seat, Seated, Side, fair};
use crate::ids::{MatchId, PlayerId, RoomCode, RoomId};

/// An event: one number of the room's stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Event<G: Game> {
    /// Of the room itself.
    Room(RoomEvent<G>),
    /// Of its game.
    Game(G::Event),
}

impl<G: Game> From<RoomEvent<G>> for Event<G> {
    fn from(event: RoomEvent<G>) -> Self {
        Self::Room(event)
    }
}

/// What somebody says: a line, or an emote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    /// A line of chat.
    Text(String),
    /// An emote.
    Emote(Emote),
}

/// All that the cards of a round follow from, in one place: so that a replay needs nothing from before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Dealing<G: Game> {
    /// The server's part.
    pub seed: Seed,
    /// What kept the seed from being guessed.
    pub salt: Seed,
    /// SHA-256 of both: what everybody knew before.
    #[serde(with = "hex_bytes")]
    pub commit: [u8; 32],
    /// What people gave, in the order of their seats.
    pub entropy: Vec<(Seat, Seed)>,
    /// Who sits where, in the order of the seats.
    pub seats: Vec<(PlayerId, Seated)>,
    /// The options that hold for the round.
    pub options: G::Options,
    /// What each side has from the rounds before.
    pub totals: Vec<(Side, i64)>,
}

impl<G: Game> Dealing<G> {
    /// The seed that the cards come from.
    #[must_use]
    pub fn deal_seed(&self) -> Seed {
        fair::deal_seed(self.seed, self.entropy.iter().map(|(_, given)| *given))
    }
}

/// Somebody who sat at the table when a round ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sat {
    /// The side.
    pub side: Side,
    /// Who.
    pub player: PlayerId,
    /// The name at that time.
    pub name: String,
    /// Whether it was a bot of the table.
    pub bot: bool,
    /// Whether a bot moved for the person.
    #[serde(default)]
    pub stood_in: bool,
}

/// An event of the room itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum RoomEvent<G: Game> {
    /// The room is made; always its first event.
    Created {
        /// Its id in the store.
        id: RoomId,
        /// Its code.
        code: RoomCode,
        /// Who can find it.
        visibility: Visibility,
        /// Its options.
        options: Options<G>,
    },
    /// Somebody comes in, or a bot is put on a place.
    Joined {
        /// Who.
        player: PlayerId,
        /// The name.
        name: String,
        /// As what.
        role_in_room: As,
        /// The level, if it is a bot.
        bot: Option<BotLevel>,
        /// Until when a place at the table is held for them, to choose which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holds_until: Option<RoomTime>,
        /// Whether the host had them say nothing when they were here before: that lasts.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        muted: bool,
    },
    /// Somebody who had left in the middle of the round is back in the same place.
    Returned {
        /// Who.
        player: PlayerId,
    },
    /// Somebody is no longer in the room.
    Left {
        /// Who.
        player: PlayerId,
        /// Whether the host removed them.
        kicked: bool,
    },
    /// Somebody left in the middle of a round; the place is absent until it is over.
    Gone {
        /// Who.
        player: PlayerId,
        /// Whether the host removed them: then the place is not kept for them.
        kicked: bool,
    },
    /// Somebody who watched plays from now on, or the other way round.
    RoleChanged {
        /// Who.
        player: PlayerId,
        /// What.
        role_in_room: As,
    },
    /// Somebody takes a place.
    Seated {
        /// Who.
        player: PlayerId,
        /// Which.
        place: Place,
    },
    /// Somebody gives the place up.
    Stood {
        /// Who.
        player: PlayerId,
    },
    /// Somebody is ready, or no longer.
    Ready {
        /// Who.
        player: PlayerId,
        /// Whether.
        ready: bool,
        /// The player's own part of the coming deal.
        entropy: Option<Seed>,
        /// Whether it is so because they are away, and the deal has waited for them long enough.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        away: bool,
    },
    /// Somebody's connection came or went.
    Online {
        /// Who.
        player: PlayerId,
        /// Whether connected now.
        online: bool,
    },
    /// Somebody else moves for a seat from now on. The game's own event follows.
    Driver {
        /// The seat.
        seat: Seat,
        /// Who moves for it.
        driver: Driver,
        /// Who sits there; none when nobody does any more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<PlayerId>,
        /// Its place at the table.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        place: Option<Place>,
    },
    /// Somebody said something.
    Said {
        /// Who.
        player: PlayerId,
        /// What.
        word: Word,
    },
    /// Somebody is called something else from now on.
    Renamed {
        /// Who.
        player: PlayerId,
        /// What.
        name: String,
    },
    /// The host lets somebody say nothing more, or speak again.
    Muted {
        /// Whom.
        player: PlayerId,
        /// Whether silent from now on.
        on: bool,
    },
    /// The host keeps somebody out, or no longer.
    Banned {
        /// Whom.
        player: PlayerId,
        /// Whether.
        on: bool,
    },
    /// Somebody is host from now on.
    Host {
        /// Who; none while nobody can be.
        player: Option<PlayerId>,
    },
    /// Options were changed.
    Options {
        /// All of them.
        options: Options<G>,
    },
    /// The server binds itself to its part of the coming deal.
    Committed {
        /// The round it is for.
        round: u32,
        /// The server's part.
        seed: Seed,
        /// Keeps the seed from being guessed.
        salt: Seed,
        /// SHA-256 of seed and salt.
        #[serde(with = "hex_bytes")]
        commit: [u8; 32],
    },
    /// Who may say that the race begins has changed, or until when a deal waits for people who are away.
    MayStart {
        /// The players; none where nobody needs to.
        starter: Option<Vec<PlayerId>>,
        /// From when anybody seated may.
        anyone_at: Option<RoomTime>,
        /// From when the deal waits for nobody who is away; none where it waits for none of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        away_until: Option<RoomTime>,
    },
    /// A new match begins.
    MatchBegun {
        /// The match.
        match_id: MatchId,
    },
    /// A round begins; the game's opening event is next.
    RoundBegun {
        /// Its number, from 1.
        round: u32,
        /// What it is dealt with. None in rows of versions that did not note it.
        #[serde(default)]
        dealing: Option<Box<Dealing<G>>>,
    },
    /// A round is over.
    RoundEnded {
        /// What came of it.
        result: RoundResult,
        /// Who sat where when it ended.
        people: Vec<Sat>,
    },
    /// The room's clock stood.
    ClockStood {
        /// Why.
        why: Stood,
    },
    /// The room goes to sleep; its clock stands from here on.
    Slept,
}
