//! `normal`: plays the row before the waste, misses something now and then (nothing once the table has been
//! quiet for a while), and minds nobody else.

use super::super::action::Action;
use super::super::spot::Spot;
use super::own::{Lay, Own};
use crate::games::rng::Draw;

/// Of ten thoughts, those in which it looks whether anything fits.
const LOOKS_IN_TEN: u32 = 8;
/// Of ten such looks, those in which it thinks of its wilds.
const WILDS_IN_TEN: u32 = 5;

/// The bot's next move; none when it sees nothing to do.
pub(super) fn choose(own: &Own<'_>, draw: &mut Draw) -> Option<Action> {
    if own.may_call() {
        return Some(Action::Call {});
    }
    let quiet = own.is_quiet();
    let looks = draw.below(10) < LOOKS_IN_TEN || quiet;
    let wilds = draw.below(10) < WILDS_IN_TEN || quiet;
    let from_row = |lay: &Lay| lay.spots().filter(|spot| *spot != Spot::Waste).count();
    let with_wilds = || own.with_wilds().filter(|_| wilds);
    // Of several that take as many out of the row, the one seen first.
    let better = |best: Lay, lay: Lay| if from_row(&lay) > from_row(&best) { lay } else { best };
    let seen = || own.singles().chain(with_wilds()).reduce(better);
    let lay = if looks { seen() } else { None };
    lay.map(Lay::action).or_else(|| own.turn())
}
