//! What is kept of rounds and matches that are over: who played what, what came of it, what it did to
//! ratings, and the pages in which it is read.
//!
//! **Ranks.** One rule, for every list: the winners of a match have rank 1; the other sides follow by
//! their totals, the highest first; equal sides share a rank, and as many ranks as share it are left
//! out after it (1, 1, 3). Sides of one rank are in the order of their numbers. See [`rank_sides`].

use bytes::Bytes;

use super::Unavailable;
use crate::games::GameKind;
use crate::ids::{MatchId, PlayerId};
use crate::rating::{self, Rating};

/// A round that ended. Unique by match and round: of two, the first stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundRecord {
    /// The match.
    pub match_id: MatchId,
    /// The round's number within it, from 1.
    pub round: u32,
    /// The game.
    pub game: GameKind,
    /// The number of the rules.
    pub rules: u32,
    /// When it ended, as Unix time in milliseconds.
    pub ended_unix_ms: u64,
    /// Room time from the deal to the score, in milliseconds.
    pub length_ms: u64,
    /// The sides, in order.
    pub sides: Vec<SideRecord>,
    /// The winners of the match, if it ended with this round, in the order of `sides`.
    pub winners: Vec<u8>,
}

/// One side of a round that ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideRecord {
    /// The side's number.
    pub side: u8,
    /// What it got in the round.
    pub points: i64,
    /// What it has now.
    pub total: i64,
    /// Who sat there.
    pub people: Vec<PersonRecord>,
}

/// Somebody who sat at a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonRecord {
    /// Who.
    pub player: PlayerId,
    /// The name at that time; empty once the guest is deleted.
    pub name: String,
    /// Whether it is a bot of the table.
    pub bot: bool,
    /// Whether a bot moved for the person; in a match also where they were gone for a later round of it.
    pub stood_in: bool,
}

/// A match that is over. Unique by its id: of two, the first stays, and rates.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchRecord {
    /// The match.
    pub id: MatchId,
    /// The game.
    pub game: GameKind,
    /// The number of the rules by which it ended.
    pub rules: u32,
    /// The numbers of its first and last event in the log of its room.
    pub events: (u64, u64),
    /// Rounds that were played.
    pub rounds: u32,
    /// When it ended, as Unix time in milliseconds.
    pub ended_unix_ms: u64,
    /// Room time from the first deal to the last score, in milliseconds.
    pub length_ms: u64,
    /// Why it rates nobody, if it does not.
    pub unrated: Option<Unrated>,
    /// The sides, by rank and then by number.
    pub sides: Vec<MatchSide>,
}

/// One side of a match that is over.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchSide {
    /// The side's number.
    pub side: u8,
    /// Its rank, from 1: see [`rank_sides`].
    pub rank: u32,
    /// What it had in the end.
    pub total: i64,
    /// Whether it won.
    pub won: bool,
    /// Everybody who sat there in some round.
    pub people: Vec<MatchPerson>,
}

/// Somebody who played a match.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchPerson {
    /// Who, and how.
    pub person: PersonRecord,
    /// The rating before and after. The store fills it in when it keeps a match that rates.
    pub rated: Option<(Rating, Rating)>,
}

/// Why a match rates nobody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unrated {
    /// A bot of the table played.
    Bots,
    /// A bot stood in for everybody. (In earlier versions: for somebody.)
    StoodIn,
    /// Not the same people sat at the same sides in every round.
    PeopleChanged,
    /// Fewer than two sides had people.
    OneSide,
}

impl Unrated {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Bots, Self::StoodIn, Self::PeopleChanged, Self::OneSide];

    /// The name, as it is kept and shown.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bots => "bots",
            Self::StoodIn => "stood_in",
            Self::PeopleChanged => "people_changed",
            Self::OneSide => "one_side",
        }
    }
}

/// What the rated matches of a game add up to for one guest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing {
    /// The rating.
    pub rating: Rating,
    /// Rated matches played.
    pub games: u32,
    /// Rated matches won.
    pub wins: u32,
}

impl Default for Standing {
    /// A newcomer's.
    fn default() -> Self {
        Self { rating: Rating::default(), games: 0, wins: 0 }
    }
}

/// A line of a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardLine {
    /// The rank: 1 and as many as have a higher score. Equal scores share it.
    pub rank: u64,
    /// Who.
    pub player: PlayerId,
    /// The name that the guest has now.
    pub name: String,
    /// The standing.
    pub standing: Standing,
}

impl BoardLine {
    /// Where the next page begins.
    #[must_use]
    pub fn place(&self) -> BoardPlace {
        BoardPlace { score_milli: self.standing.rating.score_milli(), player: self.player }
    }
}

/// A place on a leaderboard, which is ordered by score, the highest first, and then by the player's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardPlace {
    /// The score, in thousandths.
    pub score_milli: i64,
    /// The player.
    pub player: PlayerId,
}

/// A place in a list of matches, which is ordered by when they ended and then by their ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MatchPlace {
    /// When the match ended, as Unix time in milliseconds.
    pub ended_unix_ms: u64,
    /// The match.
    pub id: MatchId,
}

impl MatchRecord {
    /// Where it stands in a list of matches.
    #[must_use]
    pub fn place(&self) -> MatchPlace {
        MatchPlace { ended_unix_ms: self.ended_unix_ms, id: self.id }
    }

    /// The people it rates, with their side's place in `sides`.
    fn people(&self) -> impl Iterator<Item = (usize, PlayerId)> {
        let rates = self.unrated.is_none();
        let sides = self.sides.iter().enumerate().filter(move |_| rates);
        sides.flat_map(|(at, side)| side.people.iter().map(move |one| (at, one.person.player)))
    }

    /// The players whose standings [`MatchRecord::settle`] needs, in the order in which it takes them.
    #[must_use]
    pub fn rates(&self) -> Vec<PlayerId> {
        self.people().map(|(_, player)| player).collect()
    }

    /// Rates the match: notes the ratings before and after, and comes back with the new standings of
    /// everybody it rates. `before` holds theirs in the order of [`MatchRecord::rates`].
    ///
    /// A match counts for all as it was played, also where a bot stood in for somebody: whoever is losing
    /// would only have to leave otherwise, and nobody's match would count. Who had a bot move for them
    /// gains nothing by it.
    pub fn settle(&mut self, before: &[Standing]) -> Vec<(PlayerId, Standing)> {
        let people: Vec<(usize, PlayerId)> = self.people().collect();
        let mut sides: Vec<(u32, Vec<Rating>)> =
            self.sides.iter().map(|side| (side.rank, Vec::new())).collect();
        for ((at, _), standing) in people.iter().zip(before) {
            sides[*at].1.push(standing.rating);
        }
        let after = rating::rated(&sides);
        let mut after = after.into_iter().flatten();
        let mut standings = Vec::with_capacity(people.len());
        let mut taken = people.into_iter().zip(before);
        for side in self.sides.iter_mut().filter(|_| self.unrated.is_none()) {
            for one in &mut side.people {
                let (Some(((_, player), before)), Some(rating)) = (taken.next(), after.next()) else {
                    continue;
                };
                let by_bot = one.person.stood_in;
                let gains = rating.score_milli() > before.rating.score_milli();
                let rating = if by_bot && gains { before.rating } else { rating };
                one.rated = Some((before.rating, rating));
                let (games, wins) = (before.games + 1, before.wins + u32::from(side.won && !by_bot));
                standings.push((player, Standing { rating, games, wins }));
            }
        }
        standings
    }
}

/// Ranks the sides of a match, each with its total and whether it won, and puts them in order.
#[must_use]
pub fn rank_sides(sides: impl IntoIterator<Item = (u8, i64, bool)>) -> Vec<MatchSide> {
    let unranked = |(side, total, won)| MatchSide { side, rank: 0, total, won, people: Vec::new() };
    let mut sides: Vec<MatchSide> = sides.into_iter().map(unranked).collect();
    // Winners share the first rank, whatever their totals: a game may break ties in ways of its own.
    let key = |side: &MatchSide| (!side.won, if side.won { 0 } else { -i128::from(side.total) });
    sides.sort_by_key(|side| (key(side), side.side));
    let mut last = None;
    let mut rank = 0;
    for (place, side) in (1..).zip(&mut sides) {
        if last != Some(key(side)) {
            (rank, last) = (place, Some(key(side)));
        }
        side.rank = rank;
    }
    sides
}

/// A replay as it is kept: opaque here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptReplay {
    /// The number of its format.
    pub format: u32,
    /// The compressed bytes.
    pub body: Bytes,
}

/// Where the events of a match that is over are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventsIn {
    /// Still in the log of its room.
    Log,
    /// In its replay.
    Replay,
    /// In the log, and no replay could be made of them.
    LogForGood,
    /// In its replay; rows of the log that it stands for go in parts.
    Both,
}

impl EventsIn {
    /// Whether the log alone has them.
    #[must_use]
    pub const fn is_log(self) -> bool {
        matches!(self, Self::Log | Self::LogForGood)
    }

    /// The number by which it is kept.
    #[must_use]
    pub const fn number(self) -> i64 {
        match self {
            Self::Log => 0,
            Self::Replay => 1,
            Self::LogForGood => 2,
            Self::Both => 3,
        }
    }
}

/// The error for a match that is not known where it has to be.
pub(super) fn no_match(id: MatchId) -> Unavailable {
    Unavailable(format!("there is no match {id}, or its events are no longer in the log"))
}

/// The error for a match whose rows cannot go, since nothing stands for them.
pub(super) fn no_replay(id: MatchId) -> Unavailable {
    Unavailable(format!("no replay of match {id} is kept"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(sides: &[(u8, i64, bool)]) -> Vec<(u8, u32)> {
        rank_sides(sides.iter().copied()).iter().map(|side| (side.side, side.rank)).collect()
    }

    #[test]
    fn equal_sides_share_a_rank_and_the_next_is_left_out() {
        assert_eq!(
            ranks(&[(1, 10, false), (2, 30, true), (3, 10, false), (4, -5, false)]),
            [(2, 1), (1, 2), (3, 2), (4, 4)]
        );
        assert_eq!(ranks(&[(3, 7, true), (1, 7, true), (2, 7, false)]), [(1, 1), (3, 1), (2, 3)]);
    }

    /// A match that side 1 won, in which bots stood in for those people.
    fn won(stood_in: &[u8]) -> MatchRecord {
        let mut chance = crate::chance::SeededChance::new([3; 32]);
        let mut sides = rank_sides([(1, 2, true), (2, 0, false)]);
        for side in &mut sides {
            let person = PersonRecord {
                player: PlayerId::from_chance(&mut chance),
                name: format!("Guest {}", side.side),
                bot: false,
                stood_in: stood_in.contains(&side.side),
            };
            side.people.push(MatchPerson { person, rated: None });
        }
        MatchRecord {
            id: MatchId::from_chance(&mut chance),
            game: GameKind::WackeeSix,
            rules: 1,
            events: (1, 2),
            rounds: 1,
            ended_unix_ms: 0,
            length_ms: 0,
            unrated: None,
            sides,
        }
    }

    #[test]
    fn nobody_gains_by_a_bot_that_stood_in_and_the_others_are_rated_as_ever() {
        let before = [Standing::default(); 2];
        let of = |stood_in: &[u8]| -> Vec<Standing> {
            won(stood_in).settle(&before).into_iter().map(|(_, standing)| standing).collect()
        };
        let played = of(&[]);
        assert!(played[0].wins == 1 && played[0].rating.mean > before[0].rating.mean);
        assert_eq!(of(&[2]), played, "who left loses as they would have");
        let helped = of(&[1]);
        assert_eq!(helped[0], Standing { games: 1, ..before[0] }, "a bot won for them");
        assert_eq!(helped[1], played[1]);
    }

    #[test]
    fn winners_are_first_whatever_their_totals() {
        assert_eq!(ranks(&[(1, 90, false), (2, 10, true)]), [(2, 1), (1, 2)]);
        assert_eq!(ranks(&[(1, i64::MIN, false), (2, i64::MAX, false)]), [(2, 1), (1, 2)]);
    }
}
