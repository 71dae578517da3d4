//! What the tests of Super Rack-O's rules have, for the tests from outside: cards laid out by hand, the
//! second telling of the rules, and a client's picture of the table.

#![allow(dead_code, clippy::print_stderr, reason = "shared with the tests of the rules, which use all of it")]

#[path = "../rules/super_rack_o/client.rs"]
pub mod client;
#[path = "../rules/super_rack_o/layout.rs"]
pub mod layout;
#[path = "../rules/super_rack_o/model.rs"]
pub mod model;
#[path = "../room/rig.rs"]
pub mod rig;
#[path = "../rules/super_rack_o/table.rs"]
pub mod table;
