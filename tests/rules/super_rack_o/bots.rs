//! The bots: they play whole games by the view of their seat alone, and are never refused.

use slapdown::games::super_rack_o::state::Phase;
use slapdown::games::super_rack_o::{Action, SuperRackO};
use slapdown::games::{BotLevel, Game, Seat, Sight, Viewer};

use super::dice::deal;
use super::dice::{Seeded, seed};
use super::layout::{A, B, C, D, FULL, Layout};
use super::table::Table;

fn think(table: &Table, seat: Seat, level: BotLevel, number: u64) -> Option<Action> {
    let mut draw = seed(number).draw();
    let view = table.view(Viewer::Seat(seat));
    let sight = Sight { view: &view, options: table.state.options(), seat };
    SuperRackO::think(&sight, level, &mut draw)
}

#[test]
fn bots_play_whole_games_without_a_refusal() {
    let mut lengths = Vec::new();
    for number in 0..60 {
        let _seeded = Seeded(number);
        let seats = &[A, B, C, D][..2 + usize::try_from(number % 3).expect("small")];
        let dealt = deal(seats, None, seed(number));
        let mut table = Table::new(slapdown::games::super_rack_o::Event::Dealt(Box::new(dealt)));
        let mut draw = seed(number + 1_000).draw();
        let mut moves = 0;
        while !matches!(table.state.phase(), Phase::Over { .. }) {
            table.now = table.now.plus(1_500);
            let mut moved = false;
            for seat in seats {
                let view = table.view(Viewer::Seat(*seat));
                let sight = Sight { view: &view, options: table.state.options(), seat: *seat };
                if let Some(action) = SuperRackO::think(&sight, BotLevel::Easy, &mut draw) {
                    if let Err(refusal) = table.act(*seat, action) {
                        panic!("{seat:?} {action:?}: {}", refusal.code.name);
                    }
                    moved = true;
                    moves += 1;
                    break;
                }
            }
            assert!(moved, "nobody knows what to do");
            assert!(moves < 2_000, "no end of it");
        }
        lengths.push(moves);
    }
    lengths.sort_unstable();
    println!("moves: {lengths:?}");
    assert!(lengths[lengths.len() / 2] < 500, "half of the games take longer: {lengths:?}");
}

#[test]
fn a_bot_calls_when_it_is_finished_and_not_under_an_order() {
    let mut table = Layout::players(2).rack(A, "r1=SW").rack(B, FULL).draws("R9").table();
    for level in BotLevel::ALL {
        assert_eq!(think(&table, B, *level, 1), Some(Action::Call));
    }
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    for level in BotLevel::ALL {
        assert_eq!(think(&table, B, *level, 1), Some(Action::Accept));
    }
}

#[test]
fn ruling_90_a_bot_under_an_order_always_answers_at_once() {
    for rack in ["b3=B9 r3=R9", "b3=B9 r3=R9 r5=RV", "b3=R9 r3=B9 r5=RV"] {
        let mut table = Layout::players(2).rack(A, "r1=SW").rack(B, rack).draws("R12 R13").table();
        table.ok(A, "draw");
        table.ok(A, "exchange r1 > B 3");
        for level in BotLevel::ALL {
            let answer = think(&table, B, *level, 1).expect("an answer");
            let reverses = matches!(answer, Action::Reverse { .. });
            // `easy` does not look whether the order would hurt.
            let hurts = rack == "b3=B9 r3=R9 r5=RV" || *level == BotLevel::Easy;
            assert_eq!(reverses, rack.contains("RV") && hurts, "{level:?} {answer:?}");
        }
        let answer = think(&table, B, BotLevel::Hard, 1).expect("an answer");
        table.act(B, answer).expect("the answer is allowed");
    }
}

#[test]
fn the_safe_move_is_always_allowed() {
    let mut table = Layout::players(2).discard("SW").draws("SW").table();
    let safe = |table: &Table, seat| {
        let view = table.view(Viewer::Seat(seat));
        SuperRackO::safe_move(&Sight { view: &view, options: table.state.options(), seat })
    };
    assert_eq!((safe(&table, A), safe(&table, B)), (Some(Action::Draw), None));
    table.ok(A, "draw");
    assert_eq!((safe(&table, A), safe(&table, B)), (Some(Action::Discard), None));
    table.ok(A, "swap B 3");
    assert_eq!((safe(&table, A), safe(&table, B)), (None, Some(Action::Accept)));
}

#[test]
fn a_bot_that_has_nothing_to_do_waits() {
    let mut table = Layout::players(3).rack(C, FULL).table();
    assert_eq!(think(&table, B, BotLevel::Hard, 1), None);
    table.ok(C, "call");
    for seat in [A, B, C] {
        assert_eq!(think(&table, seat, BotLevel::Hard, 1), None);
    }
}
