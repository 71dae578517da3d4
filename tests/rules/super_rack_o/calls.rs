//! The call, and how games and matches are won (rulings 92 to 101).

use serde_json::json;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::super_rack_o::event::{Event, How};
use slapdown::games::{Game, Side, Viewer};

use super::layout::{A, B, C, FULL, FULL_TOO, Layout, word};
use super::table::action;

#[test]
fn ruling_93_a_call_off_turn_and_with_a_card_in_hand() {
    let mut table = Layout::players(2).rack(B, FULL).table();
    table.ok(B, "call");
    assert_eq!(table.winner(), Some(B));

    let mut table = Layout::players(3).rack(A, FULL).draws("R12").table();
    table.ok(A, "draw");
    table.ok(A, "call");
    assert_eq!(table.winner(), Some(A));
    // Ruling 101: the racks are open, the card in hand is not.
    for viewer in super::table::VIEWERS {
        let view = table.view(viewer);
        assert!(
            view.seats.iter().all(|seat| seat.rack.blue.iter().chain(&seat.rack.red).all(Option::is_some))
        );
        let own = viewer == Viewer::Seat(A);
        assert_eq!(view.drawn.map(word), own.then(|| "R12".to_owned()));
        assert_eq!((view.turn, view.step, view.ends_in), (None, None, None));
    }
    for seat in [A, B, C] {
        for text in ["draw", "discard", "call", "accept"] {
            table.refused(seat, text, "round_over");
        }
    }
}

#[test]
fn ruling_93_who_calls_too_late_is_told_by_how_much() {
    let mut table = Layout::players(2).rack(A, FULL).rack(B, FULL_TOO).table();
    table.ok(B, "call");
    table.wait(37);
    let refusal = table.act(A, action("call")).expect_err("B was faster");
    assert_eq!(
        (refusal.code.name, refusal.detail.and_then(|detail| detail.margin_ms)),
        ("round_over", Some(37))
    );
    assert!(refusal.events.is_empty());
}

#[test]
fn ruling_93_auto_call() {
    // A's exchange finishes the rack.
    let lay = || Layout::players(2).rack(A, FULL).rack(A, "b4=R12").draws("B14");
    let mut table = lay().options(json!({"auto_call": true})).table();
    table.ok(A, "draw");
    let events = table.ok(A, "exchange b4");
    assert!(matches!(events[..], [Event::Exchanged { .. }, Event::Won { seat: A, how: How::Declared, .. }]));

    let mut table = lay().table();
    table.ok(A, "draw");
    table.ok(A, "exchange b4");
    assert_eq!(table.winner(), None);
}

#[test]
fn ruling_93_auto_call_under_an_order_and_at_the_deal() {
    // B is finished by A's own order: called for once it has been carried out.
    let mut table = Layout::players(2)
        .rack(A, "r1=SW")
        .rack(B, FULL)
        .rack(B, "b4=R17 r4=B14")
        .draws("R9")
        .options(json!({"auto_call": true}))
        .table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 4");
    assert_eq!(table.winner(), None);
    table.ok(B, "accept");
    assert_eq!(table.winner(), Some(B));

    let table = Layout::players(3).rack(B, FULL).options(json!({"auto_call": true})).table();
    assert_eq!(table.winner(), Some(B));
    // Two at once: the one whose turn comes first.
    let table = Layout::players(3)
        .rack(A, FULL)
        .rack(C, FULL_TOO)
        .turn(B)
        .options(json!({"auto_call": true}))
        .table();
    assert_eq!(table.winner(), Some(C));
}

#[test]
fn ruling_95_no_call_under_an_order() {
    let lay = || Layout::players(2).rack(A, "r1=SW").rack(B, FULL).draws("R9");
    let mut table = lay().table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    table.refused(B, "call", "under_order");
    table.ok(B, "accept");
    table.refused(B, "call", "not_finished");

    let mut table = lay().options(json!({"call_under_order": true})).table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    table.ok(B, "call");
    assert_eq!((table.winner(), table.order()), (Some(B), None));
    assert_eq!(table.at(B, "b3"), "B9");
}

#[test]
fn ruling_95_a_refused_call_under_an_order_costs_nothing() {
    let mut table =
        Layout::players(2).rack(A, "r1=SW").draws("R9").options(json!({"false_call": "skip_turn"})).table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    table.refused(B, "call", "under_order");
}

#[test]
fn ruling_96_the_orderer_may_call_until_the_answer() {
    let lay = || Layout::players(2).rack(A, FULL).rack(A, "b4=SW").rack(B, "r5=RV").draws("B14 R12");
    let mut table = lay().table();
    table.ok(A, "draw");
    table.ok(A, "exchange b4 > B 3");
    table.ok(A, "call");
    assert_eq!(table.winner(), Some(A));

    let mut table = lay().table();
    table.ok(A, "draw");
    table.ok(A, "exchange b4 > B 3");
    table.ok(B, "reverse r5 4");
    table.refused(A, "call", "under_order");
    table.ok(A, "accept");
    table.refused(A, "call", "not_finished");
}

#[test]
fn a_win_ends_a_chain() {
    // A's rack is finished by the card that was drawn for a reverse card, in the middle of a chain.
    let mut table = Layout::players(3)
        .rack(A, FULL)
        .rack(A, "b4=RV r4=SW")
        .rack(B, "r5=RV r6=RV")
        .draws("R17 R30 B14 R31")
        .table();
    table.ok(A, "draw");
    table.ok(A, "exchange r4 > B 3");
    table.ok(B, "reverse r5 4");
    table.ok(A, "reverse b4 6");
    assert_eq!(table.order(), Some((B, A, 6)));
    table.ok(A, "call");
    assert_eq!((table.winner(), table.order()), (Some(A), None));
    table.refused(B, "reverse r6 4", "round_over");
}

#[test]
fn ruling_97_a_false_call_costs_nothing_by_default() {
    let mut table = Layout::players(2).table();
    for seat in [A, B] {
        table.refused(seat, "call", "not_finished");
    }
}

#[test]
fn ruling_97_a_false_call_may_cost_the_next_turn() {
    let mut table = Layout::players(3).options(json!({"false_call": "skip_turn"})).table();
    let call = |table: &mut super::table::Table, seat| {
        let refusal = table.act(seat, action("call")).expect_err("a false call");
        assert_eq!(refusal.code.name, "not_finished");
        refusal.events
    };
    assert_eq!(call(&mut table, B), [Event::CalledFalsely { seat: B }]);
    // At most one lost turn waits.
    assert_eq!(call(&mut table, B), []);
    // The caller's own turn goes on; the one after it is lost.
    assert_eq!(call(&mut table, A), [Event::CalledFalsely { seat: A }]);
    let skips = |table: &super::table::Table| {
        table.view(Viewer::Watcher).seats.iter().map(|seat| seat.skips_next).collect::<Vec<_>>()
    };
    assert_eq!(skips(&table), [true, true, false]);
    table.ok(A, "draw");
    table.ok(A, "discard");
    assert_eq!((table.to_take(), skips(&table)), (Some(C), vec![true, false, false]));
    table.ok(C, "draw");
    table.ok(C, "discard");
    assert_eq!((table.to_take(), skips(&table)), (Some(B), vec![false, false, false]));
    // All of them at once: each loses one turn, and the table goes on.
    for seat in [A, B, C] {
        call(&mut table, seat);
    }
    table.ok(B, "draw");
    table.ok(B, "discard");
    assert_eq!((table.to_take(), skips(&table)), (Some(C), vec![false, false, false]));
}

#[test]
fn ruling_97_a_skipped_turn_after_an_order() {
    let mut table =
        Layout::players(2).rack(A, "r1=SW").draws("R9").options(json!({"false_call": "skip_turn"})).table();
    assert!(table.act(B, action("call")).is_err());
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    table.ok(B, "accept");
    assert_eq!(table.to_take(), Some(A));
}

#[test]
fn ruling_100_a_number_may_be_in_use_twice() {
    // B17 and R17 are both in FULL, and the wild stands for a 9 that lies elsewhere.
    let mut table = Layout::players(2).rack(A, FULL).rack(A, "b3=WB").rack(B, "b1=B9").table();
    table.ok(A, "call");
    assert_eq!(table.winner(), Some(A));
}

#[test]
fn ruling_101_games_won_decide_the_match() {
    let result = |games: u64, totals: &[(Side, i64)]| {
        let mut table =
            Layout::players(3).rack(B, FULL).options(json!({"games_to_win": games})).totals(totals).table();
        assert_eq!(SuperRackO::result(&table.state), None);
        table.ok(B, "call");
        SuperRackO::result(&table.state).expect("a result")
    };
    let one = result(1, &[]);
    assert_eq!(one.points, [(Side(1), 0), (Side(2), 1), (Side(3), 0)]);
    assert_eq!(one.totals, one.points);
    assert_eq!(one.winners, Some(vec![Side(2)]));
    let two = result(2, &[(Side(1), 1), (Side(2), 0), (Side(4), 1)]);
    assert_eq!(two.totals, [(Side(1), 1), (Side(2), 1), (Side(3), 0), (Side(4), 1)]);
    assert_eq!(two.winners, None);
    assert_eq!(result(2, &[(Side(2), 1)]).winners, Some(vec![Side(2)]));
}
