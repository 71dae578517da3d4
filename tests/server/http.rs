//! The HTTP API.

use std::sync::atomic::Ordering;

use serde_json::Value;
use slapdown::limits::{HTTP_REQUEST_MS, READY_MS};
use slapdown::server::slots::Caps;
use tokio::io::AsyncReadExt;

use crate::support::{Client, Server, a_moment, in_time};

/// Sends a request and takes the answer apart: status, header, body.
pub async fn ask(server: &Server, request: &str, headers: &str, body: &str) -> (u16, String, Value) {
    let mut client = Client { tcp: server.tcp().await };
    let length = body.len();
    client
        .try_raw(
            format!(
                "{request} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}",
                server.at
            )
            .as_bytes(),
        )
        .await;
    answer(&mut client).await
}

/// Sends a request and takes the answer apart: status, header, text; also one that comes in chunks.
pub async fn ask_text(server: &Server, request: &str) -> (u16, String, String) {
    let mut client = Client { tcp: server.tcp().await };
    let request = format!("{request} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", server.at);
    client.try_raw(request.as_bytes()).await;
    let mut text = String::new();
    in_time(client.tcp.read_to_string(&mut text)).await.expect("an answer");
    let (head, mut rest) = text.split_once("\r\n\r\n").expect("a header and a body");
    let head = head.to_ascii_lowercase();
    let status = head[9..12].parse().expect("a status");
    if !head.contains("transfer-encoding: chunked") {
        return (status, head, rest.to_owned());
    }
    let mut body = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).expect("a length");
        body.push_str(&after[..length]);
        rest = &after[length + 2..];
    }
    (status, head, body)
}

async fn answer(client: &mut Client) -> (u16, String, Value) {
    let mut text = String::new();
    in_time(client.tcp.read_to_string(&mut text)).await.expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("a header and a body");
    let status = head[9..12].parse().expect("a status");
    (status, head.to_ascii_lowercase(), serde_json::from_str(body).unwrap_or(Value::Null))
}

#[tokio::test]
async fn the_server_tells_about_itself() {
    let server = Server::start();
    let (status, _, body) = ask(&server, "GET /healthz", "", "").await;
    assert_eq!((status, &body["status"]), (200, &"ok".into()));
    let (status, _, _) = ask(&server, "GET /readyz", "", "").await;
    assert_eq!(status, 200);
    let (status, _, body) = ask(&server, "GET /version", "", "").await;
    assert_eq!((status, &body["protocol"]), (200, &1.into()));
    let (status, head, _) = ask(&server, "GET /", "", "").await;
    assert_eq!(status, 200);
    assert!(
        head.contains("content-security-policy: default-src 'self'") && head.contains("nosniff"),
        "{head}"
    );
    let (status, _, body) = ask(&server, "GET /api/openapi.json", "", "").await;
    assert_eq!(status, 200);
    assert!(body["paths"]["/api/v1/rooms/{code}"]["get"].is_object(), "{body}");
    let (status, _, body) = ask(&server, "GET /api/asyncapi.json", "", "").await;
    assert_eq!(status, 200);
    assert!(body["asyncapi"].is_string(), "{body}");
}

#[tokio::test]
async fn a_guest_a_room_and_a_look_at_it() {
    let server = Server::start();
    let (status, head, body) = ask(&server, "POST /api/v1/players", "", r#"{"name":"Ana"}"#).await;
    assert_eq!((status, &body["name"], &body["token"]), (201, &"Ana".into(), &"127.0.0.1".into()));
    assert!(head.contains("cache-control: no-store"), "{head}");
    let (status, _, body) = ask(&server, "POST /api/v1/players", "", "").await;
    assert_eq!((status, &body["name"]), (201, &"Brisk Otter".into()));
    let token = "authorization: Bearer secret\r\n";
    let (status, head, body) = ask(&server, "POST /api/v1/rooms", token, r#"{"game":"wackee_six"}"#).await;
    assert_eq!((status, &body["code"]), (201, &"KTZSB7".into()));
    assert!(head.contains("location: /api/v1/rooms/ktzsb7"), "{head}");
    let (status, _, body) = ask(&server, "GET /api/v1/rooms/kt2-587", "", "").await;
    assert_eq!((status, &body["code"], &body["sides"]), (200, &"KTZSB7".into(), &4.into()));
}

/// Request, headers, body; status, code, and the path of the wrong field.
type Case<'a> = (&'a str, &'a str, &'a str, u16, &'a str, Option<&'a str>);

#[tokio::test]
async fn refusals_are_problem_documents() {
    let server = Server::start();
    let secret = "authorization: Bearer secret\r\n";
    let large = format!(r#"{{"name":"{}"}}"#, "x".repeat(16 * 1024));
    let cases: &[Case] = &[
        ("GET /nothing", "", "", 404, "not_found", None),
        ("DELETE /healthz", "", "", 405, "method_not_allowed", None),
        ("POST /ws", "", "", 405, "method_not_allowed", None),
        ("GET /ws", "", "", 426, "upgrade_required", None),
        ("GET /api/v1/rooms/KTZSBB", "", "", 404, "room_not_found", None),
        ("GET /api/v1/rooms/%ff", "", "", 404, "room_not_found", None),
        ("POST /api/v1/players", "", "{", 400, "not_json", None),
        ("POST /api/v1/players", "", "[]", 400, "not_json", None),
        ("POST /api/v1/players", "", r#"{"name":5}"#, 400, "bad_field", Some("name")),
        ("POST /api/v1/players", "", r#"{"nmae":"x"}"#, 400, "unknown_field", Some("nmae")),
        ("POST /api/v1/players", "", r#"{"type":"x"}"#, 400, "unknown_field", Some("type")),
        ("POST /api/v1/players", "", r#"{"name":"a","name":"b"}"#, 400, "repeated_key", Some("name")),
        ("POST /api/v1/players", "", &large, 413, "body_too_large", None),
        ("POST /api/v1/players", "", r#"{"name":"flood"}"#, 429, "too_many_tries", None),
        ("POST /api/v1/players", "", r#"{"name":"panic"}"#, 500, "internal", None),
        ("POST /api/v1/players", "origin: https://evil.example\r\n", "{}", 403, "bad_origin", None),
        ("POST /api/v1/rooms", "", r#"{"game":"wackee_six"}"#, 401, "no_token", None),
        (
            "POST /api/v1/rooms",
            "authorization: Basic x\r\n",
            r#"{"game":"wackee_six"}"#,
            401,
            "no_token",
            None,
        ),
        (
            "POST /api/v1/rooms",
            "authorization: Bearer x\r\n",
            r#"{"game":"wackee_six"}"#,
            401,
            "bad_token",
            None,
        ),
        ("POST /api/v1/rooms", secret, "{}", 400, "missing_field", Some("game")),
        ("POST /api/v1/rooms", secret, r#"{"game":"chess"}"#, 400, "bad_field", Some("game")),
        (
            "POST /api/v1/rooms",
            secret,
            r#"{"game":"wackee_six","options":{"target":1}}"#,
            400,
            "bad_option",
            Some("options.target"),
        ),
    ];
    for (request, headers, body, status, code, path) in cases {
        let (was, head, problem) = ask(&server, request, headers, body).await;
        assert_eq!((was, &problem["code"]), (*status, &(*code).into()), "{request} {body}");
        assert!(head.contains("application/problem+json"), "{head}");
        assert_eq!(problem.get("path").and_then(Value::as_str), *path, "{request} {body}");
    }
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_without_an_announcement_too() {
    let server = Server::start();
    let mut client = Client { tcp: server.tcp().await };
    client.raw(b"POST /api/v1/players HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n").await;
    for _ in 0..20 {
        client.try_raw(format!("400\r\n{}\r\n", "x".repeat(1_024)).as_bytes()).await;
    }
    let (status, _, problem) = answer(&mut client).await;
    assert_eq!((status, &problem["code"]), (413, &"body_too_large".into()));
}

#[tokio::test]
async fn a_request_has_its_time() {
    let server = Server::start();
    let mut body = Client { tcp: server.tcp().await };
    body.raw(b"POST /api/v1/players HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{").await;
    let mut judged = Client { tcp: server.tcp().await };
    let text = r#"{"name":"wait"}"#;
    let request = format!(
        "POST /api/v1/players HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{text}",
        text.len()
    );
    judged.raw(request.as_bytes()).await;
    a_moment().await;
    server.clock.advance(HTTP_REQUEST_MS);
    for client in [&mut body, &mut judged] {
        let (status, _, problem) = answer(client).await;
        assert_eq!((status, &problem["code"]), (408, &"timed_out".into()));
    }
}

#[tokio::test]
async fn a_client_that_does_not_read_its_answers_is_cut() {
    let server = Server::start();
    let mut client = Client { tcp: server.tcp().await };
    let request = b"GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(5_000);
    let mut stuck = 0;
    while stuck < 5 {
        // Until neither side's buffers take more.
        if client.tcp.try_write(&request).is_ok() {
            stuck = 0;
        } else {
            stuck += 1;
            a_moment().await;
        }
    }
    for _ in 0..3 {
        server.clock.advance(HTTP_REQUEST_MS);
        a_moment().await;
    }
    let mut rest = Vec::new();
    let _ = in_time(client.tcp.read_to_end(&mut rest)).await;
}

#[tokio::test]
async fn while_the_server_stops_it_is_not_ready() {
    let server = Server::start();
    let mut client = Client { tcp: server.tcp().await };
    let request = b"GET /readyz HTTP/1.1\r\nhost: x\r\n";
    // Begun before the stop, so that it is still answered.
    client.raw(request).await;
    a_moment().await;
    server.shutdown.stop();
    a_moment().await;
    client.raw(b"\r\n").await;
    let (status, _, body) = answer(&mut client).await;
    assert_eq!((status, &body["status"]), (503, &"draining".into()));
}

#[tokio::test]
async fn while_the_store_hangs_the_server_says_soon_that_it_is_not_ready() {
    let server = Server::start();
    server.toys.hangs.store(true, Ordering::SeqCst);
    let mut client = Client { tcp: server.tcp().await };
    client.raw(b"GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await;
    a_moment().await;
    server.clock.advance(READY_MS);
    let (status, _, body) = answer(&mut client).await;
    assert_eq!((status, &body["status"]), (503, &"storage_unavailable".into()));
    server.toys.hangs.store(false, Ordering::SeqCst);
    let (status, _, _) = ask(&server, "GET /readyz", "", "").await;
    assert_eq!(status, 200, "and ready again when it answers");
}

#[tokio::test]
async fn a_page_of_an_allowed_origin_may_read_the_answers() {
    let server = Server::start_with(Caps::default(), |site| {
        site.origins =
            slapdown::server::origin::Origins::new(vec!["https://cards.example".parse().expect("an origin")]);
    });
    let origin = "origin: https://cards.example\r\n";
    let asks = format!("{origin}access-control-request-method: POST\r\n");
    let (status, head, _) = ask(&server, "OPTIONS /api/v1/players", &asks, "").await;
    assert_eq!(status, 204);
    assert!(head.contains("access-control-allow-headers: authorization, content-type"), "{head}");
    let (status, head, _) = ask(&server, "POST /api/v1/players", origin, "{}").await;
    assert_eq!(status, 201);
    assert!(head.contains("access-control-allow-origin: https://cards.example"), "{head}");
    let (_, head, _) = ask(&server, "GET /version", "origin: https://evil.example\r\n", "").await;
    assert!(!head.contains("access-control"), "{head}");
}

#[tokio::test]
async fn the_public_rooms_come_in_parts_and_a_wrong_question_is_told_where() {
    let server = Server::start();
    let (status, head, body) = ask(&server, "GET /api/v1/rooms", "", "").await;
    assert_eq!((status, &body), (200, &serde_json::json!({ "rooms": [] })));
    assert!(head.contains("cache-control: no-store"), "{head}");
    let (status, _, body) = ask(&server, "GET /api/v1/rooms?game=super_rack_o&after=9", "", "").await;
    assert_eq!((status, &body["next"]), (200, &"super_rack_o".into()));
    for (query, code, path) in [
        ("game=poker", "bad_field", "game"),
        ("after=x", "bad_field", "after"),
        ("page=2", "unknown_field", "page"),
        ("after=9&after=9", "repeated_key", "after"),
    ] {
        let (status, _, body) = ask(&server, &format!("GET /api/v1/rooms?{query}"), "", "").await;
        assert_eq!((status, &body["code"], &body["path"]), (400, &code.into(), &path.into()), "{query}");
    }
}
