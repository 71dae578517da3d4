//! How often what happened, by name: what a run of the usual size must have seen, it must have seen.

use std::collections::BTreeMap;

/// Counts by name.
#[derive(Debug, Default, Clone)]
pub struct Seen(BTreeMap<&'static str, u64>);

/// What happens to rooms in every run of the usual size. One of these that never happened would be a crowd that
/// proves nothing of it.
pub const MUST: &[&str] = &[
    // The room, its log and its store.
    "answers",
    "appends lost",
    "appends kept and not told of",
    "answers that the log alone makes",
    "crashes",
    "events",
    "lost races noted",
    "pictures compared",
    "public rows compared",
    "repeats answered as the first time",
    "sleeps",
    "states in place of events",
    "woken by a visitor",
    // Coming, going, meeting.
    "a ban kept somebody out",
    "a held place was refused to another",
    "a locked room kept somebody out",
    "a mute kept somebody silent",
    "bans",
    "came back to the place",
    "guests deleted",
    "kicks",
    "left in mid-round",
    "matched in",
    "matched elsewhere",
    "mutes",
    "places held",
    "unbans",
    "watchers who sat down",
    // Hosts.
    "hosts made",
    "hosts succeeded",
    // Bots and absence.
    "bots added (easy)",
    "bots added (hard)",
    "bots added (normal)",
    "bots filled in",
    "bots removed",
    "bots' moves",
    "bots' moves refused",
    "seats a bot stood in for",
    "seats held still",
    "seats taken over again",
    "away and counted as ready",
    "away and the place free again",
    // Wackee Six.
    "deals of Wackee Six",
    "full tables of six teams",
    "cards laid",
    "rounds ended by their limit",
    "rounds ended by a side that is out",
    "rounds ended by a vote",
    "votes to rotate",
    "votes to pause",
    "votes to go on",
    "votes to end",
    "pauses",
    "pauses ended",
    "rotations by vote",
    "partners who may cover",
    // Super Rack-O.
    "deals of Super Rack-O",
    "games won",
    "orders given",
    "orders turned round",
    "orders carried out",
    "racks set aside",
    "turns ended by the clock",
    "false calls",
    // Both.
    "matches",
    "rounds",
];

/// The same for the lobby.
pub const MUST_IN_TOWN: &[&str] = &[
    "bots filled in",
    "came back to the room",
    "came in by a code",
    "came to watch",
    "guests deleted on their wish",
    "guests swept away",
    "left a room",
    "matched into a room that waited",
    "matched into a room that was opened",
    "matches begun",
    "places held",
    "removed by the host",
    "rooms asleep",
    "rooms looked into",
    "rooms swept away",
    "rooms woken",
    "sat down",
    "the store was out",
];

impl Seen {
    /// It happened once more.
    pub fn note(&mut self, what: &'static str) {
        self.add_to(what, 1);
    }

    /// It happened so often.
    pub fn add_to(&mut self, what: &'static str, times: u64) {
        *self.0.entry(what).or_default() += times;
    }

    /// Adds what another run has seen.
    pub fn add(&mut self, other: &Self) {
        for (what, times) in &other.0 {
            self.add_to(what, *times);
        }
    }

    /// Says how often what happened.
    pub fn print(&self) {
        for (what, times) in &self.0 {
            println!("sim: {times:>8} {what}");
        }
    }

    /// Panics when something never happened.
    pub fn assert_enough(&self, must: &[&str]) {
        let never: Vec<_> = must.iter().filter(|what| !self.0.contains_key(*what)).collect();
        assert!(never.is_empty(), "never happened: {never:?}");
    }
}
