//! The two steps of a turn: from which pile to take, and where to put a drawn card.

use super::super::action::Action;
use super::super::card::Card;
use super::super::finish::{Fit, fit};
use super::super::slot::RackSlot;
use super::own::Own;
use super::plan::Plan;
use super::target;
use crate::games::rng::Draw;

/// Takes the discard if it gains enough, else draws.
pub(super) fn take(own: &Own<'_>, plan: &Plan, draw: &mut Draw) -> Action {
    let order = target::order(own, plan, draw).filter(|_| own.options.swap_via_discard);
    let spoils = order.map_or(0.0, |(_, spoils)| plan.order(spoils));
    let top = own.view.discard.top.filter(|card| card.may_be_taken());
    match top.and_then(|card| plan.best_slot(own, card, spoils)) {
        Some((slot, gain)) if gain > plan.least_to_take(own) => {
            let swap = order.map(|(order, _)| order).filter(|_| own.rack.at(slot).is_swap());
            Action::Take { slot, swap }
        }
        _ => Action::Draw,
    }
}

/// Puts a drawn card where it gains the most, or away.
pub(super) fn place(own: &Own<'_>, plan: &Plan, card: Card, draw: &mut Draw) -> Action {
    let order = target::order(own, plan, draw);
    let spoils = order.map_or(0.0, |(_, spoils)| plan.order(spoils));
    let best = if card.is_reverse() && matches!(plan, Plan::Fives | Plan::Chain) {
        keep_reverse(own, plan).map(|slot| (slot, 0.5))
    } else {
        plan.best_slot(own, card, spoils)
    };
    let now = if card.is_swap() { spoils } else { 0.0 };
    match (best.filter(|(_, gain)| *gain > now), order) {
        (Some((slot, _)), order) => {
            let swap = order.map(|(order, _)| order).filter(|_| own.rack.at(slot).is_swap());
            Action::Exchange { slot, swap }
        }
        (None, Some((order, _))) if card.is_swap() => Action::Swap { target: order.target, row: order.row },
        (None, _) => Action::Discard,
    }
}

/// Where to keep a drawn reverse card: one is enough, and only a card that cannot stay makes room.
fn keep_reverse(own: &Own<'_>, plan: &Plan) -> Option<RackSlot> {
    if !plan.keeps_reverse() || own.rack.cards().any(Card::is_reverse) {
        return None;
    }
    let useless = |slot: &RackSlot| fit(own.rack.at(*slot), slot.side, slot.row) == Fit::Never;
    let mut slots = RackSlot::all().filter(useless);
    // The last free slot is needed to finish.
    slots.next().filter(|_| slots.next().is_some())
}
