//! Matches, then all that is told of them: the game, the history, the leaderboard, the replay, and what the
//! command line says of it. On both stores.

use serde_json::{Value, json};

use crate::postgres;
use crate::support::binary::{Binary, run, said};
use crate::support::chance::Chance;
use crate::support::client::Client;
use crate::support::http::get;
use crate::support::table::{Table, quick, quick_with, race};
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

/// How the binary is told where the games are.
fn place(server: &Binary) -> (&'static str, String) {
    match server.database() {
        Some(database) => ("--database-url", database.url.clone()),
        None => ("--data-dir", server.data().to_str().expect("text").to_owned()),
    }
}

#[tokio::test]
async fn a_match_is_told_of_and_holds() {
    a_match_with_a_bot(Binary::start()).await;
}

#[tokio::test]
async fn a_match_is_told_of_and_holds_on_postgres() {
    a_match_with_a_bot(Binary::start_on(postgres::database().await)).await;
}

#[tokio::test]
async fn matches_of_people_rate_and_are_listed() {
    matches_of_people(Binary::start()).await;
}

#[tokio::test]
async fn matches_of_people_rate_and_are_listed_on_postgres() {
    matches_of_people(Binary::start_on(postgres::database().await)).await;
}

/// Two people play two matches; history and leaderboard are read a line at a time.
async fn matches_of_people(server: Binary) {
    let seed = seed("records of people");
    let mut table = Table::of_singles(server.at, 2, quick()).await;
    let mut ids = Vec::new();
    for number in 0..2 {
        table.deal().await;
        ids.push(table.clients[0].model.as_ref().expect("a room").room["match"].clone());
        table.race(seed ^ number).await;
    }
    let players: Vec<String> = table.clients.iter().map(|client| client.me.player.clone()).collect();
    let mut wins = [0, 0];
    for (player, wins) in players.iter().zip(&mut wins) {
        let (mut found, mut after) = (Vec::new(), String::new());
        loop {
            let path = format!("/api/v1/players/{player}/games?limit=1{after}");
            let page = get(server.at, &path).await.json();
            let games = page["games"].as_array().expect("games");
            assert!(games.len() <= 1, "{page}");
            for game in games {
                assert_eq!(game["unrated"], json!(null), "{game}");
                let sides = game["sides"].as_array().expect("sides");
                let own = |side: &&Value| side["people"][0]["player"] == player.as_str();
                let side = sides.iter().find(own).expect("their side");
                let rating = &side["people"][0]["rating"];
                let score = |when: &str| rating[when]["score"].as_f64().expect("a score");
                let won = side["won"] == true;
                *wins += u64::from(won);
                assert_eq!(score("after") > score("before"), won, "{side}");
                found.push(game["id"].clone());
            }
            let Some(next) = page["next"].as_str() else { break };
            after = format!("&after={next}");
        }
        found.reverse();
        assert_eq!(found, ids, "the newest first");
    }
    let mut board = Vec::new();
    let mut after = String::new();
    loop {
        let path = format!("/api/v1/leaderboard?game=wackee_six&limit=1{after}");
        let page = get(server.at, &path).await.json();
        board.extend(page["players"].as_array().expect("players").iter().cloned());
        let Some(next) = page["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(board.len(), 2, "{board:?}");
    for line in &board {
        let place = players.iter().position(|player| line["player"] == player.as_str()).expect("of them");
        assert_eq!((&line["games"], &line["wins"]), (&json!(2), &json!(wins[place])), "{line}");
    }
    assert_eq!(board[0]["rank"], json!(1));
    assert!(board[0]["score"].as_f64() >= board[1]["score"].as_f64(), "{board:?}");
}

async fn a_match_with_a_bot(mut server: Binary) {
    let seed = seed("records");
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
    let (exit, says) = said(&run(&["verify", &file]));
    assert_eq!(exit, Some(0), "{says}");
    assert!(says.contains("All of it holds"), "{says}");

    // The first card of the first table is another one.
    let at = replay.find("\"row\":[\"").expect("a row") + "\"row\":[\"".len();
    let end = at + replay[at..].find('"').expect("a card");
    let other = if &replay[at..end] == "red-7" { "red-8" } else { "red-7" };
    std::fs::write(&file, format!("{}{other}{}", &replay[..at], &replay[end..])).expect("written");
    let (exit, says) = said(&run(&["verify", &file]));
    assert_eq!(exit, Some(1), "{says}");
    assert!(says.contains("line 2:") && says.contains("row[0]"), "{says}");

    server.signal("TERM");
    assert!(server.ended().await.success());
    let (flag, kept) = place(&server);
    let (exit, says) = said(&run(&["replay", "--game", &id, flag, &kept]));
    assert_eq!(exit, Some(0), "{says}");
    let (exit, says) = said(&run(&["replay", "--all", flag, &kept]));
    assert_eq!((exit, says.contains("1 game holds")), (Some(0), true), "{says}");
    let (exit, says) = said(&run(&["replay", "--all", "--data-dir", folder.path().to_str().expect("text")]));
    assert_eq!((exit, says.contains("no games")), (Some(2), true), "{says}");
    let (exit, _) = said(&run(&["replay"]));
    assert_eq!(exit, Some(2), "what to play is not said");
}
