//! The process itself: how it starts, what it refuses, how it stops, what it writes.

use std::collections::BTreeMap;
use std::path::Path;

use futures_util::future::join_all;
use serde_json::json;

use crate::support::binary::{Binary, run};
use crate::support::contract;
use crate::support::table::{Table, quick};
use crate::support::time::{now, pause, seed};

/// The one line that a refused start leaves on stderr.
fn refused(listen: &str, data: &Path) -> String {
    let data = data.to_str().expect("a plain path");
    let ran = run(&["serve", "--log", "error", "--listen", listen, "--data-dir", data]);
    assert_eq!(ran.status.code(), Some(2), "{ran:?}");
    assert!(ran.stdout.is_empty(), "{ran:?}");
    let said = String::from_utf8(ran.stderr).expect("text");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    said
}

#[tokio::test]
async fn it_is_ready_soon_and_says_where() {
    let mut server = Binary::start();
    println!("process: ready in {} ms with a new data directory", server.ready_ms);
    server.signal("INT");
    assert_eq!(server.ended().await.code(), Some(0));
    server.launch();
    println!("process: ready in {} ms with an existing one", server.ready_ms);
}

#[tokio::test]
async fn a_taken_port_and_a_taken_data_directory_are_refused_in_a_sentence() {
    let server = Binary::start();
    let elsewhere = tempfile::tempdir().expect("a directory");
    let port = refused(&server.at.to_string(), elsewhere.path());
    assert!(port.contains(&format!("{} is taken by another program", server.at)), "{port}");
    let data = refused("127.0.0.1:0", &server.data());
    assert!(data.contains("in use") && data.contains("--data-dir"), "{data}");
    // Neither of them disturbed the one that runs.
    assert_eq!(crate::support::http::get(server.at, "/readyz").await.status, 200);
}

#[tokio::test]
async fn a_stop_in_good_order_tells_everybody_when_to_come_back_and_the_game_goes_on() {
    let seed = seed("process");
    let mut server = Binary::start();
    let mut table = Table::of_twelve(server.at, quick()).await;
    table.deal().await;
    table.settle().await;
    server.signal("TERM");
    let closed = join_all(table.clients.iter_mut().map(|client| async {
        let closed = client.until_closed().await;
        (closed, client.bye.clone().expect("a bye before the close"))
    }))
    .await;
    for ((code, reason), bye) in closed {
        assert_eq!((code, reason.as_str()), (1012, "restart"));
        assert_eq!((&bye["code"], &bye["reason"]), (&json!(1012), &json!("restart")));
        assert!(bye["retry_after_ms"].as_u64().is_some_and(|ms| ms <= 5_000), "{bye}");
    }
    assert_eq!(server.ended().await.code(), Some(0));
    server.launch();
    for client in &mut table.clients {
        client.resume(server.at).await;
        assert_eq!(client.welcome["resumed"], true);
    }
    join_all(table.clients.iter_mut().map(|client| client.listen(300))).await;
    table.settle().await;
    table.clients[4].compare_with_state().await;
    table.race(seed).await;
    table.same_events();
}

#[tokio::test]
async fn a_second_signal_ends_it_at_once() {
    let mut server = Binary::start();
    // Clients that do not answer the close hold the soft stop up.
    let table = Table::of_singles(server.at, 2, json!({})).await;
    let begun = now();
    server.signal("TERM");
    pause(200).await;
    server.signal("TERM");
    assert_eq!(server.ended().await.code(), Some(143));
    println!("process: ended {} ms after the first of two signals", begun.elapsed().as_millis());
    drop(table);
    // What was kept is there.
    server.launch();
    assert_eq!(crate::support::http::get(server.at, "/readyz").await.status, 200);
}

/// All files below a folder, by their paths in it.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below it").to_string_lossy().into_owned();
                found.insert(name, std::fs::read_to_string(&path).expect("text"));
            }
        }
    }
    found
}

#[test]
fn it_writes_the_contract_that_is_committed() {
    let out = tempfile::tempdir().expect("a directory");
    let ran = run(&["schema", "--out", out.path().to_str().expect("a plain path")]);
    assert!(ran.status.success(), "{ran:?}");
    let mut committed = files(&contract::folder());
    // Written by hand.
    committed.remove("README.md");
    let written = files(out.path());
    assert_eq!(written.keys().collect::<Vec<_>>(), committed.keys().collect::<Vec<_>>());
    for (name, content) in &written {
        assert!(
            committed[name] == *content,
            "{name} is not what the binary writes; run `slapdown schema --out proto`"
        );
    }
}
