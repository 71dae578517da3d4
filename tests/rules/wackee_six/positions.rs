//! The tricky positions, each with its number.

use serde_json::json;

use super::setup::{Position, word};

#[test]
fn position_1_a_turn_shows_the_third_card_only_and_a_play_the_next() {
    let mut race = Position::of(2).stock(1, "R2 G7 B1 Y9").race();
    let turned = race.turn(1).ok();
    let shown = race.shown(&turned);
    assert_eq!(shown, [json!({"e": "turned", "side": 1, "top": "blue-1", "stock": 1, "waste": 3})]);
    assert!(!format!("{turned:?}").contains("green"), "a kept event tells no covered card");
    let played = race.play(1, "B1", "waste").ok();
    assert_eq!(race.piles(), ["B1"]);
    let shown = race.shown(&played);
    assert_eq!(shown[0]["waste"], json!({"count": 2, "top": "green-7"}));
    assert_eq!(race.side(1)["top"], "green-7");
}

#[test]
fn position_2_the_waste_is_one_pile_whose_cards_come_off_one_by_one() {
    let mut race = Position::of(2).waste(1, "Y3 R5 B2 G9").pile("Y2").pile("R4").pile("B1").pile("G8").race();
    for card in ["Y3", "R5", "B2", "G9"] {
        race.play(1, card, "waste").ok();
    }
    assert_eq!(race.piles(), ["Y3", "R5", "B2", "G9"]);
}

#[test]
fn position_5_a_second_pile_of_a_colour_takes_what_the_first_does_not() {
    let mut race = Position::of(2).row(1, "B1 B2 B7 R12 R13 G13").pile("B6").race();
    race.play(1, "B1", "row.1").ok();
    assert_eq!(race.piles(), ["B6", "B1"]);
    race.play(1, "B2", "row.2").ok();
    assert_eq!(race.piles(), ["B6", "B2"]);
    race.play(1, "B7", "row.3").ok();
    assert_eq!(race.piles(), ["B7", "B2"]);
}

#[test]
fn position_6_a_wild_and_its_companion_are_two_points_and_two_refills() {
    let mut race = Position::of(2).row(1, "W B3 R13 R13 R13 R13").down(1, "G9 Y9 R11").pile("B1").race();
    let events = race.pair(1, "row.1", "row.2", "B3").ok();
    assert_eq!(race.piles(), ["B3"]);
    assert_eq!(race.side(1)["played"], 2);
    let shown = race.shown(&events);
    assert_eq!(shown[1], json!({"e": "refilled", "side": 1, "slot": 1, "card": "green-9", "face_down": 2}));
    assert_eq!(shown[2], json!({"e": "refilled", "side": 1, "slot": 2, "card": "yellow-9", "face_down": 1}));
}

#[test]
fn position_7_no_wild_opens_a_pile() {
    let mut race = Position::of(2).row(1, "W G2 R13 R13 R13 R13").race();
    race.pair(1, "row.1", "row.2", "G2").plainly("does_not_fit");
    let mut race = Position::of(2).row(1, "W G2 R13 R13 R13 R13").pile("G1").race();
    race.pair(1, "row.1", "row.2", "G2").plainly("does_not_fit");
    race.play(1, "G2", "row.2").ok();
    assert_eq!(race.piles(), ["G2"]);
}

#[test]
fn position_9_a_wild_is_no_thirteen_unless_the_option_says_so() {
    let position = || Position::of(2).row(1, "W Y13 R13 G13 B9 B10").pile("Y12");
    let mut race = position().race();
    race.act(1, json!({"do": "play_wild", "wild": "row.1"})).plainly("does_not_fit");
    race.play(1, "W", "row.1").plainly("does_not_fit");
    for (slot, card) in [(2, "Y13"), (3, "R13"), (5, "B9")] {
        race.pair(1, "row.1", &format!("row.{slot}"), card).plainly("does_not_fit");
    }
    race.play(1, "Y13", "row.2").ok();
    assert_eq!(race.view()["piles"][0]["closed"], true);

    let mut race = position().options(|options| options.wild_13 = true).race();
    race.act(1, json!({"do": "play_wild", "wild": "row.1"})).ok();
    assert_eq!(race.view()["piles"][0]["closed"], true);
    assert_eq!(race.view()["piles"][0]["card"], "wild");
}

#[test]
fn position_11_the_companion_follows_the_wild() {
    let mut race = Position::of(2).row(1, "B5 W B7 R13 R13 R13").pile("B4").race();
    race.pair(1, "row.2", "row.1", "B5").plainly("does_not_fit");
    race.play(1, "B5", "row.1").ok();
    race.pair(1, "row.2", "row.3", "B7").ok();
    assert_eq!(race.piles(), ["B7"]);
}

#[test]
fn position_12_the_card_of_the_refill_is_no_companion() {
    let mut race = Position::of(2).row(1, "W R13 R13 R13 R13 R13").down(1, "B6 B9").pile("B4").race();
    let before = race.state.clone();
    race.act(1, json!({"do": "play_wild", "wild": "row.1"})).plainly("does_not_fit");
    race.pair(1, "row.1", "row.1", "B6").plainly("not_there");
    race.pair(1, "row.1", "waste", "B6").plainly("not_there");
    assert_eq!(race.state, before);
    assert!(!race.view().to_string().contains("blue-6"));
}

#[test]
fn position_14_a_wild_under_the_top_is_covered() {
    let mut race = Position::of(2).waste(1, "B6 W").pile("B4").race();
    race.pair(1, "waste", "waste", "B6").plainly("not_there");
    race.play(1, "B6", "waste").plainly("does_not_fit");
    race.turn(1).ok();
}

#[test]
fn position_15_two_wilds_do_not_go_together() {
    let mut race = Position::of(2).row(1, "W W B7 R13 R13 R13").pile("B4").race();
    race.pair(1, "row.1", "row.3", "B7").plainly("does_not_fit");
    race.pair(1, "row.1", "row.2", "W").plainly("does_not_fit");
}

#[test]
fn position_17_the_order_of_arrival_decides_and_the_loser_keeps_the_card() {
    let position = || Position::of(2).row(1, "B5 R13 R13 R13 R13 R13").row(2, "R13 R13 B5 R13 R13 R13");
    let mut race = position().pile("B4").race();
    race.play_on(1, "B5", "row.1", 1).ok();
    let seq = race.seq - 1;
    race.pass(38);
    let detail = race.play_on(3, "B5", "row.3", 1).plainly("beaten");
    assert_eq!(detail, json!({"by": 1, "pile": 1, "top": 5, "seq": seq, "margin_ms": 38}));
    assert_eq!(race.side(2)["row"][2], word("B5"));
    assert_eq!(race.side(2)["face_down"], 6);

    let mut race = position().pile("B4").pile("B4").race();
    race.play_on(1, "B5", "row.1", 1).ok();
    let events = race.play_on(3, "B5", "row.3", 1).ok();
    let shown = race.shown(&events);
    assert_eq!((&shown[0]["pile"], &shown[0]["named"]), (&json!(2), &json!(1)));
}

#[test]
fn position_20_partners_keep_to_their_areas() {
    let table = |row: &str, waste: &str| {
        Position::of(2).team(1).row(1, row).waste(1, waste).stock(1, "R9 R9 R9").pile("B4").race()
    };
    let mut race = table("B5 R13 R13 R13 R13 R13", "B5");
    race.play(2, "B5", "row.1").plainly("not_yours");
    race.play(1, "B5", "waste").plainly("not_yours");
    race.turn(1).plainly("not_yours");
    for partner in [1, 2] {
        let mut race = table("W R13 R13 R13 R13 R13", "B6");
        race.pair(partner, "row.1", "waste", "B6").ok();
        assert_eq!(race.piles(), ["B6"]);
    }
    let mut race = table("W B6 R13 R13 R13 R13", "R9");
    race.pair(2, "row.1", "row.2", "B6").plainly("not_yours");
    race.pair(1, "row.1", "row.2", "B6").ok();
}

#[test]
fn position_21_a_pair_with_the_waste_can_go_out() {
    let mut race = Position::of(2).row(1, ". . . . . W").down(1, "").waste(1, "B6").pile("B4").race();
    let events = race.pair(1, "row.6", "waste", "B6").ok();
    let shown = race.shown(&events);
    assert_eq!(shown[1], json!({"e": "out", "side": 1}));
    assert_eq!(shown[2]["end"], "out");
    assert_eq!(race.view()["scores"][0]["bonus"], 10);

    let mut race = Position::of(2).row(1, ". . . . . W").down(1, "").waste(1, "G9").pile("B4").race();
    race.pair(1, "row.6", "waste", "B6").plainly("not_there");
    race.pair(1, "row.6", "waste", "G9").plainly("does_not_fit");
    race.turn(1).ok();
    assert_eq!(race.side(1)["out"], false);
}

#[test]
fn position_23_scores() {
    let score = |race: &super::race::Race, side: usize| race.view()["scores"][side - 1].clone();
    // 23 cards of side 1 in the middle, 13 of them in a closed pile, 6 in the row, 2 face down; side 2
    // has 4 in the middle and all twelve left.
    let mut race = Position::of(2)
        .options(|options| options.round_limit_ms = 1_000)
        .row(1, "R13 G13 Y13 B13 R12 G12")
        .down(1, "R11 G11")
        .pile_by("B13", 1)
        .pile_by("R10", 1)
        .pile_by("Y4", 2)
        .race();
    race.pass(1_000);
    assert_eq!(
        score(&race, 1),
        json!({"side": 1, "played": 23, "left": 8, "bonus": 0, "penalty": 0, "round": 7, "total": 7})
    );
    assert_eq!(score(&race, 2)["round"], -20);
    // Out with no deck card played: 12 + 10.
    let mut race = Position::of(2).row(1, "G2").down(1, "").pile_by("B11", 1).pile_by("G1", 2).race();
    race.play(1, "G2", "row.1").ok();
    assert_eq!(score(&race, 1)["round"], 22);
}

#[test]
fn position_25_a_deadlock_that_one_rotation_cures() {
    let stock = |ones: &[usize]| {
        let mut suits = ["R", "G", "B", "Y"].into_iter();
        let card = |place: usize| {
            if ones.contains(&place) { format!("{}1", suits.next().unwrap()) } else { "R9".to_owned() }
        };
        (1..=42).map(card).collect::<Vec<_>>().join(" ")
    };
    let table = |second: &[usize]| {
        Position::of(2)
            .row(1, "R5 R6 R7 R8 G5 G6")
            .row(2, "R5 R6 R7 R8 G5 G6")
            .stock(1, &stock(&[1, 4, 7, 10]))
            .stock(2, &stock(second))
            .race()
    };
    let mut race = table(&[2, 5, 8, 11]);
    assert_eq!(race.view()["phase"], "stuck");
    let events = race.pass(3_000);
    assert_eq!(race.shown(&events).last().unwrap()["e"], "rotated");
    assert_eq!((&race.view()["phase"], &race.view()["rotations"]), (&json!("playing"), &json!(1)));
    race.turn(1).ok();
    assert_eq!(race.side(1)["top"], "green-1", "the 1s lie at 42, 3, 6, 9 now");
    let race = table(&[2, 5, 8, 39]);
    assert_eq!(race.view()["phase"], "playing");
}
