//! What can have happened, secrets included: the lines of a room's log.
//!
//! An event holds all that `evolve` needs to let it happen without judging anything, and all that
//! `redact` needs to tell it to a viewer without looking at the table. What viewers get is in `shown`.

use serde::{Deserialize, Serialize};

use super::card::Card;
use super::options::Options;
use super::pile::{Pile, Piles};
use super::rack::Rack;
use super::slot::{RackRow, RackSlot};
use super::turn::{Next, Window};
use crate::games::{RoomTime, Seat, Seed, Side};

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum Event {
    /// A game was dealt.
    Dealt(Box<Dealt>),
    /// The player on turn drew a card.
    Drawn {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
        /// Why.
        why: Why,
        /// The draw pile was empty and was made anew first (ruling 102).
        reshuffle: Option<Box<Reshuffle>>,
        /// The piles now.
        piles: Piles,
    },
    /// The player on turn put a card into the rack.
    Exchanged {
        /// Who.
        seat: Seat,
        /// Where the new card came from.
        from: Pile,
        /// The slot.
        slot: RackSlot,
        /// The card that is there now.
        card: Card,
        /// The card that was there; it is on the discard pile now.
        out: Card,
        /// What comes next: somebody's turn, or the window of the swap card that left.
        then: Then,
        /// The piles now.
        piles: Piles,
    },
    /// The player on turn put the drawn card on the discard pile; nobody was named.
    Discarded {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
        /// Why.
        why: Why,
        /// Whose turn it is now.
        next: Next,
        /// The piles now.
        piles: Piles,
    },
    /// The player on turn played the swap card that was just drawn.
    SwapPlayed {
        /// Who.
        seat: Seat,
        /// The card.
        card: Card,
        /// The order that stands now.
        window: Window,
        /// The piles now.
        piles: Piles,
    },
    /// The player under an order answered it with a reverse card.
    Reversed {
        /// Who.
        seat: Seat,
        /// Where the reverse card stood.
        slot: RackSlot,
        /// The reverse card.
        card: Card,
        /// The card that was drawn into the slot.
        replacement: Card,
        /// The draw pile was empty and was made anew first (ruling 103).
        reshuffle: Option<Box<Reshuffle>>,
        /// The order that stands now.
        window: Window,
        /// The piles now.
        piles: Piles,
    },
    /// An order was carried out.
    Settled {
        /// Whose rack.
        seat: Seat,
        /// The row whose cards changed sides.
        row: RackRow,
        /// Why.
        why: SettledWhy,
        /// Whose turn it is now.
        next: Next,
    },
    /// Somebody called without being finished, and it costs a turn (ruling 97).
    CalledFalsely {
        /// Who.
        seat: Seat,
    },
    /// A rack was set aside, out of play (ruling 106).
    SetAside {
        /// Whose.
        seat: Seat,
        /// The drawn card that went to the discard pile.
        discarded: Option<Card>,
        /// Whose turn it is now, if it was that player's.
        next: Option<Next>,
        /// The piles now.
        piles: Piles,
    },
    /// Whoever has something to decide got more time, because room time stood.
    Extended {
        /// Until when.
        ends_at: RoomTime,
    },
    /// The game is won.
    Won {
        /// By whom.
        seat: Seat,
        /// How.
        how: How,
        /// All racks, open now (ruling 101).
        racks: Vec<SeatRack>,
    },
}

/// A game as it is dealt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dealt {
    /// The options that hold.
    pub options: Options,
    /// The game's number within the match, from 1.
    pub round: u32,
    /// What each side has won before.
    pub totals: Vec<(Side, i64)>,
    /// Who deals.
    pub dealer: Seat,
    /// The racks, in ascending order of seats.
    pub racks: Vec<SeatRack>,
    /// The draw pile, its top last.
    pub draw_pile: Vec<Card>,
    /// The discard pile, its top last.
    pub discard: Vec<Card>,
    /// What the next reshuffle is made from.
    pub chance: Seed,
    /// Whose turn it is.
    pub next: Next,
}

/// A rack and whose it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeatRack {
    /// Whose.
    pub seat: Seat,
    /// The rack.
    pub rack: Rack,
}

/// A new draw pile, made of what lay under the top discard (ruling 102).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reshuffle {
    /// The new draw pile, its top last, before anything is drawn from it.
    pub pile: Vec<Card>,
    /// What the reshuffle after this one is made from.
    pub chance: Seed,
}

/// What comes after an exchange.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// Somebody's turn.
    Turn(Next),
    /// An order.
    Window(Window),
}

/// Why a card was drawn or discarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SuperRackOWhy")]
#[ts(rename = "SuperRackOWhy")]
pub enum Why {
    /// The player wanted it.
    Player,
    /// The turn clock ran out (ruling 105).
    Clock,
    /// The player left (ruling 106).
    Left,
}

/// Why an order was carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SuperRackOSettledWhy")]
#[ts(rename = "SuperRackOSettledWhy")]
pub enum SettledWhy {
    /// It was accepted.
    Accepted,
    /// The time for an answer ran out (ruling 89).
    Clock,
    /// The table has agreed not to wait for a player without a reverse card (`auto_accept`, ruling 90).
    NoReverse,
    /// The rack under the order is out of play (ruling 106).
    OutOfPlay,
}

/// How a game was won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "SuperRackOHow")]
#[ts(rename = "SuperRackOHow")]
pub enum How {
    /// The winner called.
    Called,
    /// The server called for the winner (`auto_call`, ruling 93).
    Declared,
    /// All others left (ruling 106).
    LastInPlay,
}
