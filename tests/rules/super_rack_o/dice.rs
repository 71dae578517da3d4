//! Chance for tests: seeds that say which they were, draws from them, and a deal as a room makes it.

use slapdown::games::rng::Draw;
use slapdown::games::super_rack_o::event::{Dealt, Event};
use slapdown::games::super_rack_o::{Options, State, SuperRackO};
use slapdown::games::{Driver, Game, Place, RoomTime, Seat, Seated, Seed, Setup, Side};

/// Says which seed it was when a test fails.
pub struct Seeded(pub u64);

impl Drop for Seeded {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the seed was {}", self.0);
        }
    }
}

pub fn seed(number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed(bytes)
}

pub fn chance(draw: &mut Draw, percent: u32) -> bool {
    draw.below(100) < percent
}

pub fn pick<T: Copy>(draw: &mut Draw, from: &[T]) -> Option<T> {
    from.get(draw.below(u32::try_from(from.len()).expect("few")) as usize).copied()
}

/// Deals as a room would.
pub fn deal(seats: &[Seat], previous: Option<&State>, seed: Seed) -> Dealt {
    let seated: Vec<Seated> = seats
        .iter()
        .map(|seat| Seated {
            seat: *seat,
            place: Place { side: Side(seat.0), role: None },
            driver: Driver::Person,
            online: true,
        })
        .collect();
    let setup = Setup { options: &Options::default(), seats: &seated, round: 1, totals: &[] };
    let Event::Dealt(dealt) = SuperRackO::deal(&setup, previous, seed, RoomTime(500)) else {
        panic!("a deal")
    };
    *dealt
}
