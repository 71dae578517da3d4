//! What can have happened, as it is kept in the log.
//!
//! An event says all that a client needs to bring its table up to date, so that it can be shown without
//! the state: the new top of a waste, counts, instants.

use serde::{Deserialize, Serialize};

use super::action::Motion;
use super::card::{Card, Rank, Suit};
use super::options::Options;
use super::spot::{PileId, RowSlot, Spot};
use super::state::Cause;
use super::tally::Scoring;
use crate::games::{Driver, RoomTime, Seat, Seated, Seed, Side};

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round was dealt.
    Dealt(Box<Dealt>),
    /// The countdown began: somebody said that the race begins, or room time stood.
    Countdown {
        /// Who said so; none when room time stood.
        by: Option<Starting>,
        /// When it ends.
        ends: RoomTime,
    },
    /// The countdown ended: the race began, or goes on.
    Began {
        /// When the stocks are rotated, if that was announced before room time stood.
        stuck: Option<RoomTime>,
        /// When the round ends, with a limit.
        limit: Option<RoomTime>,
        /// When an idle vote may be called.
        vote_at: Option<RoomTime>,
    },
    /// A side turned up to three cards.
    Turned {
        /// The side.
        side: Side,
        /// The new top, the only one that is seen (ruling 13).
        top: Card,
        /// Cards left in the stock.
        stock: u8,
        /// Cards in the waste.
        waste: u8,
    },
    /// A side turned its waste over to be the stock again.
    Recycled {
        /// The side.
        side: Side,
        /// Cards in the stock.
        stock: u8,
    },
    /// A card was laid, or a wild alone on a 12.
    Played {
        /// The card and where it went.
        laid: Move,
        /// Where it came from.
        from: Spot,
    },
    /// A wild and the natural card after it were laid.
    PairPlayed {
        /// The natural card and where it went.
        laid: Move,
        /// Where the wild came from.
        wild: Spot,
        /// Where the natural card came from.
        companion: Spot,
    },
    /// A slot of the row was filled from the face-down pile.
    Refilled {
        /// The side.
        side: Side,
        /// The slot.
        slot: RowSlot,
        /// The card that turned up.
        card: Card,
        /// Cards left face down.
        face_down: u8,
    },
    /// A side has played its twelve.
    Out {
        /// The side.
        side: Side,
    },
    /// A side that is out said "Wackee Six".
    Called {
        /// The side.
        side: Side,
        /// Who said it.
        seat: Seat,
    },
    /// A play that fitted nothing cost points.
    Misplayed {
        /// The side.
        side: Side,
        /// Points taken off.
        points: u8,
    },
    /// A failed try with the card under a wild locked the side's wild plays.
    WildLocked {
        /// The side.
        side: Side,
        /// Until when.
        until: RoomTime,
    },
    /// A vote was called or answered.
    Voted {
        /// What for.
        motion: Motion,
        /// The side that said so.
        side: Side,
        /// Yes or no; a no ends the vote.
        agree: bool,
        /// When a vote that was just called ends.
        opened: Option<RoomTime>,
    },
    /// A vote ended without an agreement in time.
    VoteLapsed {
        /// What it was for.
        motion: Motion,
    },
    /// An open vote got more time, because room time stood.
    VoteExtended {
        /// What it is for.
        motion: Motion,
        /// When it ends now.
        ends: RoomTime,
    },
    /// A rotation was announced.
    Stuck {
        /// Why.
        cause: Cause,
        /// When it happens.
        ends: RoomTime,
    },
    /// All sides' wastes went back onto their stocks, and each top card to the bottom.
    Rotated {
        /// Why.
        cause: Cause,
        /// Rotations since a card was last laid.
        rotations: u8,
        /// Each side's cards in the stock.
        stocks: Vec<(Side, u8)>,
        /// When the round ends, with a limit.
        limit: Option<RoomTime>,
        /// When an idle vote may be called.
        vote_at: Option<RoomTime>,
    },
    /// All present sides agreed to pause.
    Paused,
    /// The pause is over.
    WentOn {
        /// When the round ends, with a limit.
        limit: Option<RoomTime>,
        /// When an idle vote may be called.
        vote_at: Option<RoomTime>,
    },
    /// The person of a seat came or went.
    Presence {
        /// The seat.
        seat: Seat,
        /// Whether the person is connected.
        online: bool,
    },
    /// The person of a seat left on purpose or was removed.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// The person of a seat has been gone for longer than the grace.
    Away {
        /// The seat.
        seat: Seat,
    },
    /// Somebody else moves for a seat.
    Driver {
        /// The seat.
        seat: Seat,
        /// Who moves.
        driver: Driver,
    },
    /// The round was scored.
    Scored(Box<Scoring>),
}

/// Who said that the race begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Starting {
    /// The seat, unless it was a host without one.
    pub seat: Option<Seat>,
}

/// What a round opens with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dealt {
    /// The options that hold.
    pub options: Options,
    /// The round's number.
    pub round: u32,
    /// What each side had before.
    pub totals: Vec<(Side, i64)>,
    /// Who sits where.
    pub seats: Vec<Seated>,
    /// The chance that shuffled the decks. Secret until the match is over.
    pub seed: Seed,
    /// The rows, which everybody sees.
    pub rows: Vec<(Side, [Option<Card>; 6])>,
    /// When the countdown ends, if it begins with the deal.
    pub starts: Option<RoomTime>,
}

/// A card that goes to the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// Whose card it is.
    pub side: Side,
    /// Who laid it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// The pile it went to.
    pub pile: PileId,
    /// The pile that was named, where it is another (ruling 27).
    pub named: Option<PileId>,
    /// The colour of the pile.
    pub color: Suit,
    /// What the card counts as there.
    pub rank: Rank,
    /// The side's cards in the middle.
    pub played: u8,
    /// What became of the waste, if it gave a card.
    pub waste: Option<WasteLeft>,
}

/// A waste that gave a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixWasteLeft")]
#[schemars(rename = "WackeeSixWasteLeft")]
pub struct WasteLeft {
    /// Cards in it.
    pub count: u8,
    /// Its new top, which everybody sees from now on (ruling 60).
    pub top: Option<Card>,
}
