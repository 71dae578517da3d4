//! "Super Rack-O!" as a race: from two at once, in somebody else's window, in the very batch in which a
//! swap lands. One order, one winner, and the loser is told why.

use serde_json::{Value, json};
use slapdown::room::view::RoomPhase;

use crate::rack::{A, B, C, FULL, FULL_TOO, Layout, Rack, last};
use crate::rules::table::action;
use crate::table::events;

fn call() -> slapdown::games::super_rack_o::Action {
    action("call")
}

/// What everybody got of one batch: the numbers are the same for all, and so are the events but for what
/// is cut.
fn same_numbers(rack: &Rack) -> Vec<Vec<Value>> {
    let frames: Vec<Vec<Value>> = rack.everybody().map(crate::table::Guest::read).collect();
    let numbers = |frames: &[Value]| -> Vec<(u64, Value)> {
        events(frames).into_iter().map(|(seq, event)| (seq, event["e"].clone())).collect()
    };
    for other in &frames[1..] {
        assert_eq!(numbers(&frames[0]), numbers(other));
    }
    frames
}

fn answer(frames: &[Value], id: u64) -> &Value {
    frames.iter().find(|frame| frame["id"] == id).expect("an answer")
}

#[test]
fn two_calls_in_one_batch_have_one_winner_and_the_loser_is_told_that_it_is_over() {
    let mut rack = Rack::of(Layout::players(3).rack(B, FULL).rack(C, FULL_TOO));
    let second = rack.asks_unkept(C, call());
    let first = rack.asks_unkept(B, call());
    rack.table.keep();
    let frames = same_numbers(&rack);
    assert_eq!(answer(&frames[2], second)["type"], "ok");
    let lost = answer(&frames[1], first);
    assert_eq!((&lost["type"], &lost["code"]), (&json!("error"), &json!("round_over")), "{lost}");
    assert_eq!(last(&frames[1], "won").expect("a win")["seat"], 3);
    assert_eq!(lost["seq"], rack.table.state().seq);
    assert_eq!(rack.table.state().phase, RoomPhase::Over);
    assert_eq!(rack.table.state().winners, [slapdown::games::Side(3)]);
    // And so is whoever comes later.
    rack.refused(B, "call", "round_over");
    rack.refused(A, "draw", "round_over");
}

#[test]
fn a_call_in_anothers_window_wins_and_the_order_lapses() {
    let mut rack = Rack::of(Layout::players(3).rack(A, "r1=SW").rack(B, "r5=RV").rack(C, FULL).draws("R9"));
    rack.ok(A, "draw");
    rack.ok(A, "exchange r1 > B 3");
    assert_eq!(rack.under_order(), Some(B));
    rack.forget();
    // The answer and the call in one batch: the call was first.
    let won = rack.asks_unkept(C, call());
    let late = rack.asks_unkept(B, action("reverse r5 6"));
    rack.table.keep();
    let frames = same_numbers(&rack);
    assert_eq!(answer(&frames[2], won)["type"], "ok");
    assert_eq!(answer(&frames[1], late)["code"], "round_over");
    assert!(last(&frames[0], "settled").is_none() && last(&frames[0], "reversed").is_none());
    assert_eq!(last(&frames[3], "won").expect("a win")["seat"], 3);
}

#[test]
fn a_call_in_the_very_batch_in_which_a_swap_lands() {
    // B lacks one crossing; A gives the order for it and B accepts, while C calls as well.
    let spoiled = format!("{FULL} b4=R17 r4=B14");
    for swap_first in [true, false] {
        let layout = Layout::players(3).rack(A, "r1=SW").rack(B, &spoiled).rack(C, FULL_TOO).draws("R10");
        let mut rack = Rack::of(layout);
        rack.ok(A, "draw");
        rack.ok(A, "exchange r1 > B 4");
        rack.refused(B, "call", "under_order");
        rack.forget();
        let mut third = 0;
        if !swap_first {
            third = rack.asks_unkept(C, call());
        }
        let accepted = rack.asks_unkept(B, action("accept"));
        let called = rack.asks_unkept(B, call());
        if swap_first {
            third = rack.asks_unkept(C, call());
        }
        rack.table.keep();
        let frames = same_numbers(&rack);
        let told = |seat: usize, id| answer(&frames[seat], id)["code"].as_str().unwrap_or("ok").to_owned();
        let winner = last(&frames[0], "won").expect("a win")["seat"].clone();
        if swap_first {
            assert_eq!(
                (told(1, accepted), told(1, called), told(2, third)),
                ("ok".into(), "ok".into(), "round_over".into())
            );
            assert_eq!(winner, 2);
        } else {
            let over = "round_over".to_owned();
            assert_eq!(
                (told(1, accepted), told(1, called), told(2, third)),
                (over.clone(), over, "ok".into())
            );
            assert_eq!(winner, 3);
        }
        let wins = events(&frames[3]).iter().filter(|(_, event)| event["e"] == "won").count();
        assert_eq!(wins, 1, "one game, one winner");
    }
}

#[test]
fn a_win_in_the_middle_of_a_chain_ends_it() {
    let layout = Layout::players(3)
        .rack(A, "r1=SW r5=RV b2=RV")
        .rack(B, "r5=RV b1=RV")
        .rack(C, FULL)
        .draws("R9 R10 R11 R12");
    let mut rack = Rack::of(layout);
    for (seat, text) in [(A, "draw"), (A, "exchange r1 > B 3"), (B, "reverse r5 6"), (A, "reverse r5 2")] {
        rack.ok(seat, text);
    }
    let racks = rack.game().players().to_vec();
    rack.ok(C, "call");
    assert_eq!(rack.game().players(), racks, "no order is carried out any more");
    rack.refused(B, "reverse b1 1", "round_over");
    rack.refused(B, "accept", "round_over");
    rack.table.pass(60_000);
    assert_eq!(rack.game().players(), racks, "nor later");
}

#[test]
fn a_card_in_hand_stays_its_holders_when_somebody_else_wins() {
    let mut rack = Rack::of(Layout::players(3).rack(B, FULL).draws("R9"));
    rack.ok(A, "draw");
    rack.ok(B, "call");
    assert_eq!(rack.table.state().phase, RoomPhase::Over);
    let seen = rack.seen_by(A);
    assert_eq!(seen["game"]["drawn"], "red-9");
    for seat in [B, C] {
        assert_eq!(rack.seen_by(seat)["game"]["drawn"], Value::Null);
    }
    let watcher = rack.watcher.clone();
    assert_eq!(rack.sees(&watcher)["game"]["drawn"], Value::Null);
    // Also in one batch with the win, and for who comes back.
    let mut rack = Rack::of(Layout::players(3).rack(B, FULL).draws("R9"));
    let holder = rack.guest(A).clone();
    let known = rack.table.state().seq;
    rack.asks_unkept(A, action("draw"));
    rack.asks_unkept(B, call());
    rack.table.keep();
    assert_eq!(last(&holder.read(), "drawn").expect("a draw")["card"], "red-9");
    let other = rack.guest(C).read();
    assert_eq!(last(&other, "drawn").expect("a draw").get("card"), None);
    rack.table.drops(&holder);
    let back = rack.table.returns(&holder, Some(known));
    assert_eq!(last(&back.read(), "drawn").expect("a draw")["card"], "red-9");
    // Whoever takes the seat for the next match sees the open racks and no more.
    let mut newcomer = rack.table.enter();
    let mut back = crate::table::Guest { id: holder.id + 10, ..back };
    rack.table.does(&mut back, slapdown::room::request::Request::Stand);
    rack.table.does(&mut newcomer, crate::table::sit(1));
    let seen = rack.sees(&newcomer);
    assert_eq!(seen["you"]["side"], 1);
    assert_eq!(seen["game"]["drawn"], Value::Null);
}
