//! Slapdown, a real-time multiplayer card-game server.
//!
//! The layers, each importing only what stands above it here:
//! [`games`] (pure rules), [`store`] (what survives), [`room`] (one actor for each room), [`replay`] (matches that are over, seen
//! again and checked), [`protocol`] (the frames), [`lobby`] (rooms by code, guests, who is connected), [`server`] (sockets, sessions and HTTP),
//! [`app`] and [`cli`] (put the parts together). [`chance`], [`clock`], [`code`], [`ids`], [`limits`],
//! [`nearest`], [`rate`], [`rating`] and [`text`] are leaves.

pub mod app;
pub mod chance;
pub mod cli;
pub mod clock;
pub mod code;
pub mod config;
pub mod games;
pub mod ids;
pub mod limits;
pub mod lobby;
pub mod nearest;
pub mod protocol;
pub mod rate;
pub mod rating;
pub mod replay;
pub mod room;
pub mod server;
pub mod shutdown;
pub mod store;
pub mod telemetry;
pub mod text;
