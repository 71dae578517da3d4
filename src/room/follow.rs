//! What happens in a room by itself: the game's automatic steps, the end of a round, the next deal's
//! commitment, a new host, a stand-in for somebody who is away. Asked after every event until nothing
//! is due; and when to ask again.

use super::capacity;
use super::draft::Draft;
use super::event::{Event, RoomEvent, Sat};
use super::member::Member;
use super::seating;
use super::state::RoomState;
use super::view::RoomPhase;
use super::waiting;
use crate::chance::Chance;
use crate::games::rng::Seed;
use crate::games::{BotLevel, Driver, Game, RoomTime, Seat, fair};
use crate::ids::PlayerId;
use crate::limits::{ANYONE_MAY_START_MS, HOST_AWAY_MS};
use crate::text::FORMER_GUEST;

/// How well the bots play that take free places.
const FILLING_BOTS: BotLevel = BotLevel::Normal;

/// The next automatic step at `now`: a few events that belong together, or none.
pub fn follow<G: Game>(state: &RoomState<G>, now: RoomTime, chance: &mut dyn Chance) -> Vec<Event<G>> {
    if state.asleep {
        return Vec::new();
    }
    if state.phase == RoomPhase::Playing
        && let Some(game) = &state.game
    {
        if let Some(event) = G::follow(game, now) {
            return vec![Event::Game(event)];
        }
        if let Some(result) = G::result(game) {
            return vec![RoomEvent::RoundEnded { result, people: people(state) }.into()];
        }
    }
    if state.deal.dealt && state.phase != RoomPhase::Playing {
        return vec![commit(state, chance).into()];
    }
    if let Some(player) = new_host(state, now) {
        return vec![RoomEvent::Host { player: Some(player) }.into()];
    }
    if let Some((seat, driver)) = stand_in(state, now) {
        let mut draft = Draft::new(state, now);
        let player = state.at_seat(seat).map(|member| member.player);
        seating::drive(&mut draft, state, (seat, player), driver);
        return draft.into_events();
    }
    if capacity::fill_at(state).is_some_and(|at| at <= now)
        && let Some(place) = capacity::first_free(state)
    {
        let mut draft = Draft::new(state, now);
        seating::seat_bot(&mut draft, state, (place, FILLING_BOTS), chance);
        return draft.into_events();
    }
    if let Some(event) = waiting::lapse(state, now) {
        return vec![event.into()];
    }
    may_start(state, now).map(Into::into).into_iter().collect()
}

/// When to ask [`follow`] again, if nothing else happens.
pub fn deadline<G: Game>(state: &RoomState<G>) -> Option<RoomTime> {
    if state.asleep {
        return None;
    }
    let playing = state.phase == RoomPhase::Playing;
    let game = state.game.as_ref().filter(|_| playing);
    let game_wakes = game.and_then(G::deadline);
    // Only if there is anybody whom it would let: else nothing happens then, and nothing would again.
    let starter_grows =
        game.and_then(G::starters).filter(|starters| may_start(state, starters.anyone_at).is_some());
    let starter_grows = starter_grows.map(|starters| starters.anyone_at);
    let host_goes = state.host.and_then(|host| {
        let host = state.member(host).filter(|host| !host.online)?;
        successor(state).map(|_| host.away_since.plus(HOST_AWAY_MS))
    });
    let absent =
        if playing { seats_of_people(state).filter_map(|seat| absent_at(state, seat)).min() } else { None };
    let (fill, waits) = (capacity::fill_at(state), waiting::next(state));
    [game_wakes, starter_grows, host_goes, absent, fill, waits].into_iter().flatten().min()
}

fn people<G: Game>(state: &RoomState<G>) -> Vec<Sat> {
    let sat = |member: &Member| {
        let (place, bot) = (member.place.or(member.claim)?, !member.is_person());
        let stood_in = state.chairs.get(&G::seat(place)).is_some_and(|chair| chair.stood_in);
        // Results know a guest who is deleted without a name.
        let is_deleted = member.gone && member.name == FORMER_GUEST;
        let name = if is_deleted { String::new() } else { member.name.clone() };
        Some(Sat { side: place.side, player: member.player, name, bot, stood_in })
    };
    state.members.iter().filter_map(sat).collect()
}

/// The server's part of the next deal, and what it tells everybody of it.
fn commit<G: Game>(state: &RoomState<G>, chance: &mut dyn Chance) -> RoomEvent<G> {
    let (seed, salt) = (Seed(chance.bytes()), Seed(chance.bytes()));
    let round = if state.phase == RoomPhase::Between { state.round + 1 } else { 1 };
    RoomEvent::Committed { round, seed, salt, commit: fair::commitment(seed, salt) }
}

/// The new host, if there is none or the host has been away too long: rights do not come back by
/// themselves.
fn new_host<G: Game>(state: &RoomState<G>, now: RoomTime) -> Option<PlayerId> {
    let stays = state
        .host
        .and_then(|host| state.member(host))
        .is_some_and(|host| !host.gone && (host.online || now.since(host.away_since) < HOST_AWAY_MS));
    if stays {
        return None;
    }
    let next = successor(state)?;
    (state.host != Some(next)).then_some(next)
}

/// Who would be host: the connected person who has been seated longest, else who has been here longest.
fn successor<G: Game>(state: &RoomState<G>) -> Option<PlayerId> {
    let candidates = || state.members.iter().filter(|member| member.may_host() && member.online);
    let seated = candidates().filter(|member| member.place.is_some()).min_by_key(|member| member.seated_seq);
    seated.or_else(|| candidates().next()).map(|member| member.player)
}

/// The seats whose own person should be moving for them.
fn seats_of_people<G: Game>(state: &RoomState<G>) -> impl Iterator<Item = Seat> {
    state.chairs.iter().filter(|(_, chair)| chair.driver == Driver::Person).map(|(seat, _)| *seat)
}

/// From when a seat counts as absent; none while its person is there.
fn absent_at<G: Game>(state: &RoomState<G>, seat: Seat) -> Option<RoomTime> {
    match state.at_seat(seat) {
        Some(member) if member.online => None,
        Some(member) if !member.gone => Some(member.away_since.plus(G::absent(&state.options.game).after_ms)),
        // Left, removed, or stood up: no grace.
        _ => Some(RoomTime(0)),
    }
}

/// A seat that has been absent long enough, and who moves for it now.
fn stand_in<G: Game>(state: &RoomState<G>, now: RoomTime) -> Option<(Seat, Driver)> {
    if state.phase != RoomPhase::Playing {
        return None;
    }
    let seat = seats_of_people(state).find(|seat| absent_at(state, *seat).is_some_and(|at| at <= now))?;
    Some((seat, G::absent(&state.options.game).then))
}

/// What everybody should know of who may say that the race begins, and until when the deal waits for people
/// who are away, if it is not what they were told.
fn may_start<G: Game>(state: &RoomState<G>, now: RoomTime) -> Option<RoomEvent<G>> {
    let playing = state.phase == RoomPhase::Playing;
    let starters = state.game.as_ref().filter(|_| playing).and_then(G::starters);
    let Some(starters) = starters else {
        // Before a deal it is the deal itself that anybody seated may make after a while.
        let anyone_at = state.all_ready_at.map(|ready| ready.plus(ANYONE_MAY_START_MS));
        let away_until = waiting::until(state);
        let told = (state.starter_anyone_at, state.away_until);
        let news = state.starter.is_some() || told != (anyone_at, away_until);
        return news.then_some(RoomEvent::MayStart { starter: None, anyone_at, away_until });
    };
    let anyone = starters.anyone_at <= now;
    let may = state.members.iter().filter(|member| {
        let seat = member.place.map(G::seat);
        member.is_person()
            && !member.gone
            && (seat.is_some_and(|seat| anyone || starters.seats.contains(&seat))
                || (starters.host && state.host == Some(member.player)))
    });
    let starter = Some(may.map(|member| member.player).collect());
    let anyone_at = Some(starters.anyone_at);
    let told = (state.starter_anyone_at, state.away_until);
    let news = state.starter != starter || told != (anyone_at, None);
    news.then_some(RoomEvent::MayStart { starter, anyone_at, away_until: None })
}
