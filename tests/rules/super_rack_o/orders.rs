//! Swap cards, reverse cards and the window (rulings 76 to 91, 107 to 109).

use serde_json::json;
use slapdown::games::Viewer;
use slapdown::games::super_rack_o::event::{Event, SettledWhy};
use slapdown::games::super_rack_o::turn::OrderKind;

use super::layout::{A, B, C, D, Layout, slot};
use super::table::Table;

/// A has ordered B to cross row 3.
fn ordered(layout: Layout) -> Table {
    let mut table = layout.rack(A, "r1=SW").draws("R9 R30 R31 R32 R34 R35").table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    table
}

#[test]
fn ruling_77_a_swap_from_the_rack_by_way_of_the_discard() {
    let lay = || Layout::players(2).rack(A, "r1=SW").discard("R9");
    let mut table = lay().table();
    table.ok(A, "take r1 > B 3");
    assert_eq!((table.at(A, "r1").as_str(), table.top().as_str()), ("R9", "SW"));
    assert_eq!(table.order(), Some((B, A, 3)));

    let mut table = lay().options(json!({"swap_via_discard": false})).table();
    table.refused(A, "take r1 > B 3", "no_swap_via_discard");
    assert_eq!((table.at(A, "r1").as_str(), table.top().as_str()), ("SW", "R9"));
    table.ok(A, "take r1");
    assert_eq!((table.order(), table.to_take()), (None, Some(B)));

    // The other ways to play one stay open.
    let mut table = lay().draws("R12").options(json!({"swap_via_discard": false})).table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    assert_eq!(table.order(), Some((B, A, 3)));
}

#[test]
fn ruling_78_a_drawn_swap_is_played_at_once_kept_or_discarded() {
    let mut table = Layout::players(2).draws("SW").table();
    table.ok(A, "draw");
    table.ok(A, "swap B 3");
    assert_eq!((table.top().as_str(), table.order()), ("SW", Some((B, A, 3))));
    table.ok(B, "accept");
    assert_eq!(table.to_take(), Some(B));

    let mut table = Layout::players(2).draws("SW").table();
    table.ok(A, "draw");
    table.ok(A, "discard");
    assert_eq!((table.order(), table.to_take()), (None, Some(B)));

    let mut table = Layout::players(2).draws("R9").table();
    table.ok(A, "draw");
    table.refused(A, "swap B 3", "not_a_swap");
}

#[test]
fn ruling_80_a_card_that_is_no_swap_gives_no_order() {
    let mut table = Layout::players(2).rack(A, "r1=RV r2=WR r3=R3").draws("R9").discard("R12").table();
    for at in ["r1", "r2", "r3"] {
        table.refused(A, &format!("take {at} > B 3"), "not_a_swap");
    }
    table.ok(A, "draw");
    for at in ["r1", "r2", "r3"] {
        table.refused(A, &format!("exchange {at} > B 3"), "not_a_swap");
    }
}

#[test]
fn ruling_81_the_target_is_an_opponent_of_this_game() {
    let mut table = Layout::players(3).draws("SW").table();
    table.ok(A, "draw");
    table.refused(A, "swap A 3", "no_such_target");
    table.refused(A, "swap D 3", "no_such_target");
    table.ok(A, "swap C 3");
    assert_eq!(table.order(), Some((C, A, 3)));
}

#[test]
fn ruling_82_both_cards_change_places_and_nothing_is_shown() {
    let mut table = ordered(Layout::players(2).rack(B, "b3=B3 r3=R3"));
    table.ok(B, "accept");
    assert_eq!((table.at(B, "b3").as_str(), table.at(B, "r3").as_str()), ("R3", "B3"));
    let rack = table.view(Viewer::Seat(A)).seats[1].rack.clone();
    assert!(rack.blue.iter().chain(&rack.red).all(Option::is_none));
}

#[test]
fn ruling_83_and_87_a_swap_that_comes_as_a_replacement_waits() {
    let mut table = Layout::players(2).rack(A, "r1=SW").rack(B, "r5=RV").draws("R9 SW R31").table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    table.ok(B, "reverse r5 6");
    assert_eq!(table.at(B, "r5"), "SW");
    table.ok(A, "accept");
    table.ok(B, "draw");
    table.ok(B, "exchange r5 > A 1");
    assert_eq!(table.order(), Some((A, B, 1)));
}

#[test]
fn ruling_84_only_the_player_under_the_order_answers() {
    let mut table = ordered(Layout::players(3).rack(A, "b2=RV").rack(C, "b2=RV"));
    for text in ["accept", "reverse b2 1"] {
        table.refused(A, text, "not_yours");
        table.refused(C, text, "not_yours");
    }
    for text in ["draw", "take b1", "exchange b1", "discard", "swap A 1"] {
        for seat in [A, B, C] {
            table.refused(seat, text, "not_now");
        }
    }
    table.refused(B, "reverse b2 1", "not_a_reverse");
    table.ok(B, "accept");
}

#[test]
fn ruling_84_whoever_has_just_answered_waits_for_the_other() {
    let mut table = ordered(Layout::players(3).rack(A, "b2=RV b3=RV").rack(B, "r5=RV b1=RV"));
    table.ok(B, "reverse r5 6");
    for text in ["accept", "reverse b1 1"] {
        table.refused(B, text, "not_yours");
    }
    table.ok(A, "reverse b2 2");
    for text in ["accept", "reverse b3 1"] {
        table.refused(A, text, "not_yours");
    }
    table.ok(B, "accept");
}

#[test]
fn ruling_85_and_88_a_long_chain_carries_out_the_last_order_once() {
    let mut table = ordered(
        Layout::players(3)
            .rack(A, "b1=RV b2=RV b3=RV b5=B5 r5=R5")
            .rack(B, "b1=RV b2=RV b4=RV b3=B3 r3=R3 b6=B6 r6=R6"),
    );
    let racks = |table: &Table, seat, at: &str| table.at(seat, at);
    for (seat, text) in [
        (B, "reverse b1 1"),
        (A, "reverse b1 2"),
        (B, "reverse b2 3"),
        (A, "reverse b2 4"),
        (B, "reverse b4 5"),
        (A, "reverse b3 6"),
    ] {
        table.ok(seat, text);
    }
    assert_eq!(table.order(), Some((B, A, 6)));
    table.ok(B, "accept");
    assert_eq!((racks(&table, B, "b6").as_str(), racks(&table, B, "r6").as_str()), ("R6", "B6"));
    assert_eq!((racks(&table, B, "b3").as_str(), racks(&table, A, "b5").as_str()), ("B3", "B5"));
    let discard: Vec<String> =
        table.state.discard().iter().rev().take(7).map(|card| super::layout::word(*card)).collect();
    assert_eq!(discard, ["RV", "RV", "RV", "RV", "RV", "RV", "SW"]);
    // Ruling 75: the turn passes to the left of A, however long the chain was.
    assert_eq!(table.to_take(), Some(B));
}

#[test]
fn ruling_75_the_turn_passes_to_the_left_of_the_player_on_turn() {
    // A orders D, D turns it round, A answers: B is next, who had no part in it.
    let mut table = Layout::players(4).rack(A, "r1=SW b2=RV").rack(D, "r5=RV").draws("R9 R30 R31").table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > D 3");
    table.ok(D, "reverse r5 1");
    table.ok(A, "reverse b2 2");
    table.ok(D, "accept");
    assert_eq!(table.to_take(), Some(B));
}

#[test]
fn ruling_86_the_replacement_goes_into_the_slot_of_the_reverse_card() {
    let mut table = ordered(Layout::players(2).rack(B, "r5=RV"));
    let before = table.state.draw_pile().len();
    table.ok(B, "reverse r5 6");
    assert_eq!((table.at(B, "r5").as_str(), table.top().as_str()), ("R30", "RV"));
    assert_eq!(table.state.draw_pile().len(), before - 1);
    let window = table.view(Viewer::Watcher).window.expect("a window");
    assert_eq!((window.kind, window.against, window.by), (OrderKind::Reverse, A, B));
    // Known to its owner alone.
    assert!(table.view(Viewer::Seat(A)).seats[1].rack.red[4].is_none());
    assert!(table.view(Viewer::Seat(B)).seats[1].rack.red[4].is_some());
}

#[test]
fn ruling_89_each_answer_has_its_own_time() {
    let mut table = ordered(
        Layout::players(2).rack(A, "b5=B5 r5=R5").rack(B, "r5=RV").options(json!({"window_ms": 1_000})),
    );
    assert_eq!(table.view(Viewer::Watcher).ends_in, None);
    table.wait(999);
    table.ok(B, "reverse r5 5");
    assert_eq!(table.view(Viewer::Watcher).window.expect("a window").ends_in, 1_000);
    assert!(table.wait(999).is_empty());
    let events = table.wait(1);
    assert!(matches!(events[..], [Event::Settled { seat: A, why: SettledWhy::Clock, .. }]));
    assert_eq!((table.at(A, "b5").as_str(), table.to_take()), ("R5", Some(B)));
    // The turn clock begins with the turn.
    assert_eq!(table.view(Viewer::Watcher).ends_in, Some(60_000));
}

#[test]
fn ruling_89_the_time_runs_out_for_who_holds_a_reverse_card_as_for_anybody() {
    let mut table =
        ordered(Layout::players(2).rack(B, "r5=RV b3=B3 r3=R3").options(json!({"window_ms": 1_000})));
    assert!(table.wait(999).is_empty());
    let events = table.wait(1);
    assert!(matches!(events[..], [Event::Settled { seat: B, why: SettledWhy::Clock, .. }]));
    assert_eq!((table.at(B, "b3").as_str(), table.to_take()), ("R3", Some(B)));
}

#[test]
fn ruling_90_the_window_stays_open_for_a_player_without_a_reverse_card() {
    let table = ordered(Layout::players(2));
    assert_eq!(table.order(), Some((B, A, 3)));

    let mut table = ordered(Layout::players(2).options(json!({"auto_accept": true})));
    assert_eq!((table.order(), table.to_take()), (None, Some(B)));
    let last = table.lines.pop().expect("a line").events;
    assert!(matches!(last[..], [Event::Exchanged { .. }, Event::Settled { why: SettledWhy::NoReverse, .. }]));

    let mut table = ordered(Layout::players(2).rack(B, "r5=RV").options(json!({"auto_accept": true})));
    assert_eq!(table.order(), Some((B, A, 3)));
    // A holds none, so B's answer settles it.
    table.ok(B, "reverse r5 5");
    assert_eq!((table.order(), table.to_take()), (None, Some(B)));
}

#[test]
fn ruling_91_no_answer_after_acceptance_and_none_without_an_order() {
    let mut table = ordered(Layout::players(2).rack(B, "r5=RV"));
    table.ok(B, "accept");
    table.refused(B, "reverse r5 5", "not_now");

    let mut table = Layout::players(2).rack(A, "r1=SW").rack(B, "r5=RV").draws("R9").table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1");
    table.refused(B, "reverse r5 5", "not_now");
}

#[test]
fn ruling_108_a_card_from_the_discard_is_known_until_it_is_exchanged_and_moves_with_swaps() {
    let mut table = Layout::players(3).rack(B, "r1=SW").discard("R9").draws("R12 SW R13 R14").table();
    let known = |table: &Table| table.view(Viewer::Watcher).seats[0].known.clone();
    table.ok(A, "take b3");
    for viewer in super::table::VIEWERS {
        assert_eq!(table.view(viewer).seats[0].known, [slot("b3")]);
        assert_eq!(table.view(viewer).seats[0].rack.blue[2].map(super::layout::word).as_deref(), Some("R9"));
    }
    table.ok(B, "draw");
    table.ok(B, "exchange r1 > A 3");
    table.ok(A, "accept");
    assert_eq!(known(&table), [slot("r3")]);
    assert_eq!(table.view(Viewer::Seat(C)).seats[0].rack.blue[2], None);
    assert_eq!(
        table.view(Viewer::Seat(C)).seats[0].rack.red[2].map(super::layout::word).as_deref(),
        Some("R9")
    );
    table.ok(C, "draw");
    table.ok(C, "discard");
    table.ok(A, "draw");
    table.ok(A, "exchange r3");
    assert_eq!(known(&table), []);
    assert_eq!(table.view(Viewer::Seat(C)).seats[0].rack.red[2], None);
}

#[test]
fn ruling_108_a_known_card_taken_for_a_known_card_stays_known() {
    let mut table = Layout::players(2).discard("R9").draws("R12 R13").table();
    table.ok(A, "take b3");
    table.ok(B, "draw");
    table.ok(B, "discard");
    table.ok(A, "take b3");
    assert_eq!(table.view(Viewer::Seat(B)).seats[0].known, [slot("b3")]);
    assert_eq!(table.at(A, "b3"), "R12");
}
