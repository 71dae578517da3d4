//! Laying cards: singles and wild pairs (rulings 22 to 44).

use super::areas::{Area, may_touch};
use super::card::{Card, Rank, Suit};
use super::detail::{self, Refused};
use super::event::{Event, Move, WasteLeft};
use super::pile::{self, Pile};
use super::spot::{PileId, PileRef, Spot};
use super::state::{BEATEN_MS, LOCK_MS, Person, State, Table};
use super::view::count;
use crate::code;
use crate::games::RoomTime;

/// Where cards go.
struct Target {
    /// The pile.
    pile: PileId,
    /// Another one, which had been named.
    named: Option<PileId>,
}

/// Judges a single card.
pub(super) fn play(
    state: &State,
    person: &Person,
    (card, from, named): (Card, Spot, Option<PileRef>),
    now: RoomTime,
) -> Result<Event, Refused> {
    let table = own(state, person, Area::of(from))?;
    // What lies there now is never played in place of the card that was meant (ruling 22).
    if table.at(from) != Some(card) {
        return Err(Refused::plain(&code::NOT_THERE));
    }
    // A wild is not played alone, except as 13 where that is allowed, and then as a wild.
    let Some((color, rank)) = card.natural() else { return Err(misfit(state, person)) };
    let target = if rank == Rank::FIRST {
        opened(state, named).ok_or_else(|| misfit(state, person))?
    } else {
        let place = Place { color, lowest: rank, named, moves: state.options.redirect };
        find(state, person, &place, now)?
    };
    let waste = waste_left(table, usize::from(from == Spot::Waste));
    Ok(Event::Played { laid: placed(table, person, &target, (card, color, rank), waste, 1), from })
}

/// Judges a wild and the natural card after it, or a wild alone.
pub(super) fn play_wild(
    state: &State,
    person: &Person,
    (wild, companion, named): (Spot, Option<(Spot, Card)>, Option<PileRef>),
    now: RoomTime,
) -> Result<Event, Refused> {
    let area = companion.map_or_else(|| Area::of(wild), |(spot, _)| Area::of_pair(wild, spot));
    let table = own(state, person, area)?;
    if let Some(until) = table.locked_until.filter(|until| *until > now) {
        return Err(detail::wait(&code::LOCKED, until.since(now)));
    }
    if table.at(wild) != Some(Card::WILD) {
        return Err(Refused::plain(&code::NOT_THERE));
    }
    match companion {
        None => alone(state, person, table, (wild, named), now),
        Some((Spot::Waste, card)) if wild == Spot::Waste => under(state, person, table, (card, named), now),
        Some((spot, card)) => {
            if table.at(spot) != Some(card) {
                return Err(Refused::plain(&code::NOT_THERE));
            }
            let (target, what) = pair_target(state, person, (card, named), now)?;
            let from_waste = usize::from(wild == Spot::Waste || spot == Spot::Waste);
            let waste = waste_left(table, from_waste);
            let laid = placed(table, person, &target, what, waste, 2);
            Ok(Event::PairPlayed { laid, wild, companion: spot })
        }
    }
}

/// A wild on the waste and the unseen card under it (ruling 39). However it fails, it fails alike and
/// locks the side's wild plays: otherwise a failed try would be a free look.
fn under(
    state: &State,
    person: &Person,
    table: &Table,
    (card, named): (Card, Option<PileRef>),
    now: RoomTime,
) -> Result<Event, Refused> {
    if !state.options.below_wild {
        return Err(misfit(state, person));
    }
    let below = table.waste.len().checked_sub(2).and_then(|place| table.waste.get(place)).copied();
    let fits = (below == Some(card)).then(|| pair_target(state, person, (card, named), now).ok()).flatten();
    let Some((target, what)) = fits else {
        let mut refused = misfit(state, person);
        refused.events.push(Event::WildLocked { side: person.side, until: now.plus(LOCK_MS) });
        return Err(refused);
    };
    let laid = placed(table, person, &target, what, waste_left(table, 2), 2);
    Ok(Event::PairPlayed { laid, wild: Spot::Waste, companion: Spot::Waste })
}

/// A wild alone, which closes a pile that stands at 12 (ruling 35). It is never sent to another pile.
fn alone(
    state: &State,
    person: &Person,
    table: &Table,
    (wild, named): (Spot, Option<PileRef>),
    now: RoomTime,
) -> Result<Event, Refused> {
    if !state.options.wild_13 {
        return Err(misfit(state, person));
    }
    let color = match named {
        None => {
            let at_12 = |pile: &&Pile| pile.height() + 1 == Rank::LAST.number();
            state.piles.iter().find(at_12).map(|pile| pile.color)
        }
        Some(PileRef::Pile(id)) => {
            pile::index(id).and_then(|index| state.piles.get(index)).map(|pile| pile.color)
        }
        Some(PileRef::New) => None,
    };
    let target = match color {
        Some(color) => find(state, person, &Place { color, lowest: Rank::LAST, named, moves: false }, now)?,
        // No pile stands at 12: perhaps one did a moment ago.
        None if named.is_none() => return Err(lost(state, person, |_, _| true, Rank::LAST, now)),
        None => return Err(misfit(state, person)),
    };
    let Some(color) = color else { return Err(misfit(state, person)) };
    let waste = waste_left(table, usize::from(wild == Spot::Waste));
    let laid = placed(table, person, &target, (Card::WILD, color, Rank::LAST), waste, 1);
    Ok(Event::Played { laid, from: wild })
}

/// The side's cards, if the area is the person's.
fn own<'a>(state: &'a State, person: &Person, area: Area) -> Result<&'a Table, Refused> {
    if !may_touch(state, person, area) {
        return Err(Refused::plain(&code::NOT_YOURS));
    }
    state.table(person.side).ok_or_else(|| Refused::plain(&code::NOT_SEATED))
}

/// The pile that a 1 opens (ruling 23).
fn opened(state: &State, named: Option<PileRef>) -> Option<Target> {
    match named {
        None | Some(PileRef::New) => Some(Target { pile: pile::id(state.piles.len()), named: None }),
        Some(PileRef::Pile(_)) => None,
    }
}

/// A place that is looked for in the middle.
struct Place {
    /// The colour of the pile.
    color: Suit,
    /// What the lowest of the cards counts as: the pile must stand right below it.
    lowest: Rank,
    /// The pile that was named.
    named: Option<PileRef>,
    /// Whether another pile of the colour will do (ruling 27).
    moves: bool,
}

/// Finds the pile for a pair and says what its top card is.
fn pair_target(
    state: &State,
    person: &Person,
    (card, named): (Card, Option<PileRef>),
    now: RoomTime,
) -> Result<(Target, (Card, Suit, Rank)), Refused> {
    // The companion is a natural card and the wild counts as one less, which is never 1 (rulings 30,
    // 32 and 37).
    let natural = card.natural().and_then(|(color, rank)| Some((color, rank, Rank::new(rank.number() - 1)?)));
    let Some((color, rank, lowest)) = natural.filter(|(_, _, lowest)| *lowest > Rank::FIRST) else {
        return Err(misfit(state, person));
    };
    let place = Place { color, lowest, named, moves: state.options.redirect };
    Ok((find(state, person, &place, now)?, (card, color, rank)))
}

/// The pile that takes a card or a pair: the named one, else the oldest that fits (rulings 26 and 27).
fn find(state: &State, person: &Person, place: &Place, now: RoomTime) -> Result<Target, Refused> {
    let takes = |pile: &Pile| pile.color == place.color && pile.height() + 1 == place.lowest.number();
    let oldest = |named: Option<PileId>| {
        state.piles.iter().position(takes).map(|index| Target { pile: pile::id(index), named })
    };
    match place.named {
        None => oldest(None)
            .ok_or_else(|| lost(state, person, |_, pile| pile.color == place.color, place.lowest, now)),
        // Only a 1 opens a pile.
        Some(PileRef::New) => Err(misfit(state, person)),
        Some(PileRef::Pile(id)) => {
            let Some((index, pile)) = pile::index(id).and_then(|i| Some((i, state.piles.get(i)?))) else {
                return Err(misfit(state, person));
            };
            if takes(pile) {
                return Ok(Target { pile: id, named: None });
            }
            if pile.color != place.color {
                return Err(misfit(state, person));
            }
            let moved = if place.moves { oldest(Some(id)) } else { None };
            moved.ok_or_else(|| {
                let here = |i: usize, pile: &Pile| i == index || place.moves && pile.color == place.color;
                lost(state, person, here, place.lowest, now)
            })
        }
    }
}

/// Why nothing takes the card: somebody else took its place within the last moments, in one of the piles
/// where it could have gone, or it just does not fit (ruling 28).
fn lost(
    state: &State,
    person: &Person,
    candidate: impl Fn(usize, &Pile) -> bool,
    lowest: Rank,
    now: RoomTime,
) -> Refused {
    let taken = state.piles.iter().enumerate().filter(|(index, pile)| candidate(*index, pile)).filter_map(
        |(index, pile)| {
            let laid = pile.laid_as(lowest.number())?;
            (laid.seat != person.seat && now.since(laid.at) <= BEATEN_MS).then_some((index, pile, laid))
        },
    );
    // Of several, the place that was open the longest: what the one who asked was nearest to.
    match taken.max_by_key(|(_, _, laid)| laid.seq) {
        Some((index, pile, laid)) => detail::beaten(index, pile, laid, now),
        None => misfit(state, person),
    }
}

/// The card does not fit, which may cost points (ruling 28).
fn misfit(state: &State, person: &Person) -> Refused {
    let mut refused = Refused::plain(&code::DOES_NOT_FIT);
    let points = state.options.misplay_penalty;
    if points > 0 {
        refused.events.push(Event::Misplayed { side: person.side, points });
    }
    refused
}

/// What is left of the waste when `taken` cards have gone; none when it gives nothing.
fn waste_left(table: &Table, taken: usize) -> Option<WasteLeft> {
    let left = table.waste.len().checked_sub(taken).filter(|_| taken > 0)?;
    let rest = &table.waste[..left];
    Some(WasteLeft { count: count(rest), top: rest.last().copied() })
}

fn placed(
    table: &Table,
    person: &Person,
    target: &Target,
    (card, color, rank): (Card, Suit, Rank),
    waste: Option<WasteLeft>,
    cards: u8,
) -> Move {
    let Target { pile, named } = *target;
    let (side, seat) = (person.side, person.seat);
    Move { side, seat, card, pile, named, color, rank, played: table.played.saturating_add(cards), waste }
}
