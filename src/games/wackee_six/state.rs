//! The whole truth about one round. [`super::evolve`] alone changes it.

use serde::{Deserialize, Serialize};

use super::action::Motion;
use super::card::{Back, Card};
use super::options::Options;
use super::pile::Pile;
use super::spot::{RowSlot, Spot};
use super::tally::{Revealed, RoundEnd, Score};
use crate::games::{Driver, Place, Role, RoomTime, Seat, Side};

/// How long somebody counts as present after the connection was lost, in milliseconds (rulings 53, 57).
pub const GRACE_MS: u64 = 10_000;
/// How long a deadlock or a vote to rotate is announced, in milliseconds (ruling 54).
pub const ANNOUNCED_MS: u64 = 3_000;
/// How long a vote is open, in milliseconds (ruling 55).
pub const VOTE_MS: u64 = 20_000;
/// What a stop of room time gives to an open vote, in milliseconds.
pub const VOTE_ALLOWANCE_MS: u64 = 3_000;
/// How long a failed try with the card under a wild locks wild plays, in milliseconds (ruling 39).
pub const LOCK_MS: u64 = 1_000;
/// For how long a spot that was taken counts as a race that was lost, in milliseconds (ruling 28).
pub const BEATEN_MS: u64 = 2_000;
/// When any seated person may start the race, in milliseconds after the deal (ruling 10).
pub const ANYONE_STARTS_MS: u64 = 30_000;
/// How long a person must be alone to end the match, in milliseconds (ruling 57).
pub const ALONE_MS: u64 = 60_000;
/// Rotations without a card laid in between that have shown every stock card (ruling 54).
pub const ROTATIONS: u8 = 2;

/// One round, from the deal to the score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The options that hold for the round.
    pub(super) options: Options,
    /// The round's number within the match.
    pub(super) round: u32,
    /// What each side had before the round; also sides that sit out.
    pub(super) totals: Vec<(Side, i64)>,
    /// When the cards were dealt.
    pub(super) dealt_at: RoomTime,
    /// Where the round stands.
    pub(super) phase: Phase,
    /// Who sits where, in ascending order of seats.
    pub(super) seats: Vec<Person>,
    /// The sides, in ascending order.
    pub(super) sides: Vec<Table>,
    /// The piles, in the order in which they were opened.
    pub(super) piles: Vec<Pile>,
    /// What must happen before anything else.
    pub(super) due: Due,
    /// The clocks of the race, once it has begun.
    pub(super) clocks: Option<Clocks>,
    /// Rotations since a card was last laid, those by vote left out (ruling 54).
    pub(super) rotations: u8,
    /// Whether nothing has happened since a rotation that counts.
    pub(super) just_rotated: bool,
    /// The vote that is open.
    pub(super) vote: Option<Vote>,
    /// The side that was out first (ruling 47).
    pub(super) first_out: Option<Side>,
    /// Whether a side that is out has called (ruling 46).
    pub(super) called: bool,
    /// The end of the round.
    pub(super) scored: Option<Scored>,
}

/// Where the round stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// The rows are seen; somebody must start.
    Dealt,
    /// The race begins, or goes on, at `ends`.
    Countdown {
        /// When.
        ends: RoomTime,
        /// The rotation that was announced before room time stood.
        then: Option<Cause>,
    },
    /// Everyone plays.
    Playing,
    /// Stocks are rotated at `ends`; nothing can be turned or laid.
    Stuck {
        /// When.
        ends: RoomTime,
        /// Why.
        cause: Cause,
    },
    /// All clocks stand.
    Paused {
        /// The sides that agreed to the pause and may ask to go on.
        by: Vec<Side>,
    },
    /// The round is over.
    Scored,
}

/// Why stocks are rotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixStuckBy")]
#[schemars(rename = "WackeeSixStuckBy")]
pub enum Cause {
    /// No side can ever play (ruling 53).
    Deadlock,
    /// All present sides agreed (ruling 55).
    Vote,
}

/// A seat and who sits there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Person {
    pub seat: Seat,
    pub side: Side,
    pub role: Role,
    /// Who moves for it.
    pub driver: Driver,
    /// Whether it is a bot of the table, and no person's seat.
    pub bot: bool,
    /// Whether the person is connected.
    pub online: bool,
    /// Since when `online` is what it is.
    pub since: RoomTime,
    /// Whether the person has been gone for longer than the grace, or has left on purpose.
    pub away: bool,
}

/// A side's cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Table {
    pub side: Side,
    /// The six face up; an empty slot stays empty (ruling 21).
    pub row: [Option<Card>; 6],
    /// Left face down; the top is the last.
    pub face_down: Vec<Card>,
    /// The stock; the top is the last.
    pub stock: Vec<Card>,
    /// The waste; the top is the last.
    pub waste: Vec<Card>,
    /// Its cards in the middle.
    pub played: u8,
    /// Whether all twelve are played, and everybody was told.
    pub out: bool,
    /// Points taken off for plays that fitted nothing (ruling 28).
    pub penalty: u32,
    /// When it last turned (ruling 19).
    pub turned_at: Option<RoomTime>,
    /// Until when its wild plays are locked (ruling 39).
    pub locked_until: Option<RoomTime>,
}

/// Steps that follow an action before anything else may happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Due {
    /// The side whose waste was turned over, and which now turns (ruling 15).
    pub turn: Option<Side>,
    /// Slots that were played from, in the order of refilling (rulings 20 and 44).
    pub refills: [Option<(Side, RowSlot)>; 2],
    /// Whether room time stood while a vote was open, which now gets more time.
    #[serde(default)]
    pub vote: bool,
}

/// The clocks of the race. They stand in a pause, and after room time stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Clocks {
    /// When a card was last laid, or the race began (ruling 55).
    pub idle_since: RoomTime,
    /// When the round ends.
    pub limit: Option<RoomTime>,
    /// Since when the clocks stand.
    pub stand: Option<RoomTime>,
}

/// An open vote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Vote {
    pub motion: Motion,
    pub by: Side,
    /// The sides that agreed, in ascending order.
    pub yes: Vec<Side>,
    pub ends: RoomTime,
    /// When room time first stood while it was open, if it did.
    #[serde(default)]
    pub stood: Option<RoomTime>,
}

/// The end of the round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Scored {
    pub at: RoomTime,
    pub end: RoundEnd,
    pub scores: Vec<Score>,
    pub totals: Vec<(Side, i64)>,
    pub winners: Option<Vec<Side>>,
    pub revealed: Option<Vec<Revealed>>,
}

impl Person {
    /// The seat as it is at the deal.
    pub(super) fn dealt(seated: crate::games::Seated, at: RoomTime) -> Self {
        let Place { side, role } = seated.place;
        Self {
            seat: seated.seat,
            side,
            role: role.unwrap_or(Role::Solo),
            driver: seated.driver,
            bot: seated.driver == Driver::Bot && seated.online,
            online: seated.online,
            since: at,
            // Whose seat is played by another already has had the grace.
            away: !seated.online && seated.driver != Driver::Person,
        }
    }

    /// Whether a connected person sits there.
    pub(super) fn present(&self) -> bool {
        self.online && !self.bot
    }
}

impl Table {
    /// The back of the side's cards.
    pub(super) fn back(&self) -> Back {
        Back(self.side)
    }

    /// The card at `spot`, if one lies there.
    pub(super) fn at(&self, spot: Spot) -> Option<Card> {
        match spot {
            Spot::Row(slot) => self.row[slot.index()],
            Spot::Waste => self.waste.last().copied(),
        }
    }

    /// The cards of the twelve that are not played.
    pub(super) fn left(&self) -> u8 {
        let row = self.row.iter().flatten().count();
        u8::try_from(row + self.face_down.len()).unwrap_or(u8::MAX)
    }

    /// Whether all twelve are played (ruling 45).
    pub(super) fn is_out(&self) -> bool {
        self.face_down.is_empty() && self.row.iter().all(Option::is_none)
    }
}

impl State {
    /// The side's cards, if it plays in this round.
    pub(super) fn table(&self, side: Side) -> Option<&Table> {
        self.sides.iter().find(|table| table.side == side)
    }

    /// The person of a seat, if it is one of this round.
    pub(super) fn person(&self, seat: Seat) -> Option<&Person> {
        self.seats.iter().find(|person| person.seat == seat)
    }

    /// The other seat of the person's side, in a team.
    pub(super) fn partner(&self, person: &Person) -> Option<&Person> {
        self.seats.iter().find(|other| other.side == person.side && other.seat != person.seat)
    }

    /// The instant that the clocks of the race show: they may stand.
    pub(super) fn clock(&self, now: RoomTime) -> RoomTime {
        self.clocks.and_then(|clocks| clocks.stand).unwrap_or(now)
    }

    /// Whether a connected person sits on the side.
    pub(super) fn side_present(&self, side: Side) -> bool {
        self.seats.iter().any(|person| person.side == side && person.present())
    }

    /// Sides with a connected person: those that vote, in ascending order.
    pub(super) fn voters(&self) -> impl Iterator<Item = Side> + '_ {
        self.sides.iter().map(|table| table.side).filter(|side| self.side_present(*side))
    }

    /// Whether the side may still come back to an open vote: its person was connected until room time
    /// stood, or later, and the grace is not over.
    pub(super) fn awaited(&self, side: Side) -> bool {
        let Some(stood) = self.vote.as_ref().and_then(|vote| vote.stood) else { return false };
        let back_soon = |person: &Person| !person.bot && !person.away && person.since >= stood;
        self.seats.iter().any(|person| person.side == side && back_soon(person))
    }
}
