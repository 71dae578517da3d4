//! Connections that say nothing, and the honest ones beside them.

use std::sync::atomic::Ordering;

use slapdown::limits::{CLOSE_MS, HELLO_MS, HTTP_HEADER_MS};
use slapdown::server::slots::Caps;

use crate::support::{Client, Server, a_moment, until};

/// So many that the bound for one address is passed, and few enough for the test's own descriptors.
const CAPS: Caps = Caps { connections: 400, ungreeted: 100, ungreeted_per_address: 50 };

#[tokio::test]
async fn silent_half_open_and_idle_connections_are_gone_at_the_stated_limit() {
    let server = Server::start();
    let mut silent = Client { tcp: server.tcp().await };
    let mut half = Client { tcp: server.tcp().await };
    half.raw(b"GET / HTTP/1.1\r\nhost: x\r\nx-half: ").await;
    let mut idle = Client { tcp: server.tcp().await };
    idle.raw(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(idle.head().await.starts_with("HTTP/1.1 200 "));
    a_moment().await;
    server.clock.advance(HTTP_HEADER_MS - 1);
    a_moment().await;
    half.raw(b"more").await;
    a_moment().await;
    server.clock.advance(1);
    assert!(silent.ended().await);
    assert!(half.ended().await);
    let mut body = [0; 64];
    while matches!(
        crate::support::in_time(tokio::io::AsyncReadExt::read(&mut idle.tcp, &mut body)).await,
        Ok(1..)
    ) {}
}

#[tokio::test]
async fn a_flood_from_one_address_does_not_keep_an_honest_client_of_it_out() {
    let server = Server::start_with(CAPS, |_| ());
    let mut honest = server.greet().await;
    let mut flood = Vec::new();
    for number in 0..200 {
        let mut client =
            if number % 4 == 0 { server.open().await } else { Client { tcp: server.tcp().await } };
        if number % 4 == 1 {
            client.raw(b"GET /ws HTTP/1.1\r\n").await;
        }
        flood.push(client);
    }
    honest.text("still in").await;
    assert_eq!(honest.next_text().await, "still in");
    let mut late = server.greet().await;
    late.text("in as well").await;
    assert_eq!(late.next_text().await, "in as well");
    // The oldest of the flood had to make room.
    assert!(flood[0].ended().await && flood[100].ended().await);
    // All of it is gone at the stated limit.
    a_moment().await;
    server.clock.advance(HELLO_MS);
    // They do not answer the close either.
    a_moment().await;
    server.clock.advance(CLOSE_MS);
    until("only the honest are left", || {
        let toys = &server.toys;
        toys.begun.load(Ordering::SeqCst) - toys.ended.load(Ordering::SeqCst) == 2
    })
    .await;
    honest.text("to the end").await;
    assert_eq!(honest.next_text().await, "to the end");
}

#[tokio::test]
async fn when_all_places_are_taken_the_refusal_is_an_answer() {
    let server = Server::start_with(Caps { connections: 2, ungreeted: 2, ungreeted_per_address: 2 }, |_| ());
    let one = server.greet().await;
    let _two = server.greet().await;
    let (_, head) = server.try_open("").await;
    assert!(head.starts_with("HTTP/1.1 503 ") && head.contains("retry-after"), "{head}");
    drop(one);
    until("there is room", || server.toys.ended.load(Ordering::SeqCst) == 1).await;
    a_moment().await;
    server.greet().await;
}

#[tokio::test]
async fn a_client_behind_a_trusted_proxy_is_counted_by_its_own_address() {
    let server = Server::start_with(CAPS, |site| {
        site.proxies =
            slapdown::server::address::TrustedProxies::new(vec!["127.0.0.1".parse().expect("a range")]);
    });
    let mut flood = Vec::new();
    for _ in 0..60 {
        flood.push(server.try_open("x-forwarded-for: 203.0.113.5\r\n").await.0);
    }
    let (mut other, head) = server.try_open("x-forwarded-for: 1.1.1.1, 203.0.113.6\r\n").await;
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
    other.text("hello").await;
    assert_eq!(other.next_text().await, "welcome");
    assert!(flood[0].ended().await, "the oldest of the flood made room");
    let last = server.toys.addresses.lock().expect("the list").last().map(ToString::to_string);
    assert_eq!(last.as_deref(), Some("203.0.113.6"));
}
