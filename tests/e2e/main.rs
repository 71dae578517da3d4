//! The release binary from outside: a process, its port, its data directory, and clients that believe
//! nothing but `proto/`.
//!
//! The binary is named by `SLAPDOWN_BIN`, or taken from `target/release`; build it first with
//! `cargo build --release --locked`. Counts are small here and grow by the environment for a long run:
//! `SLAPDOWN_SPOTS` (contested spots), `SLAPDOWN_KILLS` (kills), `SLAPDOWN_SILENT` (silent connections),
//! `SLAPDOWN_IDLE` (idle clients), `SLAPDOWN_CROWD_ROOMS`, `SLAPDOWN_CROWD_SECONDS` (rooms of bots alone),
//! `SLAPDOWN_RACK_MATCHES` (random matches of Super Rack-O),
//! `SLAPDOWN_CHAINS` (chains of reverse cards with kills), `SLAPDOWN_CALLS` (raced calls), `SLAPDOWN_SEED`
//! (to repeat a run).
#![allow(clippy::expect_used, clippy::panic, reason = "these are tests, their helpers too")]
#![expect(clippy::print_stdout, reason = "figures and seeds are told to whoever reads the run")]

mod bad_frames;
mod bots;
mod crowd;
mod disk;
mod hosts;
mod http;
mod idle;
mod kills;
mod meeting;
mod outage;
#[path = "../common/postgres.rs"]
mod postgres;
mod process;
mod race;
mod rack_calls;
mod rack_kills;
mod rack_match;
mod rack_secrecy;
mod rate;
mod records;
#[path = "../common/replays.rs"]
mod replays;
mod replays_kept;
mod resume;
mod rules;
mod secrecy;
mod silent;
mod spots;
mod starts;
mod stops;
mod support;
mod takeover;
mod talk;
mod two_servers;
mod verify;
mod votes;
