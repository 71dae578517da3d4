//! Rulings that the positions and the other tests show without naming them.

use serde_json::json;
use slapdown::games::Viewer;
use slapdown::games::super_rack_o::card::{Card, Colour};
use slapdown::games::super_rack_o::deal::lay;
use slapdown::games::super_rack_o::event::Event;
use slapdown::games::super_rack_o::slot::{RackRow, RackSlot};

use super::layout::{A, B, C, FULL, Layout, slot, word};

#[test]
fn ruling_63_the_colour_of_an_unknown_card_is_not_seen() {
    let table = Layout::players(2).rack(A, "b1=WB b2=WR r3=SW r4=RV").draws("B9 R10").discard("R12").table();
    for viewer in [Viewer::Watcher, Viewer::Seat(B)] {
        let view = table.view(viewer);
        let other = serde_json::to_string(&view.seats[0].rack).expect("JSON");
        assert!(!other.contains("blue-") && !other.contains("red-"), "{other}");
        // Of the piles a number and the top discard.
        let rest = serde_json::to_value(&view).expect("JSON");
        assert_eq!((&rest["draw_pile"], &rest["discard"]["top"]), (&json!(75), &json!("red-12")));
        assert_eq!(rest["drawn"], json!(null));
    }
}

#[test]
fn ruling_66_sixteen_cards_go_zigzag_from_row_eight_to_row_one_blue_first() {
    let deck = Card::both_decks();
    let laid = lay(&deck, &[A, B], B);
    let mut own = deck.iter().step_by(2);
    for row in RackRow::ALL.into_iter().rev() {
        for side in [Colour::Blue, Colour::Red] {
            let there = laid.racks[0].rack.at(RackSlot { side, row }).card;
            assert_eq!(Some(&there), own.next(), "{side:?} {row:?}");
        }
    }
}

#[test]
fn ruling_67_the_own_rack_is_seen_at_once_row_one_first_on_both_sides() {
    let table = Layout::players(3).rack(B, "b1=B3 b8=B4 r1=R5 r8=R6").table();
    let own = table.view(Viewer::Seat(B)).seats[1].rack.clone();
    let words = |side: &[Option<Card>]| side.iter().map(|card| card.map(word)).collect::<Vec<_>>();
    let (blue, red) = (words(&own.blue), words(&own.red));
    assert!(blue.iter().chain(&red).all(Option::is_some), "all sixteen");
    let ends = [&blue[0], &blue[7], &red[0], &red[7]].map(|card| card.as_deref());
    assert_eq!(ends, [Some("B3"), Some("B4"), Some("R5"), Some("R6")]);
}

#[test]
fn ruling_76_a_swap_from_the_rack_leaves_its_slot_first_and_then_names_one_row() {
    let mut table = Layout::players(3).rack(A, "r1=SW").rack(B, "b8=B3 r8=R3").draws("R9").table();
    table.ok(A, "draw");
    let events = table.ok(A, "exchange r1 > B 8");
    assert!(matches!(events[..], [Event::Exchanged { .. }]), "nothing is settled yet");
    assert_eq!((table.at(A, "r1").as_str(), table.top().as_str()), ("R9", "SW"));
    assert_eq!((table.at(B, "b8").as_str(), table.order()), ("B3", Some((B, A, 8))));
    table.ok(B, "accept");
    assert_eq!((table.at(B, "b8").as_str(), table.at(B, "r8").as_str()), ("R3", "B3"));
}

#[test]
fn ruling_79_a_drawn_swap_may_take_the_place_of_one_that_is_played_and_one_order_is_all() {
    let lay = || Layout::players(2).rack(A, "b4=SW r4=SW").draws("SW R9").table();
    let mut table = lay();
    table.ok(A, "draw");
    table.ok(A, "exchange b4 > B 1");
    assert_eq!((table.at(A, "b4").as_str(), table.order()), ("SW", Some((B, A, 1))));
    for text in ["exchange r4 > B 2", "swap B 2"] {
        table.refused(A, text, "not_now");
    }
    table.ok(B, "accept");
    for text in ["exchange r4 > B 2", "swap B 2", "take r4 > B 2"] {
        table.refused(A, text, "not_your_turn");
    }
    // Or the drawn one is played and the old ones stay.
    let mut table = lay();
    table.ok(A, "draw");
    table.ok(A, "swap B 1");
    assert_eq!((table.at(A, "b4").as_str(), table.at(A, "r4").as_str()), ("SW", "SW"));
}

#[test]
fn ruling_94_whoever_is_finished_by_anothers_swap_may_call_at_once() {
    let spoiled = format!("{FULL} b4=R17 r4=B14");
    let mut table = Layout::players(3).rack(A, "r1=SW").rack(C, &spoiled).draws("R9").table();
    table.refused(C, "call", "not_finished");
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > C 4");
    table.ok(C, "accept");
    assert_eq!(table.to_take(), Some(B), "it is not even C's turn");
    table.ok(C, "call");
    assert_eq!(table.winner(), Some(C));
}

#[test]
fn ruling_98_a_wild_is_no_number_until_the_call() {
    // In row 2 the wild has to be 3 or 4; then its neighbour is exchanged, and it has to be 7.
    let mut table = Layout::players(2).rack(A, FULL).rack(A, "b2=WB r8=SW").draws("B6 R12 R39").table();
    for (slot, draw) in [("b1", "B6"), ("r8", "R39")] {
        table.ok(A, "draw");
        table.ok(A, &format!("exchange {slot}"));
        assert_eq!(table.at(A, slot), draw);
        if slot == "b1" {
            table.refused(A, "call", "not_finished");
            table.ok(B, "draw");
            table.ok(B, "discard");
        }
    }
    assert_eq!(table.view(Viewer::Seat(A)).seats[0].rack.blue[1].map(word).as_deref(), Some("WB"));
    table.ok(A, "call");
    assert_eq!(table.winner(), Some(A));
    // Moved to another row it stands for something else again: in row 8 for a 40.
    let mut table = Layout::players(2).rack(A, FULL).rack(A, "b8=WB").table();
    assert_eq!(slot("b8").row, RackRow::ALL[7]);
    table.ok(A, "call");
    assert_eq!(table.winner(), Some(A));
}
