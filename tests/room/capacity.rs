//! Places that are held, and bots that take those that nobody wants.

use serde_json::json;
use slapdown::games::Role;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::limits::PLACE_HELD_MS;
use slapdown::room::capacity::{free, held};
use slapdown::room::options::Options;
use slapdown::room::request::{As, Request};

use crate::table::{Guest, Table, add_bot, patch, ready, set, sit, sit_as};

#[test]
fn a_free_place_is_one_for_somebody_who_does_not_choose() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    assert_eq!(free(table.state()), 4, "of six sides two are taken");
    table.does(&mut guests[1], sit_as(2, Role::Row));
    assert_eq!(free(table.state()), 5, "a row waits for its deck");
    let rack = Table::<SuperRackO>::of(&Options::default());
    assert_eq!(free(rack.state()), 4);
}

#[test]
fn a_hold_ends_with_sitting_leaving_or_time() {
    let mut table = Table::new();
    let mut guests: Vec<_> = (0..3).map(|_| table.enter()).collect();
    let at = table.at();
    assert_eq!(held(table.state(), at), 3);
    table.does(&mut guests[0], sit(1));
    assert_eq!(held(table.state(), table.at()), 2);
    table.leaves(&mut guests[1]);
    assert_eq!(held(table.state(), table.at()), 1);
    table.pass(PLACE_HELD_MS - 1);
    assert_eq!(held(table.state(), table.at()), 1);
    table.pass(1);
    assert_eq!(held(table.state(), table.at()), 0);
    assert_eq!(table.revived(), *table.state());
}

#[test]
fn nobody_holds_more_places_than_there_are() {
    let mut table = Table::<SuperRackO>::of(&Options::default());
    let mut guests: Vec<_> = (0..6).map(|_| table.enter()).collect();
    assert_eq!(held(table.state(), table.at()), 4);
    // The last two have none held, and wait for one that lapses.
    assert_eq!(table.refused(&mut guests[5], sit(1)), "place_held");
    for (guest, side) in guests[..4].iter_mut().zip(1..) {
        table.does(guest, sit(side));
    }
    assert_eq!(table.refused(&mut guests[5], sit(1)), "place_taken");
    // Who sits may still change to a place that gets free, since it leaves one for another.
    table.leaves(&mut guests[0]);
    table.does(&mut guests[1], sit(1));
    table.does(&mut guests[5], sit(2));
}

#[test]
fn in_the_middle_of_a_round_nothing_is_held() {
    let (mut table, _guests) = Table::racing(2, &[]);
    let mut late = table.enter();
    assert_eq!(held(table.state(), table.at()), 0);
    assert_eq!(table.refused(&mut late, sit(4)), "not_now");
}

#[test]
fn bots_take_free_places_after_the_stated_time_and_only_while_somebody_waits() {
    let options =
        Options::default().patched(&patch(&[("bots_fill_after_ms", json!(5_000))])).expect("options");
    let mut table = Table::<SuperRackO>::of(&options);
    let mut host = table.enter();
    table.pass(60_000);
    assert_eq!(table.state().members.len(), 1, "nobody sits");
    table.does(&mut host, sit(1));
    table.pass(4_999);
    assert_eq!(table.state().members.len(), 1);
    table.pass(1);
    assert_eq!(table.state().members.len(), 4, "all three places");
    assert!(table.state().members[1..].iter().all(|member| member.bot.is_some() && member.place.is_some()));
    assert_eq!(table.core.deadline(), None, "and then it rests");
    // A place that gets free waits as long again, unless the host wants no bots.
    table.does(&mut host, Request::RemoveBot { side: slapdown::games::Side(3), role: None });
    table.pass(4_999);
    assert_eq!(table.state().members.len(), 3);
    table.does(&mut host, set(&[("bots_fill_after_ms", json!(0))]));
    table.pass(60_000);
    assert_eq!(table.state().members.len(), 3);
    assert_eq!(table.revived(), *table.state(), "the log tells the same");
}

#[test]
fn bots_wait_for_those_who_are_choosing_and_for_those_who_are_away() {
    let options =
        Options::default().patched(&patch(&[("bots_fill_after_ms", json!(5_000))])).expect("options");
    let mut table = Table::<SuperRackO>::of(&options);
    let mut host = table.enter();
    table.does(&mut host, sit(1));
    table.drops(&host);
    table.pass(60_000);
    assert_eq!(table.state().members.len(), 1, "nobody is there to play with");
    let host = table.returns(&host, None);
    table.pass(1_000);
    let mut chooses = table.enter();
    table.pass(4_000);
    assert_eq!(table.state().members.len(), 4, "two bots, one place is held");
    table.pass(PLACE_HELD_MS);
    assert_eq!(table.state().members.len(), 5, "who does not choose in time has none");
    assert_eq!(table.refused(&mut chooses, sit(4)), "place_taken");
    drop(host);
}

#[test]
fn a_deal_needs_nobody_who_only_chooses() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    table.enter();
    table.deal(&mut guests);
    assert_eq!(held(table.state(), table.at()), 0);
    let mut watcher = table.guest();
    assert_eq!(table.joins(&mut watcher, As::Spectator)["type"], "ok");
    assert_eq!(table.refused(&mut guests[0], add_bot(3)), "not_now");
    assert_eq!(table.refused(&mut watcher, ready()), "not_now");
}

/// The place that is held for the host may go to a bot, if the host wants; it is gone then.
#[test]
fn a_host_who_gave_the_own_place_to_a_bot_takes_nobody_elses() {
    let mut table = Table::<SuperRackO>::of(&Options::default());
    let mut guests: Vec<Guest> = (0..4).map(|_| table.enter()).collect();
    table.does(&mut guests[0], add_bot(1));
    assert_eq!(table.refused(&mut guests[0], add_bot(2)), "place_held");
    assert_eq!(table.refused(&mut guests[0], sit(2)), "place_held");
    for (guest, side) in guests[1..].iter_mut().zip(2..) {
        table.does(guest, sit(side));
    }
}
