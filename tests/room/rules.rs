//! What the tests of Super Rack-O's rules have, for its rooms: tables, cards, and pairs of deals.

#![allow(dead_code, clippy::print_stderr, reason = "shared with the tests of the rules, which use all of it")]

#[path = "../rules/super_rack_o/client.rs"]
pub mod client;
#[path = "../rules/super_rack_o/dice.rs"]
pub mod dice;
#[path = "../rules/super_rack_o/layout.rs"]
pub mod layout;
#[path = "../rules/super_rack_o/pairs.rs"]
pub mod pairs;
#[path = "../rules/super_rack_o/table.rs"]
pub mod table;
