//! What waits for an instant waits on after a crash: every state of a race with a deadline, thrown away and
//! revived from its log. Nobody loses time to the crash; a race that runs gets a new countdown first.

use serde_json::{Value, json};
use slapdown::games::wackee_six::{Action, Card, Motion, Spot, WackeeSix};
use slapdown::games::{Game as _, Viewer};
use slapdown::room::view::Stood;

use crate::table::{Ask, Guest, Table, act, events, ready};

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

/// The room's clock stands while people stay connected.
fn stops(table: &mut Table) {
    let at = table.at();
    table.core.clock_stood(Stood::Stopped, at, &mut table.chance);
    table.keep();
}

/// What was told after the news that the clock stood.
fn told_after_the_stop(guest: &Guest) -> Vec<Value> {
    let told: Vec<Value> = events(&guest.read()).into_iter().map(|(_, event)| event).collect();
    let stop = told.iter().position(|event| event["e"] == "clock_stood").expect("the clock stood");
    told[stop + 1..].to_vec()
}

#[test]
fn after_a_stop_the_wait_for_a_bot_is_told_again() {
    let (mut table, mut guests) = Table::racing(3, &[]);
    let gone = guests.pop().expect("three");
    table.drops(&gone);
    table.pass(10_000);
    guests[0].read();
    stops(&mut table);
    let told = told_after_the_stop(&guests[0]);
    let away = json!({ "e": "online", "player": gone.player, "online": false, "bot_in": 50_000 });
    assert_eq!(told.iter().filter(|event| event["e"] == "online").collect::<Vec<_>>(), [&away], "{told:?}");
    let view = json!(slapdown::room::show::room(table.state(), table.at()));
    assert_eq!(view["members"][2]["bot_in"], 50_000);
    // Told again, not begun again: the bot comes when it was to come.
    table.pass(49_999);
    assert_eq!(json!(slapdown::room::show::room(table.state(), table.at()))["members"][2]["bot_in"], 1);
    table.pass(1);
    assert_eq!(
        json!(slapdown::room::show::room(table.state(), table.at()))["members"][2]["played_by_bot"],
        true
    );
}

#[test]
fn after_a_stop_the_waits_before_a_deal_are_told_again() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    for guest in &mut guests {
        table.does(guest, ready());
    }
    table.pass(10_000);
    guests[0].read();
    stops(&mut table);
    let told =
        json!({ "e": "may_start", "starter": null, "anyone_may_start_in": 20_000, "away_excused_in": null });
    assert_eq!(told_after_the_stop(&guests[0]), [told]);

    let (mut table, mut guests) = Table::seated(2, &[]);
    table.does(&mut guests[0], ready());
    table.drops(&guests[1]);
    table.pass(10_000);
    guests[0].read();
    stops(&mut table);
    let told =
        json!({ "e": "may_start", "starter": null, "anyone_may_start_in": null, "away_excused_in": 50_000 });
    assert_eq!(told_after_the_stop(&guests[0]), [told]);
    // After the deal it is the word to begin that anybody may give.
    let (mut table, mut guests) = Table::seated(2, &[]);
    table.deal(&mut guests);
    table.pass(10_000);
    guests[0].read();
    stops(&mut table);
    let told = told_after_the_stop(&guests[0]);
    assert_eq!((&told[0]["e"], &told[0]["anyone_may_start_in"]), (&json!("may_start"), &json!(20_000)));
    assert_eq!(told[0]["starter"], json!([guests[0].player]));
}
