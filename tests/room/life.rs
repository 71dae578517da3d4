//! The life of a room's task: sleep, revival, a panic, and the end of it.

use serde_json::json;
use slapdown::games::AnyAction;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::limits::EMPTY_ROOM_MS;
use slapdown::room::actor::Ended;
use slapdown::room::request::Request;
use slapdown::store::memory::Fault;

use crate::actor::{House, answers, named, settle};
use crate::fragile::{Fragile, bridge};
use crate::table::{act, add_bot, ready, sit};

fn wackee(action: Action) -> crate::actor::Ask {
    act(AnyAction::WackeeSix(action))
}

#[tokio::test]
async fn an_empty_room_sleeps_after_a_minute_and_not_before() {
    let house = House::new();
    let running = house.room(1, &[]).await;
    let one = house.enter(&running.room, 1).await;
    house.pass(EMPTY_ROOM_MS * 2).await;
    assert!(!running.task.is_finished(), "somebody is there");
    one.detach(&running.room).await;
    house.pass(EMPTY_ROOM_MS - 50).await;
    let back = one.again();
    assert!(back.attach(&running.room, None).await, "in time");
    house.pass(EMPTY_ROOM_MS).await;
    assert!(!running.task.is_finished());
    back.detach(&running.room).await;
    house.pass(EMPTY_ROOM_MS + 50).await;
    assert_eq!(running.task.await.expect("no panic"), Ended::Asleep);
    assert!(house.logged::<WackeeSix>(running.id).await.asleep);
}

#[tokio::test]
async fn room_time_goes_on_from_where_it_stood() {
    let house = House::new();
    let running = house.room(1, &[]).await;
    let one = house.enter(&running.room, 1).await;
    one.detach(&running.room).await;
    house.pass(EMPTY_ROOM_MS + 50).await;
    let slept = house.logged::<WackeeSix>(running.id).await.at;
    house.pass(3_600_000 / 60).await;
    let running = house.revive(running.id).await;
    settle().await;
    let state = house.logged::<WackeeSix>(running.id).await;
    assert_eq!((state.at, state.asleep), (slept, false));
    let back = one.again();
    back.attach(&running.room, None).await;
    house.pass(500).await;
    running.room.stop().await;
    assert!(house.logged::<WackeeSix>(running.id).await.at.since(slept) >= 450, "it runs again");
}

#[tokio::test]
async fn after_a_crash_everybody_is_offline_until_heard_of() {
    let house = House::new();
    let running = house.room(1, &[]).await;
    let (one, two) = (house.enter(&running.room, 1).await, house.enter(&running.room, 2).await);
    settle().await;
    running.task.abort();
    settle().await;
    let running = house.revive(running.id).await;
    settle().await;
    let back = one.again();
    assert!(back.attach(&running.room, None).await);
    settle().await;
    let state = house.logged::<WackeeSix>(running.id).await;
    assert!(state.member(one.player).expect("a member").online);
    assert!(!state.member(two.player).expect("a member").online);
    assert_eq!(state.host, Some(one.player), "and keeps the rights if back in time");
}

#[tokio::test]
async fn a_room_that_is_told_to_stop_keeps_everything_and_sleeps() {
    let house = House::new();
    let running = house.room(1, &[]).await;
    let mut one = house.enter(&running.room, 1).await;
    one.does(&running.room, sit(1)).await;
    running.room.stop().await;
    assert_eq!(running.task.await.expect("no panic"), Ended::Asleep);
    let state = house.logged::<WackeeSix>(running.id).await;
    assert!(state.asleep && state.member(one.player).expect("a member").place.is_some());
}

#[tokio::test]
async fn a_room_that_falls_asleep_over_a_slow_store_is_asleep() {
    let house = House::new();
    let running = house.room(1, &[]).await;
    let one = house.enter(&running.room, 1).await;
    settle().await;
    house.store.fail_next(Fault::Hang);
    let stop = tokio::spawn({
        let room = running.room.clone();
        async move { room.stop().await }
    });
    settle().await;
    house.pass(1_000).await;
    house.store.release();
    settle().await;
    stop.await.expect("it stops");
    assert_eq!(running.task.await.expect("no panic"), Ended::Asleep);
    assert!(house.logged::<WackeeSix>(running.id).await.asleep);
    drop(one);
}

#[tokio::test]
async fn a_panic_ends_one_room_and_answers_who_waits() {
    let house = House::new();
    let fragile = house.room_of::<Fragile>(1, &[("countdown_ms", json!(0))], bridge()).await;
    let other = house.room(2, &[]).await;
    let mut one = house.enter(&fragile.room, 1).await;
    let mut two = house.enter(&fragile.room, 2).await;
    let mut elsewhere = house.enter(&other.room, 3).await;
    one.does(&fragile.room, sit(1)).await;
    one.does(&fragile.room, add_bot(2)).await;
    one.does(&fragile.room, ready()).await;
    one.does(&fragile.room, Request::Start).await;
    one.does(&fragile.room, wackee(Action::Start {})).await;
    for visitor in [&one, &two] {
        visitor.read();
    }
    // All in one batch: what is asked before and after the fault is lost with it.
    let before = two.send(&fragile.room, sit(3));
    let fault = one.send(&fragile.room, wackee(Action::Call {}));
    let after = two.send(&fragile.room, Request::Stand);
    settle().await;
    assert!(fragile.task.await.expect_err("a panic").is_panic());
    assert_eq!(answers(&one.read(), fault), ["room_failed"]);
    let frames = two.read();
    assert_eq!([answers(&frames, before), answers(&frames, after)], [["room_failed"], ["room_failed"]]);
    assert!(fragile.room.is_gone());
    let late = two.send(&fragile.room, sit(3));
    assert_eq!(answers(&two.read(), late), ["room_failed"], "also who comes later");
    elsewhere.does(&other.room, sit(1)).await;
    // The log is whole: the room can be revived, at the state that everybody was told.
    let state = house.logged::<Fragile>(fragile.id).await;
    assert!(state.member(two.player).expect("a member").place.is_none());
}

#[tokio::test]
async fn a_process_that_stood_gives_everybody_a_new_countdown() {
    let house = House::new();
    let running = house.room(1, &[]).await;
    let mut one = house.enter(&running.room, 1).await;
    one.does(&running.room, sit(1)).await;
    one.does(&running.room, add_bot(2)).await;
    one.does(&running.room, ready()).await;
    one.does(&running.room, Request::Start).await;
    one.does(&running.room, wackee(Action::Start {})).await;
    one.read();
    // The countdown would be over, but nobody could act meanwhile.
    house.clock.advance(3_000);
    house.clock.stall();
    settle().await;
    let told = named(&one.read());
    assert_eq!(told, ["clock_stood", "countdown"], "nothing else has happened, and nobody had to ask");
    house.clock.advance(2_998);
    settle().await;
    assert_eq!(named(&one.read()), [""; 0]);
    house.clock.advance(2);
    settle().await;
    assert_eq!(named(&one.read()), ["began"]);
    let loaded = slapdown::store::Store::load(&*house.store, running.id).await.expect("the log");
    let text: String =
        loaded.rows.iter().map(|row| String::from_utf8_lossy(&row.body).into_owned()).collect();
    assert!(text.contains("stopped"), "the stop is in the log");
}

/// Nobody can write to a room without a handle; it must not spin.
#[tokio::test]
async fn a_room_that_nobody_can_reach_ends() {
    let house = House::new();
    let running = house.room(1, &[]).await;
    let id = running.id;
    drop(running.room);
    let ended = tokio::task::spawn(running.task).await.expect("no panic");
    assert_eq!(ended.expect("no panic"), Ended::Asleep);
    assert!(house.logged::<WackeeSix>(id).await.asleep);
}
