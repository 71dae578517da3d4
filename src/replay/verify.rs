//! Whether a replay holds: each round is dealt again, each input decided again, and what comes of it is
//! compared with what the replay says.
//!
//! What a line says must be so; a field that a later version knows and the replay lacks is no fault, so
//! that old replays hold for ever. A replay by other rules than this version's is checked as far as its
//! deals go.

use std::io::BufRead;
use std::panic::AssertUnwindSafe;

use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::FORMAT;
use super::line::{Deal, End, Given, Head, Line, Lost, Round, Score, SeatLine, Step};
use super::pack::next_line;
use crate::games::list::{Listed, Visit};
use crate::games::{Game, GameKind, fair};

mod compare;
mod kept;
mod table;

pub use kept::{Scored, kept};
use table::Table;

/// What a replay that was read to its end says.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The match.
    pub head: Head,
    /// Rounds.
    pub rounds: u32,
    /// Steps.
    pub steps: u64,
    /// Lost races.
    pub lost: u64,
    /// Events.
    pub events: u64,
    /// What each round came to.
    pub scores: Vec<Scored>,
    /// How far it was checked.
    pub checked: Checked,
}

/// How far a replay was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// Deals, events, scores and result.
    Everything,
    /// The deals alone: it was decided by other rules than this version's.
    DealsAlone {
        /// The number of this version's rules.
        known: u32,
    },
}

/// Why a replay does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It cannot be read.
    #[error("line {line} cannot be read: {why}")]
    Unreadable {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        why: String,
    },
    /// Its format or its game is not known to this version.
    #[error("{0}")]
    Unknown(String),
    /// It says something that is not so.
    #[error("line {line}: {what}")]
    Differs {
        /// The line, from 1.
        line: u64,
        /// What is said and what is so.
        what: String,
    },
}

/// Reads the lines of a replay and checks them.
///
/// # Errors
/// The first line that does not hold.
pub fn verify(lines: &mut dyn BufRead) -> Result<Summary, Fault> {
    let mut reader = Reader { lines, line: 0, digest: Sha256::new(), last: Sha256::new() };
    let first = reader.next()?.ok_or_else(|| reader.unreadable("the file is empty"))?;
    if kind(&first) != Some(Head::LINE) {
        return Err(reader.unreadable("it does not begin with a line \"match\"; is this a replay?"));
    }
    let head: Head = reader.read(&first)?;
    if head.format > FORMAT {
        return Err(Fault::Unknown(format!(
            "the replay has format {}, and this version knows formats up to {FORMAT}: use a newer version",
            head.format
        )));
    }
    let Some(game) = GameKind::ALL.iter().find(|game| game.name() == head.game) else {
        return Err(Fault::Unknown(format!("the game {:?} is not known to this version", head.game)));
    };
    // The first line is made anew each time: the digest covers those after it.
    reader.digest = Sha256::new();
    game.with(Judge { reader, head })
}

struct Reader<'a> {
    lines: &'a mut dyn BufRead,
    line: u64,
    digest: Sha256,
    /// The digest of all lines before the present one.
    last: Sha256,
}

impl Reader<'_> {
    fn next(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        self.line += 1;
        self.last = self.digest.clone();
        let line = next_line(self.lines).map_err(|error| self.unreadable(error.to_string()))?;
        if let Some(line) = &line {
            self.digest.update(line);
            self.digest.update(b"\n");
        }
        Ok(line)
    }

    fn read<T: DeserializeOwned>(&self, line: &[u8]) -> Result<T, Fault> {
        let mut json = serde_json::Deserializer::from_slice(line);
        serde_path_to_error::deserialize(&mut json).map_err(|error| self.unreadable(error.to_string()))
    }

    fn unreadable(&self, why: impl Into<String>) -> Fault {
        Fault::Unreadable { line: self.line, why: why.into() }
    }

    fn differs(&self, what: impl Into<String>) -> Fault {
        Fault::Differs { line: self.line, what: what.into() }
    }
}

/// Which line it is.
fn kind(line: &[u8]) -> Option<&'static str> {
    #[derive(serde::Deserialize)]
    struct Kind {
        line: String,
    }
    let kind = serde_json::from_slice::<Kind>(line).ok()?.line;
    ["match", "round", "step", "lost", "score", "end"].into_iter().find(|known| *known == kind)
}

struct Judge<'a> {
    reader: Reader<'a>,
    head: Head,
}

impl Visit for Judge<'_> {
    type Output = Result<Summary, Fault>;

    fn visit<G: Listed>(self) -> Self::Output {
        judge::<G>(self)
    }
}

fn judge<G: Game>(Judge { mut reader, head }: Judge<'_>) -> Result<Summary, Fault> {
    let checked =
        if head.rules == G::RULES { Checked::Everything } else { Checked::DealsAlone { known: G::RULES } };
    let decides = checked == Checked::Everything;
    let mut table = Table::<G>::new();
    let mut sum = Summary { head, rounds: 0, steps: 0, lost: 0, events: 0, scores: Vec::new(), checked };
    let mut seats = Vec::new();
    loop {
        let Some(line) = reader.next()? else {
            return Err(reader.differs("the replay ends without a line \"end\": something is missing"));
        };
        let line_kind = kind(&line).ok_or_else(|| reader.unreadable("no line of a replay"))?;
        // A file from anywhere may hold what no rule expects.
        let held = std::panic::catch_unwind(AssertUnwindSafe(|| -> Result<bool, Fault> {
            let told = |held: Result<(), String>| held.map_err(|what| reader.differs(what));
            match line_kind {
                "round" => {
                    let round: Round<G> = reader.read(&line)?;
                    told(deal(&round.deal, &round.seats))?;
                    if decides {
                        told(table.deal(&round))?;
                    }
                    sum.rounds += 1;
                    sum.events += 1;
                    seats = round.seats;
                }
                "step" => {
                    let step: Step<G> = reader.read(&line)?;
                    if decides {
                        told(table.step(&step))?;
                    }
                    sum.steps += 1;
                    sum.events += step.events.len() as u64;
                }
                "lost" => {
                    let lost: Lost<G> = reader.read(&line)?;
                    if decides {
                        told(table.lost(&lost))?;
                    }
                    sum.lost += 1;
                }
                "score" => {
                    let score: Score = reader.read(&line)?;
                    if decides {
                        told(table.score(&score))?;
                    }
                    sum.events += 1;
                    sum.scores.push(Scored::of(&score, &seats));
                }
                "end" => {
                    let end: End = reader.read(&line)?;
                    told(ended(&end, &sum))?;
                    if decides {
                        told(table.ended(&sum.head))?;
                    }
                    let digest: [u8; 32] = reader.last.clone().finalize().into();
                    if digest != end.sha256 {
                        return Err(reader.differs(
                            "the lines before it are not those that were written (their SHA-256 differs)",
                        ));
                    }
                    return Ok(true);
                }
                _ => return Err(reader.unreadable("a second line \"match\"")),
            }
            Ok(false)
        }));
        match held {
            Ok(Ok(false)) => {}
            Ok(Ok(true)) => break,
            Ok(Err(fault)) => return Err(fault),
            Err(_) => return Err(reader.differs("the rules cannot follow this")),
        }
    }
    match reader.next()? {
        None => Ok(sum),
        Some(_) => Err(reader.differs("something follows the end")),
    }
}

/// Whether the server kept to what it had bound itself to, and used all that was given.
fn deal(deal: &Deal, seats: &[SeatLine]) -> Result<(), String> {
    if fair::commitment(deal.seed, deal.salt) != deal.commit {
        return Err("the server's seed and salt do not give the commitment that everybody was told: \
                    it has changed its seed"
            .to_owned());
    }
    let sits = |given: &Given| seats.iter().any(|seat| seat.seat == given.seat);
    if !deal.entropy.is_sorted_by(|one, next| one.seat < next.seat) || !deal.entropy.iter().all(sits) {
        return Err(
            "what people gave is not in the order of their seats, or of nobody who sits there".to_owned()
        );
    }
    if fair::deal_seed(deal.seed, deal.entropy.iter().map(|given| given.entropy)) != deal.cards {
        return Err(
            "the seed of the cards does not follow from the server's seed and what people gave".to_owned()
        );
    }
    Ok(())
}

fn ended(end: &End, sum: &Summary) -> Result<(), String> {
    let counted = (sum.rounds, sum.steps, sum.lost);
    if counted != (end.rounds, end.steps, end.lost) || end.rounds != sum.head.rounds {
        let (rounds, steps, lost) = counted;
        return Err(format!(
            "lines are missing: there are {rounds} rounds, {steps} steps and {lost} lost races"
        ));
    }
    Ok(())
}

/// A value in a sentence.
fn said(value: &Value) -> String {
    const LETTERS: usize = 80;
    let text = value.to_string();
    if text.chars().count() <= LETTERS {
        return text;
    }
    text.chars().take(LETTERS).chain("…".chars()).collect()
}
