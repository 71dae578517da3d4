//! The whole server but its sockets in this process: lobby, sessions and rooms, with a store in memory
//! and a clock that is moved by hand.

#![allow(clippy::expect_used, clippy::panic, reason = "these are tests, their helpers too")]

mod house;
mod list;
mod matching;
