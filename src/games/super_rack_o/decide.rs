//! What is allowed: from an input to the event that it makes, or the code of a refusal.
//!
//! Only reads. Of several reasons for a refusal the first is told: the phase, whose turn or order it is,
//! the step of the turn, then the cards.

use super::action::{Action, Order};
use super::card::Card;
use super::codes;
use super::deal::reshuffle;
use super::event::{Event, How, Reshuffle, SeatRack, SettledWhy, Then, Why};
use super::finish::is_finished;
use super::options::{FalseCall, WhenAbsent};
use super::pile::Pile;
use super::slot::{RackRow, RackSlot};
use super::state::{Phase, State};
use super::turn::{OrderKind, Window};
use super::{Detail, SuperRackO};
use crate::code::{self, Code};
use crate::games::{By, Driver, Input, Refusal, RoomTime, Seat};

/// What a stop of room time gives to whoever has something to decide, in milliseconds.
const ALLOWANCE_MS: u64 = 3_000;

/// Judges an input.
///
/// # Errors
/// The refusal.
pub fn decide(
    state: &State,
    input: &Input<Action>,
    now: RoomTime,
) -> Result<Option<Event>, Refusal<SuperRackO>> {
    match input {
        Input::Act { by, action } => act(state, *by, *action, now).map(Some),
        Input::Left { seat } => Ok(left(state, *seat, now)),
        Input::Driver { seat, driver: Driver::None } => Ok(set_aside(state, *seat, now)),
        Input::Resumed => Ok(extended(state)),
        // Who moves for a seat, and whether its person is there, changes nothing on the table.
        Input::Driver { .. } | Input::Presence { .. } | Input::Wake => Ok(None),
    }
}

fn act(state: &State, by: By, action: Action, now: RoomTime) -> Result<Event, Refusal<SuperRackO>> {
    // The phase first: who called a moment too late has no seat in a game that is over.
    if let Phase::Over { at, .. } = state.phase {
        let detail = at.map(|at| Detail { margin_ms: Some(now.since(at)) });
        return Err(Refusal { code: &code::ROUND_OVER, detail, events: Vec::new() });
    }
    let player = by.seat.and_then(|seat| state.player(seat));
    let Some(player) = player else { return Err(Refusal::plain(&code::NOT_SEATED)) };
    if !player.in_play {
        return Err(Refusal::plain(&codes::OUT_OF_PLAY));
    }
    let seat = player.seat;
    match action {
        Action::Draw => draw(state, seat),
        Action::Take { slot, swap } => take(state, seat, slot, swap, now),
        Action::Exchange { slot, swap } => exchange(state, seat, slot, swap, now),
        Action::Discard => discard(state, seat, now),
        Action::Swap { target, row } => swap(state, seat, Order { target, row }, now),
        Action::Accept => accept(state, seat, now),
        Action::Reverse { slot, row } => reverse(state, seat, slot, row, now),
        Action::Call => return call(state, seat),
    }
    .map_err(Refusal::plain)
}

type Decided = Result<Event, &'static Code>;

/// The card in hand of `seat`, if it is that seat's turn.
fn on_turn(state: &State, seat: Seat) -> Result<Option<Card>, &'static Code> {
    match state.phase {
        Phase::Playing { turn, drawn, .. } if turn == seat => Ok(drawn),
        Phase::Playing { .. } => Err(&code::NOT_YOUR_TURN),
        Phase::Window { .. } => Err(&code::NOT_NOW),
        Phase::Over { .. } => Err(&code::ROUND_OVER),
    }
}

/// That `seat` is on turn and has taken nothing yet (ruling 69).
fn before_the_take(state: &State, seat: Seat) -> Result<(), &'static Code> {
    match on_turn(state, seat)? {
        None => Ok(()),
        Some(_) => Err(&code::NOT_NOW),
    }
}

/// The card that `seat` has drawn and must place.
fn after_the_draw(state: &State, seat: Seat) -> Result<Card, &'static Code> {
    on_turn(state, seat)?.ok_or(&code::NOT_NOW)
}

/// The order that `seat` is under. Said before the cards are looked at, so that nobody else learns
/// anything from it (rulings 84 and 109).
fn under_order(state: &State, seat: Seat) -> Result<Window, &'static Code> {
    match state.phase {
        Phase::Window { window, .. } if window.against == seat => Ok(window),
        Phase::Window { .. } => Err(&code::NOT_YOURS),
        Phase::Playing { .. } => Err(&code::NOT_NOW),
        Phase::Over { .. } => Err(&code::ROUND_OVER),
    }
}

fn draw(state: &State, seat: Seat) -> Decided {
    before_the_take(state, seat)?;
    drawn(state, seat, Why::Player).ok_or(&code::NOT_NOW)
}

/// The player on turn draws. None only if there is no card outside the racks, which 108 cards and four
/// racks never allow (ruling 104).
pub(super) fn drawn(state: &State, seat: Seat, why: Why) -> Option<Event> {
    let top = state.discard.last().copied();
    let (card, draw_pile, reshuffle) = top_card(state, state.discard.split_last()?.1)?;
    let discard = if reshuffle.is_some() { 1 } else { state.discard.len() };
    let piles = State::piles(draw_pile, discard, top);
    Some(Event::Drawn { seat, card, why, reshuffle, piles })
}

/// The card that is drawn next, how many are left then, and the new draw pile if one was needed: the
/// cards `under` the top discard, and no sooner than somebody draws (ruling 102).
fn top_card(state: &State, under: &[Card]) -> Option<(Card, usize, Option<Box<Reshuffle>>)> {
    if let Some((card, rest)) = state.draw_pile.split_last() {
        return Some((*card, rest.len(), None));
    }
    let made = reshuffle(under, state.chance);
    let (card, rest) = made.pile.split_last()?;
    Some((*card, rest.len(), Some(Box::new(made))))
}

/// That `seat` may give `order` by playing `card` (rulings 76 and 81).
fn check_order(state: &State, seat: Seat, card: Card, order: Order) -> Result<(), &'static Code> {
    if !card.is_swap() {
        return Err(&codes::NOT_A_SWAP);
    }
    let in_play = state.player(order.target).is_some_and(|target| target.in_play);
    if in_play && order.target != seat { Ok(()) } else { Err(&codes::NO_SUCH_TARGET) }
}

/// The window that an order by `seat` opens (ruling 89).
fn window(state: &State, seat: Seat, order: Order, kind: OrderKind, now: RoomTime) -> Window {
    let ends_at = now.plus(state.options.window_ms);
    Window { against: order.target, by: seat, row: order.row, kind, ends_at }
}

fn take(state: &State, seat: Seat, slot: RackSlot, order: Option<Order>, now: RoomTime) -> Decided {
    before_the_take(state, seat)?;
    // Ruling 72: nor the card under it.
    let card = state.discard.last().copied().filter(|card| card.may_be_taken());
    let card = card.ok_or(&codes::NOT_TO_BE_TAKEN)?;
    if order.is_some() && !state.options.swap_via_discard {
        return Err(&codes::NO_SWAP_VIA_DISCARD);
    }
    put(state, seat, slot, Pile::Discard, card, order, now)
}

fn exchange(state: &State, seat: Seat, slot: RackSlot, order: Option<Order>, now: RoomTime) -> Decided {
    let card = after_the_draw(state, seat)?;
    put(state, seat, slot, Pile::Draw, card, order, now)
}

/// Puts `card` into `slot`, which ends the turn or opens the window of the swap card that leaves.
fn put(
    state: &State,
    seat: Seat,
    slot: RackSlot,
    from: Pile,
    card: Card,
    order: Option<Order>,
    now: RoomTime,
) -> Decided {
    let out = state.player(seat).ok_or(&code::NOT_SEATED)?.rack.at(slot).card;
    let then = match order {
        Some(order) => {
            check_order(state, seat, out, order)?;
            Then::Window(window(state, seat, order, OrderKind::Swap, now))
        }
        // Ruling 80: a swap card may go without naming anyone.
        None => Then::Turn(state.next_turn(seat, None, now)),
    };
    let discard = state.discard.len() + usize::from(from == Pile::Draw);
    let piles = State::piles(state.draw_pile.len(), discard, Some(out));
    Ok(Event::Exchanged { seat, from, slot, card, out, then, piles })
}

fn discard(state: &State, seat: Seat, now: RoomTime) -> Decided {
    let card = after_the_draw(state, seat)?;
    Ok(discarded(state, seat, card, Why::Player, now))
}

/// The drawn card goes quietly to the discard pile, which ends the turn.
pub(super) fn discarded(state: &State, seat: Seat, card: Card, why: Why, now: RoomTime) -> Event {
    let next = state.next_turn(seat, None, now);
    Event::Discarded { seat, card, why, next, piles: state.piles_with(card) }
}

fn swap(state: &State, seat: Seat, order: Order, now: RoomTime) -> Decided {
    let card = after_the_draw(state, seat)?;
    check_order(state, seat, card, order)?;
    let window = window(state, seat, order, OrderKind::Swap, now);
    Ok(Event::SwapPlayed { seat, card, window, piles: state.piles_with(card) })
}

fn accept(state: &State, seat: Seat, now: RoomTime) -> Decided {
    let window = under_order(state, seat)?;
    settled(state, window, SettledWhy::Accepted, now).ok_or(&code::NOT_NOW)
}

/// The order is carried out, and the turn passes on (rulings 75 and 82).
pub(super) fn settled(state: &State, window: Window, why: SettledWhy, now: RoomTime) -> Option<Event> {
    let next = state.next_turn(state.turn()?, None, now);
    Some(Event::Settled { seat: window.against, row: window.row, why, next })
}

fn reverse(state: &State, seat: Seat, slot: RackSlot, row: RackRow, now: RoomTime) -> Decided {
    let order = under_order(state, seat)?;
    let card = state.player(seat).ok_or(&code::NOT_SEATED)?.rack.at(slot).card;
    if !card.is_reverse() {
        return Err(&codes::NOT_A_REVERSE);
    }
    // Ruling 103: the reverse card is on the discard pile by now, so all that lay there is under it.
    let (replacement, draw_pile, reshuffle) = top_card(state, &state.discard).ok_or(&code::NOT_NOW)?;
    let discard = if reshuffle.is_some() { 1 } else { state.discard.len() + 1 };
    let piles = State::piles(draw_pile, discard, Some(card));
    let back = Order { target: order.by, row };
    let window = window(state, seat, back, OrderKind::Reverse, now);
    Ok(Event::Reversed { seat, slot, card, replacement, reshuffle, window, piles })
}

fn call(state: &State, seat: Seat) -> Result<Event, Refusal<SuperRackO>> {
    // Ruling 95: a finished rack has no reverse card in it, so the window would be an escape for
    // somebody who forgot to call.
    if under_order(state, seat).is_ok() && !state.options.call_under_order {
        return Err(Refusal::plain(&codes::UNDER_ORDER));
    }
    let Some(player) = state.player(seat) else { return Err(Refusal::plain(&code::NOT_SEATED)) };
    if is_finished(&player.rack) {
        return Ok(won(state, seat, How::Called));
    }
    // Ruling 97; at most one lost turn waits for a player.
    let costs = state.options.false_call == FalseCall::SkipTurn && !player.skips_next;
    let events = if costs { vec![Event::CalledFalsely { seat }] } else { Vec::new() };
    Err(Refusal { code: &codes::NOT_FINISHED, detail: None, events })
}

/// `seat` wins, and all racks are open (ruling 101).
pub(super) fn won(state: &State, seat: Seat, how: How) -> Event {
    let racks =
        state.players.iter().map(|player| SeatRack { seat: player.seat, rack: player.rack }).collect();
    Event::Won { seat, how, racks }
}

/// Somebody left on purpose: absent at once (ruling 106).
fn left(state: &State, seat: Seat, now: RoomTime) -> Option<Event> {
    match state.options.absent {
        WhenAbsent::Leave => set_aside(state, seat, now),
        WhenAbsent::Bot => match state.phase {
            Phase::Playing { turn, drawn: Some(card), .. } if turn == seat => {
                Some(discarded(state, seat, card, Why::Left, now))
            }
            _ => None,
        },
    }
}

/// A rack goes out of play; what its owner had in hand goes quietly to the discard pile (ruling 106).
fn set_aside(state: &State, seat: Seat, now: RoomTime) -> Option<Event> {
    state.player(seat).filter(|player| player.in_play)?;
    let (discarded, next) = match state.phase {
        Phase::Playing { turn, drawn, .. } if turn == seat => {
            (drawn, Some(state.next_turn(seat, Some(seat), now)))
        }
        Phase::Playing { .. } | Phase::Window { .. } => (None, None),
        Phase::Over { .. } => return None,
    };
    let piles = discarded.map_or_else(|| state.piles_now(), |card| state.piles_with(card));
    Some(Event::SetAside { seat, discarded, next, piles })
}

/// Room time stood: whoever has something to decide gets more of it.
fn extended(state: &State) -> Option<Event> {
    let ends_at = match state.phase {
        Phase::Playing { ends_at, .. } => ends_at?,
        Phase::Window { window, .. } => window.ends_at,
        Phase::Over { .. } => return None,
    };
    Some(Event::Extended { ends_at: ends_at.plus(ALLOWANCE_MS) })
}
