//! The deal: who deals, the shuffle, the zigzag (rulings 64 to 66), and the reshuffle (ruling 102).

use super::card::Card;
use super::event::{Dealt, Reshuffle, SeatRack};
use super::rack::Rack;
use super::slot::RackSlot;
use super::state::{State, turn_ends_at};
use super::turn::Next;
use crate::games::{RoomTime, Seat, Seed, Setup};

use super::SuperRackO;

/// Deals a game. All chance of it comes from `seed`: the shuffle, the dealer of the first game and, one
/// after another, the reshuffles.
#[must_use]
pub fn deal(setup: &Setup<'_, SuperRackO>, previous: Option<&State>, seed: Seed, now: RoomTime) -> Dealt {
    let mut draw = seed.draw();
    let mut cards = Card::both_decks();
    draw.shuffle(&mut cards);
    let seats: Vec<Seat> = setup.seats.iter().map(|seated| seated.seat).collect();
    let chosen = draw.below(u32::try_from(seats.len()).unwrap_or(0)) as usize;
    let dealer = match previous {
        Some(last) => left_of(&seats, last.dealer()),
        None => seats.get(chosen).copied(),
    }
    .unwrap_or(Seat(1));
    let Laid { racks, draw_pile, discard } = lay(&cards, &seats, dealer);
    let turn = left_of(&seats, dealer).unwrap_or(dealer);
    Dealt {
        options: setup.options.clone(),
        round: setup.round,
        totals: setup.totals.to_vec(),
        dealer,
        racks,
        draw_pile,
        discard,
        chance: draw.seed(),
        next: Next { turn, skipped: Vec::new(), ends_at: turn_ends_at(setup.options, now) },
    }
}

/// The next higher seat that is taken, around the table (ruling 65).
fn left_of(seats: &[Seat], seat: Seat) -> Option<Seat> {
    let higher = seats.iter().copied().filter(|other| *other > seat).min();
    higher.or_else(|| seats.iter().copied().min())
}

/// Cards laid out.
#[derive(Debug, Clone, PartialEq)]
pub struct Laid {
    /// The racks, in ascending order of seats.
    pub racks: Vec<SeatRack>,
    /// The draw pile, its top last.
    pub draw_pile: Vec<Card>,
    /// The discard pile, its top last.
    pub discard: Vec<Card>,
}

/// Lays `cards` out as they come: one at a time from the dealer's left, each rack in zigzag, then the
/// first discard; the rest is the draw pile (rulings 65 and 66). `seats` are in ascending order.
#[must_use]
pub fn lay(cards: &[Card], seats: &[Seat], dealer: Seat) -> Laid {
    let dealt = RackSlot::all().count() * seats.len();
    // The first to get a card is the lowest seat above the dealer's, or the lowest of all.
    let first = seats.iter().position(|seat| *seat > dealer).unwrap_or(0);
    let racks = seats
        .iter()
        .enumerate()
        .map(|(at, &seat)| {
            let offset = (at + seats.len() - first) % seats.len();
            let slots: Vec<RackSlot> = RackSlot::zigzag().collect();
            let rack = Rack::new(|slot| {
                let turn = slots.iter().position(|other| *other == slot).unwrap_or_default();
                cards[turn * seats.len() + offset]
            });
            SeatRack { seat, rack }
        })
        .collect();
    let mut draw_pile: Vec<Card> = cards[dealt..].iter().rev().copied().collect();
    let discard = draw_pile.pop().into_iter().collect();
    Laid { racks, draw_pile, discard }
}

/// Shuffles `cards`, which lay under the top discard, into a new draw pile (ruling 102).
#[must_use]
pub fn reshuffle(cards: &[Card], chance: Seed) -> Reshuffle {
    let mut draw = chance.draw();
    let mut pile = cards.to_vec();
    draw.shuffle(&mut pile);
    Reshuffle { pile, chance: draw.seed() }
}
