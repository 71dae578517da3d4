//! Who has played the match so far, as far as a rating asks for it. It is part of the room's state.

use serde::{Deserialize, Serialize};

use super::event::Sat;
use crate::games::{RoomTime, Stamp};
use crate::ids::PlayerId;

/// What has been seen of a match.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The number of its first event; 0 where no match has begun.
    pub first_seq: u64,
    /// The instant of its first event.
    pub begun_at: RoomTime,
    /// Who sat where in some round; `stood_in` also for who was not there in every later one.
    pub people: Vec<Sat>,
    /// Whether somebody sat down, or on another side, after the first round.
    pub changed: bool,
}

impl Tally {
    /// A match begins.
    pub fn begin(stamp: Stamp) -> Self {
        Self { first_seq: stamp.seq, begun_at: stamp.at, ..Self::default() }
    }

    /// A guest is deleted, whose earlier rounds still count.
    pub fn forget_name(&mut self, player: PlayerId) {
        for known in self.people.iter_mut().filter(|known| known.player == player) {
            known.name.clear();
        }
    }

    /// A round is over.
    pub fn note(&mut self, people: &[Sat]) {
        let first = self.people.is_empty();
        let same = |one: &Sat, other: &Sat| (one.side, one.player) == (other.side, other.player);
        // Who goes between two rounds cancels no rating by it, as in the middle of one, and gains nothing.
        for known in self.people.iter_mut().filter(|known| !known.bot) {
            known.stood_in |= !people.iter().any(|sat| same(sat, known));
        }
        for sat in people {
            if let Some(known) = self.people.iter_mut().find(|known| same(known, sat)) {
                known.name.clone_from(&sat.name);
                known.stood_in |= sat.stood_in;
            } else {
                self.changed |= !first;
                self.people.push(sat.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::SeededChance;
    use crate::games::Side;

    #[test]
    fn who_is_deleted_between_rounds_has_no_name_in_the_match() {
        let mut chance = SeededChance::new([1; 32]);
        let sat = |side, name: &str, chance: &mut SeededChance| Sat {
            side: Side(side),
            player: PlayerId::from_chance(chance),
            name: name.to_owned(),
            bot: false,
            stood_in: false,
        };
        let people = [sat(1, "Ana", &mut chance), sat(2, "Bo", &mut chance)];
        let mut tally = Tally::default();
        tally.note(&people);
        tally.forget_name(people[1].player);
        tally.note(&people[..1]);
        let names: Vec<&str> = tally.people.iter().map(|sat| sat.name.as_str()).collect();
        assert_eq!(names, ["Ana", ""]);
    }
}
