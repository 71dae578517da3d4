//! The process is killed in the middle of a race, again and again: what was acknowledged is there, what
//! was not is done once, and the numbers go on.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use crate::support::binary::Binary;
use crate::support::card::number;
use crate::support::chance::Chance;
use crate::support::client::Client;
use crate::support::model::timeless;
use crate::support::table::{Table, quick_with, race, same_events};
use crate::support::time::{count, now, pause, seed};

/// How far back a witness has the log told again, in events. The server keeps 512.
const TOLD_AGAIN: u64 = 400;

/// Everybody comes back, and what had no answer is sent again under the same id.
async fn come_back(table: &mut Table, server: &Binary) {
    let code = table.code.clone();
    join_all(table.clients.iter_mut().map(|client| {
        let code = code.clone();
        async move {
            let states = client.states;
            let known = client.seq;
            client.resume(server.at).await;
            assert_eq!(client.welcome["resumed"], true);
            assert_eq!(client.welcome["room"], code.as_str());
            let waiting: Vec<u64> = client.unanswered.keys().copied().collect();
            client.send_again().await;
            for id in waiting {
                let answer = client.answer(id).await;
                assert_ne!(answer["code"], "stale_id", "an id that was never answered: {answer}");
            }
            // Its own coming back is an event.
            client.until(known + 1).await;
            assert_eq!(client.states, states, "few events were missed, and they are kept");
        }
    }))
    .await;
    table.settle().await;
}

/// Somebody who asks for the last events once more: they are what everybody saw before the kill.
async fn told_again(witness: &mut Client, joined: u64, server: &Binary, seen: &BTreeMap<u64, Value>) {
    let latest = seen.keys().next_back().copied().unwrap_or(0);
    witness.model = None;
    witness.seq = latest.saturating_sub(TOLD_AGAIN).max(joined);
    witness.log.clear();
    witness.resume(server.at).await;
    witness.until(latest).await;
    assert!(witness.model.is_none(), "a state came in place of the missed events");
    for (seq, event) in seen.range(witness.log.keys().next().copied().unwrap_or(latest)..) {
        assert_eq!(witness.log.get(seq), Some(event), "event {seq} is not what it was before the kill");
    }
}

/// In no round does a card appear twice on the piles.
fn each_card_once(events: &BTreeMap<u64, Value>) {
    let mut laid: BTreeSet<(u64, String)> = BTreeSet::new();
    let mut wilds: BTreeMap<u64, u32> = BTreeMap::new();
    for event in events.values() {
        let side = number(&event["side"]);
        match event["e"].as_str().unwrap_or_default() {
            "dealt" => {
                laid.clear();
                wilds.clear();
            }
            "played" | "pair_played" => {
                let card = event["card"].as_str().expect("a card").to_owned();
                assert!(laid.insert((side, card)), "a card was laid twice: {event}");
                if event["e"] == "pair_played" {
                    let wilds = wilds.entry(side).or_default();
                    *wilds += 1;
                    assert!(*wilds <= 2, "a side has two wilds: {event}");
                }
            }
            _ => {}
        }
    }
}

/// Each turn and each play that was accepted stands in the events once, and nothing else does.
fn each_request_once(table: &Table, events: &BTreeMap<u64, Value>, asked: &[BTreeMap<u64, Value>]) {
    for side in 1..=table.sides() {
        let made = |name: &str, seats: [u64; 2]| {
            let of_side = |event: &&Value| event["e"] == name && event["side"] == side;
            let of_seat = |event: &&Value| name == "turned" || seats.contains(&number(&event["seat"]));
            events.values().filter(of_side).filter(of_seat).count()
        };
        let places = [table.row_of(side), table.deck_of(side)];
        let accepted = |what: &str| {
            places
                .iter()
                .flat_map(|place| asked[*place].iter().map(move |(id, frame)| (place, id, frame)))
                .filter(|(place, id, frame)| {
                    frame["action"]["do"] == what && table.clients[**place].answers[id]["type"] == "ok"
                })
                .count()
        };
        let seats = [2 * side - 1, 2 * side];
        assert_eq!(accepted("turn"), made("turned", seats), "turns of side {side}");
        assert_eq!(accepted("play"), made("played", seats), "plays of side {side}");
        assert_eq!(accepted("play_wild"), made("pair_played", seats), "pairs of side {side}");
    }
}

#[tokio::test]
async fn a_killed_process_loses_nothing_that_was_acknowledged_and_does_nothing_twice() {
    let kills = count("SLAPDOWN_KILLS", 10);
    let seed = seed("kills");
    let mut chance = Chance(seed);
    let mut server = Binary::start();
    let mut table = Table::of_twelve(server.at, quick_with(json!({ "target": 100 }))).await;
    let mut witness = Client::guest(server.at).await;
    witness.ok(json!({ "type": "join_room", "code": table.code, "as": "spectator" })).await;
    witness.wait_for("state").await;
    let joined = witness.seq;
    table.clients[0].until(joined).await;
    table.clients.iter_mut().for_each(|client| client.texts = None);
    table.deal().await;

    let begun = now();
    let mut unanswered = 0;
    for kill in 1..=kills {
        let races = table.clients.iter_mut().zip(1..).map(|(client, number)| {
            let mut chance = Chance(seed ^ (kill << 8) ^ number);
            async move { race(client, &mut chance, |_| false).await }
        });
        let killer = async {
            pause(100 + chance.below(1_200)).await;
            server.kill();
        };
        join(join_all(races), killer).await;
        witness.until_closed().await;
        let seen = same_events(table.clients.iter());
        unanswered += table.clients.iter().map(|client| client.unanswered.len()).sum::<usize>();
        server.launch();
        come_back(&mut table, &server).await;
        told_again(&mut witness, joined, &server, &seen).await;
        let events = same_events(table.clients.iter());
        let (first, last) = (events.keys().next().copied(), events.keys().next_back().copied());
        let span = last.zip(first).map_or(0, |(last, first)| last - first + 1);
        assert_eq!(usize::try_from(span).expect("few"), events.len(), "a number is missing");
        each_card_once(&events);
    }
    // The match that was under way comes to its end, and another can be played.
    table.race(seed).await;
    table.deal().await;
    table.race(seed).await;
    table.clients[7].compare_with_state().await;
    let events = same_events(table.clients.iter());
    each_card_once(&events);
    let asked: Vec<BTreeMap<u64, Value>> = table.clients.iter().map(|client| client.asked.clone()).collect();
    each_request_once(&table, &events, &asked);
    let stood = events.values().filter(|event| timeless(event)["e"] == "clock_stood").count();
    println!(
        "kills: {kills}, with {unanswered} requests without an answer sent again, {} events, the clock stood {stood} times, {:.1} s",
        events.len(),
        begun.elapsed().as_secs_f32()
    );
}
