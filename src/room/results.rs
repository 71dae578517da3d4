//! What the store keeps of a round that ended, and of a match that ended with it.
//!
//! The match so far is counted in the state ([`super::tally`]), so that the log alone tells who played it.

use super::event::Sat;
use super::state::RoomState;
use crate::games::{Game, GameKind, RoomTime, RoundResult, Side, Stamp};
use crate::store::{MatchPerson, MatchRecord, PersonRecord, RoundRecord, SideRecord, Unrated, rank_sides};

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
