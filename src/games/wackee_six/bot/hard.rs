//! `hard`: overlooks nothing, and weighs each lay: what it brings, what it opens for itself and for the
//! others, and who else is after the same place.
//!
//! It may hold a card of the waste back while that helps others more than itself, but not for ever: then
//! a table of such bots could come to a standstill.

use super::super::action::Action;
use super::super::card::{Card, Rank, Suit};
use super::super::spot::Spot;
use super::super::view::SideView;
use super::own::{Lay, Own, cards, places};
use crate::games::rng::Draw;

/// Of so many thoughts in which it would hold a card back, it lays it in one.
const HOLDS_BACK: u32 = 6;
/// What a card in the middle scores (ruling 48).
const CARD: f32 = 1.0;
/// What one of the twelve takes off as long as it is not played (ruling 48).
const UNPLAYED: f32 = 2.0;
/// What going out brings (ruling 48).
const OUT: f32 = 10.0;
/// What a turn is worth: it often brings up something to lay.
const TURN: f32 = 0.4;
/// How much of the worth of a card counts that can be laid next.
const NEXT: f32 = 0.5;
/// How much a lay gains by being the one that another side is after.
const URGENT: f32 = 1.0;
/// What a wild in the row is worth to be rid of: it fits seldom.
const RID_OF_WILD: f32 = 2.0;

/// The bot's next move; none when there is nothing to do.
pub(super) fn choose(own: &Own<'_>, draw: &mut Draw) -> Option<Action> {
    if own.may_call() && (leads(own) || draw.below(HOLDS_BACK) == 0) {
        return Some(Action::Call {});
    }
    let all = own.singles().chain(own.with_wilds()).map(|lay| (worth(own, lay), lay));
    let best = all.reduce(|best, lay| if lay.0 > best.0 { lay } else { best });
    let turn = own.turn();
    match best {
        Some((worth, _)) if worth < TURN && turn.is_some() && draw.below(HOLDS_BACK) > 0 => turn,
        Some((_, lay)) => Some(lay.action()),
        None => turn,
    }
}

/// What a card is worth to a side that can lay it from `spot`.
fn card_worth(side: &SideView, spot: Spot) -> f32 {
    match spot {
        Spot::Waste => CARD,
        // The last of the twelve brings the whole bonus, the others their share of the way to it.
        Spot::Row(_) => CARD + UNPLAYED + OUT / f32::from(left(side).max(1)),
    }
}

/// The cards of the twelve that a side has not played.
fn left(side: &SideView) -> u8 {
    let row = side.row.iter().flatten().count();
    side.face_down + u8::try_from(row).unwrap_or(0)
}

/// Where a side could lay that card from.
fn holds(side: &SideView, color: Suit, number: u8) -> Option<Spot> {
    let card = Card::numbered(color, Rank::new(number)?);
    cards(side).find(|(_, other)| *other == card).map(|(spot, _)| spot)
}

/// What a lay is worth, in points.
fn worth(own: &Own<'_>, lay: Lay) -> f32 {
    let others = || own.view.sides.iter().filter(|side| side.side != own.side.side);
    let mut worth: f32 = lay.spots().map(|spot| card_worth(own.side, spot)).sum();
    if lay.card.is_wild() && lay.first != Spot::Waste {
        worth += RID_OF_WILD;
    }
    // Points that others do not get are as good as own ones, shared among all of them.
    let share = 1.0 / f32::from(u8::try_from(others().count()).unwrap_or(u8::MAX).max(1));
    // What the pile waits for afterwards.
    let next = |side| holds(side, lay.color, lay.top + 1).map_or(0.0, |spot| card_worth(side, spot));
    let theirs: f32 = others().map(next).sum();
    let mine = next(own.side);
    let halved = if theirs > 0.0 { 0.5 } else { 1.0 };
    worth += NEXT * (mine * halved - theirs * share);
    // What the pile waits for now: whoever holds it too is a rival for the place.
    let waits = if lay.companion.is_some() { lay.top - 1 } else { lay.top };
    let rivals = others().filter_map(|side| Some(card_worth(side, holds(side, lay.color, waits)?)));
    let (count, lost) = rivals.fold((0, 0.0), |(count, lost), rival| (count + 1, lost + rival));
    if count >= places(own.view, lay.color, waits - 1) {
        worth += URGENT * (worth + lost * share);
    }
    worth
}

/// Whether the side would have the most points if the round ended now.
fn leads(own: &Own<'_>) -> bool {
    let points = |side: &SideView| i32::from(side.played) - 2 * i32::from(left(side));
    let others = own.view.sides.iter().filter(|side| side.side != own.side.side);
    others.map(points).max().is_none_or(|most| points(own.side) + 10 > most)
}
