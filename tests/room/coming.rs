//! Coming in, going, and how many there may be.

use serde_json::json;
use slapdown::limits::{OUTBOX_FRAMES_MAX, PEOPLE_MAX, SPECTATORS_MAX};
use slapdown::room::request::{As, Request};
use slapdown::room::view::RoomPhase;

use crate::table::{END, Table, act, add_bot, events, set, sit};

#[test]
fn a_room_takes_twelve_people_and_fifty_spectators() {
    let mut table = Table::new();
    for _ in 0..PEOPLE_MAX {
        table.enter();
    }
    let mut late = table.guest();
    assert_eq!(table.joins(&mut late, As::Player)["code"], "room_full");
    for _ in 0..SPECTATORS_MAX {
        let mut guest = table.guest();
        assert_eq!(table.joins(&mut guest, As::Spectator)["type"], "ok");
    }
    assert_eq!(table.joins(&mut late, As::Spectator)["code"], "room_full");
    assert_eq!(table.state().members.len(), PEOPLE_MAX + SPECTATORS_MAX);
}

#[test]
fn bots_do_not_take_the_place_of_people() {
    let mut table = Table::new();
    let mut host = table.enter();
    for side in 1..=6 {
        table.does(&mut host, add_bot(side));
    }
    for _ in 1..PEOPLE_MAX {
        table.enter();
    }
    let mut late = table.guest();
    assert_eq!(table.joins(&mut late, As::Player)["code"], "room_full");
}

#[test]
fn somebody_who_is_in_comes_in_again_without_being_counted_twice() {
    let mut table = Table::new();
    let mut guest = table.enter();
    let before = table.state().seq;
    assert_eq!(table.joins(&mut guest, As::Spectator)["type"], "ok");
    assert_eq!((table.state().members.len(), table.state().seq), (1, before));
    assert_eq!(table.state().members[0].role_in_room, As::Player, "the way out of a role is to leave");
}

#[test]
fn a_room_without_spectators_and_a_locked_room_say_so() {
    let mut table = Table::new();
    let mut host = table.enter();
    table.does(&mut host, set(&[("spectators", json!(false)), ("locked", json!(true))]));
    let mut guest = table.guest();
    assert_eq!(table.joins(&mut guest, As::Player)["code"], "room_locked");
    table.does(&mut host, set(&[("locked", json!(false))]));
    assert_eq!(table.joins(&mut guest, As::Spectator)["code"], "no_spectators");
    assert_eq!(table.joins(&mut guest, As::Player)["type"], "ok");
}

#[test]
fn who_left_in_mid_round_comes_back_to_the_same_place() {
    let (mut table, mut guests) = Table::racing(2, &[]);
    assert_eq!(table.leaves(&mut guests[1])["type"], "ok");
    let gone = table.state().member(guests[1].player).expect("stays until the round is over");
    assert!(gone.gone && !gone.online && gone.place.is_some());
    let mut back = table.reconnected(&guests[1]);
    assert_eq!(table.joins(&mut back, As::Player)["type"], "ok");
    let member = table.state().member(back.player).expect("a member");
    assert!(!member.gone && member.online && member.place.is_some());
    table.does(&mut back, act(END));
}

#[test]
fn who_left_in_mid_round_is_no_member_once_it_is_over() {
    let (mut table, mut guests) = Table::racing(
        2,
        &[("rounds", json!(1)), ("tie", json!("shared")), ("round_limit_ms", json!(60_000))],
    );
    table.leaves(&mut guests[1]);
    assert_eq!(table.state().members.len(), 2);
    table.pass(60_000);
    assert_eq!(table.state().phase, RoomPhase::Over);
    assert_eq!(table.state().members.len(), 1);
}

#[test]
fn a_state_says_who_left_in_mid_round_and_goes_with_its_end() {
    let (mut table, mut guests) = Table::racing(3, &[("round_limit_ms", json!(60_000))]);
    table.leaves(&mut guests[1]);
    table.drops(&guests[2]);
    // Both are offline; only one of them is no longer a member when the round is over.
    let late = table.returns(&guests[0], None);
    let state = late.read().pop().expect("a state");
    let gone: Vec<bool> = state["room"]["members"]
        .as_array()
        .expect("members")
        .iter()
        .map(|member| member["gone"].as_bool().expect("whether gone"))
        .collect();
    assert_eq!(gone, [false, true, false]);
}

#[test]
fn a_kick_in_the_lobby_removes_at_once_and_closes_with_its_code() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    let victim = guests[1].clone();
    victim.read();
    table.does(&mut guests[0], Request::Kick { player: victim.player });
    let batch = futures_util::FutureExt::now_or_never(victim.outbox.next()).expect("something to read");
    assert_eq!(batch.then.expect("a close").code, 4003);
    let last: serde_json::Value = serde_json::from_slice(batch.frames.last().expect("a bye")).expect("JSON");
    assert_eq!((&last["type"], &last["code"]), (&json!("bye"), &json!(4003)));
    assert!(table.state().member(victim.player).is_none());
}

#[test]
fn who_is_kicked_in_mid_round_may_join_again_without_the_place() {
    let (mut table, mut guests) = Table::racing(2, &[("round_limit_ms", json!(60_000))]);
    let player = guests[1].player;
    table.does(&mut guests[0], Request::Kick { player });
    let mut back = table.reconnected(&guests[1]);
    assert_eq!(table.joins(&mut back, As::Player)["type"], "ok");
    let member = table.state().member(back.player).expect("a member");
    assert!(member.place.is_none() && member.claim.is_none());
    assert_eq!(table.refused(&mut back, sit(2)), "not_now", "the place stays absent until the round ends");
    table.pass(60_000);
    table.does(&mut back, sit(2));
}

#[test]
fn the_state_after_a_join_holds_the_arrival_and_the_next_event_follows_it() {
    let mut table = Table::new();
    let mut host = table.enter();
    let mut guest = table.guest();
    table.join_unkept(&mut guest, As::Player);
    table.keep();
    let frames = guest.read();
    assert_eq!(
        frames.iter().map(|frame| frame["type"].as_str().expect("a type")).collect::<Vec<_>>(),
        ["ok", "state"]
    );
    let seq = frames[1]["seq"].as_u64().expect("a number");
    let own = &frames[1]["room"]["members"][1];
    assert_eq!(
        (&own["player"], &own["online"]),
        (&json!(guest.player), &json!(true)),
        "there from the first"
    );
    let seen = events(&host.read());
    assert!(
        seen.iter().all(|(_, event)| event["e"] != "online"),
        "nobody comes in by way of being away: {seen:?}"
    );
    assert_eq!(frames[1]["room"]["members"].as_array().expect("members").len(), 2);
    table.does(&mut host, sit(1));
    let next = events(&guest.read());
    assert_eq!((next[0].0, &next[0].1["e"]), (seq + 1, &json!("seated")));
}

#[test]
fn news_of_an_older_connection_changes_nothing() {
    let mut table = Table::new();
    let mut old = table.enter();
    let fresh = table.returns(&old, None);
    table.drops(&old);
    assert!(table.state().member(old.player).expect("a member").online);
    old.id += 1;
    table.ask_unkept(&old, old.id, sit(1));
    table.keep();
    assert_eq!(table.answer(&old)["code"], "no_room");
    assert!(table.state().member(old.player).expect("a member").place.is_none());
    drop(fresh);
}

/// A client that reads late left the room and came back to it: the `ok` of the leaving must not stand behind
/// the state of the room it came back to, or the client would take itself for outside.
#[test]
fn who_left_and_came_back_without_reading_is_told_so_in_that_order() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    let late = &mut guests[1];
    late.read();
    late.id += 1;
    let left = late.id;
    let (done, _entrance) = tokio::sync::oneshot::channel();
    let at = table.at();
    table.core.leave(late.asked(left), late.ticket(left), done, (at, &mut table.chance));
    table.keep();
    let _entered = table.join_unkept(late, As::Player);
    table.keep();
    let entered = late.id;
    // More than an outbox holds: a state takes the place of the backlog.
    for on in (0..=OUTBOX_FRAMES_MAX).map(|number| number % 2 == 0) {
        table.pass(1_000);
        table.does(&mut guests[0], Request::Ready { ready: on, entropy: None });
    }
    let kinds: Vec<_> = guests[1]
        .read()
        .iter()
        .map(|frame| (frame["type"].as_str().unwrap_or_default().to_owned(), frame["id"].as_u64()))
        .collect();
    let expected = [("ok", Some(left)), ("ok", Some(entered)), ("state", None)];
    let expected: Vec<_> = expected.into_iter().map(|(kind, id)| (kind.to_owned(), id)).collect();
    assert_eq!(kinds[..3], expected[..], "{kinds:?}");
}
