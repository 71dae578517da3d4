//! A deterministic simulator: one seed drives a real room of either game, its log, a clock and a crowd of
//! clients who lag, drop, come back, repeat themselves and cheat, over crashes, sleeps and a store that
//! fails. Another drives a whole lobby (`town`): strangers who are matched, watch, leave and are deleted.
//!
//! After every step the invariants of `judge` and `holds` are checked. `SLAPDOWN_SEED` runs one seed
//! again; `SLAPDOWN_SIM_STEPS`, `SLAPDOWN_SIM_SEEDS` and `SLAPDOWN_TOWN_SEEDS` set the size. How often what
//! happened is told at the end, and a run of the usual size must have seen everything that `seen` names.
//! Reading order: `world` (the room and what surrounds it), `moves` and `requests` (what people do), `play`
//! (what is a game's own: `wackee`, `rack`), `person` and `model` (what a client makes of its frames),
//! `judge` and `holds` (what must hold); `town` and `townsfolk` for the lobby.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so by a panic")]
#![expect(clippy::print_stdout, reason = "figures are told to whoever reads the run")]

/// The client of Super Rack-O that the tests of its rules have.
#[path = "../rules/super_rack_o/client.rs"]
#[allow(dead_code, reason = "shared with the tests of the rules, which use all of it")]
mod client;
mod holds;
/// The server without sockets that the tests of the lobby have.
#[path = "../lobby/house.rs"]
#[allow(dead_code, reason = "shared with the tests of the lobby, which use all of it")]
mod house;
mod judge;
mod model;
mod moves;
mod person;
mod play;
mod rack;
mod requests;
mod seen;
mod town;
mod townsfolk;
mod wackee;
mod wackee_client;
mod world;

use play::Play;
use seen::Seen;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::WackeeSix;
use world::World;

/// Seeds of an ordinary run.
const SEEDS: u64 = 36;
/// Steps for each of them.
const STEPS: u64 = 700;
/// The same for a town, in which a step is a good deal more.
const TOWN_SEEDS: u64 = 6;
const TOWN_STEPS: u64 = 260;

/// A number from the environment, or the usual one.
#[expect(clippy::disallowed_methods, reason = "the size of a run is the tester's to set")]
fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Runs one seed after the other for so many steps; the first that fails is named. How often what happened
/// is told, and a run that is not smaller than usual has seen all that it must.
fn all_seeds(name: &str, usual: (u64, u64), must: &[&str], run: impl Fn(u64, u64) -> Seen) {
    let steps = setting("SLAPDOWN_SIM_STEPS").unwrap_or(usual.1);
    let seeds = match setting("SLAPDOWN_SEED") {
        Some(seed) => seed..seed + 1,
        None => 1..setting(name).unwrap_or(usual.0) + 1,
    };
    let is_small = seeds.end - seeds.start < usual.0 || steps < usual.1;
    let mut seen = Seen::default();
    for seed in seeds {
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(seed, steps))) {
            Ok(counts) => seen.add(&counts),
            Err(panic) => {
                let why = panic.downcast_ref::<String>().map_or("see above", String::as_str);
                panic!("SLAPDOWN_SEED={seed} SLAPDOWN_SIM_STEPS={steps}: {why}");
            }
        }
    }
    seen.print();
    // A crowd to which nothing happens would prove nothing.
    if !is_small {
        seen.assert_enough(must);
    }
}

#[test]
fn no_order_of_things_breaks_a_room() {
    all_seeds("SLAPDOWN_SIM_SEEDS", (SEEDS, STEPS), seen::MUST, |seed, steps| {
        // Two rooms of three are of the game with more people and more at once.
        if seed % 3 == 2 {
            World::<SuperRackO>::new(seed).run(steps)
        } else {
            World::<WackeeSix>::new(seed).run(steps)
        }
    });
}

#[test]
fn no_order_of_things_breaks_a_town() {
    all_seeds("SLAPDOWN_TOWN_SEEDS", (TOWN_SEEDS, TOWN_STEPS), seen::MUST_IN_TOWN, town::run);
}

#[test]
fn the_same_seed_gives_the_same_log() {
    fn same<G: Play>(seed: u64) {
        let log = || World::<G>::new(seed).log_after(200);
        assert_eq!(log(), log());
    }
    same::<WackeeSix>(4);
    same::<SuperRackO>(5);
}
