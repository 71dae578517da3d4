//! One person and bots: a round to its end, and no bot that plays on alone.

use serde_json::json;

use crate::support::binary::Binary;
use crate::support::chance::Chance;
use crate::support::client::Client;
use crate::support::table::{quick_with, race};
use crate::support::time::{now, pause, seed, within};

#[tokio::test]
async fn one_person_plays_a_match_against_bots_and_they_stop_when_nobody_is_there() {
    let seed = seed("bots");
    let server = Binary::start();
    let mut person = Client::guest(server.at).await;
    let options = quick_with(json!({ "bot_pace_ms": 40 }));
    person.ok(json!({ "type": "create_room", "game": "wackee_six", "options": options })).await;
    person.wait_for("state").await;
    person.ok(json!({ "type": "sit", "side": 1 })).await;
    person.ok(json!({ "type": "add_bot", "side": 2, "level": "easy" })).await;
    person.ok(json!({ "type": "add_bot", "side": 4, "role": "row", "level": "easy" })).await;
    person.ok(json!({ "type": "add_bot", "side": 4, "role": "deck", "level": "easy" })).await;

    let begun = now();
    assert!(race(&mut person, &mut Chance(seed), |model| model.phase() == "over").await);
    let moved = |side: u64, client: &Client, from: u64| {
        let of_side = |event: &&serde_json::Value| event["side"] == side;
        let moves = |event: &&serde_json::Value| {
            matches!(event["e"].as_str(), Some("turned" | "played" | "pair_played"))
        };
        client.log.range(from..).map(|(_, event)| event).filter(of_side).filter(moves).count()
    };
    let moves = [2, 4].map(|side| moved(side, &person, 0));
    assert!(moves.iter().all(|moves| *moves > 0), "a bot did nothing: {moves:?}");
    person.compare_with_state().await;
    println!("bots: a match in {:.1} s; bots moved {moves:?} times", begun.elapsed().as_secs_f32());

    // Another round, and the person goes in the middle of it.
    assert!(race(&mut person, &mut Chance(seed), |model| model.game_phase() == "playing").await);
    let began = person.seq;
    within("the bots", async {
        while moved(2, &person, began) < 3 {
            person.read().await.expect("a frame");
        }
    })
    .await;
    let known = person.seq;
    person.socket = crate::support::wire::open(server.at).await;
    pause(1_500).await;
    person.resume(server.at).await;
    person.until(known + 1).await;
    within("its own return", async {
        while !person
            .log
            .range(known + 1..)
            .any(|(_, event)| event["e"] == "online" && event["online"] == true)
        {
            person.read().await.expect("a frame");
        }
    })
    .await;
    let events: Vec<_> = person.log.range(known + 1..).map(|(_, event)| event).collect();
    let gone =
        events.iter().position(|event| event["e"] == "online" && event["online"] == false).expect("it went");
    let back = events
        .iter()
        .position(|event| event["e"] == "online" && event["online"] == true)
        .expect("it is back");
    let meanwhile =
        events[gone..back].iter().filter(|event| event["e"] == "turned" || event["e"] == "played").count();
    assert_eq!(meanwhile, 0, "bots played for nobody: {events:?}");
    // And they go on with the person.
    let back = person.seq;
    within("the bots again", async {
        while moved(2, &person, back) + moved(4, &person, back) < 3 {
            person.read().await.expect("a frame");
        }
    })
    .await;
}
