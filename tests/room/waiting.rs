//! A deal waits for people who are away as long as the room says, and then no longer: between rounds they
//! count as ready, before a match their place is free. Nobody who is there waits for nobody.

use serde_json::{Value, json};
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::games::{Driver, Game, Role, Seat};
use slapdown::room::options::Options;
use slapdown::room::request::Request;
use slapdown::room::show;
use slapdown::room::view::RoomPhase;

use crate::rack::{A, B, FULL, Layout, Rack};
use crate::table::{Guest, Table, act, add_bot, events, patch, ready, sit, sit_as};

const AFTER_MS: u64 = 15_000;

/// A table of Wackee Six whose first round is over: the first of `count` people is host.
fn between(count: u8, options: &[(&str, Value)]) -> (Table, Vec<Guest>) {
    let usual = [("round_limit_ms", json!(20_000)), ("absent_after_ms", json!(AFTER_MS))];
    let options: Vec<_> = usual.into_iter().chain(options.iter().cloned()).collect();
    let (mut table, guests) = Table::racing(count, &options);
    table.pass(20_000);
    assert_eq!(table.state().phase, RoomPhase::Between);
    (table, guests)
}

fn excused_in<G: Game>(table: &Table<G>) -> Option<u64> {
    show::room(table.state(), table.at()).away_excused_in
}

fn told(guest: &Guest) -> Vec<Value> {
    events(&guest.read()).into_iter().map(|(_, event)| event).collect()
}

#[test]
fn between_rounds_who_is_away_long_enough_counts_as_ready_and_a_bot_plays() {
    let (mut table, mut guests) = between(3, &[]);
    table.drops(&guests[2]);
    table.pass(5_000);
    assert_eq!(excused_in(&table), None, "nobody waits yet");
    table.does(&mut guests[0], ready());
    assert_eq!(excused_in(&table), Some(AFTER_MS - 5_000));
    table.does(&mut guests[1], ready());
    assert_eq!(table.refused(&mut guests[0], Request::Start), "not_ready");
    table.pass(AFTER_MS - 5_001);
    assert!(!table.is_ready(&guests[2]));
    assert_eq!(table.refused(&mut guests[0], Request::Start), "not_ready");
    guests[1].read();
    table.pass(1);
    assert!(table.is_ready(&guests[2]));
    assert_eq!(excused_in(&table), None);
    let news = told(&guests[1]);
    assert_eq!(news[0], json!({ "e": "ready", "player": guests[2].player, "ready": true }));
    assert_eq!((&news[1]["e"], &news[1]["away_excused_in"]), (&json!("may_start"), &Value::Null));
    assert_eq!(news[1]["anyone_may_start_in"], 30_000);
    table.does(&mut guests[0], Request::Start);
    assert_eq!(table.state().driver(Seat(5)), Some(Driver::Bot), "away for that long already");
    // Whoever comes back takes over, as in any round.
    table.returns(&guests[2], None);
    assert_eq!(table.state().driver(Seat(5)), Some(Driver::Person));
}

#[test]
fn who_comes_back_before_the_deal_speaks_for_themselves_again() {
    let (mut table, mut guests) = between(3, &[]);
    table.drops(&guests[2]);
    for guest in &mut guests[..2] {
        table.does(guest, ready());
    }
    table.pass(AFTER_MS);
    assert!(table.is_ready(&guests[2]));
    let mut back = table.returns(&guests[2], None);
    assert!(!table.is_ready(&back));
    assert_eq!(excused_in(&table), None, "they are there");
    assert_eq!(table.refused(&mut guests[0], Request::Start), "not_ready");
    table.does(&mut back, ready());
    // What somebody said for themselves stays said.
    table.drops(&back);
    let back = table.returns(&back, None);
    assert!(table.is_ready(&back));
    table.does(&mut guests[0], Request::Start);
}

#[test]
fn before_a_match_the_place_of_who_is_away_is_free_again() {
    let (mut table, mut guests) = Table::seated(3, &[("absent_after_ms", json!(AFTER_MS))]);
    table.drops(&guests[2]);
    table.pass(10 * AFTER_MS);
    assert!(table.state().member(guests[2].player).is_some_and(|member| member.place.is_some()));
    for guest in &mut guests[..2] {
        table.does(guest, ready());
    }
    assert_eq!(table.state().member(guests[2].player).map(|member| member.place), Some(None));
    table.does(&mut guests[0], Request::Start);
    assert_eq!(table.state().chairs.len(), 2, "nobody is drawn into a match they are not there for");
}

#[test]
fn a_table_of_two_where_one_is_away_takes_a_bot_and_plays() {
    let (mut table, mut guests) = Table::seated(2, &[("absent_after_ms", json!(AFTER_MS))]);
    table.drops(&guests[1]);
    table.does(&mut guests[0], ready());
    assert_eq!(excused_in(&table), Some(AFTER_MS));
    table.pass(AFTER_MS);
    table.does(&mut guests[0], add_bot(2));
    table.does(&mut guests[0], Request::Start);
}

#[test]
fn several_who_are_away_are_waited_for_each_as_long() {
    let (mut table, mut guests) = between(4, &[]);
    table.does(&mut guests[0], ready());
    table.does(&mut guests[3], ready());
    table.drops(&guests[1]);
    table.pass(4_000);
    table.drops(&guests[2]);
    assert_eq!(excused_in(&table), Some(AFTER_MS), "until none of them is waited for");
    table.pass(AFTER_MS - 4_000);
    assert!(table.is_ready(&guests[1]) && !table.is_ready(&guests[2]));
    assert_eq!(excused_in(&table), Some(4_000));
    // Who drops again before it is over is waited for anew.
    let back = table.returns(&guests[2], None);
    assert_eq!(excused_in(&table), None);
    table.drops(&back);
    assert_eq!(excused_in(&table), Some(AFTER_MS));
    table.pass(AFTER_MS);
    table.does(&mut guests[0], Request::Start);
}

#[test]
fn the_wait_goes_on_over_a_crash_and_a_sleep() {
    let (mut table, mut guests) = between(2, &[]);
    table.drops(&guests[1]);
    table.does(&mut guests[0], ready());
    table.pass(5_000);
    table.crash();
    assert_eq!(excused_in(&table), None, "nobody is there");
    assert_eq!(table.core.deadline(), None);
    table.pass(1_000);
    guests[0] = table.returns(&guests[0], None);
    assert_eq!(excused_in(&table), Some(AFTER_MS - 6_000), "away is away, also over a crash");
    let at = table.at();
    table.core.sleep(at, &mut table.chance);
    table.keep();
    assert_eq!(table.core.deadline(), None);
    table.crash();
    guests[0] = table.returns(&guests[0], None);
    assert_eq!(excused_in(&table), Some(AFTER_MS - 6_000), "room time stood");
    table.pass(AFTER_MS - 6_000);
    assert_eq!(table.revived(), *table.state());
    table.does(&mut guests[0], Request::Start);
}

#[test]
fn a_table_where_nobody_who_is_there_is_ready_waits_for_them_alone() {
    let (mut table, mut guests) = between(3, &[]);
    table.drops(&guests[2]);
    table.pass(10 * AFTER_MS);
    assert_eq!((excused_in(&table), table.core.deadline()), (None, None));
    table.does(&mut guests[0], ready());
    assert!(table.is_ready(&guests[2]), "at once: they have been away for long enough");
    assert_eq!(table.refused(&mut guests[0], Request::Start), "not_ready");
    // The other changes the options: everybody is asked anew.
    table.does(&mut guests[0], crate::table::set(&[("target", json!(50))]));
    assert!(!table.is_ready(&guests[2]));
    for guest in &mut guests[..2] {
        table.does(guest, ready());
    }
    table.does(&mut guests[0], Request::Start);
}

/// Ruling 9: two on one role are no side, and nobody makes one of them by being away.
#[test]
fn a_side_whose_roles_do_not_fit_is_not_ready_by_absence() {
    let mut table = Table::with(&[
        ("round_limit_ms", json!(20_000)),
        ("absent_after_ms", json!(AFTER_MS)),
        ("countdown_ms", json!(0)),
    ]);
    let mut guests: Vec<Guest> = (0..3).map(|_| table.enter()).collect();
    table.does(&mut guests[0], sit_as(1, Role::Row));
    table.does(&mut guests[1], sit_as(1, Role::Deck));
    table.does(&mut guests[2], sit(2));
    table.deal(&mut guests);
    table.does(&mut guests[0], act(Action::Start {}));
    table.pass(20_000);
    assert_eq!(table.state().phase, RoomPhase::Between);
    table.does(&mut guests[0], sit_as(1, Role::Deck));
    table.drops(&guests[1]);
    table.does(&mut guests[2], ready());
    table.pass(10 * AFTER_MS);
    assert!(!table.is_ready(&guests[1]));
    assert_eq!((excused_in(&table), table.core.deadline()), (None, None), "and the room rests");
    table.does(&mut guests[0], sit_as(1, Role::Row));
    assert!(table.is_ready(&guests[1]));
}

#[test]
fn a_game_of_super_rack_o_that_follows_another_is_played_for_who_is_away() {
    for (absent, driver) in [("bot", Driver::Bot), ("leave", Driver::None)] {
        let options = json!({ "games_to_win": 3, "absent": absent, "absent_after_ms": AFTER_MS });
        let mut rack = Rack::of(Layout::players(3).rack(A, FULL).options(options));
        rack.ok(A, "call");
        assert_eq!(rack.table.state().phase, RoomPhase::Between);
        let away = rack.guest(B).clone();
        rack.table.drops(&away);
        for seat in [A, crate::rack::C] {
            rack.requests_unkept(seat, ready());
            rack.table.keep();
        }
        rack.table.pass(AFTER_MS);
        rack.requests_unkept(A, Request::Start);
        rack.table.keep();
        assert_eq!(rack.table.state().phase, RoomPhase::Playing);
        assert_eq!(rack.table.state().driver(B), Some(driver), "absent: {absent}");
    }
}

/// The usual time is the games' own.
#[test]
fn without_an_option_it_is_a_minute_in_both_games() {
    fn minute<G: Game>() {
        let options = Options::<G>::default().patched(&patch(&[])).expect("options");
        let mut table = Table::<G>::of(&options);
        let mut guests: Vec<Guest> = (0..3).map(|_| table.enter()).collect();
        for (guest, side) in guests.iter_mut().zip(1..) {
            table.does(guest, sit(side));
        }
        table.drops(&guests[2]);
        table.does(&mut guests[0], ready());
        assert_eq!(excused_in(&table), Some(60_000));
    }
    minute::<WackeeSix>();
    minute::<SuperRackO>();
}
