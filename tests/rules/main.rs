//! The rules of the games, played without a server.

mod wackee_six;
