//! The process is killed in the middle of a race, again and again: what was acknowledged is there, what
//! was not is done once, and the numbers go on.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::{join, join_all};
use serde_json::{Value, json};

use crate::postgres;
use crate::support::binary::Binary;
use crate::support::chance::Chance;
use crate::support::client::Client;
use crate::support::log::{self, Move};
use crate::support::table::{Table, next_frame, quick_with, race, same_events};
use crate::support::time::{count, now, pause, seed};
use crate::support::wire;

/// Everybody asks for something at the same time; every second one loses the connection at once, and with
/// it the answer to what may well have been done.
async fn salvo(table: &mut Table, server: &Binary, first: u64) {
    let mut others = Vec::new();
    for _ in 0..table.clients.len().div_ceil(2) {
        others.push(wire::open(server.at).await);
    }
    for client in &mut table.clients {
        let frame = client.model.as_ref().and_then(|model| next_frame(client, model));
        if let Some(frame) = frame {
            client.feed(&frame).await;
        }
    }
    join_all(table.clients.iter_mut().map(Client::flush)).await;
    for (client, other) in table.clients.iter_mut().skip(usize::from(first == 1)).step_by(2).zip(others) {
        client.socket = other;
    }
}

/// Everybody comes back, and what had no answer is sent again under the same id.
async fn come_back(table: &mut Table, server: &Binary) {
    let code = table.code.clone();
    join_all(table.clients.iter_mut().map(|client| {
        let code = code.clone();
        async move {
            client.resume(server.at).await;
            assert_eq!(client.welcome["resumed"], true);
            assert_eq!(client.welcome["room"], code.as_str());
            let waiting: Vec<u64> = client.unanswered.keys().copied().collect();
            client.send_again().await;
            for id in waiting {
                let answer = client.answer(id).await;
                assert_ne!(answer["code"], "stale_id", "an id that was never answered: {answer}");
            }
        }
    }))
    .await;
    table.settle().await;
}

/// In no round does a card appear twice on the piles.
pub fn each_card_once(moves: &BTreeMap<u64, Move>) {
    let mut laid: BTreeSet<(u64, &str)> = BTreeSet::new();
    let mut pairs: BTreeMap<u64, u32> = BTreeMap::new();
    for (seq, made) in moves {
        match made.name.as_str() {
            "dealt" => {
                laid.clear();
                pairs.clear();
            }
            "played" | "pair_played" => {
                let card = made.card.as_deref().expect("a card");
                assert!(laid.insert((made.side, card)), "event {seq} lays a card a second time: {made:?}");
                if made.name == "pair_played" {
                    let pairs = pairs.entry(made.side).or_default();
                    *pairs += 1;
                    assert!(*pairs <= 2, "a side has two wilds, and event {seq} lays a third: {made:?}");
                }
            }
            _ => {}
        }
    }
}

/// Each turn and each play that was accepted was made once, and nothing else was.
pub fn each_request_once(table: &Table, moves: &BTreeMap<u64, Move>) {
    for side in 1..=table.sides() {
        for (asked, name) in [("turn", "turned"), ("play", "played"), ("play_wild", "pair_played")] {
            let accepted: usize = [table.row_of(side), table.deck_of(side)]
                .iter()
                .map(|place| {
                    let client = &table.clients[*place];
                    let of_kind = client.asked.iter().filter(|(_, frame)| frame["action"]["do"] == asked);
                    of_kind.filter(|(id, _)| client.answers[*id]["type"] == "ok").count()
                })
                .sum();
            let made = moves.values().filter(|made| made.side == side && made.name == name).count();
            assert_eq!(accepted, made, "{asked} of side {side}");
        }
    }
}

/// What clients saw is what is kept, number for number.
pub fn seen_is_kept(seen: &BTreeMap<u64, Value>, moves: &BTreeMap<u64, Move>) -> usize {
    let of_game =
        |event: &Value| matches!(event["e"].as_str(), Some("turned" | "played" | "pair_played" | "refilled"));
    let seen = seen.iter().filter(|(_, event)| of_game(event));
    seen.map(|(seq, event)| {
        assert_eq!(moves.get(seq), Some(&Move::shown(event)), "event {seq} is not what was seen");
    })
    .count()
}

#[tokio::test]
async fn a_killed_process_loses_nothing_that_was_acknowledged_and_does_nothing_twice() {
    kill_again_and_again(Binary::start()).await;
}

#[tokio::test]
async fn a_process_killed_on_postgres_loses_nothing_and_does_nothing_twice() {
    kill_again_and_again(Binary::start_on(postgres::database().await)).await;
}

async fn kill_again_and_again(mut server: Binary) {
    let kills = count("SLAPDOWN_KILLS", 10);
    let seed = seed("kills");
    let mut chance = Chance(seed);
    let mut table = Table::of_twelve(server.at, quick_with(json!({ "target": 100 }))).await;
    table.clients.iter_mut().for_each(|client| client.texts = None);
    table.deal().await;

    let begun = now();
    let mut unanswered = 0;
    for kill in 1..=kills {
        let stop = Cell::new(false);
        let races = table.clients.iter_mut().zip(1..).map(|(client, number)| {
            let mut chance = Chance(seed ^ (kill << 8) ^ number);
            let stop = &stop;
            async move { race(client, &mut chance, |_| stop.get()).await }
        });
        let deadline = async {
            pause(100 + chance.below(1_200)).await;
            // Every second kill falls into the middle of the race, the others into a salvo of requests.
            if kill % 2 == 0 { server.kill() } else { stop.set(true) }
        };
        join(join_all(races), deadline).await;
        if stop.get() {
            salvo(&mut table, &server, kill / 2 % 2).await;
            pause(chance.below(6)).await;
            server.kill();
        }
        join_all(table.clients.iter_mut().map(Client::until_closed)).await;
        unanswered += table.clients.iter().map(|client| client.unanswered.len()).sum::<usize>();
        let acknowledged = table.clients.iter().map(|client| client.seq).max().unwrap_or(0);
        server.launch();
        come_back(&mut table, &server).await;
        assert!(table.clients[0].seq >= acknowledged, "numbers were lost");
        same_events(table.clients.iter());
    }
    // The match that was under way comes to its end, and another can be played.
    table.race(seed).await;
    table.deal().await;
    table.race(seed).await;
    table.clients[7].compare_with_state().await;
    let seen = same_events(table.clients.iter());
    let states: usize = table.clients.iter().map(|client| client.states - 1).sum();
    server.signal("TERM");
    assert_eq!(server.ended().await.code(), Some(0));
    let moves = log::moves(&server).await;
    each_card_once(&moves);
    each_request_once(&table, &moves);
    let compared = seen_is_kept(&seen, &moves);
    println!(
        "kills: {kills}, with {unanswered} requests without an answer sent again and {states} states in place of \
         missed events; {compared} moves seen are kept as they were, {:.1} s",
        begun.elapsed().as_secs_f32()
    );
}
