//! How a level judges a rack, and what it minds beside its own rack.

use super::super::card::{Card, Colour};
use super::super::slot::RackSlot;
use super::odds::Odds;
use super::own::{Known, Own};
use super::{chain, fives};
use crate::games::BotLevel;

/// What a reverse card in the rack is worth to `hard`, in draws: it wards an order off and gives one.
const REVERSE: f32 = 2.0;
/// What a swap card in the rack is worth to `hard`, in draws: it is played when something better comes.
const SWAP: f32 = 1.0;
/// What an order is worth to `hard` for each card of the row that it thinks stood well, in draws.
const ORDER: f32 = 1.5;

/// How a level judges.
pub(super) enum Plan {
    /// `easy`: each slot waits for five numbers.
    Fives,
    /// `normal`: as many cards as can stay, evenly spread.
    Chain,
    /// `hard`: by the odds for each slot.
    Odds(Box<Odds>),
}

impl Plan {
    /// How `level` judges, with what it sees.
    pub(super) fn of(level: BotLevel, own: &Own<'_>) -> Self {
        match level {
            BotLevel::Easy => Self::Fives,
            BotLevel::Normal => Self::Chain,
            BotLevel::Hard => Self::Odds(Box::new(Odds::seen(own))),
        }
    }

    /// What a rack is worth; more is nearer to finished. In cards that can stay, for `hard` in draws.
    pub(super) fn worth(&self, rack: &Known) -> f32 {
        let sides = Colour::BOTH.into_iter();
        match self {
            Self::Fives => sides.map(|side| fives::worth(rack.side(side), side)).sum(),
            Self::Chain => sides.map(|side| chain::worth(rack.side(side), side)).sum(),
            Self::Odds(odds) => {
                let missing: f32 = sides.map(|side| odds.missing(rack.side(side), side)).sum();
                held(rack) - missing
            }
        }
    }

    /// The slot where `card` gains the most, and how much.
    pub(super) fn best_slot(&self, own: &Own<'_>, card: Card, order: f32) -> Option<(RackSlot, f32)> {
        let before = self.worth(&own.rack);
        let gains = RackSlot::all().map(|slot| {
            let frees = if own.rack.at(slot).is_swap() { order } else { 0.0 };
            (slot, self.worth(&own.rack.with(slot, card)) - before + frees)
        });
        gains.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// What the discard must gain at least to be taken: `hard` compares with a draw.
    pub(super) fn least_to_take(&self, own: &Own<'_>) -> f32 {
        match self {
            Self::Fives | Self::Chain => 0.5,
            Self::Odds(odds) => odds.draw_gains(&own.rack),
        }
    }

    /// What an order is worth that is expected to spoil so many cards.
    pub(super) fn order(&self, spoils: f32) -> f32 {
        match self {
            Self::Fives | Self::Chain => 0.1,
            Self::Odds(_) => ORDER * spoils,
        }
    }

    /// Whether a reverse card is worth a place where no card of use stands.
    pub(super) fn keeps_reverse(&self) -> bool {
        !matches!(self, Self::Fives)
    }

    /// How much a rack may lose by an order before a reverse card is played against it.
    pub(super) fn bears(&self) -> f32 {
        match self {
            Self::Fives => f32::NEG_INFINITY,
            Self::Chain => 0.0,
            Self::Odds(_) => 0.5,
        }
    }
}

/// What the swap and reverse cards of a rack are worth to `hard`, one of each: one answers one order.
fn held(rack: &Known) -> f32 {
    let reverse = if rack.cards().any(Card::is_reverse) { REVERSE } else { 0.0 };
    let swap = if rack.cards().any(Card::is_swap) { SWAP } else { 0.0 };
    reverse + swap
}
