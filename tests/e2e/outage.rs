//! The database goes away in the middle of a race: everybody is told, nobody is thrown out, and when it is
//! back the race goes on from what was acknowledged.

use std::cell::Cell;

use futures_util::future::{join, join_all};
use serde_json::json;

use crate::kills::{each_card_once, each_request_once, seen_is_kept};
use crate::postgres::{self, Cluster};
use crate::support::binary::{Binary, run_with};
use crate::support::chance::Chance;
use crate::support::client::Client;
use crate::support::http::get;
use crate::support::log;
use crate::support::table::{Table, next_frame, quick_with, same_events};
use crate::support::time::{pause, seed, within};

/// Plays like a quick person until `stop`, also while nothing can be kept; counts how often that was said.
async fn play(client: &mut Client, chance: &mut Chance, stop: &Cell<bool>, told: &Cell<u64>) {
    while !stop.get() {
        client.listen(21 + chance.below(12)).await;
        let Some(frame) = client.model.as_ref().and_then(|model| next_frame(client, model)) else { continue };
        let answer = client.ask(frame).await;
        if answer["code"] == "storage_unavailable" {
            told.set(told.get() + 1);
            assert_eq!(answer["seq"], json!(null), "nothing was done: {answer}");
        }
    }
}

/// Asks until the server says that it can keep data.
async fn until_ready(server: &Binary) {
    within("the database to be back", async {
        while get(server.at, "/readyz").await.status != 200 {
            pause(50).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_database_that_goes_away_for_five_seconds_harms_no_game() {
    let seed = seed("outage");
    let mut cluster = Cluster::start_new();
    let mut server = Binary::start_on(cluster.database().await);
    let mut table = Table::of_twelve(server.at, quick_with(json!({ "target": 100 }))).await;
    table.clients.iter_mut().for_each(|client| client.texts = None);
    table.deal().await;
    // Once it crashes and is started again, once it stands still and goes on.
    for (number, crashes) in (1..).zip([true, false]) {
        let (stop, told) = (Cell::new(false), Cell::new(0));
        let players = table.clients.iter_mut().zip(1..).map(|(client, place)| {
            let mut chance = Chance(seed ^ (number << 8) ^ place);
            let (stop, told) = (&stop, &told);
            async move { play(client, &mut chance, stop, told).await }
        });
        let outage = async {
            pause(700).await;
            if crashes {
                cluster.stop();
            } else {
                cluster.freeze();
            }
            pause(1_000).await;
            let ready = get(server.at, "/readyz").await;
            assert_eq!((ready.status, ready.json()), (503, json!({ "status": "storage_unavailable" })));
            assert_eq!(get(server.at, "/healthz").await.status, 200, "the process lives");
            pause(4_000).await;
            if crashes {
                cluster.start();
            } else {
                cluster.thaw();
            }
            until_ready(&server).await;
            pause(1_500).await;
            stop.set(true);
        };
        join(join_all(players), outage).await;
        assert!(told.get() > 0, "nobody was told");
        for client in &table.clients {
            assert_eq!(client.closed, None, "a socket was closed");
        }
        table.settle().await;
        same_events(table.clients.iter());
        println!("outage: {} requests were refused while nothing could be kept", told.get());
    }
    table.race(seed).await;
    let seen = table.same_events();
    table.clients[3].compare_with_state().await;
    server.signal("TERM");
    assert_eq!(server.ended().await.code(), Some(0));
    let moves = log::moves(&server).await;
    each_card_once(&moves);
    each_request_once(&table, &moves);
    let compared = seen_is_kept(&seen, &moves);
    println!("outage: {compared} moves seen are kept as they were");
}

#[tokio::test]
async fn the_password_of_the_database_is_nowhere_to_be_read() {
    let mut database = postgres::database().await;
    let server = database.url.replace("postgres://slapdown@", "postgres://slapdown:not-to-be-seen@");
    assert_ne!(server, database.url, "a password is in the address");
    database.url = server;
    let mut server = Binary::start_on(database);
    assert_eq!(get(server.at, "/readyz").await.status, 200);
    server.signal("TERM");
    assert_eq!(server.ended().await.code(), Some(0));
    let database = server.database().expect("a database");
    let log = server.log();
    assert!(!log.contains("not-to-be-seen"), "{log}");
    let nowhere = database.url.replace("slapdown_test", "no_such");
    for (arguments, code) in [(&["serve", "--listen", "127.0.0.1:0"][..], 2), (&["serve", "--help"], 0)] {
        let ran = run_with(arguments, &[("SLAPDOWN_DATABASE_URL", &nowhere), ("SLAPDOWN_LOG", "trace")]);
        let said = format!("{ran:?}");
        assert_eq!(ran.status.code(), Some(code), "{said}");
        assert!(!said.contains("not-to-be-seen"), "{said}");
        assert!(code == 0 || said.contains("no_such") && said.contains("--database-url"), "{said}");
    }
}
