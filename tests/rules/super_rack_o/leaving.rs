//! Presence, leaving, and who moves for whom (ruling 106).

use serde_json::json;
use slapdown::games::super_rack_o::event::{Event, How, SettledWhy, Why};
use slapdown::games::{Driver, Input, Viewer};

use super::layout::{A, B, C, D, FULL, Layout};
use super::table::Table;

fn leave(table: &mut Table, seat: slapdown::games::Seat) -> Vec<Event> {
    table.input(Input::Left { seat }).expect("leaving is never refused")
}

fn out() -> serde_json::Value {
    json!({"absent": "leave"})
}

#[test]
fn presence_and_other_drivers_leave_the_table_as_it_is() {
    let mut table = Layout::players(2).table();
    for input in [
        Input::Presence { seat: A, online: false },
        Input::Driver { seat: A, driver: Driver::Bot },
        Input::Driver { seat: A, driver: Driver::Person },
        Input::Presence { seat: A, online: true },
        Input::Left { seat: A },
        Input::Left { seat: D },
        Input::Driver { seat: D, driver: Driver::None },
    ] {
        assert_eq!(table.input(input).expect("never refused"), []);
    }
    assert_eq!(table.to_take(), Some(A));
}

#[test]
fn ruling_106_with_bots_a_drawn_card_goes_quietly_when_its_holder_leaves() {
    let mut table = Layout::players(2).draws("SW").table();
    table.ok(A, "draw");
    let events = leave(&mut table, A);
    assert!(matches!(events[..], [Event::Discarded { seat: A, why: Why::Left, .. }]));
    assert_eq!((table.top().as_str(), table.order(), table.to_take()), ("SW", None, Some(B)));
    assert!(table.view(Viewer::Watcher).seats[0].in_play);
    // Away without having left: the bot goes on with the card in hand.
    let mut table = Layout::players(2).draws("SW").table();
    table.ok(A, "draw");
    table.input(Input::Presence { seat: A, online: false }).expect("never refused");
    table.input(Input::Driver { seat: A, driver: Driver::Bot }).expect("never refused");
    table.ok(A, "swap B 3");
}

#[test]
fn ruling_106_with_leave_the_rack_is_set_aside() {
    let mut table = Layout::players(3).draws("R12 SW").options(out()).table();
    table.ok(A, "draw");
    let events = leave(&mut table, A);
    assert!(matches!(events[..], [Event::SetAside { seat: A, discarded: Some(_), next: Some(_), .. }]));
    assert_eq!((table.top().as_str(), table.to_take()), ("R12", Some(B)));
    assert!(!table.view(Viewer::Watcher).seats[0].in_play);
    // Twice does nothing, nor does the owner's return: the rack stays out of this game.
    assert_eq!(leave(&mut table, A), []);
    table.input(Input::Driver { seat: A, driver: Driver::None }).expect("never refused");
    table.input(Input::Driver { seat: A, driver: Driver::Person }).expect("never refused");
    for text in ["call", "draw", "accept"] {
        table.refused(A, text, "out_of_play");
    }
    table.ok(B, "draw");
    table.refused(B, "swap A 3", "no_such_target");
    table.ok(B, "swap C 3");
    table.ok(C, "accept");
    assert_eq!(table.to_take(), Some(C));
    table.ok(C, "draw");
    table.ok(C, "discard");
    // A is passed over.
    assert_eq!(table.to_take(), Some(B));
}

#[test]
fn ruling_106_somebody_off_turn_or_before_the_draw_leaves() {
    let mut table = Layout::players(4).options(out()).table();
    let events = leave(&mut table, C);
    assert!(matches!(events[..], [Event::SetAside { seat: C, discarded: None, next: None, .. }]));
    assert_eq!(table.to_take(), Some(A));
    leave(&mut table, A);
    assert_eq!(table.to_take(), Some(B));
    table.ok(B, "draw");
    table.ok(B, "discard");
    assert_eq!(table.to_take(), Some(D));
}

#[test]
fn ruling_106_after_the_grace_the_driver_says_it() {
    let mut table = Layout::players(3).options(out()).table();
    table.input(Input::Driver { seat: A, driver: Driver::None }).expect("never refused");
    assert!(!table.view(Viewer::Watcher).seats[0].in_play);
    assert_eq!(table.to_take(), Some(B));
}

#[test]
fn ruling_106_an_order_on_a_rack_that_is_set_aside_is_carried_out() {
    let mut table =
        Layout::players(3).rack(A, "r1=SW").rack(B, "b3=B3 r3=R3 r5=RV").draws("R9").options(out()).table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    let events = leave(&mut table, B);
    assert!(matches!(
        events[..],
        [Event::SetAside { seat: B, .. }, Event::Settled { seat: B, why: SettledWhy::OutOfPlay, .. }]
    ));
    assert_eq!((table.at(B, "b3").as_str(), table.to_take()), ("R3", Some(C)));
}

#[test]
fn ruling_106_a_rack_that_is_set_aside_does_not_win() {
    // The order that is carried out on it finishes it.
    let mut table = Layout::players(3)
        .rack(A, "r1=SW")
        .rack(B, FULL)
        .rack(B, "b4=R17 r4=B14")
        .draws("R9")
        .options(json!({"absent": "leave", "auto_call": true}))
        .table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 4");
    leave(&mut table, B);
    assert_eq!((table.at(B, "b4").as_str(), table.winner()), ("B14", None));
    table.refused(B, "call", "out_of_play");
}

#[test]
fn ruling_106_an_order_of_somebody_who_left_stands_and_may_be_answered() {
    let mut table = Layout::players(3)
        .rack(A, "r1=SW b6=B6 r6=R6")
        .rack(B, "b3=B3 r3=R3 r5=RV")
        .draws("R9 R30")
        .options(out())
        .table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    leave(&mut table, A);
    assert_eq!(table.order(), Some((B, A, 3)));
    // The answer saves B's row; nobody is there to answer it, so it is carried out at once.
    let events = table.ok(B, "reverse r5 6");
    assert!(matches!(
        events[..],
        [Event::Reversed { .. }, Event::Settled { seat: A, why: SettledWhy::OutOfPlay, .. }]
    ));
    assert_eq!((table.at(B, "b3").as_str(), table.at(A, "b6").as_str()), ("B3", "R6"));
    assert_eq!(table.to_take(), Some(B));
}

#[test]
fn ruling_106_the_last_opponent_leaves() {
    let mut table = Layout::players(2).options(out()).table();
    let events = leave(&mut table, A);
    assert!(matches!(
        events[..],
        [Event::SetAside { seat: A, .. }, Event::Won { seat: B, how: How::LastInPlay, .. }]
    ));

    let mut table = Layout::players(4).options(out()).table();
    leave(&mut table, A);
    leave(&mut table, D);
    assert_eq!(table.winner(), None);
    leave(&mut table, B);
    assert_eq!(table.winner(), Some(C));
    assert_eq!(leave(&mut table, C), []);
}

#[test]
fn ruling_106_the_last_opponent_leaves_under_an_order_or_having_given_one() {
    let lay = || {
        let layout = Layout::players(2).rack(A, "r1=SW").rack(B, "b3=B3 r3=R3");
        let mut table = layout.draws("R9").options(out()).table();
        table.ok(A, "draw");
        table.ok(A, "exchange r1 > B 3");
        table
    };
    let mut table = lay();
    let events = leave(&mut table, B);
    assert!(matches!(
        events[..],
        [Event::SetAside { .. }, Event::Settled { .. }, Event::Won { seat: A, how: How::LastInPlay, .. }]
    ));
    assert_eq!(table.at(B, "b3"), "R3");
    // The other way round there is nobody left to win against: the order lapses.
    let mut table = lay();
    leave(&mut table, A);
    assert_eq!((table.winner(), table.at(B, "b3").as_str()), (Some(B), "B3"));
}
