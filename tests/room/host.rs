//! Who is host, and what anybody may do when the host does not.

use serde_json::json;
use slapdown::games::wackee_six::Action;
use slapdown::limits::{ANYONE_MAY_START_MS, HOST_AWAY_MS};
use slapdown::room::request::{As, Request};
use slapdown::room::view::RoomPhase;

use crate::table::{Table, act, add_bot, events, ready, set, sit};

#[test]
fn when_the_host_leaves_who_sat_longest_follows() {
    let mut table = Table::new();
    let (mut host, unseated, mut late, mut early) =
        (table.enter(), table.enter(), table.enter(), table.enter());
    table.does(&mut early, sit(3));
    table.does(&mut late, sit(2));
    assert_eq!(table.state().host, Some(host.player));
    table.leaves(&mut host);
    assert_eq!(table.state().host, Some(early.player));
    table.leaves(&mut early);
    assert_eq!(table.state().host, Some(late.player));
    table.leaves(&mut late);
    assert_eq!(table.state().host, Some(unseated.player), "then who has been here longest");
}

#[test]
fn a_host_who_is_away_for_ten_seconds_is_host_no_more() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    table.drops(&guests[0]);
    table.pass(HOST_AWAY_MS - 1);
    assert_eq!(table.state().host, Some(guests[0].player));
    table.pass(1);
    assert_eq!(table.state().host, Some(guests[1].player));
    let mut back = table.returns(&guests[0], None);
    table.pass(60_000);
    assert_eq!(table.state().host, Some(guests[1].player), "rights do not come back by themselves");
    assert_eq!(table.refused(&mut back, set(&[("target", json!(50))])), "not_host");
    table.does(&mut guests[1], Request::MakeHost { player: back.player });
    table.does(&mut back, set(&[("target", json!(50))]));
}

#[test]
fn a_host_who_is_back_in_time_stays() {
    let (mut table, guests) = Table::seated(2, &[]);
    table.drops(&guests[0]);
    table.pass(HOST_AWAY_MS - 1);
    table.returns(&guests[0], None);
    table.pass(60_000);
    assert_eq!(table.state().host, Some(guests[0].player));
}

#[test]
fn nobody_who_watches_is_host() {
    let mut table = Table::new();
    let mut watcher = table.guest();
    table.joins(&mut watcher, As::Spectator);
    assert_eq!(table.state().host, None);
    let mut host = table.enter();
    assert_eq!(table.state().host, Some(host.player));
    assert_eq!(table.refused(&mut host, Request::MakeHost { player: watcher.player }), "no_such_player");
    table.leaves(&mut host);
    assert_eq!(table.state().host, None);
    let next = table.enter();
    assert_eq!(table.state().host, Some(next.player));
}

#[test]
fn the_room_of_an_away_host_takes_the_next_who_comes() {
    let mut table = Table::new();
    let host = table.enter();
    table.drops(&host);
    table.pass(HOST_AWAY_MS * 3);
    assert_eq!(table.state().host, Some(host.player), "nobody else is there");
    let next = table.enter();
    assert_eq!(table.state().host, Some(next.player));
}

/// Ruling 10, the deal.
#[test]
fn anybody_seated_may_deal_thirty_seconds_after_all_were_ready() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    let mut unseated = table.enter();
    for guest in &mut guests {
        table.does(guest, ready());
    }
    assert_eq!(table.refused(&mut guests[1], Request::Start), "not_host");
    table.pass(ANYONE_MAY_START_MS - 1);
    assert_eq!(table.refused(&mut guests[1], Request::Start), "not_host");
    table.pass(1);
    assert_eq!(table.refused(&mut unseated, Request::Start), "not_host");
    table.does(&mut guests[1], Request::Start);
    assert_eq!(table.state().phase, RoomPhase::Playing);
}

/// Ruling 10, the start of the race.
#[test]
fn anybody_seated_may_start_thirty_seconds_after_the_deal() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    table.deal(&mut guests);
    assert_eq!(table.state().starter, Some(vec![guests[0].player]));
    table.pass(ANYONE_MAY_START_MS - 1);
    assert_eq!(table.refused(&mut guests[1], act(Action::Start {})), "not_yours");
    guests[1].read();
    table.pass(1);
    let told = events(&guests[1].read());
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].1["e"], "may_start");
    assert_eq!(table.state().starter, Some(vec![guests[0].player, guests[1].player]));
    table.does(&mut guests[1], act(Action::Start {}));
}

/// The instant after which anybody may start must not be asked for again and again.
#[test]
fn a_room_in_which_nobody_starts_rests() {
    let mut table = Table::new();
    let mut host = table.enter();
    table.does(&mut host, sit(1));
    table.does(&mut host, add_bot(2));
    table.does(&mut host, ready());
    table.does(&mut host, Request::Start);
    table.pass(ANYONE_MAY_START_MS * 4);
    assert_eq!(table.core.deadline(), None);
}

#[test]
fn rights_are_checked_against_the_host_that_is_shown() {
    let (mut table, mut guests) = Table::seated(3, &[]);
    let (second, third) = (guests[1].player, guests[2].player);
    assert_eq!(table.refused(&mut guests[1], Request::Kick { player: third }), "not_host");
    table.does(&mut guests[0], Request::MakeHost { player: second });
    assert_eq!(table.refused(&mut guests[0], Request::Kick { player: third }), "not_host");
    assert_eq!(table.refused(&mut guests[1], Request::Kick { player: second }), "not_yourself");
    table.does(&mut guests[1], Request::Kick { player: third });
}
