//! `normal`: the most cards of a side that can all stay where they are, better if they are evenly spread.

use super::super::card::{Card, Colour};
use super::super::finish::{Fit, SLACK_MAX, fit};
use super::super::slot::RackRow;

/// The best sum over cards of one side that can all stay: wilds, and naturals whose slacks never fall. A
/// card counts 1, less by how far it lies from an even spread.
pub(super) fn worth(cards: &[Card; RackRow::COUNT], side: Colour) -> f32 {
    // The best sum that ends with each slack or a lower one.
    let mut best = [0.0_f32; SLACK_MAX as usize + 1];
    let mut wilds = 0.0;
    for row in RackRow::ALL {
        match fit(cards[row.index()], side, row) {
            Fit::Never => {}
            Fit::Any => wilds += 1.0,
            Fit::Slack(slack) => {
                // Evenly spread, row 1 has slack 0 and row 8 the highest: farther off leaves less room.
                let even = f32::from(SLACK_MAX) * f32::from(row.get() - 1) / 7.0;
                let worth = 1.0 - (f32::from(slack) - even).abs() / 100.0;
                let sum = best[usize::from(slack)] + worth;
                for higher in &mut best[usize::from(slack)..] {
                    *higher = higher.max(sum);
                }
            }
        }
    }
    wilds + best[usize::from(SLACK_MAX)]
}
