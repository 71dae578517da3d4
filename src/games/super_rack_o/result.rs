//! What a game was worth: one for the winner, and whether that wins the match (ruling 101).

use std::collections::BTreeMap;

use super::state::{Phase, State};
use crate::games::{RoundResult, Side};

/// The result, once somebody has won.
#[must_use]
pub fn result(state: &State) -> Option<RoundResult> {
    let Phase::Over { winner, .. } = *state.phase() else { return None };
    let winner = Side(winner.0);
    let points: Vec<(Side, i64)> = state
        .players()
        .iter()
        .map(|player| Side(player.seat.0))
        .map(|side| (side, i64::from(side == winner)))
        .collect();
    let mut totals: BTreeMap<Side, i64> = state.totals.iter().copied().collect();
    for (side, won) in &points {
        *totals.entry(*side).or_default() += won;
    }
    let target = i64::try_from(state.options().games_to_win).unwrap_or(i64::MAX);
    let winners = totals.get(&winner).is_some_and(|won| *won >= target).then(|| vec![winner]);
    Some(RoundResult { points, totals: totals.into_iter().collect(), winners })
}
