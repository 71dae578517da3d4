//! What a store keeps of a match beside its replay, the rows of its rounds and people, against what the
//! replay came to.

use serde_json::{Value, json};

use super::Summary;
use super::compare::compare;
use crate::games::Side;
use crate::ids::PlayerId;
use crate::replay::line::{Score, SeatLine};
use crate::store::{PersonRecord, RoundRecord};

/// What a round came to, and who sat where when it was dealt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scored {
    round: u32,
    /// Each side with its points and its total.
    sides: Vec<(Side, i64, Option<i64>)>,
    winners: Vec<Side>,
    people: Vec<(Side, PlayerId)>,
}

impl Scored {
    pub(super) fn of(score: &Score, seats: &[SeatLine]) -> Self {
        let total = |side| score.totals.iter().find(|total| total.side == side).map(|total| total.total);
        Self {
            round: score.round,
            sides: score.points.iter().map(|one| (one.side, one.total, total(one.side))).collect(),
            winners: score.winners.clone().unwrap_or_default(),
            people: seats.iter().map(|seat| (seat.side, seat.player)).collect(),
        }
    }
}

/// Asserts that the kept rounds of a match are those of its replay, and that its people are theirs.
///
/// # Errors
/// The place of the first difference, and both values.
pub fn kept(sum: &Summary, rounds: &[RoundRecord]) -> Result<(), String> {
    scores(sum, rounds)?;
    seats(sum, rounds)?;
    people(sum, rounds)
}

fn scores(sum: &Summary, rounds: &[RoundRecord]) -> Result<(), String> {
    let told: Vec<Value> = rounds
        .iter()
        .map(|round| {
            let side = |side: &crate::store::SideRecord| {
                json!({ "side": side.side, "points": side.points, "total": side.total })
            };
            let sides: Vec<Value> = round.sides.iter().map(side).collect();
            json!({ "round": round.round, "sides": sides, "winners": round.winners })
        })
        .collect();
    let so: Vec<Value> = sum
        .scores
        .iter()
        .map(|scored| {
            let side = |(side, points, total): &(Side, i64, Option<i64>)| {
                json!({ "side": side, "points": points, "total": total })
            };
            let sides: Vec<Value> = scored.sides.iter().map(side).collect();
            json!({ "round": scored.round, "sides": sides, "winners": scored.winners })
        })
        .collect();
    compare("of what is kept, rounds", &Value::from(told), &Value::from(so))
}

/// Nobody is kept who did not sit there; who was taken out of the room may be missing.
fn seats(sum: &Summary, rounds: &[RoundRecord]) -> Result<(), String> {
    for (at, (round, scored)) in rounds.iter().zip(&sum.scores).enumerate() {
        for side in &round.sides {
            let sat = |one: &&PersonRecord| scored.people.contains(&(Side(side.side), one.player));
            if let Some(one) = side.people.iter().find(|one| !sat(one)) {
                let (player, side) = (one.player, side.side);
                return Err(format!(
                    "of what is kept, rounds[{at}] has {player} at side {side}, who did not sit there"
                ));
            }
        }
    }
    Ok(())
}

/// A match has the people of its rounds, each once for a side.
fn people(sum: &Summary, rounds: &[RoundRecord]) -> Result<(), String> {
    let mut so: Vec<(Side, PlayerId, bool, bool)> = Vec::new();
    for side in rounds.iter().flat_map(|round| &round.sides) {
        for one in &side.people {
            let known = so.iter_mut().find(|known| (known.0.0, known.1) == (side.side, one.player));
            match known {
                Some(known) => known.3 |= one.stood_in,
                None => so.push((Side(side.side), one.player, one.bot, one.stood_in)),
            }
        }
    }
    let sides = sum.head.sides.iter();
    let told =
        sides.flat_map(|side| side.people.iter().map(|one| (side.side, one.player, one.bot, one.stood_in)));
    compare("of what is kept, people", &listed(told.collect()), &listed(so))
}

fn listed(mut people: Vec<(Side, PlayerId, bool, bool)>) -> Value {
    people.sort_unstable_by_key(|(side, player, ..)| (side.0, player.0));
    let person = |(side, player, bot, stood_in)| json!({ "side": side, "player": player, "bot": bot, "stood_in": stood_in });
    people.into_iter().map(person).collect()
}
