//! Scoring and the end of the match (rulings 48 to 52).

use super::card::{Back, Card};
use super::event::Event;
use super::options::Tie;
use super::state::State;
use super::tally::{Revealed, RoundEnd, Score, Scoring};
use crate::games::Side;

/// Points for the side that is out first (ruling 48).
const BONUS: i64 = 10;
/// Points taken off for each of the twelve that is not played.
const LEFT_COSTS: i64 = 2;

/// The round is over, and scored as the table lies.
pub(super) fn score(state: &State, end: RoundEnd) -> Event {
    Event::Scored(Box::new(scoring(state, end)))
}

fn scoring(state: &State, end: RoundEnd) -> Scoring {
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
