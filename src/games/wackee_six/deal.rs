//! The deal (rulings 5 to 8), who may start the race (ruling 10).

use super::card::{Card, DECK, deck};
use super::event::{Dealt, Event};
use super::options::{Options, Starter};
use super::score::before;
use super::state::{ANYONE_STARTS_MS, Due, Person, Phase, State, Table};
use super::{WackeeSix, options};
use crate::games::{RoomTime, Seat, Seated, Seed, Setup, Side, Stamp, Starters};

/// The event that opens a round.
pub(super) fn deal(setup: &Setup<'_, WackeeSix>, seed: Seed, now: RoomTime) -> Event {
    let options = *setup.options;
    let rows = tables(setup.seats, seed).into_iter().map(|table| (table.side, table.row)).collect();
    Event::Dealt(Box::new(Dealt {
        options,
        round: setup.round,
        totals: setup.totals.to_vec(),
        seats: setup.seats.to_vec(),
        seed,
        rows,
        starts: (options.starter == Starter::Automatic).then(|| now.plus(options.countdown_ms)),
    }))
}

/// The state that a dealt round begins with.
pub(super) fn open(dealt: &Dealt, stamp: Stamp) -> State {
    let mut seats: Vec<Person> = dealt.seats.iter().map(|seated| Person::dealt(*seated, stamp.at)).collect();
    seats.sort_unstable_by_key(|person| person.seat);
    State {
        options: dealt.options,
        round: dealt.round,
        totals: dealt.totals.clone(),
        dealt_at: stamp.at,
        phase: dealt.starts.map_or(Phase::Dealt, |ends| Phase::Countdown { ends, then: None }),
        seats,
        sides: tables(&dealt.seats, dealt.seed),
        piles: Vec::with_capacity(24),
        due: Due::default(),
        clocks: None,
        rotations: 0,
        just_rotated: false,
        vote: None,
        first_out: None,
        called: false,
        scored: None,
    }
}

/// Each side's own deck, shuffled by itself and laid out: six face up, six face down in one pile, the
/// rest the stock. Sides are dealt in ascending order from one stream of chance.
fn tables(seats: &[Seated], seed: Seed) -> Vec<Table> {
    let mut sides: Vec<Side> = seats.iter().map(|seated| seated.place.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let mut draw = seed.draw();
    sides
        .into_iter()
        .map(|side| {
            let mut cards = deck();
            draw.shuffle(&mut cards);
            lay_out(side, &cards)
        })
        .collect()
}

/// Lays a shuffled deck out, its top card first.
fn lay_out(side: Side, cards: &[Card; DECK]) -> Table {
    // Piles are kept with the top at the end.
    let pile = |from: usize, to: usize| {
        let mut pile = Vec::with_capacity(DECK);
        pile.extend(cards[from..to].iter().rev());
        pile
    };
    Table {
        side,
        row: std::array::from_fn(|slot| Some(cards[slot])),
        face_down: pile(6, 12),
        stock: pile(12, DECK),
        waste: Vec::with_capacity(DECK),
        played: 0,
        out: false,
        penalty: 0,
        turned_at: None,
        locked_until: None,
    }
}

/// Who may say that the race begins; none when nobody needs to.
pub(super) fn starters(state: &State) -> Option<Starters> {
    if state.phase != Phase::Dealt {
        return None;
    }
    let anyone_at = state.dealt_at.plus(ANYONE_STARTS_MS);
    let seats = match state.options.starter {
        Starter::LowestTotal => lowest(state),
        Starter::Host | Starter::Automatic => Vec::new(),
    };
    Some(Starters { host: seats.is_empty(), seats, anyone_at })
}

/// The people of the side with the lowest total. None in the first round and on a tie, and none where
/// only bots sit there, as a bot starts no race: then it is for the host.
fn lowest(state: &State) -> Vec<Seat> {
    if state.round <= 1 {
        return Vec::new();
    }
    let total = |side: Side| before(&state.totals, side);
    let Some(least) = state.sides.iter().map(|table| total(table.side)).min() else { return Vec::new() };
    let mut last = state.sides.iter().filter(|table| total(table.side) == least);
    let (Some(table), None) = (last.next(), last.next()) else { return Vec::new() };
    let people = state.seats.iter().filter(|person| person.side == table.side && !person.bot);
    people.map(|person| person.seat).collect()
}

/// What the options say of somebody who is away (ruling 56).
pub(super) fn absent(options: &Options) -> crate::games::Absent {
    let then = match options.absent {
        options::AbsentSeat::Bot => crate::games::Driver::Bot,
        options::AbsentSeat::Hold => crate::games::Driver::None,
    };
    crate::games::Absent { after_ms: options.absent_after_ms, then }
}
