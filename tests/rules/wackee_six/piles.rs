//! Piles and wilds (rulings 23 to 44), misplays, going out and the score (rulings 45 to 52).

use serde_json::{Value, json};
use slapdown::games::wackee_six::options::{CallToStop, Tie};
use slapdown::games::wackee_six::{Options, WackeeSix};
use slapdown::games::{Game, Side};

use super::race::Race;
use super::setup::{Position, deal};

#[test]
fn rulings_23_and_24_a_one_always_opens_a_pile_and_anybody_may_go_on() {
    let mut race = Position::of(2).row(1, "R1 R1 R1 . . .").row(2, "R2 R13 . . . .").race();
    race.play_on(1, "R1", "row.1", "new").ok();
    race.play(1, "R1", "row.2").ok();
    race.play_on(1, "R1", "row.3", 1).plainly("does_not_fit");
    race.play_on(3, "R2", "row.1", 2).ok();
    assert_eq!(race.piles(), ["R1", "R2"]);
}

#[test]
fn ruling_25_thirteen_closes_a_pile_which_keeps_its_place() {
    let mut race = Position::of(2).row(1, "R13 G2 Y9 Y9 Y9 Y9").pile("R12").pile("G1").race();
    race.play(1, "R13", "row.1").ok();
    race.play_on(1, "G2", "row.2", 2).ok();
    assert_eq!(race.piles(), ["R13", "G2"]);
    assert_eq!(race.view()["piles"][0]["closed"], true);
}

#[test]
fn ruling_26_without_a_name_the_oldest_pile_takes_the_card() {
    let mut race = Position::of(2).row(1, "R3 Y9 . . . .").pile("R5").pile("R2").pile("R2").race();
    race.play(1, "R3", "row.1").ok();
    assert_eq!(race.piles(), ["R5", "R3", "R2"]);
}

#[test]
fn ruling_27_a_pile_that_does_not_take_the_card_sends_it_to_another_of_its_colour() {
    let position = || Position::of(2).row(1, "R3 W R4 Y9 . .").pile("R5").pile("R2").pile("G2");
    let mut race = position().race();
    race.play_on(1, "R3", "row.1", 3).plainly("does_not_fit");
    race.play_on(1, "R3", "row.1", 9).plainly("does_not_fit");
    race.play_on(1, "R3", "row.1", 0).plainly("does_not_fit");
    race.play_on(1, "R3", "row.1", "new").plainly("does_not_fit");
    let events = race.play_on(1, "R3", "row.1", 1).ok();
    assert_eq!(WackeeSix::accepted(&events[0]).pile.map(|pile| pile.0), Some(2));
    let shown = race.shown(&events);
    assert_eq!(shown[0]["named"], 1);

    let pair = json!({"do": "play_wild", "wild": "row.2", "companion": "row.3", "card": "red-4", "pile": 1});
    let mut race = position().race();
    race.act(1, pair.clone()).ok();
    assert_eq!(race.piles(), ["R5", "R4", "G2"]);

    let mut race = position().options(|options| options.redirect = false).race();
    race.play_on(1, "R3", "row.1", 1).plainly("does_not_fit");
    race.act(1, pair).plainly("does_not_fit");
    race.play_on(1, "R3", "row.1", 2).ok();
}

#[test]
fn ruling_28_a_lost_race_is_told_for_two_seconds_and_to_partners_too() {
    let position = || {
        Position::of(2).team(1).row(1, "B5 B6 Y9 . . .").waste(1, "B5").row(2, "B5 Y9 Y9 . . .").pile("B4")
    };
    let mut race = position().race();
    race.play(1, "B5", "row.1").ok();
    race.pass(2_000);
    assert_eq!(race.play(3, "B5", "row.1").plainly("beaten")["margin_ms"], 2_000);
    assert_eq!(race.play(2, "B5", "waste").plainly("beaten")["by"], 1);
    race.pass(1);
    race.play(3, "B5", "row.1").plainly("does_not_fit");
    // What one laid oneself beats nobody else's card but one's own: that is no lost race.
    let mut race = Position::of(2).row(1, "W B6 Y9 . . .").waste(1, "B5").pile("B4").race();
    race.pair(1, "row.1", "row.2", "B6").ok();
    race.play(1, "B5", "waste").plainly("does_not_fit");
    // The pile has moved on since: top says where it stands.
    let mut race = position().race();
    race.play(1, "B5", "row.1").ok();
    race.play(1, "B6", "row.2").ok();
    assert_eq!(race.play_on(3, "B5", "row.1", 1).plainly("beaten")["top"], 6);
    race.play_on(3, "B5", "row.1", "new").plainly("does_not_fit");
}

#[test]
fn ruling_28_without_redirect_only_the_named_pile_can_be_lost() {
    let position = |redirect| {
        Position::of(2)
            .options(|options| options.redirect = redirect)
            .row(1, "B5 Y9 . . . .")
            .row(2, "B5 Y9 . . . .")
            .pile("B4")
            .pile("B9")
    };
    for (redirect, code) in [(true, "beaten"), (false, "does_not_fit")] {
        let mut race = position(redirect).race();
        race.play_on(1, "B5", "row.1", 1).ok();
        race.play_on(3, "B5", "row.1", 2).plainly(code);
    }
}

#[test]
fn ruling_28_a_misplay_may_cost_a_point_and_a_lost_race_never_does() {
    let mut race = Position::of(2)
        .options(|options| {
            options.misplay_penalty = 1;
            options.round_limit_ms = 5_000;
        })
        .row(1, "B5 W Y9 Y9 . .")
        .row(2, "B5 Y9 . . . .")
        .pile("B4")
        .race();
    let verdict = race.play(1, "Y9", "row.3").refused("does_not_fit");
    assert_eq!(race.shown(&verdict.events), [json!({"e": "misplayed", "side": 1, "points": 1})]);
    race.pair(1, "row.2", "row.3", "Y9").refused("does_not_fit");
    race.play(1, "B5", "row.3").plainly("not_there");
    race.play(3, "B5", "row.1").ok();
    race.play(1, "B5", "row.1").plainly("beaten");
    race.pass(5_000);
    let score = &race.view()["scores"][0];
    assert_eq!((&score["penalty"], &score["round"]), (&json!(2), &json!(-2 * (4 + 6) - 2)));
}

#[test]
fn ruling_31_a_pair_is_refused_whole_although_one_card_would_fit_alone() {
    let mut race = Position::of(2).row(1, "W B6 Y9 . . .").row(2, "B5 Y9 . . . .").pile("B4").race();
    race.play(3, "B5", "row.1").ok();
    race.pair(1, "row.1", "row.2", "B6").plainly("beaten");
    assert_eq!(race.side(1)["row"][0], "wild");
    race.play(1, "B6", "row.2").ok();
}

#[test]
fn rulings_33_and_34_a_wild_may_be_two_and_may_be_twelve() {
    let mut race = Position::of(2).row(1, "W B3 W Y13 Y9 Y9").pile("B1").pile("Y11").race();
    race.pair(1, "row.1", "row.2", "B3").ok();
    race.pair(1, "row.3", "row.4", "Y13").ok();
    assert_eq!(race.piles(), ["B3", "Y13"]);
}

#[test]
fn ruling_35_a_wild_alone_closes_the_oldest_pile_at_twelve_and_is_never_sent_on() {
    let alone = |pile: Value| {
        let mut action = json!({"do": "play_wild", "wild": "row.1"});
        if !pile.is_null() {
            action["pile"] = pile;
        }
        action
    };
    let position = || {
        let on = |options: &mut Options| options.wild_13 = true;
        Position::of(2)
            .options(on)
            .row(1, "W Y9 . . . .")
            .row(2, "R13 Y9 . . . .")
            .pile("Y12")
            .pile("R12")
            .pile("B3")
    };
    let mut race = position().race();
    race.act(1, alone(json!(3))).plainly("does_not_fit");
    race.act(1, alone(json!("new"))).plainly("does_not_fit");
    race.act(1, alone(json!(null))).ok();
    assert_eq!(race.piles(), ["Y13", "R12", "B3"]);
    let mut race = position().race();
    race.play(3, "R13", "row.1").ok();
    assert_eq!(race.act(1, alone(json!(2))).plainly("beaten")["top"], 13);
    race.act(1, alone(json!(1))).ok();
    let mut race = position().race();
    race.play(1, "W", "row.1").plainly("does_not_fit");
}

#[test]
fn ruling_38_the_two_cards_may_come_from_row_and_waste() {
    let mut race = Position::of(2).row(1, "B6 Y9 . . . .").waste(1, "W G2").pile("B4").race();
    let events = race.pair(1, "waste", "row.1", "B6").ok();
    assert_eq!(race.shown(&events)[0]["waste"], json!({"count": 1, "top": "green-2"}));
    assert_eq!(race.side(1)["row"][0], "red-11");
}

#[test]
fn ruling_39_the_card_under_a_wild_may_go_with_it() {
    let mut race = Position::of(2).waste(1, "W B6 G2").pile("B4").race();
    let events = race.pair(1, "waste", "waste", "B6").ok();
    assert_eq!(race.shown(&events)[0]["waste"], json!({"count": 1, "top": "green-2"}));
    assert_eq!(race.piles(), ["B6"]);
    let mut race = Position::of(2).options(|o| o.below_wild = false).waste(1, "W B6 G2").pile("B4").race();
    race.pair(1, "waste", "waste", "B6").plainly("does_not_fit");
}

#[test]
fn ruling_39_every_failed_try_looks_the_same_and_locks_for_a_second() {
    let position = |waste: &str| {
        Position::of(2).row(1, "W B6 Y9 . . .").row(2, "B5 Y9 . . . .").waste(1, waste).pile("B4").race()
    };
    let pair = |pile: Value| json!({"do": "play_wild", "wild": "waste", "companion": "waste", "card": "blue-6", "pile": pile});
    // Another card below; none below; an unknown pile; a lost race.
    let another = position("W G9");
    let none = position("W");
    let unknown = position("W B6");
    let mut lost = position("W B6");
    lost.play(3, "B5", "row.1").ok();
    let mut answers = Vec::new();
    for (mut race, pile) in [(another, 1), (none, 1), (unknown, 7), (lost, 1)] {
        let verdict = race.act(1, pair(json!(pile)));
        answers.push((verdict.code, verdict.detail.clone(), race.shown(&verdict.events)));
        assert_eq!(race.side(1)["wild_locked_in"], 1_000);
    }
    assert!(answers.windows(2).all(|two| two[0] == two[1]), "{answers:?}");
    assert_eq!(answers[0].0, Some("does_not_fit"));

    let mut race = position("W G9");
    race.act(1, pair(json!(1))).refused("does_not_fit");
    race.pass(999);
    assert_eq!(race.act(1, pair(json!(1))).plainly("locked"), json!({"retry_after_ms": 1}));
    race.pair(1, "row.1", "row.2", "B6").plainly("locked");
    race.pass(1);
    assert_eq!(race.side(1)["wild_locked_in"], json!(null));
    race.pair(1, "row.1", "row.2", "B6").ok();
}

#[test]
fn ruling_42_the_companion_is_the_sides_own() {
    let mut race = Position::of(2).row(1, "W Y9 . . . .").row(2, "B6 Y9 . . . .").pile("B4").race();
    race.pair(1, "row.1", "row.2", "B6").plainly("not_there");
}

#[test]
fn rulings_45_to_47_out_stops_play_at_once_and_later_plays_hear_by_how_much() {
    let mut race = Position::of(2).row(1, "R1").down(1, "").race();
    let events = race.play(1, "R1", "row.1").ok();
    let names: Vec<Value> = race.shown(&events).iter().map(|shown| shown["e"].clone()).collect();
    assert_eq!(names, ["played", "out", "scored"]);
    race.pass(41);
    assert_eq!(race.turn(3).plainly("round_over"), json!({"margin_ms": 41}));
    race.act(3, json!({"do": "call"})).plainly("round_over");
    assert_eq!(race.view()["sides"][0]["out"], true);
}

#[test]
fn ruling_46_by_call_play_goes_on_and_the_ten_go_to_who_was_out_first() {
    let mut race = Position::of(2)
        .options(|options| options.call_to_stop = CallToStop::ByCall)
        .row(1, "R1")
        .down(1, "")
        .row(2, "G1")
        .down(2, "")
        .race();
    race.act(1, json!({"do": "call"})).plainly("not_out");
    race.play(1, "R1", "row.1").ok();
    assert_eq!(race.view()["phase"], "playing");
    race.play(3, "G1", "row.1").ok();
    let events = race.act(3, json!({"do": "call"})).ok();
    assert_eq!(race.shown(&events)[0], json!({"e": "called", "side": 2, "seat": 3}));
    let scores = &race.view()["scores"];
    assert_eq!((&scores[0]["bonus"], &scores[1]["bonus"]), (&json!(10), &json!(0)));
    race.act(1, json!({"do": "call"})).plainly("round_over");
    let mut race = Position::of(2).race();
    race.act(1, json!({"do": "call"})).plainly("not_now");
}

#[test]
fn ruling_52_time_gives_nobody_the_ten_but_who_was_out_by_call_keeps_it() {
    let mut race = Position::of(2)
        .options(|options| {
            options.call_to_stop = CallToStop::ByCall;
            options.round_limit_ms = 9_000;
        })
        .row(1, "R1")
        .down(1, "")
        .race();
    race.play(1, "R1", "row.1").ok();
    assert_eq!(race.view()["ends_in"], 9_000);
    race.pass(9_000);
    assert_eq!(race.view()["scores"][0]["bonus"], 10);
    let mut race = Position::of(2).options(|o| o.round_limit_ms = 9_000).race();
    race.pass(9_000);
    assert_eq!(race.view()["scores"][0]["round"], -24);
}

/// Ends a round in which both sides get -24, from these totals.
fn ended(options: Options, round: u32, totals: [i64; 2]) -> Race {
    let options = Options { round_limit_ms: 1_000, ..options };
    let totals = [(Side(1), totals[0]), (Side(2), totals[1]), (Side(5), 77)];
    let mut race = deal(&options, &[false, false], round, &totals, [5; 32]);
    race.start();
    race.pass(1_000);
    race
}

#[test]
fn rulings_50_and_51_the_highest_total_wins_once_the_target_is_reached() {
    let winners =
        |options, round, totals| WackeeSix::result(&ended(options, round, totals).state).unwrap().winners;
    let options = Options { target: 100, ..Options::default() };
    assert_eq!(winners(options, 1, [123, 90]), None);
    assert_eq!(winners(options, 1, [124, 90]), Some(vec![Side(1)]));
    assert_eq!(winners(options, 1, [124, 190]), Some(vec![Side(2)]));
    assert_eq!(winners(options, 1, [124, 124]), None, "a tie leads to another round");
    let shared = Options { tie: Tie::Shared, ..options };
    assert_eq!(winners(shared, 1, [124, 124]), Some(vec![Side(1), Side(2)]));
    let rounds = Options { rounds: Some(3), ..options };
    assert_eq!(winners(rounds, 2, [500, 1]), None, "rounds put the target aside");
    assert_eq!(winners(rounds, 3, [500, 1]), Some(vec![Side(1)]));
    assert_eq!(winners(rounds, 3, [1, 1]), None);
    assert_eq!(winners(rounds, 4, [1, 2]), Some(vec![Side(2)]));
}

#[test]
fn ruling_49_totals_may_be_negative_and_who_sits_out_keeps_the_total() {
    let race = ended(Options::default(), 2, [10, 40]);
    let result = WackeeSix::result(&race.state).unwrap();
    assert_eq!(result.points, [(Side(1), -24), (Side(2), -24)]);
    assert_eq!(result.totals, [(Side(1), -14), (Side(2), 16), (Side(5), 77)]);
}

#[test]
fn ruling_60_what_was_left_is_shown_after_the_score_only_where_the_option_says_so() {
    assert_eq!(ended(Options::default(), 1, [0, 0]).view()["revealed"], json!(null));
    let race = ended(Options { reveal_after: true, ..Options::default() }, 1, [0, 0]);
    let revealed = &race.view()["revealed"];
    assert_eq!(revealed[0]["face_down"].as_array().unwrap().len(), 6);
    assert_eq!(revealed[1]["stock"].as_array().unwrap().len(), 42);
}
