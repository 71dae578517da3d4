//! The table as everybody may see it (rulings 59 and 60). Nothing on it is private to one viewer.
//!
//! A view starts empty and takes what is public; face-down cards, stocks and covered waste cards are
//! counted and never copied.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::Motion;
use super::card::{Card, Rank, Suit};
use super::pile;
use super::spot::PileId;
use super::state::{Phase, State, Table};
use super::tally::{Revealed, Score};
use crate::games::{RoomTime, Seat, Side};

/// Milliseconds that remain until something, when the frame is made.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(transparent)]
#[ts(type = "number", rename = "WackeeSixMs")]
#[schemars(inline)]
pub struct Ms(pub u64);

impl Ms {
    /// What remains of `until` at `now`.
    pub(super) fn left(until: RoomTime, now: RoomTime) -> Self {
        Self(until.since(now))
    }
}

/// Where the round stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixPhase")]
#[schemars(rename = "WackeeSixPhase")]
pub enum PhaseName {
    /// The rows are seen; somebody must say that the race begins.
    Dealt,
    /// The race begins, or goes on, in `starts_in`.
    Countdown,
    /// Everyone plays.
    Playing,
    /// All stocks are rotated in `stuck_in`; nothing can be turned or laid.
    Stuck,
    /// All clocks stand.
    Paused,
    /// The round is over.
    Scored,
}

/// The table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixView")]
#[schemars(rename = "WackeeSixView")]
pub struct View {
    /// Where the round stands.
    pub phase: PhaseName,
    /// When the countdown ends.
    pub starts_in: Option<Ms>,
    /// When the stocks are rotated.
    pub stuck_in: Option<Ms>,
    /// Rotations since a card was last laid, those by vote left out.
    pub rotations: u8,
    /// When the round ends, with a limit.
    pub ends_in: Option<Ms>,
    /// When an idle vote may be called.
    pub vote_in: Option<Ms>,
    /// The sides, in ascending order.
    pub sides: Vec<SideView>,
    /// Seats whose person has been away for 10 seconds, or has left, in ascending order: a partner may cover
    /// for them (ruling 57).
    pub away: Vec<Seat>,
    /// The piles, in the order in which they were opened.
    pub piles: Vec<PileView>,
    /// The vote that is open.
    pub vote: Option<VoteView>,
    /// The score of the round, once it is over.
    pub scores: Option<Vec<Score>>,
    /// What was left unseen, after the score, with `reveal_after`.
    pub revealed: Option<Vec<Revealed>>,
}

/// A side of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixSide")]
#[schemars(rename = "WackeeSixSide")]
pub struct SideView {
    /// The side.
    pub side: Side,
    /// Whether two people play it, one the row and one the deck.
    pub team: bool,
    /// The six face up.
    pub row: [Option<Card>; 6],
    /// Cards left face down.
    pub face_down: u8,
    /// Cards in the stock.
    pub stock: u8,
    /// Cards in the waste.
    pub waste: u8,
    /// The top of the waste.
    pub top: Option<Card>,
    /// Its cards in the middle.
    pub played: u8,
    /// Whether all of its twelve are played.
    pub out: bool,
    /// For how long its wild plays are locked.
    pub wild_locked_in: Option<Ms>,
}

/// A pile in the middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixPile")]
#[schemars(rename = "WackeeSixPile")]
pub struct PileView {
    /// Its number.
    pub pile: PileId,
    /// Its colour.
    pub color: Suit,
    /// What the top counts as.
    pub top: Rank,
    /// The card on top, a wild or not.
    pub card: Card,
    /// The side whose card that is.
    pub by: Side,
    /// Whether it has its 13.
    pub closed: bool,
}

/// An open vote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixVote")]
#[schemars(rename = "WackeeSixVote")]
pub struct VoteView {
    /// What for.
    pub r#for: Motion,
    /// The side that called it.
    pub by: Side,
    /// The sides that agreed so far.
    pub yes: Vec<Side>,
    /// When it ends.
    pub ends_in: Ms,
}

/// The table at `now`.
pub(super) fn view(state: &State, now: RoomTime) -> View {
    let clock = state.clock(now);
    let playing = state.phase == Phase::Playing;
    let (phase, starts_in, stuck_in) = match &state.phase {
        Phase::Dealt => (PhaseName::Dealt, None, None),
        Phase::Countdown { ends, .. } => (PhaseName::Countdown, Some(Ms::left(*ends, now)), None),
        Phase::Playing => (PhaseName::Playing, None, None),
        Phase::Stuck { ends, .. } => (PhaseName::Stuck, None, Some(Ms::left(*ends, now))),
        Phase::Paused { .. } => (PhaseName::Paused, None, None),
        Phase::Scored => (PhaseName::Scored, None, None),
    };
    let clocks = state.clocks.filter(|_| playing);
    View {
        phase,
        starts_in,
        stuck_in,
        rotations: state.rotations,
        ends_in: clocks.and_then(|clocks| clocks.limit).map(|limit| Ms::left(limit, clock)),
        vote_in: clocks.and_then(|clocks| clocks.vote_at(&state.options)).map(|at| Ms::left(at, clock)),
        sides: state.sides.iter().map(|table| side(state, table, clock)).collect(),
        away: state.seats.iter().filter(|person| person.away).map(|person| person.seat).collect(),
        piles: state.piles.iter().enumerate().filter_map(|(index, pile)| pile_view(index, pile)).collect(),
        vote: state.vote.as_ref().map(|vote| VoteView {
            r#for: vote.motion,
            by: vote.by,
            yes: vote.yes.clone(),
            ends_in: Ms::left(vote.ends, now),
        }),
        scores: state.scored.as_ref().map(|scored| scored.scores.clone()),
        revealed: state.scored.as_ref().and_then(|scored| scored.revealed.clone()),
    }
}

/// How many cards, as a number on the wire.
pub(super) fn count(cards: &[Card]) -> u8 {
    u8::try_from(cards.len()).unwrap_or(u8::MAX)
}

fn side(state: &State, table: &Table, clock: RoomTime) -> SideView {
    // After the round nothing can be played that a lock could hold back.
    let locked = table.locked_until.filter(|until| state.phase != Phase::Scored && *until > clock);
    SideView {
        side: table.side,
        team: state.seats.iter().filter(|person| person.side == table.side).count() > 1,
        row: table.row,
        face_down: count(&table.face_down),
        stock: count(&table.stock),
        waste: count(&table.waste),
        top: table.waste.last().copied(),
        played: table.played,
        out: table.out,
        wild_locked_in: locked.map(|until| Ms::left(until, clock)),
    }
}

fn pile_view(index: usize, pile: &pile::Pile) -> Option<PileView> {
    let laid = pile.cards.last()?;
    Some(PileView {
        pile: pile::id(index),
        color: pile.color,
        top: pile.top()?,
        card: laid.card,
        by: laid.back.0,
        closed: pile.closed(),
    })
}
