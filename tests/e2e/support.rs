//! What all tests here stand on.

pub mod binary;
pub mod card;
pub mod chance;
pub mod client;
pub mod contract;
pub mod http;
pub mod log;
pub mod model;
pub mod play;
pub mod table;
pub mod time;
pub mod wire;
