//! `easy`: looks up now and then, seldom thinks of a wild, and lays what it sees first. Once nothing has
//! happened for a while it sees everything.

use super::super::action::Action;
use super::own::{Lay, Own};
use crate::games::rng::Draw;

/// Of ten thoughts, those in which it looks whether anything fits.
const LOOKS_IN_TEN: u32 = 4;
/// Of ten such looks, those in which it thinks of its wilds.
const WILDS_IN_TEN: u32 = 2;

/// The bot's next move; none when it sees nothing to do.
pub(super) fn choose(own: &Own<'_>, draw: &mut Draw) -> Option<Action> {
    if own.may_call() {
        return Some(Action::Call {});
    }
    // A wild on the waste comes round once in a pass: whoever only now and then thinks of it while it lies
    // there would let a table wait for minutes.
    let quiet = own.is_quiet();
    let looks = draw.below(10) < LOOKS_IN_TEN || quiet;
    let wilds = draw.below(10) < WILDS_IN_TEN || quiet;
    let seen = || own.singles().next().or_else(|| own.with_wilds().next().filter(|_| wilds));
    let lay = if looks { seen() } else { None };
    lay.map(Lay::action).or_else(|| own.turn())
}
