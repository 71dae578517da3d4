//! The whole server but its sockets in this process: lobby, sessions and rooms, with a store in memory
//! and a clock that is moved by hand.

#![allow(clippy::expect_used, clippy::panic, reason = "these are tests, their helpers too")]
#![expect(clippy::print_stdout, reason = "figures are told to whoever reads the run")]

mod guests;
mod house;
mod list;
mod matching;
mod sleep;
mod sweeping;
