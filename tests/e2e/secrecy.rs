//! Nobody sees what they may not: whole matches are played, then the database is opened, which tells
//! what every hidden card was, and every frame, answer and log line is held against that.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use slapdown::games::rng::Seed;
use slapdown::games::wackee_six::card::deck;

use crate::support::binary::Binary;
use crate::support::card::{is_card, named_in, number};
use crate::support::chance::Chance;
use crate::support::client::{Client, act};
use crate::support::http::{get, post};
use crate::support::log;
use crate::support::table::{Table, quick_with, race, same_events};
use crate::support::time::{now, seed};

/// What the database keeps and no client may get.
struct Secrets {
    /// The seed of each deal, in order.
    deals: Vec<Seed>,
    /// Seeds and salts, in hex.
    hex: Vec<String>,
}

async fn secrets(data: &Path) -> Secrets {
    let mut secrets = Secrets { deals: Vec::new(), hex: Vec::new() };
    for (_, _, body) in log::rows(data).await {
        collect(&body, &mut secrets);
    }
    secrets
}

fn collect(value: &Value, secrets: &mut Secrets) {
    match value {
        Value::Object(fields) => {
            if let Some(seed) = fields.get("dealt").and_then(|dealt| dealt.get("seed")) {
                secrets.deals.push(serde_json::from_value(seed.clone()).expect("a seed"));
            }
            for (key, value) in fields {
                if matches!(key.as_str(), "seed" | "salt" | "entropy")
                    && let Some(hex) = value.as_str()
                {
                    secrets.hex.push(hex.to_owned());
                }
                collect(value, secrets);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, secrets)),
        Value::String(text) if text.len() == 64 => secrets.hex.push(text.clone()),
        _ => {}
    }
}

/// A side as it really lies, hidden cards included. Tops are last.
#[derive(Clone)]
struct Side {
    row: Vec<Option<String>>,
    face_down: Vec<String>,
    stock: Vec<String>,
    waste: Vec<String>,
}

/// All sides as they really lie.
#[derive(Default, Clone)]
struct Truth {
    sides: BTreeMap<u64, Side>,
}

impl Truth {
    fn dealt(seed: Seed, event: &Value) -> Self {
        let mut draw = seed.draw();
        let mut truth = Self::default();
        for dealt in event["sides"].as_array().expect("sides") {
            let mut cards = deck();
            draw.shuffle(&mut cards);
            let mut cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
            cards.reverse();
            let stock = cards.drain(..42).collect();
            let face_down = cards.drain(..6).collect();
            cards.reverse();
            assert_eq!(dealt["row"], json!(cards), "the test knows the cards");
            let row = cards.into_iter().map(Some).collect();
            truth.sides.insert(number(&dealt["side"]), Side { row, face_down, stock, waste: Vec::new() });
        }
        truth
    }

    fn side(&mut self, event: &Value) -> &mut Side {
        self.sides.get_mut(&number(&event["side"])).expect("a side")
    }

    /// Takes the card from where it lies.
    fn take(&mut self, event: &Value, spot: &str) -> Option<String> {
        let side = self.side(event);
        match spot.strip_prefix("row.") {
            Some(slot) => side.row[slot.parse::<usize>().expect("a slot") - 1].take(),
            None => side.waste.pop(),
        }
    }

    /// Lets an event happen; what it shows is what is turned up by it, and no more.
    fn apply(&mut self, event: &Value) {
        match event["e"].as_str().unwrap_or_default() {
            "turned" => {
                let side = self.side(event);
                let left = side.stock.len() - side.stock.len().min(3);
                let turned: Vec<String> = side.stock.drain(left..).rev().collect();
                side.waste.extend(turned);
                assert_eq!(json!(side.waste.last()), event["top"], "{event}");
            }
            "recycled" => {
                let side = self.side(event);
                side.stock = side.waste.drain(..).rev().collect();
            }
            "played" => {
                let from = event["from"].as_str().expect("a place");
                let card = self.take(event, from);
                assert_eq!(json!(card), event["card"], "{event}");
                self.next_top(event, from == "waste");
            }
            "pair_played" => {
                let [wild, companion] =
                    ["wild", "companion"].map(|part| event[part].as_str().expect("a place").to_owned());
                assert_eq!(self.take(event, &wild).as_deref(), Some("wild"), "{event}");
                assert_eq!(json!(self.take(event, &companion)), event["card"], "{event}");
                self.next_top(event, wild == "waste" || companion == "waste");
            }
            "refilled" => {
                let slot = usize::try_from(number(&event["slot"])).expect("a slot") - 1;
                let side = self.side(event);
                side.row[slot] = side.face_down.pop();
                assert_eq!(json!(side.row[slot]), event["card"], "{event}");
            }
            _ => {}
        }
    }

    fn next_top(&mut self, event: &Value, from_waste: bool) {
        if from_waste {
            assert_eq!(json!(self.side(event).waste.last()), event["waste"]["top"], "{event}");
        } else {
            assert!(event["waste"].is_null(), "{event}");
        }
    }
}

/// Where cards may be named, by the path in a frame; numbers of arrays are left out.
const ALLOWED: &[&str] = &[
    "events.dealt.sides.row",
    "events.turned.top",
    "events.played.card",
    "events.played.waste.top",
    "events.pair_played.card",
    "events.pair_played.waste.top",
    "events.refilled.card",
    "state.game.sides.row",
    "state.game.sides.top",
    "state.game.piles.card",
];

/// Calls `found` for each text in the value, with its path.
fn texts<'a>(value: &'a Value, path: &str, found: &mut impl FnMut(&str, &'a str)) {
    match value {
        Value::String(text) => found(path, text),
        Value::Array(items) => items.iter().for_each(|item| texts(item, path, found)),
        Value::Object(fields) => {
            let event =
                fields.get("e").and_then(Value::as_str).map_or(path.to_owned(), |e| format!("{path}.{e}"));
            for (key, value) in fields {
                let inner = if path == "events" && key == "events" {
                    path.to_owned()
                } else {
                    format!("{event}.{key}")
                };
                texts(value, &inner, found);
            }
        }
        _ => {}
    }
}

/// What stands in no frame, answer or line of the log, whoever gets it.
fn no_secret(text: &str, secrets: &Secrets, commits: &[String], of_whom: &str) {
    for hex in secrets.hex.iter().filter(|hex| !commits.contains(hex)) {
        assert!(!text.contains(hex.as_str()), "{of_whom} holds a seed: {text}");
    }
}

/// Holds one client's frames against the truth.
fn scan(
    client: &Client,
    others: &[&Client],
    truth: &BTreeMap<u64, Truth>,
    secrets: &Secrets,
    commits: &[String],
) -> usize {
    let texts_seen = client.texts.as_ref().expect("its frames");
    for text in texts_seen {
        let frame: Value = serde_json::from_str(text).expect("JSON");
        let word = frame["type"].as_str().expect("a type");
        no_secret(text, secrets, commits, word);
        for other in others {
            assert!(!text.contains(&other.me.token), "another's token: {text}");
            assert!(!text.contains(&other.me.session), "another's session: {text}");
        }
        assert!(
            word == "welcome" || !text.contains(&client.me.token),
            "the own token outside the welcome: {text}"
        );
        texts(&frame, word, &mut |path, text| {
            if is_card(text) {
                assert!(ALLOWED.contains(&path), "{text} at {path}: {frame}");
            } else {
                let cards = named_in(text);
                assert!(cards.iter().all(|card| *card == "wild"), "{cards:?} at {path}: {frame}");
            }
        });
        if word == "state" && !frame["game"].is_null() {
            let lies = &truth[&number(&frame["seq"])];
            for side in frame["game"]["sides"].as_array().expect("sides") {
                let really = &lies.sides[&number(&side["side"])];
                assert_eq!(side["row"], json!(really.row));
                assert_eq!(side["top"], json!(really.waste.last()));
            }
            assert!(frame["game"]["revealed"].is_null(), "{frame}");
        }
    }
    texts_seen.len()
}

/// Asks for what must not be told: cards that lie elsewhere, places that are covered.
async fn pry(client: &mut Client) {
    for action in [
        json!({ "do": "play", "card": "red-7", "from": "row.6" }),
        json!({ "do": "play", "card": "wild", "from": "waste" }),
        json!({ "do": "play_wild", "wild": "waste", "companion": "waste", "card": "blue-9" }),
        json!({ "do": "play_wild", "wild": "row.1", "companion": "waste", "card": "green-3", "pile": 1 }),
        json!({ "do": "play", "card": "yellow-2", "from": "row.3", "pile": 99 }),
    ] {
        let frame = act(action);
        client.ask(frame).await;
        client.text(r#"{"type":"sync"}"#).await;
    }
}

#[tokio::test]
async fn no_frame_no_answer_and_no_log_line_holds_what_is_hidden() {
    let seed = seed("secrecy");
    let begun = now();
    let mut server = Binary::start();
    let mut table = Table::of_twelve(server.at, quick_with(json!({ "target": 40 }))).await;
    let mut watcher = Client::listening_guest(server.at).await;
    watcher.ok(json!({ "type": "join_room", "code": table.code, "as": "spectator" })).await;
    watcher.wait_for("state").await;
    let entropy = "ab".repeat(32);
    table.clients[2].ok(json!({ "type": "ready", "ready": true, "entropy": entropy })).await;
    let mut answers = Vec::new();
    for matches in 0..2 {
        table.deal().await;
        for client in table.clients.iter_mut().chain([&mut watcher]) {
            pry(client).await;
        }
        let code = table.code.clone();
        for path in ["/healthz", "/readyz", "/version", &format!("/api/v1/rooms/{code}")] {
            answers.push(get(server.at, path).await);
        }
        answers.push(post(server.at, "/api/v1/rooms", "", r#"{"game":"wackee_six"}"#).await);
        if matches == 1 {
            // In the middle of a round somebody comes back, and somebody new looks on.
            let client = &mut table.clients[5];
            race(client, &mut Chance(seed), |model| number(&model.game["sides"][2]["waste"]) > 9).await;
            client.resume(server.at).await;
            watcher.resume(server.at).await;
        }
        table.race(seed).await;
    }
    watcher.until(table.clients[0].seq).await;
    let events = same_events(table.clients.iter().chain([&watcher]));
    server.signal("TERM");
    assert_eq!(server.ended().await.code(), Some(0));

    let secrets = secrets(&server.data()).await;
    let mut deals = secrets.deals.iter();
    let mut truth = BTreeMap::new();
    let mut lies = Truth::default();
    for (seq, event) in &events {
        if event["e"] == "dealt" {
            lies = Truth::dealt(*deals.next().expect("a deal in the log"), event);
        } else {
            lies.apply(event);
        }
        truth.insert(*seq, lies.clone());
    }
    assert!(deals.next().is_none(), "each deal was seen");
    assert!(secrets.hex.len() > 4, "the database keeps seeds and salts");

    let of_deal = |value: &Value| value["deal"]["commit"].as_str().map(str::to_owned);
    let mut commits: Vec<String> = events.values().filter_map(of_deal).collect();
    commits.extend(table.clients[0].model.as_ref().and_then(|model| of_deal(&model.room)));
    let first =
        table.clients[0].texts.as_ref().expect("its frames").iter().find(|text| text.contains("\"state\""));
    let first: Value = serde_json::from_str(first.expect("a state")).expect("JSON");
    commits.extend(of_deal(&first["room"]));
    let mut frames = 0;
    let all: Vec<&Client> = table.clients.iter().chain([&watcher]).collect();
    for (place, client) in all.iter().enumerate() {
        let others: Vec<&Client> =
            all.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, other)| *other).collect();
        frames += scan(client, &others, &truth, &secrets, &commits);
    }
    for (what, text) in
        answers.iter().map(|answer| ("an answer", answer.body.clone())).chain([("the log", server.log())])
    {
        no_secret(&text, &secrets, &[], what);
        let cards: Vec<&str> = named_in(&text).into_iter().filter(|card| *card != "wild").collect();
        assert!(cards.is_empty(), "{what} names {cards:?}: {text}");
        for client in &all {
            assert!(
                !text.contains(&client.me.token) && !text.contains(&client.me.session),
                "{what} holds a token: {text}"
            );
        }
    }
    println!(
        "secrecy: {frames} frames, {} answers and the log held against {} deals in {:.1} s",
        answers.len(),
        secrets.deals.len(),
        begun.elapsed().as_secs_f32()
    );
}
