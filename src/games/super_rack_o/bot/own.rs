//! What a bot has in front of it: its rack, which it knows whole, and the table.

use super::super::SuperRackO;
use super::super::card::{Card, Colour};
use super::super::finish::side_is_finished;
use super::super::options::Options;
use super::super::slot::{RackRow, RackSlot};
use super::super::view::{RackView, View};
use crate::games::{Seat, Sight};

/// What a bot has in front of it.
pub(super) struct Own<'a> {
    /// The table.
    pub view: &'a View,
    /// The options.
    pub options: &'a Options,
    /// Its seat.
    pub seat: Seat,
    /// Whether its rack is in play.
    pub in_play: bool,
    /// Its rack.
    pub rack: Known,
}

impl<'a> Own<'a> {
    /// What the bot of a seat has in front of it; none if the seat is not of this round.
    pub(super) fn of(sight: &Sight<'a, SuperRackO>) -> Option<Self> {
        let Sight { view, options, seat } = *sight;
        let player = view.seats.iter().find(|own| own.seat == seat)?;
        Some(Self { view, options, seat, in_play: player.in_play, rack: Known::read(&player.rack)? })
    }
}

/// A rack of which every card is known: the blue side, then the red side.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known([[Card; RackRow::COUNT]; 2]);

impl Known {
    /// The rack, if nothing of it is hidden.
    fn read(rack: &RackView) -> Option<Self> {
        let side = |cards: &[Option<Card>; RackRow::COUNT]| {
            let cards: Vec<Card> = cards.iter().copied().collect::<Option<_>>()?;
            cards.try_into().ok()
        };
        Some(Self([side(&rack.blue)?, side(&rack.red)?]))
    }

    /// One side, from row 1 to row 8.
    pub(super) const fn side(&self, side: Colour) -> &[Card; RackRow::COUNT] {
        &self.0[side as usize]
    }

    /// The card in a slot.
    pub(super) const fn at(&self, slot: RackSlot) -> Card {
        self.0[slot.side as usize][slot.row.index()]
    }

    /// The rack with another card in a slot.
    pub(super) const fn with(mut self, slot: RackSlot, card: Card) -> Self {
        self.0[slot.side as usize][slot.row.index()] = card;
        self
    }

    /// The rack with a row crossed.
    pub(super) const fn crossed(self, row: RackRow) -> Self {
        let blue = RackSlot { side: Colour::Blue, row };
        let red = RackSlot { side: Colour::Red, row };
        self.with(blue, self.at(red)).with(red, self.at(blue))
    }

    /// All cards.
    pub(super) fn cards(&self) -> impl Iterator<Item = Card> {
        self.0.iter().flatten().copied()
    }

    /// Whether it is finished.
    pub(super) fn is_finished(&self) -> bool {
        Colour::BOTH.into_iter().all(|side| side_is_finished(self.side(side), side))
    }
}
