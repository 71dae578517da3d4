//! Whether a rack is finished (rulings 92 and 98 to 100), and how near a side is to it.
//!
//! A wild card is fixed nowhere: it only matters whether whole numbers for all of them exist. For that
//! it is enough to look at the naturals. Take from each natural its row: what is left, the *slack*, is
//! how many numbers are free below it. Numbers for the wilds exist exactly when the slacks never fall
//! from row to row and stay between 0 and 32. (Between x in row i and y in row j there is room for
//! j - i - 1 wilds when y - x >= j - i; below the first natural when x >= i; above the last when
//! x <= 32 + i.)

use super::card::{Card, Colour, Face, Number};
use super::rack::{Held, Rack};
use super::slot::RackRow;

/// The highest slack: the number 40 in row 8.
pub const SLACK_MAX: u8 = Number::MAX - RackRow::MAX;

/// What a card is worth in a row of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// It can never stand there in a finished rack.
    Never,
    /// A wild: it may stand for whatever number is needed.
    Any,
    /// A natural, with its slack.
    Slack(u8),
}

/// What `card` is worth in `row` of `side`.
#[must_use]
pub fn fit(card: Card, side: Colour, row: RackRow) -> Fit {
    if card.colour != side {
        return Fit::Never;
    }
    match card.face {
        Face::Wild => Fit::Any,
        Face::Number(number) => match number.get().checked_sub(row.get()) {
            Some(slack) if slack <= SLACK_MAX => Fit::Slack(slack),
            _ => Fit::Never,
        },
        Face::Swap | Face::Reverse => Fit::Never,
    }
}

/// Whether one side is finished.
#[must_use]
pub fn side_is_finished(cards: &[Card; RackRow::COUNT], side: Colour) -> bool {
    let mut least = 0;
    for row in RackRow::ALL {
        match fit(cards[row.index()], side, row) {
            Fit::Never => return false,
            Fit::Any => {}
            Fit::Slack(slack) if slack < least => return false,
            Fit::Slack(slack) => least = slack,
        }
    }
    true
}

/// Whether a rack is finished.
#[must_use]
pub fn is_finished(rack: &Rack) -> bool {
    let cards = |held: &[Held; RackRow::COUNT]| held.map(|held| held.card);
    Colour::BOTH.into_iter().all(|side| side_is_finished(&cards(rack.side(side)), side))
}
