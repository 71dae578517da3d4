//! Who may sit where, and what a deal needs (rulings 3, 4 and 9).

use super::WackeeSix;
use crate::code::{self, Code};
use crate::games::{Game, Place, Role, Seat, Side};

/// Whether somebody may take `place`. Two on one role of a team may sit for the moment, so that partners
/// can change places; only the deal asks for one of each.
pub(super) fn may_sit(place: Place, others: &[Place]) -> Result<(), &'static Code> {
    if !(1..=WackeeSix::SIDES).contains(&place.side.0) {
        return Err(&code::NO_SUCH_SIDE);
    }
    let there = on(place.side, others);
    let alone = |role: Option<Role>| role.is_none_or(|role| role == Role::Solo);
    match there.as_slice() {
        [] => Ok(()),
        [other] if !alone(other.role) && !alone(place.role) => Ok(()),
        _ => Err(&code::PLACE_TAKEN),
    }
}

/// The place that a side and a wished role mean: who comes first is solo, who joins a row is its deck.
pub(super) fn place(side: Side, role: Option<Role>, others: &[Place]) -> Place {
    let implied = || {
        let has = |role| on(side, others).iter().any(|other| other.role == Some(role));
        if has(Role::Row) {
            Role::Deck
        } else if has(Role::Deck) {
            Role::Row
        } else {
            Role::Solo
        }
    };
    Place { side, role: Some(role.unwrap_or_else(implied)) }
}

/// Whether exactly these places make a table.
pub(super) fn may_deal(places: &[Place]) -> Result<(), (&'static Code, Option<Side>)> {
    let mut sides = 0;
    for side in (1..=WackeeSix::SIDES).map(Side) {
        let mut roles: Vec<Role> =
            on(side, places).iter().map(|place| place.role.unwrap_or(Role::Solo)).collect();
        roles.sort_unstable();
        match roles.as_slice() {
            [] => {}
            [Role::Solo] | [Role::Row, Role::Deck] => sides += 1,
            _ => return Err((&code::SIDE_INCOMPLETE, Some(side))),
        }
    }
    // One side alone is no race (ruling 3).
    if sides < 2 { Err((&code::NOT_ENOUGH_SIDES, None)) } else { Ok(()) }
}

/// The seat of a place: odd for solo and row, even for deck.
pub(super) fn seat(place: Place) -> Seat {
    let last = place.side.0.saturating_mul(2);
    Seat(if place.role == Some(Role::Deck) { last } else { last.saturating_sub(1) })
}

fn on(side: Side, places: &[Place]) -> Vec<Place> {
    places.iter().filter(|place| place.side == side).copied().collect()
}
