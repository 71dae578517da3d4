//! The frames on the wire as Rust types, and the contract that is generated from them.
//!
//! No behaviour: nothing here knows a socket, a session or a room's state. [`client`] reads what comes
//! in, [`server`] writes what goes out, [`close`] is the table of close codes, [`schema`] writes all of
//! it down in `proto/` for those who build clients. A new frame of a client is one struct and one line
//! in [`asks`].

pub mod asks;
pub mod catalog;
pub mod client;
pub mod close;
pub mod complaint;
pub mod encode;
pub mod frames;
pub mod rooms;
pub mod schema;
pub mod server;
pub mod strict;

/// The version of the protocol, told in `welcome` and in the subprotocol.
pub const VERSION: u32 = 1;

/// The WebSocket subprotocol that is echoed where a client offers it.
pub const SUBPROTOCOL: &str = "slapdown.v1";

/// The first whole number that is too large for the wire: beyond it JavaScript's numbers have gaps.
pub const WHOLE_END: u64 = 1 << 53;
