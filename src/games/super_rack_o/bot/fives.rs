//! `easy`: every slot waits for its own five numbers, or a wild. So do people in their first games.

use super::super::card::{Card, Colour, Face};
use super::super::slot::RackRow;

/// The cards of a side that lie where they belong.
pub(super) fn worth(cards: &[Card; RackRow::COUNT], side: Colour) -> f32 {
    RackRow::ALL.into_iter().filter(|row| belongs(cards[row.index()], side, *row)).map(|_| 1.0).sum()
}

fn belongs(card: Card, side: Colour, row: RackRow) -> bool {
    let five = match card.face {
        Face::Number(number) => number.get().div_ceil(5) == row.get(),
        Face::Wild => true,
        Face::Swap | Face::Reverse => false,
    };
    five && card.colour == side
}
