//! Votes and pauses of Wackee Six through a process that stands for five seconds, and through kills: the
//! voices stay, the vote has more time, and who comes back first decides nothing for the others.

use serde_json::{Value, json};

use crate::support::binary::Binary;
use crate::support::card::number;
use crate::support::client::{Client, act};
use crate::support::table::{Table, quick};
use crate::support::time::{now, pause};

/// What a stop gives to an open vote, in milliseconds.
const ALLOWANCE_MS: u64 = 3_000;
/// How long the process stands.
const STOP_MS: u64 = 5_000;
/// A stop is noticed by its length: that much of it may count as time that went by.
const NOTICED_MS: u64 = 1_000;

fn says(motion: &str, agree: bool) -> Value {
    act(json!({ "do": "vote", "for": motion, "agree": agree }))
}

async fn game(client: &mut Client) -> Value {
    client.text(r#"{"type":"sync"}"#).await;
    client.wait_for("state").await["game"].take()
}

/// The process is killed and starts again; that one alone comes back.
async fn kill(server: &mut Binary, table: &mut Table, first: usize) {
    server.kill();
    server.launch();
    for client in &mut table.clients {
        client.until_closed().await;
    }
    table.clients[first].return_blank(server.at).await;
}

/// The others come back too, and everybody is told.
async fn all_return(server: &Binary, table: &mut Table, first: usize) {
    for (place, client) in table.clients.iter_mut().enumerate() {
        if place != first {
            client.return_blank(server.at).await;
        }
    }
    table.settle().await;
}

/// All but one agree, which is not enough; then the last does.
async fn all_agree(table: &mut Table, motion: &str, last: usize, before: &str) {
    let asked =
        usize::try_from(number(&game(&mut table.clients[0]).await["vote"]["by"])).expect("a side") - 1;
    for (place, client) in table.clients.iter_mut().enumerate() {
        if place != asked && place != last {
            client.ok(says(motion, true)).await;
        }
    }
    assert_eq!(game(&mut table.clients[0]).await["phase"], before);
    table.clients[last].ok(says(motion, true)).await;
    table.settle().await;
    let after = if motion == "pause" { "paused" } else { "playing" };
    for client in &mut table.clients {
        assert_eq!(client.model.as_ref().expect("a room").game_phase(), after);
        client.compare_with_state().await;
    }
}

#[tokio::test]
async fn a_vote_and_a_pause_outlast_a_stop_and_kills_and_the_first_one_back_decides_nothing() {
    let mut server = Binary::start();
    // So many that the table is not stuck.
    let mut table = Table::of_singles(server.at, 6, quick()).await;
    table.deal().await;
    table.clients[1].ok(says("pause", true)).await;
    let asked = now();
    table.settle().await;
    server.signal("STOP");
    let stopped = now();
    pause(STOP_MS).await;
    let stood = stopped.elapsed();
    server.signal("CONT");
    let seen = game(&mut table.clients[0]).await;
    let since = u64::try_from(asked.elapsed().saturating_sub(stood).as_millis()).expect("short") + 1;
    assert_eq!((&seen["vote"]["for"], &seen["vote"]["yes"]), (&json!("pause"), &json!([2])), "{seen}");
    let left = number(&seen["vote"]["ends_in"]);
    assert!(left <= 20_000 + ALLOWANCE_MS && left + since + NOTICED_MS >= 20_000 + ALLOWANCE_MS, "{left}");
    let told = table.clients[0].log.values().filter(|event| event["e"] == "vote_extended").count();
    assert_eq!(told, 1, "once");

    // The one who asked is the first back: all who were there are still waited for.
    kill(&mut server, &mut table, 1).await;
    let seen = game(&mut table.clients[1]).await;
    assert_eq!((&seen["phase"], &seen["vote"]["yes"]), (&json!("playing"), &json!([2])), "{seen}");
    all_return(&server, &mut table, 1).await;
    all_agree(&mut table, "pause", 5, "playing").await;
    // A pause stays one, and who asks to go on waits for the others. The host's word would be enough.
    table.clients[2].ok(says("resume", true)).await;
    kill(&mut server, &mut table, 2).await;
    let seen = game(&mut table.clients[2]).await;
    assert_eq!((&seen["phase"], &seen["vote"]["yes"]), (&json!("paused"), &json!([3])), "{seen}");
    assert_eq!(table.clients[2].act(json!({ "do": "turn" })).await["code"], "not_now");
    all_return(&server, &mut table, 2).await;
    all_agree(&mut table, "resume", 0, "paused").await;
    table.clients[0].ok(act(json!({ "do": "turn" }))).await;
}
