//! The tricky positions, each with its right result.

use serde_json::json;
use slapdown::games::super_rack_o::Action;
use slapdown::games::super_rack_o::card::Card;
use slapdown::games::super_rack_o::deal::lay;
use slapdown::games::super_rack_o::event::{Event, Why};

use super::layout::{A, B, C, D, FULL, FULL_TOO, Layout, cards, slot, word};

#[test]
fn rack_position_1_the_zigzag_and_the_draw_pile() {
    for (seats, pile) in [(&[A, B][..], 75), (&[A, B, C], 59), (&[A, B, C, D], 43)] {
        // A is on the dealer's left and gets every card of the first, third, … round.
        let mut deck = Card::both_decks();
        let mut own: Vec<Card> = ["R7", "SW", "B1"].iter().map(|word| cards(word)[0]).collect();
        deck.retain(|card| !own.contains(card) || card.is_swap());
        let at = deck.iter().position(|card| *card == own[1]).expect("a swap card");
        deck.remove(at);
        own.extend(deck.drain(..13));
        let mut laid = Vec::new();
        for card in &own {
            laid.push(*card);
            laid.extend(deck.drain(..seats.len() - 1));
        }
        laid.append(&mut deck);
        let table = lay(&laid, seats, *seats.last().expect("a dealer"));
        let rack = &table.racks[0].rack;
        let at = |place| word(rack.at(slot(place)).card);
        assert_eq!((at("b8").as_str(), at("r8").as_str(), at("b7").as_str()), ("R7", "SW", "B1"));
        assert_eq!(rack.at(slot("r1")).card, own[15]);
        assert_eq!(table.draw_pile.len(), pile);
        assert_eq!(table.discard, [laid[seats.len() * 16]]);
        assert_eq!(table.draw_pile.last(), Some(&laid[seats.len() * 16 + 1]));
    }
}

#[test]
fn rack_position_3_one_take_a_turn() {
    let mut table = Layout::players(2).draws("R12").discard("B7").table();
    table.ok(A, "draw");
    table.refused(A, "take b1", "not_now");

    let mut table = Layout::players(2).discard("R12").table();
    table.ok(A, "take b1");
    // The card is in its slot and the turn is over: there is nothing left to discard.
    table.refused(A, "discard", "not_your_turn");
    assert_eq!((table.at(A, "b1").as_str(), table.to_take()), ("R12", Some(B)));
}

#[test]
fn rack_position_5_a_drawn_swap_kept_by_exchange() {
    let mut table = Layout::players(2).rack(A, "b2=B31").draws("SW").table();
    table.ok(A, "draw");
    table.refused(A, "exchange b2 > B 1", "not_a_swap");
    table.ok(A, "exchange b2");
    assert_eq!((table.at(A, "b2").as_str(), table.top().as_str()), ("SW", "B31"));
    assert_eq!((table.order(), table.to_take()), (None, Some(B)));
}

#[test]
fn rack_position_6_the_new_card_is_in_its_slot_before_anything_is_settled() {
    let mut table = Layout::players(2).rack(A, "r1=SW").draws("R9").table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 8");
    assert_eq!((table.at(A, "r1").as_str(), table.order()), ("R9", Some((B, A, 8))));
}

#[test]
fn rack_position_8_a_swap_that_names_nobody() {
    let mut table = Layout::players(2).rack(A, "r1=SW").draws("R9").table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1");
    assert_eq!((table.order(), table.to_take(), table.top().as_str()), (None, Some(B), "SW"));
    table.refused(B, "take b1", "not_to_be_taken");
    table.ok(B, "draw");
}

#[test]
fn rack_position_9_a_swap_for_a_swap_and_no_second_order() {
    let mut table = Layout::players(3).rack(A, "b4=SW b5=SW").draws("SW").table();
    table.ok(A, "draw");
    table.ok(A, "exchange b4 > B 1");
    assert_eq!((table.at(A, "b4").as_str(), table.order()), ("SW", Some((B, A, 1))));
    table.refused(A, "exchange b5 > C 2", "not_now");
    table.refused(A, "swap C 2", "not_now");
    table.ok(B, "accept");
    table.refused(A, "swap C 2", "not_your_turn");
}

#[test]
fn rack_position_10_orders_that_name_nobody_or_no_row() {
    let mut table =
        Layout::players(4).rack(A, "r1=SW").draws("R9").options(json!({"absent": "leave"})).table();
    table.input(slapdown::games::Input::Left { seat: D }).expect("D leaves");
    table.ok(A, "draw");
    table.refused(A, "exchange r1 > A 3", "no_such_target");
    table.refused(A, "exchange r1 > D 3", "no_such_target");
    for row in [0, 9] {
        let frame = json!({"do": "exchange", "slot": "red.1", "swap": {"target": 2, "row": row}});
        assert!(serde_json::from_value::<Action>(frame).is_err());
    }
    assert_eq!(table.at(A, "r1"), "SW");
    table.ok(A, "exchange r1 > C 3");
}

/// Position 11 up to B's answer.
fn eleven(draws: &str) -> super::table::Table {
    let mut table = Layout::players(3)
        .rack(A, "r1=SW b6=B6 r6=R6 b2=RV")
        .rack(B, "r5=RV b3=B3 r3=R3 b2=B2 r2=R2")
        .draws(draws)
        .table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    table.ok(B, "reverse r5 6");
    table
}

#[test]
fn rack_position_11_a_reversed_order() {
    let mut table = eleven("R9 R30");
    assert_eq!((table.at(B, "r5").as_str(), table.order()), ("R30", Some((A, B, 6))));
    table.ok(A, "accept");
    assert_eq!((table.at(A, "b6").as_str(), table.at(A, "r6").as_str()), ("R6", "B6"));
    assert_eq!((table.at(B, "b3").as_str(), table.at(B, "r3").as_str()), ("B3", "R3"));
    assert_eq!((table.top().as_str(), table.to_take()), ("RV", Some(B)));
    table.refused(B, "take b1", "not_to_be_taken");
    table.ok(B, "draw");
}

#[test]
fn rack_position_13_the_replacement_is_a_reverse_card_and_answers() {
    let mut table = eleven("R9 RV R31 R32");
    assert_eq!(table.at(B, "r5"), "RV");
    table.refused(B, "reverse r5 4", "not_yours");
    table.ok(A, "reverse b2 2");
    assert_eq!(table.order(), Some((B, A, 2)));
    table.ok(B, "reverse r5 4");
    assert_eq!((table.at(B, "r5").as_str(), table.order()), ("R32", Some((A, B, 4))));
}

#[test]
fn rack_position_15_the_replacement_is_crossed() {
    let mut table =
        Layout::players(2).rack(A, "r1=SW b2=RV").rack(B, "r5=RV b5=R33").draws("R9 B20 R31").table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 5");
    table.ok(B, "reverse r5 1");
    assert_eq!(table.at(B, "r5"), "B20");
    table.ok(A, "reverse b2 5");
    table.ok(B, "accept");
    assert_eq!((table.at(B, "b5").as_str(), table.at(B, "r5").as_str()), ("B20", "R33"));
}

#[test]
fn rack_position_17_a_third_player_in_a_window() {
    let mut table = Layout::players(3).rack(A, "r1=SW").rack(C, FULL).draws("R9").table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    table.refused(C, "reverse r5 1", "not_yours");
    table.ok(C, "call");
    assert_eq!((table.winner(), table.order()), (Some(C), None));
    // The order has lapsed: B's cards lie where they lay.
    let mut other = Layout::players(3).rack(A, "r1=SW").rack(C, FULL).draws("R9").table();
    assert_eq!((table.at(B, "b3"), table.at(B, "r3")), (other.at(B, "b3"), other.at(B, "r3")));
    other.refused(C, "reverse r5 1", "not_now");
}

#[test]
fn rack_position_19_finished_by_anothers_swap() {
    let mut table =
        Layout::players(3).rack(A, "r1=SW").rack(B, FULL).rack(B, "b4=R17 r4=B14").draws("R9").table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 4");
    table.refused(B, "call", "under_order");
    table.ok(B, "accept");
    table.ok(B, "call");
    assert_eq!(table.winner(), Some(B));

    // The same on A's turn: B forgets until A is on turn again.
    let mut table =
        Layout::players(2).rack(A, "r1=SW").rack(B, FULL).rack(B, "b4=R17 r4=B14").draws("R9").table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 4");
    table.ok(B, "accept");
    table.ok(B, "draw");
    table.ok(B, "discard");
    assert_eq!(table.to_take(), Some(A));
    table.ok(B, "call");
    assert_eq!(table.winner(), Some(B));
}

/// Whether a call with FULL, changed like that, wins.
fn calls(changed: &str) -> bool {
    let mut table = Layout::players(2).rack(B, FULL).rack(B, changed).table();
    match table.act(B, super::table::action("call")) {
        Ok(_) => true,
        Err(refusal) => {
            assert_eq!(refusal.code.name, "not_finished");
            false
        }
    }
}

#[test]
fn rack_position_21_wilds_at_both_ends() {
    assert!(!calls("b1=WB b2=B1"));
    assert!(calls("b1=WB b2=B2"));
    assert!(!calls("b7=B40 b8=WB"));
    assert!(calls("b6=B38 b7=WB b8=WB"));
    assert!(!calls("b6=B39 b7=WB b8=WB"));
}

#[test]
fn rack_position_22_a_wild_of_the_other_colour_and_a_swap_card() {
    assert!(!calls("r4=WB"));
    assert!(!calls("b8=SW"));
    assert!(calls(""));
}

#[test]
fn rack_position_25_clocks_and_two_who_are_finished() {
    let mut table = Layout::players(2).draws("SW").table();
    let events = table.wait(60_000);
    assert!(matches!(
        events[..],
        [Event::Drawn { why: Why::Clock, .. }, Event::Discarded { why: Why::Clock, .. }]
    ));
    assert_eq!((table.top().as_str(), table.order(), table.to_take()), ("SW", None, Some(B)));

    let mut table = Layout::players(2).rack(A, "r1=SW").rack(B, "b3=B3 r3=R3").draws("R9").table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    assert!(table.wait(9_999).is_empty());
    table.wait(1);
    assert_eq!((table.at(B, "b3").as_str(), table.at(B, "r3").as_str()), ("R3", "B3"));
    assert_eq!((table.order(), table.to_take()), (None, Some(B)));

    let mut table = Layout::players(4).rack(C, FULL).rack(D, FULL_TOO).table();
    table.ok(D, "call");
    table.refused(C, "call", "round_over");
    assert_eq!(table.winner(), Some(D));
}
