//! Two stores on one PostgreSQL database, as two servers have them: of each room the one that claimed last
//! writes, and the other learns it with its next append.

use futures_util::future::join_all;
use slapdown::store::{Append, AppendError, Store};

use crate::make::{open_postgres, room, rows};
use crate::postgres::database;

#[tokio::test]
async fn appends_of_two_stores_that_alternate_land_in_the_newest_epoch_alone() {
    let database = database().await;
    let stores = [open_postgres(&database.url).await, open_postgres(&database.url).await];
    let room = room(1).make(&stores[0]).await;
    let (mut owner, mut epoch, mut last) = (0, 1, 1);
    for turn in 0..20_u64 {
        // The owner writes a few rows, then the other one takes the room.
        for _ in 0..turn % 3 {
            let append = Append { epoch, ..room.append(last + 1, last + 1) };
            stores[owner].append(append).await.expect("the owner writes");
            last += 1;
        }
        let (older, before) = (owner, epoch);
        owner = 1 - owner;
        let claim = stores[owner].claim(room.id).await.expect("the claim");
        assert_eq!(claim.epoch, before + 1);
        assert_eq!(claim.last_row.expect("a row").last_seq, last, "it knows all that is kept");
        epoch = claim.epoch;
        // The older one goes on as if nothing had happened, before and after the newer one has written.
        for _ in 0..2 {
            let stale = Append { epoch: before, ..room.append(last + 1, last + 1) };
            assert_eq!(stores[older].append(stale).await, Err(AppendError::StaleEpoch), "turn {turn}");
            let append = Append { epoch, ..room.append(last + 1, last + 1) };
            stores[owner].append(append).await.expect("the newer one writes");
            last += 1;
        }
    }
    let expected: Vec<_> = (1..=last).map(|next| room.row(next, next)).collect();
    for store in &stores {
        assert_eq!(rows(store, 1).await, expected, "a stale append wrote a row");
        store.close().await;
    }
    database.end().await;
}

/// Claims and appends of both at once: each row is of one of them, and no number is there twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_stores_that_write_to_the_same_rooms_at_once_leave_one_log_each() {
    const ROOMS: u8 = 6;
    const WANTED: usize = 25;
    let database = database().await;
    let stores = [open_postgres(&database.url).await, open_postgres(&database.url).await];
    for number in 0..ROOMS {
        room(number).make(&stores[0]).await;
    }
    let write = async |store: &dyn Store, number: u8| {
        let room = room(number);
        let (mut kept, mut lost) = (Vec::new(), 0_u64);
        while kept.len() < WANTED {
            let claim = store.claim(room.id).await.expect("the claim");
            let mut last = claim.last_row.expect("a row").last_seq;
            loop {
                let append = Append { epoch: claim.epoch, ..room.append(last + 1, last + 1) };
                match store.append(append).await {
                    Ok(()) => kept.push(last + 1),
                    Err(AppendError::StaleEpoch) => break,
                    Err(other) => panic!("room {number}: {other}"),
                }
                last += 1;
                if kept.len().is_multiple_of(5) {
                    // As another server's visitor would have it: the room changes hands.
                    break;
                }
            }
            lost += 1;
        }
        (kept, lost)
    };
    let work = (0..ROOMS).flat_map(|number| stores.iter().map(move |store| (number, store)));
    let done = join_all(work.map(|(number, store)| write(store, number))).await;
    for (number, of_room) in (0..ROOMS).zip(done.chunks(2)) {
        let mut acknowledged: Vec<u64> = of_room.iter().flat_map(|(kept, _)| kept.clone()).collect();
        acknowledged.sort_unstable();
        assert!(acknowledged.len() >= 2 * WANTED);
        let last = acknowledged.len() as u64 + 1;
        let expected: Vec<u64> = (2..=last).collect();
        assert_eq!(acknowledged, expected, "room {number}: each number was acknowledged once");
        let rows = rows(&stores[0], number).await;
        assert_eq!(rows.len() as u64, last, "room {number}: and nothing else is kept");
    }
    println!("two stores: rooms changed hands {} times", done.iter().map(|(_, lost)| lost).sum::<u64>());
    for store in &stores {
        store.close().await;
    }
    database.end().await;
}
