//! A bot that plays honestly: it sees the view that everybody sees and nothing more.

use super::WackeeSix;
use super::action::Action;
use super::card::{Card, Rank};
use super::options::TeamPair;
use super::spot::{RowSlot, Spot};
use super::view::{PhaseName, SideView, View};
use crate::games::rng::Draw;
use crate::games::{Role, Seat, Sight};

/// Of ten thoughts, those in which the easy bot looks for a wild pair.
const PAIRS_IN_TEN: u32 = 4;
/// Of ten thoughts, those in which it overlooks what would fit.
const MISSES_IN_TEN: u32 = 2;

/// The next move of the bot at `seat`; none when there is nothing to do.
pub(super) fn think(sight: &Sight<'_, WackeeSix>, draw: &mut Draw) -> Option<Action> {
    let Sight { view, options, seat } = *sight;
    if view.phase != PhaseName::Playing {
        return None;
    }
    let (side, role) = own(view, seat)?;
    if side.out {
        // Calling is for those who are out; where play stops by itself nobody is out for long.
        return Some(Action::Call {});
    }
    let looks_for_pairs = draw.below(10) < PAIRS_IN_TEN && side.wild_locked_in.is_none();
    let overlooks = draw.below(10) < MISSES_IN_TEN;
    let pair = if looks_for_pairs { pair(view, side, role, options.team_pair) } else { None };
    let single = || if overlooks { None } else { single(view, side, role) };
    pair.or_else(single).or_else(|| turn(side, role))
}

/// A move that is never wrong: a turn, if the deck is the bot's.
pub(super) fn safe_move(sight: &Sight<'_, WackeeSix>) -> Option<Action> {
    let Sight { view, seat, .. } = *sight;
    let (side, role) = own(view, seat)?;
    if view.phase == PhaseName::Playing { turn(side, role) } else { None }
}

/// The bot's side and what it does there.
fn own(view: &View, seat: Seat) -> Option<(&SideView, Role)> {
    let number = seat.0.div_ceil(2);
    let side = view.sides.iter().find(|side| side.side.0 == number)?;
    let role = match (side.team, seat.0 % 2) {
        (false, _) => Role::Solo,
        (true, 0) => Role::Deck,
        (true, _) => Role::Row,
    };
    Some((side, role))
}

fn turn(side: &SideView, role: Role) -> Option<Action> {
    let cards = side.stock > 0 || side.waste > 0;
    (cards && role != Role::Row).then_some(Action::Turn {})
}

/// The cards that are the bot's to play, with their places.
fn cards(side: &SideView, role: Role) -> impl Iterator<Item = (Spot, Card)> + '_ {
    let row = RowSlot::ALL.into_iter().map(Spot::Row).zip(side.row).filter(move |_| role != Role::Deck);
    let top = std::iter::once((Spot::Waste, side.top)).filter(move |_| role != Role::Row);
    row.chain(top).filter_map(|(spot, card)| Some((spot, card?)))
}

/// Whether a pile of the card's colour stands `below` under it.
fn stands(view: &View, card: Card, below: u8) -> bool {
    let Some((color, rank)) = card.natural() else { return false };
    // A 1 stands on nothing.
    rank == Rank::FIRST && below == 1
        || view.piles.iter().any(|pile| pile.color == color && pile.top.number() + below == rank.number())
}

fn single(view: &View, side: &SideView, role: Role) -> Option<Action> {
    let (from, card) = cards(side, role).find(|(_, card)| stands(view, *card, 1))?;
    Some(Action::Play { card, from, pile: None })
}

/// A wild pair with at least one card out of the bot's own area; with both where partners may not reach
/// across.
fn pair(view: &View, side: &SideView, role: Role, team_pair: TeamPair) -> Option<Action> {
    let own = |spot: Spot| match role {
        Role::Solo => true,
        Role::Row => spot != Spot::Waste,
        Role::Deck => spot == Spot::Waste,
    };
    let reach = if team_pair == TeamPair::Either { Role::Solo } else { role };
    let all = || cards(side, reach);
    let wilds = all().filter(|(_, card)| card.is_wild());
    let mut pairs = wilds.flat_map(|(wild, _)| all().map(move |(spot, card)| (wild, spot, card)));
    let fits = |&(wild, spot, card): &(Spot, Spot, Card)| (own(wild) || own(spot)) && stands(view, card, 2);
    let (wild, companion, card) = pairs.find(fits)?;
    Some(Action::PlayWild { wild, companion: Some(companion), card: Some(card), pile: None })
}
