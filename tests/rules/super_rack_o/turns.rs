//! The deal, the turn, the turn clock (rulings 61 to 75 and 105), and places at the table.

use std::collections::BTreeSet;

use serde_json::json;
use slapdown::code;
use slapdown::games::super_rack_o::card::{Card, Face};
use slapdown::games::super_rack_o::deal::{lay, reshuffle};
use slapdown::games::super_rack_o::event::{Event, Why};
use slapdown::games::super_rack_o::{Options, SuperRackO};
use slapdown::games::{Absent, Driver, Game, Input, Place, Role, RoomTime, Seat, Seed, Side, Stamp, Viewer};

use super::dice::deal;
use super::layout::{A, B, C, D, Layout, options};

#[test]
fn ruling_61_and_62_the_composition() {
    let deck = Card::both_decks();
    assert_eq!(deck.len(), 108);
    let count = |is: fn(&Face) -> bool| deck.iter().filter(|card| is(&card.face)).count();
    assert_eq!(count(|face| matches!(face, Face::Number(_))), 80);
    assert_eq!(count(|face| *face == Face::Wild), 10);
    assert_eq!(count(|face| *face == Face::Swap), 10);
    assert_eq!(count(|face| *face == Face::Reverse), 8);
    assert_eq!(deck.iter().collect::<BTreeSet<_>>().len(), 86);
}

#[test]
fn ruling_64_two_to_four_players() {
    let place = |side| Place { side: Side(side), role: None };
    let options = Options::default();
    assert_eq!(SuperRackO::may_deal(&[place(2)], &options), Err((&code::NOT_ENOUGH_SIDES, None)));
    assert_eq!(SuperRackO::may_deal(&[place(2), place(4)], &options), Ok(()));
    assert_eq!(SuperRackO::may_sit(place(4), &[place(1)]), Ok(()));
    assert_eq!(SuperRackO::may_sit(place(0), &[]), Err(&code::NO_SUCH_SIDE));
    assert_eq!(SuperRackO::may_sit(place(5), &[]), Err(&code::NO_SUCH_SIDE));
    assert_eq!(SuperRackO::may_sit(place(1), &[place(1)]), Err(&code::PLACE_TAKEN));
    let solo = SuperRackO::place(Side(1), Some(Role::Solo), &[]);
    assert_eq!(SuperRackO::may_sit(solo, &[]), Err(&code::ROLE_UNKNOWN));
    assert_eq!(SuperRackO::seat(place(3)), C);
}

#[test]
fn ruling_65_the_dealer_moves_left_and_the_left_neighbour_begins() {
    let mut dealers = BTreeSet::new();
    for n in 0..40 {
        let first = deal(&[A, C, D], None, Seed([n; 32]));
        dealers.insert(first.dealer);
        let left = |seat| match seat {
            A => C,
            C => D,
            _ => A,
        };
        assert_eq!(first.next.turn, left(first.dealer));
        assert_eq!(first.next.ends_at, Some(RoomTime(60_500)));
        let opening = Event::Dealt(Box::new(first.clone()));
        let state = SuperRackO::open(&opening, Stamp { seq: 1, at: RoomTime(0) }).expect("a deal");
        let second = deal(&[A, C, D], Some(&state), Seed([n + 1; 32]));
        assert_eq!(second.dealer, left(first.dealer));
        // Somebody new between them, and the last dealer gone.
        let third = deal(&[B, D], Some(&state), Seed([n; 32]));
        assert_eq!(third.dealer, if first.dealer < B || first.dealer == D { B } else { D });
    }
    assert_eq!(dealers, BTreeSet::from([A, C, D]));
}

#[test]
fn ruling_65_cards_go_round_one_at_a_time_from_the_dealers_left() {
    let deck = Card::both_decks();
    let laid = lay(&deck, &[A, B, C], B);
    let rack = |at: usize| &laid.racks[at].rack;
    let first = super::layout::slot("b8");
    // C, A, B.
    assert_eq!(rack(2).at(first).card, deck[0]);
    assert_eq!(rack(0).at(first).card, deck[1]);
    assert_eq!(rack(1).at(first).card, deck[2]);
    assert_eq!(rack(2).at(super::layout::slot("r8")).card, deck[3]);
}

#[test]
fn the_deal_of_a_seed_is_pinned() {
    let dealt = deal(&[A, B, C, D], None, Seed([5; 32]));
    let again = deal(&[A, B, C, D], None, Seed([5; 32]));
    assert_eq!(dealt, again);
    let top: Vec<String> = dealt.draw_pile.iter().rev().take(4).map(ToString::to_string).collect();
    assert_eq!((dealt.dealer, top.join(" ")), (PINNED_DEALER, PINNED_TOP.to_owned()));
    let again = reshuffle(&dealt.draw_pile, dealt.chance);
    assert_ne!(again.pile, dealt.draw_pile);
    assert_ne!(again.chance, dealt.chance);
    assert_eq!(again, reshuffle(&dealt.draw_pile, dealt.chance));
}

const PINNED_DEALER: Seat = C;
const PINNED_TOP: &str = "blue-34 red-wild red-16 blue-8";

#[test]
fn ruling_68_a_first_discard_that_is_no_number() {
    for (top, code) in [("SW", "not_to_be_taken"), ("RV", "not_to_be_taken")] {
        let mut table = Layout::players(2).discard(top).table();
        assert_eq!(table.order(), None);
        table.refused(A, "take b1", code);
        table.ok(A, "draw");
    }
    let mut table = Layout::players(2).discard("WR").table();
    table.ok(A, "take b1");
    assert_eq!(table.at(A, "b1"), "WR");
}

#[test]
fn ruling_69_and_70_nobody_else_moves_and_nothing_comes_before_its_time() {
    let mut table = Layout::players(2).draws("R12").discard("B7").table();
    for text in ["draw", "take b1", "exchange b1", "discard", "swap A 1"] {
        table.refused(B, text, "not_your_turn");
    }
    for text in ["exchange b1", "discard", "swap B 1"] {
        table.refused(A, text, "not_now");
    }
    for text in ["accept", "reverse b1 1"] {
        table.refused(A, text, "not_now");
        table.refused(B, text, "not_now");
    }
    table.ok(A, "draw");
    table.refused(A, "draw", "not_now");
    table.refused(D, "draw", "not_seated");
    assert_eq!(table.view(Viewer::Seat(B)).drawn, None);
    assert!(table.view(Viewer::Seat(A)).drawn.is_some());
    table.ok(A, "exchange r8");
    assert_eq!((table.at(A, "r8").as_str(), table.to_take()), ("R12", Some(B)));
}

#[test]
fn ruling_72_nor_the_card_under_a_swap() {
    let mut table = Layout::players(2).discard("B7 SW").table();
    table.refused(A, "take b1", "not_to_be_taken");
}

#[test]
fn ruling_71_and_73_any_card_in_any_slot() {
    for card in ["R12", "B12", "WB", "WR", "SW", "RV"] {
        for at in ["b1", "r8"] {
            let mut table = Layout::players(2).draws(card).table();
            table.ok(A, "draw");
            table.ok(A, &format!("exchange {at}"));
            assert_eq!(table.at(A, at), card);
        }
    }
}

#[test]
fn ruling_74_a_drawn_reverse_card_discarded_does_nothing() {
    let mut table = Layout::players(2).draws("RV").table();
    table.ok(A, "draw");
    table.ok(A, "discard");
    assert_eq!((table.top().as_str(), table.order(), table.to_take()), ("RV", None, Some(B)));
}

#[test]
fn ruling_105_the_clock_goes_on_after_a_draw() {
    let mut table = Layout::players(2).options(json!({"turn_clock_ms": 5_000})).draws("R12 B9").table();
    table.wait(3_000);
    table.ok(A, "draw");
    assert_eq!(table.view(Viewer::Watcher).ends_in, Some(2_000));
    assert!(table.wait(1_999).is_empty());
    let events = table.wait(1);
    assert!(matches!(events[..], [Event::Discarded { why: Why::Clock, .. }]));
    assert_eq!((table.top().as_str(), table.to_take()), ("R12", Some(B)));
    // B's clock began when A's turn ended.
    assert_eq!(table.view(Viewer::Watcher).ends_in, Some(5_000));
    // A long stall costs one turn, not a storm of them.
    table.wait(60_000);
    assert_eq!((table.to_take(), table.view(Viewer::Watcher).ends_in), (Some(A), Some(5_000)));
}

#[test]
fn ruling_105_nothing_slips_in_behind_the_deadline() {
    let mut table = Layout::players(2).discard("R12").table();
    table.now = RoomTime(60_000);
    table.refused_late(A, "take b1", "not_your_turn");
}

#[test]
fn ruling_105_no_clock() {
    let mut table = Layout::players(2).options(json!({"turn_clock_ms": 0})).table();
    assert_eq!((SuperRackO::deadline(&table.state), table.view(Viewer::Watcher).ends_in), (None, None));
    assert!(table.wait(10_000_000).is_empty());
    assert_eq!(table.input(Input::Resumed).expect("never refused"), []);
    table.ok(A, "draw");
}

#[test]
fn a_stop_of_room_time_gives_three_seconds_more() {
    let mut table = Layout::players(2).rack(A, "r1=SW").draws("R9").table();
    assert_eq!(SuperRackO::deadline(&table.state), Some(RoomTime(60_000)));
    table.input(Input::Resumed).expect("never refused");
    assert_eq!(SuperRackO::deadline(&table.state), Some(RoomTime(63_000)));
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    assert_eq!(SuperRackO::deadline(&table.state), Some(RoomTime(10_000)));
    table.input(Input::Resumed).expect("never refused");
    table.input(Input::Resumed).expect("never refused");
    assert_eq!(SuperRackO::deadline(&table.state), Some(RoomTime(16_000)));
    assert!(table.wait(15_999).is_empty());
    assert_eq!(table.wait(1).len(), 1);
}

#[test]
fn the_options_are_declared_as_they_default() {
    let declared = options(json!({}));
    assert_eq!(declared, Options::default());
    let json = serde_json::to_value(&declared).expect("JSON");
    let names: Vec<&str> = SuperRackO::OPTIONS.iter().map(|spec| spec.name).collect();
    assert_eq!(json.as_object().expect("an object").len(), names.len());
    for spec in SuperRackO::OPTIONS {
        assert!(spec.takes(&json[spec.name]), "{}", spec.name);
        let default = match spec.kind {
            slapdown::games::option::OptionKind::Boolean { default, .. } => json!(default),
            slapdown::games::option::OptionKind::Integer { default, .. } => json!(default),
            slapdown::games::option::OptionKind::Choice { default, .. } => json!(default),
        };
        assert_eq!(json[spec.name], default, "{}", spec.name);
    }
    for (name, good, bad) in [
        ("window_ms", [json!(1_000), json!(150_000)], json!(999)),
        ("turn_clock_ms", [json!(0), json!(600_000)], json!(4_999)),
        ("games_to_win", [json!(1), json!(20)], json!(0)),
        ("absent_after_ms", [json!(5_000), json!(600_000)], json!(0)),
        ("false_call", [json!("none"), json!("skip_turn")], json!("points")),
        ("absent", [json!("bot"), json!("leave")], json!("hold")),
    ] {
        let spec = SuperRackO::OPTIONS.iter().find(|spec| spec.name == name).expect("declared");
        assert!(good.iter().all(|value| spec.takes(value)) && !spec.takes(&bad), "{name}");
    }
    let leave = options(json!({"absent": "leave", "absent_after_ms": 5_000}));
    assert_eq!(SuperRackO::absent(&leave), Absent { after_ms: 5_000, then: Driver::None });
    assert_eq!(SuperRackO::absent(&declared), Absent { after_ms: 60_000, then: Driver::Bot });
}
