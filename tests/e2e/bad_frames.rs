//! Frames that are no frames: each has its answer, and nobody else notices.

use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::table::Table;
use crate::support::time::within;

/// A frame, the code of its answer, and the id that can be read.
fn bad() -> Vec<(String, &'static str, Option<u64>)> {
    let deep = |levels: usize| {
        format!(r#"{{"type":"ready","id":7,"ready":{}true{}}}"#, "[".repeat(levels), "]".repeat(levels))
    };
    let long_name = "x".repeat(25);
    let plain = [
        ("", "not_json", None),
        ("hello", "not_json", None),
        ("null", "not_json", None),
        ("7", "not_json", None),
        (r#"[{"type":"ping"}]"#, "not_json", None),
        (r#"{"type":"ping"}{"type":"ping"}"#, "not_json", None),
        (r#"{"type":"ping""#, "not_json", None),
        (r#"{"type":"ping",}"#, "not_json", None),
        ("{\"type\":\"ping\",\"t\":\u{feff}1}", "not_json", None),
        ("{}", "missing_field", None),
        (r#"{"type":null}"#, "bad_field", None),
        (r#"{"type":["ping"]}"#, "bad_field", None),
        (r#"{"type":"pong"}"#, "unknown_type", None),
        (r#"{"type":"redy","id":7}"#, "unknown_type", Some(7)),
        (r#"{"type":"ready","ready":true}"#, "missing_field", None),
        (r#"{"type":"ready","id":7}"#, "missing_field", Some(7)),
        (r#"{"type":"ready","id":7,"ready":1}"#, "bad_field", Some(7)),
        (r#"{"type":"ready","id":7,"ready":null}"#, "bad_field", Some(7)),
        (r#"{"type":"ready","id":7,"ready":true,"redy":1}"#, "unknown_field", Some(7)),
        (r#"{"type":"ready","id":7,"ready":true,"ready":false}"#, "repeated_key", Some(7)),
        (r#"{"type":"ready","id":7,"id":8,"ready":true}"#, "repeated_key", None),
        (r#"{"type":"ready","id":7,"ready":true,"entropy":"00"}"#, "bad_field", Some(7)),
        (r#"{"type":"ready","id":-1,"ready":true}"#, "bad_id", None),
        (r#"{"type":"ready","id":1.5,"ready":true}"#, "bad_id", None),
        (r#"{"type":"ready","id":"7","ready":true}"#, "bad_id", None),
        (r#"{"type":"ready","id":9007199254740992,"ready":true}"#, "bad_id", None),
        (r#"{"type":"ready","id":99999999999999999999999999,"ready":true}"#, "bad_id", None),
        (r#"{"type":"ready","id":1e999,"ready":true}"#, "bad_id", None),
        (r#"{"type":"sit","id":7,"side":1e999}"#, "bad_field", Some(7)),
        (r#"{"type":"sit","id":7,"side":300}"#, "bad_field", Some(7)),
        (r#"{"type":"sit","id":7,"side":-1}"#, "bad_field", Some(7)),
        (r#"{"type":"sit","id":7,"side":1,"role":"king"}"#, "bad_field", Some(7)),
        (r#"{"type":"join_room","id":7,"code":"\ud800"}"#, "bad_field", Some(7)),
        (r#"{"type":"act","id":7,"action":null}"#, "bad_field", Some(7)),
        (r#"{"type":"act","id":7,"action":{"do":"fly"}}"#, "unknown_action", Some(7)),
        (
            r#"{"type":"act","id":7,"action":{"do":"play","card":"red-14","from":"row.1"}}"#,
            "bad_field",
            Some(7),
        ),
        (r#"{"type":"act","id":7,"action":{"do":"turn","card":"red-1"}}"#, "unknown_field", Some(7)),
        (r#"{"type":"set_options","id":7,"options":{"target":1,"target":2}}"#, "repeated_key", Some(7)),
        (r#"{"type":"hello","name":null}"#, "bad_field", None),
    ];
    let mut bad: Vec<_> = plain.into_iter().map(|(text, code, id)| (text.to_owned(), code, id)).collect();
    bad.push((deep(20), "too_deep", Some(7)));
    bad.push((deep(5_000), "too_deep", Some(7)));
    bad.push((
        format!(r#"{{"type":"join_room","id":7,"code":"{long_name}","x":"{}"}}"#, "y".repeat(9_000)),
        "unknown_field",
        Some(7),
    ));
    bad
}

async fn nobody_noticed(table: &mut Table, seq: u64) {
    let other = &mut table.clients[0];
    other.text(r#"{"type":"ping","t":1}"#).await;
    other.wait_for("pong").await;
    other.listen(50).await;
    assert_eq!(
        other.seq,
        seq,
        "somebody else was told: {:?}",
        other.log.range(seq + 1..).collect::<Vec<_>>()
    );
    assert!(other.closed.is_none());
}

#[tokio::test]
async fn each_bad_frame_has_its_code_and_the_connection_stays_open() {
    let server = Binary::start();
    let mut table = Table::of_singles(server.at, 2, json!({})).await;
    table.settle().await;
    let seq = table.clients[0].seq;
    for (text, code, id) in bad() {
        let client = &mut table.clients[1];
        client.text(&text).await;
        let answer = client.wait_for("error").await;
        let shown: String = text.chars().take(100).collect();
        assert_eq!(answer["code"], code, "{shown}: {answer}");
        assert_eq!(answer["id"].as_u64(), id, "{shown}: {answer}");
        assert!(answer.to_string().len() < 2_000, "an answer is short: {shown}");
        let has_path = matches!(
            code,
            "missing_field"
                | "bad_field"
                | "unknown_field"
                | "repeated_key"
                | "bad_id"
                | "unknown_type"
                | "unknown_action"
        );
        assert!(!has_path || answer["detail"]["path"].is_string(), "{shown}: {answer}");
        client.text(r#"{"type":"ping"}"#).await;
        client.wait_for("pong").await;
    }
    // None of them used up the id.
    table.clients[1].ok(json!({ "type": "ready", "ready": true })).await;
    table.clients[1].ok(json!({ "type": "ready", "ready": false })).await;
    table.settle().await;
    nobody_noticed(&mut table, seq + 2).await;
}

#[tokio::test]
async fn ten_bad_frames_in_a_row_close_and_nine_do_not() {
    let server = Binary::start();
    let mut table = Table::of_singles(server.at, 2, json!({})).await;
    table.settle().await;
    let client = &mut table.clients[1];
    for _ in 0..2 {
        for _ in 0..9 {
            client.text("[]").await;
            client.wait_for("error").await;
        }
        client.text(r#"{"type":"ping"}"#).await;
        client.wait_for("pong").await;
    }
    for _ in 0..10 {
        client.text("[]").await;
    }
    let mut errors = 0;
    within("the close", async {
        while let Some(frame) = client.read().await {
            errors += u32::from(frame["type"] == "error");
        }
    })
    .await;
    assert_eq!(errors, 10);
    assert_eq!(client.closed, Some((1008, "bad_frames".to_owned())));
    // The seat waits.
    let states = client.states;
    client.resume(server.at).await;
    assert_eq!(client.welcome["resumed"], true);
    assert_eq!(client.states, states);
    table.clients[0].listen(100).await;
    assert!(table.clients[0].closed.is_none());
}

fn raw(payload: &[u8], opcode: Data, last: bool) -> Message {
    Message::Frame(Frame::message(payload.to_vec(), OpCode::Data(opcode), last))
}

#[tokio::test]
async fn what_breaks_the_websocket_closes_with_the_stated_code() {
    let server = Binary::start();
    let mut table = Table::of_singles(server.at, 2, json!({})).await;
    let large = format!(r#"{{"type":"ping","t":1,"x":"{}"}}"#, "x".repeat(17 * 1024));
    let half = vec![b' '; 9 * 1024];
    let cases: Vec<(Vec<Message>, u16, &str)> = vec![
        (vec![Message::binary(b"{}".to_vec())], 1003, "binary"),
        (vec![Message::text(large)], 1009, "too_large"),
        // Two halves that are too large together.
        (vec![raw(&half, Data::Text, false), raw(&half, Data::Continue, true)], 1009, "too_large"),
        (vec![raw(b"{\"type\":\"ping\",\"t\":\"\xff\"}", Data::Text, true)], 1007, "not_utf8"),
        (vec![raw(b"{\"type\":\"\xc3", Data::Text, true)], 1007, "not_utf8"),
        // A text frame in the middle of another message.
        (vec![raw(b"{", Data::Text, false), raw(b"{}", Data::Text, true)], 1002, "protocol_error"),
        (vec![raw(b"{}", Data::Continue, true)], 1002, "protocol_error"),
    ];
    for (messages, code, reason) in cases {
        table.settle().await;
        let client = &mut table.clients[1];
        for message in messages {
            client.message(message).await;
        }
        let closed = client.until_closed().await;
        assert_eq!((closed.0, closed.1.as_str()), (code, reason));
        let known = client.seq;
        table.clients[0].until(known + 1).await;
        table.clients[1].resume(server.at).await;
        // To the others it is a person whose connection broke off.
        table.settle().await;
        let events: Vec<&Value> = table.clients[0].log.range(known + 1..).map(|(_, event)| event).collect();
        assert!(events.iter().all(|event| event["e"] == "online"), "{events:?}");
    }
}

#[tokio::test]
async fn a_text_in_pieces_is_a_text() {
    let server = Binary::start();
    let mut client = Client::guest(server.at).await;
    // Cut in the middle of a letter too.
    let text =
        "{\"type\":\"create_room\",\"id\":5,\"game\":\"wackee_six\",\"options\":{\"tärget\":1}}".as_bytes();
    let cut = text.iter().position(|byte| *byte == 0xc3).expect("an ä") + 1;
    client.message(raw(&text[..cut], Data::Text, false)).await;
    let _ = client.socket.send(Message::Ping(b"between".to_vec().into())).await;
    client.message(raw(&text[cut..cut + 3], Data::Continue, false)).await;
    client.message(raw(&text[cut + 3..], Data::Continue, true)).await;
    let answer = client.answer(5).await;
    assert_eq!(answer["code"], "unknown_field");
    assert_eq!(answer["detail"], json!({ "path": "options.tärget", "nearest": "target" }), "{answer}");
    let whole = "{\"type\":\"create_room\",\"id\":6,\"game\":\"wackee_six\"}".as_bytes();
    client.message(raw(&whole[..20], Data::Text, false)).await;
    client.message(raw(&whole[20..], Data::Continue, true)).await;
    assert_eq!(client.answer(6).await["type"], "ok");
}
