//! Connections that say nothing: they keep nobody out, and are gone after the stated time.

use std::net::SocketAddr;

use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::time::{at_most, count, now, within};
use crate::support::wire::{own_address, tcp};

/// The stated 10 s until `hello`, and time for a busy machine.
const GONE_MS: u64 = 25_000;

/// How a connection is silent.
#[derive(Clone, Copy)]
enum Silence {
    Tcp,
    HalfHeader,
    NoHello,
}

async fn silent(at: SocketAddr, how: Silence) -> TcpStream {
    let mut stream = within("to connect", tcp(at, own_address(1))).await.expect("a connection");
    let upgrade = format!(
        "GET /ws HTTP/1.1\r\nhost: {at}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let said = match how {
        Silence::Tcp => "",
        Silence::HalfHeader => &upgrade[..upgrade.len() / 2],
        Silence::NoHello => &upgrade,
    };
    // The server may have made room for others already.
    let _ = stream.write_all(said.as_bytes()).await;
    stream
}

/// Reads until the connection has ended, whatever is said before.
async fn ended(stream: &mut TcpStream) {
    let mut bytes = [0; 1_024];
    while !matches!(stream.read(&mut bytes).await, Ok(0) | Err(_)) {}
}

async fn honest(at: SocketAddr) {
    let mut client = Client::guest(at).await;
    client.ok(json!({ "type": "create_room", "game": "wackee_six" })).await;
    client.wait_for("state").await;
    client.ok(json!({ "type": "sit", "side": 1 })).await;
}

#[tokio::test]
async fn silent_connections_keep_nobody_out_and_are_gone_in_time() {
    let number = count("SLAPDOWN_SILENT", 2_000);
    let open = rlimit::increase_nofile_limit(number * 2 + 1_000).expect("the limit of open files");
    assert!(open > number + 500, "this test needs {} open files; raise `ulimit -Hn`", number + 500);
    let server = Binary::start();
    let mut streams = Vec::new();
    let begun = now();
    for group in 0..number.div_ceil(100) {
        let kinds = (0..100).map(|one| match (group * 100 + one) % 3 {
            0 => Silence::Tcp,
            1 => Silence::HalfHeader,
            _ => Silence::NoHello,
        });
        streams.extend(join_all(kinds.map(|how| silent(server.at, how))).await);
        if group % 5 == 0 {
            honest(server.at).await;
        }
    }
    let opened = begun.elapsed();
    honest(server.at).await;
    let stayed = at_most(1, ended(streams.last_mut().expect("some"))).await.is_none();
    assert!(stayed, "the newest is not the one that makes room");
    let gone = at_most(GONE_MS, join_all(streams.iter_mut().map(ended))).await;
    assert!(gone.is_some(), "some are still there after {GONE_MS} ms");
    honest(server.at).await;
    println!(
        "silent: {number} opened in {:.1} s, the last was gone {:.1} s after the first",
        opened.as_secs_f32(),
        begun.elapsed().as_secs_f32()
    );
}
