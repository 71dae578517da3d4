//! What the database keeps of a room of Super Rack-O, read after the process has ended.

use std::path::Path;

use serde_json::Value;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::room::input::Entry;

use super::log;

/// Everything that was decided in the only room, in order.
pub async fn entries(data: &Path) -> Vec<Entry<SuperRackO>> {
    let mut entries = Vec::new();
    let mut next = 1;
    for (first, last, mut body) in log::rows(data).await {
        assert_eq!(first, next, "a number is missing or there twice");
        let kept: Vec<Entry<SuperRackO>> =
            serde_json::from_value(body["entries"].take()).expect("what was decided");
        next = last + 1;
        entries.extend(kept);
    }
    let made: usize = entries.iter().map(|entry| entry.events.len()).sum();
    assert_eq!(u64::try_from(made).expect("few") + 1, next, "the rows hold what their numbers say");
    entries
}

/// How often an event of that name happened in the game.
pub fn count(entries: &[Entry<SuperRackO>], name: &str) -> usize {
    let events = entries.iter().flat_map(|entry| &entry.events);
    let named = events.filter(|event| {
        let event: Value = serde_json::to_value(event).expect("JSON");
        event["game"]["e"] == name
    });
    named.count()
}
