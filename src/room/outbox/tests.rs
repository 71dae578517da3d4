//! The outbox on its own: order, bounds, falling behind, closing.

use super::*;
use crate::clock::ManualClock;

fn outbox() -> (Arc<ManualClock>, Outbox) {
    let clock = Arc::new(ManualClock::new());
    (clock.clone(), Outbox::new(clock))
}

fn text(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

fn shown(batch: &Batch) -> Vec<&str> {
    batch.frames.iter().map(|frame| std::str::from_utf8(frame).expect("text")).collect()
}

/// What is ready now, or `None`.
fn now<T>(work: impl Future<Output = T>) -> Option<T> {
    use std::task::{Context, Poll, Waker};
    let mut work = std::pin::pin!(work);
    match work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => Some(done),
        Poll::Pending => None,
    }
}

const TEST: Close = Close { code: 4003, reason: "a test" };

#[test]
fn everything_that_waits_is_taken_at_once_and_in_order() {
    let (_, outbox) = outbox();
    assert_eq!(outbox.push(Class::Other, text("welcome")), Pushed::Queued);
    assert_eq!(outbox.push_many([(Class::Events, text("e1")), (Class::Answer, text("ok1"))]), Pushed::Queued);
    let batch = now(outbox.next()).expect("a batch");
    assert_eq!((shown(&batch), batch.then), (vec!["welcome", "e1", "ok1"], None));
    assert_eq!(now(outbox.next()), None);
}

#[test]
fn the_sixty_fifth_frame_overflows_and_a_state_takes_the_place_of_the_backlog() {
    let (_, outbox) = outbox();
    assert_eq!(outbox.push(Class::Answer, text("ok1")), Pushed::Queued);
    for _ in 0..32 {
        assert_eq!(outbox.push(Class::Events, text("e")), Pushed::Queued);
        assert_eq!(outbox.push(Class::Rooms, text("r")), Pushed::Queued);
    }
    assert_eq!(outbox.push(Class::Answer, text("ok2")), Pushed::Queued);
    assert_eq!(outbox.push(Class::Other, text("entered")), Pushed::Queued);
    let both = [(Class::Events, text("late")), (Class::Answer, text("ok3"))];
    assert_eq!(outbox.push_many(both), Pushed::Overflow);
    assert_eq!(outbox.push(Class::State, text("late")), Pushed::Overflow);
    assert_eq!(outbox.replace_with_state(text("fresh")), Pushed::Queued);
    assert_eq!(
        outbox.push_many([(Class::Events, text("e66")), (Class::Answer, text("ok3"))]),
        Pushed::Queued
    );
    let batch = now(outbox.next()).expect("a batch");
    assert_eq!(shown(&batch), ["ok1", "ok2", "entered", "fresh", "e66", "ok3"]);
}

#[test]
fn who_left_a_room_and_came_into_another_is_told_so_in_that_order_however_far_behind() {
    let (_, outbox) = outbox();
    let frames = [
        (Class::Events, "of the first room"),
        (Class::Answer, "left"),
        (Class::Other, "entered"),
        (Class::State, "of the second room"),
        (Class::Answer, "done there"),
    ];
    for (class, frame) in frames {
        assert_eq!(outbox.push(class, text(frame)), Pushed::Queued);
    }
    assert_eq!(outbox.replace_with_state(text("fresh")), Pushed::Queued);
    let batch = now(outbox.next()).expect("a batch");
    assert_eq!(shown(&batch), ["left", "entered", "fresh", "done there"]);
}

#[test]
fn bytes_count_too_and_a_lone_state_may_be_larger() {
    let (_, outbox) = outbox();
    let large = Bytes::from(vec![b' '; OUTBOX_BYTES_MAX + 1]);
    assert_eq!(outbox.push(Class::Events, large.clone()), Pushed::Overflow);
    assert_eq!(outbox.push(Class::State, large.clone()), Pushed::Queued);
    assert_eq!(outbox.push(Class::Events, text("e")), Pushed::Overflow);
    assert_eq!(outbox.push(Class::Answer, text("ok")), Pushed::Queued, "an answer always fits");
    assert_eq!(outbox.replace_with_state(large), Pushed::Queued);
    assert_eq!(now(outbox.next()).expect("a batch").frames.len(), 2);
    assert_eq!(outbox.push(Class::Events, text("e")), Pushed::Queued);
}

#[test]
fn a_client_is_too_slow_when_its_fresh_state_is_not_written_in_time() {
    let (clock, outbox) = outbox();
    assert_eq!(outbox.push(Class::Events, text("e")), Pushed::Queued);
    assert!(now(outbox.next()).is_some());
    clock.advance(TOO_SLOW_MS);
    assert_eq!(now(outbox.too_slow()), None, "a batch without a state that replaced anything");
    assert_eq!(outbox.replace_with_state(text("s1")), Pushed::Queued);
    outbox.written();
    clock.advance(TOO_SLOW_MS - 1);
    assert_eq!(now(outbox.too_slow()), None);
    assert_eq!(outbox.replace_with_state(text("s2")), Pushed::Queued, "does not begin the time anew");
    clock.advance(1);
    assert_eq!(now(outbox.too_slow()), Some(()));
    assert!(now(outbox.next()).is_some());
    assert_eq!(now(outbox.too_slow()), Some(()), "taken is not written");
    assert_eq!(outbox.replace_with_state(text("s3")), Pushed::Queued);
    outbox.written();
    assert_eq!(now(outbox.too_slow()), None, "the later state has its own time");
    clock.advance(TOO_SLOW_MS);
    assert_eq!(now(outbox.too_slow()), Some(()));
}

#[tokio::test]
async fn waiting_for_slowness_wakes_when_the_client_falls_behind() {
    let (clock, outbox) = outbox();
    tokio::join!(outbox.too_slow(), async {
        tokio::task::yield_now().await;
        assert_eq!(outbox.replace_with_state(text("s")), Pushed::Queued);
        tokio::task::yield_now().await;
        clock.advance(TOO_SLOW_MS);
    });
}

#[tokio::test]
async fn nothing_is_read_while_too_many_answers_wait_or_are_on_their_way() {
    let (_, outbox) = outbox();
    for _ in 0..OUTBOX_ANSWERS_MAX {
        assert_eq!(now(outbox.ready_to_read()), Some(()));
        assert_eq!(outbox.push(Class::Answer, text("ok")), Pushed::Queued);
    }
    assert_eq!(now(outbox.ready_to_read()), None);
    assert!(now(outbox.next()).is_some());
    assert_eq!(now(outbox.ready_to_read()), None, "taken is not written");
    tokio::join!(outbox.ready_to_read(), async {
        tokio::task::yield_now().await;
        outbox.written();
    });
}

#[test]
fn a_close_flushes_what_waits_and_the_first_one_wins() {
    let (_, outbox) = outbox();
    assert_eq!(outbox.push(Class::Events, text("e")), Pushed::Queued);
    assert_eq!(now(outbox.closing_since()), None);
    assert!(outbox.close(TEST, Some(text("bye"))));
    assert!(!outbox.close(Close { code: 1012, reason: "too late" }, Some(text("another bye"))));
    assert_eq!(now(outbox.closing_since()), Some(0));
    assert_eq!(outbox.push(Class::Answer, text("ok")), Pushed::Closed);
    assert_eq!(outbox.replace_with_state(text("s")), Pushed::Closed);
    let batch = now(outbox.next()).expect("a batch");
    assert_eq!((shown(&batch), batch.then), (vec!["e", "bye"], Some(TEST)));
    assert_eq!(now(outbox.next()), Some(Batch { frames: vec![], then: Some(TEST) }), "asked again");
}

#[test]
fn a_close_at_once_drops_what_waits() {
    let (_, outbox) = outbox();
    assert_eq!(outbox.push(Class::Events, text("e")), Pushed::Queued);
    assert!(outbox.close_now(TEST, Some(text("bye"))));
    assert_eq!(now(outbox.next()), Some(Batch { frames: vec![text("bye")], then: Some(TEST) }));
}

#[tokio::test]
async fn the_writer_and_the_watcher_are_woken() {
    let (_, outbox) = outbox();
    let (batch, _, _) = tokio::join!(outbox.next(), outbox.closing_since(), async {
        tokio::task::yield_now().await;
        outbox.close(TEST, None)
    });
    assert_eq!(batch.then, Some(TEST));
}
