//! How strong a player seems to be: Weng-Lin ratings, for teams and any number of sides.
//!
//! A rating is a mean and a deviation: a newcomer has 25 and 25/3, and the deviation shrinks with every
//! game. Leaderboards go by [`Rating::score_milli`], the strength that the player very likely has at
//! least, so that nobody leads by one lucky game. Ranks within a match come in; who may be rated is
//! decided elsewhere. The arithmetic is `skillratings`' Bradley-Terry variant with its usual settings.

use serde::{Deserialize, Serialize};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::limits::PROVISIONAL_GAMES;

/// A player's rating in one game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The strength that is most likely.
    pub mean: f64,
    /// How far off that may be: about two thirds of all players are within one deviation.
    pub deviation: f64,
}

impl Default for Rating {
    /// A newcomer's.
    fn default() -> Self {
        let WengLinRating { rating: mean, uncertainty: deviation } = WengLinRating::new();
        Self { mean, deviation }
    }
}

impl Rating {
    /// What leaderboards are ordered by: mean less three deviations, in thousandths. 0 for a newcomer.
    #[must_use]
    pub fn score_milli(self) -> i64 {
        let score = ((self.mean - 3.0 * self.deviation) * 1_000.0).round();
        #[expect(clippy::cast_possible_truncation, reason = "casts of floats saturate")]
        {
            score as i64
        }
    }
}

/// Whether so few rated games say too little to be relied on.
#[must_use]
pub fn is_provisional(games: u32) -> bool {
    games < PROVISIONAL_GAMES
}

/// The ratings after a match: for each side its rank (1 is best, equal ones share it) and the ratings of
/// its people. Comes back in the same order.
#[must_use]
pub fn rated(sides: &[(u32, Vec<Rating>)]) -> Vec<Vec<Rating>> {
    let known = |rating: &Rating| WengLinRating { rating: rating.mean, uncertainty: rating.deviation };
    let teams: Vec<(usize, Vec<WengLinRating>)> = sides
        .iter()
        .map(|(rank, people)| {
            (usize::try_from(*rank).unwrap_or(usize::MAX), people.iter().map(known).collect())
        })
        .collect();
    let teams: Vec<_> = teams.iter().map(|(rank, team)| (&team[..], MultiTeamOutcome::new(*rank))).collect();
    weng_lin_multi_team(&teams, &WengLinConfig::new())
        .into_iter()
        .map(|team| {
            let rating = |after: WengLinRating| Rating { mean: after.rating, deviation: after.uncertainty };
            team.into_iter().map(rating).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(count: usize) -> Vec<Rating> {
        vec![Rating::default(); count]
    }

    #[test]
    fn a_newcomer_begins_at_the_bottom_of_the_board() {
        assert_eq!(Rating::default().score_milli(), 0);
        assert!(is_provisional(PROVISIONAL_GAMES - 1) && !is_provisional(PROVISIONAL_GAMES));
    }

    #[test]
    fn two_newcomers_get_the_published_values() {
        // Weng and Lin, algorithm 1, worked by hand: c² = 2·(25/6)² + 2·(25/3)², p = 1/2,
        // change of the mean = (25/3)²/c·1/2, and the variance shrinks by (25/3)/c·((25/3)/c)²/4.
        let after = rated(&[(1, new(1)), (2, new(1))]);
        let (sigma, beta) = (25.0 / 3.0_f64, 25.0 / 6.0_f64);
        let c = (2.0 * beta * beta + 2.0 * sigma * sigma).sqrt();
        assert!((after[0][0].mean - (25.0 + sigma * sigma / c / 2.0)).abs() < 1e-9);
        assert!((after[1][0].mean - (25.0 - sigma * sigma / c / 2.0)).abs() < 1e-9);
        let shrunk = sigma * (1.0 - sigma / c * (sigma / c) * (sigma / c) / 4.0).sqrt();
        assert!((after[0][0].deviation - shrunk).abs() < 1e-9, "{:?}", after[0][0]);
    }

    #[test]
    fn ranks_order_what_is_gained_and_ties_are_equal() {
        let after = rated(&[(3, new(1)), (1, new(2)), (1, new(2)), (4, new(1))]);
        assert_eq!(after.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2, 2, 1]);
        assert_eq!(after[1], after[2], "equal sides that tied");
        assert_eq!(after[1][0], after[1][1], "partners with one rating");
        assert!(after[1][0].mean > 25.0 && after[3][0].mean < after[0][0].mean);
        assert!(after.iter().flatten().all(|rating| rating.deviation < Rating::default().deviation));
    }
}
