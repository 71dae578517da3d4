//! Coming back: exactly what was missed, or a state; the first answer to a repeated id; a session that
//! has ended.

use std::net::SocketAddr;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::table::Table;
use crate::support::time::pause;

/// Sends a frame with an id of one's own choice and waits for the answer.
async fn ask_as(client: &mut Client, id: u64, frame: Value) -> Value {
    let mut frame = frame;
    frame["id"] = json!(id);
    client.answers.remove(&id);
    client.text(&frame.to_string()).await;
    client.answer(id).await
}

fn ready(on: bool) -> Value {
    json!({ "type": "ready", "ready": on })
}

/// Each of them is called something else so often: nothing else follows from it.
async fn make_events(clients: &mut [Client], each: u64) {
    join_all(clients.iter_mut().map(|client| async move {
        for number in 0..each {
            client.ok(json!({ "type": "rename", "name": format!("Name {number}") })).await;
            // The stated rate is 50 frames a second.
            pause(20).await;
        }
    }))
    .await;
}

#[tokio::test]
async fn who_comes_back_gets_exactly_the_missed_events() {
    let server = Binary::start();
    let mut table = Table::of_singles(server.at, 3, json!({})).await;
    table.settle().await;
    for rounds in [0, 2, 8] {
        let mut away = table.clients.pop().expect("three");
        let (known, states) = (away.seq, away.states);
        drop(std::mem::replace(&mut away.socket, crate::support::wire::open(server.at).await));
        for other in &mut table.clients {
            other.until(known + 1).await;
        }
        make_events(&mut table.clients, rounds).await;
        away.resume(server.at).await;
        assert_eq!(away.welcome["resumed"], true);
        assert!(away.welcome.get("token").is_none(), "a token is shown once");
        // It went, the others said what they said, and it is back.
        away.until(known + 1 + 2 * rounds + 1).await;
        table.clients.push(away);
        table.settle().await;
        let [first, _, away] = table.clients.as_mut_slice() else { panic!("three") };
        assert_eq!(away.states, states, "no state came");
        assert_eq!(away.frames[0].0, known + 1, "the first missed event comes first");
        let missed: Vec<_> = away.log.range(known + 1..).collect();
        assert_eq!(missed, first.log.range(known + 1..).collect::<Vec<_>>());
        away.compare_with_state().await;
    }
}

#[tokio::test]
async fn who_was_away_for_too_long_gets_a_state_and_the_next_event_follows_it() {
    let server = Binary::start();
    let mut table = Table::of_singles(server.at, 6, json!({})).await;
    table.settle().await;
    let mut away = table.clients.pop().expect("six");
    let states = away.states;
    drop(std::mem::replace(&mut away.socket, crate::support::wire::open(server.at).await));
    make_events(&mut table.clients, 104).await;
    away.resume(server.at).await;
    away.wait_for("state").await;
    assert_eq!(away.states, states + 1);
    table.clients.push(away);
    table.clients[0].ok(ready(true)).await;
    table.settle().await;
    // What follows the state has the next number: the client itself checks that.
    table.clients[5].compare_with_state().await;
}

#[tokio::test]
async fn states_only_for_who_asks_for_states() {
    let server = Binary::start();
    let mut table = Table::of_singles(server.at, 2, json!({})).await;
    let mut full = Client::hello(server.at, json!({ "updates": "full" })).await;
    full.ok(json!({ "type": "join_room", "code": table.code, "as": "spectator" })).await;
    full.wait_for("state").await;
    for number in 0..5 {
        table.clients[0].ok(ready(number % 2 == 0)).await;
        let state = full.wait_for("state").await;
        assert_eq!(state["seq"], table.clients[0].seq);
    }
    // It stays so for the session, unless it is given anew.
    let socket = crate::support::wire::open(server.at).await;
    full.socket = socket;
    let again = json!({ "token": full.me.token, "session": full.me.session, "last_seq": full.seq });
    full.greet(again).await;
    assert_eq!(full.welcome["resumed"], true);
    full.wait_for("state").await;
    table.clients[1].ok(ready(true)).await;
    full.wait_for("state").await;
    let (token, session) = (full.me.token.clone(), full.me.session.clone());
    drop(full);
    let events =
        json!({ "token": token, "session": session, "last_seq": table.clients[1].seq, "updates": "events" });
    let mut plain = Client::on(crate::support::wire::open(server.at).await);
    plain.seq = table.clients[1].seq;
    plain.greet(events).await;
    table.clients[0].ok(ready(true)).await;
    plain.listen(300).await;
    assert!(!plain.frames.is_empty() || plain.states > 0, "it hears of the room");
    table.clients[0].ok(ready(false)).await;
    plain.wait_for("events").await;
}

#[tokio::test]
async fn an_ended_session_begins_anew_and_the_seat_follows_the_player() {
    let server = Binary::start();
    let table = Table::of_singles(server.at, 2, json!({})).await;
    let first = table.clients[1].me.clone();
    for session in [None, Some("01890000-0000-7000-8000-000000000000")] {
        let mut hello = json!({ "token": first.token, "last_seq": 1 });
        if let Some(session) = session {
            hello["session"] = json!(session);
        }
        let mut again = Client::hello(server.at, hello).await;
        assert_eq!(again.welcome["resumed"], false);
        assert_ne!(again.me.session, first.session);
        assert_eq!(again.me.player, first.player);
        assert_eq!(again.welcome["room"], table.code.as_str());
        again.wait_for("state").await;
        assert_eq!(again.model.as_ref().expect("a room").you["side"], 2);
        // Ids begin anew with the session.
        assert_eq!(ask_as(&mut again, 1, ready(true)).await["type"], "ok");
        // The older session has ended.
        let former =
            Client::hello(server.at, json!({ "token": first.token, "session": first.session })).await;
        assert_eq!(former.welcome["resumed"], false);
    }
    let host = table.clients[0].me.player.clone();
    assert_eq!(table.clients[0].model.as_ref().expect("a room").room["host"], host.as_str());
}

/// The same request twice, then over a new connection, then after the process was killed.
async fn asked_again_and_again(server: &mut Binary, client: &mut Client, id: u64, frame: Value) -> Value {
    let first = ask_as(client, id, frame.clone()).await;
    assert_eq!(first["type"], "ok", "{frame}: {first}");
    assert_eq!(ask_as(client, id, frame.clone()).await, first);
    // Whatever the frame says now.
    assert_eq!(ask_as(client, id, json!({ "type": "leave_room" })).await, first);
    client.resume(server.at).await;
    assert_eq!(ask_as(client, id, frame.clone()).await, first);
    server.kill();
    server.launch();
    client.resume(server.at).await;
    assert_eq!(client.welcome["resumed"], true);
    assert_eq!(ask_as(client, id, frame).await, first);
    first
}

async fn facts(at: SocketAddr, code: &str) -> Value {
    crate::support::http::get(at, &format!("/api/v1/rooms/{code}")).await.json()
}

#[tokio::test]
async fn a_repeated_id_gets_the_first_answer_whatever_happened_between() {
    let mut server = Binary::start();
    let mut client = Client::guest(server.at).await;
    let create = json!({ "type": "create_room", "game": "wackee_six" });
    let made = asked_again_and_again(&mut server, &mut client, 10, create).await;
    let code = made["code"].as_str().expect("a code").to_owned();
    assert_eq!(client.welcome["room"], code.as_str());
    assert_eq!(facts(server.at, &code).await["people"], 1);

    let sit = json!({ "type": "sit", "side": 3 });
    asked_again_and_again(&mut server, &mut client, 20, sit).await;
    asked_again_and_again(&mut server, &mut client, 21, ready(true)).await;
    let seated = client.log.values().filter(|event| event["e"] == "seated").count();
    assert_eq!(seated, 1, "it sat down once");

    let stale = ask_as(&mut client, 15, ready(false)).await;
    assert_eq!((&stale["type"], &stale["code"]), (&json!("error"), &json!("stale_id")));
    let below = ask_as(&mut client, 9, json!({ "type": "leave_room" })).await;
    assert_eq!(below["code"], "stale_id");

    let left = asked_again_and_again(&mut server, &mut client, 30, json!({ "type": "leave_room" })).await;
    assert_eq!(left["type"], "ok");
    assert_eq!(client.welcome["room"], Value::Null);

    let mut host = Client::guest(server.at).await;
    let other = host.ok(json!({ "type": "create_room", "game": "wackee_six" })).await;
    let other = other["code"].as_str().expect("a code").to_owned();
    let join = json!({ "type": "join_room", "code": other });
    asked_again_and_again(&mut server, &mut client, 40, join).await;
    assert_eq!(facts(server.at, &other).await["people"], 2);
    // An id of before the room is not an id of the room.
    assert_eq!(ask_as(&mut client, 21, ready(true)).await["code"], "stale_id");
    let in_room = ask_as(&mut client, 41, json!({ "type": "create_room", "game": "wackee_six" })).await;
    assert_eq!((&in_room["code"], &in_room["detail"]["code"]), (&json!("already_in_room"), &json!(other)));
}
