//! Two servers on one PostgreSQL database, which take a room from each other again and again: whatever was
//! acknowledged by either is kept, once and in one order.

use serde_json::json;

use crate::postgres;
use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::log;
use crate::support::time::{pause, within};

/// Says something until it is done, as a client would; comes back with how often the room was lost meanwhile.
async fn say(client: &mut Client, text: &str) -> u64 {
    within("the room", async {
        for lost in 0.. {
            let answer = client.ask(json!({ "type": "chat", "text": text })).await;
            if answer["type"] == "ok" {
                return lost;
            }
            // Its former owner did nothing, and says that the room is lost.
            assert_eq!(answer["code"], "room_failed", "{answer}");
            pause(50).await;
        }
        0
    })
    .await
}

#[tokio::test]
async fn servers_that_take_a_room_from_each_other_lose_and_double_nothing() {
    let database = postgres::database().await;
    let url = database.url.clone();
    let mut one = Binary::start_on(database);
    let mut other = Binary::start_saying(&["--database-url", &url]);
    let mut here = Client::guest(one.at).await;
    let code = here.ok(json!({ "type": "create_room", "game": "super_rack_o" })).await["code"].clone();
    here.wait_for("state").await;
    let mut there = Client::guest(other.at).await;
    let mut said = vec!["0".to_owned()];
    assert_eq!(say(&mut here, "0").await, 0);
    // The room is taken from the first.
    there.ok(json!({ "type": "join_room", "code": code })).await;
    there.wait_for("state").await;
    let mut lost = 0;
    for number in 1..12 {
        let client = if number % 2 == 0 { &mut there } else { &mut here };
        let text = number.to_string();
        lost += say(client, &text).await;
        said.push(text);
    }
    assert!(lost > 0, "no owner noticed that it had lost the room");
    println!("two servers: a room was lost {lost} times in {} lines", said.len());
    for server in [&mut one, &mut other] {
        server.signal("TERM");
        assert_eq!(server.ended().await.code(), Some(0));
        assert!(server.log().contains("the room has another owner"), "the host can see why");
    }
    // Fails where a number is missing or there twice.
    log::moves(&one).await;
    let rows = log::rows_in(one.database().expect("a database")).await;
    let kept: Vec<String> = rows
        .iter()
        .flat_map(|(_, _, body)| body["entries"].as_array().expect("entries"))
        .flat_map(|entry| entry["events"].as_array().expect("events"))
        .filter_map(|event| event.pointer("/room/said/word/text")?.as_str().map(str::to_owned))
        .collect();
    assert_eq!(kept, said, "each line that was acknowledged, once and in order");
}
