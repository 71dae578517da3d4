//! A store that hangs, fails, or kept what it said it had not.

use serde_json::json;
use slapdown::games::AnyAction;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::limits::{APPEND_STUCK_MS, STORE_RETRY_MS};
use slapdown::room::RoomHandle;
use slapdown::room::actor::Ended;
use slapdown::room::request::Request;
use slapdown::store::Store as _;
use slapdown::store::memory::Fault;

use crate::actor::{House, Running, Visitor, answers, named, settle};
use crate::table::{act, add_bot, ready, sit};

async fn two(house: &House) -> (Running, Visitor, Visitor) {
    let running = house.room(1, &[("countdown_ms", json!(0))]).await;
    let (one, two) = (house.enter(&running.room, 1).await, house.enter(&running.room, 2).await);
    settle().await;
    (running, one, two)
}

/// Lets the store hang with a request of `who` in it until the append counts as stuck.
async fn stuck(house: &House, room: &RoomHandle, who: &mut Visitor) -> u64 {
    who.read();
    house.store.fail_next(Fault::Hang);
    let id = who.send(room, sit(1));
    settle().await;
    assert_eq!(house.store.hanging(), 1);
    house.clock.advance(APPEND_STUCK_MS);
    settle().await;
    id
}

#[tokio::test]
async fn while_an_append_is_stuck_others_are_told_and_those_in_it_wait() {
    let house = House::new();
    let (running, mut one, mut two) = two(&house).await;
    house.store.fail_next(Fault::Hang);
    let first = one.send(&running.room, sit(1));
    settle().await;
    two.read();
    let early = two.send(&running.room, sit(2));
    house.clock.advance(APPEND_STUCK_MS - 1);
    settle().await;
    assert!(answers(&two.read(), early).is_empty(), "not yet");
    house.clock.advance(1);
    settle().await;
    assert_eq!(answers(&two.read(), early), ["storage_unavailable"]);
    let late = two.send(&running.room, sit(2));
    settle().await;
    assert_eq!(answers(&two.read(), late), ["storage_unavailable"]);
    let frames = one.read();
    assert!(answers(&frames, first).is_empty(), "who is in the batch waits: {frames:?}");
    house.store.release();
    settle().await;
    assert_eq!(answers(&one.read(), first), ["ok"]);
    two.resend(&running.room, sit(2));
    settle().await;
    assert_eq!(answers(&two.read(), late), ["ok"], "nothing was done, the id was free");
}

#[tokio::test]
async fn while_an_append_is_stuck_states_are_served_from_what_is_committed() {
    let house = House::new();
    let (running, mut one, two) = two(&house).await;
    let seq = house.logged::<WackeeSix>(running.id).await.seq;
    stuck(&house, &running.room, &mut one).await;
    two.read();
    running.room.sync(two.player, two.conn).expect("a place in the mailbox");
    let again = one.again();
    assert!(again.attach(&running.room, None).await);
    settle().await;
    for frames in [two.read(), again.read()] {
        assert_eq!((&frames[0]["type"], &frames[0]["seq"]), (&json!("state"), &json!(seq)));
        assert_eq!(frames[0]["room"]["members"][0]["side"], json!(null), "what is not kept is not shown");
    }
    assert_eq!(running.room.look().await.expect("facts").sides_taken, 0);
}

#[tokio::test]
async fn room_time_stands_while_an_append_is_stuck_and_everybody_is_told() {
    let house = House::new();
    let (running, mut one, two) = two(&house).await;
    let before = house.logged::<WackeeSix>(running.id).await.at;
    stuck(&house, &running.room, &mut one).await;
    house.pass(60_000).await;
    two.read();
    house.store.release();
    settle().await;
    let state = house.logged::<WackeeSix>(running.id).await;
    assert_eq!(state.at.since(before), APPEND_STUCK_MS, "nobody lost time to the store");
    assert_eq!(named(&two.read()), ["seated", "clock_stood"]);
    drop(one);
    drop(running);
}

#[tokio::test]
async fn a_countdown_begins_anew_after_the_store_hung() {
    let house = House::new();
    let running = house.room(1, &[]).await;
    let mut one = house.enter(&running.room, 1).await;
    one.does(&running.room, sit(1)).await;
    one.does(&running.room, add_bot(2)).await;
    one.does(&running.room, ready()).await;
    one.does(&running.room, Request::Start).await;
    house.store.fail_next(Fault::Hang);
    one.send(&running.room, act(AnyAction::WackeeSix(Action::Start {})));
    settle().await;
    house.pass(10_000).await;
    one.read();
    house.store.release();
    settle().await;
    assert_eq!(named(&one.read()), ["countdown", "may_start", "clock_stood", "countdown"]);
    house.pass(2_950).await;
    assert!(!named(&one.read()).contains(&"began".to_owned()));
    house.pass(100).await;
    assert!(named(&one.read()).contains(&"began".to_owned()));
    drop(running);
}

#[tokio::test]
async fn a_batch_that_was_not_kept_is_undone_and_its_ids_are_free() {
    let house = House::new();
    let (running, mut one, two) = two(&house).await;
    let seq = house.logged::<WackeeSix>(running.id).await.seq;
    two.read();
    house.store.fail_next(Fault::NotKept);
    let answer = one.asks(&running.room, sit(1)).await;
    assert_eq!(answer["code"], "storage_unavailable");
    assert_eq!(named(&two.read()), ["clock_stood"], "the stop alone, without a gap in the numbers");
    one.resend(&running.room, sit(1));
    settle().await;
    assert_eq!(answers(&one.read(), one.id), ["ok"]);
    let state = house.logged::<WackeeSix>(running.id).await;
    assert_eq!(state.seq, seq + 2);
    assert_eq!(
        house.store.load(running.id).await.expect("the log").rows.last().expect("a row").last_seq,
        seq + 2
    );
}

#[tokio::test]
async fn a_batch_that_was_kept_although_it_failed_is_told_once() {
    let house = House::new();
    let (running, mut one, two) = two(&house).await;
    two.read();
    house.store.fail_next(Fault::Kept);
    let answer = one.asks(&running.room, sit(1)).await;
    assert_eq!(answer["type"], "ok");
    assert_eq!(named(&two.read()), ["seated", "clock_stood"]);
    let seq = house.logged::<WackeeSix>(running.id).await.seq;
    one.resend(&running.room, sit(1));
    settle().await;
    assert_eq!(answers(&one.read(), one.id), ["ok"]);
    assert_eq!(house.logged::<WackeeSix>(running.id).await.seq, seq, "nothing is doubled");
}

#[tokio::test]
async fn a_store_that_is_down_is_tried_until_it_is_back() {
    let house = House::new();
    let (running, mut one, two) = two(&house).await;
    one.read();
    house.store.set_down(true);
    let id = one.send(&running.room, sit(1));
    settle().await;
    for _ in 0..20 {
        house.clock.advance(STORE_RETRY_MS);
        settle().await;
    }
    assert!(!running.task.is_finished());
    let frames = one.read();
    assert!(answers(&frames, id).is_empty(), "{frames:?}");
    house.store.set_down(false);
    house.clock.advance(STORE_RETRY_MS);
    settle().await;
    assert_eq!(answers(&one.read(), id), ["storage_unavailable"]);
    assert_eq!(one.does(&running.room, sit(1)).await["type"], "ok");
    drop(two);
}

/// A store that is always slower than the bound must not keep a room from ever doing anything.
#[tokio::test]
async fn a_store_that_is_always_slow_does_not_stop_the_room_for_good() {
    let house = House::new();
    let (running, mut one, _two) = two(&house).await;
    one.read();
    for _ in 0..200 {
        house.store.fail_next(Fault::Hang);
    }
    let mut done = 0;
    for turn in 0..30_u8 {
        let id = one.send(&running.room, sit(1 + turn % 2));
        // Each append takes a little longer than the bound.
        for _ in 0..3 {
            settle().await;
            house.clock.advance(APPEND_STUCK_MS + 50);
            settle().await;
            house.store.release();
            settle().await;
        }
        done += answers(&one.read(), id).iter().filter(|answer| *answer == "ok").count();
    }
    assert!(done >= 5, "{done} of 30 requests were done");
    drop(running);
}

#[tokio::test]
async fn who_lost_the_room_to_another_owner_ends() {
    let house = House::new();
    let (running, mut one, _two) = two(&house).await;
    one.read();
    house.store.claim(running.id).await.expect("somebody takes the room over");
    let id = one.send(&running.room, sit(1));
    settle().await;
    assert_eq!(running.task.await.expect("no panic"), Ended::Lost);
    assert_eq!(answers(&one.read(), id), ["room_failed"], "whether it was done is in the state");
}

#[tokio::test]
async fn presence_follows_when_the_store_is_back() {
    let house = House::new();
    let (running, mut one, two) = two(&house).await;
    stuck(&house, &running.room, &mut one).await;
    two.detach(&running.room).await;
    one.read();
    house.store.release();
    settle().await;
    assert!(named(&one.read()).contains(&"online".to_owned()));
    let state = house.logged::<WackeeSix>(running.id).await;
    assert!(!state.member(two.player).expect("a member").online);
}
