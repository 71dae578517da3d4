//! Names that clients elsewhere rely on: they may be added to, never changed or taken away.

use std::collections::BTreeSet;

use slapdown::games::list;
use slapdown::protocol::{asks, close, server};

/// Every error code that was ever published.
const CODES: &str = include_str!("pinned_codes.txt");

#[test]
fn no_published_code_has_vanished() {
    let now: BTreeSet<&str> = list::codes().map(|code| code.name).collect();
    let published: BTreeSet<&str> = CODES.lines().filter(|line| !line.starts_with('#')).collect();
    let gone: Vec<_> = published.difference(&now).collect();
    assert!(gone.is_empty(), "clients rely on {gone:?}");
    let new: Vec<_> = now.difference(&published).collect();
    assert!(new.is_empty(), "add {new:?} to tests/protocol/pinned_codes.txt");
}

#[test]
fn close_codes_stand() {
    let numbers: Vec<_> = close::ALL.iter().map(|close| close.code).collect();
    let published =
        [1001, 1002, 1003, 1007, 1008, 1009, 1011, 1012, 1013, 4001, 4002, 4003, 4004, 4008, 4009, 4010];
    assert_eq!(numbers, published);
}

#[test]
fn frames_stand() {
    let client = [
        "hello",
        "create_room",
        "join_room",
        "leave_room",
        "quick_match",
        "list_rooms",
        "watch_rooms",
        "sit",
        "stand",
        "ready",
        "set_options",
        "add_bot",
        "remove_bot",
        "chat",
        "react",
        "rename",
        "mute",
        "ban",
        "unban",
        "kick",
        "make_host",
        "start",
        "act",
        "sync",
        "ping",
    ];
    for word in client {
        assert!(asks::TYPES.contains(&word), "{word}");
    }
    for word in ["welcome", "ok", "error", "state", "events", "rooms", "pong", "bye"] {
        assert!(server::TYPES.contains(&word), "{word}");
    }
}
