//! Votes and pauses (rulings 55, 57 and 58).

use serde_json::{Value, json};
use slapdown::games::wackee_six::{Action, Motion, Options, WackeeSix};
use slapdown::games::{Driver, Game, Input, Seat, Side};

use super::race::Race;
use super::setup::{Position, deal, deal_seats, seats};

fn table(sides: usize) -> Race {
    Position::of(sides).row(1, "R1 Y9 Y9 . . .").race()
}

fn phase(race: &Race) -> Value {
    race.view()["phase"].clone()
}

fn with_bots(bots: &[usize], sides: usize) -> Race {
    let mut seats = seats(&vec![false; sides]);
    for bot in bots {
        seats[*bot].driver = Driver::Bot;
    }
    let mut race = deal_seats(&Options::default(), &seats, 1, &[], [5; 32]);
    race.start();
    race
}

#[test]
fn ruling_55_an_idle_table_may_vote_to_rotate_and_all_present_must_agree() {
    let mut race = table(3);
    race.pass(44_999);
    assert_eq!(race.vote(1, "rotate", true).plainly("not_now"), json!({"retry_after_ms": 1}));
    race.pass(1);
    assert_eq!(race.view()["vote_in"], 0);
    race.online(5, false).ok();
    race.vote(1, "rotate", true).ok();
    assert_eq!(race.view()["vote"], json!({"for": "rotate", "by": 1, "yes": [1], "ends_in": 20_000}));
    assert_eq!(race.vote(1, "rotate", true).ok(), Vec::new());
    race.vote(1, "pause", true).plainly("not_now");
    race.vote(3, "rotate", true).ok();
    assert_eq!((phase(&race), &race.view()["vote"]), (json!("stuck"), &Value::Null));
    race.turn(1).plainly("not_now");
    race.pass(3_000);
    assert_eq!((phase(&race), &race.view()["rotations"]), (json!("playing"), &json!(0)));
}

#[test]
fn ruling_55_one_no_ends_a_vote_and_so_do_twenty_seconds() {
    let mut race = table(3);
    race.vote(1, "pause", false).plainly("not_now");
    race.vote(1, "pause", true).ok();
    race.vote(3, "pause", false).ok();
    assert_eq!(race.view()["vote"], Value::Null);
    race.vote(1, "pause", true).ok();
    race.pass(19_999);
    assert_eq!(race.view()["vote"]["ends_in"], 1);
    let events = race.pass(1);
    assert_eq!(race.shown(&events)[0], json!({"e": "vote_lapsed", "for": "pause"}));
    assert_eq!(phase(&race), "playing");
}

#[test]
fn ruling_55_a_card_laid_begins_the_wait_anew() {
    let mut race = table(2);
    race.pass(30_000);
    race.play(1, "R1", "row.1").ok();
    assert_eq!(race.view()["vote_in"], 45_000);
    let mut race = Position::of(2).options(|options| options.idle_vote_ms = 0).race();
    race.pass(1_000_000);
    assert_eq!(race.view()["vote_in"], Value::Null);
    race.vote(1, "rotate", true).plainly("not_now");
}

#[test]
fn ruling_58_in_a_pause_everything_is_refused_and_the_clocks_stand() {
    let mut race =
        Position::of(2).options(|options| options.round_limit_ms = 60_000).waste(1, "W G9").pile("B4").race();
    race.act(1, json!({"do": "play_wild", "wild": "waste", "companion": "waste", "card": "blue-6"}))
        .refused("does_not_fit");
    race.pass(400);
    race.vote(1, "pause", true).ok();
    race.vote(3, "pause", true).ok();
    assert_eq!(phase(&race), "paused");
    race.pass(100_000);
    race.turn(1).plainly("not_now");
    assert_eq!(race.side(1)["wild_locked_in"], 600);
    assert_eq!((&race.view()["ends_in"], &race.view()["vote_in"]), (&Value::Null, &Value::Null));
    race.vote(1, "resume", true).ok();
    assert_eq!(phase(&race), "paused");
    race.vote(3, "resume", true).ok();
    assert_eq!((phase(&race), &race.view()["ends_in"]), (json!("playing"), &json!(59_600)));
    assert_eq!(race.view()["vote_in"], 44_600);
    assert_eq!(race.side(1)["wild_locked_in"], 600);
}

#[test]
fn ruling_58_the_host_goes_on_at_once_and_only_who_paused_may_ask() {
    let mut race = table(3);
    race.online(5, false).ok();
    race.vote(1, "pause", true).ok();
    race.vote(3, "pause", true).ok();
    race.online(5, true).ok();
    race.vote(5, "resume", true).plainly("not_yours");
    race.vote(1, "pause", true).plainly("not_now");
    race.by(None, true, Action::Vote { r#for: Motion::Resume, agree: true }).ok();
    assert_eq!(phase(&race), "playing");
    race.by(None, true, Action::Vote { r#for: Motion::Resume, agree: true }).plainly("not_now");
}

#[test]
fn a_pause_in_which_everybody_leaves_stays_a_pause() {
    let mut race = table(2);
    race.vote(1, "pause", true).ok();
    race.vote(3, "pause", true).ok();
    race.online(1, false).ok();
    race.online(3, false).ok();
    race.pass(500_000);
    assert_eq!(phase(&race), "paused");
}

#[test]
fn a_vote_passes_when_the_last_who_had_not_agreed_goes() {
    let mut race = table(3);
    race.vote(1, "pause", true).ok();
    race.vote(3, "pause", true).ok();
    race.online(5, false).ok();
    assert_eq!(phase(&race), "paused");
}

#[test]
fn ruling_57_all_who_are_present_may_end_the_match() {
    let mut race = table(2);
    race.vote(1, "end", true).ok();
    race.vote(3, "end", true).ok();
    let result = WackeeSix::result(&race.state).expect("the round is over");
    // Side 1 has three cards in the row, side 2 six; both have six face down. Nobody gets the 10.
    assert_eq!(result.points, [(Side(1), -18), (Side(2), -24)]);
    assert_eq!(result.winners, Some(vec![Side(1)]));
}

#[test]
fn ruling_57_beside_bots_a_person_ends_the_match_at_once() {
    let mut race = with_bots(&[1, 2], 3);
    race.vote(3, "end", true).plainly("not_yours");
    race.vote(1, "end", true).ok();
    let result = WackeeSix::result(&race.state).expect("the round is over");
    assert_eq!(result.winners.map(|winners| winners.len()), Some(3), "a tie is shared");
}

#[test]
fn ruling_57_beside_somebody_who_is_away_only_after_sixty_seconds_alone() {
    let mut race = with_bots(&[2], 3);
    race.online(3, false).ok();
    race.input(Input::Driver { seat: Seat(3), driver: Driver::Bot }).ok();
    race.pass(59_999);
    assert_eq!(race.vote(1, "end", true).plainly("alone_too_short"), json!({"retry_after_ms": 1}));
    race.pass(1);
    race.vote(1, "end", true).ok();
    assert_eq!(phase(&race), "scored");
    // Nor does a vote that was called before the other went pass by that.
    let mut race = table(2);
    race.vote(1, "end", true).ok();
    race.online(3, false).ok();
    assert_eq!(phase(&race), "playing");
    race.pass(20_000);
    assert_eq!(race.view()["vote"], Value::Null);
}

#[test]
fn the_end_of_the_match_may_be_agreed_on_in_a_pause_and_before_the_start() {
    let mut race = table(2);
    race.vote(1, "pause", true).ok();
    race.vote(3, "pause", true).ok();
    race.vote(1, "end", true).ok();
    race.vote(3, "end", true).ok();
    assert_eq!(phase(&race), "scored");
    race.vote(3, "end", true).plainly("round_over");
    let mut race = deal(&Options::default(), &[false; 2], 1, &[], [5; 32]);
    race.vote(1, "end", true).ok();
    race.vote(3, "end", true).ok();
    assert_eq!(phase(&race), "scored");
}
