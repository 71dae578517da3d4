//! From the handshake to the end of a connection, however it ends.

use std::sync::atomic::Ordering;

use slapdown::limits::{CLOSE_MS, DRAIN_SOCKETS_MS, HELLO_MS, PING_EVERY_MS, SILENT_PEER_MS};
use slapdown::room::outbox::{Class, Close, Pushed};
use slapdown::server::slots::Caps;

use crate::support::{Server, a_moment, in_time, masked, until};

async fn all_ended(server: &Server) {
    let toys = server.toys.clone();
    until("each conversation has ended once", || {
        toys.ended.load(Ordering::SeqCst) == toys.begun.load(Ordering::SeqCst)
    })
    .await;
}

#[tokio::test]
async fn the_subprotocol_is_echoed_where_it_is_offered() {
    let server = Server::start();
    let (_, head) = server.try_open("sec-websocket-protocol: other, slapdown.v1\r\n").await;
    assert!(
        head.starts_with("HTTP/1.1 101 ") && head.contains("sec-websocket-protocol: slapdown.v1\r\n"),
        "{head}"
    );
    let (_, head) = server.try_open("sec-websocket-protocol: other\r\n").await;
    assert!(head.starts_with("HTTP/1.1 101 ") && !head.contains("sec-websocket-protocol"), "{head}");
}

#[tokio::test]
async fn pages_of_other_origins_are_refused_before_the_upgrade() {
    let server = Server::start_with(Caps::default(), |site| {
        site.origins =
            slapdown::server::origin::Origins::new(vec!["https://cards.example".parse().expect("an origin")]);
    });
    let own = format!("origin: http://{}\r\n", server.at);
    for allowed in ["", &own, "origin: https://cards.example\r\n"] {
        let (_, head) = server.try_open(allowed).await;
        assert!(head.starts_with("HTTP/1.1 101 "), "{allowed}: {head}");
    }
    for refused in ["origin: https://evil.example\r\n", "origin: null\r\n"] {
        let (mut client, head) = server.try_open(refused).await;
        assert!(head.starts_with("HTTP/1.1 403 ") && head.contains("application/problem+json"), "{head}");
        let mut body = String::new();
        in_time(tokio::io::AsyncReadExt::read_to_string(&mut client.tcp, &mut body)).await.expect("the end");
        assert!(body.contains(r#""code":"bad_origin""#), "{body}");
    }
    assert_eq!(server.toys.begun.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn without_a_hello_in_time_the_connection_is_closed() {
    let server = Server::start();
    let mut client = server.open().await;
    client.text("no hello").await;
    assert_eq!(client.next_text().await, "no hello");
    server.clock.advance(HELLO_MS - 1);
    a_moment().await;
    assert_eq!(server.toys.outbox().closing(), None);
    server.clock.advance(1);
    assert_eq!(client.next_text().await, r#"{"type":"bye","code":4002,"reason":"no_hello"}"#);
    client.closes_with(4002).await;
    all_ended(&server).await;
}

#[tokio::test]
async fn a_greeted_connection_has_no_such_time() {
    let server = Server::start();
    let mut client = server.greet().await;
    server.clock.advance(HELLO_MS + 1);
    client.text("still here").await;
    assert_eq!(client.next_text().await, "still here");
}

#[tokio::test]
async fn who_answers_pings_stays_and_who_does_not_is_closed() {
    let server = Server::start();
    let mut client = server.greet().await;
    for _ in 0..5 {
        server.clock.advance(PING_EVERY_MS);
        assert_eq!(client.next().await.map(|frame| frame.opcode), Some(9));
        client.frame(0x8a, b"").await;
        client.text("after the pong").await;
        assert_eq!(client.next_text().await, "after the pong");
    }
    server.clock.advance(PING_EVERY_MS);
    assert_eq!(client.next().await.map(|frame| frame.opcode), Some(9));
    server.clock.advance(SILENT_PEER_MS - PING_EVERY_MS);
    client.closes_with(4009).await;
    all_ended(&server).await;
}

#[tokio::test]
async fn pings_leave_on_time_whatever_the_traffic() {
    let server = Server::start();
    let mut client = server.greet().await;
    server.clock.advance(PING_EVERY_MS);
    for number in 0..100 {
        client.text(&number.to_string()).await;
    }
    let mut pinged = 0;
    for _ in 0..101 {
        pinged += usize::from(client.next().await.expect("a frame").opcode == 9);
    }
    assert_eq!(pinged, 1);
}

#[tokio::test]
async fn a_conversation_may_end_itself() {
    let server = Server::start();
    let mut client = server.greet().await;
    client.text("remove me").await;
    assert_eq!(client.next_text().await, r#"{"type":"bye","code":4003,"reason":"removed"}"#);
    client.closes_with(4003).await;
    all_ended(&server).await;
}

#[tokio::test]
async fn a_room_may_end_it_and_what_waits_is_still_sent() {
    let server = Server::start();
    let mut client = server.greet().await;
    let outbox = server.toys.outbox();
    assert_eq!(outbox.push(Class::Events, "last events".into()), Pushed::Queued);
    outbox.close(Close { code: 4010, reason: "room_closed" }, Some("bye".into()));
    assert_eq!(client.next_text().await, "last events");
    assert_eq!(client.next_text().await, "bye");
    client.closes_with(4010).await;
}

#[tokio::test]
async fn a_peer_that_does_not_answer_the_close_is_cut() {
    let server = Server::start();
    let mut client = server.greet().await;
    client.text("remove me").await;
    assert_eq!(client.close_code().await, Some(4003));
    a_moment().await;
    assert_eq!(server.toys.ended.load(Ordering::SeqCst), 0, "its answer is awaited");
    server.clock.advance(CLOSE_MS);
    all_ended(&server).await;
    assert!(client.ended().await);
}

#[tokio::test]
async fn frames_after_a_close_are_not_heard() {
    let server = Server::start();
    let mut client = server.greet().await;
    client.text("remove me").await;
    assert_eq!(client.close_code().await, Some(4003));
    let heard = server.toys.heard.load(Ordering::SeqCst);
    client.text("me again").await;
    client.raw(&masked(0x88, b"\x0f\xa3")).await;
    assert!(client.ended().await);
    assert_eq!(server.toys.heard.load(Ordering::SeqCst), heard);
}

#[tokio::test]
async fn a_socket_that_just_goes_ends_its_conversation() {
    let server = Server::start();
    drop(server.greet().await);
    all_ended(&server).await;
    let client = server.greet().await;
    #[expect(deprecated, reason = "a reset in place of an end is what is wanted")]
    client.tcp.set_linger(Some(std::time::Duration::ZERO)).expect("the option");
    drop(client);
    all_ended(&server).await;
    assert_eq!(server.toys.outbox().push(Class::Events, "e".into()), Pushed::Closed);
}

#[tokio::test]
async fn a_panic_closes_one_connection_and_ends_it_in_order() {
    let server = Server::start();
    let mut other = server.greet().await;
    let mut client = server.greet().await;
    client.text("panic").await;
    client.closes_with(1011).await;
    until("it has ended", || server.toys.ended.load(Ordering::SeqCst) == 1).await;
    other.text("unharmed").await;
    assert_eq!(other.next_text().await, "unharmed");
}

#[tokio::test]
async fn a_frame_that_takes_long_holds_up_neither_writing_nor_the_close() {
    let server = Server::start();
    let mut client = server.greet().await;
    client.text("wait").await;
    until("it waits", || server.toys.heard.load(Ordering::SeqCst) == 2).await;
    assert_eq!(server.toys.outbox().push(Class::Events, "meanwhile".into()), Pushed::Queued);
    assert_eq!(client.next_text().await, "meanwhile");
    client.frame(0x88, b"\x03\xe8").await;
    assert_eq!(client.close_code().await, Some(1000));
    assert!(client.ended().await);
    assert_eq!(server.toys.ended.load(Ordering::SeqCst), 0, "the frame is still being judged");
    server.toys.go_on.notify_one();
    all_ended(&server).await;
}

#[tokio::test]
async fn a_stop_sends_everybody_away_and_spreads_their_return() {
    let server = Server::start();
    let mut clients = Vec::new();
    for _ in 0..20 {
        clients.push(server.greet().await);
    }
    server.shutdown.stop();
    let mut waits = Vec::new();
    for client in &mut clients {
        let bye: serde_json::Value = serde_json::from_str(&client.next_text().await).expect("JSON");
        assert_eq!((&bye["type"], &bye["code"]), (&"bye".into(), &1012.into()));
        waits.push(bye["retry_after_ms"].as_u64().expect("a number"));
        client.closes_with(1012).await;
    }
    waits.sort_unstable();
    assert!(waits[19] < 5_000 && waits.windows(2).all(|pair| pair[1] - pair[0] < 600), "{waits:?}");
    in_time(server.task).await.expect("the server ends by itself");
    assert_eq!(server.toys.ended.load(Ordering::SeqCst), 20);
    assert!(tokio::net::TcpStream::connect(server.at).await.is_err(), "the port is closed");
}

#[tokio::test]
async fn a_stop_cuts_who_does_not_go() {
    let server = Server::start();
    let _silent = server.tcp().await;
    let mut stubborn = server.greet().await;
    a_moment().await;
    server.shutdown.stop();
    assert_eq!(stubborn.close_code().await, Some(1012));
    let toys = server.toys.clone();
    server.clock.advance(CLOSE_MS);
    until("its conversation has ended", || toys.ended.load(Ordering::SeqCst) == 1).await;
    server.clock.advance(DRAIN_SOCKETS_MS);
    in_time(server.task).await.expect("the server ends");
}
