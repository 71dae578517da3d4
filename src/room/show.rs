//! What leaves a room: the views and events that one viewer may see. The only way out.

use super::event::{Event, RoomEvent, Word};
use super::member::Member;
use super::request::As;
use super::state::RoomState;
use super::view::{
    ChatView, DealView, MemberView, RoomPhase, RoomShown, RoomView, TotalView, VacatedView, You,
};
use crate::games::{Driver, Game, RoomTime, Side, Viewer};
use crate::ids::PlayerId;
use crate::limits::ANYONE_MAY_START_MS;

/// An event as a viewer sees it.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(bound = "", untagged)]
pub enum Shown<G: Game> {
    /// Of the room.
    Room(RoomShown),
    /// Of the game.
    Game(G::Shown),
}

/// Through whose eyes a member sees the table.
pub fn viewer<G: Game>(state: &RoomState<G>, player: PlayerId) -> Viewer {
    let Some(member) = state.member(player).filter(|member| !member.gone) else { return Viewer::Watcher };
    let seat = match state.phase {
        RoomPhase::Playing => member.place.map(G::seat).filter(|seat| state.chairs.contains_key(seat)),
        // A seat taken after the end shows nothing of the last round's cards.
        _ => member.sat,
    };
    seat.map_or(Viewer::Watcher, Viewer::Seat)
}

/// The room, as everybody in it sees it.
pub fn room<G: Game>(state: &RoomState<G>, now: RoomTime) -> RoomView {
    let playing = state.phase == RoomPhase::Playing;
    let anyone_at = if playing {
        state.starter_anyone_at
    } else {
        state.all_ready_at.map(|ready| ready.plus(ANYONE_MAY_START_MS))
    };
    RoomView {
        code: state.code,
        game: G::NAME.into(),
        visibility: state.visibility,
        host: state.host,
        options: state.options.to_map(),
        match_id: state.match_id,
        round: state.round,
        starter: state.starter.clone(),
        anyone_may_start_in: anyone_at.map(|at| at.since(now)),
        away_excused_in: state.away_until.map(|at| at.since(now)),
        phase: state.phase,
        deal: DealView { round: state.deal.round, commit: hex::encode(state.deal.commit) },
        members: state.members.iter().map(|member| shown_member(state, member, now)).collect(),
        vacated: vacated(state),
        totals: totals(&state.totals),
        winners: state.winners.clone(),
        chat: state.chat.iter().map(|(seq, player, word)| chat_line(*seq, *player, word)).collect(),
        banned: state.banned.iter().copied().collect(),
    }
}

/// The one who gets the frame.
pub fn you<G: Game>(state: &RoomState<G>, player: PlayerId) -> You {
    let member = state.member(player);
    let place = member.and_then(|member| member.place);
    You {
        player,
        role_in_room: member.map_or(As::Spectator, |member| member.role_in_room),
        side: place.map(|place| place.side),
        role: place.and_then(|place| place.role),
    }
}

/// The event with number `seq`, which has happened to `state` or before it.
pub fn event<G: Game>(state: &RoomState<G>, event: &Event<G>, viewer: Viewer, now: RoomTime) -> Shown<G> {
    match event {
        Event::Game(event) => Shown::Game(G::redact(event, viewer, now)),
        Event::Room(event) => Shown::Room(room_event(state, event, now)),
    }
}

fn room_event<G: Game>(state: &RoomState<G>, event: &RoomEvent<G>, now: RoomTime) -> RoomShown {
    match event {
        RoomEvent::Created { .. } => RoomShown::RoomCreated,
        RoomEvent::Joined { player, name, role_in_room, bot, muted, .. } => {
            let member = Member::new(*player, name.clone(), *role_in_room, *bot, 0);
            RoomShown::Joined { member: newcomer(&Member { muted: *muted, ..member }) }
        }
        RoomEvent::Returned { player } => RoomShown::Online { player: *player, online: true, bot_in: None },
        RoomEvent::Left { player, kicked } => RoomShown::Left { player: *player, kicked: *kicked },
        RoomEvent::Gone { player, kicked } => RoomShown::Gone { player: *player, kicked: *kicked },
        RoomEvent::RoleChanged { player, role_in_room } => {
            RoomShown::RoleChanged { player: *player, role_in_room: *role_in_room }
        }
        RoomEvent::Seated { player, place } => {
            RoomShown::Seated { player: *player, side: place.side, role: place.role }
        }
        RoomEvent::Stood { player } => RoomShown::Stood { player: *player },
        RoomEvent::Ready { player, ready, .. } => RoomShown::Ready { player: *player, ready: *ready },
        RoomEvent::Online { player, online } => {
            // What the present state says of it is right also for somebody who comes back later.
            let member = state.member(*player).filter(|member| member.online == *online);
            let bot_in = member.and_then(|member| bot_in(state, member, now));
            RoomShown::Online { player: *player, online: *online, bot_in }
        }
        RoomEvent::Driver { driver, player, place, .. } => RoomShown::StandIn {
            player: *player,
            side: place.map(|place| place.side),
            role: place.and_then(|place| place.role),
            played_by_bot: *driver == Driver::Bot,
        },
        RoomEvent::Said { player, word: Word::Text(text) } => {
            RoomShown::Chat { player: *player, text: text.clone() }
        }
        RoomEvent::Said { player, word: Word::Emote(emote) } => {
            RoomShown::React { player: *player, emote: *emote }
        }
        RoomEvent::Renamed { player, name } => RoomShown::Renamed { player: *player, name: name.clone() },
        RoomEvent::Muted { player, on } => RoomShown::Muted { player: *player, on: *on },
        RoomEvent::Banned { player, on } => RoomShown::Banned { player: *player, on: *on },
        RoomEvent::Host { player } => RoomShown::Host { player: *player },
        RoomEvent::Options { options } => RoomShown::Options { options: options.to_map() },
        RoomEvent::Committed { round, commit, .. } => {
            RoomShown::Committed { deal: DealView { round: *round, commit: hex::encode(commit) } }
        }
        RoomEvent::MayStart { starter, anyone_at, away_until } => RoomShown::MayStart {
            starter: starter.clone(),
            anyone_may_start_in: anyone_at.map(|at| at.since(now)),
            away_excused_in: away_until.map(|at| at.since(now)),
        },
        RoomEvent::MatchBegun { match_id } => RoomShown::MatchBegun { match_id: *match_id },
        RoomEvent::RoundBegun { round, .. } => RoomShown::RoundBegun { round: *round },
        RoomEvent::RoundEnded { result, .. } => RoomShown::RoundEnded {
            phase: if result.winners.is_some() { RoomPhase::Over } else { RoomPhase::Between },
            totals: totals(&result.totals),
            winners: result.winners.clone().unwrap_or_default(),
        },
        RoomEvent::ClockStood { why } => RoomShown::ClockStood { why: *why },
        RoomEvent::Slept => RoomShown::Slept,
    }
}

fn newcomer(member: &Member) -> MemberView {
    MemberView {
        player: member.player,
        name: member.name.clone(),
        role_in_room: member.role_in_room,
        side: None,
        role: None,
        ready: member.ready,
        online: member.online,
        gone: member.gone,
        bot: member.bot,
        muted: member.muted,
        played_by_bot: false,
        bot_in: None,
    }
}

fn chat_line(seq: u64, player: PlayerId, word: &Word) -> ChatView {
    let (text, emote) = match word {
        Word::Text(text) => (Some(text.clone()), None),
        Word::Emote(emote) => (None, Some(*emote)),
    };
    ChatView { seq, player, text, emote }
}

fn shown_member<G: Game>(state: &RoomState<G>, member: &Member, now: RoomTime) -> MemberView {
    let stand_in = member.is_person()
        && member.place.is_some_and(|place| state.driver(G::seat(place)) == Some(Driver::Bot));
    MemberView {
        side: member.place.map(|place| place.side),
        role: member.place.and_then(|place| place.role),
        played_by_bot: stand_in,
        bot_in: bot_in(state, member, now),
        ..newcomer(member)
    }
}

/// The places of the present round on which nobody sits any more.
fn vacated<G: Game>(state: &RoomState<G>) -> Vec<VacatedView> {
    let empty = state.chairs.iter().filter(|(seat, _)| state.at_seat(**seat).is_none());
    let shown = empty.map(|(_, chair)| {
        let owner = state.members.iter().find(|member| member.claim == Some(chair.place));
        VacatedView {
            side: chair.place.side,
            role: chair.place.role,
            player: owner.map(|member| member.player),
            played_by_bot: chair.driver == Driver::Bot,
        }
    });
    shown.collect()
}

/// What remains until a bot stands in for somebody.
fn bot_in<G: Game>(state: &RoomState<G>, member: &Member, now: RoomTime) -> Option<u64> {
    super::seating::stand_in_at(state, member).map(|at| at.since(now))
}

fn totals(totals: &[(Side, i64)]) -> Vec<TotalView> {
    totals.iter().map(|(side, total)| TotalView { side: *side, total: *total }).collect()
}
