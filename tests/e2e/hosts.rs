//! What only the host may do to others, over real sockets: `mute`, `ban`, `unban`. It outlasts a new
//! connection and a restart, and a refusal is noticed by nobody else.

use serde_json::{Value, json};

use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::party::Party;
use crate::support::table::{Table, quick_with};

/// A player's id that nobody has.
const NOBODY: &str = "018f0000-0000-7000-8000-000000000000";

fn about(word: &str, player: &str) -> Value {
    json!({ "type": word, "player": player })
}

fn mute(player: &str, on: bool) -> Value {
    json!({ "type": "mute", "player": player, "on": on })
}

async fn joins(client: &mut Client, code: &str, as_what: &str) -> Value {
    client.ask(json!({ "type": "join_room", "code": code, "as": as_what })).await
}

#[tokio::test]
async fn who_is_muted_says_nothing_until_the_host_lets_them_also_over_a_new_connection_and_a_restart() {
    let mut server = Binary::start();
    let mut party = Party::of(&server, 3, json!({ "type": "create_room", "game": "wackee_six" })).await;
    let line = json!({ "type": "chat", "text": "hello" });
    let emote = json!({ "type": "react", "emote": "sad" });
    let player = party.clients[2].me.player.clone();
    party.ok(0, json!({ "type": "add_bot", "side": 6 })).await;
    let bot = party.room()["members"][3]["player"].as_str().expect("a bot").to_owned();

    party.refused(1, mute(&player, true), "not_host").await;
    party.refused(0, mute(NOBODY, true), "no_such_player").await;
    party.refused(0, mute(&bot, true), "no_such_player").await;
    let answer = party.refused(0, json!({ "type": "mute", "player": "me", "on": true }), "bad_field").await;
    assert_eq!(answer["detail"]["path"], "player");
    party.refused(0, about("mute", &player), "missing_field").await;

    party.ok(0, mute(&player, true)).await;
    for client in &party.clients {
        let member = client.model.as_ref().and_then(|model| model.member(&player)).expect("a member");
        assert_eq!(member["muted"], true);
    }
    for killed in [false, true] {
        party.refused(2, line.clone(), "muted").await;
        party.refused(2, emote.clone(), "muted").await;
        // Whatever else they may do, they still may.
        party.ok(2, json!({ "type": "rename", "name": format!("Quiet {killed}") })).await;
        party.ok(1, line.clone()).await;
        if killed {
            server.kill();
            server.launch();
            party.return_to(&server).await;
        } else {
            party.comes_back(2, &server).await;
        }
    }
    party.refused(2, line.clone(), "muted").await;
    party.ok(0, mute(&player, false)).await;
    party.ok(2, line).await;
    party.ok(2, emote).await;
}

#[tokio::test]
async fn who_is_banned_is_out_and_stays_out_over_new_connections_and_a_restart_until_let_in_again() {
    let mut server = Binary::start();
    let create = json!({ "type": "create_room", "game": "super_rack_o", "visibility": "public" });
    let mut party = Party::of(&server, 3, create).await;
    let (host, player) = (party.clients[0].me.player.clone(), party.clients[2].me.player.clone());
    for word in ["ban", "unban"] {
        party.refused(1, about(word, &player), "not_host").await;
        let answer = party.refused(0, about(word, "somebody"), "bad_field").await;
        assert_eq!(answer["detail"]["path"], "player");
    }
    party.refused(0, about("ban", &host), "not_yourself").await;
    party.refused(0, about("ban", NOBODY), "no_such_player").await;
    // Nobody to let in again: done, and nothing has happened.
    party.clients[0].ok(about("unban", &player)).await;
    party.nobody_noticed().await;

    let mut out = party.clients.remove(2);
    party.ok(0, about("ban", &player)).await;
    assert_eq!(out.until_closed().await, (4003, "removed".to_owned()));
    assert_eq!(out.bye.as_ref().map(|bye| bye["code"].clone()), Some(json!(4003)));
    for client in &party.clients {
        let model = client.model.as_ref().expect("a room");
        assert!(model.member(&player).is_none());
        assert_eq!(model.room["banned"], json!([player]));
    }
    // Twice is no more.
    party.clients[0].ok(about("ban", &player)).await;
    party.nobody_noticed().await;

    for killed in [false, true] {
        // In the same session, and in a new one of the same player.
        out.resume(server.at).await;
        assert_eq!((&out.welcome["resumed"], &out.welcome["room"]), (&json!(true), &Value::Null));
        let mut anew = Client::hello(server.at, json!({ "token": out.me.token })).await;
        assert_eq!(anew.me.player, player);
        for as_what in ["player", "spectator"] {
            assert_eq!(joins(&mut anew, &party.code, as_what).await["code"], "banned");
        }
        // A match leads elsewhere.
        let other = anew.ok(json!({ "type": "quick_match", "game": "super_rack_o" })).await["code"].clone();
        assert_ne!(other, party.code.as_str());
        anew.ok(json!({ "type": "leave_room" })).await;
        party.nobody_noticed().await;
        out = anew;
        if !killed {
            server.kill();
            server.launch();
            party.return_to(&server).await;
            assert_eq!(party.room()["banned"], json!([player]));
        }
    }
    party.ok(0, about("unban", &player)).await;
    out.resume(server.at).await;
    assert_eq!(joins(&mut out, &party.code, "player").await["type"], "ok");
    out.wait_for("state").await;
    party.clients.push(out);
    party.settle().await;
    assert_eq!(party.room()["banned"], json!([]));
    party.nobody_noticed().await;
}

#[tokio::test]
async fn who_is_banned_in_the_middle_of_a_round_leaves_the_cards_lying_and_has_no_way_back_to_them() {
    let server = Binary::start();
    let mut table = Table::of_singles(server.at, 3, quick_with(json!({ "absent": "hold" }))).await;
    table.deal().await;
    let mut out = table.clients.pop().expect("three");
    let player = out.me.player.clone();
    table.clients[0].ok(about("ban", &player)).await;
    assert_eq!(out.until_closed().await.0, 4003);
    table.settle().await;
    for client in &mut table.clients {
        client.compare_with_state().await;
        assert!(client.model.as_ref().is_some_and(|model| model.side(3).is_some()), "the cards lie there");
    }
    out.resume(server.at).await;
    for as_what in ["player", "spectator"] {
        assert_eq!(joins(&mut out, &table.code, as_what).await["code"], "banned");
    }
    for client in &mut table.clients {
        client.compare_with_state().await;
    }
    // Let in again, they may come, but the place is not theirs any more.
    table.clients[0].ok(about("unban", &player)).await;
    assert_eq!(joins(&mut out, &table.code, "player").await["type"], "ok");
    let state = out.wait_for("state").await;
    assert_eq!(state["you"]["side"], Value::Null);
    assert_eq!(out.ask(json!({ "type": "sit", "side": 3 })).await["code"], "not_now");
    table.settle().await;
}
