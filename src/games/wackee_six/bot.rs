//! The bots: three strengths that see the view of their seat and nothing more.
//!
//! [`own`] is what a bot has in front of it and every lay it can make. [`easy`] and [`normal`] overlook
//! things and take what comes first; [`hard`] overlooks nothing and weighs each lay. None of them holds
//! anything back for ever: each look is independent of the last, and once no card has been laid for ten
//! seconds (or as long as an idle vote waits, if that is less) nobody overlooks anything, so a table of bots
//! always goes on.

use super::WackeeSix;
use super::action::Action;
use super::view::PhaseName;
use crate::games::rng::Draw;
use crate::games::{BotLevel, Sight};

mod easy;
mod hard;
mod normal;
mod own;

use own::Own;

/// The bot's next move; none when there is nothing to do.
pub(super) fn think(sight: &Sight<'_, WackeeSix>, level: BotLevel, draw: &mut Draw) -> Option<Action> {
    if sight.view.phase != PhaseName::Playing {
        return None;
    }
    let own = Own::of(sight)?;
    match level {
        BotLevel::Easy => easy::choose(&own, draw),
        BotLevel::Normal => normal::choose(&own, draw),
        BotLevel::Hard => hard::choose(&own, draw),
    }
}

/// A move that is never wrong: a turn, if the deck is the bot's.
pub(super) fn safe_move(sight: &Sight<'_, WackeeSix>) -> Option<Action> {
    if sight.view.phase != PhaseName::Playing {
        return None;
    }
    Own::of(sight)?.turn()
}
