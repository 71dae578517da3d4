//! How many actions a second one core judges and carries out.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, reason = "a benchmark, not an interface")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use slapdown::games::wackee_six::options::Starter;
use slapdown::games::wackee_six::{Action, Options, State, WackeeSix};
use slapdown::games::{
    BotLevel, By, Driver, Game, Input, Place, Role, RoomTime, Seated, Seed, Setup, Side, Sight, Stamp, Viewer,
};

/// A round as bots play it: the state when the race began, and every action with its instant.
fn recorded(sides: u8, number: u8) -> (State, Vec<(Input<Action>, RoomTime)>) {
    let options = Options { starter: Starter::Automatic, countdown_ms: 0, ..Options::default() };
    let seats: Vec<Seated> = (1..=sides)
        .map(|side| {
            let place = Place { side: Side(side), role: Some(Role::Solo) };
            Seated { seat: WackeeSix::seat(place), place, driver: Driver::Bot, online: true }
        })
        .collect();
    let setup = Setup { options: &options, seats: &seats, round: 1, totals: &[] };
    let mut now = RoomTime(0);
    let event = WackeeSix::deal(&setup, None, Seed([number; 32]), now);
    let mut state = WackeeSix::open(&event, Stamp { seq: 1, at: now }).expect("a round");
    settle(&mut state, now);
    let begun = state.clone();
    let mut draw = Seed([number; 32]).draw();
    let mut inputs = Vec::new();
    while WackeeSix::result(&state).is_none() && inputs.len() < 20_000 {
        for seated in &seats {
            now = now.plus(60);
            settle(&mut state, now);
            let view = WackeeSix::view(&state, Viewer::Seat(seated.seat), now);
            let sight = Sight { view: &view, options: &options, seat: seated.seat };
            let Some(action) = WackeeSix::think(&sight, BotLevel::Easy, &mut draw) else {
                continue;
            };
            let input = Input::Act { by: By { seat: Some(seated.seat), host: false }, action };
            step(&mut state, &input, now);
            inputs.push((input, now));
        }
    }
    (begun, inputs)
}

fn settle(state: &mut State, now: RoomTime) {
    while let Some(event) = WackeeSix::follow(state, now) {
        WackeeSix::evolve(state, &event, Stamp { seq: 2, at: now });
    }
}

/// What a room does for an action: what is due, the verdict, and all that follows.
fn step(state: &mut State, input: &Input<Action>, now: RoomTime) {
    settle(state, now);
    if let Ok(Some(event)) = WackeeSix::decide(state, input, now) {
        WackeeSix::evolve(state, &event, Stamp { seq: 2, at: now });
        settle(state, now);
    }
}

fn rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("wackee_six");
    for sides in [2, 6] {
        let (begun, inputs) = recorded(sides, 7);
        group.throughput(Throughput::Elements(inputs.len() as u64));
        group.bench_function(format!("a round of {sides} sides"), |bencher| {
            bencher.iter_batched(
                || begun.clone(),
                |mut state| {
                    for (input, now) in &inputs {
                        step(&mut state, input, *now);
                    }
                    black_box(state)
                },
                BatchSize::SmallInput,
            );
        });
        let (mut middle, half) = (begun.clone(), inputs.len() / 2);
        for (input, now) in &inputs[..half] {
            step(&mut middle, input, *now);
        }
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("the clone of a state of {sides} sides"), |bencher| {
            bencher.iter(|| black_box(middle.clone()));
        });
    }
    group.finish();
}

criterion_group!(benches, rounds);
criterion_main!(benches);
