//! The deadlock: turns through everything and looks (ruling 53).

use slapdown::games::wackee_six::options::TeamPair;

use super::Model;

impl Model {
    pub(super) fn dead(&self) -> bool {
        let counting: Vec<u64> = self
            .side_numbers()
            .into_iter()
            .filter(|side| {
                self.people
                    .iter()
                    .any(|p| p.side == *side && (p.bot_plays || !p.table_bot && (p.online || !p.away)))
            })
            .collect();
        !counting.is_empty() && counting.into_iter().all(|side| self.side_dead(side))
    }

    /// Turns through the rest of this pass and a whole one, and looks at each table on the way.
    pub(super) fn side_dead(&self, side: u64) -> bool {
        let faces = |ids: Vec<usize>| -> Vec<Option<(String, u64)>> {
            ids.into_iter().map(|i| self.cards[i].face.clone()).collect()
        };
        let row = faces(self.row(side));
        let (mut stock, mut waste) = (faces(self.stock(side)), faces(self.waste(side)));
        let across = self.options.team_pair == TeamPair::Either
            || self.people.iter().any(|p| p.side == side && self.alone(p));
        let mut passes = 0;
        loop {
            if self.movable(&row, waste.last(), across) {
                return false;
            }
            if stock.is_empty() {
                if waste.is_empty() || passes == 2 {
                    return true;
                }
                passes += 1;
                waste.reverse();
                std::mem::swap(&mut stock, &mut waste);
            }
            for _ in 0..3 {
                waste.extend(stock.pop());
            }
        }
    }

    pub(super) fn takes(&self, suit: &str, value: u64) -> bool {
        (1..).zip(&self.colors).any(|(pile, color)| color == suit && self.top_of(pile) + 1 == value)
    }

    pub(super) fn movable(
        &self,
        row: &[Option<(String, u64)>],
        top: Option<&Option<(String, u64)>>,
        across: bool,
    ) -> bool {
        let mut open: Vec<(bool, &Option<(String, u64)>)> = row.iter().map(|face| (true, face)).collect();
        open.extend(top.map(|face| (false, face)));
        for (in_row, face) in &open {
            if let Some((suit, n)) = face {
                if *n == 1 || self.takes(suit, *n) {
                    return true;
                }
                continue;
            }
            let twelve = (1..=self.colors.len() as u64).any(|pile| self.top_of(pile) == 12);
            if self.options.wild_13 && twelve {
                return true;
            }
            for (other_in_row, other) in &open {
                let reachable = in_row == other_in_row || across;
                if let Some((suit, n)) = other
                    && reachable
                    && *n > 2
                    && self.takes(suit, n - 1)
                {
                    return true;
                }
            }
        }
        false
    }
}
