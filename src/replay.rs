//! Replays: all that happened in a match that is over, so that anybody can see it again and check it.
//!
//! A replay is NDJSON: a line for the match, then for each round a line for its deal, one for each step,
//! one for each lost race and one for the score, then an end. `docs/replay.md` describes it. No chat, no
//! sessions, no addresses: what a line holds is listed in [`line`], and nothing else gets in.
//!
//! [`write`] makes the lines out of a room's log and runs no rules; [`verify`] deals and decides again
//! and compares; [`pack`] is how they are kept; [`keep`] fetches them and puts them in place of the log.
//! No sockets and no SQL.

pub mod keep;
pub mod line;
pub mod pack;
pub mod verify;
pub mod write;

/// The number of the format. What changes the meaning of a line gets the next one; a new field does not.
pub const FORMAT: u32 = 1;
