//! A deterministic simulator: one seed drives a real room of Wackee Six, its log, a clock and a crowd of
//! clients who lag, drop, come back, repeat themselves and cheat, over crashes and a store that fails.
//!
//! After every step the invariants of `judge` are checked. `SLAPDOWN_SEED` runs one seed again;
//! `SLAPDOWN_SIM_STEPS` and `SLAPDOWN_SIM_SEEDS` set the size. Reading order: `world` (the room and what
//! surrounds it), `moves` (what people do), `person` and `model` (what a client makes of its frames),
//! `judge` (what must hold).

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says so by a panic")]

mod judge;
mod model;
mod moves;
mod person;
mod world;

use world::World;

/// Seeds of an ordinary run.
const SEEDS: u64 = 36;
/// Steps for each of them.
const STEPS: u64 = 700;

/// A number from the environment, or the usual one.
#[expect(clippy::disallowed_methods, reason = "the size of a run is the tester's to set")]
fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
fn no_order_of_things_breaks_a_room() {
    let steps = setting("SLAPDOWN_SIM_STEPS").unwrap_or(STEPS);
    let seeds = match setting("SLAPDOWN_SEED") {
        Some(seed) => seed..seed + 1,
        None => 1..setting("SLAPDOWN_SIM_SEEDS").unwrap_or(SEEDS) + 1,
    };
    let mut seen = world::Seen::default();
    for seed in seeds {
        let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| World::new(seed).run(steps)));
        match run {
            Ok(counts) => seen.add(&counts),
            Err(panic) => {
                let why = panic.downcast_ref::<String>().map_or("see above", String::as_str);
                panic!("SLAPDOWN_SEED={seed} SLAPDOWN_SIM_STEPS={steps}: {why}");
            }
        }
    }
    // A crowd to which nothing happens would prove nothing.
    if setting("SLAPDOWN_SEED").is_none() {
        seen.assert_enough();
    }
}

#[test]
fn the_same_seed_gives_the_same_log() {
    let log = || World::new(5).log_after(200);
    assert_eq!(log(), log());
}
