//! Whom to order, and which row to cross.

use super::super::action::Order;
use super::super::card::Colour;
use super::super::slot::RackRow;
use super::super::view::SeatView;
use super::own::Own;
use super::plan::Plan;
use crate::games::Seat;
use crate::games::rng::Draw;

/// How likely a card that nobody has seen lies on its own colour's side: more likely than not, as that is
/// what everybody works for.
const UNSEEN_IN_PLACE: f32 = 0.7;

/// An order to somebody in play, and how many cards it is expected to spoil.
pub(super) fn order(own: &Own<'_>, plan: &Plan, draw: &mut Draw) -> Option<(Order, f32)> {
    let mut others: Vec<&SeatView> =
        own.view.seats.iter().filter(|other| other.in_play && other.seat != own.seat).collect();
    // Of equals any: nobody is always the victim.
    draw.shuffle(&mut others);
    let leader = |seat: &SeatView| match plan {
        Plan::Fives | Plan::Chain => 0,
        Plan::Odds(_) => in_place(seat),
    };
    let mut target = *others.first()?;
    for other in others {
        if leader(other) > leader(target) {
            target = other;
        }
    }
    let (row, spoils) = row_of(target, plan, draw);
    Some((Order { target: target.seat, row }, spoils))
}

/// The row that the player of `seat` is to cross.
pub(super) fn row(own: &Own<'_>, seat: Seat, plan: &Plan, draw: &mut Draw) -> RackRow {
    let target = own.view.seats.iter().find(|other| other.seat == seat);
    target.map_or(RackRow::ALL[0], |target| row_of(target, plan, draw).0)
}

/// The row of a rack that hurts the most when it is crossed, and how many cards that spoils.
fn row_of(target: &SeatView, plan: &Plan, draw: &mut Draw) -> (RackRow, f32) {
    let mut rows = RackRow::ALL;
    draw.shuffle(&mut rows);
    let spoils = |row: RackRow| {
        let cards =
            [(target.rack.blue[row.index()], Colour::Blue), (target.rack.red[row.index()], Colour::Red)];
        let spoils = cards.map(|(card, side)| match card {
            Some(card) if card.colour == side => 1.0,
            // It would come where it belongs.
            Some(_) => -1.0,
            None => 2.0 * UNSEEN_IN_PLACE - 1.0,
        });
        spoils[0] + spoils[1]
    };
    let mut best = (rows[0], spoils(rows[0]));
    if matches!(plan, Plan::Odds(_)) {
        for row in rows {
            if spoils(row) > best.1 {
                best = (row, spoils(row));
            }
        }
    }
    best
}

/// The cards that everybody knows to lie on their own colour's side: the nearest there is to a lead.
fn in_place(seat: &SeatView) -> usize {
    let side = |cards: &[Option<super::super::card::Card>], side| {
        cards.iter().flatten().filter(|card| card.colour == side).count()
    };
    side(&seat.rack.blue, Colour::Blue) + side(&seat.rack.red, Colour::Red)
}
