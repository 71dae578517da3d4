//! How many frames a client gets, and what becomes of one that does not read them.

use serde_json::Value;
use slapdown::limits::{EVENT_FRAMES_BURST, EVENT_FRAMES_PER_SECOND, OUTBOX_FRAMES_MAX};
use slapdown::room::request::Request;

use crate::table::{Guest, Table, add_bot, events, sit};

/// Makes one event in a batch of its own.
fn event(table: &mut Table, host: &mut Guest, turn: u64) {
    table.does(host, sit(1 + u8::try_from(turn % 2).expect("small")));
}

#[test]
fn a_client_gets_a_burst_of_fifteen_and_then_sixty_frames_a_second() {
    let mut table = Table::new();
    let (mut host, other) = (table.enter(), table.enter());
    table.clock.advance(10_000);
    table.keep();
    other.read();
    let (mut told, seconds) = (Vec::new(), 2);
    for turn in 0..seconds * 1_000 / 5 {
        event(&mut table, &mut host, turn);
        table.clock.advance(5);
        table.core.tell(table.now());
        told.extend(other.read());
    }
    let frames = told.iter().filter(|frame| frame["type"] == "events").count() as u64;
    let most = EVENT_FRAMES_BURST + EVENT_FRAMES_PER_SECOND * seconds;
    assert!(frames <= most && frames + 3 >= most, "{frames} frames; at most {most}");
    assert!(told.iter().all(|frame| frame["type"] == "events"), "a client that reads gets no state");
    let numbers: Vec<u64> = events(&told).iter().map(|(number, _)| *number).collect();
    assert!(numbers.is_sorted_by(|a, b| a + 1 == *b), "without a gap");
}

#[test]
fn what_waits_leaves_together_when_the_pace_allows() {
    let mut table = Table::new();
    let (mut host, other) = (table.enter(), table.enter());
    for turn in 0..40 {
        event(&mut table, &mut host, turn);
    }
    let frames = other.read();
    let seq = frames.last().expect("a frame")["seq"].as_u64().expect("a number");
    assert!(seq < table.state().seq);
    let next_ms = table.core.next_tell_ms().expect("somebody waits");
    table.clock.advance(next_ms - table.now().clock_ms);
    table.core.tell(table.now());
    let frames = other.read();
    assert_eq!(frames.len(), 1);
    assert_eq!(events(&frames).first().expect("events").0, seq + 1);
    assert_eq!(frames[0]["seq"], table.state().seq);
    assert_eq!(table.core.next_tell_ms(), None);
}

#[test]
fn a_refusal_without_cost_does_not_wait_and_an_ok_comes_with_its_events() {
    let mut table = Table::new();
    let (mut host, mut other) = (table.enter(), table.enter());
    for turn in 0..40 {
        event(&mut table, &mut host, turn);
    }
    other.read();
    other.id += 1;
    table.ask_unkept(&other, other.id, Request::Stand);
    table.keep();
    let frames = other.read();
    assert_eq!(frames.len(), 1, "{frames:?}");
    assert_eq!(frames[0]["code"], "not_seated");
    other.id += 1;
    table.ask_unkept(&other, other.id, sit(5));
    table.keep();
    let frames = other.read();
    let types: Vec<&str> = frames.iter().map(|frame| frame["type"].as_str().expect("a type")).collect();
    assert_eq!(types, ["events", "ok"]);
    assert_eq!(frames[0]["seq"], table.state().seq, "the events up to its own");
}

#[test]
fn a_slow_client_gets_one_state_in_place_of_the_backlog_and_nobody_waits_for_it() {
    let mut table = Table::new();
    let (mut host, slow, quick) = (table.enter(), table.enter(), table.enter());
    slow.read();
    let mut told = Vec::new();
    for turn in 0..OUTBOX_FRAMES_MAX as u64 * 2 {
        event(&mut table, &mut host, turn);
        table.clock.advance(100);
        table.core.tell(table.now());
        told.extend(quick.read());
    }
    let numbers: Vec<u64> = events(&told).iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers.last(), Some(&table.state().seq));
    assert!(numbers.is_sorted_by(|a, b| a + 1 == *b));
    let frames = slow.read();
    assert_eq!(frames[0]["type"], "state", "first of all a state");
    assert_eq!(frames.iter().filter(|frame| frame["type"] == "state").count(), 1);
    let seq = frames[0]["seq"].as_u64().expect("a number");
    let after: Vec<u64> = events(&frames).iter().map(|(number, _)| *number).collect();
    assert_eq!(after.first(), Some(&(seq + 1)));
    assert_eq!(after.last(), Some(&table.state().seq));
}

#[test]
fn a_client_that_wants_states_gets_nothing_else() {
    let mut table = Table::new();
    let mut host = table.enter();
    let watcher = table.guest();
    let mut line = watcher.line();
    line.full = true;
    let (done, _entrance) = tokio::sync::oneshot::channel();
    let join = slapdown::room::mail::Join {
        line,
        name: "Full".to_owned(),
        role_in_room: slapdown::room::request::As::Spectator,
        asked: watcher.asked(1),
        ticket: watcher.ticket(1),
        done,
    };
    let at = table.at();
    table.core.join(join, at, &mut table.chance);
    table.keep();
    watcher.read();
    table.does(&mut host, add_bot(2));
    let frames: Vec<Value> = watcher.read();
    assert_eq!(frames.len(), 1);
    assert_eq!((&frames[0]["type"], &frames[0]["seq"]), (&"state".into(), &table.state().seq.into()));
}

#[test]
fn who_comes_back_gets_the_gap_or_a_state() {
    let mut table = Table::new();
    let (mut host, other) = (table.enter(), table.enter());
    let known = table.state().seq;
    table.drops(&other);
    for turn in 0..10 {
        event(&mut table, &mut host, turn);
    }
    let back = table.returns(&other, Some(known));
    let frames = back.read();
    assert_eq!(events(&frames).first().expect("events").0, known + 1);
    assert!(frames.iter().all(|frame| frame["type"] == "events"));
    // A client that has seen more than there is knows another room.
    let back = table.returns(&back, Some(table.state().seq + 100));
    assert_eq!(back.read()[0]["type"], "state");
    // A gap that is no longer kept.
    table.drops(&back);
    for turn in 0..600 {
        event(&mut table, &mut host, turn);
    }
    let back = table.returns(&back, Some(known));
    assert_eq!(back.read()[0]["type"], "state");
}

#[test]
fn whose_seat_changed_since_gets_a_state() {
    let mut table = Table::new();
    let mut guest = table.enter();
    let known = table.state().seq;
    table.does(&mut guest, sit(1));
    let back = table.returns(&guest, Some(known));
    assert_eq!(back.read()[0]["type"], "state");
    let back = table.returns(&back, Some(table.state().seq));
    assert!(back.read().iter().all(|frame| frame["type"] == "events"));
}
