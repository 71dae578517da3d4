//! A crowd of bots in many rooms of both games, each watched by its host: tables go on, rounds end, bots are
//! seldom refused, and the server does not grow.
//!
//! `SLAPDOWN_CROWD_ROOMS` and `SLAPDOWN_CROWD_SECONDS` say how many rooms and for how long.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::binary::Binary;
use crate::support::client::Client;
use crate::support::time::{at_most, count, now};

/// Silence after which a table counts as stuck, in milliseconds: a window, a rotation and bad luck.
const STUCK_MS: u64 = 45_000;
/// Refused moves a minute of all bots of a room: lost races, of which a table of six has some.
const REFUSED_A_MINUTE: u64 = 60;
const LEVELS: [&str; 3] = ["easy", "normal", "hard"];

/// A number in the process's own status: KiB of memory, threads.
fn status(server: &Binary, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid())).expect("its status");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("a line of it");
    line.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
}

fn files(server: &Binary) -> usize {
    std::fs::read_dir(format!("/proc/{}/fd", server.pid())).expect("its files").count()
}

/// A room with bots alone, and the host who watches.
async fn room(server: &Binary, number: u64) -> Client {
    let mut host = Client::guest(server.at).await;
    let rack = number % 2 == 1;
    let game = if rack { "super_rack_o" } else { "wackee_six" };
    let mut options = json!({ "bot_pace_ms": 300 });
    if !rack {
        options["starter"] = json!("automatic");
        options["countdown_ms"] = json!(0);
        options["target"] = json!(40);
    }
    host.ok(json!({ "type": "create_room", "game": game, "options": options })).await;
    host.wait_for("state").await;
    let sides = 2 + number / 2 % if rack { 3 } else { 5 };
    for side in 1..=sides {
        let level = LEVELS[usize::try_from((side + number / 2) % 3).expect("small")];
        // One side in each race is a team.
        let roles: &[Option<&str>] = if !rack && side == 1 { &[Some("row"), Some("deck")] } else { &[None] };
        for role in roles {
            let mut add = json!({ "type": "add_bot", "side": side, "level": level });
            if let Some(role) = role {
                add["role"] = json!(role);
            }
            host.ok(add).await;
        }
    }
    host
}

/// Watches for so long and deals again after each round; how many rounds ended, and how many events came.
async fn watch(host: &mut Client, ms: u64) -> (u64, u64) {
    let (begun, first, mut rounds) = (now(), host.seq, 0);
    let mut played = false;
    while begun.elapsed().as_millis() < u128::from(ms) {
        let phase = host.model.as_ref().map_or("", |model| model.phase()).to_owned();
        if phase != "playing" {
            rounds += u64::from(std::mem::take(&mut played));
            host.ok(json!({ "type": "start" })).await;
            continue;
        }
        played = true;
        let before = host.seq;
        let frame: Option<Option<Value>> = at_most(STUCK_MS, host.read()).await;
        let Some(Some(_)) = frame else { panic!("a table is stuck at {before}: {:?}", host.model) };
        // What came is not needed any more; the picture of the table stays.
        host.log.clear();
        host.frames.clear();
        host.answers.clear();
        host.asked.clear();
    }
    (rounds, host.seq - first)
}

#[tokio::test]
async fn a_crowd_of_bots_plays_on_and_the_server_does_not_grow() {
    let (rooms, seconds) = (count("SLAPDOWN_CROWD_ROOMS", 6), count("SLAPDOWN_CROWD_SECONDS", 12));
    let mut server = Binary::start_saying(&["--log", "warn,slapdown::room::bots=debug"]);
    let mut hosts = join_all((0..rooms).map(|number| room(&server, number))).await;

    // The first third fills caches, histories and pools.
    let warm = seconds * 1_000 / 3;
    join_all(hosts.iter_mut().map(|host| watch(host, warm))).await;
    let before = (status(&server, "VmRSS:"), status(&server, "Threads:"), files(&server));
    let watched = join_all(hosts.iter_mut().map(|host| watch(host, seconds * 1_000 - warm))).await;
    let after = (status(&server, "VmRSS:"), status(&server, "Threads:"), files(&server));

    let rounds: u64 = watched.iter().map(|(rounds, _)| rounds).sum();
    let events: u64 = watched.iter().map(|(_, events)| events).sum();
    let refused = server.log().matches("a bot's move was refused").count();
    println!(
        "crowd: {rooms} rooms for {seconds} s; {rounds} rounds ended and {events} events in the last two thirds; \
         {refused} refused moves; KiB, threads, files: {before:?}, then {after:?}"
    );
    assert!(watched.iter().all(|(_, events)| *events > 0), "{watched:?}");
    let allowed = REFUSED_A_MINUTE * rooms * seconds.div_ceil(60);
    assert!(refused as u64 <= allowed, "{refused} refused moves");
    assert!(after.0 <= before.0 + before.0 / 4 + 8 * 1_024, "it grows: {before:?}, {after:?}");
    assert!(after.1 <= before.1 + 8 && after.2 <= before.2 + 8, "it grows: {before:?}, {after:?}");
    if seconds >= 300 {
        assert!(watched.iter().all(|(rounds, _)| *rounds > 0), "a table ends no round: {watched:?}");
    }
    server.signal("TERM");
    assert!(server.ended().await.success());
}
