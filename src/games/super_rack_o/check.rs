//! What must always hold. Run after every step in tests.

use super::card::{CARDS, Card};
use super::state::{Phase, State};
use super::turn::OrderKind;
use crate::games::{Seat, Side};

/// Checks what must always hold.
///
/// # Errors
/// A sentence that says what does not.
pub fn check(state: &State) -> Result<(), String> {
    cards(state)?;
    seats(state)?;
    known(state)?;
    phase(state)
}

fn claim(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// All 108 cards, each in one place (ruling 61), and a discard pile that is never empty.
fn cards(state: &State) -> Result<(), String> {
    let mut all: Vec<Card> = state.players().iter().flat_map(|player| player.rack.cards()).collect();
    all.extend(state.draw_pile());
    all.extend(state.discard());
    all.extend(state.hand().map(|(_, card)| card));
    claim(all.len() == CARDS, || format!("there are {} cards", all.len()))?;
    all.sort_unstable();
    let mut decks = Card::both_decks();
    decks.sort_unstable();
    let wrong = all.iter().zip(&decks).find(|(is, should)| is != should);
    claim(wrong.is_none(), || format!("a card is doubled or missing: {wrong:?}"))?;
    claim(!state.discard().is_empty(), || "the discard pile is empty".into())
}

fn seats(state: &State) -> Result<(), String> {
    let seats: Vec<Seat> = state.players().iter().map(|player| player.seat).collect();
    claim((2..=4).contains(&seats.len()), || format!("{} players", seats.len()))?;
    claim(seats.is_sorted_by(|a, b| a < b), || format!("seats out of order: {seats:?}"))?;
    claim(seats.iter().all(|seat| (1..=4).contains(&seat.0)), || format!("no such seat: {seats:?}"))?;
    claim(seats.contains(&state.dealer()), || format!("the dealer {:?} has no seat", state.dealer()))?;
    claim(state.in_play().next().is_some(), || "nobody is in play".into())?;
    let mut sides: Vec<Side> = state.totals.iter().map(|(side, _)| *side).collect();
    sides.sort_unstable();
    sides.dedup();
    claim(sides.len() == state.totals.len(), || format!("a side twice in the totals: {:?}", state.totals))
}

/// Only a card that was taken from the discard pile is known, so no swap or reverse card is (ruling 72).
fn known(state: &State) -> Result<(), String> {
    for player in state.players() {
        let odd = player.rack.known().find(|slot| !player.rack.at(*slot).card.may_be_taken());
        claim(odd.is_none(), || format!("{:?} is known to hold what nobody can take: {odd:?}", player.seat))?;
    }
    Ok(())
}

fn phase(state: &State) -> Result<(), String> {
    let plays = |seat: Seat| state.player(seat).is_some_and(|player| player.in_play);
    let sits = |seat: Seat| state.player(seat).is_some();
    match state.phase() {
        Phase::Playing { turn, ends_at, .. } => {
            claim(plays(*turn), || format!("{turn:?} is on turn but not in play"))?;
            let clock = state.options().turn_clock_ms > 0;
            claim(ends_at.is_some() == clock, || format!("the turn ends at {ends_at:?}"))
        }
        Phase::Window { turn, window } => {
            claim(sits(*turn), || format!("it was the turn of nobody: {turn:?}"))?;
            claim(sits(window.against) && sits(window.by), || {
                format!("an order among strangers: {window:?}")
            })?;
            claim(window.against != window.by, || format!("an order to oneself: {window:?}"))?;
            // Ruling 85: the chain goes to and fro between two players, one of whom was on turn.
            let pair = *turn == window.by || *turn == window.against;
            claim(pair, || format!("an order that {turn:?} has nothing to do with: {window:?}"))?;
            let top = state.discard().last();
            let kind = match window.kind {
                OrderKind::Swap => top.is_some_and(|card| card.is_swap()),
                OrderKind::Reverse => top.is_some_and(|card| card.is_reverse()),
            };
            claim(kind, || format!("{window:?} but {top:?} on the discard pile"))
        }
        Phase::Over { winner, hand, .. } => {
            claim(plays(*winner), || format!("{winner:?} has won but is not in play"))?;
            claim(hand.is_none_or(|(seat, _)| sits(seat)), || format!("a card in nobody's hand: {hand:?}"))
        }
    }
}
