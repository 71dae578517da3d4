//! The piles in the middle (rulings 23 to 29).

use serde::{Deserialize, Serialize};

use super::card::{Back, Card, Rank, Suit};
use super::spot::PileId;
use crate::games::{RoomTime, Seat};

/// A card that was laid. It stays for the rest of the round (ruling 29).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laid {
    /// Its face; a wild counts as the place it lies in.
    pub card: Card,
    /// Whose card it is.
    pub back: Back,
    /// Who laid it.
    pub seat: Seat,
    /// The number of the event that laid it.
    pub seq: u64,
    /// When that was.
    pub at: RoomTime,
}

/// A pile: one colour, from 1 upwards without a gap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pile {
    /// The colour, fixed by the 1.
    pub color: Suit,
    /// The cards, from the 1 upwards.
    pub cards: Vec<Laid>,
}

impl Pile {
    /// How high the pile stands, which is what its top counts as.
    pub(super) fn height(&self) -> u8 {
        u8::try_from(self.cards.len()).unwrap_or(u8::MAX)
    }

    /// What the top counts as; none for a pile without cards, which does not exist.
    pub(super) fn top(&self) -> Option<Rank> {
        Rank::new(self.height())
    }

    /// The card that took the place which counts as `rank`, if that place is taken.
    pub(super) fn laid_as(&self, rank: u8) -> Option<&Laid> {
        self.cards.get(usize::from(rank.checked_sub(1)?))
    }

    /// Whether the pile has its 13 (ruling 25).
    pub(super) fn closed(&self) -> bool {
        self.height() >= Rank::LAST.number()
    }
}

/// The number of the pile at that place of the list.
pub(super) fn id(index: usize) -> PileId {
    PileId(u32::try_from(index + 1).unwrap_or(u32::MAX))
}

/// The place in the list of the pile with that number.
pub(super) fn index(pile: PileId) -> Option<usize> {
    usize::try_from(pile.0).ok()?.checked_sub(1)
}

/// What the middle takes at this moment, as sets of faces (see [`Card::bit`]).
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Cards that may be laid by themselves.
    pub single: u64,
    /// Natural cards that may be laid after a wild (rulings 30 to 34).
    pub after_wild: u64,
    /// Whether a pile stands at 12 (ruling 35).
    pub at_12: bool,
}

impl Wanted {
    /// What `piles` take.
    pub(super) fn by(piles: &[Pile]) -> Self {
        let mut wanted = Self { single: 0, after_wild: 0, at_12: false };
        for suit in Suit::ALL {
            wanted.single |= Card::numbered(suit, Rank::FIRST).bit();
        }
        for pile in piles {
            let height = pile.height();
            if let Some(next) = Rank::new(height + 1) {
                wanted.single |= Card::numbered(pile.color, next).bit();
            }
            if let Some(over) = Rank::new(height + 2) {
                wanted.after_wild |= Card::numbered(pile.color, over).bit();
            }
            wanted.at_12 |= height == Rank::LAST.number() - 1;
        }
        wanted
    }
}
