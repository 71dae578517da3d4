//! `hard`: how many draws a side still needs, by the cards that it has not seen.
//!
//! A side is finished when naturals and wilds fill all rows with slacks that never fall (see `finish`).
//! Whatever cards of a side are to stay, the rows between two of them wait for numbers between theirs: the
//! more such numbers are unseen, and the fewer rows share them, the sooner. Of all choices of cards that
//! may stay, the one that waits the least counts.

use super::super::card::{Card, Colour, Face, Number};
use super::super::finish::{Fit, SLACK_MAX, fit};
use super::super::slot::{RackRow, RackSlot};
use super::own::{Known, Own};

/// What part of a draw's worth the discard must bring to be taken.
const PATIENCE: f32 = 1.0;

/// The cards that may still come, for all that a seat knows.
pub(super) struct Odds {
    /// For each colour, how many unseen numbers are at most so high.
    numbers: [[u8; Number::MAX as usize + 2]; 2],
    /// For each colour, the unseen wilds.
    wilds: [u8; 2],
    /// All unseen cards.
    all: f32,
    /// Each unseen face with how many there are of it.
    faces: Vec<(Card, u8)>,
}

/// What stays at one end of a gap: its row and its number. Rows 0 and 9 are the ends of the rack.
#[derive(Clone, Copy)]
struct End {
    row: u8,
    number: u8,
}

impl Odds {
    /// What `own` has not seen: neither in its rack or hand, nor on the discard pile, nor known elsewhere.
    pub(super) fn seen(own: &Own<'_>) -> Self {
        let racks = own.view.seats.iter().flat_map(|seat| seat.rack.blue.iter().chain(&seat.rack.red));
        let seen = racks.copied().flatten().chain(own.view.drawn).chain(own.view.discard.top);
        let mut faces: Vec<(Card, u8)> = Vec::new();
        for card in Card::both_decks() {
            match faces.last_mut() {
                Some((face, count)) if *face == card => *count += 1,
                _ => faces.push((card, 1)),
            }
        }
        for card in seen {
            if let Some((_, count)) = faces.iter_mut().find(|(face, _)| *face == card) {
                *count = count.saturating_sub(1);
            }
        }
        let mut odds = Self { numbers: [[0; 42]; 2], wilds: [0; 2], all: 0.0, faces };
        for (card, count) in &odds.faces {
            odds.all += f32::from(*count);
            match card.face {
                Face::Number(number) => {
                    for upto in &mut odds.numbers[card.colour as usize][usize::from(number.get())..] {
                        *upto += count;
                    }
                }
                Face::Wild => odds.wilds[card.colour as usize] += count,
                Face::Swap | Face::Reverse => {}
            }
        }
        odds
    }

    /// How many draws a side waits for, about.
    pub(super) fn missing(&self, cards: &[Card; RackRow::COUNT], side: Colour) -> f32 {
        // The cards that may stay, with the least wait up to each; wilds stay in any case.
        let mut stays: [(End, f32); RackRow::COUNT + 1] = [(End { row: 0, number: 0 }, 0.0); 9];
        let mut count = 1;
        let mut wilds = 0_u16;
        for row in RackRow::ALL {
            match fit(cards[row.index()], side, row) {
                Fit::Never => {}
                Fit::Any => wilds |= 1 << row.get(),
                Fit::Slack(slack) => {
                    let end = End { row: row.get(), number: row.get() + slack };
                    stays[count] = (end, self.least(&stays[..count], end, wilds, side));
                    count += 1;
                }
            }
        }
        let last = End { row: RackRow::MAX + 1, number: RackRow::MAX + 1 + SLACK_MAX };
        self.least(&stays[..count], last, wilds, side)
    }

    /// The least wait for all rows below `end`.
    fn least(&self, stays: &[(End, f32)], end: End, wilds: u16, side: Colour) -> f32 {
        let waits = stays.iter().filter_map(|(start, wait)| {
            let rises = end.number - end.row >= start.number.checked_sub(start.row)?;
            rises.then(|| wait + self.gap(*start, end, wilds, side))
        });
        waits.reduce(f32::min).unwrap_or(f32::INFINITY)
    }

    /// How long the rows between two cards wait.
    fn gap(&self, start: End, end: End, wilds: u16, side: Colour) -> f32 {
        let between = (1_u16 << end.row) - (2_u16 << start.row);
        let rows = u32::from(end.row - start.row - 1) - (wilds & between).count_ones();
        let upto = &self.numbers[side as usize];
        let numbers = f32::from(upto[usize::from(end.number) - 1] - upto[usize::from(start.number)]);
        let wilds = f32::from(self.wilds[side as usize]);
        if rows == 0 {
            return 0.0;
        }
        let open = f32::from(u8::try_from(rows).unwrap_or(u8::MAX));
        // A card that cannot come now still may after the piles are mixed anew.
        open * weigh(self.all / (numbers / open + wilds).max(0.5))
    }

    /// What a draw gains on average.
    pub(super) fn draw_gains(&self, rack: &Known) -> f32 {
        let before = Colour::BOTH.map(|side| self.missing(rack.side(side), side));
        let gains = self.faces.iter().filter(|(card, count)| *count > 0 && card.may_be_taken());
        let gains = gains.map(|(card, count)| {
            let side = card.colour;
            let after = RackRow::ALL
                .map(|row| self.missing(rack.with(RackSlot { side, row }, *card).side(side), side));
            let least = after.into_iter().fold(f32::INFINITY, f32::min);
            f32::from(*count) * (before[side as usize] - least).max(0.0)
        });
        PATIENCE * gains.sum::<f32>() / self.all.max(1.0)
    }
}

/// What a wait of so many draws counts for: several rows wait at the same time.
fn weigh(draws: f32) -> f32 {
    draws.sqrt()
}
