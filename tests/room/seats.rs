//! Places, roles and readiness.

use serde_json::json;
use slapdown::games::wackee_six::Action;
use slapdown::games::{Role, Side};
use slapdown::room::request::{As, Request};
use slapdown::room::view::RoomPhase;

use crate::table::{END, Table, act, add_bot, ready, set, sit, sit_as};

#[test]
fn a_side_takes_one_person_or_a_row_and_a_deck() {
    let mut table = Table::new();
    let (mut one, mut two, mut three) = (table.enter(), table.enter(), table.enter());
    table.does(&mut one, sit(1));
    assert_eq!(table.refused(&mut two, sit(1)), "place_taken", "a solo side is full");
    table.does(&mut one, sit_as(1, Role::Row));
    table.does(&mut two, sit(1));
    let place = table.state().member(two.player).and_then(|member| member.place).expect("a place");
    assert_eq!(place.role, Some(Role::Deck), "who joins a row is its deck");
    assert_eq!(table.refused(&mut three, sit(1)), "place_taken");
    assert_eq!(table.refused(&mut three, sit(7)), "no_such_side");
    assert_eq!(table.refused(&mut three, sit(0)), "no_such_side");
}

/// Ruling 9.
#[test]
fn two_on_one_role_are_not_ready() {
    let mut table = Table::new();
    let (mut one, mut two) = (table.enter(), table.enter());
    table.does(&mut one, sit_as(1, Role::Row));
    table.does(&mut two, sit_as(1, Role::Row));
    assert_eq!(table.refused(&mut one, ready()), "side_incomplete");
    table.does(&mut two, sit_as(1, Role::Deck));
    table.does(&mut one, ready());
    table.does(&mut two, ready());
    assert_eq!(table.refused(&mut one, Request::Start), "not_enough_sides", "one side alone is no race");
    table.does(&mut one, add_bot(2));
    table.does(&mut one, Request::Start);
    assert_eq!(table.state().phase, RoomPhase::Playing);
}

#[test]
fn spectators_hold_nobody_up_and_play_no_card() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    let mut watcher = table.guest();
    table.joins(&mut watcher, As::Spectator);
    assert_eq!(table.refused(&mut watcher, ready()), "not_seated");
    table.deal(&mut guests);
    assert_eq!(table.refused(&mut watcher, sit(3)), "not_now");
    for action in [Action::Turn {}, Action::Start {}, Action::Call {}] {
        assert!(
            ["not_now", "not_seated", "not_yours"]
                .contains(&table.refused(&mut watcher, act(action)).as_str())
        );
    }
}

#[test]
fn readiness_is_taken_back_by_options_and_by_moving() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    table.does(&mut guests[0], add_bot(3));
    for guest in &mut guests {
        table.does(guest, ready());
    }
    assert!(table.state().all_ready_at.is_some());
    table.does(&mut guests[0], set(&[("target", json!(50))]));
    assert!(!table.is_ready(&guests[0]) && !table.is_ready(&guests[1]));
    assert!(
        table.state().members.iter().any(|member| member.bot.is_some() && member.ready),
        "bots are always ready"
    );
    table.does(&mut guests[1], ready());
    table.does(&mut guests[1], sit(4));
    assert!(!table.is_ready(&guests[1]), "a new place, a new word");
    assert_eq!(table.refused(&mut guests[0], Request::Start), "not_ready");
}

#[test]
fn readiness_is_taken_back_when_the_round_is_over() {
    let (mut table, mut guests) = Table::racing(2, &[("round_limit_ms", json!(60_000))]);
    assert_eq!(table.refused(&mut guests[0], ready()), "not_now");
    table.pass(60_000);
    assert_eq!(table.state().phase, RoomPhase::Between);
    assert!(!table.is_ready(&guests[0]) && !table.is_ready(&guests[1]));
}

#[test]
fn in_mid_round_only_the_owner_sits_down_again() {
    let (mut table, mut guests) = Table::racing(2, &[]);
    let mut newcomer = table.enter();
    table.does(&mut guests[1], Request::Stand);
    assert_eq!(table.refused(&mut newcomer, sit(2)), "not_now");
    assert_eq!(table.refused(&mut guests[1], sit(3)), "not_now");
    assert_eq!(table.refused(&mut guests[1], act(END)), "not_seated");
    table.does(&mut guests[1], sit(2));
    table.does(&mut guests[1], act(END));
    assert_eq!(table.refused(&mut newcomer, sit(2)), "not_now");
}

#[test]
fn who_stood_up_in_mid_round_loses_the_claim_with_its_end() {
    let (mut table, mut guests) = Table::racing(2, &[("round_limit_ms", json!(60_000))]);
    let mut newcomer = table.enter();
    table.does(&mut guests[1], Request::Stand);
    table.pass(60_000);
    table.does(&mut newcomer, sit(2));
    assert_eq!(table.refused(&mut guests[1], sit(2)), "place_taken");
}

#[test]
fn bots_are_put_and_taken_by_the_host_between_rounds() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    assert_eq!(table.refused(&mut guests[1], add_bot(3)), "not_host");
    table.does(&mut guests[0], add_bot(3));
    assert_eq!(table.refused(&mut guests[0], add_bot(3)), "place_taken");
    let off = |side| Request::RemoveBot { side: Side(side), role: None };
    assert_eq!(table.refused(&mut guests[0], off(2)), "not_a_bot");
    table.does(&mut guests[0], off(3));
    table.does(&mut guests[0], add_bot(3));
    table.deal(&mut guests);
    assert_eq!(table.refused(&mut guests[0], add_bot(4)), "not_now");
    assert_eq!(table.refused(&mut guests[0], off(3)), "not_now");
    assert_eq!(table.refused(&mut guests[0], set(&[("target", json!(50))])), "not_now");
}
