//! Strangers meet over real sockets: the list, watching it, being matched, watching a game, and going
//! for good.

use serde_json::{Value, json};

use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::http::{get, request};
use crate::support::time::within;

async fn state(client: &mut Client) -> Value {
    client.text(r#"{"type":"sync"}"#).await;
    client.wait_for("state").await
}

/// Waits until a list comes of which that is so.
async fn list_in_which(client: &mut Client, so: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    within("a list", async {
        loop {
            let frame = client.read().await.expect("a frame");
            if let Some(rooms) =
                frame["rooms"].as_array().filter(|rooms| frame["type"] == "rooms" && so(rooms))
            {
                return rooms.clone();
            }
        }
    })
    .await
}

#[tokio::test]
async fn strangers_meet_and_the_list_tells_of_them() {
    let server = Binary::start();
    let mut looker = Client::guest(server.at).await;
    looker.ok(json!({ "type": "watch_rooms", "on": true })).await;
    list_in_which(&mut looker, <[Value]>::is_empty).await;

    let wish = json!({ "type": "quick_match", "game": "super_rack_o" });
    let mut people = Vec::new();
    let mut codes = Vec::new();
    for _ in 0..5 {
        let mut person = Client::guest(server.at).await;
        codes.push(person.ok(wish.clone()).await["code"].as_str().expect("a code").to_owned());
        person.wait_for("state").await;
        people.push(person);
    }
    assert!(codes[..4].iter().all(|code| *code == codes[0]), "four places: {codes:?}");
    assert_ne!(codes[4], codes[0]);
    let rooms = list_in_which(&mut looker, |rooms| rooms.len() == 2 && rooms[1]["players"] == 4).await;
    assert_eq!(
        [&rooms[0]["code"], &rooms[1]["code"]],
        [codes[4].as_str(), codes[0].as_str()],
        "the newest first"
    );
    assert_eq!((&rooms[1]["seats_held"], &rooms[1]["seats_free"]), (&json!(4), &json!(0)));
    let listed = looker.ok(json!({ "type": "list_rooms", "game": "super_rack_o" })).await;
    let over_http = get(server.at, "/api/v1/rooms?game=super_rack_o").await.json();
    let without_time = |rooms: &Value| -> Vec<Value> {
        let mut rooms = rooms.as_array().expect("rooms").clone();
        for row in &mut rooms {
            row["waited_ms"] = Value::Null;
        }
        rooms
    };
    assert_eq!(without_time(&listed["rooms"]), without_time(&over_http["rooms"]));

    // Each has a place; the last to choose as well as the first.
    for (person, side) in people[..4].iter_mut().zip(1..) {
        person.ok(json!({ "type": "sit", "side": side })).await;
        person.ok(json!({ "type": "ready", "ready": true })).await;
    }
    let host = state(&mut people[0]).await["room"]["host"].clone();
    assert_eq!(host, people[0].me.player.as_str());
    people[0].ok(json!({ "type": "start" })).await;
    list_in_which(&mut looker, |rooms| rooms.iter().any(|room| room["phase"] == "playing")).await;
    people[4].ok(json!({ "type": "leave_room" })).await;
    let again = people[4].ok(wish).await;
    assert_ne!(again["code"], codes[0].as_str(), "a game that runs waits for nobody");
}

#[tokio::test]
async fn who_watches_may_sit_down_between_rounds_and_a_host_may_forbid_watching() {
    let server = Binary::start();
    // Votes are no matter of the picture that clients here keep: these take whole states.
    let full = json!({ "updates": "full" });
    let mut host = Client::hello(server.at, full.clone()).await;
    let options = json!({ "countdown_ms": 0 });
    let code =
        host.ok(json!({ "type": "create_room", "game": "wackee_six", "options": options })).await["code"]
            .clone();
    host.wait_for("state").await;
    let watch = json!({ "type": "join_room", "code": code, "as": "spectator" });
    host.ok(json!({ "type": "set_options", "options": { "spectators": false } })).await;
    let mut fan = Client::hello(server.at, full).await;
    assert_eq!(fan.ask(watch.clone()).await["code"], "no_spectators");
    host.ok(json!({ "type": "set_options", "options": { "spectators": true } })).await;
    fan.ok(watch).await;
    assert_eq!(fan.wait_for("state").await["you"]["as"], "spectator");

    host.ok(json!({ "type": "sit", "side": 1 })).await;
    host.ok(json!({ "type": "add_bot", "side": 2 })).await;
    host.ok(json!({ "type": "ready", "ready": true })).await;
    host.ok(json!({ "type": "start" })).await;
    assert_eq!(fan.ask(json!({ "type": "sit", "side": 3 })).await["code"], "not_now");
    host.ok(json!({ "type": "act", "action": { "do": "start" } })).await;
    host.ok(json!({ "type": "act", "action": { "do": "vote", "for": "end", "agree": true } })).await;
    within("the end of the round", async {
        while fan.model.as_ref().expect("a room").phase() != "over" {
            fan.read().await.expect("a frame");
        }
    })
    .await;
    fan.ok(json!({ "type": "sit", "side": 3 })).await;
    let seen = state(&mut fan).await;
    assert_eq!((&seen["you"]["as"], &seen["you"]["side"]), (&json!("player"), &json!(3)));
    fan.ok(json!({ "type": "ready", "ready": true })).await;
    host.ok(json!({ "type": "ready", "ready": true })).await;
    host.ok(json!({ "type": "start" })).await;
    within("to be dealt in", async {
        while fan.model.as_ref().expect("a room").side(3).is_none() {
            fan.read().await.expect("a frame");
        }
    })
    .await;
}

#[tokio::test]
async fn a_guest_goes_for_good_and_is_gone_after_a_restart_too() {
    let mut server = Binary::start();
    let mut host = Client::guest(server.at).await;
    let code = host.ok(json!({ "type": "create_room", "game": "super_rack_o" })).await["code"].clone();
    host.wait_for("state").await;
    let mut guest = Client::hello(server.at, json!({ "name": "Bo" })).await;
    guest.ok(json!({ "type": "join_room", "code": code })).await;
    guest.ok(json!({ "type": "sit", "side": 2 })).await;
    let path = format!("/api/v1/players/{}", guest.me.player);
    assert_eq!(get(server.at, &path).await.json(), json!({ "id": guest.me.player, "name": "Bo" }));

    let bearer = format!("authorization: Bearer {}\r\n", guest.me.token);
    let delete = "DELETE /api/v1/players/me";
    let evil = format!("{bearer}origin: https://evil.example\r\n");
    assert_eq!(request(server.at, delete, &evil, "").await.status, 403);
    assert_eq!(request(server.at, delete, "", "").await.status, 401);
    assert_eq!(request(server.at, delete, &bearer, "").await.status, 204);
    assert_eq!(guest.until_closed().await.0, 4004);
    assert_eq!(request(server.at, delete, &bearer, "").await.status, 401);
    assert_eq!(get(server.at, &path).await.status, 404);
    within("the guest's leaving", async {
        while host.model.as_ref().expect("a room").member(&guest.me.player).is_some() {
            host.read().await.expect("a frame");
        }
    })
    .await;
    server.kill();
    server.launch();
    assert_eq!(request(server.at, delete, &bearer, "").await.status, 401);
    host.resume(server.at).await;
    assert_eq!(state(&mut host).await["room"]["members"].as_array().expect("members").len(), 1);
}
