//! A match against bots, then all that is told of it: the game, the history, the leaderboard, the replay,
//! and what the command line says of it.

use std::process::Output;

use serde_json::json;

use crate::support::binary::{Binary, run};
use crate::support::chance::Chance;
use crate::support::client::Client;
use crate::support::http::get;
use crate::support::table::{quick_with, race};
use crate::support::time::seed;

/// The body of an answer that came in chunks.
fn whole(chunked: &str) -> String {
    let (mut rest, mut whole) = (chunked, String::new());
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).expect("a length");
        whole.push_str(&after[..length]);
        rest = &after[length + 2..];
    }
    whole
}

fn code(output: &Output) -> (Option<i32>, String) {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

#[tokio::test]
async fn a_match_is_told_of_and_holds() {
    let seed = seed("records");
    let mut server = Binary::start();
    let mut person = Client::guest(server.at).await;
    let options = quick_with(json!({ "bot_pace_ms": 40 }));
    person.ok(json!({ "type": "create_room", "game": "wackee_six", "options": options })).await;
    let player = person.wait_for("state").await["you"]["player"].as_str().expect("an id").to_owned();
    person.ok(json!({ "type": "sit", "side": 1 })).await;
    person.ok(json!({ "type": "add_bot", "side": 2, "level": "easy" })).await;
    assert!(race(&mut person, &mut Chance(seed), |model| model.phase() == "playing").await);
    person.text(r#"{"type":"sync"}"#).await;
    let state = person.wait_for("state").await;
    let id = state["room"]["match"].as_str().expect("a match").to_owned();
    let early = get(server.at, &format!("/api/v1/games/{id}/replay")).await;
    assert!(early.status == 404 || early.status == 409, "before it is over: {early:?}");
    assert!(race(&mut person, &mut Chance(seed), |model| model.phase() == "over").await);

    let game = get(server.at, &format!("/api/v1/games/{id}")).await.json();
    assert_eq!((&game["over"], &game["result"]["unrated"]), (&json!(true), &json!("bots")), "{game}");
    let rounds = game["rounds"].as_array().expect("rounds").len();
    assert_eq!(game["result"]["rounds"], json!(rounds));
    let games = get(server.at, &format!("/api/v1/players/{player}/games")).await.json();
    assert_eq!((&games["games"][0]["id"], &games["next"]), (&json!(id), &json!(null)), "{games}");
    let board = get(server.at, "/api/v1/leaderboard?game=wackee_six").await.json();
    assert_eq!(board["players"], json!([]), "a game with bots rates nobody");

    let answer = get(server.at, &format!("/api/v1/games/{id}/replay")).await;
    assert_eq!(answer.status, 200);
    assert!(answer.head.contains("content-type: application/x-ndjson"), "{}", answer.head);
    let replay = whole(&answer.body);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("replay.ndjson");
    std::fs::write(&file, &replay).expect("written");
    let file = file.to_str().expect("text").to_owned();
    let (exit, says) = code(&run(&["verify", &file]));
    assert_eq!(exit, Some(0), "{says}");
    assert!(says.contains("All of it holds"), "{says}");

    // The first card of the first table is another one.
    let at = replay.find("\"row\":[\"").expect("a row") + "\"row\":[\"".len();
    let end = at + replay[at..].find('"').expect("a card");
    let other = if &replay[at..end] == "red-7" { "red-8" } else { "red-7" };
    std::fs::write(&file, format!("{}{other}{}", &replay[..at], &replay[end..])).expect("written");
    let (exit, says) = code(&run(&["verify", &file]));
    assert_eq!(exit, Some(1), "{says}");
    assert!(says.contains("line 2:") && says.contains("row[0]"), "{says}");

    server.signal("TERM");
    assert!(server.ended().await.success());
    let data = server.data();
    let data = data.to_str().expect("text");
    let (exit, says) = code(&run(&["replay", "--game", &id, "--data-dir", data]));
    assert_eq!(exit, Some(0), "{says}");
    let (exit, says) = code(&run(&["replay", "--all", "--data-dir", data]));
    assert_eq!((exit, says.contains("1 games hold")), (Some(0), true), "{says}");
    let (exit, says) = code(&run(&["replay", "--all", "--data-dir", folder.path().to_str().expect("text")]));
    assert_eq!((exit, says.contains("no games")), (Some(2), true), "{says}");
    let (exit, _) = code(&run(&["replay"]));
    assert_eq!(exit, Some(2), "what to play is not said");
}
