//! What people do around the table: they come and go, drop and return, repeat themselves and ask.

use serde_json::Value;
use slapdown::chance::SeededChance;
use slapdown::code;
use slapdown::games::RoomTime;
use slapdown::games::rng::Draw;
use slapdown::ids::SessionId;
use slapdown::limits::{ANSWERS_KEPT, OUTBOX_FRAMES_MAX};
use slapdown::protocol::encode::Json;
use slapdown::room::encode::Encoder as _;
use slapdown::room::input::Input;
use slapdown::room::mail::{Join, Turned};
use slapdown::room::perform::{catch_up, perform};
use slapdown::room::remembered::Asked;
use slapdown::room::request::{As, Request};
use slapdown::room::state::RoomState;
use tokio::sync::oneshot;

use crate::person::{Ask, Person};
use crate::play::Play;
use crate::requests::request;
use crate::world::World;

/// One of several.
pub fn pick<T: Copy>(draw: &mut Draw, of: &[T]) -> T {
    of[draw.below(u32::try_from(of.len()).expect("few")) as usize]
}

/// One of several values.
pub fn one_of(draw: &mut Draw, of: &[Value]) -> Value {
    of[draw.below(u32::try_from(of.len()).expect("few")) as usize].clone()
}

/// Somebody does something.
pub fn something<G: Play>(world: &mut World<G>) {
    let index = pick_person(world);
    if world.people[index].conn.is_none() {
        if world.once_in(3) {
            attach(world, index, true);
        }
        return;
    }
    let member = world.again.member(world.people[index].player);
    let in_room = member.is_some_and(|member| !member.gone);
    match world.draw.below(100) {
        0..3 => drop_or_change(world, index),
        3..5 => {
            let frames = u32::try_from(OUTBOX_FRAMES_MAX).expect("few");
            world.people[index].lags = world.draw.below(frames);
        }
        5 if world.once_in(2) => leave(world, index),
        5 if world.once_in(8) => is_deleted(world, index),
        6 => sync(world, index),
        7..14 => repeat(world, index),
        _ if !in_room => join(world, index),
        _ => {
            let request = request(world, index);
            let id = world.people[index].next_id + u64::from(world.once_in(20));
            ask(world, index, id, request);
        }
    }
}

pub fn pick_person<G: Play>(world: &mut World<G>) -> usize {
    let count = u32::try_from(world.people.len()).expect("few");
    world.draw.below(count) as usize
}

/// What a room serves also while its store is out.
pub fn come_or_go<G: Play>(world: &mut World<G>) {
    let index = pick_person(world);
    match world.draw.below(3) {
        0 => drop_or_change(world, index),
        1 => sync(world, index),
        _ => attach(world, index, true),
    }
}

/// Comes to the room as its next visitor, as somebody in it or as somebody new.
pub fn visit<G: Play>(world: &mut World<G>) {
    let index = pick_person(world);
    attach(world, index, true);
    if world.again.member(world.people[index].player).is_none_or(|member| member.gone) {
        join(world, index);
    }
}

/// Comes in over a connection: a new one, or the present one after the room was revived.
pub fn attach<G: Play>(world: &mut World<G>, index: usize, anew: bool) {
    if anew || world.people[index].conn.is_none() {
        if !anew {
            return;
        }
        if let Some(old) = world.people[index].conn.take() {
            // The older connection is closed; its end is noticed whenever it is.
            old.outbox.close_now(slapdown::room::outbox::Close { code: 4001, reason: "elsewhere" }, None);
        }
        let full = world.once_in(6);
        let conn = world.connection(full);
        let person = &mut world.people[index];
        person.conn = Some(conn);
        if full {
            // Such a client applies no events.
            person.model = None;
        }
    }
    let keeps = anew && !world.once_in(4);
    let now = world.now();
    let person = &mut world.people[index];
    let last_seq = person.model.as_ref().filter(|_| keeps).map(|model| model.seq);
    if anew && last_seq.is_none() {
        person.model = None;
    }
    let line = person.line().expect("a connection");
    let is_member = world.core.attach(line, last_seq, None, now);
    if anew && !is_member {
        world.people[index].model = None;
    }
}

fn drop_or_change<G: Play>(world: &mut World<G>, index: usize) {
    let Some(conn) = &world.people[index].conn else { return };
    let (player, id) = (world.people[index].player, conn.id);
    match world.draw.below(4) {
        // Another connection before the end of this one is heard of.
        0 => {
            attach(world, index, true);
            world.core.detach(player, id);
        }
        // A new session; the seat follows the player. What the old one asked for is heard of first.
        1 if !world.core.has_news() => {
            world.people[index].read(&mut world.shared);
            let session = SessionId::from_chance(&mut world.chance);
            world.people[index].begin_session(session);
            attach(world, index, true);
        }
        _ => {
            world.core.detach(player, id);
            world.people[index].conn = None;
        }
    }
}

fn sync<G: Play>(world: &mut World<G>, index: usize) {
    let now = world.now();
    if let Some(conn) = &world.people[index].conn {
        let (player, id) = (world.people[index].player, conn.id);
        world.core.sync(player, id, now);
    }
}

/// Comes in: to play, to watch, or matched into it.
pub fn join<G: Play>(world: &mut World<G>, index: usize) {
    let role_in_room = if world.once_in(5) { As::Spectator } else { As::Player };
    let matched = role_in_room == As::Player && world.once_in(4);
    let at = world.at();
    let person = &mut world.people[index];
    let id = person.next_id;
    let Some((asked, ticket)) = person.send(id, None, world.shared.revivals) else { return };
    let line = person.line().expect("a connection");
    let (done, entrance) = oneshot::channel();
    let join = Join { line, name: format!("Guest {index}"), role_in_room, asked, ticket, done };
    if matched {
        world.core.match_in(join, at, &mut world.chance);
        world.matched.push(entrance);
    } else {
        world.core.join(join, at, &mut world.chance);
    }
}

/// Those whom the room would not have are told so: here there is no other room to try.
pub fn note_matches<G: Play>(world: &mut World<G>) {
    for mut entrance in std::mem::take(&mut world.matched) {
        match entrance.try_recv() {
            Ok(Ok(_)) => world.seen.note("matched in"),
            Ok(Err(Turned { ticket: Some(ticket), .. })) => {
                ticket.refuse(&code::ROOM_FULL);
                world.seen.note("matched elsewhere");
            }
            Ok(Err(_)) | Err(oneshot::error::TryRecvError::Closed) => {}
            Err(oneshot::error::TryRecvError::Empty) => world.matched.push(entrance),
        }
    }
}

fn leave<G: Play>(world: &mut World<G>, index: usize) {
    let at = world.at();
    let person = &mut world.people[index];
    let id = person.next_id;
    let Some((asked, ticket)) = person.send(id, None, world.shared.revivals) else { return };
    let (done, _entrance) = oneshot::channel();
    world.core.leave(asked, ticket, done, (at, &mut world.chance));
}

/// A guest is deleted; somebody new stands in their place once it is kept.
fn is_deleted<G: Play>(world: &mut World<G>, index: usize) {
    if world.core.has_news() || world.people[index].lags > 0 {
        return;
    }
    let (player, at) = (world.people[index].player, world.at());
    let (done, mut kept) = oneshot::channel();
    world.people[index].read(&mut world.shared);
    world.core.forget(player, done, at, &mut world.chance);
    world.flush(false);
    assert_eq!(kept.try_recv(), Ok(true), "a deletion that is kept is told of");
    let member = world.again.member(player);
    assert!(member.is_none_or(|member| member.gone && member.name == "Former guest"), "{member:?}");
    world.seen.note("guests deleted");
    if let Some(conn) = world.people[index].conn.take() {
        world.core.detach(player, conn.id);
    }
    world.people[index] = Person::of_chance(&mut world.chance);
}

/// The same id again, with the same request or another.
fn repeat<G: Play>(world: &mut World<G>, index: usize) {
    let reach = if world.once_in(4) { 2 * u32::try_from(ANSWERS_KEPT).expect("few") } else { 6 };
    let back = 1 + u64::from(world.draw.below(reach));
    let person = &world.people[index];
    let Some(id) = person.next_id.checked_sub(back) else { return };
    let Some(Some(first)) = person.asked.get(&id).map(|sent| sent.request.clone()) else { return };
    let request = if world.once_in(4) { Request::Stand } else { first };
    ask(world, index, id, request);
}

/// Asks under the next id.
pub fn ask_next<G: Play>(world: &mut World<G>, index: usize, request: Ask<G>) {
    let id = world.people[index].next_id;
    ask(world, index, id, request);
}

fn ask<G: Play>(world: &mut World<G>, index: usize, id: u64, request: Ask<G>) {
    let at = world.at();
    let person = &mut world.people[index];
    // Told that the room failed, it may be in the log all the same.
    let logged = world.shared.logged.contains_key(&(person.session, id));
    let unjudged = person.is_unjudged(id) && !logged && !world.core.has_news();
    let Some((asked, ticket)) = person.send(id, Some(request.clone()), world.shared.revivals) else { return };
    let conn = person.conn.as_ref().expect("a connection").id;
    person.expect(
        id,
        unjudged.then(|| judged(&world.again, asked, request.clone(), (at, world.chance.clone()))),
    );
    world.core.ask(conn, asked, request, ticket, (at, &mut world.chance));
}

/// The answer to a request when nothing counts but what is in the log.
fn judged<G: Play>(
    state: &RoomState<G>,
    asked: Asked,
    request: Ask<G>,
    (at, mut chance): (RoomTime, SeededChance),
) -> Value {
    let mut state = state.clone();
    catch_up(&mut state, at, &mut chance);
    let at = at.max(state.at);
    let input = Input::Ask { player: asked.player, request };
    let entry = perform(&mut state, Some(asked), input, at, &mut chance);
    serde_json::from_slice(&Json.answer(asked.id, &entry.answer)).expect("JSON")
}
