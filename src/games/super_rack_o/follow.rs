//! What happens by itself: the last one in play wins, the server calls or accepts where the table has
//! agreed to it, and deadlines pass.

use super::decide::{discarded, drawn, settled, won};
use super::event::{Event, How, SettledWhy, Why};
use super::finish::is_finished;
use super::state::{Phase, Player, State};
use crate::games::RoomTime;

/// The next automatic step, if one is due at `now`.
#[must_use]
pub fn follow(state: &State, now: RoomTime) -> Option<Event> {
    if let Some(ending) = out_of_play(state, now) {
        return Some(ending);
    }
    if let Some(player) = declared(state) {
        return Some(won(state, player.seat, How::Declared));
    }
    match state.phase {
        Phase::Window { window, .. } if !may_answer(state, window.against) => {
            settled(state, window, SettledWhy::NoReverse, now)
        }
        Phase::Window { window, .. } if window.ends_at <= now => {
            settled(state, window, SettledWhy::Clock, now)
        }
        Phase::Playing { turn, drawn: in_hand, ends_at: Some(end) } if end <= now => match in_hand {
            // Ruling 105: one is drawn, and then goes to the discard pile in the next step.
            None => drawn(state, turn, Why::Clock),
            Some(card) => Some(discarded(state, turn, card, Why::Clock, now)),
        },
        _ => None,
    }
}

/// What follows when racks were set aside: an order on one is carried out, and the last one in play
/// wins (ruling 106).
fn out_of_play(state: &State, now: RoomTime) -> Option<Event> {
    if matches!(state.phase, Phase::Over { .. }) {
        return None;
    }
    if let Phase::Window { window, .. } = state.phase
        && state.player(window.against).is_some_and(|player| !player.in_play)
    {
        return settled(state, window, SettledWhy::OutOfPlay, now);
    }
    let mut in_play = state.in_play();
    match (in_play.next(), in_play.next()) {
        (Some(last), None) => Some(won(state, last.seat, How::LastInPlay)),
        _ => None,
    }
}

/// Whom the server calls for (`auto_call`, ruling 93): the first who is finished, counted from the
/// player on turn; under an order only where one may call then (ruling 95).
fn declared(state: &State) -> Option<&Player> {
    if !state.options.auto_call {
        return None;
    }
    let turn = state.turn()?;
    let on_turn = state.player(turn);
    on_turn.into_iter().chain(state.leftwards(turn)).find(|player| {
        let under_order =
            matches!(state.phase, Phase::Window { window, .. } if window.against == player.seat);
        let may_call = player.in_play && (!under_order || state.options.call_under_order);
        may_call && is_finished(&player.rack)
    })
}

/// Whether the table waits for an answer: always, unless it has agreed to `auto_accept` (ruling 90).
fn may_answer(state: &State, against: crate::games::Seat) -> bool {
    !state.options.auto_accept || state.player(against).is_some_and(|player| player.rack.has_reverse())
}

/// When the game wants to be woken next.
#[must_use]
pub const fn deadline(state: &State) -> Option<RoomTime> {
    match state.phase {
        Phase::Playing { ends_at, .. } => ends_at,
        Phase::Window { window, .. } => Some(window.ends_at),
        Phase::Over { .. } => None,
    }
}
