//! The database goes away in the middle of a race: everybody is told, nobody is thrown out, and when it is
//! back the race goes on from what was acknowledged.

use std::cell::Cell;
use std::time::Duration;

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
use crate::support::time::{now, pause, seed, within};

/// Far more than a race takes, with all that happens to it.
const PATIENCE: Duration = Duration::from_mins(2);

/// Plays like a quick person until `done`, also while nothing can be kept; comes back with how often that was
/// said.
async fn play(client: &mut Client, chance: &mut Chance, done: impl Fn(&Client) -> bool) -> u64 {
    let (begun, mut told) = (now(), 0);
    while !done(client) {
        assert!(begun.elapsed() < PATIENCE, "the race does not end");
        client.listen(21 + chance.below(12)).await;
        assert_eq!(client.closed, None, "a socket was closed");
        let Some(frame) = client.model.as_ref().and_then(|model| next_frame(client, model)) else { continue };
        let answer = client.ask(frame).await;
        if answer["code"] == "storage_unavailable" {
            told += 1;
            assert_eq!(answer["seq"], json!(null), "nothing was done: {answer}");
        }
    }
    told
}

/// Asks until the server says that it can keep data.
async fn until_ready(server: &Binary) {
    within("the store to be back", async {
        while get(server.at, "/readyz").await.status != 200 {
            pause(50).await;
        }
    })
    .await;
}

/// The server says that nothing can be kept, and lives.
pub async fn nothing_can_be_kept(server: &Binary) {
    let ready = get(server.at, "/readyz").await;
    assert_eq!((ready.status, ready.json()), (503, json!({ "status": "storage_unavailable" })));
    assert_eq!(get(server.at, "/healthz").await.status, 200, "the process lives");
}

/// Everybody plays on while `trouble` takes the store away and gives it back: requests are refused
/// meanwhile, no socket is closed, and play goes on afterwards.
pub async fn rides_out(table: &mut Table, server: &Binary, seed: u64, trouble: impl Future<Output = ()>) {
    let stop = Cell::new(false);
    let players = table.clients.iter_mut().zip(1..).map(|(client, place)| {
        let (mut chance, stop) = (Chance(seed ^ place), &stop);
        async move { play(client, &mut chance, |_| stop.get()).await }
    });
    let course = async {
        pause(700).await;
        trouble.await;
        until_ready(server).await;
        pause(1_500).await;
        stop.set(true);
    };
    let (told, ()) = join(join_all(players), course).await;
    let told: u64 = told.iter().sum();
    assert!(told > 0, "nobody was told");
    table.settle().await;
    same_events(table.clients.iter());
    println!("outage: {told} requests were refused while nothing could be kept");
}

/// Plays the match to its end, stops the server, and holds what everybody saw and was told against what is
/// kept: nothing is missing, nothing is there twice.
pub async fn comes_to_its_end(table: &mut Table, server: &mut Binary, seed: u64) {
    let before = table.clients[0].seq;
    // A busy machine may well take longer over an append than a room waits for it.
    let players = table.clients.iter_mut().zip(1..).map(|(client, place)| async move {
        let over = |client: &Client| client.model.as_ref().is_some_and(|model| model.phase() == "over");
        play(client, &mut Chance(seed ^ (place << 16)), over).await
    });
    join_all(players).await;
    table.settle().await;
    assert!(table.clients[0].seq > before, "play does not go on");
    let seen = table.same_events();
    table.clients[0].compare_with_state().await;
    server.signal("TERM");
    assert_eq!(server.ended().await.code(), Some(0));
    let moves = log::moves(server).await;
    each_card_once(&moves);
    each_request_once(table, &moves);
    let compared = seen_is_kept(&seen, &moves);
    println!("outage: {compared} moves seen are kept as they were");
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
        let trouble = async {
            if crashes {
                cluster.stop();
            } else {
                cluster.freeze();
            }
            pause(1_000).await;
            nothing_can_be_kept(&server).await;
            pause(4_000).await;
            if crashes {
                cluster.start();
            } else {
                cluster.thaw();
            }
        };
        rides_out(&mut table, &server, seed ^ (number << 8), trouble).await;
    }
    comes_to_its_end(&mut table, &mut server, seed).await;
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
