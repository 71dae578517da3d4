//! The draw pile runs out (rulings 102 to 104).

use slapdown::games::Viewer;
use slapdown::games::super_rack_o::event::Event;

use super::layout::{A, B, C, D, Layout};

#[test]
fn ruling_102_a_draw_from_an_empty_pile_shuffles_all_but_the_top_discard() {
    let mut table = Layout::players(4).draw_pile(0).discard("R12").table();
    let under: Vec<_> = table.state.discard().split_last().expect("a discard").1.to_vec();
    assert_eq!(under.len(), 43);
    let events = table.ok(A, "draw");
    let [Event::Drawn { reshuffle: Some(made), .. }] = &events[..] else { panic!("{events:?}") };
    assert_ne!(made.pile, under);
    let sorted = |cards: &[_]| {
        let mut cards = cards.to_vec();
        cards.sort_unstable();
        cards
    };
    assert_eq!(sorted(&made.pile), sorted(&under));
    assert_eq!((table.state.draw_pile().len(), table.state.discard().len()), (42, 1));
    assert_eq!(table.top(), "R12");
    // The next one is another shuffle.
    assert_ne!(made.chance, slapdown::games::Seed([9; 32]));
}

#[test]
fn ruling_102_taking_the_discard_needs_no_draw_pile() {
    let mut table = Layout::players(2).draw_pile(0).discard("R12").table();
    table.ok(A, "take b1");
    assert_eq!(table.state.draw_pile().len(), 0);
    assert_eq!(table.view(Viewer::Watcher).discard.count, 76);
    // Nor does the last card of the pile.
    let mut table = Layout::players(2).draw_pile(1).table();
    let events = table.ok(A, "draw");
    assert!(matches!(&events[..], [Event::Drawn { reshuffle: None, .. }]));
    assert_eq!(table.state.draw_pile().len(), 0);
}

#[test]
fn ruling_103_a_replacement_from_an_empty_pile_in_the_middle_of_a_chain() {
    let mut table = Layout::players(2)
        .rack(A, "r1=SW b1=RV b2=B2 r2=R2")
        .rack(B, "r5=RV r6=RV b2=B3 r2=R3")
        .draws("R9 R30")
        .draw_pile(2)
        .discard("R12")
        .table();
    table.ok(A, "draw");
    table.ok(A, "exchange r1 > B 3");
    table.ok(B, "reverse r5 6");
    assert_eq!(table.state.draw_pile().len(), 0);
    let events = table.ok(A, "reverse b1 2");
    let [Event::Reversed { reshuffle: Some(made), .. }] = &events[..] else { panic!("{events:?}") };
    // The swap card and the older reverse card of the running chain are in the new pile.
    assert_eq!(made.pile.iter().filter(|card| card.is_swap()).count(), 10);
    assert_eq!(made.pile.iter().filter(|card| card.is_reverse()).count(), 6);
    assert_eq!((table.top().as_str(), table.state.discard().len()), ("RV", 1));
    // The orders stand.
    assert_eq!(table.order(), Some((B, A, 2)));
    table.ok(B, "accept");
    assert_eq!(table.at(B, "b2"), "R3");
}

#[test]
fn ruling_104_four_players_can_always_draw() {
    let mut table = Layout::players(4).draw_pile(0).discard("R12").table();
    let mut seeds = Vec::new();
    for round in 0..200 {
        let seat = [A, B, C, D][round % 4];
        let events = table.ok(seat, "draw");
        if let [Event::Drawn { reshuffle: Some(made), .. }] = &events[..] {
            seeds.push(made.chance.0);
        }
        table.ok(seat, "discard");
    }
    // Each reshuffle is another one.
    assert_eq!(seeds.len(), 5);
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 5);
}
