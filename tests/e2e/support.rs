//! What all tests here stand on.

pub mod ballot;
pub mod binary;
pub mod card;
pub mod chance;
pub mod client;
pub mod contract;
pub mod http;
pub mod log;
pub mod model;
pub mod party;
pub mod play;
pub mod rack;
pub mod rack_fold;
pub mod rack_judge;
pub mod rack_log;
pub mod rack_scan;
pub mod small_disk;
pub mod table;
pub mod time;
pub mod wire;
