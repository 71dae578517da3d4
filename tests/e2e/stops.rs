//! The whole process stands for five seconds (SIGSTOP) while clocks run in rooms of both games: nobody
//! loses time to it, no deadline that "came" meanwhile has come, and the stated allowance is given once.

use serde_json::{Value, json};

use crate::rules::layout::{A, B, Layout};
use crate::support::binary::Binary;
use crate::support::card::number;
use crate::support::client::{Client, act};
use crate::support::rack::{RackTable, frame};
use crate::support::table::{Table, quick_with};
use crate::support::time::{now, pause};

/// What a stop gives in Super Rack-O to whoever has something to decide, in milliseconds.
const ALLOWANCE_MS: u64 = 3_000;
/// How long the process stands.
const STOP_MS: u64 = 5_000;
/// A stop is noticed by its length: that much of it may count as time that went by.
const NOTICED_MS: u64 = 1_000;

async fn state(client: &mut Client) -> Value {
    client.text(r#"{"type":"sync"}"#).await;
    client.wait_for("state").await
}

fn left(state: &Value, pointer: &str) -> u64 {
    number(state.pointer(pointer).unwrap_or(&Value::Null))
}

/// The names of the events that came after that one, with their numbers.
fn names_after(client: &Client, seq: u64) -> Vec<&str> {
    client.log.range(seq + 1..).map(|(_, event)| event["e"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn five_seconds_of_sigstop_cost_nobody_a_turn_a_window_or_a_round() {
    let mut server = Binary::start();
    // The cards are laid out first, which takes a kill.
    let options = json!({ "window_ms": 3_000, "turn_clock_ms": 5_000, "absent_after_ms": 6_000 });
    let layout = Layout::players(3).rack(A, "r1=SW").rack(B, "r5=RV").draws("R9 R10");
    let mut window = RackTable::laid(&mut server, 3, layout, options.clone()).await;
    let mut turn = RackTable::of(&server, 3, options).await;
    let quick =
        quick_with(json!({ "countdown_ms": 3_000, "round_limit_ms": 30_000, "absent_after_ms": 6_000 }));
    let mut race = Table::of_singles(server.at, 3, quick).await;
    race.deal().await;
    turn.deal().await;
    window.ok(A, "draw").await;
    window.ok(A, "exchange r1 > B 3").await;

    // In each room somebody is away already, and will be for long enough only when time has gone on.
    let away = [window.clients.pop(), turn.clients.pop(), race.clients.pop()];
    drop(away);
    pause(400).await;
    let mut rooms = [&mut window.watcher, &mut turn.watcher, &mut race.clients[0]];
    let clocks = ["/game/window/ends_in", "/game/ends_in", "/game/ends_in"];
    let mut before = Vec::new();
    for (client, clock) in rooms.iter_mut().zip(clocks) {
        let state = state(client).await;
        before.push((number(&state["seq"]), left(&state, clock)));
    }
    assert!(before.iter().all(|(_, left)| *left > 500), "{before:?}");
    let looked = now();
    server.signal("STOP");
    let stopped = now();
    pause(STOP_MS).await;
    let stood = stopped.elapsed();
    server.signal("CONT");
    let mut after = Vec::new();
    for (client, clock) in rooms.iter_mut().zip(clocks) {
        let state = state(client).await;
        // What went by outside of the stop, rounded up.
        let since = u64::try_from((looked.elapsed().saturating_sub(stood)).as_millis()).expect("short") + 1;
        after.push((left(&state, clock), since, state));
    }
    // Window and turn: what remained and three seconds more, said once. Who is away is told again, with what
    // remains until a bot plays. Nothing else happened.
    for (room, (remains, since, state)) in after.iter().take(2).enumerate() {
        let (seq, had) = before[room];
        assert_eq!(names_after(rooms[room], seq), ["clock_stood", "online", "extended"]);
        assert!(*remains <= had + ALLOWANCE_MS, "{had} before, {remains} after: {state}");
        assert!(remains + since + NOTICED_MS >= had + ALLOWANCE_MS, "{had} before, {remains} after {since}");
    }
    // The race: a countdown from its beginning, and the round has not lost time.
    let (remains, _, shown) = &after[2];
    assert_eq!(names_after(rooms[2], before[2].0), ["clock_stood", "online", "countdown"]);
    assert_eq!(shown["game"]["phase"], "countdown", "{shown}");
    let starts = left(shown, "/game/starts_in");
    assert!(starts > 0 && starts <= 3_000, "{shown}");
    assert_eq!(*remains, 0, "the round's own clock is not shown in a countdown");
    for (_, _, state) in &after {
        let members = state["room"]["members"].as_array().expect("members");
        let online = members.iter().filter(|member| member["online"] == true).count();
        assert_eq!(online, members.len() - 1, "nobody else is away: {state}");
        assert!(
            members.iter().all(|member| member["played_by_bot"] == false),
            "no bot stands in yet: {state}"
        );
    }
    // Whoever was waited for goes on.
    window.at(B).ok(frame("reverse r5 6")).await;
    let on_turn = number(&after[1].2["game"]["turn"]);
    let place = usize::try_from(on_turn).expect("a seat") - 1;
    if let Some(client) = turn.clients.get_mut(place) {
        client.ok(frame("draw")).await;
    }
    let early = race.clients[1].act(json!({ "do": "turn" })).await;
    assert_eq!(early["code"], "not_now", "{early}");
    pause(starts).await;
    let begins = race.clients[0].seq + 1;
    race.clients[0].until(begins).await;
    race.clients[1].ok(act(json!({ "do": "turn" }))).await;
}
