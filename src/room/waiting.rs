//! For whom a deal waits, and for how long: nobody who is away holds up those who are there for ever.
//!
//! Once somebody at the table is there and ready, whoever is away has as long as in a round
//! (`absent_after_ms`). Then, between the rounds of a match, the deal goes on as if they were ready, and
//! their place is played as the options say of absent people. Before a match their place is free again:
//! nobody is drawn into a match they are not there for. Instants are fixed and part of the state.

use super::event::RoomEvent;
use super::member::Member;
use super::seating;
use super::state::RoomState;
use super::view::RoomPhase;
use crate::games::{Game, RoomTime};

/// People for whom the deal waits although they are away, and until when.
fn waited_for<G: Game>(state: &RoomState<G>) -> impl Iterator<Item = (RoomTime, &Member)> {
    let after_ms = G::absent(&state.options.game).after_ms;
    let there = |member: &Member| member.is_person() && member.online && member.ready;
    let waits = state.phase != RoomPhase::Playing && state.members.iter().any(there);
    let away = move |member: &&Member| {
        let Some(place) = member.place.filter(|_| waits && !member.online && !member.ready) else {
            return false;
        };
        // Ruling 9: a side whose roles do not fit together cannot be ready, whoever speaks for it.
        state.phase != RoomPhase::Between || seating::side_is_whole(state, place).is_ok()
    };
    state.members.iter().filter(away).map(move |member| (member.away_since.plus(after_ms), member))
}

/// From when the deal waits for nobody who is away; none where it waits for none of them.
#[must_use]
pub fn until<G: Game>(state: &RoomState<G>) -> Option<RoomTime> {
    waited_for(state).map(|(until, _)| until).max()
}

/// When the deal waits for one less of them.
#[must_use]
pub fn next<G: Game>(state: &RoomState<G>) -> Option<RoomTime> {
    waited_for(state).map(|(until, _)| until).min()
}

/// What becomes of somebody for whom the deal has waited long enough.
pub fn lapse<G: Game>(state: &RoomState<G>, now: RoomTime) -> Option<RoomEvent<G>> {
    let player = waited_for(state).find(|(until, _)| *until <= now).map(|(_, member)| member.player)?;
    Some(match state.phase {
        RoomPhase::Between => RoomEvent::Ready { player, ready: true, entropy: None, away: true },
        _ => RoomEvent::Stood { player },
    })
}
