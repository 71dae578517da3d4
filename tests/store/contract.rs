//! What every store promises about rooms and their logs.

use bytes::Bytes;
use futures_util::future::join_all;
use slapdown::store::{Append, AppendError, LogRow, Store};

use crate::make::{MADE, enter, match_id, player, room, round, rows, session};

fn unavailable(result: Result<(), AppendError>) -> String {
    match result {
        Err(AppendError::Unavailable(why)) => why.0,
        other => panic!("{other:?} where the row does not fit"),
    }
}

pub async fn rows_come_back_in_order(store: &dyn Store) {
    let room = room(1).make(store).await;
    for (first, last) in [(2, 2), (3, 40), (41, 41)] {
        store.append(room.append(first, last)).await.expect("the row is kept");
    }
    let expected: Vec<_> =
        [(1, 1), (2, 2), (3, 40), (41, 41)].map(|(first, last)| room.row(first, last)).into();
    assert_eq!(rows(store, 1).await, expected);
}

pub async fn a_row_that_leaves_a_gap_is_refused(store: &dyn Store) {
    let room = room(1).make(store).await;
    let why = unavailable(store.append(room.append(3, 4)).await);
    assert!(why.contains("log") && why.contains("first_seq") && why.contains(&room.id.to_string()), "{why}");
    store.append(room.append(2, 3)).await.expect("the right row is kept");
    assert_eq!(rows(store, 1).await, [room.row(1, 1), room.row(2, 3)]);
}

pub async fn a_row_that_is_there_is_refused(store: &dyn Store) {
    let room = room(1).make(store).await;
    store.append(room.append(2, 3)).await.expect("the row is kept");
    for (first, last) in [(2, 3), (3, 3), (1, 1), (2, 9)] {
        let other = Append { row: LogRow { rules: 9, ..room.row(first, last) }, ..room.append(first, last) };
        unavailable(store.append(other).await);
    }
    for (first, last) in [(0, 4), (5, 4)] {
        unavailable(store.append(room.append(first, last)).await);
    }
    assert_eq!(rows(store, 1).await, [room.row(1, 1), room.row(2, 3)]);
}

pub async fn a_new_room_begins_with_its_first_row(store: &dyn Store) {
    let room = room(1);
    let late = Append { row: room.row(2, 2), ..room.first() };
    unavailable(store.append(late).await);
    assert_eq!(store.room(room.code).await, Ok(None));
    store.append(Append { epoch: 7, ..room.first() }).await.expect("the room is made");
    let record = store.room(room.code).await.expect("an answer").expect("the room");
    assert_eq!((record.id, record.game.as_str(), record.broken), (room.id, "wackee_six", None));
    assert_eq!(
        store.append(room.append(2, 2)).await,
        Err(AppendError::StaleEpoch),
        "the epoch is the first row's"
    );
    store.append(Append { epoch: 7, ..room.append(2, 2) }).await.expect("the row is kept");
    unavailable(store.append(Append { epoch: 7, ..room.first() }).await);
    assert_eq!(rows(store, 1).await.len(), 2, "a room that is made twice stays as it is");
}

pub async fn a_stale_epoch_writes_nothing_and_others_land(store: &dyn Store) {
    for number in 0..8 {
        room(number).make(store).await;
    }
    assert_eq!(store.claim(room(3).id).await.expect("the claim").epoch, 2);
    let results = join_all((0..8).map(|number| store.append(room(number).append(2, 2)))).await;
    for (number, result) in (0..8).zip(results) {
        let expected = if number == 3 { Err(AppendError::StaleEpoch) } else { Ok(()) };
        assert_eq!(result, expected, "room {number}");
        assert_eq!(rows(store, number).await.len(), if number == 3 { 1 } else { 2 });
    }
    let future = Append { epoch: 3, ..room(3).append(2, 2) };
    assert_eq!(store.append(future).await, Err(AppendError::StaleEpoch), "an epoch that nobody was given");
    assert_eq!(
        store.append(room(9).append(1, 1)).await,
        Err(AppendError::StaleEpoch),
        "a room that is not there"
    );
}

pub async fn a_claim_tells_the_last_row_and_fences(store: &dyn Store) {
    let room = room(1).make(store).await;
    store.append(room.append(2, 5)).await.expect("the row is kept");
    let claim = store.claim(room.id).await.expect("the claim");
    assert_eq!((claim.epoch, claim.last_row), (2, Some(room.row(2, 5))));
    assert_eq!(store.append(room.append(6, 6)).await, Err(AppendError::StaleEpoch));
    store.append(Append { epoch: 2, ..room.append(6, 6) }).await.expect("the new owner's row is kept");
    let claim = store.claim(room.id).await.expect("the claim");
    assert_eq!((claim.epoch, claim.last_row), (3, Some(room.row(6, 6))));
}

pub async fn a_claim_and_an_append_at_once_agree(store: &dyn Store) {
    let room = room(1).make(store).await;
    for (epoch, next) in (1..).zip(2..30) {
        let append = Append { epoch, ..room.append(next, next) };
        let (kept, claim) = if next % 2 == 0 {
            futures_util::join!(store.append(append), store.claim(room.id))
        } else {
            let (claim, kept) = futures_util::join!(store.claim(room.id), store.append(append));
            (kept, claim)
        };
        let claim = claim.expect("the claim");
        assert_eq!(claim.epoch, epoch + 1);
        let last = claim.last_row.expect("a row").last_seq;
        if kept.is_ok() {
            assert_eq!(last, next, "what was acknowledged is there");
        } else {
            assert_eq!((last, kept), (next - 1, Err(AppendError::StaleEpoch)));
            store
                .append(Append { epoch: epoch + 1, ..room.append(next, next) })
                .await
                .expect("the row is kept");
        }
    }
}

pub async fn a_taken_code_is_refused(store: &dyn Store) {
    let (mine, theirs) = (room(1).make(store).await, room(2));
    let mut append = theirs.first();
    append.new_room.as_mut().expect("a new room").code = mine.code;
    assert_eq!(store.append(append.clone()).await, Err(AppendError::CodeTaken));
    assert!(rows(store, 2).await.is_empty());
    assert!(store.claim(theirs.id).await.is_err(), "the room is not there");
    assert_eq!(store.room(mine.code).await.expect("an answer").expect("the room").id, mine.id);
    store.append(theirs.first()).await.expect("with another code it is made");
}

pub async fn many_rooms_for_one_code_make_one(store: &dyn Store) {
    let code = room(0).code;
    let results = join_all((0..32).map(|number| {
        let mut append = room(number).first();
        append.new_room.as_mut().expect("a new room").code = code;
        store.append(append)
    }))
    .await;
    let made: Vec<_> =
        (0..32).zip(&results).filter(|(_, result)| result.is_ok()).map(|(number, _)| number).collect();
    assert_eq!(made.len(), 1, "{results:?}");
    assert_eq!(results.iter().filter(|result| **result == Err(AppendError::CodeTaken)).count(), 31);
    assert_eq!(store.room(code).await.expect("an answer").expect("the room").id, room(made[0]).id);
}

pub async fn a_snapshot_replaces_the_older_one(store: &dyn Store) {
    let room = room(1).make(store).await;
    let with = |first, last, state: &'static [u8]| Append {
        snapshot: Some(Bytes::from_static(state)),
        ..room.append(first, last)
    };
    store.append(with(2, 4, b"four")).await.expect("kept");
    store.append(room.append(5, 5)).await.expect("kept");
    let loaded = store.load(room.id).await.expect("loaded");
    assert_eq!(loaded.snapshot, Some((4, Bytes::from_static(b"four"))));
    assert_eq!(loaded.rows, [room.row(5, 5)]);
    store.append(with(6, 8, b"\xff\0not even text")).await.expect("kept");
    let loaded = store.load(room.id).await.expect("loaded");
    assert_eq!(
        loaded.snapshot,
        Some((8, Bytes::from_static(b"\xff\0not even text"))),
        "as it is: the room judges"
    );
    assert!(loaded.rows.is_empty());
    assert_eq!(
        store.claim(room.id).await.expect("the claim").last_row,
        Some(room.row(6, 8)),
        "the log is whole"
    );
}

pub async fn what_comes_with_a_refused_row_is_not_kept(store: &dyn Store) {
    let room = room(1).make(store).await;
    store.begin_session(player(1), session(1), MADE).await.expect("a session");
    let enter = enter(room.code, session(1));
    for (epoch, first) in [(1, 3), (2, 2)] {
        let refused = Append {
            epoch,
            snapshot: Some(Bytes::from_static(b"no")),
            sessions: vec![enter.clone()],
            rounds: vec![round(1, 5)],
            ..room.append(first, first)
        };
        store.append(refused).await.expect_err("refused");
    }
    assert_eq!(store.load(room.id).await.expect("loaded").snapshot, None);
    assert_eq!(store.session(player(1)).await.expect("an answer").expect("the session").room, None);
    assert_eq!(store.rounds(match_id(1)).await, Ok(Vec::new()));
}

pub async fn a_broken_room_keeps_its_log(store: &dyn Store) {
    let room = room(1).make(store).await;
    store.mark_broken(room.id, "event 1 cannot be read").await.expect("marked");
    let record = store.room(room.code).await.expect("an answer").expect("the room");
    assert_eq!(record.broken.as_deref(), Some("event 1 cannot be read"));
    assert_eq!(rows(store, 1).await, [room.row(1, 1)]);
}

pub async fn what_is_not_known_is_none(store: &dyn Store) {
    let unknown = room(9);
    assert_eq!(store.room(unknown.code).await, Ok(None));
    assert_eq!(store.load(unknown.id).await, Ok(slapdown::store::Loaded::default()));
    assert_eq!(store.player_by_token([9; 32], MADE).await, Ok(None));
    assert_eq!(store.session(player(9)).await, Ok(None));
    assert_eq!(store.rounds(match_id(9)).await, Ok(Vec::new()));
    assert_eq!(store.rename_player(player(9), "Nobody").await, Ok(()));
    assert_eq!(store.mark_broken(unknown.id, "nothing").await, Ok(()));
    assert!(store.claim(unknown.id).await.is_err());
}

pub async fn many_rooms_at_once_keep_their_order(store: &dyn Store) {
    let writers = (0..=u8::MAX).map(|number| async move {
        let room = room(number).make(store).await;
        for next in 2..12 {
            store.append(room.append(next, next)).await.expect("kept");
        }
    });
    join_all(writers).await;
    for number in 0..=u8::MAX {
        let expected: Vec<_> = (1..12).map(|next| room(number).row(next, next)).collect();
        assert_eq!(rows(store, number).await, expected, "room {number}");
    }
}

pub async fn appends_of_one_room_keep_their_order(store: &dyn Store) {
    let room = room(1).make(store).await;
    // Nobody waits for one before the next is asked for, so that they meet in the store's queue.
    let results = join_all((2..40).map(|next| store.append(room.append(next, next)))).await;
    assert!(results.iter().all(Result::is_ok), "{results:?}");
    let expected: Vec<_> = (1..40).map(|next| room.row(next, next)).collect();
    assert_eq!(rows(store, 1).await, expected);
}

pub async fn bodies_are_bytes(store: &dyn Store) {
    let room = room(1).make(store).await;
    let bodies = [Vec::new(), (0..=u8::MAX).collect(), vec![0xff; 300_000], b"\"quotes\" and '--".to_vec()];
    for (next, body) in (2..).zip(&bodies) {
        let row = LogRow { body: Bytes::from(body.clone()), ..room.row(next, next) };
        store.append(Append { row, ..room.append(next, next) }).await.expect("kept");
    }
    let kept: Vec<_> = rows(store, 1).await.into_iter().skip(1).map(|row| row.body.to_vec()).collect();
    assert!(kept == bodies, "the bodies came back changed");
}

pub async fn numbers_that_do_not_fit_fail_alone(store: &dyn Store) {
    let (mine, theirs) = (room(1).make(store).await, room(2).make(store).await);
    let mut huge = round(1, 5);
    huge.length_ms = u64::MAX;
    let mut twice = round(1, 5);
    twice.sides[1].side = 1;
    let mut ghost = round(1, 5);
    ghost.winners = vec![4];
    for bad in [huge, twice, ghost] {
        let bad = Append { rounds: vec![bad], ..mine.append(2, 2) };
        let next = rows(store, 2).await.len() as u64 + 1;
        let (bad, good) = futures_util::join!(store.append(bad), store.append(theirs.append(next, next)));
        let why = unavailable(bad);
        assert!(why.contains("table round") && why.contains(&match_id(1).to_string()), "{why}");
        assert_eq!(good, Ok(()));
    }
    unavailable(store.append(mine.append(2, u64::MAX)).await);
    unavailable(store.append(Append { epoch: u64::MAX, ..mine.append(2, 2) }).await);
    store.append(mine.append(2, 2)).await.expect("the room goes on");
}

pub async fn a_dropped_append_hurts_nobody(store: &dyn Store) {
    let room = room(1).make(store).await;
    for epoch in 1..20 {
        let last = store.load(room.id).await.expect("loaded").rows.last().expect("a row").last_seq;
        let mut append = Box::pin(store.append(Append { epoch, ..room.append(last + 1, last + 1) }));
        // Polled once and dropped: it may be kept or not.
        let kept = futures_util::poll!(&mut append).is_ready();
        drop(append);
        let claim = store.claim(room.id).await.expect("the claim");
        let now = claim.last_row.expect("a row").last_seq;
        assert!(now == last + 1 || (now == last && !kept), "{now} after {last}");
        let other = crate::make::room(100 + u8::try_from(epoch).expect("small"));
        store.append(other.first()).await.expect("another room is made");
        assert_eq!(
            store.load(room.id).await.expect("loaded").rows.last().map(|row| row.last_seq),
            Some(now),
            "nothing lands after the claim"
        );
    }
}

pub async fn a_store_says_that_it_writes(store: &dyn Store) {
    for _ in 0..3 {
        assert_eq!(store.health().await, Ok(()));
    }
}

pub async fn after_close_calls_fail(store: &dyn Store) {
    let room = room(1).make(store).await;
    store.close().await;
    unavailable(store.append(room.append(2, 2)).await);
    assert!(store.load(room.id).await.is_err());
    assert!(store.claim(room.id).await.is_err());
    assert!(store.health().await.is_err());
    store.close().await;
}
