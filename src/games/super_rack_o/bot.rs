//! The bots: three strengths that see the view of their seat and nothing more.
//!
//! [`own`] is what a bot has in front of it, and [`plan`] how a level judges a rack and what it minds;
//! [`turn`] and [`answer`] are the moves, the same for all. The judgements are in [`fives`] (`easy`),
//! [`chain`] (`normal`) and [`odds`] (`hard`), the choice of whom and which row to order in [`target`].
//!
//! A bot never waits in a window, and whether it answers does not change when it answers (ruling 90).

use super::SuperRackO;
use super::action::Action;
use super::view::{PhaseName, Step};
use crate::games::rng::Draw;
use crate::games::{BotLevel, Sight};

mod answer;
mod chain;
mod fives;
mod odds;
mod own;
mod plan;
mod target;
mod turn;

use own::Own;
use plan::Plan;

/// The bot's next move; none when it has nothing to do.
#[must_use]
pub fn think(sight: &Sight<'_, SuperRackO>, level: BotLevel, draw: &mut Draw) -> Option<Action> {
    let own = Own::of(sight)?;
    let (view, seat) = (sight.view, sight.seat);
    if view.phase == PhaseName::Over || !own.in_play {
        return None;
    }
    let window = view.window.as_ref().filter(|window| window.against == seat);
    // Ruling 95: a rack that an order is about to change.
    if own.rack.is_finished() && (window.is_none() || sight.options.call_under_order) {
        return Some(Action::Call);
    }
    let plan = Plan::of(level, &own);
    if let Some(window) = window {
        return Some(answer::choose(&own, &plan, (window.by, window.row), draw));
    }
    if view.turn != Some(seat) {
        return None;
    }
    match (view.step?, view.drawn) {
        (Step::Take, _) => Some(turn::take(&own, &plan, draw)),
        (Step::Place, Some(card)) => Some(turn::place(&own, &plan, card, draw)),
        (Step::Place, None) => None,
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
