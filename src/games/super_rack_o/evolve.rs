//! Lets an event happen. Judges nothing: whatever made the event has done so.

use super::card::Card;
use super::event::{Event, Reshuffle, Then};
use super::pile::Pile;
use super::rack::Held;
use super::slot::RackSlot;
use super::state::{Phase, State};
use super::turn::Next;
use crate::games::{RoomTime, Seat};

/// Lets `event` happen at instant `at`.
pub fn evolve(state: &mut State, event: &Event, at: RoomTime) {
    match event {
        Event::Dealt(dealt) => *state = State::open(dealt),
        Event::Drawn { card, reshuffle, .. } => {
            renew(state, reshuffle.as_deref());
            state.draw_pile.pop();
            if let Phase::Playing { drawn, .. } = &mut state.phase {
                *drawn = Some(*card);
            }
        }
        Event::Exchanged { seat, from, slot, card, then, .. } => {
            if *from == Pile::Discard {
                state.discard.pop();
            }
            // Ruling 108: everybody saw a card that came from the discard pile go there.
            put(state, *seat, *slot, Held { card: *card, known: *from == Pile::Discard });
            match then {
                Then::Turn(next) => begin(state, next),
                Then::Window(window) => state.phase = Phase::Window { turn: *seat, window: *window },
            }
        }
        Event::Discarded { card, next, .. } => {
            state.discard.push(*card);
            begin(state, next);
        }
        Event::SwapPlayed { seat, card, window, .. } => {
            state.discard.push(*card);
            state.phase = Phase::Window { turn: *seat, window: *window };
        }
        Event::Reversed { seat, slot, replacement, reshuffle, window, .. } => {
            put(state, *seat, *slot, Held { card: *replacement, known: false });
            renew(state, reshuffle.as_deref());
            state.draw_pile.pop();
            if let Some(turn) = state.turn() {
                state.phase = Phase::Window { turn, window: *window };
            }
        }
        Event::Settled { seat, row, next, .. } => {
            if let Some(player) = state.player_mut(*seat) {
                player.rack.cross(*row);
            }
            begin(state, next);
        }
        Event::CalledFalsely { seat } => {
            if let Some(player) = state.player_mut(*seat) {
                player.skips_next = true;
            }
        }
        Event::SetAside { seat, discarded, next, .. } => {
            if let Some(player) = state.player_mut(*seat) {
                player.in_play = false;
            }
            state.discard.extend(*discarded);
            if let Some(next) = next {
                begin(state, next);
            }
        }
        Event::Extended { ends_at } => match &mut state.phase {
            Phase::Playing { ends_at: end, .. } => *end = Some(*ends_at),
            Phase::Window { window, .. } => window.ends_at = *ends_at,
            Phase::Over { .. } => {}
        },
        Event::Won { seat, .. } => {
            state.phase = Phase::Over { winner: *seat, hand: state.hand(), at: Some(at) };
        }
    }
}

/// Puts a card into a slot; the one that was there goes to the discard pile.
fn put(state: &mut State, seat: Seat, slot: RackSlot, held: Held) {
    let out: Option<Card> = state.player_mut(seat).map(|player| player.rack.exchange(slot, held));
    state.discard.extend(out);
}

/// Makes the draw pile anew, of all but the top discard (rulings 102 and 103).
fn renew(state: &mut State, reshuffle: Option<&Reshuffle>) {
    let Some(made) = reshuffle else { return };
    let kept = state.discard.len().saturating_sub(1);
    state.discard.drain(..kept);
    state.draw_pile.clone_from(&made.pile);
    state.chance = made.chance;
}

/// Begins a turn.
fn begin(state: &mut State, next: &Next) {
    for seat in &next.skipped {
        if let Some(player) = state.player_mut(*seat) {
            player.skips_next = false;
        }
    }
    state.phase = Phase::Playing { turn: next.turn, drawn: None, ends_at: next.ends_at };
}
