//! The rules of the games, tested through the trait `Game` alone.

mod super_rack_o;
