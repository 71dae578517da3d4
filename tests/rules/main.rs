//! The rules of the games, tested through the trait `Game` alone: no room, no server.

mod bots;
mod fair_deals;
mod named;
mod super_rack_o;
mod wackee_six;
