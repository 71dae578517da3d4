//! Events as a viewer may see them: `{"e": …}` on the wire.
//!
//! Each tells enough to bring a view up to date; what to change is said with each. What does not apply
//! is left out. `redact` is the only way an event leaves the rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::card::Card;
use super::event::{Event, How, SettledWhy, Then, Why};
use super::pile::{Discard, Pile, Piles};
use super::slot::{RackRow, RackSlot};
use super::state::State;
use super::turn::Next;
use super::view::{RackView, View, WindowView, view};
use crate::games::{RoomTime, Seat, Viewer};

/// What happened, as a viewer may see it. A `turn` in an event begins that turn: the phase is `playing`,
/// the step `take`, and there is no window. A `window` opens or replaces the window: the phase is
/// `window`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(tag = "e", rename_all = "snake_case")]
#[schemars(rename = "SuperRackOEvent")]
#[ts(rename = "SuperRackOEvent")]
pub enum Shown {
    /// A game was dealt.
    Dealt {
        /// The table, as this viewer sees it.
        game: Box<View>,
    },
    /// The player on turn drew a card and has to place it: the step is `place`.
    Drawn {
        /// Who.
        seat: Seat,
        /// The card, to its holder alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        card: Option<Card>,
        /// Whether the player wanted it or the clock ran out.
        why: Why,
        /// The draw pile was empty: all but the top discard was shuffled into a new one first.
        reshuffled: bool,
        /// Cards in the draw pile now.
        draw_pile: u8,
        /// The discard pile now.
        discard: Discard,
    },
    /// The player on turn put a card into the rack, and has none in hand.
    Exchanged {
        /// Who.
        seat: Seat,
        /// Where the new card came from. One from the discard pile is known to everybody from now on:
        /// the slot joins `known`. One from the draw pile is not: the slot leaves `known`.
        from: Pile,
        /// The slot.
        slot: RackSlot,
        /// The card that is there now, to whom it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        card: Option<Card>,
        /// The card that was there; it is on the discard pile now.
        out: Card,
        /// Whose turn it is, unless a window opens.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        turn: Option<Turn>,
        /// The order that was given with the swap card that left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        window: Option<WindowView>,
        /// Cards in the draw pile now.
        draw_pile: u8,
        /// The discard pile now.
        discard: Discard,
    },
    /// The player on turn put the drawn card on the discard pile; nobody was named.
    Discarded {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
        /// Whether the player wanted it, the clock ran out, or the player left.
        why: Why,
        /// Whose turn it is now.
        turn: Turn,
        /// Cards in the draw pile now.
        draw_pile: u8,
        /// The discard pile now.
        discard: Discard,
    },
    /// The player on turn played the swap card that was just drawn.
    SwapPlayed {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
        /// The order.
        window: WindowView,
        /// Cards in the draw pile now.
        draw_pile: u8,
        /// The discard pile now.
        discard: Discard,
    },
    /// The player under an order turned it round.
    Reversed {
        /// Who.
        seat: Seat,
        /// Where the reverse card stood; another card was drawn into it, and the slot leaves `known`.
        slot: RackSlot,
        /// The reverse card.
        card: Card,
        /// The card that was drawn into the slot, to its owner alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        replacement: Option<Card>,
        /// The draw pile was empty: all but the top discard was shuffled into a new one first.
        reshuffled: bool,
        /// The order that stands now.
        window: WindowView,
        /// Cards in the draw pile now.
        draw_pile: u8,
        /// The discard pile now.
        discard: Discard,
    },
    /// An order was carried out: the two cards of the row change sides in the rack of `seat`, and what is
    /// known of them goes along.
    Settled {
        /// Whose rack.
        seat: Seat,
        /// The row.
        row: RackRow,
        /// Why.
        why: SettledWhy,
        /// Whose turn it is now.
        turn: Turn,
    },
    /// Somebody called without being finished: `skips_next` is true from now on.
    CalledFalsely {
        /// Who.
        seat: Seat,
    },
    /// A rack was set aside, out of play.
    SetAside {
        /// Whose.
        seat: Seat,
        /// The drawn card that went to the discard pile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        discarded: Option<Card>,
        /// Whose turn it is now, if it was that player's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        turn: Option<Turn>,
        /// Cards in the draw pile now.
        draw_pile: u8,
        /// The discard pile now.
        discard: Discard,
    },
    /// Time stood, and whoever has something to decide got more of it: the turn or window ends then.
    Extended {
        /// How long it lasts from now on, in milliseconds.
        #[ts(type = "number")]
        ends_in: u64,
    },
    /// The game is won: the phase is `over`, and there is no turn, step or window.
    Won {
        /// By whom.
        seat: Seat,
        /// How.
        how: How,
        /// All racks, open.
        racks: Vec<OpenRack>,
    },
}

/// Whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[schemars(rename = "SuperRackOTurn")]
#[ts(rename = "SuperRackOTurn")]
pub struct Turn {
    /// The player.
    pub seat: Seat,
    /// Who was passed over for a false call; their `skips_next` is false from now on.
    pub skipped: Vec<Seat>,
    /// How long the turn may take, in milliseconds; null without a turn clock.
    #[ts(type = "number | null")]
    pub ends_in: Option<u64>,
}

/// A rack that everybody may see, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[schemars(rename = "SuperRackOOpenRack")]
#[ts(rename = "SuperRackOOpenRack")]
pub struct OpenRack {
    /// Whose.
    pub seat: Seat,
    /// The rack.
    pub rack: RackView,
}

impl Turn {
    fn at(next: &Next, now: RoomTime) -> Self {
        Self {
            seat: next.turn,
            skipped: next.skipped.clone(),
            ends_in: next.ends_at.map(|end| end.since(now)),
        }
    }
}

/// What `viewer` may see of an event at `now`.
#[must_use]
pub fn redact(event: &Event, viewer: Viewer, now: RoomTime) -> Shown {
    // To the holder alone (ruling 107).
    let own = |seat: Seat, card: Card| viewer.sees_hand_of(seat).then_some(card);
    match event {
        Event::Dealt(dealt) => Shown::Dealt { game: Box::new(view(&State::open(dealt), viewer, now)) },
        &Event::Drawn { seat, card, why, ref reshuffle, piles: Piles { draw_pile, discard } } => {
            Shown::Drawn {
                seat,
                card: own(seat, card),
                why,
                reshuffled: reshuffle.is_some(),
                draw_pile,
                discard,
            }
        }
        &Event::Exchanged { seat, from, slot, card, out, ref then, piles: Piles { draw_pile, discard } } => {
            let (turn, window) = match then {
                Then::Turn(next) => (Some(Turn::at(next, now)), None),
                Then::Window(window) => (None, Some(WindowView::at(window, now))),
            };
            let card = if from == Pile::Discard { Some(card) } else { own(seat, card) };
            Shown::Exchanged { seat, from, slot, card, out, turn, window, draw_pile, discard }
        }
        &Event::Discarded { seat, card, why, ref next, piles: Piles { draw_pile, discard } } => {
            Shown::Discarded { seat, card, why, turn: Turn::at(next, now), draw_pile, discard }
        }
        &Event::SwapPlayed { seat, card, ref window, piles: Piles { draw_pile, discard } } => {
            Shown::SwapPlayed { seat, card, window: WindowView::at(window, now), draw_pile, discard }
        }
        &Event::Reversed { seat, slot, card, replacement, ref reshuffle, ref window, piles } => {
            let Piles { draw_pile, discard } = piles;
            Shown::Reversed {
                seat,
                slot,
                card,
                replacement: own(seat, replacement),
                reshuffled: reshuffle.is_some(),
                window: WindowView::at(window, now),
                draw_pile,
                discard,
            }
        }
        &Event::Settled { seat, row, why, ref next } => {
            Shown::Settled { seat, row, why, turn: Turn::at(next, now) }
        }
        &Event::CalledFalsely { seat } => Shown::CalledFalsely { seat },
        &Event::SetAside { seat, discarded, ref next, piles: Piles { draw_pile, discard } } => {
            let turn = next.as_ref().map(|next| Turn::at(next, now));
            Shown::SetAside { seat, discarded, turn, draw_pile, discard }
        }
        &Event::Extended { ends_at } => Shown::Extended { ends_in: ends_at.since(now) },
        Event::Won { seat, how, racks } => {
            let open =
                |own: &super::event::SeatRack| OpenRack { seat: own.seat, rack: RackView::open(&own.rack) };
            Shown::Won { seat: *seat, how: *how, racks: racks.iter().map(open).collect() }
        }
    }
}
