//! What the store keeps of a round that ended, and of a match that ended with it.
//!
//! The match so far is counted in the state ([`Tally`]), so that the log alone tells who played it.

use serde::{Deserialize, Serialize};

use super::event::Sat;
use super::state::RoomState;
use crate::games::{Game, GameKind, RoomTime, RoundResult, Side, Stamp};
use crate::ids::PlayerId;
use crate::store::{MatchPerson, MatchRecord, PersonRecord, RoundRecord, SideRecord, Unrated, rank_sides};

/// What has been seen of a match.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// The number of its first event; 0 where no match has begun.
    pub first_seq: u64,
    /// The instant of its first event.
    pub begun_at: RoomTime,
    /// Who sat where in some round.
    pub people: Vec<Sat>,
    /// Whether not the same people sat at the same sides in every round.
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
        self.changed |= !first && self.people.iter().any(|known| !people.iter().any(|sat| same(sat, known)));
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

/// A round that ended, in `state` as it is afterwards, at instant `at`. The time of day is filled in when
/// the row is written.
pub fn round<G: Game>(
    kind: GameKind,
    state: &RoomState<G>,
    result: &RoundResult,
    people: &[Sat],
    at: RoomTime,
) -> Option<RoundRecord> {
    let sides = result.points.iter().map(|(side, points)| SideRecord {
        side: side.0,
        points: *points,
        total: result.totals.iter().find(|(other, _)| other == side).map_or(0, |(_, total)| *total),
        people: of_side(people, *side).collect(),
    });
    Some(RoundRecord {
        match_id: state.match_id?,
        round: state.round,
        game: kind,
        rules: G::RULES,
        ended_unix_ms: 0,
        length_ms: at.since(state.dealt_at),
        sides: sides.collect(),
        winners: result.winners.iter().flatten().map(|side| side.0).collect(),
    })
}

/// The match, if it ended with that round; `seq` is the number of the event that says so.
pub fn over<G: Game>(
    kind: GameKind,
    state: &RoomState<G>,
    result: &RoundResult,
    stamp: Stamp,
) -> Option<MatchRecord> {
    let (winners, tally) = (result.winners.as_ref()?, &state.tally);
    let won = |side: &Side| winners.contains(side);
    let mut sides = rank_sides(result.totals.iter().map(|(side, total)| (side.0, *total, won(side))));
    for side in &mut sides {
        let people = of_side(&tally.people, Side(side.side));
        side.people = people.map(|person| MatchPerson { person, rated: None }).collect();
    }
    let peopled = sides.iter().filter(|side| !side.people.is_empty()).count();
    let unrated = if tally.people.iter().any(|sat| sat.bot) {
        Some(Unrated::Bots)
    } else if tally.people.iter().all(|sat| sat.stood_in) {
        Some(Unrated::StoodIn)
    } else if peopled < 2 {
        Some(Unrated::OneSide)
    } else if tally.changed || peopled < sides.len() {
        Some(Unrated::PeopleChanged)
    } else {
        None
    };
    Some(MatchRecord {
        id: state.match_id?,
        game: kind,
        rules: G::RULES,
        events: (tally.first_seq, stamp.seq),
        rounds: state.round,
        ended_unix_ms: 0,
        length_ms: stamp.at.since(tally.begun_at),
        unrated,
        sides,
    })
}

fn of_side(people: &[Sat], side: Side) -> impl Iterator<Item = PersonRecord> {
    people.iter().filter(move |sat| sat.side == side).map(|sat| PersonRecord {
        player: sat.player,
        name: sat.name.clone(),
        bot: sat.bot,
        stood_in: sat.stood_in,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::SeededChance;

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
