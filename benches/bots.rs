//! What a decision of a bot costs, at each level, on tables in the middle of a game. It may cost 2 ms.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, reason = "a benchmark, not an interface")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::WackeeSix;
use slapdown::games::{
    BotLevel, By, Driver, Game, Input, Place, Role, RoomTime, Seated, Seed, Setup, Side, Sight, Stamp, Viewer,
};

fn settle<G: Game>(state: &mut G::State, now: RoomTime) {
    while let Some(event) = G::follow(state, now) {
        G::evolve(state, &event, Stamp { seq: 2, at: now });
    }
}

/// Views of seats that have something to decide, out of games that bots play.
fn views<G: Game>(sides: u8, role: Option<Role>) -> Vec<(G::View, Seated)> {
    let options = G::Options::default();
    let seats: Vec<Seated> = (1..=sides)
        .map(|side| {
            let place = Place { side: Side(side), role };
            Seated { seat: G::seat(place), place, driver: Driver::Bot, online: true }
        })
        .collect();
    let (mut views, mut draw) = (Vec::new(), Seed([7; 32]).draw());
    while views.len() < 400 {
        let setup = Setup { options: &options, seats: &seats, round: 1, totals: &[] };
        let mut now = RoomTime(0);
        let dealt = G::deal(&setup, None, draw.seed(), now);
        let mut state = G::open(&dealt, Stamp { seq: 1, at: now }).expect("a round");
        if G::starters(&state).is_some() {
            let action = serde_json::from_str(r#"{"do":"start"}"#).expect("an action");
            let input = Input::Act { by: By { seat: None, host: true }, action };
            let event = G::decide(&state, &input, now).ok().flatten().expect("it starts");
            G::evolve(&mut state, &event, Stamp { seq: 2, at: now });
        }
        for _ in 0..60 {
            for seated in &seats {
                now = now.plus(700);
                settle::<G>(&mut state, now);
                let view = G::view(&state, Viewer::Seat(seated.seat), now);
                let sight = Sight { view: &view, options: &options, seat: seated.seat };
                let Some(action) = G::think(&sight, BotLevel::Normal, &mut draw) else { continue };
                let by = By { seat: Some(seated.seat), host: false };
                if let Ok(Some(event)) = G::decide(&state, &Input::Act { by, action }, now) {
                    G::evolve(&mut state, &event, Stamp { seq: 2, at: now });
                    settle::<G>(&mut state, now);
                }
                views.push((view, *seated));
            }
        }
    }
    views
}

fn game<G: Game>(criterion: &mut Criterion, sides: u8, role: Option<Role>) {
    let mut group = criterion.benchmark_group(G::NAME);
    let (views, options) = (views::<G>(sides, role), G::Options::default());
    for level in BotLevel::ALL {
        let (mut draw, mut turn) = (Seed([3; 32]).draw(), views.iter().cycle());
        group.bench_function(format!("a decision, {level:?}"), |bencher| {
            bencher.iter(|| {
                let (view, seated) = turn.next().expect("a view");
                let sight = Sight { view, options: &options, seat: seated.seat };
                black_box(G::think(&sight, *level, &mut draw))
            });
        });
    }
    group.finish();
}

fn decisions(criterion: &mut Criterion) {
    game::<WackeeSix>(criterion, 6, Some(Role::Solo));
    game::<SuperRackO>(criterion, 4, None);
}

criterion_group!(benches, decisions);
criterion_main!(benches);
