//! What happens by itself: refills, going out, deadlines, the deadlock, the score.

use super::deadlock::is_dead;
use super::event::Event;
use super::options::{CallToStop, Deadlock};
use super::score::score;
use super::state::{ANNOUNCED_MS, Cause, Clocks, GRACE_MS, Phase, ROTATIONS, State};
use super::tally::RoundEnd;
use super::view::count;
use super::vote;
use crate::games::RoomTime;

/// The next automatic step that is due at `now`.
pub(super) fn follow(state: &State, now: RoomTime) -> Option<Event> {
    if let Some(side) = state.due.turn {
        return super::turn::turned(state.table(side)?);
    }
    if state.due.vote {
        return vote::extended(state);
    }
    if let Some(refill) = refill(state) {
        return Some(refill);
    }
    match state.phase {
        Phase::Scored => return None,
        Phase::Playing => {
            if let Some(event) = out(state) {
                return Some(event);
            }
        }
        _ => {}
    }
    gone(state, now).or_else(|| vote::lapsed(state, now)).or_else(|| vote::passed(state, now)).or_else(|| {
        match &state.phase {
            Phase::Dealt | Phase::Paused { .. } | Phase::Scored => None,
            Phase::Countdown { ends, then } => (now >= *ends).then(|| began(state, then.is_some(), now)),
            Phase::Playing => time_up(state, now).or_else(|| dead(state, now)),
            Phase::Stuck { ends, cause } => {
                time_up(state, now).or_else(|| (now >= *ends).then(|| rotated(state, *cause)))
            }
        }
    })
}

/// When something may be due by time alone.
pub(super) fn deadline(state: &State) -> Option<RoomTime> {
    if state.phase == Phase::Scored {
        return None;
    }
    let gone = state.seats.iter().filter(|p| !p.online && !p.away).map(|p| p.since.plus(GRACE_MS));
    let vote = state.vote.as_ref().map(|vote| vote.ends);
    let phase = match state.phase {
        Phase::Countdown { ends, .. } | Phase::Stuck { ends, .. } => Some(ends),
        _ => None,
    };
    let limit = match state.phase {
        Phase::Playing | Phase::Stuck { .. } => state.clocks.and_then(|clocks| clocks.limit),
        _ => None,
    };
    gone.chain(vote).chain(phase).chain(limit).min()
}

/// A slot that was played from is filled in the same step (ruling 20). With nothing left face down it
/// stays empty (ruling 21).
fn refill(state: &State) -> Option<Event> {
    let (side, slot) = state.due.refills[0]?;
    let table = state.table(side)?;
    let card = *table.face_down.last()?;
    let face_down = count(&table.face_down).saturating_sub(1);
    Some(Event::Refilled { side, slot, card, face_down })
}

/// A side is out, or play stops because of that (rulings 45 to 47).
fn out(state: &State) -> Option<Event> {
    if let Some(table) = state.sides.iter().find(|table| !table.out && table.is_out()) {
        return Some(Event::Out { side: table.side });
    }
    let stops = match state.options.call_to_stop {
        CallToStop::Automatic => state.first_out.is_some(),
        CallToStop::ByCall => state.called,
    };
    stops.then(|| score(state, RoundEnd::Out))
}

/// Somebody has been gone for longer than the grace (rulings 53 and 57).
fn gone(state: &State, now: RoomTime) -> Option<Event> {
    let gone =
        |person: &&super::state::Person| !person.online && !person.away && now >= person.since.plus(GRACE_MS);
    state.seats.iter().find(gone).map(|person| Event::Away { seat: person.seat })
}

/// The race begins or goes on.
fn began(state: &State, rotates: bool, now: RoomTime) -> Event {
    let clocks = state.clocks_running(now);
    Event::Began {
        stuck: rotates.then(|| now.plus(ANNOUNCED_MS)),
        limit: clocks.limit,
        vote_at: clocks.vote_at(&state.options),
    }
}

/// The round's time is up (ruling 55).
fn time_up(state: &State, now: RoomTime) -> Option<Event> {
    let limit = state.clocks?.limit?;
    (now >= limit).then(|| score(state, RoundEnd::Time))
}

/// Nobody can ever play: announce a rotation, rotate once more at once, or give up (ruling 54).
fn dead(state: &State, now: RoomTime) -> Option<Event> {
    if !is_dead(state) {
        return None;
    }
    Some(match state.options.deadlock {
        Deadlock::Score => score(state, RoundEnd::Deadlock),
        Deadlock::Rotate if state.rotations >= ROTATIONS => score(state, RoundEnd::Deadlock),
        Deadlock::Rotate if state.just_rotated => rotated(state, Cause::Deadlock),
        Deadlock::Rotate => Event::Stuck { cause: Cause::Deadlock, ends: now.plus(ANNOUNCED_MS) },
    })
}

fn rotated(state: &State, cause: Cause) -> Event {
    let stocks =
        state.sides.iter().map(|t| (t.side, count(&t.stock).saturating_add(count(&t.waste)))).collect();
    let counted = u8::from(cause == Cause::Deadlock);
    Event::Rotated {
        cause,
        rotations: state.rotations.saturating_add(counted),
        stocks,
        limit: state.clocks.and_then(|clocks| clocks.limit),
        vote_at: state.clocks.and_then(|clocks: Clocks| clocks.vote_at(&state.options)),
    }
}
