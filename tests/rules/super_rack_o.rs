//! Super Rack-O. `layout` and `table` make and drive tables, `client` is a client that believes its
//! events, `model` a second, plain telling of the rulings; the other modules are tests.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "helpers of tests fail loudly, and say on which seed"
)]

mod bots;
mod calls;
mod client;
mod dice;
mod layout;
mod leaving;
mod model;
mod orders;
mod pairs;
mod piles;
mod play;
mod positions;
mod rulings;
mod secrets;
mod table;
mod turns;
mod wilds;
mod wire;
