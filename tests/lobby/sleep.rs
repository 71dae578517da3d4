//! Rooms that nobody is in leave nothing behind: no task, no entry, no descriptor, no memory.

use serde_json::json;
use slapdown::limits::{EMPTY_ROOM_MS, GUEST_UNUSED_MS};
use slapdown::server::sweep::Swept;

use crate::house::{House, settle};

/// Rooms in all, and at once.
const ROOMS: usize = 10_000;
const WAVE: usize = 1_000;
/// What the process may have grown by in all these rooms, after the first of them, in bytes: far less
/// than a kilobyte for each, and the allocator does as it likes with pages.
const GROWTH_BYTES_MAX: u64 = 8 * 1024 * 1024;

fn tasks() -> usize {
    tokio::runtime::Handle::current().metrics().num_alive_tasks()
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count)
}

/// Memory that is the process's own, in bytes.
fn resident() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = pages.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or(0) * 4_096
}

/// Makes rooms, sits down in them, and goes away for good.
async fn abandon(house: &House, count: usize) {
    for number in 0..count {
        let mut person = house.guest().await;
        let (game, visibility) = [("wackee_six", "private"), ("super_rack_o", "public")][number % 2];
        person.send(json!({ "type": "create_room", "game": game, "visibility": visibility })).await;
        person.send(json!({ "type": "sit", "side": 1 })).await;
        person.end().await;
    }
    settle().await;
    assert_eq!(house.app.lobby.awake(), count, "each room is awake for a while");
    house.clock.advance(EMPTY_ROOM_MS);
    let mut patience = 0;
    while house.app.lobby.awake() > 0 {
        settle().await;
        patience += 1;
        assert!(patience < 10_000, "{} rooms do not sleep", house.app.lobby.awake());
    }
    settle().await;
    // Rooms and guests are kept for as long as the host keeps them.
    house.clock.advance(GUEST_UNUSED_MS + 1);
    let mut all = Swept::default();
    loop {
        let swept = house.app.desk.sweep().await.expect("a sweep");
        if swept == Swept::default() {
            break;
        }
        all = Swept { rooms: all.rooms + swept.rooms, guests: all.guests + swept.guests };
    }
    assert_eq!(all, Swept { rooms: count, guests: count });
}

/// Set where the test runs in a process of its own: other tests have tasks, descriptors and memory too.
const ALONE: &str = "SLAPDOWN_SLEEPS_ALONE";

#[test]
fn ten_thousand_abandoned_rooms_leave_nothing_behind() {
    if std::env::var_os(ALONE).is_some() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(leaves_nothing_behind());
        return;
    }
    let own = std::env::current_exe().expect("this program");
    let name = "sleep::ten_thousand_abandoned_rooms_leave_nothing_behind";
    let status =
        std::process::Command::new(own).args(["--exact", name, "--nocapture"]).env(ALONE, "1").status();
    assert!(status.expect("it runs").success());
}

async fn leaves_nothing_behind() {
    let house = House::new();
    let (tasks_before, descriptors_before) = (tasks(), descriptors());
    abandon(&house, WAVE).await;
    let resident_before = resident();
    for _ in 1..ROOMS / WAVE {
        abandon(&house, WAVE).await;
    }
    assert_eq!(tasks(), tasks_before);
    assert_eq!(house.app.lobby.board().len(), 0);
    assert!(house.app.desk.people.is_empty());
    assert_eq!(descriptors(), descriptors_before);
    let grown = resident().saturating_sub(resident_before);
    println!(
        "sleep: {ROOMS} rooms, {} MiB resident, {} KiB more than after the first {WAVE}",
        resident() >> 20,
        grown >> 10
    );
    assert!(grown <= GROWTH_BYTES_MAX, "{grown} bytes");
}
