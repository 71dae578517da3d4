//! What must always hold between two events' steps.

use super::card::{Card, DECK, Rank, deck};
use super::score::in_the_middle;
use super::state::{Phase, State, Table};

/// Checks the invariants.
pub(super) fn check(state: &State) -> Result<(), String> {
    for table in &state.sides {
        conserved(state, table)?;
        counted(state, table)?;
    }
    piles(state)?;
    let scored = state.phase == Phase::Scored;
    if scored != state.scored.is_some() {
        return Err("a score stands exactly when the round is over".to_owned());
    }
    let racing = matches!(state.phase, Phase::Playing | Phase::Stuck { .. });
    let running = state.clocks.is_some_and(|clocks| clocks.stand.is_none());
    if racing && !running {
        return Err("the clocks stand while the race runs".to_owned());
    }
    if matches!(state.phase, Phase::Paused { .. }) && running {
        return Err("the clocks run in a pause".to_owned());
    }
    scores(state)
}

/// Each card of the side's deck is in exactly one place.
fn conserved(state: &State, table: &Table) -> Result<(), String> {
    let laid = state.piles.iter().flat_map(|pile| &pile.cards);
    let mut cards: Vec<Card> = laid.filter(|laid| laid.back == table.back()).map(|laid| laid.card).collect();
    cards.extend(table.row.iter().flatten());
    cards.extend(table.face_down.iter().chain(&table.stock).chain(&table.waste));
    cards.sort_unstable();
    // Two wilds are the same face; all other cards are different.
    let whole: Vec<Card> =
        deck()[..DECK].iter().map(|card| if card.is_wild() { Card::WILD } else { *card }).collect();
    if cards == whole {
        return Ok(());
    }
    Err(format!("the deck of side {} is not whole: {cards:?}", table.side.0))
}

fn counted(state: &State, table: &Table) -> Result<(), String> {
    let side = table.side.0;
    let pending = state.due.refills.iter().flatten().any(|(due, _)| *due == table.side);
    let full = table.row.iter().all(Option::is_some);
    if !full && !table.face_down.is_empty() && !pending {
        return Err(format!("the row of side {side} is not full though cards are left face down"));
    }
    if table.face_down.len() > 6 {
        return Err(format!("side {side} has {} cards face down", table.face_down.len()));
    }
    if table.played != in_the_middle(state, table.back()) {
        return Err(format!("side {side} is said to have {} cards in the middle", table.played));
    }
    if table.out && !table.is_out() {
        return Err(format!("side {side} is said to be out"));
    }
    if state.first_out == Some(table.side) && !table.out {
        return Err(format!("side {side} is said to have been out first"));
    }
    Ok(())
}

/// Piles ascend from 1 in one colour; a wild stands for what its place says, never for 1.
fn piles(state: &State) -> Result<(), String> {
    if state.piles.len() > state.sides.len() * 4 {
        return Err(format!("{} piles, but each deck has four 1s", state.piles.len()));
    }
    for (index, pile) in state.piles.iter().enumerate() {
        if pile.cards.is_empty() || pile.height() > Rank::LAST.number() {
            return Err(format!("pile {} has {} cards", index + 1, pile.cards.len()));
        }
        for (rank, laid) in (1..).zip(&pile.cards) {
            let fits = match laid.card.natural() {
                Some((suit, own)) => suit == pile.color && own.number() == rank,
                None => rank > 1 && (rank < 13 || state.options.wild_13),
            };
            if !fits {
                return Err(format!("{} lies as {rank} in pile {}", laid.card, index + 1));
            }
        }
    }
    Ok(())
}

/// The score says what the table says.
fn scores(state: &State) -> Result<(), String> {
    let Some(scored) = &state.scored else { return Ok(()) };
    for (score, table) in scored.scores.iter().zip(&state.sides) {
        let bonus = if state.first_out == Some(table.side) { 10 } else { 0 };
        let round = i64::from(in_the_middle(state, table.back())) - 2 * i64::from(table.left()) + bonus
            - i64::from(table.penalty);
        if score.side != table.side || score.round != round {
            return Err(format!("side {} is scored {}, but got {round}", table.side.0, score.round));
        }
    }
    if scored.scores.len() != state.sides.len() {
        return Err("a side has no score".to_owned());
    }
    Ok(())
}
