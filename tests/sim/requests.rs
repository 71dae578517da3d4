//! What people in the room ask for: places, bots, options, each other, and moves at the table.

use serde_json::{Map, Value, json};
use slapdown::games::option::OptionKind;
use slapdown::games::rng::Draw;
use slapdown::games::{BotLevel, Role, Side};
use slapdown::ids::PlayerId;
use slapdown::room::options::tables;
use slapdown::room::request::{Emote, Request};
use slapdown::room::view::RoomPhase;

use crate::moves::{one_of, pick, pick_person};
use crate::person::Ask;
use crate::play::Play;
use crate::world::World;

/// Every option of the room and of the game, each at some value that it takes: most of them such that much
/// happens in little time, now and then one at an extreme.
pub fn options<G: Play>(draw: &mut Draw) -> Map<String, Value> {
    let mut options: Map<String, Value> =
        G::quick(draw).into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let pace_ms = [json!(0), json!(100), json!(600)];
    let fill_after_ms = [json!(0), json!(0), json!(5_000), json!(20_000)];
    options.insert("bot_pace_ms".to_owned(), one_of(draw, &pace_ms));
    options.insert("bots_fill_after_ms".to_owned(), one_of(draw, &fill_after_ms));
    options.insert("spectators".to_owned(), json!(draw.below(3) > 0));
    for spec in tables::<G>().into_iter().flatten() {
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

/// What somebody in the room asks for.
pub fn request<G: Play>(world: &mut World<G>, index: usize) -> Ask<G> {
    let state = &world.again;
    let playing = state.phase == RoomPhase::Playing;
    let player = world.people[index].player;
    let (host, locked) = (state.host == Some(player), state.options.room.locked);
    let banned = state.banned.first().copied();
    let seated = state.member(player).is_some_and(|member| member.place.is_some());
    let other = pick_person(world);
    let whom = world.people[other].player;
    let draw = &mut world.draw;
    let side = Side(1 + u8::try_from(draw.below(u32::from(G::SIDES))).expect("small"));
    let role = match draw.below(6) {
        0 => Some(Role::Solo),
        1 => Some(Role::Row),
        2 => Some(Role::Deck),
        _ => None,
    };
    let chance = draw.below(100);
    match (playing, chance) {
        (true, 0..88) | (false, 90) => Request::Act { action: G::action(world, index) },
        (true, 91..94) | (false, 0..6) => Request::Sit { side, role },
        (false, 6..26) if !seated => Request::Sit { side, role },
        (false, 45..52 | 70..75) if host || chance >= 70 => {
            Request::AddBot { side, role, level: pick(draw, BotLevel::ALL) }
        }
        (false, 6..52) => {
            let entropy = (draw.below(2) == 0).then(|| draw.seed());
            Request::Ready { ready: draw.below(20) > 0, entropy }
        }
        (false, 52..64) if host => Request::Start,
        (false, 64..70) if host => own_of_host(draw, whom, banned),
        (false, 75..78) => Request::RemoveBot { side, role },
        (false, 78..80) => Request::SetOptions { options: options::<G>(draw) },
        (false, 80) => {
            let locks = !locked && draw.below(3) == 0;
            Request::SetOptions { options: [("locked".to_owned(), json!(locks))].into_iter().collect() }
        }
        (true, 88..91) | (false, 81..83) => Request::Stand,
        (false, 83..90) | (true, 99) => talk(draw, whom, banned),
        (_, 94..96) => Request::MakeHost { player: whom },
        (_, 96) => Request::Kick { player: whom },
        (_, 97) => Request::SetOptions { options: [("no_such".to_owned(), json!(1))].into_iter().collect() },
        _ => Request::Start,
    }
}

/// What only a host may ask of another.
fn own_of_host<A>(draw: &mut Draw, whom: PlayerId, banned: Option<PlayerId>) -> Request<A> {
    match draw.below(4) {
        0 | 1 => Request::Mute { player: whom, on: draw.below(3) > 0 },
        2 => Request::Ban { player: whom },
        _ => Request::Unban { player: banned.unwrap_or(whom) },
    }
}

fn talk<A>(draw: &mut Draw, whom: PlayerId, banned: Option<PlayerId>) -> Request<A> {
    let number = draw.below(1_000);
    match draw.below(12) {
        0..4 => Request::Chat { text: format!("line {number}") },
        4..7 => Request::React { emote: pick(draw, &[Emote::Clap, Emote::Wow, Emote::Sad]) },
        7 | 8 => Request::Rename { name: format!("Name {number}") },
        _ => own_of_host(draw, whom, banned),
    }
}
