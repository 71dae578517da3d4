//! What people say to each other, what they are called, and what a host may do about it, over real sockets:
//! lines and emotes, letters as people see them, marks that turn or hide text, names.
//!
//! A refusal has its code, and nobody else notices it: no event, no frame, the same state.

use std::fs;

use serde_json::{Value, json};

use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::party::Party;

/// One letter as people see it, and three bytes of two marks that no single one stands for.
const LETTER: &str = "x\u{301}";
const EMOTES: [&str; 6] = ["clap", "laugh", "wow", "sad", "think", "hurry"];

fn chat(text: &str) -> Value {
    json!({ "type": "chat", "text": text })
}

fn react(emote: &str) -> Value {
    json!({ "type": "react", "emote": emote })
}

fn rename(name: &str) -> Value {
    json!({ "type": "rename", "name": name })
}

/// What was said of late, by somebody's own picture: without the numbers.
fn lines(client: &Client) -> Vec<String> {
    let room = &client.model.as_ref().expect("a room").room;
    let said = room["chat"].as_array().expect("what was said").iter();
    said.map(|line| line["text"].as_str().or(line["emote"].as_str()).expect("a word").to_owned()).collect()
}

#[tokio::test]
async fn lines_and_emotes_reach_everybody_once_and_the_last_twenty_stay_in_the_view() {
    let mut server = Binary::start();
    let mut party = Party::of(&server, 4, json!({ "type": "create_room", "game": "wackee_six" })).await;
    let mut said = Vec::new();
    for (word, number) in EMOTES.iter().cycle().take(28).zip(0..) {
        let line = if number % 3 == 0 { (*word).to_owned() } else { format!("line {number}") };
        let frame = if number % 3 == 0 { react(&line) } else { chat(&line) };
        party.ok(number % 4, frame).await;
        said.push(line);
    }
    let twenty = said.split_off(8);
    for client in &mut party.clients {
        let told = client.log.values().filter(|event| event["e"] == "chat" || event["e"] == "react").count();
        assert_eq!(told, 28, "each once");
        assert_eq!(lines(client), twenty);
        client.compare_with_state().await;
    }
    // So it is for who comes new, and after the process has been killed.
    party.newcomer(&server, "spectator").await;
    server.kill();
    server.launch();
    party.return_to(&server).await;
    party.newcomer(&server, "player").await;
    for client in &mut party.clients {
        assert_eq!(lines(client), twenty);
        client.compare_with_state().await;
    }
}

#[tokio::test]
async fn letters_are_counted_as_people_see_them_and_hidden_marks_are_taken_out() {
    let server = Binary::start();
    let mut party = Party::of(&server, 4, json!({ "type": "create_room", "game": "super_rack_o" })).await;
    let limits = party.clients[0].welcome["limits"].clone();
    let letters = usize::try_from(limits["chat_letters"].as_u64().expect("a number")).expect("small");
    let most = LETTER.repeat(letters);
    for (number, (given, kept)) in [
        ("  good \t luck\n", "good luck"),
        ("pay \u{202e}live\u{202c} now", "pay live now"),
        ("\u{2066}a\u{2069}\u{200e}b\u{200f}\u{61c}", "ab"),
        ("in\u{200b}vis\u{2060}ible\u{feff}", "invisible"),
        ("e\u{301}", "\u{e9}"),
        ("👩\u{200d}🚀 👍🏽 🇵🇹", "👩\u{200d}🚀 👍🏽 🇵🇹"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        (most.as_str(), most.as_str()),
    ]
    .into_iter()
    .enumerate()
    {
        party.ok(number % 4, chat(given)).await;
        for client in &party.clients {
            assert_eq!(lines(client).last().map(String::as_str), Some(kept), "{given:?}");
        }
    }
    // One letter more; few letters and many bytes; nothing to see.
    for text in [LETTER.repeat(letters + 1), format!("x{}", "\u{301}".repeat(2_000)), "x".repeat(12_000)] {
        let answer = party.refused(1, chat(&text), "too_long").await;
        assert_eq!(answer["detail"]["path"], "text");
    }
    for text in ["", " \n ", "\u{200b}\u{202e}", "\u{301}", "\u{3164}", "\u{200d}"] {
        party.refused(2, chat(text), "bad_text").await;
    }
    let answer = party.refused(2, react("dance"), "bad_field").await;
    assert_eq!(answer["detail"]["path"], "emote");
    party.refused(2, json!({ "type": "chat" }), "missing_field").await;
    party.refused(2, json!({ "type": "chat", "text": 7 }), "bad_field").await;
    // Two each were said; so few more may be said in a while, lines and emotes together.
    for word in EMOTES {
        party.ok(3, react(word)).await;
    }
    for frame in [chat("and more"), react("wow")] {
        let answer = party.refused(3, frame, "too_fast").await;
        let wait = answer["retry_after_ms"].as_u64().expect("a time");
        assert!((1..=10_000).contains(&wait), "{answer}");
    }
    party.ok(0, chat("others still may")).await;
}

#[tokio::test]
async fn strangers_only_show_emotes_until_the_host_lets_them_write() {
    let server = Binary::start();
    for game in ["wackee_six", "super_rack_o"] {
        // A room that is opened for somebody who wants to be matched, and one that is made for strangers.
        let mut matched = Client::guest(server.at).await;
        matched.ok(json!({ "type": "quick_match", "game": game })).await;
        let room = matched.wait_for("state").await["room"].take();
        assert_eq!((&room["options"]["chat"], &room["visibility"]), (&json!(false), &json!("public")));
        let create = json!({ "type": "create_room", "game": game, "visibility": "public" });
        let mut party = Party::of(&server, 2, create.clone()).await;
        assert_eq!(party.room()["options"]["chat"], false);
        for who in 0..2 {
            party.refused(who, chat("hello"), "chat_off").await;
            party.ok(who, react("clap")).await;
        }
        let on = json!({ "type": "set_options", "options": { "chat": true } });
        party.refused(1, on.clone(), "not_host").await;
        party.ok(0, on).await;
        party.ok(1, chat("hello")).await;
        // Asked for from the first, it is on; and in a private room unless somebody turns it off.
        let mut asked = create;
        asked["options"] = json!({ "chat": true });
        assert_eq!(Party::of(&server, 1, asked).await.room()["options"]["chat"], true);
        let private = json!({ "type": "create_room", "game": game });
        let mut party = Party::of(&server, 2, private).await;
        party.ok(1, chat("hello")).await;
        party.ok(0, json!({ "type": "set_options", "options": { "chat": false } })).await;
        party.refused(0, chat("hello"), "chat_off").await;
    }
}

#[tokio::test]
async fn a_new_name_is_told_to_all_and_kept_and_a_bad_one_is_refused() {
    let words = tempfile::tempdir().expect("a directory");
    let list = words.path().join("names");
    fs::write(&list, "# not here\nadmin\n").expect("it is written");
    let mut server = Binary::start_saying(&["--name-filter", list.to_str().expect("a path")]);
    let mut party = Party::of(&server, 3, json!({ "type": "create_room", "game": "wackee_six" })).await;
    let letters = party.clients[0].welcome["limits"]["name_letters"].as_u64().expect("a number");
    let most = LETTER.repeat(usize::try_from(letters).expect("small"));
    for (given, kept) in [
        (most.as_str(), most.as_str()),
        ("👩\u{200d}🚀 Zoe\u{301}", "👩\u{200d}🚀 Zoé"),
        (" Ana\u{202e}  Mar\u{200b}ía ", "Ana María"),
    ] {
        party.ok(1, rename(given)).await;
        let me = party.clients[1].me.player.clone();
        for client in &party.clients {
            let member = client.model.as_ref().and_then(|model| model.member(&me)).expect("a member");
            assert_eq!(member["name"], kept, "{given:?}");
        }
    }
    for (name, code) in [
        (format!("{most}{LETTER}"), "too_long"),
        (format!("x{}", "\u{301}".repeat(200)), "too_long"),
        (String::new(), "bad_name"),
        ("\u{202e}\u{200b} \u{2060}".to_owned(), "bad_name"),
        ("Admin".to_owned(), "name_refused"),
        ("A\u{200b}d\u{301}m i n".to_owned(), "name_refused"),
    ] {
        let answer = party.refused(1, rename(&name), code).await;
        assert_eq!(answer["detail"]["path"], "name");
    }
    // The same name again is no event.
    let before = party.clients[0].seq;
    party.clients[1].ok(rename("Ana María")).await;
    party.nobody_noticed().await;
    assert_eq!(party.clients[0].seq, before);
    server.kill();
    server.launch();
    party.return_to(&server).await;
    assert_eq!(party.clients[1].welcome["player"]["name"], "Ana María");
    // A name that was taken outside of a room is the one that everybody sees inside.
    party.clients[1].ok(json!({ "type": "leave_room" })).await;
    let mut outside = party.clients.remove(1);
    outside.ok(rename("Zoe")).await;
    assert_eq!(outside.ask(rename("admin")).await["code"], "name_refused");
    outside.ok(json!({ "type": "join_room", "code": party.code })).await;
    let state = outside.wait_for("state").await;
    let names: Vec<&Value> =
        state["room"]["members"].as_array().expect("members").iter().map(|member| &member["name"]).collect();
    assert!(names.contains(&&json!("Zoe")), "{names:?}");
}
