//! The lines of a replay, one struct each. `line` in each says which it is.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::games::rng::{Seed, hex_bytes};
use crate::games::{By, Driver, Game, Input, Role, RoomTime, Seat, Side};
use crate::ids::{MatchId, PlayerId};
use crate::room::view::TotalView;
use crate::store::MatchRecord;

/// A kind of line.
pub trait Line: Serialize {
    /// The value of `line`.
    const LINE: &'static str;

    /// The line as JSON, with the line feed.
    ///
    /// # Errors
    /// When a value cannot be written as JSON, which would be a bug.
    fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        #[derive(Serialize)]
        struct Tagged<'a, T: ?Sized> {
            line: &'static str,
            #[serde(flatten)]
            rest: &'a T,
        }
        let mut json = serde_json::to_vec(&Tagged { line: Self::LINE, rest: self })?;
        json.push(b'\n');
        Ok(json)
    }
}

/// The first line: the match and what came of it. Made when the replay is asked for, since a guest who is
/// deleted takes the name along.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The number of the format of all lines.
    pub format: u32,
    /// The game.
    pub game: String,
    /// The number of the rules that decided it.
    pub rules: u32,
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// Rounds that were played.
    pub rounds: u32,
    /// When it ended, as Unix time in milliseconds.
    pub ended_unix_ms: u64,
    /// Room time from the first deal to the last score, in milliseconds.
    pub length_ms: u64,
    /// Why it rates nobody; null if it does.
    pub unrated: Option<String>,
    /// The sides, by rank and then by number.
    pub sides: Vec<HeadSide>,
}

/// A side, and what it had in the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadSide {
    /// Its number.
    pub side: Side,
    /// Its rank, from 1; equal sides share it.
    pub rank: u32,
    /// Its total.
    pub total: i64,
    /// Whether it won.
    pub won: bool,
    /// Everybody who sat there in some round.
    pub people: Vec<HeadPerson>,
}

/// Somebody who played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadPerson {
    /// Who.
    pub player: PlayerId,
    /// The name at that time; null once the guest is deleted.
    pub name: Option<String>,
    /// Whether it is a bot of the table.
    pub bot: bool,
    /// Whether a bot moved for the person for a while.
    pub stood_in: bool,
}

/// A round is dealt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Round<G: Game> {
    /// Its number within the match, from 1.
    pub round: u32,
    /// The instant, in room time.
    pub at: RoomTime,
    /// The number of the event that opened it.
    pub seq: u64,
    /// What the cards come from.
    pub deal: Deal,
    /// The options that held.
    pub options: G::Options,
    /// Who sat where, in the order of the seats.
    pub seats: Vec<SeatLine>,
    /// What each side had from the rounds before.
    pub totals: Vec<TotalView>,
    /// The event that opened it, as on the wire, with all that everybody's own event shows.
    pub event: Value,
    /// The table after it, as the `game` of a state on the wire, with all cards open.
    pub game: Value,
}

/// What the cards of a round come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Deal {
    /// What everybody was told before: SHA-256 over seed and salt.
    #[serde(with = "hex_bytes")]
    pub commit: [u8; 32],
    /// The server's seed.
    pub seed: Seed,
    /// What kept it from being guessed.
    pub salt: Seed,
    /// What people gave, in the order of their seats.
    pub entropy: Vec<Given>,
    /// The seed of the cards: SHA-256 over the server's seed and all that was given.
    pub cards: Seed,
}

/// What somebody gave to a deal.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Given {
    /// The seat.
    pub seat: Seat,
    /// The 32 bytes.
    pub entropy: Seed,
}

/// A seat of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatLine {
    /// Its number, as `by.seat` has it.
    pub seat: Seat,
    /// The side.
    pub side: Side,
    /// The role, in games with roles.
    pub role: Option<Role>,
    /// Who sat there.
    pub player: PlayerId,
    /// Who moved for it at the deal.
    pub driver: Driver,
    /// Whether the person was connected at the deal.
    pub online: bool,
}

/// Something was asked for or became due, and what followed from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Step<G: Game> {
    /// The instant, in room time.
    pub at: RoomTime,
    /// What the game was told; nothing where something became due by itself.
    pub inputs: Vec<Input<G::Action>>,
    /// The code of a refused try that had a cost; null where it was accepted.
    pub code: Option<String>,
    /// The events, as on the wire with all cards open, each with its number in `seq`.
    pub events: Vec<Value>,
}

/// A slap that came too late. It changed nothing and has no number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Lost<G: Game> {
    /// The instant, in room time.
    pub at: RoomTime,
    /// Who.
    pub by: By,
    /// What was asked for.
    pub action: G::Action,
    /// Why it was refused: `beaten`.
    pub code: String,
    /// The number of the event before it.
    pub seq: Option<u64>,
    /// Who was first and by how much, as in the error on the wire.
    pub detail: Value,
}

/// A round is over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Its number.
    pub round: u32,
    /// The instant, in room time.
    pub at: RoomTime,
    /// The number of the event.
    pub seq: u64,
    /// What each side got.
    pub points: Vec<TotalView>,
    /// What each side has now.
    pub totals: Vec<TotalView>,
    /// The winners, if the match is over with it.
    pub winners: Option<Vec<Side>>,
}

/// The last line: without it something is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Rounds.
    pub rounds: u32,
    /// Steps.
    pub steps: u64,
    /// Lost races.
    pub lost: u64,
    /// SHA-256 over all lines between the first and this one, line feeds included.
    #[serde(with = "hex_bytes")]
    pub sha256: [u8; 32],
}

impl Line for Head {
    const LINE: &'static str = "match";
}

impl<G: Game> Line for Round<G> {
    const LINE: &'static str = "round";
}

impl<G: Game> Line for Step<G> {
    const LINE: &'static str = "step";
}

impl<G: Game> Line for Lost<G> {
    const LINE: &'static str = "lost";
}

impl Line for Score {
    const LINE: &'static str = "score";
}

impl Line for End {
    const LINE: &'static str = "end";
}

impl Head {
    /// The first line of the replay of that match, whose other lines have the format `format`.
    #[must_use]
    pub fn of(record: &MatchRecord, format: u32) -> Self {
        let person = |one: &crate::store::MatchPerson| HeadPerson {
            player: one.person.player,
            name: Some(one.person.name.clone()).filter(|name| !name.is_empty()),
            bot: one.person.bot,
            stood_in: one.person.stood_in,
        };
        Self {
            format,
            game: record.game.name().to_owned(),
            rules: record.rules,
            match_id: record.id,
            rounds: record.rounds,
            ended_unix_ms: record.ended_unix_ms,
            length_ms: record.length_ms,
            unrated: record.unrated.map(|why| why.name().to_owned()),
            sides: record
                .sides
                .iter()
                .map(|side| HeadSide {
                    side: Side(side.side),
                    rank: side.rank,
                    total: side.total,
                    won: side.won,
                    people: side.people.iter().map(person).collect(),
                })
                .collect(),
        }
    }
}
