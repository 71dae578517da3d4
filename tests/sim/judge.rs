//! What must hold, after each row of the log and after each step. What must hold of the room is in `holds`.

use slapdown::chance::Chance;
use slapdown::games::Driver;
use slapdown::games::rng::Seed;
use slapdown::protocol::encode::Json;
use slapdown::room::encode::Encoder as _;
use slapdown::room::event::{Event, RoomEvent};
use slapdown::room::input::{Entry, Input};
use slapdown::room::perform::{catch_up, perform};
use slapdown::room::record;
use slapdown::room::request::Request;
use slapdown::store::LogRow;

use crate::holds;
use crate::model::Model;
use crate::play::Play;
use crate::seen::Seen;
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
pub fn row<G: Play>(world: &mut World<G>, row: &LogRow) {
    for entry in record::read_body::<G>(row).expect("a body") {
        let mut chance = Again(entry.chance.clone().into_iter());
        // Whose seat a person drives or has had taken over, before it.
        let drivers = world.again.chairs.clone();
        let again = match &entry.input {
            Input::Wake => catch_up(&mut world.again, entry.at, &mut chance).expect("something was due"),
            input => perform(&mut world.again, entry.asked, input.clone(), entry.at, &mut chance),
        };
        assert_eq!(again, entry, "decided again, it is something else");
        assert!(chance.0.next().is_none(), "less chance than the first time");
        count(world, &entry);
        for event in &entry.events {
            if let Event::Room(RoomEvent::Driver { seat, driver: Driver::Person, .. }) = event
                && drivers.get(seat).is_some_and(|chair| chair.driver != Driver::Person)
            {
                world.seen.note("seats taken over again");
            }
        }
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

fn count<G: Play>(world: &mut World<G>, entry: &Entry<G>) {
    let seen = &mut world.seen;
    seen.add_to("events", entry.events.len() as u64);
    if entry.events.is_empty() {
        seen.note("lost races noted");
    }
    for event in &entry.events {
        match event {
            Event::Room(event) => count_event(seen, event, &entry.input),
            Event::Game(event) => G::count(event, seen),
        }
        if let Event::Room(RoomEvent::Left { player, .. } | RoomEvent::Gone { player, .. }) = event
            && let Some(person) = world.people.iter_mut().find(|person| person.player == *player)
        {
            person.forgotten += 1;
        }
    }
}

fn count_event<G: Play>(seen: &mut Seen, event: &RoomEvent<G>, input: &Input<G>) {
    let asked = match input {
        Input::Ask { request, .. } => Some(request),
        _ => None,
    };
    match event {
        RoomEvent::RoundEnded { result, .. } => {
            seen.note("rounds");
            if result.winners.is_some() {
                seen.note("matches");
            }
        }
        RoomEvent::Joined { bot: Some(_), .. } => seen.note(match asked {
            Some(Request::AddBot { level, .. }) => match level {
                slapdown::games::BotLevel::Easy => "bots added (easy)",
                slapdown::games::BotLevel::Normal => "bots added (normal)",
                slapdown::games::BotLevel::Hard => "bots added (hard)",
            },
            _ => "bots filled in",
        }),
        RoomEvent::Joined { holds_until: Some(_), .. } => seen.note("places held"),
        RoomEvent::Left { .. } if matches!(asked, Some(Request::RemoveBot { .. })) => {
            seen.note("bots removed");
        }
        RoomEvent::Left { kicked: true, .. } | RoomEvent::Gone { kicked: true, .. } => seen.note("kicks"),
        RoomEvent::Gone { .. } => seen.note("left in mid-round"),
        RoomEvent::Returned { .. } => seen.note("came back to the place"),
        RoomEvent::RoleChanged { .. } => seen.note("watchers who sat down"),
        RoomEvent::Banned { on, .. } => seen.note(if *on { "bans" } else { "unbans" }),
        RoomEvent::Muted { on: true, .. } => seen.note("mutes"),
        RoomEvent::Host { player: Some(_) } => {
            seen.note(if asked.is_some_and(|asked| matches!(asked, Request::MakeHost { .. })) {
                "hosts made"
            } else {
                "hosts succeeded"
            });
        }
        RoomEvent::Driver { driver: Driver::Bot, .. } => seen.note("seats a bot stood in for"),
        RoomEvent::Driver { driver: Driver::None, .. } => seen.note("seats held still"),
        RoomEvent::Ready { away: true, .. } => seen.note("away and counted as ready"),
        RoomEvent::Stood { .. } if asked.is_none() => seen.note("away and the place free again"),
        _ => {}
    }
}

/// After a step.
pub fn now<G: Play>(world: &mut World<G>) {
    let state = world.core.committed();
    assert_eq!(*state, world.again, "what everybody was told is what the log says");
    if let Some(game) = &state.game {
        G::check(game).expect("the cards are all there");
    }
    holds::holds(world);
    let mut compared = 0;
    for person in &world.people {
        let (Some(model), Some(_)) = (&person.model, &person.conn) else { continue };
        if model.seq == state.seq && state.member(person.player).is_some_and(|member| !member.gone) {
            let fresh = Model::fresh(state, person.player, world.at()).timeless();
            assert_eq!(model.clone().timeless(), fresh, "a client's own picture at {}", state.seq);
            compared += 1;
        }
    }
    world.seen.add_to("pictures compared", compared);
    if holds::row_is_told(world) {
        world.seen.note("public rows compared");
    }
    if world.once_in(50) {
        assert_eq!(world.revived(false), world.again, "the log from its first row on");
    }
}

/// When all have read everything and nothing waits.
pub fn at_rest<G: Play>(world: &World<G>) {
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
