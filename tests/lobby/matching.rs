//! Being matched: into a room that waits, never into one that is full, and bots for who waits too long.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use slapdown::limits::{MATCH_FILL_AFTER_MS, PLACE_HELD_MS};

use crate::house::{House, Person, settle};

fn wish(game: &str) -> Value {
    json!({ "type": "quick_match", "game": game })
}

async fn matched(person: &mut Person, game: &str) -> String {
    person.ok(wish(game)).await["code"].as_str().expect("a code").to_owned()
}

#[tokio::test]
async fn the_first_opens_a_room_and_the_others_come_into_it() {
    let house = House::new();
    let mut first = house.guest().await;
    let code = matched(&mut first, "super_rack_o").await;
    let state = first.state().await;
    assert_eq!(
        (&state["room"]["visibility"], &state["room"]["host"]),
        (&json!("public"), &state["you"]["player"])
    );
    assert_eq!(state["room"]["options"]["bots_fill_after_ms"], MATCH_FILL_AFTER_MS);
    assert_eq!(state["room"]["options"]["chat"], false, "strangers");
    let mut other_game = house.guest().await;
    assert_ne!(matched(&mut other_game, "wackee_six").await, code);
    for _ in 0..3 {
        let mut next = house.guest().await;
        assert_eq!(matched(&mut next, "super_rack_o").await, code);
    }
    let mut fifth = house.guest().await;
    assert_ne!(matched(&mut fifth, "super_rack_o").await, code, "four places, four people");
    assert_eq!(first.refused(wish("wackee_six")).await, "already_in_room");
}

#[tokio::test]
async fn many_who_come_at_once_fill_rooms_and_overfill_none() {
    let house = House::new();
    let mut people = Vec::new();
    for _ in 0..18 {
        people.push(house.guest().await);
    }
    let all = people.iter_mut().map(|person| matched(person, "super_rack_o"));
    let codes = futures_util::future::join_all(all).await;
    let mut rooms: BTreeMap<String, usize> = BTreeMap::new();
    for code in codes {
        *rooms.entry(code).or_default() += 1;
    }
    let mut sizes: Vec<_> = rooms.into_values().collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [2, 4, 4, 4, 4], "as few rooms as there can be, and none with too many");
    // Everybody finds a place, whatever they choose.
    for person in &mut people {
        let mut sat = false;
        for side in 1..=4 {
            sat = sat || person.ask(json!({ "type": "sit", "side": side })).await["type"] == "ok";
        }
        assert!(sat, "a place was held");
    }
}

#[tokio::test]
async fn a_repeated_request_is_answered_as_the_first_time() {
    let house = House::new();
    let mut person = house.guest().await;
    let answer = person.ok(wish("wackee_six")).await;
    let again = person.repeat(wish("wackee_six")).await;
    assert_eq!(again, answer);
    person.ok(json!({ "type": "leave_room" })).await;
    let token = person.welcome["token"].clone();
    let session = person.welcome["session"].clone();
    let id = person.send(wish("super_rack_o")).await;
    settle().await;
    let answer = person.take().into_iter().find(|frame| frame["id"] == id).expect("an answer");
    person.drop().await;
    let mut back = house.hello(json!({ "token": token, "session": session })).await;
    assert_eq!(back.welcome["room"], answer["code"]);
    back.count_from(id - 1);
    assert_eq!(back.ok(wish("super_rack_o")).await, answer, "across a reconnect too");
}

#[tokio::test]
async fn a_place_is_held_for_twenty_seconds_and_then_is_anybodys() {
    let house = House::new();
    let mut host = house.guest().await;
    let code = host
        .ok(json!({ "type": "create_room", "game": "super_rack_o", "visibility": "public" }))
        .await["code"]
        .clone();
    host.ok(json!({ "type": "sit", "side": 1 })).await;
    host.ok(json!({ "type": "add_bot", "side": 2 })).await;
    host.ok(json!({ "type": "add_bot", "side": 3 })).await;
    let mut chooses = house.guest().await;
    chooses.ok(json!({ "type": "join_room", "code": code })).await;
    // The last place is held: not for a bot, not for who comes later, not for a stranger.
    assert_eq!(host.refused(json!({ "type": "add_bot", "side": 4 })).await, "place_held");
    let mut later = house.guest().await;
    later.ok(json!({ "type": "join_room", "code": code })).await;
    let refused = later.ask(json!({ "type": "sit", "side": 4 })).await;
    assert_eq!((&refused["code"], &refused["retry_after_ms"]), (&json!("place_held"), &json!(PLACE_HELD_MS)));
    let mut stranger = house.guest().await;
    assert_ne!(json!(matched(&mut stranger, "super_rack_o").await), code);
    // Who sits may change places, and who chooses may take it.
    house.pass(PLACE_HELD_MS - 500).await;
    assert_eq!(later.refused(json!({ "type": "sit", "side": 4 })).await, "place_held");
    house.pass(500).await;
    later.ok(json!({ "type": "sit", "side": 4 })).await;
    assert_eq!(chooses.refused(json!({ "type": "sit", "side": 4 })).await, "place_taken");
}

#[tokio::test]
async fn bots_take_the_free_places_for_who_waits_too_long_but_none_that_is_held() {
    let house = House::new();
    let mut first = house.guest().await;
    matched(&mut first, "super_rack_o").await;
    house.pass(2 * MATCH_FILL_AFTER_MS).await;
    let bots = |state: &Value| {
        let members = state["room"]["members"].as_array().expect("members").clone();
        members.iter().filter(|member| !member["bot"].is_null()).count()
    };
    assert_eq!(bots(&first.state().await), 0, "nobody sits yet");
    first.ok(json!({ "type": "sit", "side": 1 })).await;
    house.pass(MATCH_FILL_AFTER_MS - 500).await;
    let mut second = house.guest().await;
    matched(&mut second, "super_rack_o").await;
    assert_eq!(bots(&first.state().await), 0, "not yet");
    house.pass(500).await;
    assert_eq!(bots(&first.state().await), 2, "one place is held");
    second.ok(json!({ "type": "sit", "side": 4 })).await;
    house.pass(PLACE_HELD_MS).await;
    assert_eq!(bots(&first.state().await), 2, "the table is full");
    for person in [&mut first, &mut second] {
        person.ok(json!({ "type": "ready", "ready": true })).await;
    }
    first.ok(json!({ "type": "start" })).await;
    let mut third = house.guest().await;
    matched(&mut third, "super_rack_o").await;
    assert_ne!(
        third.state().await["room"]["code"],
        first.state().await["room"]["code"],
        "a game that runs waits for nobody"
    );
}

#[tokio::test]
async fn nobody_is_matched_into_a_room_that_keeps_them_out() {
    let house = House::new();
    let (mut host, mut banned) = (house.guest().await, house.guest().await);
    let code = matched(&mut host, "wackee_six").await;
    assert_eq!(matched(&mut banned, "wackee_six").await, code);
    let (whom, token) = (banned.welcome["player"]["id"].clone(), banned.welcome["token"].clone());
    host.ok(json!({ "type": "ban", "player": whom })).await;
    banned.drop().await;
    let mut banned = house.hello(json!({ "token": token })).await;
    assert_eq!(banned.welcome["room"], Value::Null);
    assert_ne!(matched(&mut banned, "wackee_six").await, code);
}

#[tokio::test]
async fn without_a_store_nothing_is_opened_and_the_id_stays_free() {
    let house = House::new();
    let mut person = house.guest().await;
    house.store.set_down(true);
    assert_eq!(person.refused(wish("wackee_six")).await, "storage_unavailable");
    house.store.set_down(false);
    assert_eq!(house.app.lobby.board().len(), 0);
    assert_eq!(person.repeat(wish("wackee_six")).await["type"], "ok");
}
