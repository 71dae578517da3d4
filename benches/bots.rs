//! What a decision of a bot costs, of each level in both games. It may cost 2 ms.
//!
//! Typical decisions, on tables in the middle of a game, are measured by criterion. Then whole matches are
//! played at tables of every size, and each decision of every seat at every level is measured by itself:
//! how many there were, the median, the slowest of a hundred, of a thousand, and of all.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, reason = "a benchmark, not an interface")]
#![allow(clippy::panic, reason = "the table of the tests says so by a panic when it cannot go on")]
#![expect(clippy::print_stdout, reason = "figures are told to whoever reads the run")]

/// The table of bots that the tests of the rules have.
#[path = "../tests/rules/bots/arena.rs"]
#[allow(dead_code, reason = "shared with the tests of the rules, which use all of it")]
mod arena;

use std::hint::black_box;
use std::time::{Duration, Instant};

use arena::{Arena, Player, seed};
use criterion::{Criterion, criterion_group};
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::WackeeSix;
use slapdown::games::{BotLevel, Game, Place, Role, Seat, Side, Sight, Viewer};
use slapdown::limits::BOT_THINKS_MS;

/// Matches of Wackee Six that are measured decision by decision, at tables of 2 to 6 sides, alone and in
/// teams.
const MATCHES: u64 = 10;
/// The same of Super Rack-O, at tables of 2 to 4: a match is one game.
const GAMES: u64 = 90;
/// Thoughts after which a round counts as stuck.
const THOUGHTS_MAX: usize = 60_000;

/// Bots of all levels on so many sides; in teams where there are roles for it.
fn players(sides: u8, roles: &[Option<Role>], number: u64) -> Vec<Player> {
    let places =
        (1..=sides).flat_map(|side| roles.iter().map(move |role| Place { side: Side(side), role: *role }));
    let level = |at: u64| BotLevel::ALL[usize::try_from((at + number) % 3).expect("small")];
    (0..).zip(places).map(|(at, place)| Player { place, level: level(at) }).collect()
}

fn table<G: Game>(number: u64) -> Vec<Player> {
    let sides = 2 + u8::try_from(number % u64::from(G::SIDES - 1)).expect("small");
    // In teams, alone, or in a game without roles.
    let roles: &[Option<Role>] = match (G::NAME == WackeeSix::NAME, number % 2) {
        (false, _) => &[None],
        (true, 0) => &[Some(Role::Solo)],
        (true, _) => &[Some(Role::Row), Some(Role::Deck)],
    };
    players(sides, roles, number)
}

/// Views of seats that have something to decide, out of games that bots play.
fn views<G: Game>(sides: u8, roles: &[Option<Role>]) -> Vec<(G::View, Seat)> {
    let (options, mut views, mut number) = (G::Options::default(), Vec::new(), 0);
    while views.len() < 400 {
        number += 1;
        let mut arena = Arena::<G>::deal(&options, &players(sides, roles, number), (1, &[], None), number);
        for _ in 0..200 {
            arena.step();
            let (seat, _) = arena.players[views.len() % arena.players.len()];
            views.push((G::view(&arena.state, Viewer::Seat(seat), arena.now), seat));
        }
    }
    views
}

fn typical<G: Game>(criterion: &mut Criterion, sides: u8, roles: &[Option<Role>]) {
    let mut group = criterion.benchmark_group(G::NAME);
    let (views, options) = (views::<G>(sides, roles), G::Options::default());
    for level in BotLevel::ALL {
        let (mut draw, mut turn) = (seed(3).draw(), views.iter().cycle());
        group.bench_function(format!("a decision, {level:?}"), |bencher| {
            bencher.iter(|| {
                let (view, seat) = turn.next().expect("a view");
                let sight = Sight { view, options: &options, seat: *seat };
                black_box(G::think(&sight, *level, &mut draw))
            });
        });
    }
    group.finish();
}

/// What each decision took, by level.
type Taken = [Vec<Duration>; BotLevel::ALL.len()];

/// Has every seat decide at every level, on the table as it is now.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures")]
fn measure<G: Game>(arena: &Arena<G>, number: u64, taken: &mut Taken) {
    for (seat, _) in &arena.players {
        let view = G::view(&arena.state, Viewer::Seat(*seat), arena.now);
        let sight = Sight { view: &view, options: &arena.options, seat: *seat };
        for (level, taken) in BotLevel::ALL.iter().zip(taken.iter_mut()) {
            let mut draw = seed(number).draw();
            let started = Instant::now();
            black_box(G::think(&sight, *level, &mut draw));
            taken.push(started.elapsed());
        }
    }
}

/// Plays whole matches and measures every decision in them.
fn whole<G: Game>(matches: u64) {
    let options = G::Options::default();
    let mut taken = Taken::default();
    let mut rounds = 0;
    for number in 0..matches {
        let players = table::<G>(number);
        let (mut totals, mut previous, mut round) = (Vec::new(), None, 0);
        loop {
            round += 1;
            rounds += 1;
            let dealt = (round, &totals[..], previous.as_ref());
            let mut arena =
                Arena::<G>::deal(&options, &players, dealt, number * 1_000 + u64::from(round)).unchecked();
            let result = (0..THOUGHTS_MAX).find_map(|thought| {
                measure(&arena, number + thought as u64, &mut taken);
                arena.step();
                G::result(&arena.state)
            });
            let result = result.expect("a round comes to its end");
            if result.winners.is_some() {
                break;
            }
            totals = result.totals;
            previous = Some(arena.state);
        }
    }
    println!("\n{}: every decision of {matches} matches ({rounds} rounds), in microseconds", G::NAME);
    println!(
        "{:>8} {:>10} {:>9} {:>9} {:>9} {:>9} {:>12}",
        "level", "decisions", "median", "99 %", "99.9 %", "max", "over 2 ms"
    );
    for (level, taken) in BotLevel::ALL.iter().zip(&mut taken) {
        taken.sort_unstable();
        let at = |share: f64| micros(taken[rank(taken.len(), share)]);
        let over = taken.iter().filter(|took| **took > Duration::from_millis(BOT_THINKS_MS)).count();
        let level = format!("{level:?}").to_lowercase();
        let (count, [median, hundredth, thousandth, max]) = (taken.len(), [0.5, 0.99, 0.999, 1.0].map(at));
        println!(
            "{level:>8} {count:>10} {median:>9.1} {hundredth:>9.1} {thousandth:>9.1} {max:>9.1} {over:>12}"
        );
    }
}

fn micros(took: Duration) -> f64 {
    took.as_secs_f64() * 1e6
}

/// The place of the share in a sorted list of so many.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a share of a length is one"
)]
fn rank(count: usize, share: f64) -> usize {
    ((count as f64 * share) as usize).min(count - 1)
}

fn decisions(criterion: &mut Criterion) {
    typical::<WackeeSix>(criterion, 6, &[Some(Role::Solo)]);
    typical::<SuperRackO>(criterion, 4, &[None]);
}

criterion_group!(benches, decisions);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    // `cargo test` only tries whether a benchmark runs.
    if std::env::args().any(|argument| argument == "--bench") {
        whole::<WackeeSix>(MATCHES);
        whole::<SuperRackO>(GAMES);
    }
}
