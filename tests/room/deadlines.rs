//! What waits for an instant waits on after a crash: every state of a race with a deadline, thrown away and
//! revived from its log. Nobody loses time to the crash; a race that runs gets a new countdown first.

use serde_json::{Value, json};
use slapdown::games::wackee_six::{Action, Card, Motion, Spot, WackeeSix};
use slapdown::games::{Game as _, Viewer};

use crate::table::{Ask, Guest, Table, act, events};

/// The countdown that a running race gets after a stop, in milliseconds.
const COUNTDOWN_MS: u64 = 3_000;

fn vote(r#for: Motion) -> Ask {
    act(Action::Vote { r#for, agree: true })
}

/// The table as everybody sees it.
fn seen(table: &Table) -> Value {
    let game = table.state().game.as_ref().expect("a table");
    json!(WackeeSix::view(game, Viewer::Watcher, table.at()))
}

/// Crashes, and lets everybody come back at once.
fn crash(table: &mut Table, guests: &mut [Guest]) {
    table.crash();
    for guest in guests.iter_mut() {
        *guest = table.returns(guest, None);
    }
}

/// Crashes in the middle of a race: it waits for a new countdown, in which no other clock runs.
fn crash_and_count_down(table: &mut Table, guests: &mut [Guest]) {
    crash(table, guests);
    let view = seen(table);
    assert_eq!((&view["phase"], &view["starts_in"]), (&json!("countdown"), &json!(COUNTDOWN_MS)));
    table.pass(COUNTDOWN_MS - 1);
    assert_eq!(seen(table)["phase"], "countdown");
    table.pass(1);
}

#[test]
fn the_round_limit_and_the_wait_for_an_idle_vote_go_on() {
    let options = [("round_limit_ms", json!(60_000)), ("idle_vote_ms", json!(45_000))];
    let (mut table, mut guests) = Table::racing(2, &options);
    table.pass(10_000);
    let before = seen(&table);
    assert_eq!((&before["ends_in"], &before["vote_in"]), (&json!(50_000), &json!(35_000)));
    crash_and_count_down(&mut table, &mut guests);
    assert_eq!(seen(&table), before);
    table.pass(34_999);
    assert_eq!(table.refused(&mut guests[0], vote(Motion::Rotate)), "not_now");
    table.pass(1);
    table.does(&mut guests[0], vote(Motion::Rotate));
    table.pass(15_000);
    assert_eq!(seen(&table)["phase"], "scored");
}

#[test]
fn a_countdown_begins_anew() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    table.deal(&mut guests);
    table.does(&mut guests[0], act(Action::Start {}));
    table.pass(1_000);
    assert_eq!(seen(&table)["starts_in"], 2_000);
    crash_and_count_down(&mut table, &mut guests);
    assert_eq!(seen(&table)["phase"], "playing");
}

#[test]
fn a_deal_waits_for_its_host_and_then_for_anybody() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    table.deal(&mut guests);
    table.pass(10_000);
    crash(&mut table, &mut guests);
    assert_eq!(seen(&table)["phase"], "dealt");
    table.pass(19_999);
    assert_eq!(table.refused(&mut guests[1], act(Action::Start {})), "not_yours");
    table.pass(1);
    table.does(&mut guests[1], act(Action::Start {}));
}

#[test]
fn an_announced_rotation_is_announced_anew() {
    let (mut table, mut guests) = Table::racing(2, &[("idle_vote_ms", json!(1_000))]);
    table.pass(1_000);
    for guest in &mut guests {
        table.does(guest, vote(Motion::Rotate));
    }
    table.pass(1_000);
    let before = seen(&table);
    assert_eq!((&before["phase"], &before["stuck_in"]), (&json!("stuck"), &json!(2_000)));
    crash_and_count_down(&mut table, &mut guests);
    let after = seen(&table);
    assert_eq!((&after["phase"], &after["stuck_in"]), (&json!("stuck"), &json!(3_000)));
    assert_eq!(after["sides"], before["sides"]);
    guests[0].read();
    table.pass(3_000);
    let told = events(&guests[0].read());
    assert!(told.iter().any(|(_, event)| event["e"] == "rotated"), "{told:?}");
    assert_eq!(seen(&table)["phase"], "playing");
}

#[test]
fn a_pause_stays_one_and_its_clocks_stand() {
    let (mut table, mut guests) = Table::racing(2, &[("round_limit_ms", json!(60_000))]);
    table.pass(10_000);
    for guest in &mut guests {
        table.does(guest, vote(Motion::Pause));
    }
    table.pass(5_000);
    let before = seen(&table);
    assert_eq!(before["phase"], "paused");
    crash(&mut table, &mut guests);
    assert_eq!(seen(&table), before, "nothing counts down in a pause");
    table.pass(5_000);
    table.does(&mut guests[0], vote(Motion::Resume));
    let after = seen(&table);
    assert_eq!((&after["phase"], &after["ends_in"]), (&json!("playing"), &json!(50_000)));
}

#[test]
fn who_was_away_is_away_and_covered_and_replaced_when_that_was_due() {
    let options = [("absent", json!("bot")), ("absent_after_ms", json!(15_000))];
    let (mut table, mut guests) = Table::racing(2, &options);
    let gone = guests.pop().expect("two guests");
    table.drops(&gone);
    table.pass(4_000);
    crash(&mut table, &mut guests);
    let events_of = |guest: &Guest| -> Vec<Value> {
        events(&guest.read()).into_iter().map(|(_, event)| event["e"].clone()).collect()
    };
    events_of(&guests[0]);
    table.pass(5_999);
    assert!(!events_of(&guests[0]).contains(&json!("away")), "after 10 s a partner may cover");
    table.pass(1);
    assert!(events_of(&guests[0]).contains(&json!("away")));
    table.pass(4_999);
    assert!(!events_of(&guests[0]).contains(&json!("stand_in")), "after 15 s a bot plays");
    table.pass(1);
    assert!(events_of(&guests[0]).contains(&json!("stand_in")));
}

#[test]
fn a_lock_on_wild_plays_is_neither_forgotten_nor_longer() {
    let (mut table, mut guests) = Table::racing(6, &[("min_turn_gap_ms", json!(0))]);
    // Each side turns until a wild lies on its waste.
    let wild = |table: &Table, side: usize| seen(table)["sides"][side]["top"] == "wild";
    let found = (0..6).find(|side| {
        (0..14).any(|_| {
            table.does(&mut guests[*side], act(Action::Turn {}));
            wild(&table, *side)
        })
    });
    let side = found.expect("a wild on top in one of six stocks");
    let card: Card = "red-2".parse().expect("a card");
    let peek =
        Action::PlayWild { wild: Spot::Waste, companion: Some(Spot::Waste), card: Some(card), pile: None };
    assert_eq!(table.refused(&mut guests[side], act(peek.clone())), "does_not_fit");
    table.pass(400);
    let before = seen(&table);
    assert_eq!(before["sides"][side]["wild_locked_in"], 600);
    crash_and_count_down(&mut table, &mut guests);
    assert_eq!(seen(&table)["sides"], before["sides"]);
    assert_eq!(table.refused(&mut guests[side], act(peek.clone())), "locked");
    table.pass(600);
    assert_eq!(table.refused(&mut guests[side], act(peek)), "does_not_fit");
}
