//! The table as one viewer may see it (rulings 107 to 109).
//!
//! A view starts empty and adds what its viewer may know: the own rack, the cards that everybody saw go
//! into a slot, and all racks once somebody has won.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::card::Card;
use super::pile::Discard;
use super::rack::Rack;
use super::slot::{RackRow, RackSlot};
use super::state::{Phase, State};
use super::turn::{OrderKind, Window};
use crate::games::{RoomTime, Seat, Viewer};

/// The table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[schemars(rename = "SuperRackOView")]
#[ts(rename = "SuperRackOView")]
pub struct View {
    /// What is going on.
    pub phase: PhaseName,
    /// Who deals.
    pub dealer: Seat,
    /// Whose turn it is; in a window, whose it was when the order was given. Null in `over`.
    pub turn: Option<Seat>,
    /// What the player on turn has to do. Null but in `playing`.
    pub step: Option<Step>,
    /// How long the turn may still take, in milliseconds. Null without a turn clock, and but in
    /// `playing`.
    #[ts(type = "number | null")]
    pub ends_in: Option<u64>,
    /// Cards in the draw pile.
    pub draw_pile: u8,
    /// The discard pile.
    pub discard: Discard,
    /// The players, in ascending order of seats.
    pub seats: Vec<SeatView>,
    /// The card that was drawn, to its holder alone.
    pub drawn: Option<Card>,
    /// The order that may be answered. Null but in `window`.
    pub window: Option<WindowView>,
    /// Who has won. Null but in `over`.
    pub winner: Option<Seat>,
}

/// What is going on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SuperRackOPhase")]
#[ts(rename = "SuperRackOPhase")]
pub enum PhaseName {
    /// Somebody's turn.
    Playing,
    /// Somebody is under an order and may answer it.
    Window,
    /// Somebody has won.
    Over,
}

/// What the player on turn has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SuperRackOStep")]
#[ts(rename = "SuperRackOStep")]
pub enum Step {
    /// Draw, or take the discard.
    Take,
    /// Place the drawn card.
    Place,
}

/// One player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[schemars(rename = "SuperRackOSeat")]
#[ts(rename = "SuperRackOSeat")]
pub struct SeatView {
    /// The seat.
    pub seat: Seat,
    /// Whether the rack is in play.
    pub in_play: bool,
    /// The rack.
    pub rack: RackView,
    /// The slots whose cards everybody knows.
    pub known: Vec<RackSlot>,
    /// Whether the player's next turn is lost.
    pub skips_next: bool,
}

/// A rack; a card that the viewer may not know is null.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[schemars(rename = "SuperRackORack")]
#[ts(rename = "SuperRackORack")]
pub struct RackView {
    /// The blue side, from row 1 to row 8.
    pub blue: [Option<Card>; RackRow::COUNT],
    /// The red side, from row 1 to row 8.
    pub red: [Option<Card>; RackRow::COUNT],
}

/// An order that may be answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[schemars(rename = "SuperRackOWindow")]
#[ts(rename = "SuperRackOWindow")]
pub struct WindowView {
    /// Who is under the order.
    pub against: Seat,
    /// Who gave it.
    pub by: Seat,
    /// The row to be crossed.
    pub row: RackRow,
    /// The card that gave it.
    pub kind: OrderKind,
    /// How long it may still be answered, in milliseconds.
    #[ts(type = "number")]
    pub ends_in: u64,
}

impl WindowView {
    /// The window, with what remains of it at `now`.
    #[must_use]
    pub const fn at(window: &Window, now: RoomTime) -> Self {
        Self {
            against: window.against,
            by: window.by,
            row: window.row,
            kind: window.kind,
            ends_in: window.ends_at.since(now),
        }
    }
}

impl RackView {
    /// The cards of a rack that everybody knows.
    #[must_use]
    pub fn known(rack: &Rack) -> Self {
        Self {
            blue: rack.blue.map(|held| held.known.then_some(held.card)),
            red: rack.red.map(|held| held.known.then_some(held.card)),
        }
    }

    /// All cards of a rack.
    #[must_use]
    pub fn open(rack: &Rack) -> Self {
        Self { blue: rack.blue.map(|held| Some(held.card)), red: rack.red.map(|held| Some(held.card)) }
    }
}

/// What `viewer` may see of the table at `now`.
#[must_use]
pub fn view(state: &State, viewer: Viewer, now: RoomTime) -> View {
    let mut view = View {
        phase: PhaseName::Over,
        dealer: state.dealer(),
        turn: state.turn(),
        step: None,
        ends_in: None,
        draw_pile: state.piles_now().draw_pile,
        discard: state.piles_now().discard,
        seats: Vec::with_capacity(state.players().len()),
        drawn: None,
        window: None,
        winner: None,
    };
    match state.phase() {
        Phase::Playing { drawn, ends_at, .. } => {
            view.phase = PhaseName::Playing;
            view.step = Some(if drawn.is_none() { Step::Take } else { Step::Place });
            view.ends_in = ends_at.map(|end| end.since(now));
        }
        Phase::Window { window, .. } => {
            view.phase = PhaseName::Window;
            view.window = Some(WindowView::at(window, now));
        }
        Phase::Over { winner, .. } => view.winner = Some(*winner),
    }
    for player in state.players() {
        let open = view.phase == PhaseName::Over || viewer.sees_hand_of(player.seat);
        view.seats.push(SeatView {
            seat: player.seat,
            in_play: player.in_play,
            rack: if open { RackView::open(&player.rack) } else { RackView::known(&player.rack) },
            known: player.rack.known().collect(),
            skips_next: player.skips_next,
        });
    }
    // Ruling 101: a card in hand stays its holder's secret when the racks are opened.
    view.drawn = state.hand().filter(|(seat, _)| viewer.sees_hand_of(*seat)).map(|(_, card)| card);
    view
}
