//! Judging what is asked: phase first, then whose it is, then the cards.

use super::action::{Action, Motion};
use super::detail::{self, Refused};
use super::event::{Event, Starting};
use super::options::CallToStop;
use super::state::{Person, Phase, State};
use super::{codes, deal, play, turn, vote};
use crate::code;
use crate::games::{By, Driver, Input, RoomTime, Seat};

/// Judges an input; reads only.
pub(super) fn decide(state: &State, input: &Input<Action>, now: RoomTime) -> Result<Option<Event>, Refused> {
    match input {
        Input::Act { by, action } => act(state, *by, action, now),
        Input::Presence { seat, online } => Ok(running(state, *seat)
            .filter(|person| person.online != *online)
            .map(|person| Event::Presence { seat: person.seat, online: *online })),
        Input::Left { seat } => Ok(running(state, *seat)
            .filter(|person| person.online || !person.away)
            .map(|person| Event::Left { seat: person.seat })),
        Input::Driver { seat, driver } => Ok(driven(state, *seat, *driver)),
        Input::Resumed => Ok(resumed(state, now)),
        Input::Wake => Ok(None),
    }
}

/// The person of a seat while the round runs; afterwards comings and goings change nothing here.
fn running(state: &State, seat: Seat) -> Option<&Person> {
    state.person(seat).filter(|_| state.phase != Phase::Scored)
}

fn driven(state: &State, seat: Seat, driver: Driver) -> Option<Event> {
    let person = running(state, seat)?;
    (person.driver != driver).then_some(Event::Driver { seat, driver })
}

/// Room time stood: a new countdown where the race runs or is about to, and more time for an open vote.
fn resumed(state: &State, now: RoomTime) -> Option<Event> {
    match state.phase {
        Phase::Countdown { .. } | Phase::Playing | Phase::Stuck { .. } => {
            Some(Event::Countdown { by: None, ends: now.plus(state.options.countdown_ms) })
        }
        Phase::Dealt | Phase::Paused { .. } | Phase::Scored => vote::extended(state),
    }
}

fn act(state: &State, by: By, action: &Action, now: RoomTime) -> Result<Option<Event>, Refused> {
    if let Some(scored) = &state.scored {
        return Err(detail::round_over(scored.at, now));
    }
    match action {
        Action::Start {} => start(state, by, now).map(Some),
        Action::Vote { r#for: Motion::Resume, agree: true } if by.host => {
            let resumed = vote::host_resumes(state, now);
            resumed.map(Some).ok_or_else(|| Refused::plain(&code::NOT_NOW))
        }
        Action::Vote { r#for, agree } => vote::vote(state, seated(state, by)?, (*r#for, *agree), now),
        Action::Turn {} => turn::turn(state, racing(state, by)?, now).map(Some),
        Action::Play { card, from, pile } => {
            play::play(state, racing(state, by)?, (*card, *from, *pile), now).map(Some)
        }
        Action::PlayWild { wild, companion, card, pile } => {
            let companion = companion.zip(*card);
            play::play_wild(state, racing(state, by)?, (*wild, companion, *pile), now).map(Some)
        }
        Action::Call {} => call(state, by).map(Some),
    }
}

/// Who asks, if seated in this round.
fn seated(state: &State, by: By) -> Result<&Person, Refused> {
    let person = by.seat.and_then(|seat| state.person(seat));
    person.ok_or_else(|| Refused::plain(&code::NOT_SEATED))
}

/// Who asks for something that belongs to the race. Before the start it is refused and not kept for
/// later (ruling 11); so it is while the table is stuck or paused.
fn racing(state: &State, by: By) -> Result<&Person, Refused> {
    if state.phase != Phase::Playing {
        return Err(Refused::plain(&code::NOT_NOW));
    }
    seated(state, by)
}

/// "Let's get Wackee!" (ruling 10).
fn start(state: &State, by: By, now: RoomTime) -> Result<Event, Refused> {
    let starters = deal::starters(state).ok_or_else(|| Refused::plain(&code::NOT_NOW))?;
    let person = by.seat.and_then(|seat| state.person(seat)).filter(|person| !person.bot);
    let named = person.is_some_and(|person| starters.seats.contains(&person.seat));
    let anyone = person.is_some() && now >= starters.anyone_at;
    if starters.host && by.host || named || anyone {
        let by = Some(Starting { seat: by.seat });
        return Ok(Event::Countdown { by, ends: now.plus(state.options.countdown_ms) });
    }
    Err(Refused::plain(&code::NOT_YOURS))
}

/// "Wackee Six", where that stops play (ruling 46).
fn call(state: &State, by: By) -> Result<Event, Refused> {
    let person = racing(state, by)?;
    if state.options.call_to_stop == CallToStop::Automatic {
        return Err(Refused::plain(&code::NOT_NOW));
    }
    let out = state.table(person.side).is_some_and(|table| table.out);
    if !out {
        return Err(Refused::plain(&codes::NOT_OUT));
    }
    Ok(Event::Called { side: person.side, seat: person.seat })
}
