//! What may not come over a WebSocket, and what may.

use crate::support::{Frame, Server, masked};

const FRAME_MAX: usize = 16 * 1024;

#[tokio::test]
async fn broken_frames_get_a_close_with_the_code_of_the_standard() {
    let server = Server::start();
    let cases: &[(&str, Vec<u8>, u16)] = &[
        ("an unmasked frame", b"\x81\x02hi".to_vec(), 1002),
        ("a reserved bit", masked(0xc1, b"hi"), 1002),
        ("another reserved bit", masked(0x91, b"hi"), 1002),
        ("a reserved opcode", masked(0x83, b"hi"), 1002),
        ("a reserved control opcode", masked(0x8b, b"hi"), 1002),
        ("a fragmented ping", masked(0x09, b"hi"), 1002),
        ("a long ping", masked(0x89, &[b'x'; 126]), 1002),
        ("a continuation of nothing", masked(0x80, b"hi"), 1002),
        ("a text within a fragmented text", [masked(0x01, b"a"), masked(0x81, b"b")].concat(), 1002),
        ("a close with half a code", masked(0x88, b"\x03"), 1002),
        ("bad UTF-8", masked(0x81, b"\xff\xfe"), 1007),
        ("an overlong code point", masked(0x81, b"\xc0\xaf"), 1007),
        ("half a surrogate pair", masked(0x81, b"\xed\xa0\x80"), 1007),
        ("bad UTF-8 split across fragments", [masked(0x01, b"\xe2\x82"), masked(0x80, b"x")].concat(), 1007),
        ("half a code point at the end", [masked(0x01, b"a"), masked(0x80, b"\xe2\x82")].concat(), 1007),
        ("one byte too many", masked(0x81, &vec![b' '; FRAME_MAX + 1]), 1009),
        (
            "fragments that are too large together",
            [masked(0x01, &vec![b' '; FRAME_MAX]), masked(0x80, b"x")].concat(),
            1009,
        ),
        ("a binary frame", masked(0x82, b"hi"), 1003),
        ("a fragmented binary frame", [masked(0x02, b"a"), masked(0x80, b"b")].concat(), 1003),
    ];
    for (what, bytes, code) in cases {
        let mut client = server.greet().await;
        // More of the same may be on its way when the server has had enough.
        client.raw(bytes).await;
        assert_eq!(client.close_code().await, Some(*code), "{what}");
        client.try_raw(&masked(0x88, &code.to_be_bytes())).await;
        assert!(client.ended().await, "{what}");
    }
    let begun = cases.len();
    crate::support::until("all have ended", || {
        server.toys.ended.load(std::sync::atomic::Ordering::SeqCst) == begun
    })
    .await;
}

#[tokio::test]
async fn a_huge_frame_is_refused_by_its_header_alone_and_the_close_arrives() {
    let server = Server::start();
    let mut client = server.greet().await;
    let announced = 1_u64 << 40;
    client.raw(&[&[0x81, 0x80 | 127][..], &announced.to_be_bytes(), &[0; 4]].concat()).await;
    client.try_raw(&vec![b'x'; 256 * 1024]).await;
    assert_eq!(client.close_code().await, Some(1009));
}

#[tokio::test]
async fn the_largest_frame_is_taken_whole_and_in_parts() {
    let server = Server::start();
    let mut client = server.greet().await;
    let text = "x".repeat(FRAME_MAX);
    client.text(&text).await;
    assert_eq!(client.next_text().await, text);
    let (first, rest) = text.as_bytes().split_at(FRAME_MAX / 2);
    client.frame(0x01, first).await;
    client.frame(0x80, rest).await;
    assert_eq!(client.next_text().await, text);
}

#[tokio::test]
async fn a_fragmented_text_may_have_a_ping_between_and_split_letters() {
    let server = Server::start();
    let mut client = server.greet().await;
    client.frame(0x01, b"caf\xc3").await;
    client.frame(0x89, b"still there?").await;
    client.frame(0x00, b"").await;
    client.frame(0x80, b"\xa9").await;
    assert_eq!(client.next().await, Some(Frame { opcode: 10, payload: b"still there?".to_vec() }));
    assert_eq!(client.next_text().await, "café");
}

#[tokio::test]
async fn bytes_may_come_one_by_one() {
    let server = Server::start();
    let mut client = server.greet().await;
    for byte in masked(0x81, b"slowly") {
        client.raw(&[byte]).await;
        tokio::task::yield_now().await;
    }
    assert_eq!(client.next_text().await, "slowly");
}

#[tokio::test]
async fn a_flood_of_pings_is_closed() {
    let server = Server::start();
    let mut client = server.greet().await;
    for _ in 0..200 {
        client.try_raw(&masked(0x89, b"")).await;
    }
    assert_eq!(client.close_code().await, Some(4008));
}

#[tokio::test]
async fn a_close_of_the_peer_is_answered_with_its_code() {
    let server = Server::start();
    for (payload, answer) in [
        (&b"\x03\xe8bye"[..], Some(1000)),
        (b"\x03\xe9", Some(1001)),
        (b"\x0f\xa1", Some(4001)),
        (b"\x03\xed", Some(1002)),
    ] {
        let mut client = server.greet().await;
        client.frame(0x88, payload).await;
        assert_eq!(client.close_code().await, answer, "{payload:?}");
        assert!(client.ended().await);
    }
    let mut client = server.greet().await;
    client.frame(0x88, b"").await;
    assert_eq!(client.next().await.map(|frame| frame.opcode), Some(8));
    assert!(client.ended().await);
}
