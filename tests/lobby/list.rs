//! The public list: who stands in it, in which order, and how it reaches those who watch.

use serde_json::{Value, json};
use slapdown::limits::{EMPTY_ROOM_MS, LIST_EVERY_MS, LIST_ROWS_MAX, PLACE_HELD_MS};

use crate::house::{House, Person, settle};

fn public(game: &str) -> Value {
    json!({ "type": "create_room", "game": game, "visibility": "public" })
}

async fn list(person: &mut Person, more: Value) -> Value {
    let mut ask = json!({ "type": "list_rooms" });
    for (name, value) in more.as_object().expect("fields") {
        ask[name] = value.clone();
    }
    person.ok(ask).await
}

fn codes(answer: &Value) -> Vec<&str> {
    answer["rooms"]
        .as_array()
        .expect("rooms")
        .iter()
        .map(|row| row["code"].as_str().expect("a code"))
        .collect()
}

#[tokio::test]
async fn a_public_room_is_listed_while_people_are_in_it() {
    let house = House::new();
    let (mut host, mut looker) = (house.hello(json!({ "name": "Ana" })).await, house.guest().await);
    assert_eq!(list(&mut looker, json!({})).await["rooms"], json!([]));
    let mut wish = public("super_rack_o");
    wish["options"] = json!({ "chat": true });
    let code = host.ok(wish).await["code"].clone();
    let answer = list(&mut looker, json!({})).await;
    let expected = json!({
        "code": code, "game": "super_rack_o", "host": "Ana", "phase": "lobby", "players": 1, "bots": 0,
        "spectators": 0, "may_watch": true, "seats_taken": 0, "seats_held": 1, "seats_free": 3,
        "options": { "chat": true }, "waited_ms": null,
    });
    assert_eq!(answer["rooms"], json!([expected]));
    assert!(answer.get("next").is_none(), "{answer}");
    host.ok(json!({ "type": "sit", "side": 2 })).await;
    host.ok(json!({ "type": "add_bot", "side": 1 })).await;
    house.pass(1_500).await;
    let row = list(&mut looker, json!({})).await["rooms"][0].clone();
    assert_eq!(
        [&row["seats_taken"], &row["seats_held"], &row["seats_free"], &row["bots"], &row["waited_ms"]],
        [&json!(2), &json!(0), &json!(2), &json!(1), &json!(1_500)]
    );
    // Locked is out of the list, and so is one in which nobody is connected.
    host.ok(json!({ "type": "set_options", "options": { "locked": true } })).await;
    assert_eq!(list(&mut looker, json!({})).await["rooms"], json!([]));
    host.ok(json!({ "type": "set_options", "options": { "locked": false } })).await;
    assert_eq!(codes(&list(&mut looker, json!({})).await).len(), 1);
    host.drop().await;
    assert_eq!(list(&mut looker, json!({})).await["rooms"], json!([]));
    assert_eq!(house.app.lobby.board().len(), 1, "it is awake for a while");
    house.pass(EMPTY_ROOM_MS + 1_000).await;
    assert_eq!(house.app.lobby.board().len(), 0, "who sleeps is not on the board");
}

#[tokio::test]
async fn a_private_room_is_never_listed() {
    let house = House::new();
    let mut host = house.guest().await;
    host.ok(json!({ "type": "create_room", "game": "wackee_six" })).await;
    host.ok(json!({ "type": "sit", "side": 1 })).await;
    assert_eq!(house.app.lobby.board().len(), 0);
    assert_eq!(list(&mut host, json!({})).await["rooms"], json!([]));
}

#[tokio::test]
async fn parts_follow_each_other_without_a_gap_or_a_repeat() {
    let house = House::new();
    let mut hosts = Vec::new();
    let mut made = Vec::new();
    for number in 0..LIST_ROWS_MAX + 3 {
        let mut host = house.guest().await;
        let game = if number == 0 { "super_rack_o" } else { "wackee_six" };
        made.push(host.ok(public(game)).await["code"].as_str().expect("a code").to_owned());
        hosts.push(host);
    }
    made.reverse();
    let mut looker = house.guest().await;
    let first = list(&mut looker, json!({})).await;
    assert_eq!(codes(&first), made[..LIST_ROWS_MAX], "the newest first");
    // One that comes and one that goes between two looks move nothing.
    let mut late = house.guest().await;
    late.ok(public("wackee_six")).await;
    hosts.remove(1).drop().await;
    let second = list(&mut looker, json!({ "after": first["next"] })).await;
    let rest: Vec<&str> = vec![&made[LIST_ROWS_MAX], &made[LIST_ROWS_MAX + 2]];
    assert_eq!(codes(&second), rest);
    assert!(second.get("next").is_none());
    let of_game = list(&mut looker, json!({ "game": "super_rack_o" })).await;
    assert_eq!(codes(&of_game), [made.last().expect("the first room")]);
    let wrong = looker.ask(json!({ "type": "list_rooms", "after": "yesterday" })).await;
    assert_eq!((&wrong["code"], &wrong["detail"]["path"]), (&json!("bad_field"), &json!("after")));
}

#[tokio::test]
async fn who_watches_hears_of_each_change_at_most_once_a_second() {
    let house = House::new();
    let mut watcher = house.guest().await;
    watcher.ok(json!({ "type": "watch_rooms", "on": true })).await;
    let lists = |frames: Vec<Value>| -> Vec<Value> {
        frames.into_iter().filter(|frame| frame["type"] == "rooms").collect()
    };
    let first = lists(watcher.listen().await);
    assert_eq!(first, [json!({ "type": "rooms", "rooms": [] })], "what there is, at once");
    let mut host = house.guest().await;
    host.ok(public("wackee_six")).await;
    assert_eq!(lists(watcher.listen().await), [json!(null); 0], "not yet");
    host.ok(json!({ "type": "sit", "side": 1 })).await;
    house.pass(LIST_EVERY_MS).await;
    let told = lists(watcher.listen().await);
    assert_eq!(told.len(), 1, "both changes in one frame: {told:?}");
    assert_eq!(told[0]["rooms"][0]["seats_taken"], 1);
    house.pass(10 * LIST_EVERY_MS).await;
    assert_eq!(lists(watcher.listen().await), [json!(null); 0], "nothing has changed");
    watcher.ok(json!({ "type": "watch_rooms", "on": false })).await;
    host.ok(json!({ "type": "stand" })).await;
    house.pass(LIST_EVERY_MS).await;
    assert_eq!(lists(watcher.listen().await), [json!(null); 0], "no longer");
}

#[tokio::test]
async fn a_list_that_waits_gives_way_to_the_newer_one() {
    let house = House::new();
    let mut watcher = house.guest().await;
    watcher.ok(json!({ "type": "watch_rooms", "on": true })).await;
    watcher.listen().await;
    let mut host = house.guest().await;
    host.ok(public("wackee_six")).await;
    for side in 1..=4 {
        host.ok(json!({ "type": "sit", "side": side })).await;
        host.ok(json!({ "type": "add_bot", "side": side + 1 })).await;
        host.ok(json!({ "type": "remove_bot", "side": side + 1 })).await;
        house.pass(LIST_EVERY_MS).await;
        // It is told, but does not read.
        let _ = futures_util::FutureExt::now_or_never(watcher.wake());
    }
    let frames = watcher.take();
    let lists = frames.iter().filter(|frame| frame["type"] == "rooms").count();
    assert_eq!(lists, 1, "{frames:?}");
}

#[tokio::test]
async fn a_hold_that_lapses_changes_the_list_without_anything_happening() {
    let house = House::new();
    let (mut host, mut looker) = (house.guest().await, house.guest().await);
    host.ok(public("super_rack_o")).await;
    let seats = |answer: &Value| {
        let row = &answer["rooms"][0];
        (row["seats_held"].as_u64(), row["seats_free"].as_u64())
    };
    house.pass(PLACE_HELD_MS - 500).await;
    assert_eq!(seats(&list(&mut looker, json!({})).await), (Some(1), Some(3)));
    house.pass(500).await;
    settle().await;
    assert_eq!(seats(&list(&mut looker, json!({})).await), (Some(0), Some(4)));
}
