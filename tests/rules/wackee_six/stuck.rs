//! Deadlocks and rotations by hand (rulings 53 and 54).

use serde_json::{Value, json};
use slapdown::games::wackee_six::options::{Deadlock, TeamPair};
use slapdown::games::{Driver, Input, Seat};

use super::race::Race;
use super::setup::Position;

const HIGH: &str = "R13 G13 Y13 B13 R12 G12";

/// Two sides with high rows and these stocks.
fn table(one: &str, two: &str) -> Position {
    Position::of(2).row(1, HIGH).row(2, HIGH).stock(1, one).stock(2, two)
}

fn names(race: &Race, events: &[slapdown::games::wackee_six::Event]) -> Vec<Value> {
    race.shown(events).iter().map(|shown| shown["e"].clone()).collect()
}

#[test]
fn ruling_54_nothing_moves_while_a_rotation_is_announced() {
    let mut race = table("R1 R9 R9 R9", "R9 R9 R9").race();
    assert_eq!((&race.view()["phase"], &race.view()["stuck_in"]), (&json!("stuck"), &json!(3_000)));
    race.turn(1).plainly("not_now");
    race.play(1, "R13", "row.1").plainly("not_now");
    assert_eq!(race.pass(2_999), Vec::new());
    let events = race.pass(1);
    assert_eq!(names(&race, &events), ["rotated"]);
    assert_eq!((&race.view()["phase"], &race.view()["rotations"]), (&json!("playing"), &json!(1)));
}

#[test]
fn ruling_54_a_second_rotation_follows_at_once_and_then_the_score() {
    // The 1 lies at the second place: after two rotations it is the last of a full pass.
    let mut race = table("R9 R1 R9 R9 R9", "R9 R9 R9").race();
    let events = race.pass(3_000);
    assert_eq!(names(&race, &events), ["rotated", "rotated"]);
    assert_eq!(race.view()["rotations"], 2);
    let mut race = table("R9 R9 R9 R9", "R9 R9 R9").race();
    let events = race.pass(3_000);
    assert_eq!(names(&race, &events), ["rotated", "rotated", "scored"]);
    assert_eq!(race.shown(&events)[2]["end"], "deadlock");
    assert_eq!(race.view()["scores"][0]["bonus"], 0);
}

#[test]
fn ruling_54_the_count_begins_anew_when_a_card_is_laid() {
    let mut race = table("R1 R9 R9", "R9 R9 R9").race();
    race.pass(3_000);
    race.turn(1).ok();
    race.play(1, "R1", "waste").ok();
    assert_eq!(race.view()["rotations"], 0);
    assert_eq!(race.view()["phase"], "stuck");
}

#[test]
fn ruling_54_the_waste_goes_back_in_the_order_before_the_pass() {
    let mut race = table("R2 R3 R4 R5 R6", "G1 G9 G9 G9").race();
    race.pass(3_000);
    // Rotated: R3 R4 R5 R6 R2.
    race.turn(1).ok();
    assert_eq!(race.side(1)["top"], "red-5");
    assert_eq!((&race.side(1)["stock"], &race.side(1)["waste"]), (&json!(2), &json!(3)));
}

#[test]
fn ruling_54_with_the_option_the_round_is_scored_at_once() {
    let race = table("R9 R9 R9", "R9 R9 R9").options(|o| o.deadlock = Deadlock::Score).race();
    assert_eq!(race.view()["phase"], "scored");
}

#[test]
fn ruling_53_turning_past_the_last_chance_is_a_deadlock() {
    // The waste top of this pass fits; a full pass never shows it again: R9 R1 | R9 R9.
    let mut race = Position::of(2)
        .row(1, HIGH)
        .row(2, HIGH)
        .waste(1, "R1 R9")
        .stock(1, "R9 R9")
        .stock(2, "R9 R9 R9")
        .race();
    assert_eq!(race.view()["phase"], "playing");
    race.turn(1).ok();
    assert_eq!(race.view()["phase"], "stuck");
}

#[test]
fn ruling_53_pairs_count_unless_they_need_the_card_under_a_wild() {
    let paired = |row: &str, waste: &str| {
        let race = table("R9 R9 R9", "R9 R9 R9").row(1, row).waste(1, waste).pile("B4").race();
        race.view()["phase"].clone()
    };
    assert_eq!(paired("W B6 R9 R9 R9 R9", ""), "playing");
    assert_eq!(paired("W R9 R9 R9 R9 R9", "B6"), "playing");
    assert_eq!(paired("B6 R9 R9 R9 R9 R9", "W"), "playing");
    assert_eq!(paired("R9 R9 R9 R9 R9 R9", "W B6"), "stuck");
    // The wild can be turned up to the row's companion.
    let race = table("R9 R9 W", "R9 R9 R9").row(1, "B6 R9 R9 R9 R9 R9").pile("B4").race();
    assert_eq!(race.view()["phase"], "playing");
}

#[test]
fn ruling_53_a_pair_that_the_side_may_not_play_does_not_count() {
    let race = |own: bool| {
        table("R9 R9 R9", "R9 R9 R9")
            .options(|options| {
                if own {
                    options.team_pair = TeamPair::OwnArea;
                }
            })
            .team(1)
            .row(1, "W R9 R9 R9 R9 R9")
            .waste(1, "B6")
            .pile("B4")
            .race()
    };
    assert_eq!(race(false).view()["phase"], "playing");
    assert_eq!(race(true).view()["phase"], "stuck");
}

#[test]
fn ruling_53_a_wild_alone_counts_with_wild_13() {
    let race = |on: bool| {
        let position = table("R9 R9 R9", "R9 R9 R9").row(1, "W R9 R9 R9 R9 R9").row(2, "R9").pile("B12");
        position.options(|options| options.wild_13 = on).race()
    };
    assert_eq!(race(true).view()["phase"], "playing");
    assert_eq!(race(false).view()["phase"], "stuck");
}

#[test]
fn ruling_53_who_has_been_away_for_ten_seconds_does_not_count_and_a_bot_does() {
    let mut race = table("R9 R9 R9", "R1 R1 R1").race();
    race.online(3, false).ok();
    race.pass(9_999);
    assert_eq!(race.view()["phase"], "playing");
    let mut played_by_bot = race.clone();
    let events = race.pass(1);
    assert_eq!(names(&race, &events), ["away", "stuck"]);
    played_by_bot.input(Input::Driver { seat: Seat(3), driver: Driver::Bot }).ok();
    played_by_bot.pass(1);
    assert_eq!(played_by_bot.view()["phase"], "playing");
    // With nobody there, nobody is stuck.
    let mut race = table("R1 R1 R1", "R1 R1 R1").race();
    race.input(Input::Left { seat: Seat(1) }).ok();
    race.input(Input::Left { seat: Seat(3) }).ok();
    race.pass(100_000);
    assert_eq!(race.view()["phase"], "playing");
}

#[test]
fn a_rotation_by_vote_survives_a_stop_of_room_time_and_begins_anew() {
    let mut race = table("R1 R9 R1", "R9 R9 R9").race();
    race.pass(45_000);
    race.vote(1, "rotate", true).ok();
    race.vote(3, "rotate", true).ok();
    race.pass(1_000);
    race.input(Input::Resumed).ok();
    assert_eq!(race.view()["phase"], "countdown");
    race.pass(3_000);
    assert_eq!((&race.view()["phase"], &race.view()["stuck_in"]), (&json!("stuck"), &json!(3_000)));
    race.pass(3_000);
    assert_eq!(race.view()["phase"], "playing");
    race.turn(1).ok();
    assert_eq!(race.side(1)["top"], "red-1");
}
