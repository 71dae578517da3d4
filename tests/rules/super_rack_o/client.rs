//! A client that was given one view and believes its events from then on: what it holds must always be
//! what a fresh view would say.

use slapdown::games::super_rack_o::card::{Card, Colour};
use slapdown::games::super_rack_o::pile::{Discard, Pile};
use slapdown::games::super_rack_o::shown::{Shown, Turn};
use slapdown::games::super_rack_o::slot::RackSlot;
use slapdown::games::super_rack_o::view::{PhaseName, SeatView, Step, View, WindowView};
use slapdown::games::{Seat, Viewer};

/// Lets `ms` milliseconds pass.
pub fn pass(view: &mut View, ms: u64) {
    if let Some(left) = &mut view.ends_in {
        *left = left.saturating_sub(ms);
    }
    if let Some(window) = &mut view.window {
        window.ends_in = window.ends_in.saturating_sub(ms);
    }
}

/// Brings a view up to date, by what the events' documentation says and nothing else.
pub fn apply(view: &mut View, me: Viewer, shown: &Shown) {
    let mine = |seat: Seat| me == Viewer::Seat(seat);
    match shown {
        Shown::Dealt { game } => *view = (**game).clone(),
        Shown::Drawn { card, draw_pile, discard, .. } => {
            view.step = Some(Step::Place);
            view.drawn = *card;
            piles(view, *draw_pile, *discard);
        }
        Shown::Exchanged { seat, from, slot, card, turn, window, draw_pile, discard, .. } => {
            put(view, *seat, *slot, *card, *from == Pile::Discard);
            view.drawn = None;
            piles(view, *draw_pile, *discard);
            if let Some(turn) = turn {
                begin(view, turn);
            }
            if let Some(window) = window {
                open(view, window);
            }
        }
        Shown::Discarded { turn, draw_pile, discard, .. } => {
            view.drawn = None;
            piles(view, *draw_pile, *discard);
            begin(view, turn);
        }
        Shown::SwapPlayed { window, draw_pile, discard, .. } => {
            view.drawn = None;
            piles(view, *draw_pile, *discard);
            open(view, window);
        }
        Shown::Reversed { seat, slot, replacement, window, draw_pile, discard, .. } => {
            put(view, *seat, *slot, *replacement, false);
            piles(view, *draw_pile, *discard);
            open(view, window);
        }
        Shown::Settled { seat, row, turn, .. } => {
            let own = player(view, *seat);
            let at = row.index();
            std::mem::swap(&mut own.rack.blue[at], &mut own.rack.red[at]);
            for slot in &mut own.known {
                if slot.row == *row {
                    slot.side = slot.side.other();
                }
            }
            own.known.sort_unstable();
            begin(view, turn);
        }
        Shown::CalledFalsely { seat } => player(view, *seat).skips_next = true,
        Shown::SetAside { seat, discarded, turn, draw_pile, discard } => {
            player(view, *seat).in_play = false;
            if discarded.is_some() && mine(*seat) {
                view.drawn = None;
            }
            piles(view, *draw_pile, *discard);
            if let Some(turn) = turn {
                begin(view, turn);
            }
        }
        Shown::Extended { ends_in } => match &mut view.window {
            Some(window) => window.ends_in = *ends_in,
            None => view.ends_in = Some(*ends_in),
        },
        Shown::Won { seat, racks, .. } => {
            for open in racks {
                player(view, open.seat).rack = open.rack.clone();
            }
            view.phase = PhaseName::Over;
            view.winner = Some(*seat);
            view.turn = None;
            view.step = None;
            view.ends_in = None;
            view.window = None;
        }
    }
}

fn player(view: &mut View, seat: Seat) -> &mut SeatView {
    view.seats.iter_mut().find(|own| own.seat == seat).expect("a player of this table")
}

fn put(view: &mut View, seat: Seat, slot: RackSlot, card: Option<Card>, known: bool) {
    let own = player(view, seat);
    let side = match slot.side {
        Colour::Blue => &mut own.rack.blue,
        Colour::Red => &mut own.rack.red,
    };
    side[slot.row.index()] = card;
    own.known.retain(|other| *other != slot);
    if known {
        own.known.push(slot);
        own.known.sort_unstable();
    }
}

fn piles(view: &mut View, draw_pile: u8, discard: Discard) {
    view.draw_pile = draw_pile;
    view.discard = discard;
}

fn begin(view: &mut View, turn: &Turn) {
    view.phase = PhaseName::Playing;
    view.turn = Some(turn.seat);
    view.step = Some(Step::Take);
    view.ends_in = turn.ends_in;
    view.window = None;
    for seat in &turn.skipped {
        player(view, *seat).skips_next = false;
    }
}

fn open(view: &mut View, window: &WindowView) {
    view.phase = PhaseName::Window;
    view.step = None;
    view.ends_in = None;
    view.window = Some(window.clone());
}
