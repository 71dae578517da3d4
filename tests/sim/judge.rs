//! What must hold, after each row of the log and after each step.

use slapdown::chance::Chance;
use slapdown::games::Game as _;
use slapdown::games::rng::Seed;
use slapdown::games::wackee_six::{Event as Move, WackeeSix};
use slapdown::limits::{HOST_AWAY_MS, PEOPLE_MAX, SPECTATORS_MAX};
use slapdown::protocol::encode::Json;
use slapdown::room::encode::Encoder as _;
use slapdown::room::event::{Event, RoomEvent};
use slapdown::room::input::{Entry, Input};
use slapdown::room::perform::{catch_up, perform};
use slapdown::room::record;
use slapdown::room::request::As;
use slapdown::room::view::RoomPhase;
use slapdown::store::LogRow;

use crate::model::Model;
use crate::world::World;

/// The chance that was drawn the first time.
struct Again(std::vec::IntoIter<Seed>);

impl Chance for Again {
    fn bytes(&mut self) -> [u8; 32] {
        self.0.next().expect("no more chance than the first time").0
    }
}

/// A row that is kept: deciding its inputs again gives the same answers and events, and no request is
/// in the log twice.
pub fn row(world: &mut World, row: &LogRow) {
    for entry in record::read_body::<WackeeSix>(row).expect("a body") {
        let mut chance = Again(entry.chance.clone().into_iter());
        let again = match &entry.input {
            Input::Wake => catch_up(&mut world.again, entry.at, &mut chance).expect("something was due"),
            input => perform(&mut world.again, entry.asked, input.clone(), entry.at, &mut chance),
        };
        assert_eq!(again, entry, "decided again, it is something else");
        assert!(chance.0.next().is_none(), "less chance than the first time");
        count(world, &entry);
        let Some(asked) = entry.asked.filter(|_| !entry.events.is_empty()) else { continue };
        if matches!(entry.input, Input::Ask { .. }) {
            let frame = Json.answer(asked.id, &entry.answer);
            let frame = serde_json::from_slice(&frame).expect("JSON");
            let before = world.shared.logged.insert((asked.session, asked.id), frame);
            assert!(before.is_none(), "request {} of {} was done twice", asked.id, asked.session);
        }
    }
    assert_eq!(world.again.seq, row.last_seq);
}

fn count(world: &mut World, entry: &Entry<WackeeSix>) {
    let seen = &mut world.seen;
    seen.events += entry.events.len() as u64;
    seen.notes += u64::from(entry.events.is_empty());
    for event in &entry.events {
        match event {
            Event::Room(RoomEvent::RoundBegun { .. }) => seen.deals += 1,
            Event::Room(RoomEvent::RoundEnded { result, .. }) => {
                seen.rounds += 1;
                seen.matches += u64::from(result.winners.is_some());
            }
            Event::Room(RoomEvent::Left { player, kicked } | RoomEvent::Gone { player, kicked }) => {
                seen.kicks += u64::from(*kicked);
                if let Some(person) = world.people.iter_mut().find(|person| person.player == *player) {
                    person.forgotten += 1;
                }
            }
            Event::Game(Move::Played { .. } | Move::PairPlayed { .. }) => seen.laid += 1,
            _ => {}
        }
    }
}

/// After a step.
pub fn now(world: &mut World) {
    let state = world.core.committed();
    assert_eq!(*state, world.again, "what everybody was told is what the log says");
    if let Some(game) = &state.game {
        WackeeSix::check(game).expect("the cards are all there");
    }
    room(world);
    let mut compared = 0;
    for person in &world.people {
        let (Some(model), Some(_)) = (&person.model, &person.conn) else { continue };
        if model.seq == state.seq && state.member(person.player).is_some_and(|member| !member.gone) {
            let fresh = Model::fresh(state, person.player, world.at()).timeless();
            assert_eq!(model.clone().timeless(), fresh, "a client's own picture at {}", state.seq);
            compared += 1;
        }
    }
    world.seen.compared += compared;
    if world.once_in(50) {
        assert_eq!(world.revived(false), world.again, "the log from its first row on");
    }
}

/// The room itself.
fn room(world: &World) {
    let state = world.core.committed();
    let people = |role: As| {
        let people = state.members.iter().filter(|member| member.is_person());
        people.filter(|member| member.role_in_room == role).count()
    };
    assert!(people(As::Player) <= PEOPLE_MAX && people(As::Spectator) <= SPECTATORS_MAX);
    let at = world.at();
    let candidate = state.members.iter().any(|member| member.may_host() && member.online);
    match state.host.map(|host| state.member(host).expect("the host is a member")) {
        Some(host) => {
            assert!(host.may_host());
            let away = !host.online && at.since(host.away_since) >= HOST_AWAY_MS;
            assert!(!away || !candidate, "a host who is away too long, and somebody is there");
        }
        None => assert!(!candidate, "no host, and somebody is there who could be"),
    }
    let mut places: Vec<_> =
        state.members.iter().filter_map(|member| member.place.or(member.claim)).collect();
    let held = places.len();
    places.sort_unstable();
    places.dedup();
    let in_round = state.phase == RoomPhase::Playing;
    assert!(!in_round || places.len() == held, "a place has two owners");
    // Somebody who is there can act, or something comes by itself.
    let plays = |member: &&slapdown::room::member::Member| {
        member.is_person() && member.online && !member.gone && member.place.is_some()
    };
    if in_round && state.members.iter().any(|member| plays(&member)) {
        let view =
            world.core.bot_view(slapdown::games::Seat(1), at).expect("a table while a round is played");
        let waits = view.phase == slapdown::games::wackee_six::view::PhaseName::Dealt;
        let starter = state.starter.as_ref().is_some_and(|starter| {
            starter.iter().any(|player| state.member(*player).is_some_and(|member| member.online))
        });
        assert!(!waits || starter || world.core.deadline().is_some(), "nobody can ever start this race");
    }
}

/// When all have read everything and nothing waits.
pub fn at_rest(world: &World) {
    let state = world.core.committed();
    for person in &world.people {
        if let Some(id) = person.owed() {
            panic!("request {id} was never answered");
        }
        let member = state.member(person.player).is_some_and(|member| !member.gone);
        if let (Some(model), Some(_), true) = (&person.model, &person.conn, member) {
            assert_eq!(model.seq, state.seq, "somebody was not told everything");
        }
    }
}
