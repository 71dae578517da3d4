//! What a room promises, on its core (time and store by hand) and on its task (a store in memory, a
//! clock that is moved by hand). Each test names its claim.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so by a panic")]

mod actor;
mod bots;
mod coming;
mod fragile;
mod host;
mod life;
mod pacing;
mod requests;
mod rounds;
mod seats;
mod secrecy;
mod storage;
mod table;
mod talk;
