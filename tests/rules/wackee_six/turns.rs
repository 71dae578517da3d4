//! Stock, waste and row (rulings 12 to 22), the deal and the start (rulings 1 to 11).

use serde_json::json;
use slapdown::games::wackee_six::options::Starter;
use slapdown::games::wackee_six::{Action, Options, WackeeSix};
use slapdown::games::{Driver, Game, Input, Place, Role, Seat, Side};

use super::setup::{Position, deal, deal_seats, seats};

#[test]
fn ruling_6_a_deal_is_six_up_six_down_and_forty_two() {
    let race = deal(&Options::default(), &[false; 6], 1, &[], [5; 32]);
    for side in 1..=6 {
        let view = race.side(side);
        assert_eq!(view["row"].as_array().unwrap().iter().filter(|card| !card.is_null()).count(), 6);
        assert_eq!((&view["face_down"], &view["stock"], &view["waste"]), (&json!(6), &json!(42), &json!(0)));
    }
    assert_eq!(race.view()["phase"], "dealt");
}

#[test]
fn ruling_5_the_same_seed_deals_the_same_and_another_deals_otherwise() {
    let rows = |seed| deal(&Options::default(), &[false; 3], 1, &[], [seed; 32]).view()["sides"].clone();
    assert_eq!(rows(1), rows(1));
    assert_ne!(rows(1), rows(2));
    assert_ne!(rows(1)[0]["row"], rows(1)[1]["row"], "each side's deck is shuffled by itself");
}

#[test]
fn ruling_10_the_host_starts_and_after_30_s_any_seated_person() {
    let mut race = deal(&Options::default(), &[false, false], 1, &[], [5; 32]);
    race.act(1, json!({"do": "start"})).plainly("not_yours");
    race.pass(29_999);
    race.act(1, json!({"do": "start"})).plainly("not_yours");
    let starters = WackeeSix::starters(&race.state).expect("somebody must start");
    assert!(starters.host && starters.seats.is_empty());
    let mut other = race.clone();
    other.by(None, true, Action::Start {}).ok();
    race.pass(1);
    assert_eq!(starters.anyone_at, race.now);
    race.act(3, json!({"do": "start"})).ok();
    assert_eq!(race.view()["phase"], "countdown");
    assert_eq!(WackeeSix::starters(&race.state), None);
    race.by(None, true, Action::Start {}).plainly("not_now");
}

#[test]
fn ruling_10_the_side_with_the_lowest_total_starts_and_on_a_tie_the_host() {
    let options = Options { starter: Starter::LowestTotal, ..Options::default() };
    let dealt = |round, two, three| {
        let totals = [(Side(1), 40), (Side(2), two), (Side(3), three)];
        deal(&options, &[false, true, false], round, &totals, [5; 32])
    };
    let mut race = dealt(2, -3, 40);
    race.by(Some(1), true, Action::Start {}).plainly("not_yours");
    race.by(Some(5), false, Action::Start {}).plainly("not_yours");
    assert_eq!(WackeeSix::starters(&race.state).unwrap().seats, [Seat(3), Seat(4)]);
    race.by(Some(4), false, Action::Start {}).ok();
    for mut race in [dealt(2, 7, 7), dealt(1, -3, 40)] {
        race.by(Some(4), false, Action::Start {}).plainly("not_yours");
        race.by(Some(1), true, Action::Start {}).ok();
    }
}

#[test]
fn ruling_10_where_only_bots_have_the_lowest_total_the_host_starts() {
    let options = Options { starter: Starter::LowestTotal, ..Options::default() };
    let mut seats = seats(&[false, false]);
    seats[1].driver = Driver::Bot;
    let mut race = deal_seats(&options, &seats, 2, &[(Side(1), 9)], [5; 32]);
    race.by(Some(1), true, Action::Start {}).ok();
}

#[test]
fn ruling_10_automatic_counts_down_from_the_deal() {
    let options = Options { starter: Starter::Automatic, ..Options::default() };
    let mut race = deal(&options, &[false, false], 1, &[], [5; 32]);
    assert_eq!(WackeeSix::starters(&race.state), None);
    assert_eq!(race.view()["starts_in"], 3_000);
    assert_eq!(race.shown(&[race.opening.clone()])[0]["starts_in"], 3_000);
    race.pass(3_000);
    assert_eq!(race.view()["phase"], "playing");
}

#[test]
fn ruling_11_before_the_start_everything_is_refused_and_costs_nothing() {
    let mut race = deal(&Options { misplay_penalty: 1, ..Options::default() }, &[false; 2], 1, &[], [5; 32]);
    race.turn(1).plainly("not_now");
    race.play(1, "R5", "row.1").plainly("not_now");
    race.by(None, true, Action::Start {}).ok();
    race.pass(2_999);
    race.turn(1).plainly("not_now");
    race.pass(1);
    race.turn(1).ok();
}

#[test]
fn rulings_12_and_14_three_are_turned_and_at_last_what_is_left() {
    let mut race = Position::of(2).options(|o| o.min_turn_gap_ms = 0).stock(1, "R2 R3 R4 R5 R6").race();
    race.turn(1).ok();
    assert_eq!(race.side(1)["top"], "red-4");
    race.turn(1).ok();
    assert_eq!(race.side(1)["top"], "red-6");
    assert_eq!((&race.side(1)["stock"], &race.side(1)["waste"]), (&json!(0), &json!(5)));
}

#[test]
fn ruling_15_an_empty_stock_is_turned_over_and_turned_in_one_step() {
    let mut race = Position::of(2).stock(1, "").waste(1, "R2 R3 R4 R5 R6").race();
    let events = race.turn(1).ok();
    assert_eq!(
        race.shown(&events),
        [
            json!({"e": "recycled", "side": 1, "stock": 5}),
            json!({"e": "turned", "side": 1, "top": "red-4", "stock": 2, "waste": 3}),
        ]
    );
}

#[test]
fn ruling_16_a_short_turn_borrows_nothing_and_nothing_cannot_be_turned() {
    let mut race = Position::of(2).stock(1, "R9").waste(1, "R2 R3").race();
    race.turn(1).ok();
    assert_eq!(race.side(1)["waste"], 3);
    let mut race = Position::of(2).stock(1, "").race();
    race.turn(1).plainly("nothing_to_turn");
}

#[test]
fn ruling_19_a_turn_that_comes_too_soon_is_refused_for_the_side_alone() {
    let mut race = Position::of(2).stock(1, "R2 R3 R4 R5 R6 R7").race();
    race.turn(1).ok();
    race.pass(149);
    assert_eq!(race.turn(1).plainly("too_fast"), json!({"retry_after_ms": 1}));
    race.turn(3).ok();
    race.pass(1);
    race.turn(1).ok();
}

#[test]
fn rulings_20_and_21_a_slot_is_refilled_until_nothing_is_left_face_down() {
    let mut race = Position::of(2).row(1, "R1 G1 R13 R13 R13 R13").down(1, "Y9").race();
    race.play(1, "R1", "row.1").ok();
    assert_eq!(race.side(1)["row"][0], "yellow-9");
    race.play(1, "G1", "row.2").ok();
    assert_eq!(race.side(1)["row"][1], json!(null));
}

#[test]
fn ruling_22_a_card_that_is_no_longer_there_is_not_played() {
    let mut race = Position::of(2).row(1, "R1 G1 . . . .").down(1, "Y1").race();
    race.play(1, "R1", "row.1").ok();
    race.play(1, "R1", "row.1").plainly("not_there");
    race.play(1, "G1", "row.3").plainly("not_there");
    race.play(1, "G1", "waste").plainly("not_there");
}

#[test]
fn ruling_44_with_one_card_face_down_the_slot_of_the_wild_gets_it() {
    let mut race = Position::of(2).row(1, "R13 R13 B3 R13 R13 W").down(1, "Y9").pile("B1").race();
    race.pair(1, "row.6", "row.3", "B3").ok();
    assert_eq!(race.side(1)["row"][5], "yellow-9");
    assert_eq!(race.side(1)["row"][2], json!(null));
}

#[test]
fn an_action_needs_a_seat() {
    let mut race = Position::of(2).race();
    race.by(None, true, Action::Turn {}).plainly("not_seated");
    race.by(Some(12), false, Action::Turn {}).plainly("not_seated");
}

#[test]
fn ruling_3_up_to_two_people_sit_on_a_side_and_two_sides_make_a_game() {
    let at = |side: u8, role| Place { side: Side(side), role: Some(role) };
    let sit = |place, others: &[Place]| WackeeSix::may_sit(place, others).map_err(|code| code.name);
    assert_eq!(sit(at(0, Role::Solo), &[]), Err("no_such_side"));
    assert_eq!(sit(at(7, Role::Solo), &[]), Err("no_such_side"));
    assert_eq!(sit(at(6, Role::Solo), &[at(1, Role::Solo)]), Ok(()));
    assert_eq!(sit(at(1, Role::Deck), &[at(1, Role::Solo)]), Err("place_taken"));
    assert_eq!(sit(at(1, Role::Solo), &[at(1, Role::Row)]), Err("place_taken"));
    assert_eq!(sit(at(1, Role::Row), &[at(1, Role::Row)]), Ok(()));
    assert_eq!(sit(at(1, Role::Row), &[at(1, Role::Row), at(1, Role::Deck)]), Err("place_taken"));
    let role = |others: &[Place]| WackeeSix::place(Side(1), None, others).role;
    assert_eq!(role(&[]), Some(Role::Solo));
    assert_eq!(role(&[at(2, Role::Row)]), Some(Role::Solo));
    assert_eq!(role(&[at(1, Role::Row)]), Some(Role::Deck));
    assert_eq!(role(&[at(1, Role::Deck)]), Some(Role::Row));
    let deal = |places: &[Place]| {
        WackeeSix::may_deal(places, &Options::default()).map_err(|(code, side)| (code.name, side))
    };
    assert_eq!(deal(&[at(1, Role::Solo)]), Err(("not_enough_sides", None)));
    assert_eq!(deal(&[at(1, Role::Solo), at(4, Role::Solo)]), Ok(()));
    assert_eq!(deal(&[at(1, Role::Solo), at(2, Role::Row)]), Err(("side_incomplete", Some(Side(2)))));
    assert_eq!(
        deal(&[at(1, Role::Solo), at(2, Role::Row), at(2, Role::Row)]),
        Err(("side_incomplete", Some(Side(2))))
    );
    assert_eq!(deal(&[at(1, Role::Solo), at(2, Role::Deck), at(2, Role::Row)]), Ok(()));
    let seat = |place| WackeeSix::seat(place).0;
    assert_eq!([seat(at(1, Role::Solo)), seat(at(1, Role::Deck)), seat(at(6, Role::Row))], [1, 2, 11]);
}

#[test]
fn after_a_stop_of_room_time_there_is_a_new_countdown_and_the_clocks_stood() {
    let mut race =
        Position::of(2).options(|o| o.round_limit_ms = 60_000).stock(1, "R2 R3 R4 R5 R6 R7").race();
    race.turn(1).ok();
    race.pass(100);
    let before = race.view();
    race.input(Input::Resumed).ok();
    assert_eq!(race.view()["starts_in"], 3_000);
    race.turn(1).plainly("not_now");
    // A second stop begins the countdown anew.
    race.pass(1_000);
    race.input(Input::Resumed).ok();
    race.pass(3_000);
    assert_eq!(race.view(), before);
    assert_eq!(race.turn(1).plainly("too_fast"), json!({"retry_after_ms": 50}));
    for phase in ["dealt", "paused"] {
        let mut race = if phase == "dealt" {
            deal(&Options::default(), &[false; 2], 1, &[], [5; 32])
        } else {
            let mut race = Position::of(2).race();
            race.vote(1, "pause", true).ok();
            race.vote(3, "pause", true).ok();
            race
        };
        assert_eq!(race.view()["phase"], phase);
        assert_eq!(race.input(Input::Resumed).ok(), Vec::new());
    }
}
