//! The places at the table: who may sit, stand and be ready, and the bots that hosts put there.

use super::answer::Refused;
use super::capacity;
use super::draft::Draft;
use super::event::RoomEvent;
use super::member::Member;
use super::request::As;
use super::state::RoomState;
use super::view::RoomPhase;
use crate::chance::Chance;
use crate::code;
use crate::games::rng::Seed;
use crate::games::{BotLevel, Driver, Game, Input, Place, Role, RoomTime, Seat, Side};
use crate::ids::PlayerId;

/// The seat that a member plays in the present round.
pub fn seat_in_play<G: Game>(state: &RoomState<G>, member: &Member) -> Option<Seat> {
    let seat = G::seat(member.place?);
    (state.phase == RoomPhase::Playing && state.chairs.contains_key(&seat)).then_some(seat)
}

/// When a bot stands in for a member; none where that is not coming.
pub fn stand_in_at<G: Game>(state: &RoomState<G>, member: &Member) -> Option<RoomTime> {
    let seat = seat_in_play(state, member)?;
    let absent = G::absent(&state.options.game);
    let waits = !member.online && !member.gone && state.driver(seat) == Some(Driver::Person);
    (waits && absent.then == Driver::Bot).then(|| member.away_since.plus(absent.after_ms))
}

/// The person is back: tells the game, and takes the seat over from whoever moved for it.
pub fn take_over<G: Game>(draft: &mut Draft<'_, G>, state: &RoomState<G>, player: PlayerId) {
    if let Some(seat) = state.member(player).and_then(|member| seat_in_play(state, member)) {
        back_at(draft, state, seat, player);
    }
}

fn back_at<G: Game>(draft: &mut Draft<'_, G>, state: &RoomState<G>, seat: Seat, player: PlayerId) {
    draft.tell(&Input::Presence { seat, online: true });
    if state.driver(seat) != Some(Driver::Person) {
        drive(draft, state, (seat, Some(player)), Driver::Person);
    }
}

/// Lets somebody else move for a seat, on which that player sits.
pub fn drive<G: Game>(
    draft: &mut Draft<'_, G>,
    state: &RoomState<G>,
    (seat, player): (Seat, Option<PlayerId>),
    driver: Driver,
) {
    let place = state.chairs.get(&seat).map(|chair| chair.place);
    draft.room(RoomEvent::Driver { seat, driver, player, place });
    draft.tell(&Input::Driver { seat, driver });
}

/// Takes a place. Between rounds also somebody who watches may, and plays from then on.
///
/// # Errors
/// `not_now`, `place_held`, `room_full`, or what the game says about the place.
pub fn sit<G: Game>(
    draft: &mut Draft<'_, G>,
    state: &RoomState<G>,
    member: &Member,
    side: Side,
    role: Option<Role>,
) -> Result<(), Refused> {
    let player = member.player;
    if state.phase == RoomPhase::Playing {
        // Only a place's own owner may come back to it in the middle of a round.
        let claim = member.claim.filter(|claim| claim.side == side && (role.is_none() || claim.role == role));
        let Some(place) = claim else { return Err((&code::NOT_NOW).into()) };
        draft.room(RoomEvent::Seated { player, place });
        back_at(draft, state, G::seat(place), player);
        return Ok(());
    }
    let others = state.places(Some(player));
    let place = free_place::<G>(side, role, &others)?;
    if member.place == Some(place) {
        return Ok(());
    }
    capacity::may_take(state, (player, false), place, draft.at())?;
    if member.role_in_room == As::Spectator {
        // Somebody who watches plays from here on, as if they had come in for it.
        capacity::may_come_in(state, player, As::Player, false, draft.at())?;
        draft.room(RoomEvent::RoleChanged { player, role_in_room: As::Player });
    }
    draft.room(RoomEvent::Seated { player, place });
    Ok(())
}

/// Gives the place up; in the middle of a round it stays, absent, for its owner to come back to.
///
/// # Errors
/// `not_seated`.
pub fn stand<G: Game>(
    draft: &mut Draft<'_, G>,
    state: &RoomState<G>,
    member: &Member,
) -> Result<(), Refused> {
    if member.place.is_none() {
        return Err((&code::NOT_SEATED).into());
    }
    draft.room(RoomEvent::Stood { player: member.player });
    if let Some(seat) = seat_in_play(state, member) {
        draft.tell(&Input::Left { seat });
    }
    Ok(())
}

/// Is ready for the deal, or no longer.
///
/// # Errors
/// `not_now`, `not_seated`, or `side_incomplete` when the side's roles do not fit together (ruling 9).
pub fn ready<G: Game>(
    draft: &mut Draft<'_, G>,
    state: &RoomState<G>,
    member: &Member,
    ready: bool,
    entropy: Option<Seed>,
) -> Result<(), Refused> {
    if state.phase == RoomPhase::Playing {
        return Err((&code::NOT_NOW).into());
    }
    let Some(place) = member.place else { return Err((&code::NOT_SEATED).into()) };
    if ready {
        side_is_whole(state, place)?;
    }
    // Entropy that comes again replaces the former; without a change there is nothing to tell.
    if ready != member.ready || (ready && entropy.is_some() && entropy != member.entropy) {
        let entropy = if ready { entropy.or(member.entropy) } else { None };
        draft.room(RoomEvent::Ready { player: member.player, ready, entropy, away: false });
    }
    Ok(())
}

/// Whether the roles of the place's side fit together (ruling 9).
///
/// # Errors
/// `side_incomplete`, or what else the game says of it.
pub fn side_is_whole<G: Game>(state: &RoomState<G>, place: Place) -> Result<(), Refused> {
    let own: Vec<Place> = state.places(None).into_iter().filter(|other| other.side == place.side).collect();
    match G::may_deal(&own, &state.options.game) {
        Err((code, Some(_))) => Err(code.into()),
        _ => Ok(()),
    }
}

/// Puts a bot on a place.
///
/// # Errors
/// What the game says about the place.
pub fn add_bot<G: Game>(
    draft: &mut Draft<'_, G>,
    state: &RoomState<G>,
    host: PlayerId,
    (side, role, level): (Side, Option<Role>, BotLevel),
    chance: &mut dyn Chance,
) -> Result<(), Refused> {
    let place = free_place::<G>(side, role, &state.places(None))?;
    capacity::may_take(state, (host, true), place, draft.at())?;
    seat_bot(draft, state, (place, level), chance);
    Ok(())
}

/// Puts a bot on a place that is free.
pub fn seat_bot<G: Game>(
    draft: &mut Draft<'_, G>,
    state: &RoomState<G>,
    (place, level): (Place, BotLevel),
    chance: &mut dyn Chance,
) {
    let taken = |name: &str| state.members.iter().any(|member| member.name == name);
    let mut number = 1;
    while taken(&format!("Bot {number}")) {
        number += 1;
    }
    let player = PlayerId::from_chance(chance);
    draft.room(RoomEvent::Joined {
        player,
        name: format!("Bot {number}"),
        role_in_room: As::Player,
        bot: Some(level),
        holds_until: None,
        muted: false,
    });
    draft.room(RoomEvent::Seated { player, place });
}

/// Takes the bot off a place.
///
/// # Errors
/// `not_a_bot`.
pub fn remove_bot<G: Game>(
    draft: &mut Draft<'_, G>,
    state: &RoomState<G>,
    side: Side,
    role: Option<Role>,
) -> Result<(), Refused> {
    let sits_there = |place: Place| place.side == side && (role.is_none() || place.role == role);
    let bot = state.members.iter().find(|member| !member.is_person() && member.place.is_some_and(sits_there));
    let Some(bot) = bot else { return Err((&code::NOT_A_BOT).into()) };
    draft.room(RoomEvent::Left { player: bot.player, kicked: false });
    Ok(())
}

fn free_place<G: Game>(side: Side, role: Option<Role>, others: &[Place]) -> Result<Place, Refused> {
    if side.0 == 0 || side.0 > G::SIDES {
        return Err((&code::NO_SUCH_SIDE).into());
    }
    let place = G::place(side, role, others);
    G::may_sit(place, others)?;
    Ok(place)
}
