//! Turning the stock (rulings 12 to 19).

use super::areas::{Area, may_touch};
use super::codes;
use super::detail::{self, Refused};
use super::event::Event;
use super::state::{Person, State, Table};
use super::view::count;
use crate::code;
use crate::games::RoomTime;

/// Judges a turn of the person's side.
pub(super) fn turn(state: &State, person: &Person, now: RoomTime) -> Result<Event, Refused> {
    if !may_touch(state, person, Area::Deck) {
        return Err(Refused::plain(&code::NOT_YOURS));
    }
    let table = state.table(person.side).ok_or_else(|| Refused::plain(&code::NOT_SEATED))?;
    // Checked before the pace, as waiting would not help.
    if table.stock.is_empty() && table.waste.is_empty() {
        return Err(Refused::plain(&codes::NOTHING_TO_TURN));
    }
    if let Some(last) = table.turned_at {
        let next = last.plus(state.options.min_turn_gap_ms);
        if now < next {
            return Err(detail::wait(&code::TOO_FAST, next.since(now)));
        }
    }
    // An empty stock is turned over first; the turn follows in the same step (ruling 15).
    let recycled = || Event::Recycled { side: table.side, stock: count(&table.waste) };
    Ok(turned(table).unwrap_or_else(recycled))
}

/// The turn of a stock that has cards: up to three, the last of them on top.
pub(super) fn turned(table: &Table) -> Option<Event> {
    let cards = table.stock.len().min(3);
    let top = *table.stock.get(table.stock.len().checked_sub(cards.max(1))?)?;
    let moved = u8::try_from(cards).unwrap_or(u8::MAX);
    let (stock, waste) = (count(&table.stock) - moved, count(&table.waste) + moved);
    Some(Event::Turned { side: table.side, top, stock, waste })
}
