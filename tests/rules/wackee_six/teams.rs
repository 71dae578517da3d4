//! Roles, partners and people who are away (rulings 9, 43, 56 and 57).

use std::collections::BTreeSet;

use serde_json::json;
use slapdown::games::wackee_six::options::{AbsentSeat, TeamPair};
use slapdown::games::wackee_six::{Options, WackeeSix};
use slapdown::games::{BotLevel, Driver, Game, Input, Seat, Seed, Sight, Viewer};

use super::race::Race;
use super::setup::Position;

fn table(change: impl FnOnce(&mut Options)) -> Race {
    Position::of(2)
        .options(change)
        .team(1)
        .row(1, "W B5 B6 Y9 . .")
        .waste(1, "B6")
        .stock(1, "R9 R9 R9")
        .pile("B4")
        .race()
}

#[test]
fn ruling_9_with_loose_roles_either_partner_may_do_anything() {
    let mut race = table(|options| options.strict_roles = false);
    race.turn(1).ok();
    race.play(2, "B5", "row.2").ok();
}

#[test]
fn ruling_43_with_own_area_a_team_of_two_plays_no_pair_out_of_both() {
    let mut race = table(|options| options.team_pair = TeamPair::OwnArea);
    for partner in [1, 2] {
        race.pair(partner, "row.1", "waste", "B6").plainly("not_yours");
    }
    race.pair(1, "row.1", "row.3", "B6").ok();
    // Also where partners need not keep to their areas: within one area either may pair then.
    let mut race = table(|options| (options.team_pair, options.strict_roles) = (TeamPair::OwnArea, false));
    for partner in [1, 2] {
        race.pair(partner, "row.1", "waste", "B6").plainly("not_yours");
    }
    race.pair(2, "row.1", "row.3", "B6").ok();
}

#[test]
fn ruling_57_a_partner_covers_after_ten_seconds_until_the_other_is_back() {
    let mut race = table(|_| {});
    race.online(1, false).ok();
    race.pass(9_999);
    race.play(2, "B5", "row.2").plainly("not_yours");
    let events = race.pass(1);
    assert_eq!(race.shown(&events), [json!({"e": "away", "seat": 1})]);
    race.clone().play(2, "B5", "row.2").ok();
    race.online(1, true).ok();
    race.play(2, "B5", "row.2").plainly("not_yours");
    // Who leaves on purpose is away at once.
    race.input(Input::Left { seat: Seat(1) }).ok();
    race.play(2, "B5", "row.2").ok();
    assert_eq!(race.input(Input::Left { seat: Seat(1) }).ok(), Vec::new());
}

/// What a bot of each level on that seat does now, by the places that it takes cards from; `turn` for a turn.
fn bots_reach(race: &Race, seat: u8, change: impl FnOnce(&mut Options)) -> BTreeSet<String> {
    let mut options = Options::default();
    change(&mut options);
    let view = WackeeSix::view(&race.state, Viewer::Seat(Seat(seat)), race.now);
    let sight = Sight { view: &view, options: &options, seat: Seat(seat) };
    let thoughts = BotLevel::ALL.iter().flat_map(|level| (0..60).map(move |number| (*level, number)));
    let actions = thoughts
        .filter_map(|(level, number)| WackeeSix::think(&sight, level, &mut Seed([number; 32]).draw()));
    let from = |action| {
        let action = json!(action);
        action["from"].as_str().or(action["do"].as_str()).expect("a place").to_owned()
    };
    actions.map(from).collect()
}

#[test]
fn ruling_57_a_bot_covers_for_its_partner_as_a_person_does_until_the_other_is_back() {
    let (row, deck) = (1, 2);
    for (away, stays, others) in [(row, deck, "row.2"), (deck, row, "turn")] {
        // Without an idle vote, so that no bot finds the table quiet and thinks of nothing but laying.
        let mut race = table(|options| options.idle_vote_ms = 0);
        race.online(away, false).ok();
        race.pass(9_999);
        assert!(!bots_reach(&race, stays, |_| {}).contains(others), "before ten seconds");
        race.pass(1);
        assert!(bots_reach(&race, stays, |_| {}).contains(others), "as if alone");
        let off = |options: &mut Options| options.cover_absent = false;
        assert!(!bots_reach(&race, stays, off).contains(others), "the room does not let it");
        race.online(away, true).ok();
        assert!(!bots_reach(&race, stays, |_| {}).contains(others), "the partner is back");
    }
}

#[test]
fn ruling_57_without_the_option_nobody_covers() {
    let mut race = table(|options| options.cover_absent = false);
    race.online(1, false).ok();
    race.pass(20_000);
    race.play(2, "B5", "row.2").plainly("not_yours");
}

#[test]
fn ruling_57_who_covers_may_also_pair_out_of_both_areas() {
    let mut race = table(|options| options.team_pair = TeamPair::OwnArea);
    race.online(1, false).ok();
    race.pass(10_000);
    race.pair(2, "row.1", "waste", "B6").ok();
}

#[test]
fn ruling_56_what_happens_with_an_absent_seat_is_told_by_the_options() {
    let options = Options { absent: AbsentSeat::Hold, absent_after_ms: 5_000, ..Options::default() };
    let absent = WackeeSix::absent(&options);
    assert_eq!((absent.after_ms, absent.then), (5_000, Driver::None));
    let absent = WackeeSix::absent(&Options::default());
    assert_eq!((absent.after_ms, absent.then), (60_000, Driver::Bot));
}

#[test]
fn comings_and_goings_that_change_nothing_are_not_recorded() {
    let mut race = table(|_| {});
    assert_eq!(race.online(1, true).ok(), Vec::new());
    assert_eq!(race.online(9, true).ok(), Vec::new());
    assert_eq!(race.input(Input::Driver { seat: Seat(1), driver: Driver::Person }).ok(), Vec::new());
    let events = race.input(Input::Driver { seat: Seat(1), driver: Driver::Bot }).ok();
    assert_eq!(race.shown(&events), [json!({"e": "driver", "seat": 1, "driver": "bot"})]);
}
