//! Votes of a room whose process crashed or stood (rulings 55, 57 and 58): the voices stay, the vote has
//! more time, and nobody is taken to have agreed because the crash took the connection away.

use serde_json::{Value, json};
use slapdown::games::Viewer;
use slapdown::games::wackee_six::{Action, Motion, WackeeSix};
use slapdown::games::{Game as _, Side};
use slapdown::room::view::Stood;

use crate::actor::named;
use crate::table::{Ask, Guest, Table, act};

/// The countdown that a running race gets after a stop, in milliseconds.
const COUNTDOWN_MS: u64 = 3_000;
/// What a stop gives to an open vote, in milliseconds.
const ALLOWANCE_MS: u64 = 3_000;
/// How long who lost the connection counts as there, in milliseconds.
const GRACE_MS: u64 = 10_000;

fn says(r#for: Motion, agree: bool) -> Ask {
    act(Action::Vote { r#for, agree })
}

/// The table as everybody sees it.
fn seen(table: &Table) -> Value {
    let game = table.state().game.as_ref().expect("a table");
    json!(WackeeSix::view(game, Viewer::Watcher, table.at()))
}

/// A race of three in which the idle vote may be called at once.
fn race() -> (Table, Vec<Guest>) {
    let (mut table, guests) = Table::racing(3, &[("idle_vote_ms", json!(1_000))]);
    table.pass(1_000);
    (table, guests)
}

/// The process is killed; that one is the first to come back.
fn crash(table: &mut Table, first: &mut Guest) {
    table.crash();
    *first = table.returns(first, None);
}

/// Nothing of a vote that has passed shows.
fn undecided(table: &Table, motion: &str, yes: &Value) {
    let view = seen(table);
    assert_eq!((&view["vote"]["for"], &view["vote"]["yes"]), (&json!(motion), yes), "{view}");
    assert!(view["phase"] != "stuck" && view["scores"].is_null(), "{view}");
}

#[test]
fn an_open_vote_keeps_its_voices_and_has_three_seconds_more_after_a_crash() {
    let (mut table, mut guests) = race();
    table.does(&mut guests[0], says(Motion::Pause, true));
    table.pass(4_000);
    table.crash();
    for guest in &mut guests {
        *guest = table.returns(guest, None);
    }
    let open = |ms: u64| json!({ "for": "pause", "by": 1, "yes": [1], "ends_in": ms });
    assert_eq!(seen(&table)["vote"], open(16_000 + ALLOWANCE_MS));
    table.pass(COUNTDOWN_MS);
    table.does(&mut guests[1], says(Motion::Pause, true));
    assert_eq!(seen(&table)["vote"]["yes"], json!([1, 2]));
    // A second crash gives as much again, and is no way to agree.
    table.pass(15_999);
    crash(&mut table, &mut guests[0]);
    assert_eq!(seen(&table)["vote"]["ends_in"], 1 + ALLOWANCE_MS);
    table.pass(ALLOWANCE_MS);
    undecided(&table, "pause", &json!([1, 2]));
    table.pass(1);
    assert_eq!((&seen(&table)["vote"], &seen(&table)["phase"]), (&Value::Null, &json!("playing")));
}

#[test]
fn a_stopped_process_gives_an_open_vote_three_seconds_once() {
    for paused in [false, true] {
        let (mut table, mut guests) = race();
        let motion = if paused { Motion::Resume } else { Motion::Rotate };
        if paused {
            for guest in &mut guests {
                table.does(guest, says(Motion::Pause, true));
            }
        }
        table.does(&mut guests[1], says(motion, true));
        table.pass(19_000);
        guests[2].read();
        let at = table.at();
        table.core.clock_stood(Stood::Stopped, at, &mut table.chance);
        table.keep();
        let told = named(&guests[2].read());
        let expected: &[&str] = if paused {
            &["clock_stood", "vote_extended"]
        } else {
            &["clock_stood", "countdown", "vote_extended"]
        };
        assert_eq!(told, expected);
        assert_eq!(seen(&table)["vote"]["ends_in"], 1_000 + ALLOWANCE_MS);
        table.pass(1_000 + ALLOWANCE_MS - 1);
        assert!(seen(&table)["vote"].is_object());
        table.pass(1);
        assert_eq!(seen(&table)["vote"], Value::Null);
    }
    // Where no vote is open, nothing is said of one.
    let (mut table, guests) = race();
    guests[2].read();
    let at = table.at();
    table.core.clock_stood(Stood::Stopped, at, &mut table.chance);
    table.keep();
    assert_eq!(named(&guests[2].read()), ["clock_stood", "countdown"]);
}

#[test]
fn who_is_first_back_from_a_crash_does_not_decide_for_the_others() {
    for motion in [Motion::Pause, Motion::Rotate] {
        let word = json!(motion).as_str().expect("a word").to_owned();
        let (mut table, mut guests) = race();
        table.does(&mut guests[0], says(motion, true));
        crash(&mut table, &mut guests[0]);
        undecided(&table, &word, &json!([1]));
        table.pass(COUNTDOWN_MS);
        assert_eq!(seen(&table)["phase"], "playing");
        undecided(&table, &word, &json!([1]));
        // One more comes and agrees: the third is still waited for, and comes in time to say no.
        guests[1] = table.returns(&guests[1], None);
        table.does(&mut guests[1], says(motion, true));
        table.pass(GRACE_MS - COUNTDOWN_MS - 1);
        undecided(&table, &word, &json!([1, 2]));
        let mut late = table.returns(&guests[2], None);
        undecided(&table, &word, &json!([1, 2]));
        table.does(&mut late, says(motion, false));
        assert_eq!((&seen(&table)["vote"], &seen(&table)["phase"]), (&Value::Null, &json!("playing")));
    }
}

#[test]
fn who_is_not_back_in_ten_seconds_holds_no_vote_up() {
    // The second side is not stuck when it plays alone.
    let (mut table, mut guests) = race();
    // One went before the crash: that one is as gone as before.
    table.drops(&guests[2]);
    table.pass(500);
    table.does(&mut guests[1], says(Motion::Pause, true));
    crash(&mut table, &mut guests[1]);
    table.pass(GRACE_MS - 1);
    undecided(&table, "pause", &json!([2]));
    table.pass(1);
    assert_eq!(seen(&table)["phase"], "paused");
    // Who goes on purpose is not waited for at all.
    let (mut table, mut guests) = race();
    table.does(&mut guests[1], says(Motion::Pause, true));
    crash(&mut table, &mut guests[1]);
    table.pass(COUNTDOWN_MS);
    for gone in [guests[0].clone(), guests[2].clone()] {
        assert_eq!(seen(&table)["phase"], "playing");
        let mut back = table.returns(&gone, None);
        table.leaves(&mut back);
    }
    assert_eq!(seen(&table)["phase"], "paused");
}

#[test]
fn a_pause_goes_on_after_a_crash_only_when_those_who_were_there_agree() {
    let (mut table, mut guests) = race();
    for guest in &mut guests {
        table.does(guest, says(Motion::Pause, true));
    }
    // The host's word would be enough.
    table.does(&mut guests[1], says(Motion::Resume, true));
    crash(&mut table, &mut guests[1]);
    assert_eq!(seen(&table)["phase"], "paused");
    undecided(&table, "resume", &json!([2]));
    guests[2] = table.returns(&guests[2], None);
    table.does(&mut guests[2], says(Motion::Resume, true));
    undecided(&table, "resume", &json!([2, 3]));
    assert_eq!(seen(&table)["phase"], "paused");
    guests[0] = table.returns(&guests[0], None);
    table.does(&mut guests[0], says(Motion::Resume, true));
    assert_eq!(seen(&table)["phase"], "playing");
}

#[test]
fn an_end_that_one_had_agreed_to_takes_sixty_seconds_alone_after_a_crash() {
    let (mut table, mut guests) = race();
    table.does(&mut guests[1], says(Motion::End, true));
    crash(&mut table, &mut guests[1]);
    table.pass(GRACE_MS);
    undecided(&table, "end", &json!([2]));
    table.pass(13_000);
    assert_eq!(seen(&table)["vote"], Value::Null);
    assert_eq!(table.refused(&mut guests[1], says(Motion::End, true)), "alone_too_short");
    table.pass(60_000 - GRACE_MS - 13_000);
    table.does(&mut guests[1], says(Motion::End, true));
    assert_eq!(seen(&table)["phase"], "scored");
    assert_eq!(table.state().winners, [Side(1), Side(2), Side(3)]);
}

#[test]
fn without_a_crash_a_vote_passes_as_soon_as_the_last_who_had_not_agreed_goes() {
    let (mut table, mut guests) = race();
    table.does(&mut guests[0], says(Motion::Pause, true));
    table.does(&mut guests[1], says(Motion::Pause, true));
    table.drops(&guests[2]);
    assert_eq!(seen(&table)["phase"], "paused");
}
