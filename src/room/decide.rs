//! Judging an input against a room's state. Only reads; time and chance are arguments.
//!
//! What a game allows is the game's business: an action is handed to it with the seat of the asker.
//! What happens by itself afterwards is in `follow.rs`; the table's places are in `seating.rs`.

use serde_json::json;

use super::answer::{Accepted, Answer, Refused};
use super::capacity;
use super::draft::Draft;
use super::event::{Dealing, Event, RoomEvent, Word};
use super::input::{Input, Told};
use super::member::Member;
use super::request::{As, Request};
use super::seating;
use super::state::RoomState;
use super::view::{RoomPhase, Stood};
use crate::chance::Chance;
use crate::code::{self, Code};
use crate::games::rng::Seed;
use crate::games::{self, By, Driver, Game, RoomTime, Seat, Seated, Setup};
use crate::ids::{MatchId, PlayerId};
use crate::limits::{ANYONE_MAY_START_MS, BANNED_MAX, CHAT_BURST, CHAT_WHILE_MS};
use crate::text::FORMER_GUEST;

/// What was decided.
pub struct Verdict<G: Game> {
    /// What happens, in order: also the cost of a refused try, where a ruling has one.
    pub events: Vec<Event<G>>,
    /// The answer. The `seq` of an action's answer is filled in when its events have numbers.
    pub answer: Answer<G>,
    /// What the game was told.
    pub told: Told<G>,
}

impl<G: Game> Verdict<G> {
    fn refused(refused: impl Into<Refused>) -> Self {
        Self { events: Vec::new(), answer: Answer::Refused(refused.into()), told: Told::Nothing }
    }

    fn done(draft: Draft<'_, G>) -> Self {
        let (events, told) = draft.into_parts();
        Self { events, answer: Answer::Accepted(Accepted::default()), told }
    }
}

/// Judges `input` at instant `at`.
pub fn decide<G: Game>(
    state: &RoomState<G>,
    input: &Input<G>,
    at: RoomTime,
    chance: &mut dyn Chance,
) -> Verdict<G> {
    let mut draft = Draft::new(state, at);
    match input {
        // A room is made once, by `perform::create`.
        Input::Create { .. } => return Verdict::refused(&code::INTERNAL),
        Input::Join { player, name, role_in_room, to_play } => {
            match join(state, (*player, *role_in_room), *to_play, at) {
                Ok(Entrance::Already) => {}
                Ok(Entrance::Back) => {
                    draft.room(RoomEvent::Returned { player: *player });
                    seating::take_over(&mut draft, state, *player);
                }
                Ok(Entrance::New { instead }) => {
                    if instead {
                        draft.room(RoomEvent::Left { player: *player, kicked: true });
                    }
                    let (player, name) = (*player, name.clone());
                    let role_in_room = *role_in_room;
                    let holds_until = capacity::hold_for_newcomer(state, role_in_room, at);
                    let muted = state.is_muted(player);
                    draft.room(RoomEvent::Joined {
                        player,
                        name,
                        role_in_room,
                        bot: None,
                        holds_until,
                        muted,
                    });
                }
                Err(code) => return Verdict::refused(code),
            }
        }
        Input::Leave { player } => match state.member(*player) {
            Some(member) if !member.gone => depart(&mut draft, state, member, false),
            _ => return Verdict::refused(&code::NO_ROOM),
        },
        Input::Forget { player } => {
            if let Some(member) = state.member(*player) {
                draft.room(RoomEvent::Renamed { player: *player, name: FORMER_GUEST.to_owned() });
                if !member.gone {
                    depart(&mut draft, state, member, false);
                }
            }
        }
        Input::Ask { player, request } => return ask(state, *player, request, at, chance),
        Input::BotMove { seat, action } => {
            // The thought of a bot may arrive when the last person has gone: it plays for nobody.
            let watched =
                state.members.iter().any(|member| member.is_person() && member.online && !member.gone);
            if state.driver(*seat) != Some(Driver::Bot) || !watched {
                return Verdict::refused(&code::NOT_YOURS);
            }
            let host = state.at_seat(*seat).is_some_and(|member| state.host == Some(member.player));
            return act(state, By { seat: Some(*seat), host }, action, at);
        }
        Input::Online { player, online } => match state.member(*player) {
            Some(member) if member.online != *online && !member.gone => {
                draft.room(RoomEvent::Online { player: *player, online: *online });
                if *online {
                    seating::take_over(&mut draft, state, *player);
                    if member.ready_for_absence && state.phase != RoomPhase::Playing {
                        // From here on they speak for themselves.
                        let player = *player;
                        draft.room(RoomEvent::Ready { player, ready: false, entropy: None, away: false });
                    }
                } else if let Some(seat) = seating::seat_in_play(state, member) {
                    draft.tell(&games::Input::Presence { seat, online: false });
                }
            }
            _ => {}
        },
        Input::ClockStood { why } => clock_stood(&mut draft, state, *why),
        Input::Sleep => draft.room(RoomEvent::Slept),
        Input::Wake => {}
    }
    Verdict::done(draft)
}

/// How somebody comes in.
enum Entrance {
    /// Is in already.
    Already,
    /// Had left in the middle of the round: back to the same place.
    Back,
    /// As somebody new; `instead` of the one who was removed in the middle of the round.
    New { instead: bool },
}

fn join<G: Game>(
    state: &RoomState<G>,
    (player, role): (PlayerId, As),
    to_play: bool,
    at: RoomTime,
) -> Result<Entrance, &'static Code> {
    let former = state.member(player);
    match former {
        Some(member) if !member.gone => return Ok(Entrance::Already),
        Some(member) if !member.kicked => return Ok(Entrance::Back),
        _ => {}
    }
    if state.banned.contains(&player) {
        return Err(&code::BANNED);
    }
    if state.options.room.locked {
        return Err(&code::ROOM_LOCKED);
    }
    capacity::may_come_in(state, player, role, to_play, at)?;
    Ok(Entrance::New { instead: former.is_some() })
}

/// Takes somebody out of the room. In the middle of a round a taken place stays, absent.
fn depart<G: Game>(draft: &mut Draft<'_, G>, state: &RoomState<G>, member: &Member, kicked: bool) {
    let player = member.player;
    match seating::seat_in_play(state, member) {
        Some(seat) => {
            draft.room(RoomEvent::Gone { player, kicked });
            draft.tell(&games::Input::Left { seat });
        }
        None => draft.room(RoomEvent::Left { player, kicked }),
    }
}

fn clock_stood<G: Game>(draft: &mut Draft<'_, G>, state: &RoomState<G>, why: Stood) {
    draft.room(RoomEvent::ClockStood { why });
    if matches!(why, Stood::Crashed | Stood::Slept) {
        // No socket outlives the task that is gone: whoever is there says so again.
        for member in state.members.iter().filter(|member| member.is_person() && member.online) {
            draft.room(RoomEvent::Online { player: member.player, online: false });
            if let Some(seat) = seating::seat_in_play(state, member) {
                draft.tell(&games::Input::Presence { seat, online: false });
            }
        }
    }
    tell_what_remains(draft, state);
    if state.phase == RoomPhase::Playing {
        draft.tell(&games::Input::Resumed);
    }
}

/// What remains is sent when an event is, and runs on a client's clock from there: after the room's own
/// clock stood, everybody is told anew. What a game has running, it says itself.
fn tell_what_remains<G: Game>(draft: &mut Draft<'_, G>, state: &RoomState<G>) {
    if state.starter_anyone_at.is_some() || state.away_until.is_some() {
        let starter = state.starter.clone();
        let (anyone_at, away_until) = (state.starter_anyone_at, state.away_until);
        draft.room(RoomEvent::MayStart { starter, anyone_at, away_until });
    }
    let waits = |member: &&Member| !member.online && seating::stand_in_at(state, member).is_some();
    for away in state.members.iter().filter(waits) {
        draft.room(RoomEvent::Online { player: away.player, online: false });
    }
}

fn ask<G: Game>(
    state: &RoomState<G>,
    player: PlayerId,
    request: &Request<G::Action>,
    at: RoomTime,
    chance: &mut dyn Chance,
) -> Verdict<G> {
    let Some(member) = state.member(player).filter(|member| !member.gone) else {
        return Verdict::refused(&code::NO_ROOM);
    };
    let mut draft = Draft::new(state, at);
    let host = state.host == Some(player);
    let playing = state.phase == RoomPhase::Playing;
    let outcome: Result<(), Refused> = match request {
        Request::Act { action } => {
            let by = By { seat: seating::seat_in_play(state, member), host };
            return act(state, by, action, at);
        }
        Request::Sit { side, role } => seating::sit(&mut draft, state, member, *side, *role),
        Request::Stand => seating::stand(&mut draft, state, member),
        Request::Ready { ready, entropy } => seating::ready(&mut draft, state, member, *ready, *entropy),
        Request::Chat { text } => said(&mut draft, state, member, Word::Text(text.clone()), at),
        Request::React { emote } => said(&mut draft, state, member, Word::Emote(*emote), at),
        Request::Rename { name } => {
            if *name != member.name {
                draft.room(RoomEvent::Renamed { player, name: name.clone() });
            }
            Ok(())
        }
        Request::Start => start(&mut draft, state, member, at, chance),
        _ if !host => Err((&code::NOT_HOST).into()),
        Request::SetOptions { .. } | Request::AddBot { .. } | Request::RemoveBot { .. } if playing => {
            Err((&code::NOT_NOW).into())
        }
        Request::SetOptions { options } => state.options.patched(options).map(|options| {
            if options != state.options {
                draft.room(RoomEvent::Options { options });
            }
        }),
        // A host who would go leaves; one who would be silent says nothing.
        Request::Kick { player: whom }
        | Request::Ban { player: whom }
        | Request::Mute { player: whom, on: true }
            if *whom == player =>
        {
            Err((&code::NOT_YOURSELF).into())
        }
        Request::AddBot { side, role, level } => {
            seating::add_bot(&mut draft, state, player, (*side, *role, *level), chance)
        }
        Request::RemoveBot { side, role } => seating::remove_bot(&mut draft, state, *side, *role),
        Request::Mute { player: whom, on } => match state.member(*whom) {
            Some(target) if target.is_person() => {
                if target.muted != *on {
                    draft.room(RoomEvent::Muted { player: *whom, on: *on });
                }
                Ok(())
            }
            None if state.muted_away.contains(whom) => {
                if !on {
                    draft.room(RoomEvent::Muted { player: *whom, on: false });
                }
                Ok(())
            }
            _ => Err((&code::NO_SUCH_PLAYER).into()),
        },
        Request::Ban { player: whom } => ban(&mut draft, state, *whom),
        Request::Unban { player: whom } => {
            if state.banned.contains(whom) {
                draft.room(RoomEvent::Banned { player: *whom, on: false });
            }
            Ok(())
        }
        Request::Kick { player: whom } => match state.member(*whom) {
            Some(target) if target.is_person() && !target.kicked => {
                depart(&mut draft, state, target, true);
                Ok(())
            }
            _ => Err((&code::NO_SUCH_PLAYER).into()),
        },
        Request::MakeHost { player: whom } => match state.member(*whom) {
            Some(target) if target.may_host() => {
                if target.player != player {
                    draft.room(RoomEvent::Host { player: Some(*whom) });
                }
                Ok(())
            }
            _ => Err((&code::NO_SUCH_PLAYER).into()),
        },
    };
    match outcome {
        Ok(()) => Verdict::done(draft),
        Err(refused) => Verdict::refused(refused),
    }
}

/// Says something: a few times in a while, so that nobody fills the room.
fn said<G: Game>(
    draft: &mut Draft<'_, G>,
    state: &RoomState<G>,
    member: &Member,
    word: Word,
    at: RoomTime,
) -> Result<(), Refused> {
    if !state.options.room.chat && matches!(word, Word::Text(_)) {
        return Err((&code::CHAT_OFF).into());
    }
    if member.muted {
        return Err((&code::MUTED).into());
    }
    let oldest = member.said_at.front().filter(|_| member.said_at.len() == CHAT_BURST);
    if let Some(free) = oldest.map(|oldest| oldest.plus(CHAT_WHILE_MS)).filter(|free| *free > at) {
        return Err(Refused::plain(&code::TOO_FAST).after(free.since(at)));
    }
    draft.room(RoomEvent::Said { player: member.player, word });
    Ok(())
}

/// Keeps somebody out, and removes them if they are in.
fn ban<G: Game>(draft: &mut Draft<'_, G>, state: &RoomState<G>, whom: PlayerId) -> Result<(), Refused> {
    let target = state.member(whom);
    let known = target.is_some_and(Member::is_person);
    if state.banned.contains(&whom) {
        return Ok(());
    }
    if !known {
        return Err((&code::NO_SUCH_PLAYER).into());
    }
    if state.banned.len() >= BANNED_MAX {
        return Err((&code::TOO_MANY_BANS).into());
    }
    draft.room(RoomEvent::Banned { player: whom, on: true });
    if let Some(target) = target.filter(|target| !target.kicked) {
        depart(draft, state, target, true);
    }
    Ok(())
}

/// Hands an action to the game.
fn act<G: Game>(state: &RoomState<G>, by: By, action: &G::Action, at: RoomTime) -> Verdict<G> {
    let Some(game) = &state.game else { return Verdict::refused(&code::NOT_NOW) };
    let input = games::Input::Act { by, action: action.clone() };
    let told = Told::Act(by);
    match G::decide(game, &input, at) {
        Ok(event) => {
            let accepted = Accepted { game: event.as_ref().map(G::accepted), ..Accepted::default() };
            let events = event.into_iter().map(Event::Game).collect();
            Verdict { events, answer: Answer::Accepted(accepted), told }
        }
        Err(refusal) => {
            let answer = Answer::Refused(Refused::of(&refusal));
            Verdict { events: refusal.events.into_iter().map(Event::Game).collect(), answer, told }
        }
    }
}

/// Deals: the host, or anybody seated when the host has not for a while (ruling 10).
fn start<G: Game>(
    draft: &mut Draft<'_, G>,
    state: &RoomState<G>,
    member: &Member,
    at: RoomTime,
    chance: &mut dyn Chance,
) -> Result<(), Refused> {
    if state.phase == RoomPhase::Playing {
        return Err((&code::NOT_NOW).into());
    }
    let waited = state.all_ready_at.is_some_and(|ready| at.since(ready) >= ANYONE_MAY_START_MS);
    if state.host != Some(member.player) && !(waited && member.place.is_some()) {
        return Err((&code::NOT_HOST).into());
    }
    G::may_deal(&state.places(None), &state.options.game).map_err(|(code, side)| {
        let refused = Refused::plain(code);
        side.map_or(refused.clone(), |side| refused.with(json!({ "side": side })))
    })?;
    if state.all_ready_at.is_none() {
        return Err((&code::NOT_READY).into());
    }
    let fresh_match = state.phase != RoomPhase::Between;
    if fresh_match {
        draft.room(RoomEvent::MatchBegun { match_id: MatchId::from_chance(chance) });
    }
    let round = if fresh_match { 1 } else { state.round + 1 };
    let dealing = dealing(state, fresh_match);
    let seats: Vec<Seated> = dealing.seats.iter().map(|(_, seated)| *seated).collect();
    let setup = Setup { options: &dealing.options, seats: &seats, round, totals: &dealing.totals };
    let previous = if fresh_match { None } else { state.game.as_ref() };
    let opening = G::deal(&setup, previous, dealing.deal_seed(), at);
    draft.room(RoomEvent::RoundBegun { round, dealing: Some(Box::new(dealing)) });
    draft.game_event(opening);
    // Who is away is so from now on for the race too: this tells when a bot will stand in.
    for away in state.members.iter().filter(|member| member.place.is_some() && !member.online) {
        draft.room(RoomEvent::Online { player: away.player, online: false });
    }
    Ok(())
}

/// All that the cards of the round follow from.
fn dealing<G: Game>(state: &RoomState<G>, fresh_match: bool) -> Dealing<G> {
    let seat = |member: &Member| {
        let place = member.place?;
        let driver = if member.is_person() { Driver::Person } else { Driver::Bot };
        Some((member.player, Seated { seat: G::seat(place), place, driver, online: member.online }))
    };
    let mut seats: Vec<(PlayerId, Seated)> = state.members.iter().filter_map(seat).collect();
    seats.sort_by_key(|(_, seated)| seated.seat);
    let given = |member: &Member| Some((G::seat(member.place?), member.entropy.filter(|_| member.ready)?));
    let mut entropy: Vec<(Seat, Seed)> = state.members.iter().filter_map(given).collect();
    entropy.sort_by_key(|(seat, _)| *seat);
    Dealing {
        seed: state.deal.seed,
        salt: state.deal.salt,
        commit: state.deal.commit,
        entropy,
        seats,
        options: state.options.game.clone(),
        totals: if fresh_match { Vec::new() } else { state.totals.clone() },
    }
}
