//! What to do under an order: carry it out, or turn it round with a reverse card.

use super::super::action::Action;
use super::super::slot::{RackRow, RackSlot};
use super::own::Own;
use super::plan::Plan;
use super::target;
use crate::games::Seat;
use crate::games::rng::Draw;

/// Answers the order of `by` to cross `row`.
pub(super) fn choose(own: &Own<'_>, plan: &Plan, (by, row): (Seat, RackRow), draw: &mut Draw) -> Action {
    let back = target::row(own, by, plan, draw);
    let reverse = RackSlot::all().find(|slot| own.rack.at(*slot).is_reverse());
    let loses = plan.worth(&own.rack) - plan.worth(&own.rack.crossed(row));
    match reverse.filter(|_| loses > plan.bears()) {
        Some(slot) => Action::Reverse { slot, row: back },
        None => Action::Accept,
    }
}
