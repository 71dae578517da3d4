//! The bot: one level, `easy`. It sees its view and nothing more.
//!
//! It moves each card to where it keeps the most of the rack in rising order, and answers an order when
//! that would hurt. Whether it answers does not change when it answers: it never waits in a window
//! (ruling 90).

use super::SuperRackO;
use super::action::{Action, Order};
use super::card::{Card, Colour, Face};
use super::finish::{Fit, SLACK_MAX, fit, side_is_finished};
use super::slot::{RackRow, RackSlot};
use super::view::{PhaseName, RackView, Step, View};
use crate::games::rng::Draw;
use crate::games::{Seat, Sight};

/// A rack of which every card is known.
#[derive(Clone, Copy)]
struct Own([[Card; RackRow::COUNT]; 2]);

impl Own {
    fn read(view: &View, seat: Seat) -> Option<Self> {
        let rack = &view.seats.iter().find(|own| own.seat == seat)?.rack;
        let side = |cards: &[Option<Card>; RackRow::COUNT]| {
            let cards: Vec<Card> = cards.iter().copied().collect::<Option<_>>()?;
            cards.try_into().ok()
        };
        let RackView { blue, red } = rack;
        Some(Self([side(blue)?, side(red)?]))
    }

    const fn at(&self, slot: RackSlot) -> Card {
        self.0[slot.side as usize][slot.row.index()]
    }

    const fn with(mut self, slot: RackSlot, card: Card) -> Self {
        self.0[slot.side as usize][slot.row.index()] = card;
        self
    }

    const fn crossed(self, row: RackRow) -> Self {
        let blue = RackSlot { side: Colour::Blue, row };
        let red = RackSlot { side: Colour::Red, row };
        self.with(blue, self.at(red)).with(red, self.at(blue))
    }

    fn is_finished(&self) -> bool {
        Colour::BOTH.into_iter().all(|side| side_is_finished(&self.0[side as usize], side))
    }

    /// How near the rack is to being finished; more is nearer.
    fn worth(&self) -> i32 {
        Colour::BOTH.into_iter().map(|side| side_worth(&self.0[side as usize], side)).sum()
    }
}

/// What a card that can stay is worth; a good place for it is worth much less.
const KEPT: i32 = 100;

/// The best sum over cards of one side that can all stay: wilds, and naturals whose slacks never fall.
fn side_worth(cards: &[Card; RackRow::COUNT], side: Colour) -> i32 {
    // The best sum that ends with each slack or a lower one.
    let mut best = [0; SLACK_MAX as usize + 1];
    let mut wilds = 0;
    for row in RackRow::ALL {
        match fit(cards[row.index()], side, row) {
            Fit::Never => {}
            Fit::Any => wilds += KEPT,
            Fit::Slack(slack) => {
                // Evenly spread, row 1 has slack 0 and row 8 the highest: farther off leaves less room.
                let even = i32::from(SLACK_MAX) * (i32::from(row.get()) - 1) / 7;
                let worth = KEPT - (i32::from(slack) - even).abs();
                let slack = usize::from(slack);
                let sum = best[slack] + worth;
                for higher in &mut best[slack..] {
                    *higher = sum.max(*higher);
                }
            }
        }
    }
    wilds + best[SLACK_MAX as usize]
}

/// The bot's next move; none when it has nothing to do.
#[must_use]
pub fn think(sight: &Sight<'_, SuperRackO>, draw: &mut Draw) -> Option<Action> {
    let Sight { view, seat, .. } = *sight;
    let own = Own::read(view, seat)?;
    let me = view.seats.iter().find(|other| other.seat == seat)?;
    if view.phase == PhaseName::Over || !me.in_play {
        return None;
    }
    if let Some(window) = view.window.as_ref().filter(|window| window.against == seat) {
        return Some(answer(&own, window.row, draw));
    }
    if own.is_finished() {
        return Some(Action::Call);
    }
    if view.phase != PhaseName::Playing || view.turn != Some(seat) {
        return None;
    }
    match view.drawn {
        None => Some(take(view, &own)),
        Some(card) => Some(place(view, seat, &own, card, draw)),
    }
}

/// A move that is allowed whatever the cards are.
#[must_use]
pub fn safe_move(sight: &Sight<'_, SuperRackO>) -> Option<Action> {
    let Sight { view, seat, .. } = *sight;
    match (&view.window, view.step) {
        (Some(window), _) if window.against == seat => Some(Action::Accept),
        (None, Some(Step::Take)) if view.turn == Some(seat) => Some(Action::Draw),
        (None, Some(Step::Place)) if view.turn == Some(seat) => Some(Action::Discard),
        _ => None,
    }
}

/// Answers an order for `row`: with a reverse card if crossing the row would hurt.
fn answer(own: &Own, row: RackRow, draw: &mut Draw) -> Action {
    let named = any_row(draw);
    let hurts = own.crossed(row).worth() < own.worth();
    let reverse = RackSlot::all().find(|slot| own.at(*slot).is_reverse());
    match reverse.filter(|_| hurts) {
        Some(slot) => Action::Reverse { slot, row: named },
        None => Action::Accept,
    }
}

/// Takes the discard if it keeps another card in place, else draws.
fn take(view: &View, own: &Own) -> Action {
    let top = view.discard.top.filter(|card| card.may_be_taken());
    if let Some(card) = top {
        let (slot, gain) = best_slot(own, card);
        if gain >= KEPT / 2 {
            // Without an order, which the table may not allow here.
            return Action::Take { slot, swap: None };
        }
    }
    Action::Draw
}

/// Places a drawn card: a swap card is played, any other goes where it gains the most.
fn place(view: &View, seat: Seat, own: &Own, card: Card, draw: &mut Draw) -> Action {
    let order = order(view, seat, draw);
    if card.is_swap() {
        return match order {
            Some(Order { target, row }) => Action::Swap { target, row },
            None => Action::Discard,
        };
    }
    let (slot, gain) = best_slot(own, card);
    let keep = if card.face == Face::Reverse { keep_reverse(own) } else { None };
    match keep {
        Some(slot) => Action::Exchange { slot, swap: order.filter(|_| own.at(slot).is_swap()) },
        None if gain > 0 => Action::Exchange { slot, swap: order.filter(|_| own.at(slot).is_swap()) },
        None => Action::Discard,
    }
}

/// The slot where `card` gains the most, and how much.
fn best_slot(own: &Own, card: Card) -> (RackSlot, i32) {
    let before = own.worth();
    let first = RackSlot { side: card.colour, row: RackRow::ALL[0] };
    let mut best = (first, i32::MIN);
    for slot in RackSlot::all() {
        let old = own.at(slot);
        // Of two places as good, the one that frees a swap card, which can be played then.
        let frees = i32::from(old.is_swap());
        let gain = own.with(slot, card).worth() - before;
        if gain * 2 + frees > best.1 {
            best = (slot, gain * 2 + frees);
        }
    }
    (best.0, best.1 / 2)
}

/// Where to keep a drawn reverse card: one is enough, and only a card that cannot stay makes room.
fn keep_reverse(own: &Own) -> Option<RackSlot> {
    if RackSlot::all().any(|slot| own.at(slot).is_reverse()) {
        return None;
    }
    let useless = |slot: &RackSlot| fit(own.at(*slot), slot.side, slot.row) == Fit::Never;
    let mut slots = RackSlot::all().filter(useless);
    // The last free slot is needed to finish.
    slots.next().filter(|_| slots.next().is_some())
}

/// An order to anybody who is in play.
fn order(view: &View, seat: Seat, draw: &mut Draw) -> Option<Order> {
    let others: Vec<Seat> = view
        .seats
        .iter()
        .filter(|other| other.in_play && other.seat != seat)
        .map(|other| other.seat)
        .collect();
    let at = draw.below(u32::try_from(others.len()).ok()?) as usize;
    let row = any_row(draw);
    others.get(at).map(|&target| Order { target, row })
}

fn any_row(draw: &mut Draw) -> RackRow {
    RackRow::ALL[draw.below(8) as usize % RackRow::COUNT]
}
