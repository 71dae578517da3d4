//! Rulings that say what is not restricted, and a few that the positions show without naming them.

use serde_json::json;

use super::setup::{Position, deal};
use slapdown::games::wackee_six::Options;

const HIGH: &str = "R13 G13 Y13 B13 R12 G12";

#[test]
fn ruling_2_the_suit_says_where_a_card_fits_and_the_back_whose_it_is() {
    let mut race = Position::of(2).row(1, "B1 B3 R9").row(2, "B2 R9").race();
    race.play(1, "B1", "row.1").ok();
    race.play(3, "B2", "row.1").ok();
    race.play(1, "B3", "row.2").ok();
    assert_eq!(race.piles(), ["B3"]);
    assert_eq!((race.side(1)["played"].clone(), race.side(2)["played"].clone()), (json!(2), json!(1)));
    assert_eq!(race.view()["piles"][0]["by"], 1);
}

#[test]
fn ruling_4_singles_and_teams_race_each_other() {
    let race = deal(&Options::default(), &[true, false, true], 1, &[], [4; 32]);
    let teams: Vec<bool> = (1..=3).map(|side| race.side(side)["team"] == true).collect();
    assert_eq!(teams, [true, false, true]);
}

#[test]
fn rulings_7_and_8_the_row_is_seen_with_the_deal_and_the_pile_below_by_nobody() {
    let race = deal(&Options::default(), &[false, false], 1, &[], [7; 32]);
    let view = race.view();
    assert_eq!(view["phase"], "dealt");
    for side in [1, 2] {
        let side = race.side(side);
        assert!(side["row"].as_array().expect("a row").iter().all(serde_json::Value::is_string), "{side}");
        assert_eq!(side["face_down"], 6, "a number and no cards");
    }
}

#[test]
fn ruling_13_of_a_turn_only_the_top_is_shown_and_kept() {
    let mut race = Position::of(2).stock(1, "R2 G7 B5 Y9").race();
    let events = race.turn(1).ok();
    let told = format!(
        "{:?} {} {}",
        race.shown(&events),
        serde_json::to_string(&events).expect("JSON"),
        race.view()
    );
    assert!(told.contains("blue-5"));
    for covered in ["red-2", "green-7", "yellow-9"] {
        assert!(!told.contains(covered), "{covered} is seen by nobody: {told}");
    }
}

#[test]
fn ruling_17_the_waste_is_one_pile_also_for_cards_of_earlier_turns() {
    let mut race = Position::of(2)
        .options(|options| options.min_turn_gap_ms = 0)
        .stock(1, "R9 R2 G2 Y9 B9 B2")
        .pile("R1")
        .pile("G1")
        .pile("B1")
        .race();
    race.turn(1).ok();
    race.turn(1).ok();
    // B2 of this turn, then under B9 and Y9 lie the cards of the turn before.
    race.play(1, "B2", "waste").ok();
    assert_eq!(race.side(1)["top"], "blue-9");
    race.play(1, "G2", "waste").plainly("not_there");
    let mut race = Position::of(2).waste(1, "B2 G2 R2").pile("R1").pile("G1").pile("B1").race();
    for card in ["B2", "G2", "R2"] {
        race.play(1, card, "waste").ok();
    }
    assert_eq!(race.side(1)["waste"], 0);
}

#[test]
fn ruling_48_a_round_scores_cards_in_the_middle_less_two_for_each_of_the_twelve_and_ten_for_out() {
    // Side 1 goes out; wilds and closed piles count for the back that lies there; stock and waste do not.
    let mut race = Position::of(3)
        .row(1, "W Y13")
        .down(1, "")
        .stock(1, "R9 R9 R9 R9")
        .waste(1, "R9 R9")
        .pile_by("B13", 1)
        .pile_by("Y11", 2)
        .row(2, "G13")
        .down(2, "G12 G11")
        .race();
    race.pair(1, "row.1", "row.2", "Y13").ok();
    let scores = race.view()["scores"].clone();
    let line = |side: usize| {
        let line = &scores[side - 1];
        [&line["played"], &line["left"], &line["bonus"], &line["round"]]
            .map(|n| n.as_i64().expect("a number"))
    };
    assert_eq!(line(1), [15, 0, 10, 25]);
    assert_eq!(line(2), [11, 3, 0, 5]);
    assert_eq!(line(3), [0, 12, 0, -24]);
}

#[test]
fn ruling_18_nobody_has_to_play_what_fits() {
    let mut race = Position::of(2).row(1, "B1 R13").stock(1, "R9 R8 R7 G9 G8 G7").race();
    race.turn(1).ok();
    race.pass(1_000);
    race.turn(1).ok();
    assert_eq!(race.piles(), Vec::<String>::new());
}

#[test]
fn ruling_29_a_natural_card_does_not_buy_a_wild_back() {
    let mut race = Position::of(2).row(1, "W B6 R9").row(2, "B5 R1").pile("B4").race();
    race.pair(1, "row.1", "row.2", "B6").ok();
    race.play(3, "B5", "row.1").refused("beaten");
    assert_eq!(race.piles(), ["B6"]);
}

#[test]
fn ruling_59_rows_piles_tops_and_counts_are_for_everybody() {
    let race = Position::of(2).row(2, HIGH).waste(2, "G9 B2").stock(2, "R2 R3").pile("Y3").race();
    let side = race.side(2);
    assert_eq!(side["row"][0], "red-13");
    assert_eq!((&side["top"], &side["waste"], &side["stock"]), (&json!("green-9"), &json!(2), &json!(2)));
    assert_eq!(race.view()["piles"][0]["top"], 3);
    assert!(!race.view().to_string().contains("blue-2"), "a covered card is nobody's to see (ruling 60)");
}
