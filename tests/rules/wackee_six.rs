//! Wackee Six: positions, rulings, random play, a second model, the deadlock, secrecy.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a test ends with the first surprise, prints its seed, and reads its length from the environment"
)]

mod applied;
mod bots;
mod deadlock;
mod model;
mod models_agree;
mod pairs;
mod piles;
mod positions;
mod race;
mod random;
mod rulings;
mod secrecy;
mod setup;
mod stuck;
mod teams;
mod turns;
mod votes;
mod wire;
