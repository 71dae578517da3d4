//! PostgreSQL when it goes away: the store says so, nothing acknowledged is lost, nothing lands twice or
//! late, and it goes on afterwards.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use slapdown::store::{Append, AppendError, Claim, Store, Unavailable};

use crate::make::{open_postgres, room, rows};
use crate::postgres::Cluster;

#[expect(clippy::disallowed_methods, reason = "a database is watched from outside")]
async fn pause(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

/// Asks for the claim until the database is back.
async fn claim(store: &dyn Store, number: u8) -> Claim {
    loop {
        match store.claim(room(number).id).await {
            Ok(claim) => return claim,
            Err(Unavailable(_)) => pause(50).await,
        }
    }
}

/// Writes to a room as its task would, until `stop`; counts what failed. Comes back with the last number
/// that was acknowledged.
async fn write(store: &dyn Store, number: u8, stop: &AtomicBool, failed: &AtomicU64) -> u64 {
    let room = room(number).make(store).await;
    let (mut epoch, mut last) = (1, 1);
    while !stop.load(Ordering::Relaxed) {
        match store.append(Append { epoch, ..room.append(last + 1, last + 1) }).await {
            Ok(()) => last += 1,
            Err(AppendError::Unavailable(_)) => {
                failed.fetch_add(1, Ordering::Relaxed);
                let claim = claim(store, number).await;
                let kept = claim.last_row.expect("a row").last_seq;
                assert!(kept == last || kept == last + 1, "room {number}: {kept} is kept after {last}");
                (epoch, last) = (claim.epoch, kept);
            }
            Err(other) => panic!("room {number}: {other}"),
        }
    }
    last
}

async fn goes_away(away: impl AsyncFn(&mut Cluster), cluster: &mut Cluster) {
    const ROOMS: u8 = 12;
    let database = cluster.database().await;
    let store = open_postgres(&database.url).await;
    let (stop, failed) = (AtomicBool::new(false), AtomicU64::new(0));
    let writers = join_all((0..ROOMS).map(|number| write(&store, number, &stop, &failed)));
    let (lasts, ()) = futures_util::join!(writers, async {
        for _ in 0..3 {
            pause(300).await;
            away(cluster).await;
            let failures = failed.load(Ordering::Relaxed);
            println!("{failures} appends were not acknowledged so far");
        }
        pause(300).await;
        stop.store(true, Ordering::Relaxed);
    });
    assert!(failed.load(Ordering::Relaxed) > 0, "nothing was under way when the database went");
    for (number, last) in (0..ROOMS).zip(lasts) {
        let expected: Vec<_> = (1..=last).map(|next| room(number).row(next, next)).collect();
        assert_eq!(rows(&store, number).await, expected, "room {number}");
    }
    assert_eq!(store.health().await, Ok(()));
    store.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_crashes_and_comes_back_loses_nothing_and_doubles_nothing() {
    let mut cluster = Cluster::start_new();
    let crash = async |cluster: &mut Cluster| {
        cluster.stop();
        pause(200).await;
        cluster.start();
    };
    goes_away(crash, &mut cluster).await;
}

/// The store stops waiting, and the database has the statement all the same: it is carried out when the
/// database goes on, unless the claim comes first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_that_was_given_up_does_not_land_after_the_claim() {
    let mut cluster = Cluster::start_new();
    let database = cluster.database().await;
    let store = open_postgres(&database.url).await;
    for number in 0..8 {
        room(number).make(&store).await;
    }
    cluster.freeze();
    let out = join_all((0..8).map(|number| store.append(room(number).append(2, 2)))).await;
    for given_up in out {
        assert!(matches!(given_up, Err(AppendError::Unavailable(_))), "{given_up:?}");
    }
    assert!(store.health().await.is_err() && store.room(room(1).code).await.is_err());
    cluster.thaw();
    let claims = join_all((0..8).map(|number| claim(&store, number))).await;
    let mut landed = 0;
    for (number, claim) in (0..8).zip(claims) {
        let last = claim.last_row.expect("a row").last_seq;
        assert_eq!(rows(&store, number).await.len() as u64, last, "room {number}: the claim knows all");
        landed += last - 1;
        let append = Append { epoch: claim.epoch, ..room(number).append(last + 1, last + 1) };
        store.append(append).await.expect("the room goes on");
        assert_eq!(rows(&store, number).await.len() as u64, last + 1);
    }
    println!("{landed} of 8 appends that were given up had landed before their claim");
    assert_eq!(store.health().await, Ok(()));
    store.close().await;
}
