//! What people do: what a player would, what none should, and all of it at bad moments.

use serde_json::{Map, Value, json};
use slapdown::chance::SeededChance;
use slapdown::games::option::OptionKind;
use slapdown::games::rng::Draw;
use slapdown::games::wackee_six::{Action, Card, Motion, PileId, PileRef, RowSlot, Spot, WackeeSix};
use slapdown::games::{BotLevel, Game as _, Role, RoomTime, Seat, Seed, Side, Sight, Viewer};
use slapdown::ids::{PlayerId, SessionId};
use slapdown::limits::{ANSWERS_KEPT, OUTBOX_FRAMES_MAX};
use slapdown::protocol::encode::Json;
use slapdown::room::encode::Encoder as _;
use slapdown::room::input::Input;
use slapdown::room::mail::Join;
use slapdown::room::options::tables;
use slapdown::room::perform::{catch_up, perform};
use slapdown::room::remembered::Asked;
use slapdown::room::request::{As, Emote, Request};
use slapdown::room::state::RoomState;
use slapdown::room::view::RoomPhase;
use tokio::sync::oneshot;

use crate::person::Ask;
use crate::world::World;

/// Every option of the room and of the game, each at some value that it takes: most of them such that much
/// happens in little time, now and then one at an extreme.
pub fn options(draw: &mut Draw) -> Map<String, Value> {
    let mut options = quick(draw);
    for spec in tables::<WackeeSix>().into_iter().flatten() {
        let extreme = draw.below(40) == 0;
        if spec.name == "locked" || (options.contains_key(spec.name) && !extreme) {
            continue;
        }
        let value = match spec.kind {
            OptionKind::Boolean { default, .. } => json!(default != (draw.below(3) == 0)),
            OptionKind::Choice { values, .. } => json!(pick(draw, values)),
            OptionKind::Integer { min, max, .. } if extreme => json!(pick(draw, &[min, max])),
            OptionKind::Integer { default, .. } => json!(default),
        };
        options.insert(spec.name.to_owned(), value);
    }
    options
}

/// Options under which much happens in little time.
fn quick(draw: &mut Draw) -> Map<String, Value> {
    let mut of =
        |values: &[Value]| values[draw.below(u32::try_from(values.len()).expect("few")) as usize].clone();
    let pairs = [
        ("countdown_ms", of(&[json!(0), json!(500), json!(3_000)])),
        ("min_turn_gap_ms", of(&[json!(0), json!(150)])),
        ("target", of(&[json!(10), json!(25), json!(300)])),
        ("rounds", of(&[json!(null), json!(null), json!(1), json!(2)])),
        ("tie", of(&[json!("shared"), json!("extra_round")])),
        ("round_limit_ms", of(&[json!(0), json!(20_000), json!(60_000)])),
        ("idle_vote_ms", of(&[json!(0), json!(1_000), json!(45_000)])),
        ("absent", of(&[json!("bot"), json!("hold")])),
        ("absent_after_ms", of(&[json!(5_000), json!(15_000)])),
        ("misplay_penalty", of(&[json!(0), json!(1)])),
        ("starter", of(&[json!("host"), json!("lowest_total"), json!("automatic")])),
        ("call_to_stop", of(&[json!("automatic"), json!("by_call")])),
        ("reveal_after", of(&[json!(true), json!(false)])),
        ("wild_13", of(&[json!(true), json!(false)])),
        ("strict_roles", of(&[json!(true), json!(false)])),
        ("bot_pace_ms", of(&[json!(0), json!(100), json!(600)])),
        ("spectators", of(&[json!(true), json!(true), json!(false)])),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn pick<T: Copy>(draw: &mut Draw, of: &[T]) -> T {
    of[draw.below(u32::try_from(of.len()).expect("few")) as usize]
}

/// Somebody does something.
pub fn something(world: &mut World) {
    let index = pick_person(world);
    if world.people[index].conn.is_none() {
        if world.once_in(3) {
            attach(world, index, true);
        }
        return;
    }
    let in_room = world.again.member(world.people[index].player).is_some_and(|member| !member.gone);
    match world.draw.below(100) {
        0..3 => drop_or_change(world, index),
        3..5 => {
            let frames = u32::try_from(OUTBOX_FRAMES_MAX).expect("few");
            world.people[index].lags = world.draw.below(frames);
        }
        5 if world.once_in(2) => leave(world, index),
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

fn pick_person(world: &mut World) -> usize {
    let count = u32::try_from(world.people.len()).expect("few");
    world.draw.below(count) as usize
}

/// What a room serves also while its store is out.
pub fn come_or_go(world: &mut World) {
    let index = pick_person(world);
    match world.draw.below(3) {
        0 => drop_or_change(world, index),
        1 => sync(world, index),
        _ => attach(world, index, true),
    }
}

/// Comes in over a connection: a new one, or the present one after the room was revived.
pub fn attach(world: &mut World, index: usize, anew: bool) {
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

fn drop_or_change(world: &mut World, index: usize) {
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

fn sync(world: &mut World, index: usize) {
    let now = world.now();
    if let Some(conn) = &world.people[index].conn {
        let (player, id) = (world.people[index].player, conn.id);
        world.core.sync(player, id, now);
    }
}

fn join(world: &mut World, index: usize) {
    let role_in_room = if world.once_in(5) { As::Spectator } else { As::Player };
    let at = world.at();
    let person = &mut world.people[index];
    let id = person.next_id;
    let Some((asked, ticket)) = person.send(id, None, world.shared.revivals) else { return };
    let line = person.line().expect("a connection");
    let (done, _entrance) = oneshot::channel();
    let name = format!("Guest {index}");
    world.core.join(Join { line, name, role_in_room, asked, ticket, done }, at, &mut world.chance);
}

fn leave(world: &mut World, index: usize) {
    let at = world.at();
    let person = &mut world.people[index];
    let id = person.next_id;
    let Some((asked, ticket)) = person.send(id, None, world.shared.revivals) else { return };
    let (done, _entrance) = oneshot::channel();
    world.core.leave(asked, ticket, done, (at, &mut world.chance));
}

/// The same id again, with the same request or another.
fn repeat(world: &mut World, index: usize) {
    let reach = if world.once_in(4) { 2 * u32::try_from(ANSWERS_KEPT).expect("few") } else { 6 };
    let back = 1 + u64::from(world.draw.below(reach));
    let person = &world.people[index];
    let Some(id) = person.next_id.checked_sub(back) else { return };
    let Some(Some(first)) = person.asked.get(&id).map(|sent| sent.request.clone()) else { return };
    let request = if world.once_in(4) { Request::Stand } else { first };
    ask(world, index, id, request);
}

fn ask(world: &mut World, index: usize, id: u64, request: Ask) {
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
fn judged(
    state: &RoomState<WackeeSix>,
    asked: Asked,
    request: Ask,
    (at, mut chance): (RoomTime, SeededChance),
) -> Value {
    let mut state = state.clone();
    catch_up(&mut state, at, &mut chance);
    let at = at.max(state.at);
    let input = Input::Ask { player: asked.player, request };
    let entry = perform(&mut state, Some(asked), input, at, &mut chance);
    serde_json::from_slice(&Json.answer(asked.id, &entry.answer)).expect("JSON")
}

fn request(world: &mut World, index: usize) -> Ask {
    let playing = world.again.phase == RoomPhase::Playing;
    let host = world.again.host == Some(world.people[index].player);
    let seated = world.again.member(world.people[index].player).is_some_and(|member| member.place.is_some());
    let other = pick_person(world);
    let whom = world.people[other].player;
    let draw = &mut world.draw;
    let side = Side(1 + u8::try_from(draw.below(u32::from(WackeeSix::SIDES))).expect("small"));
    let role = pick(draw, &[None, None, None, Some(Role::Solo), Some(Role::Row), Some(Role::Deck)]);
    let chance = draw.below(100);
    match (playing, chance) {
        (true, 0..88) => Request::Act { action: action(world, index) },
        (true, 91..94) | (false, 0..10) => Request::Sit { side, role },
        (false, 10..30) if !seated => Request::Sit { side, role },
        (false, 10..45) => {
            let entropy = (draw.below(2) == 0).then(|| draw.seed());
            Request::Ready { ready: draw.below(12) > 0, entropy }
        }
        (false, 45..60) if host => Request::Start,
        (false, 60..66) => Request::AddBot { side, role, level: BotLevel::Easy },
        (false, 66..69) => Request::RemoveBot { side, role },
        (false, 69..72) => Request::SetOptions { options: options(draw) },
        (false, 72) => Request::SetOptions {
            options: [("locked".to_owned(), json!(draw.below(3) == 0))].into_iter().collect(),
        },
        (true, 88..91) | (false, 73..76) => Request::Stand,
        (_, 94..96) => Request::MakeHost { player: whom },
        (_, 96) => Request::Kick { player: whom },
        (_, 97) => Request::SetOptions { options: [("no_such".to_owned(), json!(1))].into_iter().collect() },
        (false, 76..86) | (true, 99) => talk(draw, whom),
        (false, 98) => Request::Act { action: Action::Turn {} },
        _ => Request::Start,
    }
}

fn talk(draw: &mut Draw, whom: PlayerId) -> Ask {
    let number = draw.below(1_000);
    match draw.below(12) {
        0..4 => Request::Chat { text: format!("line {number}") },
        4..7 => Request::React { emote: pick(draw, &[Emote::Clap, Emote::Wow, Emote::Sad]) },
        7 | 8 => Request::Rename { name: format!("Name {number}") },
        9 => Request::Mute { player: whom, on: draw.below(2) == 0 },
        10 => Request::Unban { player: whom },
        _ => Request::Ban { player: whom },
    }
}

fn action(world: &mut World, index: usize) -> Action {
    let (player, at) = (world.people[index].player, world.at());
    let draw = &mut world.draw;
    let own = world.again.member(player).and_then(|member| member.place).map(WackeeSix::seat);
    let view = world.again.game.as_ref().map(|game| WackeeSix::view(game, Viewer::Watcher, at));
    let Some(view) = view else { return Action::Start {} };
    let started = view.phase != slapdown::games::wackee_six::view::PhaseName::Dealt;
    match draw.below(100) {
        _ if !started && draw.below(2) == 0 => Action::Start {},
        0..70 => {
            // What a player would do, and sometimes what the player of another seat would.
            let other = Seat(1 + u8::try_from(draw.below(12)).expect("small"));
            let seat = own.filter(|_| draw.below(12) > 0).unwrap_or(other);
            let seed: Seed = draw.seed();
            let sight = Sight { view: &view, options: &world.again.options.game, seat };
            WackeeSix::think(&sight, BotLevel::Easy, &mut seed.draw()).unwrap_or(Action::Turn {})
        }
        70..80 => Action::Turn {},
        80..90 => {
            let side = &view.sides[draw.below(u32::try_from(view.sides.len()).expect("few")) as usize];
            let slot = pick(draw, &RowSlot::ALL);
            let (from, card) = match draw.below(2) {
                0 => (Spot::Row(slot), side.row[usize::from(slot.number()) - 1]),
                _ => (Spot::Waste, side.top),
            };
            let some: Card = pick(draw, &["red-1", "wild", "blue-7", "green-13"]).parse().expect("a card");
            let pile = pick(
                draw,
                &[None, Some(PileRef::New), Some(PileRef::Pile(PileId(1))), Some(PileRef::Pile(PileId(9)))],
            );
            Action::Play { card: card.unwrap_or(some), from, pile }
        }
        90..93 => {
            let card =
                pick(draw, &["red-3", "blue-7", "green-13", "wild", "yellow-2"]).parse().expect("a card");
            let spot = |draw: &mut Draw| {
                pick(draw, &[Spot::Waste, Spot::Row(RowSlot::ALL[0]), Spot::Row(RowSlot::ALL[3])])
            };
            let (wild, companion) = (spot(draw), spot(draw));
            let alone = draw.below(4) == 0;
            Action::PlayWild {
                wild,
                companion: (!alone).then_some(companion),
                card: (!alone).then_some(card),
                pile: None,
            }
        }
        93..98 => {
            let r#for =
                pick(draw, &[Motion::Rotate, Motion::Pause, Motion::Resume, Motion::Resume, Motion::End]);
            Action::Vote { r#for, agree: draw.below(4) > 0 }
        }
        98 => Action::Call {},
        _ => Action::Start {},
    }
}
