//! The bots of both games, on tables of their own: what they play is allowed, comes to an end, and rests
//! on nothing that their seat does not see; and the stronger level wins.
//!
//! `SLAPDOWN_MATCHES` says how many matches each pair of levels plays in the tournament, `SLAPDOWN_TABLES`
//! how many random tables of each game are played out.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a test ends with the first surprise, prints its seed, and reads its length from the environment"
)]

mod arena;
mod mixed;
mod secrets;
mod tournament;

/// A number from the environment, or the one for every run.
fn count(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}
