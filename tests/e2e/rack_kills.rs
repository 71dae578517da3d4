//! The process is killed in the middle of a chain of reverse cards: the chain goes on with its remaining
//! time, and nobody answers twice.

use futures_util::future::join_all;
use serde_json::{Value, json};
use slapdown::games::Seat;

use crate::rules::layout::{A, B, C, Layout};
use crate::support::binary::Binary;
use crate::support::card::number;
use crate::support::chance::Chance;
use crate::support::client::Client;
use crate::support::rack::{RackTable, frame};
use crate::support::rack_log;
use crate::support::time::{count, now, pause, seed};

/// What a stop of room time gives to whoever has something to decide, in milliseconds.
const ALLOWANCE_MS: u64 = 3_000;

/// Everybody comes back; what had no answer is sent again under the same id.
async fn come_back(table: &mut RackTable, server: &Binary) {
    join_all(table.everybody().map(|client| async move {
        client.until_closed().await;
        client.resume(server.at).await;
        assert_eq!(client.welcome["resumed"], true);
        let waiting: Vec<u64> = client.unanswered.keys().copied().collect();
        client.send_again().await;
        for id in waiting {
            assert_eq!(client.answer(id).await["type"], "ok", "done once, before or now");
        }
    }))
    .await;
    table.settle().await;
}

/// How often the spectator was told that there is more time.
fn told(table: &RackTable) -> usize {
    table.watcher.log.values().filter(|event| event["e"] == "extended").count()
}

/// A request of a client again, under the same id: the same answer. The log tells that nothing was done.
async fn again(client: &mut Client, id: u64) {
    let first = client.answers.remove(&id).expect("an answer");
    let asked = client.asked[&id].clone();
    client.text(&asked.to_string()).await;
    assert_eq!(client.answer(id).await, first);
}

/// The reverse cards of a seat by its own picture, as words such as `b5`.
fn reverses(client: &Client, seat: Seat) -> Vec<String> {
    let game = &client.model.as_ref().expect("a room").game;
    let rack = &game["seats"][usize::from(seat.0) - 1]["rack"];
    let side = |name: &str, letter: char| {
        let cards = rack[name].as_array().expect("a side").iter().zip(1..);
        let reverses = cards.filter(|(card, _)| card.as_str().is_some_and(|card| card.ends_with("-reverse")));
        reverses.map(|(_, row): (&Value, u64)| format!("{letter}{row}")).collect::<Vec<_>>()
    };
    [side("blue", 'b'), side("red", 'r')].concat()
}

/// A has given an order; all reverse cards are in the racks of A and B.
async fn ordered(server: &mut Binary) -> RackTable {
    let layout = Layout::players(3)
        .rack(A, "r1=SW r5=RV b2=RV b3=RV r7=RV")
        .rack(B, "r5=RV b1=RV b2=RV r8=RV")
        .draws("R9 R10 R11 R12 R13 R14 R15 R16 R17");
    let mut table = RackTable::laid(server, 3, layout, json!({})).await;
    table.ok(A, "draw").await;
    table.ok(A, "exchange r1 > B 3").await;
    table
}

#[tokio::test]
async fn a_chain_of_reverse_cards_survives_kills_and_no_order_is_answered_twice() {
    let chains = count("SLAPDOWN_CHAINS", 3);
    let seed = seed("rack_kills");
    let mut chance = Chance(seed);
    let begun = now();
    let (mut kills, mut unanswered) = (0, 0);
    for _ in 0..chains {
        let mut server = Binary::start();
        let mut table = ordered(&mut server).await;
        let mut asked = 0;
        let mut under = B;
        while let Some(slot) = reverses(table.at(under), under).first().cloned() {
            let row = 1 + chance.below(8);
            let client = table.at(under);
            let id = client.send(&frame(&format!("reverse {slot} {row}"))).await;
            asked += 1;
            // Some are killed with the answer in hand, some with the request on its way.
            if chance.below(2) == 0 {
                client.answer(id).await;
            } else {
                pause(chance.below(4)).await;
            }
            server.kill();
            kills += 1;
            server.launch();
            unanswered += usize::from(table.at(under).unanswered.contains_key(&id));
            come_back(&mut table, &server).await;
            again(table.at(under), id).await;
            let other = if under == A { B } else { A };
            let state = table.state().await;
            let window = &state["game"]["window"];
            let order = json!([window["against"], window["by"], window["row"], window["kind"]]);
            assert_eq!(order, json!([other, under, row, "reverse"]), "{window}");
            let left = number(&window["ends_in"]);
            assert!(left > 0 && left <= 10_000 + ALLOWANCE_MS, "{window}");
            for (seat, text) in [(under, "accept"), (under, "reverse b1 1"), (C, "accept")] {
                table.refused(seat, text, "not_yours").await;
            }
            under = other;
        }
        table.ok(under, "accept").await;
        for client in table.everybody() {
            client.compare_with_state().await;
        }
        let state = table.state().await;
        assert_eq!((&state["game"]["phase"], &state["game"]["turn"]), (&json!("playing"), &json!(2)));
        server.signal("TERM");
        assert_eq!(server.ended().await.code(), Some(0));
        let kept = rack_log::entries(&server.data()).await;
        assert_eq!(rack_log::count(&kept, "reversed"), asked, "each answer once");
        assert_eq!(rack_log::count(&kept, "settled"), 1, "only the last order is carried out");
        assert!(asked >= 8, "all eight reverse cards were played");
    }
    println!(
        "chains: {chains} with {kills} kills, {unanswered} answers sent again, {:.1} s",
        begun.elapsed().as_secs_f32()
    );
}

#[tokio::test]
async fn a_window_and_a_turn_go_on_after_a_kill_with_what_remained_of_them() {
    let mut server = Binary::start();
    let mut table = ordered(&mut server).await;
    table.ok(B, "reverse r5 6").await;
    for in_window in [true, false] {
        if !in_window {
            table.ok(A, "accept").await;
        }
        let pointer = if in_window { "/game/window/ends_in" } else { "/game/ends_in" };
        let left = |state: &Value| number(state.pointer(pointer).expect("a time"));
        pause(1_200).await;
        // What is kept last tells how far room time had come: something is said between two looks at it.
        let before = left(&table.state().await);
        table.at(C).ok(json!({ "type": "react", "emote": "wow" })).await;
        let after = left(&table.state().await);
        assert!(after <= before);
        let told_before = told(&table);
        pause(300).await;
        let down = now();
        server.kill();
        server.launch();
        come_back(&mut table, &server).await;
        let state = table.state().await;
        let since = u64::try_from(down.elapsed().as_millis()).expect("short") + 1;
        let remains = left(&state);
        assert!(remains <= before + ALLOWANCE_MS, "{before} before the kill, {remains} after it");
        assert!(remains + since >= after + ALLOWANCE_MS, "{after} before the kill, {remains} after it");
        assert_eq!(told(&table), told_before + 1, "the allowance is told once");
    }
}
