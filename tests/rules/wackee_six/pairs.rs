//! What goes with a wild, and what does not (rulings 30 to 41).

use serde_json::{Value, json};
use slapdown::games::wackee_six::Options;

use super::race::Race;
use super::setup::Position;

/// A pair on a pile `B4`, from this row and this waste; face down lies what a refill would turn up.
fn on_b4(row: &str, waste: &str) -> Race {
    Position::of(2).row(1, row).waste(1, waste).down(1, "B6 B5").pile("B4").race()
}

fn refused(mut race: Race, wild: &str, companion: &str, card: &str, code: &str) {
    let before = race.state.clone();
    race.pair(1, wild, companion, card).plainly(code);
    assert_eq!(race.state, before, "nothing has moved");
}

#[test]
fn ruling_30_a_wild_takes_the_colour_and_the_next_number_and_the_natural_one_after_it_goes_along() {
    let mut race = on_b4("W B6 R13 R13 R13 R13", "");
    let events = race.pair(1, "row.1", "row.2", "B6").ok();
    let laid = race.shown(&events)[0].clone();
    assert_eq!(
        (&laid["e"], &laid["color"], &laid["top"]),
        (&json!("pair_played"), &json!("blue"), &json!(6))
    );
    assert_eq!(race.piles(), ["B6"], "one action, two numbers");
    // Another number, another colour, and no companion at all.
    for (row, card) in [("W B5 R13", "B5"), ("W B7 R13", "B7"), ("W R6 R13", "R6")] {
        refused(on_b4(row, ""), "row.1", "row.2", card, "does_not_fit");
    }
    let mut race = on_b4("W B6 R13", "");
    race.act(1, json!({"do": "play_wild", "wild": "row.1"})).plainly("does_not_fit");
    race.play(1, "W", "row.1").plainly("does_not_fit");
}

#[test]
fn ruling_32_a_wild_is_never_a_one() {
    let table = || Position::of(2).row(1, "W G2 R13 R13 R13 R13");
    for race in [table().race(), table().pile("R4").race(), table().pile("G1").race()] {
        refused(race, "row.1", "row.2", "G2", "does_not_fit");
    }
    // Nor as a pile of its own, with the option for the other end as well.
    for wild_13 in [false, true] {
        let set = |options: &mut Options| options.wild_13 = wild_13;
        let mut race = table().options(set).race();
        race.act(1, json!({"do": "play_wild", "wild": "row.1"})).plainly("does_not_fit");
        race.act(1, json!({"do": "play_wild", "wild": "row.1", "pile": "new"})).plainly("does_not_fit");
        race.play_on(1, "W", "row.1", "new").plainly("does_not_fit");
    }
}

#[test]
fn ruling_36_the_companion_is_never_laid_first() {
    // 12 and a wild, 5 and a wild: the natural card would come below the wild.
    refused(on_b4("W B5 R13 R13 R13 R13", ""), "row.1", "row.2", "B5", "does_not_fit");
    let race = Position::of(2).row(1, "W Y12 R13 R13 R13 R13").pile("Y11").race();
    refused(race, "row.1", "row.2", "Y12", "does_not_fit");
}

#[test]
fn ruling_37_a_wild_does_not_go_with_a_wild() {
    refused(on_b4("W W B7 R13 R13 R13", ""), "row.1", "row.2", "W", "does_not_fit");
    refused(on_b4("W W B7 R13 R13 R13", ""), "row.1", "row.3", "B7", "does_not_fit");
    refused(on_b4("W B7 R13 R13 R13 R13", "W"), "row.1", "waste", "W", "does_not_fit");
}

#[test]
fn ruling_40_the_card_of_the_refill_goes_with_no_wild_and_stays_unseen() {
    // B6 is on top of the face-down pile: neither its future slot nor a wild laid first brings it up.
    for companion in ["row.1", "row.2", "waste"] {
        refused(on_b4("W R13 R13 R13 R13 R13", ""), "row.1", companion, "B6", "not_there");
    }
    let race = on_b4("W R13 R13 R13 R13 R13", "");
    assert!(!race.view().to_string().contains("blue-6"));
}

#[test]
fn ruling_41_a_wild_under_the_top_of_the_waste_is_covered() {
    let covered = || on_b4("R13 R13 R13 R13 R13 R13", "B6 W");
    refused(covered(), "waste", "waste", "B6", "not_there");
    refused(covered(), "waste", "row.1", "R13", "not_there");
    let mut race = covered();
    race.act(1, json!({"do": "play_wild", "wild": "waste"})).plainly("not_there");
    // With the top gone the wild is the top, and what lies under that goes with it.
    let mut race = on_b4("R13 R13 R13 R13 R13 R13", "B5 W B7");
    race.play(1, "B5", "waste").ok();
    race.pair(1, "waste", "waste", "B7").ok();
    assert_eq!((race.piles(), race.side(1)["top"].clone()), (vec!["B7".to_owned()], Value::Null));
}
