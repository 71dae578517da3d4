//! How many more people a room takes: the one place where that is decided.
//!
//! A room has bounds for people and for spectators, and a table with so many places. Whoever comes in
//! as a player while a place is free has one held for a while, to choose which: nobody who comes later,
//! and no bot, takes the last one away. A hold is a fixed instant in the state and lapses by itself.

use super::answer::Refused;
use super::member::Member;
use super::request::As;
use super::state::RoomState;
use super::view::RoomPhase;
use crate::code::{self, Code};
use crate::games::{Game, Place, RoomTime, Side};
use crate::ids::PlayerId;
use crate::limits::{PEOPLE_MAX, PLACE_HELD_MS, SPECTATORS_MAX};

/// Places that nobody sits on, where `taken` are: each for one more person who does not choose.
#[must_use]
pub fn free_beside<G: Game>(mut taken: Vec<Place>) -> usize {
    let before = taken.len();
    for side in (1..=G::SIDES).map(Side) {
        // A side may take more than one; no side takes more than all people of a room.
        for _ in 0..PEOPLE_MAX {
            let place = G::place(side, None, &taken);
            if G::may_sit(place, &taken).is_err() {
                break;
            }
            taken.push(place);
        }
    }
    taken.len() - before
}

/// Places that nobody sits on.
#[must_use]
pub fn free<G: Game>(state: &RoomState<G>) -> usize {
    free_beside::<G>(state.places(None))
}

/// A free place that somebody gets who does not choose.
#[must_use]
pub fn first_free<G: Game>(state: &RoomState<G>) -> Option<Place> {
    let taken = state.places(None);
    let places = (1..=G::SIDES).map(|side| G::place(Side(side), None, &taken));
    let mut free = places.filter(|place| G::may_sit(*place, &taken).is_ok());
    free.next()
}

/// When the holds end that others than `except` have, the first first; those that have lapsed by `now`
/// are left out.
fn holds<G: Game>(state: &RoomState<G>, except: Option<PlayerId>, now: RoomTime) -> Vec<RoomTime> {
    let others = state.members.iter().filter(|member| Some(member.player) != except);
    let mut ends: Vec<_> = others.filter_map(|member| held_until(member, now)).collect();
    ends.sort_unstable();
    ends
}

fn held_until(member: &Member, now: RoomTime) -> Option<RoomTime> {
    member.holds_until.filter(|until| *until > now)
}

/// Places that are held for people who are choosing.
#[must_use]
pub fn held<G: Game>(state: &RoomState<G>, now: RoomTime) -> usize {
    if state.phase == RoomPhase::Playing { 0 } else { holds(state, None, now).len() }
}

/// When the next hold lapses.
#[must_use]
pub fn next_hold_ends<G: Game>(state: &RoomState<G>, now: RoomTime) -> Option<RoomTime> {
    holds(state, None, now).first().copied()
}

/// Until when a place is held for somebody who comes in now; none where no place is left to hold.
#[must_use]
pub fn hold_for_newcomer<G: Game>(state: &RoomState<G>, role: As, now: RoomTime) -> Option<RoomTime> {
    let chooses = role == As::Player && state.phase != RoomPhase::Playing;
    (chooses && free(state) > held(state, now)).then(|| now.plus(PLACE_HELD_MS))
}

/// Whether `player`, who is not in the room, may come in as that. With `to_play` only where a place can
/// be held and the room waits for people: for somebody who is matched and would rather go elsewhere.
///
/// # Errors
/// `room_full`, `no_spectators`, or `not_now` where the room does not wait for people.
pub fn may_come_in<G: Game>(
    state: &RoomState<G>,
    player: PlayerId,
    role: As,
    to_play: bool,
    now: RoomTime,
) -> Result<(), &'static Code> {
    let count = |role| {
        let counted = state.members.iter().filter(|member| member.is_person() && member.role_in_room == role);
        counted.filter(|member| member.player != player).count()
    };
    match role {
        As::Player if count(As::Player) >= PEOPLE_MAX => return Err(&code::ROOM_FULL),
        As::Spectator if !state.options.room.spectators => return Err(&code::NO_SPECTATORS),
        As::Spectator if count(As::Spectator) >= SPECTATORS_MAX => return Err(&code::ROOM_FULL),
        _ => {}
    }
    if to_play && !waits_for_people(state) {
        return Err(&code::NOT_NOW);
    }
    if to_play && hold_for_newcomer(state, role, now).is_none() {
        return Err(&code::ROOM_FULL);
    }
    Ok(())
}

/// Whether strangers may well come to play: before a match.
#[must_use]
pub fn waits_for_people<G: Game>(state: &RoomState<G>) -> bool {
    matches!(state.phase, RoomPhase::Lobby | RoomPhase::Over) && !state.options.room.locked
}

/// Whether somebody may take `place` who has none held, without taking it from those who have: `asker`,
/// or a bot that they put there.
///
/// # Errors
/// `place_held`, and when to try again.
pub fn may_take<G: Game>(
    state: &RoomState<G>,
    (asker, for_bot): (PlayerId, bool),
    place: Place,
    now: RoomTime,
) -> Result<(), Refused> {
    let holds_one = state.member(asker).is_some_and(|member| held_until(member, now).is_some());
    if holds_one && !for_bot {
        return Ok(());
    }
    let others = holds(state, Some(asker), now);
    let mut taken = state.places(Some(asker).filter(|_| !for_bot));
    taken.push(place);
    let left = free_beside::<G>(taken);
    match others.get(others.len().saturating_sub(left + 1)) {
        Some(until) if others.len() > left => Err(Refused::plain(&code::PLACE_HELD).after(until.since(now))),
        _ => Ok(()),
    }
}

/// Takes from the host the place that was held for them, if they gave it to a bot: only so can more places be
/// held than there are, and otherwise the host would sit down on somebody else's.
pub fn give_up_void_hold<G: Game>(state: &mut RoomState<G>, now: RoomTime) {
    let void = held(state, now) > free(state);
    let host = state.host.filter(|_| void);
    if let Some(host) = state.members.iter_mut().find(|member| Some(member.player) == host) {
        host.holds_until = None;
    }
}

/// When bots take the next free place, if nobody does before: once somebody at the table has waited for
/// as long as the option says, and not a place that is held.
#[must_use]
pub fn fill_at<G: Game>(state: &RoomState<G>) -> Option<RoomTime> {
    let after_ms = state.options.room.bots_fill_after_ms;
    let due = state.waiting_since.filter(|_| after_ms > 0)?.plus(after_ms);
    let others = holds(state, None, due);
    let free = free(state);
    if others.len() < free {
        return Some(due);
    }
    // So many of the holds have to lapse that one place is left over.
    others.get(others.len().checked_sub(free)?).copied().filter(|_| free > 0)
}

/// Whether somebody at the table waits for more people.
#[must_use]
pub fn somebody_waits<G: Game>(state: &RoomState<G>) -> bool {
    let seated = |member: &Member| member.is_person() && member.online && member.place.is_some();
    state.phase != RoomPhase::Playing && state.members.iter().any(seated) && free(state) > 0
}
