//! The server's plumbing over real sockets, with a toy in place of sessions and lobby.

#![allow(clippy::expect_used, clippy::panic, reason = "these are tests, their helpers too")]

mod binary;
mod catalog;
mod flood;
mod frames;
mod http;
mod life;
mod page;
mod records;
mod slow;
mod support;
