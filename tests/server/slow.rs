//! Clients that do not read, and what becomes of their backlog.

use std::sync::atomic::Ordering;

use bytes::Bytes;
use slapdown::limits::{OUTBOX_ANSWERS_MAX, TOO_SLOW_MS};
use slapdown::room::outbox::{Class, Pushed};

use crate::support::{Client, Server, a_moment, until};

/// Pushes events until the kernel's buffers, the library's and the outbox are full.
async fn fill(server: &Server) {
    let outbox = server.toys.outbox();
    let events = Bytes::from("e".repeat(16 * 1024));
    let mut refused = 0;
    // The writer may still be moving frames into the kernel: only a pause without progress counts.
    for _ in 0..100_000 {
        match outbox.push(Class::Events, events.clone()) {
            Pushed::Queued => refused = 0,
            Pushed::Overflow => {
                refused += 1;
                if refused > 5 {
                    return;
                }
                a_moment().await;
            }
            Pushed::Closed => panic!("closed"),
        }
    }
    panic!("no end of room");
}

/// The texts up to the close, without the filling, and the code.
async fn rest(client: &mut Client) -> (Vec<String>, u16) {
    let mut texts = Vec::new();
    loop {
        let frame = client.next().await.expect("a close before the end");
        match frame.opcode {
            1 if frame.payload.starts_with(b"eee") => (),
            1 => texts.push(String::from_utf8(frame.payload).expect("text")),
            8 => return (texts, u16::from_be_bytes([frame.payload[0], frame.payload[1]])),
            _ => (),
        }
    }
}

#[tokio::test]
async fn a_client_that_does_not_take_its_state_in_time_is_closed() {
    let server = Server::start();
    let mut client = server.greet().await;
    fill(&server).await;
    let outbox = server.toys.outbox();
    assert_eq!(outbox.replace_with_state("the state".into()), Pushed::Queued);
    server.clock.advance(TOO_SLOW_MS - 1);
    a_moment().await;
    assert_eq!(outbox.closing(), None);
    server.clock.advance(1);
    until("it is closed", || outbox.closing().is_some()).await;
    assert_eq!(
        rest(&mut client).await,
        (vec![r#"{"type":"bye","code":4009,"reason":"too_slow"}"#.into()], 4009)
    );
}

#[tokio::test]
async fn a_client_that_reads_on_gets_one_state_in_place_of_what_it_missed() {
    let server = Server::start();
    let mut client = server.greet().await;
    fill(&server).await;
    let outbox = server.toys.outbox();
    assert_eq!(outbox.push(Class::Answer, "an answer".into()), Pushed::Queued);
    assert_eq!(outbox.replace_with_state("an older state".into()), Pushed::Queued);
    assert_eq!(outbox.replace_with_state("the state".into()), Pushed::Queued);
    assert_eq!(outbox.push(Class::Events, "the next events".into()), Pushed::Queued);
    let mut seen = Vec::new();
    while seen.len() < 3 {
        let text = client.next_text().await;
        if !text.starts_with("eee") {
            seen.push(text);
        }
    }
    assert_eq!(seen, ["the state", "an answer", "the next events"]);
    server.clock.advance(TOO_SLOW_MS);
    client.text("all is well").await;
    assert_eq!(client.next_text().await, "all is well");
}

#[tokio::test]
async fn nothing_is_read_while_answers_wait_for_a_client_that_does_not_read() {
    let server = Server::start();
    let mut client = server.greet().await;
    fill(&server).await;
    let before = server.toys.heard.load(Ordering::SeqCst);
    let asked = 4 * OUTBOX_ANSWERS_MAX;
    for number in 0..asked {
        client.text(&number.to_string()).await;
    }
    a_moment().await;
    let heard = server.toys.heard.load(Ordering::SeqCst) - before;
    assert!((OUTBOX_ANSWERS_MAX..=OUTBOX_ANSWERS_MAX + 2).contains(&heard), "{heard}");
    let mut next = 0;
    while next < asked {
        let text = client.next_text().await;
        if !text.starts_with("eee") {
            assert_eq!(text, next.to_string(), "all answers come, in order");
            next += 1;
        }
    }
}

#[tokio::test]
async fn a_blocked_write_does_not_stop_the_reading() {
    let server = Server::start();
    let mut client = server.greet().await;
    fill(&server).await;
    let before = server.toys.heard.load(Ordering::SeqCst);
    client.text("").await;
    until("it is heard", || server.toys.heard.load(Ordering::SeqCst) == before + 1).await;
}
