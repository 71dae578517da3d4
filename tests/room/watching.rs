//! Those who watch: how many, whether at all, and how they come to play.

use serde_json::json;
use slapdown::games::Seat;
use slapdown::limits::{PEOPLE_MAX, PLACE_HELD_MS, SPECTATORS_MAX};
use slapdown::room::request::{As, Request};
use slapdown::room::view::RoomPhase;

use crate::table::{END, Guest, Table, act, add_bot, events, ready, set, sit};

fn watcher(table: &mut Table) -> Guest {
    let mut guest = table.guest();
    let answer = table.joins(&mut guest, As::Spectator);
    assert_eq!(answer["type"], "ok", "{answer}");
    guest
}

#[test]
fn so_many_may_watch_and_no_more() {
    let mut table = Table::new();
    table.enter();
    let mut watchers: Vec<_> = (0..SPECTATORS_MAX).map(|_| watcher(&mut table)).collect();
    let mut late = table.guest();
    assert_eq!(table.joins(&mut late, As::Spectator)["code"], "room_full");
    // Who comes twice counts once, and who plays does not count among them.
    assert_eq!(table.joins(&mut watchers[0], As::Spectator)["type"], "ok");
    table.enter();
    table.leaves(&mut watchers[1]);
    assert_eq!(table.joins(&mut late, As::Spectator)["type"], "ok");
}

#[test]
fn a_host_may_forbid_watching_and_who_watches_already_stays() {
    let (mut table, mut guests) = Table::seated(1, &[]);
    let mut inside = watcher(&mut table);
    table.does(&mut guests[0], set(&[("spectators", json!(false))]));
    let mut late = table.guest();
    assert_eq!(table.joins(&mut late, As::Spectator)["code"], "no_spectators");
    assert!(table.state().member(inside.player).is_some());
    table.leaves(&mut inside);
    assert_eq!(table.joins(&mut inside, As::Spectator)["code"], "no_spectators");
    table.does(&mut guests[0], set(&[("spectators", json!(true))]));
    assert_eq!(table.joins(&mut late, As::Spectator)["type"], "ok");
}

#[test]
fn between_rounds_who_watches_may_sit_and_plays_from_then_on() {
    let (mut table, mut guests) = Table::racing(2, &[]);
    let mut fan = watcher(&mut table);
    assert_eq!(table.refused(&mut fan, sit(3)), "not_now", "not in the middle of a round");
    for guest in &mut guests {
        table.does(guest, act(END));
    }
    assert_eq!(table.state().phase, RoomPhase::Over);
    guests[0].read();
    assert_eq!(table.refused(&mut fan, sit(2)), "place_taken");
    table.does(&mut fan, sit(3));
    let told: Vec<_> = events(&guests[0].read()).into_iter().map(|(_, event)| event).collect();
    assert_eq!(told[0], json!({ "e": "role_changed", "player": fan.player, "as": "player" }));
    assert_eq!((&told[1]["e"], &told[1]["side"]), (&json!("seated"), &json!(3)));
    let member = table.state().member(fan.player).expect("a member");
    assert_eq!(member.role_in_room, As::Player);
    guests.push(fan);
    table.deal(&mut guests);
    assert!(table.state().chairs.contains_key(&Seat(5)), "dealt in");
    assert_eq!(table.revived(), *table.state(), "and so says the log");
}

#[test]
fn who_sits_down_from_watching_counts_among_the_people() {
    let mut table = Table::new();
    for _ in 0..PEOPLE_MAX {
        table.enter();
    }
    let mut fan = watcher(&mut table);
    assert_eq!(table.refused(&mut fan, sit(3)), "place_held", "those who came to play choose first");
    table.pass(PLACE_HELD_MS);
    assert_eq!(table.refused(&mut fan, sit(3)), "room_full");
    assert_eq!(table.state().member(fan.player).expect("a member").role_in_room, As::Spectator);
}

#[test]
fn a_host_who_watches_is_none_and_one_who_sits_down_can_be() {
    let mut table = Table::new();
    let mut fan = watcher(&mut table);
    assert_eq!(table.state().host, None);
    table.does(&mut fan, sit(1));
    assert_eq!(table.state().host, Some(fan.player));
    table.does(&mut fan, add_bot(2));
    table.does(&mut fan, ready());
    table.does(&mut fan, Request::Start);
    assert_eq!(table.state().phase, RoomPhase::Playing);
}
