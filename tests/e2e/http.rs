//! The lobby over HTTP, and which pages may use it.

use serde_json::{Value, json};

use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::http::{Answer, get, post, request};

fn problem(answer: &Answer, status: u16, code: &str) -> Value {
    assert_eq!(answer.status, status, "{answer:?}");
    assert!(answer.head.contains("content-type: application/problem+json"), "{answer:?}");
    let problem = answer.json();
    assert_eq!((&problem["code"], &problem["status"]), (&json!(code), &json!(status)));
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.ends_with('.')), "{problem}");
    problem
}

#[tokio::test]
async fn a_guest_makes_a_room_and_others_find_it_in_any_spelling() {
    let server = Binary::start();
    let guest = post(server.at, "/api/v1/players", "", r#"{"name":"Ada"}"#).await;
    assert_eq!(guest.status, 201, "{guest:?}");
    assert!(guest.head.contains("cache-control: no-store"), "a token is kept nowhere on the way");
    let guest = guest.json();
    assert_eq!(guest["name"], "Ada");
    let token = guest["token"].as_str().expect("a token").to_owned();

    let wish = json!({ "game": "wackee_six", "options": { "target": 40 } }).to_string();
    problem(&post(server.at, "/api/v1/rooms", "", &wish).await, 401, "no_token");
    problem(
        &post(server.at, "/api/v1/rooms", "authorization: Bearer nonsense\r\n", &wish).await,
        401,
        "bad_token",
    );
    let bearer = format!("authorization: Bearer {token}\r\n");
    let bad = json!({ "game": "wackee_six", "options": { "target": 1 } }).to_string();
    let bad = problem(&post(server.at, "/api/v1/rooms", &bearer, &bad).await, 400, "bad_option");
    assert_eq!(bad["path"], "options.target");
    let made = post(server.at, "/api/v1/rooms", &bearer, &wish).await;
    assert_eq!(made.status, 201, "{made:?}");
    let code = made.json()["code"].as_str().expect("a code").to_owned();
    assert_eq!(code.len(), 6);

    let spaced = format!("{}%20{}", &code[..3], &code[3..]).to_lowercase();
    let hyphens = format!("{}-{}-{}", &code[..2], &code[2..4], &code[4..]);
    let digits = code.replace('Z', "2").replace('S', "5").replace('B', "8");
    for spelling in [code.clone(), code.to_lowercase(), spaced, hyphens, digits] {
        let found = get(server.at, &format!("/api/v1/rooms/{spelling}")).await;
        assert_eq!(found.status, 200, "{spelling}: {found:?}");
        let found = found.json();
        assert_eq!(
            (&found["code"], &found["game"], &found["people"]),
            (&json!(code), &json!("wackee_six"), &json!(0))
        );
        assert!(!found.to_string().contains(&token));
    }

    let mut ada = Client::hello(server.at, json!({ "token": token })).await;
    assert_eq!(ada.welcome["player"], json!({ "id": guest["id"], "name": "Ada" }));
    ada.ok(json!({ "type": "join_room", "code": code.to_lowercase() })).await;
    ada.wait_for("state").await;
    let room = &ada.model.as_ref().expect("a room").room;
    assert_eq!((&room["options"]["target"], &room["host"]), (&json!(40), &guest["id"]));
}

#[tokio::test]
async fn guessing_codes_is_slowed_down_and_those_inside_do_not_notice() {
    let server = Binary::start();
    let mut inside = Client::guest(server.at).await;
    let code = inside.ok(json!({ "type": "create_room", "game": "super_rack_o" })).await["code"].clone();
    let code = code.as_str().expect("a code").to_owned();
    let mut slowed = None;
    for number in 0..40 {
        let tail = ["BCDF", "GHJK", "MNPQ", "RSTV"][number % 4];
        let answer =
            get(server.at, &format!("/api/v1/rooms/{}{tail}", ["BB", "CC", "DD", "FF", "GG"][number % 5]))
                .await;
        if answer.status == 429 {
            slowed = Some(answer);
            break;
        }
        problem(&answer, 404, "room_not_found");
    }
    let slowed = slowed.expect("forty guesses are too many");
    let told = problem(&slowed, 429, "too_many_tries");
    assert!(told["retry_after_ms"].as_u64().is_some_and(|ms| ms > 0), "{told}");
    assert!(slowed.head.contains("retry-after: "), "{slowed:?}");
    // Over the socket each player is counted alone, whatever comes from the same address.
    let mut guesser = Client::guest(server.at).await;
    let mut refused = json!(null);
    for _ in 0..15 {
        refused = guesser.ask(json!({ "type": "join_room", "code": "BBBBBB" })).await;
        if refused["code"] == "too_many_tries" {
            break;
        }
        assert_eq!(refused["code"], "room_not_found", "{refused}");
    }
    assert_eq!(refused["code"], "too_many_tries", "{refused}");
    assert!(refused["retry_after_ms"].as_u64().is_some_and(|ms| ms > 0), "{refused}");
    let mut honest = Client::guest(server.at).await;
    honest.ok(json!({ "type": "join_room", "code": code })).await;
    inside.ok(json!({ "type": "sit", "side": 1 })).await;
    let me = inside.me.clone();
    let back = Client::hello(server.at, json!({ "token": me.token, "session": me.session })).await;
    assert_eq!(back.welcome["room"], code.as_str());
}

#[tokio::test]
async fn it_says_how_it_is() {
    let server = Binary::start();
    for path in ["/healthz", "/readyz"] {
        let answer = get(server.at, path).await;
        assert_eq!((answer.status, answer.json()), (200, json!({ "status": "ok" })), "{path}");
    }
    let version = get(server.at, "/version").await.json();
    assert_eq!((&version["name"], &version["protocol"]), (&json!("slapdown"), &json!(1)));
    problem(&get(server.at, "/nowhere").await, 404, "not_found");
    problem(&request(server.at, "DELETE /version", "", "").await, 405, "method_not_allowed");
    let large = "x".repeat(20 * 1024);
    problem(&post(server.at, "/api/v1/players", "", &large).await, 413, "body_too_large");
    problem(&post(server.at, "/api/v1/players", "", "[").await, 400, "not_json");
}

#[tokio::test]
async fn pages_of_another_origin_may_neither_post_nor_connect() {
    let server = Binary::start();
    let at = server.at;
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for origin in ["https://evil.example", "http://localhost:1", "null"] {
        let evil = format!("origin: {origin}\r\n");
        problem(&post(at, "/api/v1/players", &evil, "{}").await, 403, "bad_origin");
        problem(&post(at, "/api/v1/rooms", &evil, r#"{"game":"wackee_six"}"#).await, 403, "bad_origin");
        let answer = upgraded(at, &format!("{upgrade}{evil}")).await;
        assert!(answer.starts_with("HTTP/1.1 403 ") && answer.contains("bad_origin"), "{answer}");
    }
    let own = format!("origin: http://{at}\r\n");
    assert_eq!(post(at, "/api/v1/players", &own, "{}").await.status, 201);
    assert!(upgraded(at, &format!("{upgrade}{own}")).await.starts_with("HTTP/1.1 101 "));
}

/// The answer to a request for a WebSocket.
async fn upgraded(at: std::net::SocketAddr, headers: &str) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream =
        crate::support::wire::tcp(at, crate::support::wire::own_address(1)).await.expect("a connection");
    let request = format!("GET /ws HTTP/1.1\r\nhost: {at}\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.expect("it can be sent");
    let mut bytes = vec![0; 4 * 1024];
    let read = crate::support::time::within("an answer", async {
        let mut read = 0;
        while !bytes[..read].windows(4).any(|end| end == b"\r\n\r\n") {
            let more = stream.read(&mut bytes[read..]).await.expect("it can be read");
            if more == 0 {
                break;
            }
            read += more;
        }
        // A body, where there is one, comes in the same breath.
        crate::support::time::at_most(100, async {
            read += stream.read(&mut bytes[read..]).await.unwrap_or(0);
        })
        .await;
        read
    })
    .await;
    String::from_utf8_lossy(&bytes[..read]).into_owned()
}
