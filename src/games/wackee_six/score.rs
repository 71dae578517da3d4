//! Scoring and the end of the match (rulings 48 to 52).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::card::{Back, Card};
use super::event::Scoring;
use super::options::Tie;
use super::state::State;
use crate::games::Side;

/// Points for the side that is out first (ruling 48).
const BONUS: i64 = 10;
/// Points taken off for each of the twelve that is not played.
const LEFT_COSTS: i64 = 2;

/// Why a round ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixRoundEnd")]
#[schemars(rename = "WackeeSixRoundEnd")]
pub enum RoundEnd {
    /// A side played its twelve (rulings 45 and 46).
    Out,
    /// No side could ever play (ruling 54).
    Deadlock,
    /// The time ran out (ruling 55).
    Time,
    /// The match was ended by those who are present (ruling 57).
    Vote,
}

/// What a side got in a round (ruling 48).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixScore")]
#[schemars(rename = "WackeeSixScore")]
pub struct Score {
    /// The side.
    pub side: Side,
    /// Its cards in the middle.
    pub played: u8,
    /// Cards of the twelve that were not played.
    pub left: u8,
    /// Points for being out first.
    #[ts(type = "number")]
    pub bonus: i64,
    /// Points taken off for plays that fitted nothing.
    #[ts(type = "number")]
    pub penalty: i64,
    /// Points of this round.
    #[ts(type = "number")]
    pub round: i64,
    /// Points of the match.
    #[ts(type = "number")]
    pub total: i64,
}

/// What was left unseen of a side when the round was scored (ruling 60).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixRevealed")]
#[schemars(rename = "WackeeSixRevealed")]
pub struct Revealed {
    /// The side.
    pub side: Side,
    /// Its face-down pile, top first.
    pub face_down: Vec<Card>,
    /// Its stock, top first.
    pub stock: Vec<Card>,
    /// Its waste, top first.
    pub waste: Vec<Card>,
}

/// The score of the round as the table lies.
pub(super) fn scoring(state: &State, end: RoundEnd) -> Scoring {
    let scores: Vec<Score> = state
        .sides
        .iter()
        .map(|table| {
            let side = table.side;
            let played = in_the_middle(state, table.back());
            let left = table.left();
            let bonus = if state.first_out == Some(side) { BONUS } else { 0 };
            let penalty = i64::from(table.penalty);
            let round = i64::from(played) - LEFT_COSTS * i64::from(left) + bonus - penalty;
            let total = before(&state.totals, side) + round;
            Score { side, played, left, bonus, penalty, round, total }
        })
        .collect();
    let totals = totals(state, &scores);
    let winners = winners(state, end, &scores);
    let revealed = state.options.reveal_after.then(|| revealed(state));
    Scoring { end, scores, totals, winners, revealed }
}

/// The cards with that back in the piles, wilds and closed piles included.
pub(super) fn in_the_middle(state: &State, back: Back) -> u8 {
    let laid = state.piles.iter().flat_map(|pile| &pile.cards).filter(|laid| laid.back == back).count();
    u8::try_from(laid).unwrap_or(u8::MAX)
}

/// What a side had before; a side that is new has 0.
pub(super) fn before(totals: &[(Side, i64)], side: Side) -> i64 {
    totals.iter().find(|(other, _)| *other == side).map_or(0, |(_, points)| *points)
}

/// What each side has now. A side that sat out keeps what it had.
fn totals(state: &State, scores: &[Score]) -> Vec<(Side, i64)> {
    let mut totals: Vec<(Side, i64)> = scores.iter().map(|score| (score.side, score.total)).collect();
    totals.extend(state.totals.iter().filter(|(side, _)| !scores.iter().any(|score| score.side == *side)));
    totals.sort_unstable();
    totals
}

/// The winners, if the match is over with this round: a set, as a tie may be shared (rulings 50, 51).
fn winners(state: &State, end: RoundEnd, scores: &[Score]) -> Option<Vec<Side>> {
    let best = scores.iter().map(|score| score.total).max()?;
    let leaders: Vec<Side> =
        scores.iter().filter(|score| score.total == best).map(|score| score.side).collect();
    if end == RoundEnd::Vote {
        return Some(leaders);
    }
    let reached = match state.options.rounds {
        Some(rounds) => state.round >= rounds,
        None => best >= i64::from(state.options.target),
    };
    let settled = leaders.len() == 1 || state.options.tie == Tie::Shared;
    (reached && settled).then_some(leaders)
}

/// What was left unseen, each pile from the top.
pub(super) fn revealed(state: &State) -> Vec<Revealed> {
    let from_top = |cards: &[Card]| cards.iter().rev().copied().collect();
    state
        .sides
        .iter()
        .map(|table| Revealed {
            side: table.side,
            face_down: from_top(&table.face_down),
            stock: from_top(&table.stock),
            waste: from_top(&table.waste),
        })
        .collect()
}
