//! The only writer of the state: an event happens.

use super::action::Motion;
use super::card::Card;
use super::event::{Event, Move};
use super::pile::{self, Laid, Pile};
use super::spot::Spot;
use super::state::{Cause, Person, Phase, Scored, State, Table, Vote};
use super::tally::Scoring;
use crate::games::{RoomTime, Seat, Side, Stamp};

/// Lets `event` happen to the state it was made for.
pub(super) fn evolve(state: &mut State, event: &Event, stamp: Stamp) {
    let at = stamp.at;
    state.just_rotated = false;
    match event {
        // A round opens a state of its own.
        Event::Dealt(_) => {}
        Event::Countdown { by, ends } => {
            countdown(state, *ends, at);
            state.due.vote = by.is_none() && state.vote.is_some();
        }
        Event::Began { stuck, .. } => began(state, *stuck, at),
        Event::Turned { side, .. } => turned(state, *side, at),
        Event::Recycled { side, .. } => {
            state.due.turn = Some(*side);
            if let Some(table) = table_mut(state, *side) {
                recycle(table);
            }
        }
        Event::Played { laid, from } => {
            take(state, laid.side, *from);
            lay(state, laid, &[laid.card], stamp);
            state.due.refills = [slot_of(laid.side, *from), None];
        }
        Event::PairPlayed { laid, wild, companion } => {
            // Out of the waste, the wild comes off before the card under it.
            take(state, laid.side, *wild);
            take(state, laid.side, *companion);
            lay(state, laid, &[Card::WILD, laid.card], stamp);
            let [mut first, mut second] = [slot_of(laid.side, *wild), slot_of(laid.side, *companion)];
            if first.is_none() {
                std::mem::swap(&mut first, &mut second);
            }
            state.due.refills = [first, second];
        }
        Event::Refilled { side, slot, .. } => {
            let [_, next] = state.due.refills;
            state.due.refills = [next, None];
            if let Some(table) = table_mut(state, *side) {
                table.row[slot.index()] = table.face_down.pop();
            }
        }
        Event::Out { side } => {
            state.first_out.get_or_insert(*side);
            if let Some(table) = table_mut(state, *side) {
                table.out = true;
            }
        }
        Event::Called { .. } => state.called = true,
        Event::Misplayed { side, points } => {
            if let Some(table) = table_mut(state, *side) {
                table.penalty += u32::from(*points);
            }
        }
        Event::WildLocked { side, until } => {
            if let Some(table) = table_mut(state, *side) {
                table.locked_until = Some(*until);
            }
        }
        Event::Voted { motion, side, agree, opened } => voted(state, *motion, *side, *agree, *opened),
        Event::VoteLapsed { .. } => state.vote = None,
        Event::VoteExtended { ends, .. } => {
            state.due.vote = false;
            if let Some(vote) = &mut state.vote {
                vote.ends = *ends;
                vote.stood.get_or_insert(at);
            }
        }
        Event::Stuck { cause, ends } => {
            state.phase = Phase::Stuck { ends: *ends, cause: *cause };
            close_vote(state, Motion::Rotate);
        }
        Event::Rotated { cause, rotations, .. } => {
            state.sides.iter_mut().for_each(rotate);
            state.phase = Phase::Playing;
            state.rotations = *rotations;
            state.just_rotated = *cause == Cause::Deadlock;
        }
        Event::Paused => {
            let by = state.vote.take().map(|vote| vote.yes).unwrap_or_default();
            state.phase = Phase::Paused { by };
            state.stop_clocks(at);
        }
        Event::WentOn { .. } => {
            state.vote = None;
            state.phase = Phase::Playing;
            state.run_clocks(at);
        }
        Event::Presence { seat, .. }
        | Event::Left { seat }
        | Event::Away { seat }
        | Event::Driver { seat, .. } => {
            if let Some(person) = person_mut(state, *seat) {
                person_changed(person, event, at);
            }
        }
        Event::Scored(scoring) => scored(state, scoring, at),
    }
}

fn table_mut(state: &mut State, side: Side) -> Option<&mut Table> {
    state.sides.iter_mut().find(|table| table.side == side)
}

fn person_mut(state: &mut State, seat: Seat) -> Option<&mut Person> {
    state.seats.iter_mut().find(|person| person.seat == seat)
}

/// Somebody came, went, or is played by another.
fn person_changed(person: &mut Person, event: &Event, at: RoomTime) {
    match event {
        Event::Presence { online, .. } => {
            (person.online, person.since, person.away) = (*online, at, false);
        }
        Event::Left { .. } => {
            if person.online {
                person.since = at;
            }
            (person.online, person.away) = (false, true);
        }
        Event::Away { .. } => person.away = true,
        Event::Driver { driver, .. } => person.driver = *driver,
        _ => {}
    }
}

fn countdown(state: &mut State, ends: RoomTime, at: RoomTime) {
    let then = match state.phase {
        Phase::Stuck { cause, .. } => Some(cause),
        Phase::Countdown { then, .. } => then,
        _ => None,
    };
    state.phase = Phase::Countdown { ends, then };
    state.stop_clocks(at);
}

fn began(state: &mut State, stuck: Option<RoomTime>, at: RoomTime) {
    state.run_clocks(at);
    state.phase = match (&state.phase, stuck) {
        (Phase::Countdown { then: Some(cause), .. }, Some(ends)) => Phase::Stuck { ends, cause: *cause },
        _ => Phase::Playing,
    };
}

/// The top three cards, or what is left, go over onto the waste: the first of them lies lowest
/// (rulings 12 and 14).
fn turned(state: &mut State, side: Side, at: RoomTime) {
    state.due.turn = None;
    if let Some(table) = table_mut(state, side) {
        let keep = table.stock.len().saturating_sub(3);
        table.waste.extend(table.stock.drain(keep..).rev());
        table.turned_at = Some(at);
    }
}

/// The waste, turned over as it lies, is the stock (ruling 15).
fn recycle(table: &mut Table) {
    std::mem::swap(&mut table.stock, &mut table.waste);
    table.stock.reverse();
}

/// The waste goes face down onto the stock, and the top card to the bottom (ruling 54).
fn rotate(table: &mut Table) {
    table.stock.extend(table.waste.drain(..).rev());
    if !table.stock.is_empty() {
        table.stock.rotate_right(1);
    }
}

fn take(state: &mut State, side: Side, from: Spot) {
    if let Some(table) = table_mut(state, side) {
        match from {
            Spot::Row(slot) => table.row[slot.index()] = None,
            Spot::Waste => {
                table.waste.pop();
            }
        }
    }
}

fn slot_of(side: Side, from: Spot) -> Option<(Side, super::spot::RowSlot)> {
    match from {
        Spot::Row(slot) => Some((side, slot)),
        Spot::Waste => None,
    }
}

fn lay(state: &mut State, laid: &Move, cards: &[Card], stamp: Stamp) {
    let Some(index) = pile::index(laid.pile) else { return };
    if index == state.piles.len() {
        state.piles.push(Pile { color: laid.color, cards: Vec::with_capacity(13) });
    }
    let Some(table) = table_mut(state, laid.side) else { return };
    table.played = laid.played;
    let back = table.back();
    if let Some(pile) = state.piles.get_mut(index) {
        let Stamp { seq, at } = stamp;
        pile.cards.extend(cards.iter().map(|&card| Laid { card, back, seat: laid.seat, seq, at }));
    }
    state.rotations = 0;
    if let Some(clocks) = &mut state.clocks {
        clocks.idle_since = stamp.at;
    }
}

fn voted(state: &mut State, motion: Motion, side: Side, agree: bool, opened: Option<RoomTime>) {
    match (&mut state.vote, opened) {
        (_, Some(ends)) => state.vote = Some(Vote { motion, by: side, yes: vec![side], ends, stood: None }),
        (Some(vote), None) if agree => {
            if let Err(place) = vote.yes.binary_search(&side) {
                vote.yes.insert(place, side);
            }
        }
        _ => state.vote = None,
    }
}

fn close_vote(state: &mut State, motion: Motion) {
    if state.vote.as_ref().is_some_and(|vote| vote.motion == motion) {
        state.vote = None;
    }
}

fn scored(state: &mut State, scoring: &Scoring, at: RoomTime) {
    state.vote = None;
    state.phase = Phase::Scored;
    state.scored = Some(Scored {
        at,
        end: scoring.end,
        scores: scoring.scores.clone(),
        totals: scoring.totals.clone(),
        winners: scoring.winners.clone(),
        revealed: scoring.revealed.clone(),
    });
}
