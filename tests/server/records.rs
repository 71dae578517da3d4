//! Results over HTTP: pages, refusals, and a replay that is sent as it is kept.

use serde_json::{Value, json};
use slapdown::games::GameKind;
use slapdown::ids::{MatchId, PlayerId, RoomCode, RoomId};
use slapdown::replay::pack::Packer;
use slapdown::store::{
    Append, KeptReplay, LogRow, MatchPerson, MatchRecord, NewRoom, PersonRecord, PlayerRecord, Store,
    rank_sides,
};
use uuid::Uuid;

use crate::http::ask;
use crate::support::Server;

fn player(number: u8) -> PlayerId {
    PlayerId(Uuid::from_u128(u128::from(number)))
}

fn game(number: u8) -> MatchId {
    MatchId(Uuid::from_u128(0x100 + u128::from(number)))
}

/// Keeps `count` games that guest 1 won against guest 2, in one room.
async fn played(store: &dyn Store, count: u8) {
    for number in [1, 2] {
        let (id, name) = (player(number), format!("Guest {number}"));
        let guest = PlayerRecord { id, name, token_hash: [number; 32], seen_unix_ms: 0 };
        store.add_player(&guest).await.expect("kept");
    }
    let code: RoomCode = "KTZSB7".parse().expect("a code");
    for number in 1..=count {
        let mut sides = rank_sides([(1, 5, true), (2, 3, false)]);
        for side in &mut sides {
            let (player, name) = (player(side.side), format!("Guest {}", side.side));
            let person = PersonRecord { player, name, bot: false, stood_in: false };
            side.people = vec![MatchPerson { person, rated: None }];
        }
        let seq = u64::from(number);
        let record = MatchRecord {
            id: game(number),
            game: GameKind::WackeeSix,
            rules: 1,
            events: (seq, seq),
            rounds: 1,
            ended_unix_ms: 1_000 * seq,
            length_ms: 60_000,
            unrated: None,
            sides,
        };
        let new = NewRoom { code, game: GameKind::WackeeSix, made_unix_ms: 0 };
        let append = Append {
            room: RoomId(Uuid::from_u128(7)),
            epoch: 1,
            row: LogRow { first_seq: seq, last_seq: seq, rules: 1, body: "{}".into() },
            new_room: (number == 1).then_some(new),
            snapshot: None,
            sessions: Vec::new(),
            rounds: Vec::new(),
            matches: vec![record],
        };
        store.append(append).await.expect("kept");
    }
}

#[tokio::test]
async fn a_history_comes_in_pages() {
    let server = Server::start();
    played(&*server.toys.store, 5).await;
    let mut read: Vec<Value> = Vec::new();
    let mut next = String::new();
    loop {
        let request = format!("GET /api/v1/players/{}/games?limit=2{next}", player(1));
        let (status, head, page) = ask(&server, &request, "", "").await;
        assert_eq!(status, 200, "{page}");
        assert!(head.contains("cache-control: no-cache"), "{head}");
        read.extend(page["games"].as_array().expect("games").iter().cloned());
        let Some(after) = page["next"].as_str() else { break };
        next = format!("&after={after}");
    }
    let ids: Vec<_> = read.iter().map(|one| one["id"].clone()).collect();
    assert_eq!(ids, [5, 4, 3, 2, 1].map(|number| json!(game(number))));
    let side = &read[0]["sides"][0];
    assert_eq!(
        (&side["rank"], &side["won"], &side["people"][0]["name"]),
        (&json!(1), &json!(true), &json!("Guest 1"))
    );
    let rating = &side["people"][0]["rating"];
    assert!(rating["after"]["score"].as_f64() > rating["before"]["score"].as_f64(), "{rating}");
    server.toys.store.forget_name(player(1)).await.expect("forgotten");
    let (_, _, page) = ask(&server, &format!("GET /api/v1/players/{}/games", player(2)), "", "").await;
    assert_eq!(page["games"][0]["sides"][0]["people"][0]["name"], Value::Null);
    assert_eq!(page["next"], Value::Null, "five are one page");
}

#[tokio::test]
async fn who_has_not_played_yet_is_somebody_all_the_same() {
    let server = Server::start();
    let store = &server.toys.store;
    played(&**store, 1).await;
    let new = PlayerRecord { id: player(3), name: "Cy".to_owned(), token_hash: [3; 32], seen_unix_ms: 0 };
    store.add_player(&new).await.expect("kept");
    let history = |number| format!("GET /api/v1/players/{}/games", player(number));
    let (status, _, page) = ask(&server, &history(3), "", "").await;
    assert_eq!((status, &page["games"]), (200, &json!([])));
    store.forget_player(player(1)).await.expect("forgotten");
    let (status, _, page) = ask(&server, &history(1), "", "").await;
    assert_eq!((status, &page["games"][0]["id"]), (200, &json!(game(1))), "what was played stays");
}

#[tokio::test]
async fn a_leaderboard_and_a_game_are_told() {
    let server = Server::start();
    played(&*server.toys.store, 1).await;
    let (status, _, board) = ask(&server, "GET /api/v1/leaderboard?game=wackee_six&limit=1", "", "").await;
    assert_eq!(status, 200, "{board}");
    let first = &board["players"][0];
    assert_eq!((&first["rank"], &first["name"], &first["games"]), (&json!(1), &json!("Guest 1"), &json!(1)));
    assert_eq!(first["provisional"], json!(true));
    let next = board["next"].as_str().expect("another page");
    let request = format!("GET /api/v1/leaderboard?game=wackee_six&after={next}");
    let (_, _, board) = ask(&server, &request, "", "").await;
    assert_eq!((&board["players"][0]["rank"], &board["next"]), (&json!(2), &Value::Null));
    let (status, _, one) = ask(&server, &format!("GET /api/v1/games/{}", game(1)), "", "").await;
    assert_eq!((status, &one["over"], &one["result"]["rounds"]), (200, &json!(true), &json!(1)));
}

#[tokio::test]
async fn what_cannot_be_told_is_refused() {
    let server = Server::start();
    played(&*server.toys.store, 1).await;
    let unknown = game(99);
    for (path, status, code, at) in [
        (format!("/api/v1/games/{unknown}"), 404, "game_not_found", None),
        (format!("/api/v1/games/{unknown}/replay"), 404, "game_not_found", None),
        ("/api/v1/games/nonsense".to_owned(), 404, "game_not_found", None),
        (format!("/api/v1/games/{}/replay", game(1)), 404, "no_replay", None),
        ("/api/v1/leaderboard".to_owned(), 400, "missing_field", Some("game")),
        ("/api/v1/leaderboard?game=chess".to_owned(), 400, "bad_field", Some("game")),
        ("/api/v1/leaderboard?game=wackee_six&limit=101".to_owned(), 400, "bad_field", Some("limit")),
        ("/api/v1/leaderboard?game=wackee_six&after=7".to_owned(), 400, "bad_field", Some("after")),
        ("/api/v1/leaderboard?game=wackee_six&from=7".to_owned(), 400, "unknown_field", Some("from")),
        (format!("/api/v1/players/{}/games?limit=0", player(1)), 400, "bad_field", Some("limit")),
        ("/api/v1/players/nobody/games".to_owned(), 404, "player_not_found", None),
        (format!("/api/v1/players/{}/games", player(99)), 404, "player_not_found", None),
        (format!("/api/v1/players/{}/games?limit=1&limit=2", player(1)), 400, "repeated_key", Some("limit")),
        ("/api/v1/leaderboard?game=wackee_six&game=wackee_six".to_owned(), 400, "repeated_key", Some("game")),
        ("/api/v1/leaderboard?game=wackee_six&after=&after=".to_owned(), 400, "repeated_key", Some("after")),
    ] {
        let (found, head, problem) = ask(&server, &format!("GET {path}"), "", "").await;
        assert_eq!((found, &problem["code"]), (status, &json!(code)), "{path}: {problem}");
        assert!(head.contains("application/problem+json"), "{path}: {head}");
        assert_eq!(problem["path"].as_str(), at, "{path}: {problem}");
    }
    server.toys.store.set_down(true);
    let (status, _, problem) = ask(&server, "GET /api/v1/leaderboard?game=wackee_six", "", "").await;
    assert_eq!((status, &problem["code"]), (503, &json!("storage_unavailable")));
}

#[tokio::test]
async fn a_replay_is_sent_as_it_is_kept() {
    let server = Server::start();
    played(&*server.toys.store, 1).await;
    let line = format!("{{\"line\":\"step\",\"filler\":\"{}\"}}\n", "x".repeat(50_000));
    let mut packer = Packer::default();
    packer.add(line.as_bytes()).expect("packed");
    let body = packer.finish().expect("packed");
    server.toys.store.keep_replay(game(1), Some(KeptReplay { format: 1, body })).await.expect("kept");
    let (status, head, text) =
        crate::http::ask_text(&server, &format!("GET /api/v1/games/{}/replay", game(1))).await;
    assert_eq!(status, 200, "{head}");
    assert!(head.contains("content-type: application/x-ndjson"), "{head}");
    let (first, rest) = text.split_once('\n').expect("lines");
    let first: Value = serde_json::from_str(first).expect("JSON");
    assert_eq!((&first["line"], &first["match"]), (&json!("match"), &json!(game(1))));
    assert_eq!(first["sides"][0]["people"][0]["name"], json!("Guest 1"));
    assert!(rest == line, "the other lines come as they are");
}

#[tokio::test]
async fn a_damaged_replay_is_refused_before_anything_of_it_is_sent() {
    let server = Server::start();
    let mut packer = Packer::default();
    packer.add(&b"{\"line\":\"step\"}\n".repeat(10_000)).expect("packed");
    let good = packer.finish().expect("packed").to_vec();
    let changed = |at: usize| {
        let mut body = good.clone();
        body[at] ^= 1;
        body
    };
    let damaged = [
        changed(0),
        changed(good.len() / 2),
        changed(good.len() - 5),
        good[..good.len() - 20].to_vec(),
        Vec::new(),
    ];
    played(&*server.toys.store, 6).await;
    for (number, body) in (1..).zip(damaged.into_iter().chain([good.clone()])) {
        let kept = KeptReplay { format: 1, body: body.into() };
        server.toys.store.keep_replay(game(number), Some(kept)).await.expect("kept");
    }
    for number in 1..=5 {
        let (status, head, problem) =
            ask(&server, &format!("GET /api/v1/games/{}/replay", game(number)), "", "").await;
        assert_eq!((status, &problem["code"]), (404, &json!("no_replay")), "{number}: {head}");
        assert!(head.contains("application/problem+json"), "{number}: {head}");
    }
    let (status, _, _) = ask(&server, &format!("GET /api/v1/games/{}", game(1)), "", "").await;
    assert_eq!(status, 200, "the result is told all the same");
    let (status, head, _) =
        crate::http::ask_text(&server, &format!("GET /api/v1/games/{}/replay", game(6))).await;
    assert_eq!(status, 200, "{head}");
}
