//! What must hold of a room, whatever is played in it: who is in it and how many, who hosts, who moves for
//! which seat, which places are held, and that it waits for nobody who is not there.

use slapdown::games::{Driver, Game, RoomTime};
use slapdown::limits::{HOST_AWAY_MS, PEOPLE_MAX, SPECTATORS_MAX};
use slapdown::room::member::Member;
use slapdown::room::request::As;
use slapdown::room::state::RoomState;
use slapdown::room::view::RoomPhase;
use slapdown::room::{capacity, listing};

use crate::play::Play;
use crate::world::World;

/// All of it, in the simulator of one room.
pub fn holds<G: Play>(world: &World<G>) {
    let state = world.core.committed();
    room(state, world.at());
    if state.phase != RoomPhase::Playing {
        deal(state, world.core.deadline());
    } else if state.members.iter().any(|member| is_there(member) && member.place.is_some()) {
        G::holds(world);
    }
}

/// What must hold of a room at any instant.
pub fn room<G: Game>(state: &RoomState<G>, at: RoomTime) {
    members(state);
    host(state, at);
    places(state, at);
    if state.phase == RoomPhase::Playing {
        drivers(state, at);
    } else {
        assert!(state.chairs.is_empty(), "seats are of a round");
    }
}

fn is_there(member: &Member) -> bool {
    member.is_person() && member.online && !member.gone
}

fn members<G: Game>(state: &RoomState<G>) {
    let people = |role: As| {
        let people = state.members.iter().filter(|member| member.is_person());
        people.filter(|member| member.role_in_room == role).count()
    };
    assert!(people(As::Player) <= PEOPLE_MAX && people(As::Spectator) <= SPECTATORS_MAX);
    for (number, member) in state.members.iter().enumerate() {
        let others = &state.members[number + 1..];
        assert!(others.iter().all(|other| other.player != member.player), "somebody is in the room twice");
        assert!(!member.ready || member.place.is_some(), "ready without a place");
        assert!(member.role_in_room == As::Player || member.place.is_none(), "a spectator has a place");
        assert!(!member.gone || state.phase == RoomPhase::Playing, "gone is until the round is over");
        let banned = state.banned.contains(&member.player);
        assert!(!banned || member.gone, "who is banned is out");
    }
}

fn host<G: Game>(state: &RoomState<G>, at: RoomTime) {
    let candidate = state.members.iter().any(|member| member.may_host() && member.online);
    match state.host.map(|host| state.member(host).expect("the host is a member")) {
        Some(host) => {
            assert!(host.may_host());
            let away = !host.online && at.since(host.away_since) >= HOST_AWAY_MS;
            assert!(!away || !candidate, "a host who is away too long, and somebody is there");
        }
        None => assert!(!candidate, "no host, and somebody is there who could be"),
    }
}

/// A place of a round has one owner (between rounds two partners may want one role, ruling 9), and places
/// that are held are there to be taken.
fn places<G: Game>(state: &RoomState<G>, at: RoomTime) {
    let mut owned: Vec<_> = state.members.iter().filter_map(|member| member.place.or(member.claim)).collect();
    let count = owned.len();
    owned.sort_unstable();
    owned.dedup();
    let in_round = state.phase == RoomPhase::Playing;
    assert!(!in_round || owned.len() == count, "a place has two owners");
    assert!(capacity::held(state, at) <= capacity::free(state), "a place that is held has been taken");
}

/// Each seat has just the driver that the ladder of absence says.
fn drivers<G: Game>(state: &RoomState<G>, at: RoomTime) {
    let absent = G::absent(&state.options.game);
    for (seat, chair) in &state.chairs {
        let expected = match state.at_seat(*seat) {
            Some(member) if !member.is_person() => Driver::Bot,
            Some(member) if member.online => Driver::Person,
            Some(member) if !member.gone && at.since(member.away_since) < absent.after_ms => Driver::Person,
            _ => absent.then,
        };
        assert_eq!(chair.driver, expected, "who moves for {seat:?}");
    }
}

/// The next deal waits for nobody who is away, but for a time.
pub fn deal<G: Game>(state: &RoomState<G>, deadline: Option<RoomTime>) {
    let seated = || state.members.iter().filter(|member| member.place.is_some());
    let willing = seated().any(|member| is_there(member) && member.ready);
    let dealt = G::may_deal(&state.places(None), &state.options.game).is_ok();
    let waits_for = || seated().filter(|member| !member.ready);
    if !willing || !dealt || waits_for().any(is_there) {
        return;
    }
    // All who are there are ready, and a deal is possible.
    let possible = state.all_ready_at.is_some();
    assert_eq!(possible, waits_for().next().is_none(), "a deal that is possible is known to be");
    assert!(possible || deadline.is_some(), "a table that waits for nobody");
}

/// Whether the room has a row in the public list, which then says what is so.
pub fn row_is_told<G: Play>(world: &World<G>) -> bool {
    let mut now = listing::of(G::KIND, world.core.committed(), world.now());
    let mut told = world.row.clone();
    for row in [&mut now, &mut told].into_iter().flatten() {
        // The clock goes on where the room's time stood.
        row.waiting_since_ms = row.waiting_since_ms.map(|_| 0);
    }
    assert_eq!(told, now, "the row in the public list");
    told.is_some()
}
