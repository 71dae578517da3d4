//! The disk is full, or another process holds the database: rooms say so, sockets stay, nothing that was not
//! kept was acknowledged, and play goes on afterwards.

use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};

use crate::outage::{comes_to_its_end, nothing_can_be_kept, rides_out};
use crate::support::binary::{Binary, Disk};
use crate::support::client::Client;
use crate::support::table::{Table, quick_with};
use crate::support::time::{pause, seed, within};

/// A host in a room with a guest, and the guest.
async fn pair(server: &Binary) -> (Client, Client) {
    let mut host = Client::guest(server.at).await;
    let code = host.ok(json!({ "type": "create_room", "game": "super_rack_o" })).await["code"].clone();
    host.wait_for("state").await;
    let mut guest = Client::guest(server.at).await;
    guest.ok(json!({ "type": "join_room", "code": code })).await;
    guest.wait_for("state").await;
    (host, guest)
}

/// Waits until the room takes requests again.
async fn until_taken(client: &mut Client) {
    within("the store", async {
        loop {
            let answer = client.ask(json!({ "type": "ready", "ready": false })).await;
            if answer["type"] == "ok" || answer["code"] == "not_seated" {
                return;
            }
            assert_eq!(answer["code"], "storage_unavailable", "{answer}");
            pause(100).await;
        }
    })
    .await;
}

/// What everybody has seen is there after a kill, each line once.
async fn nothing_is_lost_or_doubled(server: &mut Binary, said: &[String], clients: [&mut Client; 2]) {
    server.kill();
    server.launch();
    for client in clients {
        client.resume(server.at).await;
        client.text(r#"{"type":"sync"}"#).await;
        let state = client.wait_for("state").await;
        assert!(state["seq"].as_u64() >= Some(client.seq));
        let kept: Vec<&str> = state["room"]["chat"]
            .as_array()
            .expect("chat")
            .iter()
            .filter_map(|one| one["text"].as_str())
            .collect();
        let last = &said[said.len().saturating_sub(kept.len())..];
        assert_eq!(kept, last, "the last lines are those that were acknowledged, in order");
    }
}

#[tokio::test]
async fn a_database_that_somebody_holds_stops_nobody_for_good() {
    let mut server = Binary::start();
    let (mut host, mut guest) = pair(&server).await;
    host.ok(json!({ "type": "chat", "text": "before" })).await;
    let file = server.data().join("slapdown.db");
    let mut other =
        SqliteConnection::connect(file.to_str().expect("text")).await.expect("another connection");
    let lock = other.begin_with("BEGIN IMMEDIATE").await.expect("the lock");
    // The first one is out and waits; those behind it are told.
    let waiting = host.send(&json!({ "type": "chat", "text": "held" })).await;
    pause(600).await;
    let told = guest.ask(json!({ "type": "chat", "text": "refused" })).await;
    assert_eq!(told["code"], "storage_unavailable", "{told}");
    guest.text(r#"{"type":"ping","t":7}"#).await;
    assert_eq!(guest.wait_for("pong").await["t"], 7, "the socket stays");
    guest.text(r#"{"type":"sync"}"#).await;
    let state = guest.wait_for("state").await;
    assert_eq!(state["room"]["chat"].as_array().map(Vec::len), Some(1), "what is not kept is not told");
    lock.rollback().await.expect("unlocked");
    let answer = host.answer(waiting).await;
    until_taken(&mut host).await;
    host.ok(json!({ "type": "chat", "text": "after" })).await;
    let mut said = vec!["before".to_owned(), "held".to_owned(), "after".to_owned()];
    if answer["type"] != "ok" {
        assert_eq!(answer["code"], "storage_unavailable", "{answer}");
        said.remove(1);
    }
    nothing_is_lost_or_doubled(&mut server, &said, [&mut host, &mut guest]).await;
}

/// A race goes through the trouble, and to its end.
async fn harms_no_game(name: &str, mut server: Binary, trouble: impl AsyncFnOnce(&Binary)) {
    let seed = seed(name);
    let options = quick_with(json!({ "target": 60 }));
    let mut table = Table::of_twelve(server.at, options).await;
    table.clients.iter_mut().for_each(|client| client.texts = None);
    table.deal().await;
    rides_out(&mut table, &server, seed, trouble(&server)).await;
    comes_to_its_end(&mut table, &mut server, seed).await;
}

/// The server's own log lies on the disk as well: what it cannot write there must not end it.
async fn full(server: &Binary) {
    server.fill_disk();
    pause(1_000).await;
    nothing_can_be_kept(server).await;
    pause(1_000).await;
    server.free_disk();
}

#[tokio::test]
async fn a_full_disk_harms_no_game() {
    let Some(server) = Binary::start_beside(Disk::Small) else {
        println!("full disk: this user may not mount one; the bound on files stands for it");
        return;
    };
    harms_no_game("full disk", server, full).await;
}

/// To whoever writes, a bound of the system on the size of files is a disk that takes nothing more.
#[tokio::test]
async fn files_that_may_not_grow_harm_no_game() {
    let server = Binary::start_beside(Disk::Bounded).expect("bounds are for everybody");
    harms_no_game("bounded files", server, full).await;
}

#[tokio::test]
async fn a_file_that_somebody_locks_for_seconds_harms_no_game() {
    harms_no_game("locked file", Binary::start(), async |server| {
        let file = server.data().join("slapdown.db");
        let mut other =
            SqliteConnection::connect(file.to_str().expect("text")).await.expect("another connection");
        let lock = other.begin_with("BEGIN EXCLUSIVE").await.expect("the lock");
        pause(1_000).await;
        // The answer comes when commits have given up waiting, which takes seconds.
        nothing_can_be_kept(server).await;
        lock.rollback().await.expect("unlocked");
    })
    .await;
}
