//! Twelve clients on six teams play matches to their ends.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::binary::Binary;
use crate::support::card::number;
use crate::support::client::Client;
use crate::support::table::{Table, quick_with, same_events};
use crate::support::time::{now, seed};

/// Points of each side, counted from the events of the matches alone.
fn recount(events: &BTreeMap<u64, Value>) {
    let mut totals: BTreeMap<u64, i64> = BTreeMap::new();
    let mut played: BTreeMap<u64, i64> = BTreeMap::new();
    let mut twelve: BTreeMap<u64, i64> = BTreeMap::new();
    let mut out = None;
    let mut rounds = 0;
    for event in events.values() {
        let side = number(&event["side"]);
        let row = |spot: &Value| i64::from(spot.as_str().is_some_and(|spot| spot.starts_with("row.")));
        match event["e"].as_str().unwrap_or_default() {
            "match_begun" => totals.clear(),
            "dealt" => {
                let sides =
                    event["sides"].as_array().expect("sides").iter().map(|dealt| number(&dealt["side"]));
                twelve = sides.map(|side| (side, 12)).collect();
                played.clear();
                out = None;
            }
            "played" => {
                *played.entry(side).or_default() += 1;
                *twelve.entry(side).or_default() -= row(&event["from"]);
            }
            "pair_played" => {
                *played.entry(side).or_default() += 2;
                *twelve.entry(side).or_default() -= row(&event["wild"]) + row(&event["companion"]);
            }
            "out" => {
                assert_eq!(twelve.get(&side), Some(&0), "out with cards left");
                out = Some(side);
            }
            "scored" => {
                rounds += 1;
                assert_eq!(out.is_some(), event["end"] == "out");
                for score in event["scores"].as_array().expect("scores") {
                    let side = number(&score["side"]);
                    let (cards, left) = (played.get(&side).copied().unwrap_or(0), twelve[&side]);
                    let bonus = if out == Some(side) { 10 } else { 0 };
                    let round = cards - 2 * left + bonus;
                    let total = totals.entry(side).or_default();
                    *total += round;
                    let counted = json!({
                        "side": side, "played": cards, "left": left, "bonus": bonus, "penalty": 0,
                        "round": round, "total": *total,
                    });
                    assert_eq!(*score, counted);
                }
            }
            "round_ended" => {
                let best = totals.values().max().copied().unwrap_or(0);
                let winners: Vec<u64> = if event["phase"] == "over" {
                    assert!(best >= 60, "over before the target");
                    totals.iter().filter(|(_, total)| **total == best).map(|(side, _)| *side).collect()
                } else {
                    Vec::new()
                };
                assert_eq!(event["winners"], json!(winners));
                let shown: Vec<Value> =
                    totals.iter().map(|(side, total)| json!({ "side": side, "total": total })).collect();
                assert_eq!(event["totals"], json!(shown));
            }
            _ => {}
        }
    }
    assert!(rounds >= 2, "two matches have at least two rounds");
    println!("race: {rounds} rounds recounted");
}

#[tokio::test]
async fn twelve_clients_play_two_matches_and_everybody_sees_the_same() {
    let seed = seed("race");
    let server = Binary::start();
    let mut table = Table::of_twelve(server.at, quick_with(json!({ "target": 60 }))).await;
    let mut watcher = Client::guest(server.at).await;
    watcher.ok(json!({ "type": "join_room", "code": table.code, "as": "spectator" })).await;
    watcher.wait_for("state").await;
    table.clients[0].until(watcher.seq).await;
    table.settle().await;

    let begun = now();
    for _ in 0..2 {
        table.deal().await;
        table.race(seed).await;
        watcher.until(table.clients[0].seq).await;
        table.clients[3].compare_with_state().await;
        watcher.compare_with_state().await;
    }
    let events = same_events(table.clients.iter().chain([&watcher]));
    let first = watcher.log.keys().next().copied().expect("events");
    for client in &table.clients {
        assert_eq!(client.log.range(first..).count(), watcher.log.len(), "somebody lacks an event");
        assert_eq!(client.states, 1, "nobody fell behind");
    }
    recount(&events);
    let slaps = events.values().filter(|event| event["e"] == "played").count();
    println!(
        "race: two matches, {} events, {slaps} single cards laid, {:.1} s",
        events.len(),
        begun.elapsed().as_secs_f32()
    );
}
