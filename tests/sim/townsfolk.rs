//! What strangers do in a town: they say hello, are matched, come by a code, watch, sit, play, drop and
//! come back, leave, remove each other, and have themselves deleted.

use serde_json::{Value, json};
use slapdown::clock::Clock as _;
use slapdown::ids::{PlayerId, RoomCode};
use slapdown::store::Store as _;

use crate::house::{Person, settle};
use crate::town::{Town, waits};

/// Somebody, connected or not.
#[derive(Default)]
pub struct Guest {
    /// The connection.
    line: Option<Person>,
    /// Who they are, once they have said hello.
    pub player: Option<PlayerId>,
    token: Value,
    session: Value,
    /// The room that the last frames told of.
    room: Option<Value>,
    /// The id of the last request.
    id: u64,
}

impl Guest {
    /// The connection ends.
    pub async fn drop(&mut self) {
        if let Some(line) = self.line.take() {
            line.end().await;
            settle().await;
        }
    }
}

/// Somebody does something.
pub async fn something(town: &mut Town) {
    let count = u32::try_from(town.people.len()).expect("few");
    let index = town.draw.below(count) as usize;
    if town.people[index].line.is_none() {
        if town.once_in(2) {
            hello(town, index).await;
        }
        return;
    }
    let other = town.draw.below(count) as usize;
    let (chance, side) = (town.draw.below(100), 1 + town.draw.below(6));
    let whom = json!(town.people[other].player);
    let game = if town.once_in(2) { "wackee_six" } else { "super_rack_o" };
    if chance < 6 {
        return town.people[index].drop().await;
    }
    if chance == 6 && town.once_in(3) {
        return is_deleted(town, index).await;
    }
    if town.people[index].room.is_none() {
        return comes_in(town, index, chance, game).await;
    }
    let frame = match chance {
        7..11 => json!({ "type": "leave_room" }),
        11..40 => json!({ "type": "sit", "side": side }),
        40..60 => json!({ "type": "ready", "ready": true }),
        60..70 => json!({ "type": "start" }),
        70..74 => json!({ "type": "add_bot", "side": side }),
        74..76 => json!({ "type": "remove_bot", "side": side }),
        76..79 => json!({ "type": "stand" }),
        79 | 80 => json!({ "type": "kick", "player": whom }),
        81 => json!({ "type": "ban", "player": whom }),
        82 => json!({ "type": "unban", "player": whom }),
        83 => json!({ "type": "mute", "player": whom, "on": true }),
        84 => json!({ "type": "make_host", "player": whom }),
        85 => json!({ "type": "set_options", "options": { "locked": town.once_in(3) } }),
        86..90 => json!({ "type": "react", "emote": "clap" }),
        // Somebody who is in a room asks for another.
        90 => json!({ "type": "quick_match", "game": game }),
        _ => match game {
            "wackee_six" => json!({ "type": "act", "action": { "do": "start" } }),
            _ => json!({ "type": "act", "action": { "do": "draw" } }),
        },
    };
    let word = frame["type"].clone();
    let answer = asks(town, index, frame).await;
    if word == "sit" && answer["type"] == "ok" {
        town.seen.note("sat down");
    }
    if word == "leave_room" && answer["type"] == "ok" {
        town.people[index].room = None;
        town.seen.note("left a room");
    }
}

/// Somebody who is in no room comes into one.
async fn comes_in(town: &mut Town, index: usize, chance: u32, game: &str) {
    let known = u32::try_from(town.codes.len()).expect("few");
    let frame = match chance {
        7..50 => json!({ "type": "quick_match", "game": game }),
        50..60 => {
            let visibility = if town.once_in(2) { "public" } else { "private" };
            json!({ "type": "create_room", "game": game, "visibility": visibility })
        }
        _ if known == 0 => return,
        _ => {
            let code = town.codes[town.draw.below(known) as usize];
            let role = if town.once_in(3) { "spectator" } else { "player" };
            json!({ "type": "join_room", "code": code, "as": role })
        }
    };
    let answer = asks(town, index, frame.clone()).await;
    if answer["code"] == "banned" {
        town.seen.note("kept out by a ban");
    }
    let Some(code) = answer["code"].as_str().filter(|_| answer["type"] == "ok") else { return };
    let code: RoomCode = code.parse().expect("a code");
    let fresh = !town.codes.contains(&code);
    if fresh {
        town.codes.push(code);
    }
    town.people[index].room = Some(json!(code));
    town.seen.note(match (frame["type"].as_str(), frame["as"].as_str()) {
        (Some("quick_match"), _) if fresh => "matched into a room that was opened",
        (Some("quick_match"), _) => "matched into a room that waited",
        (Some("create_room"), _) => "rooms made",
        (_, Some("spectator")) => "came to watch",
        _ => "came in by a code",
    });
}

/// Says hello: as somebody new, or with what was kept of the last time.
async fn hello(town: &mut Town, index: usize) {
    let guest = &town.people[index];
    let known = guest.player.is_some();
    let mut hello = json!({});
    if known {
        hello["token"] = guest.token.clone();
        if town.draw.below(3) > 0 {
            hello["session"] = guest.session.clone();
        }
    }
    let (line, welcome) = waits(&town.house, town.house.try_hello(hello)).await;
    if welcome["type"] != "welcome" {
        assert_eq!(welcome["code"], "storage_unavailable", "{welcome}");
        line.end().await;
        return;
    }
    let guest = &mut town.people[index];
    if !known {
        guest.token = welcome["token"].clone();
        guest.player = Some(line.player());
    }
    assert_eq!(guest.player, Some(line.player()), "a token is one player's");
    guest.session = welcome["session"].clone();
    guest.room = Some(welcome["room"].clone()).filter(|room| !room.is_null());
    if guest.room.is_some() {
        town.seen.note("came back to the room");
    }
    town.people[index].line = Some(line);
}

/// Has themselves deleted, and is somebody new from then on.
async fn is_deleted(town: &mut Town, index: usize) {
    let Some(player) = town.people[index].player else { return };
    match waits(&town.house, town.house.app.desk.forget_guest(player)).await {
        Ok(()) => {
            town.seen.note("guests deleted on their wish");
            town.people[index].drop().await;
            town.people[index] = Guest::default();
        }
        Err(code) => assert_eq!(code.name, "storage_unavailable"),
    }
}

/// Who has been swept away is somebody new.
pub async fn forget_the_swept(town: &mut Town) {
    for guest in &mut town.people {
        guest.room = None;
        if let Some(player) = guest.player
            && town.house.store.player(player).await.expect("an answer").is_none()
        {
            *guest = Guest::default();
        }
    }
}

/// Asks, lets what comes of it happen, and comes back with the answer; null if there is none.
async fn asks(town: &mut Town, index: usize, frame: Value) -> Value {
    let Town { people, house, .. } = town;
    let guest = &mut people[index];
    let Some(line) = &mut guest.line else { return Value::Null };
    // Ids go on rising within a session, whatever connection it has.
    guest.id = (guest.id + 1).max(house.clock.now_ms());
    line.count_from(guest.id - 1);
    waits(house, line.try_frame(frame)).await.unwrap_or(Value::Null)
}

/// Everybody reads; who was removed or replaced notices.
pub async fn everybody_reads(town: &mut Town) {
    for guest in &mut town.people {
        let Some(line) = &mut guest.line else { continue };
        let frames = line.listen().await;
        if frames.iter().any(|frame| frame["type"] == "bye") {
            guest.drop().await;
            guest.room = None;
        }
    }
}
