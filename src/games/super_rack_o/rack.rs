//! A rack: sixteen cards in their slots, and which of them everybody knows.
//!
//! Whether the rack is finished is told by `finish`; who may see what, by `view`.

use serde::{Deserialize, Serialize};

use super::card::{Card, Colour};
use super::slot::{RackRow, RackSlot};

/// A card in its slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The card.
    pub card: Card,
    /// Whether the whole table knows it, because it was taken from the discard pile (ruling 108).
    pub known: bool,
}

/// A rack, full at all times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rack {
    /// The blue side, from row 1 to row 8.
    pub blue: [Held; RackRow::COUNT],
    /// The red side, from row 1 to row 8.
    pub red: [Held; RackRow::COUNT],
}

impl Rack {
    /// A rack of cards that nobody but the owner knows, each found by its slot.
    pub fn new(mut card: impl FnMut(RackSlot) -> Card) -> Self {
        let mut side =
            |side| RackRow::ALL.map(|row| Held { card: card(RackSlot { side, row }), known: false });
        Self { blue: side(Colour::Blue), red: side(Colour::Red) }
    }

    /// One side, from row 1 to row 8.
    #[must_use]
    pub const fn side(&self, side: Colour) -> &[Held; RackRow::COUNT] {
        match side {
            Colour::Blue => &self.blue,
            Colour::Red => &self.red,
        }
    }

    const fn side_mut(&mut self, side: Colour) -> &mut [Held; RackRow::COUNT] {
        match side {
            Colour::Blue => &mut self.blue,
            Colour::Red => &mut self.red,
        }
    }

    /// What a slot holds.
    #[must_use]
    pub const fn at(&self, slot: RackSlot) -> Held {
        self.side(slot.side)[slot.row.index()]
    }

    /// Puts a card into a slot and gives back the one that was there.
    pub const fn exchange(&mut self, slot: RackSlot, held: Held) -> Card {
        std::mem::replace(&mut self.side_mut(slot.side)[slot.row.index()], held).card
    }

    /// Lets the two cards of a row change sides; what is known of them goes along (rulings 82 and 109).
    pub const fn cross(&mut self, row: RackRow) {
        let at = row.index();
        std::mem::swap(&mut self.blue[at], &mut self.red[at]);
    }

    /// All cards, the blue side first.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        self.blue.iter().chain(&self.red).map(|held| held.card)
    }

    /// The slots whose cards everybody knows, the blue side first.
    pub fn known(&self) -> impl Iterator<Item = RackSlot> {
        RackSlot::all().filter(|&slot| self.at(slot).known)
    }

    /// Whether a reverse card stands in it.
    #[must_use]
    pub fn has_reverse(&self) -> bool {
        self.cards().any(Card::is_reverse)
    }
}
