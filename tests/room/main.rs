//! What a room promises, on its core (time and store by hand) and on its task (a store in memory, a
//! clock that is moved by hand). Each test names its claim.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so by a panic")]
#![expect(clippy::print_stdout, reason = "figures are told to whoever reads the run")]

mod actor;
mod archive;
mod bot_pace;
mod bots;
mod capacity;
mod coming;
mod deadlines;
mod fragile;
mod host;
mod ladder;
mod life;
#[path = "../common/replays.rs"]
mod lines;
mod options;
mod pacing;
mod played;
#[path = "../common/postgres.rs"]
mod postgres;
mod rack;
mod rack_calls;
mod rack_life;
mod rack_secrets;
mod replays;
mod requests;
mod results;
mod rig;
mod rounds;
mod rules;
mod seats;
mod secrecy;
mod size;
mod storage;
mod table;
mod talk;
mod votes;
mod waiting;
mod watching;
