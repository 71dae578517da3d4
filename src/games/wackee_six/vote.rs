//! Votes: to rotate, to pause, to go on, to end the match (rulings 55, 57 and 58).
//!
//! One at a time. Sides with a connected person vote, and either partner speaks for the side; bots agree
//! with whatever those people agree on. One no ends it.
//!
//! Where room time stood (a restart), all connections are gone at once: nobody agreed by that, so a vote
//! waits for those who were cut off as long as the grace lasts, and has more time for them.

use super::action::Motion;
use super::codes;
use super::detail::{self, Refused};
use super::event::Event;
use super::score::score;
use super::state::{ALONE_MS, ANNOUNCED_MS, Cause, Person, Phase, State, VOTE_ALLOWANCE_MS, VOTE_MS};
use super::tally::RoundEnd;
use crate::code;
use crate::games::{RoomTime, Side};

/// Judges a person's voice.
pub(super) fn vote(
    state: &State,
    person: &Person,
    (motion, agree): (Motion, bool),
    now: RoomTime,
) -> Result<Option<Event>, Refused> {
    let side = person.side;
    let open = state.vote.as_ref().filter(|vote| vote.motion == motion);
    if open.is_none() {
        may_call(state, motion, agree, now)?;
    }
    // A bot has no voice of its own.
    if !state.side_present(side) {
        return Err(Refused::plain(&code::NOT_YOURS));
    }
    match open {
        Some(vote) if agree && vote.yes.contains(&side) => Ok(None),
        Some(_) => Ok(Some(Event::Voted { motion, side, agree, opened: None })),
        None => {
            may_ask(state, side, motion, now)?;
            Ok(Some(Event::Voted { motion, side, agree, opened: Some(now.plus(VOTE_MS)) }))
        }
    }
}

/// Whether this is the time for such a vote.
fn may_call(state: &State, motion: Motion, agree: bool, now: RoomTime) -> Result<(), Refused> {
    let fits = match motion {
        Motion::Rotate | Motion::Pause => state.phase == Phase::Playing,
        Motion::Resume => matches!(state.phase, Phase::Paused { .. }),
        Motion::End => true,
    };
    // There is nothing to say no to, or another vote is open.
    if !fits || !agree || state.vote.is_some() {
        return Err(Refused::plain(&code::NOT_NOW));
    }
    if motion == Motion::Rotate {
        let vote_at = state.clocks.and_then(|clocks| clocks.vote_at(&state.options));
        let vote_at = vote_at.ok_or_else(|| Refused::plain(&code::NOT_NOW))?;
        if now < vote_at {
            return Err(detail::wait(&code::NOT_NOW, vote_at.since(now)));
        }
    }
    Ok(())
}

/// Whether the side may call it.
fn may_ask(state: &State, side: Side, motion: Motion, now: RoomTime) -> Result<(), Refused> {
    match (motion, &state.phase) {
        // Who paused may ask to go on (ruling 58).
        (Motion::Resume, Phase::Paused { by }) if !by.contains(&side) => {
            Err(Refused::plain(&code::NOT_YOURS))
        }
        (Motion::End, _) => match alone_until(state, side) {
            Some(until) if now < until => Err(detail::wait(&codes::ALONE_TOO_SHORT, until.since(now))),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// From when a side whose people are the only ones present may end the match: 60 s after the last other
/// person went (ruling 57). None when others are present, or nobody but bots plays against it.
fn alone_until(state: &State, side: Side) -> Option<RoomTime> {
    let others = || state.seats.iter().filter(|person| person.side != side && !person.bot);
    if others().any(|person| person.online) {
        return None;
    }
    others().map(|person| person.since.plus(ALONE_MS)).max()
}

/// The host's word to go on, which needs no vote (ruling 58).
pub(super) fn host_resumes(state: &State, now: RoomTime) -> Option<Event> {
    matches!(state.phase, Phase::Paused { .. }).then(|| went_on(state, now))
}

/// The vote's time is up.
pub(super) fn lapsed(state: &State, now: RoomTime) -> Option<Event> {
    let vote = state.vote.as_ref()?;
    (now >= vote.ends).then_some(Event::VoteLapsed { motion: vote.motion })
}

/// Room time stood: an open vote has more time.
pub(super) fn extended(state: &State) -> Option<Event> {
    let vote = state.vote.as_ref()?;
    Some(Event::VoteExtended { motion: vote.motion, ends: vote.ends.plus(VOTE_ALLOWANCE_MS) })
}

/// All present sides agree.
pub(super) fn passed(state: &State, now: RoomTime) -> Option<Event> {
    let vote = state.vote.as_ref()?;
    state.voters().next()?;
    let open = |side| !vote.yes.contains(&side) && (state.side_present(side) || state.awaited(side));
    if state.sides.iter().any(|table| open(table.side)) {
        return None;
    }
    match (vote.motion, &state.phase) {
        (Motion::Rotate, Phase::Playing) => {
            Some(Event::Stuck { cause: Cause::Vote, ends: now.plus(ANNOUNCED_MS) })
        }
        (Motion::Pause, Phase::Playing) => Some(Event::Paused),
        (Motion::Resume, Phase::Paused { .. }) => Some(went_on(state, now)),
        (Motion::End, _) => may_end(state, now).then(|| score(state, RoundEnd::Vote)),
        // Agreed, but not now: it waits until the phase is the right one, or its time is up.
        _ => None,
    }
}

/// Whether those who agreed to end the match may: one side whose last opponents have only just gone must
/// wait, also when the vote was called before they went.
fn may_end(state: &State, now: RoomTime) -> bool {
    let mut voters = state.voters();
    match (voters.next(), voters.next()) {
        (Some(side), None) => alone_until(state, side).is_none_or(|until| now >= until),
        _ => true,
    }
}

/// The race goes on, with its clocks moved by the time for which they stood.
fn went_on(state: &State, now: RoomTime) -> Event {
    let clocks = state.clocks_running(now);
    Event::WentOn { limit: clocks.limit, vote_at: clocks.vote_at(&state.options) }
}
