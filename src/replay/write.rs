//! The lines of a replay out of the rows of a room's log. Runs no rules: what the log says happened, in
//! the words of the wire, with all cards open.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::line::{Deal, End, Given, Line, Lost, Round, Score, SeatLine, Step};
use crate::games::{Game, Input, RoomTime, RoundResult, Side, Stamp, Viewer};
use crate::room::answer::Answer;
use crate::room::event::{Dealing, Event, RoomEvent};
use crate::room::input::{Entry, Input as RoomInput, Told};
use crate::room::record::{self, RecordError};
use crate::room::request::Request;
use crate::room::view::TotalView;
use crate::store::{LogRow, MatchRecord};

/// Why a log makes no replay.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A row cannot be read.
    #[error(transparent)]
    Row(#[from] RecordError),
    /// A value cannot be written, which would be a bug.
    #[error("a line cannot be written: {0}")]
    Json(#[from] serde_json::Error),
    /// Lines cannot be packed.
    #[error("a line cannot be packed: {0}")]
    Packed(#[from] std::io::Error),
    /// The log does not hold what a replay needs.
    #[error("event {seq}: {what}")]
    Missing {
        /// The number of the event.
        seq: u64,
        /// What is missing.
        what: &'static str,
    },
}

/// Makes lines out of rows, which come in order.
pub struct Writer<G: Game> {
    /// The match's first and last event.
    events: (u64, u64),
    out: Vec<u8>,
    digest: Sha256,
    /// The deal whose opening event comes next.
    dealing: Option<Box<Dealing<G>>>,
    pending: Step<G>,
    /// The number of the round that is played, or was last.
    round: u32,
    steps: u64,
    lost: u64,
    ended: bool,
}

impl<G: Game> Writer<G> {
    /// A writer for that match.
    #[must_use]
    pub fn new(record: &MatchRecord) -> Self {
        Self {
            events: record.events,
            out: Vec::new(),
            digest: Sha256::new(),
            dealing: None,
            pending: step(RoomTime(0), Vec::new()),
            round: 0,
            steps: 0,
            lost: 0,
            ended: false,
        }
    }

    /// Whether the match's last event has been seen; then nothing more is needed.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The lines that are ready.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// Reads a row.
    ///
    /// # Errors
    /// See [`WriteError`].
    pub fn row(&mut self, row: &LogRow) -> Result<(), WriteError> {
        let mut seq = row.first_seq;
        for entry in record::read_body::<G>(row)? {
            let first = seq;
            seq += entry.events.len() as u64;
            self.entry(first, entry)?;
        }
        Ok(())
    }

    fn entry(&mut self, first: u64, entry: Entry<G>) -> Result<(), WriteError> {
        let Entry { at, input, told, answer, events, .. } = entry;
        let refused = match answer {
            Answer::Refused(refused) => Some(refused),
            Answer::Accepted(_) => None,
        };
        let action = match input {
            RoomInput::Ask { request: Request::Act { action }, .. } | RoomInput::BotMove { action, .. } => {
                Some(action)
            }
            _ => None,
        };
        if events.is_empty() {
            // A lost race; it belongs to the match if the event before it does.
            let within = first > self.events.0 && first <= self.events.1;
            if let (true, Some(action), Told::Act(by), Some(refused)) = (within, action, told, refused) {
                let (code, detail) = (refused.code.to_string(), refused.detail.unwrap_or_default());
                self.lost += 1;
                self.line(&Lost::<G> { at, by, action, code, seq: refused.seq, detail })?;
            }
            return Ok(());
        }
        let inputs = match (told, action) {
            (Told::Act(by), Some(action)) => vec![Input::Act { by, action }],
            (Told::Inputs(inputs), _) => inputs,
            (Told::Nothing, Some(_)) if self.dealing.is_none() && self.is_within(first) => {
                return Err(WriteError::Missing {
                    seq: first,
                    what: "the log does not say whose action it was",
                });
            }
            _ => Vec::new(),
        };
        self.pending = Step { code: refused.map(|refused| refused.code.to_string()), ..step(at, inputs) };
        for (seq, event) in (first..).zip(events) {
            if self.is_within(seq) {
                self.event(event, Stamp { seq, at })?;
            }
        }
        self.flush()
    }

    fn is_within(&self, seq: u64) -> bool {
        (self.events.0..=self.events.1).contains(&seq)
    }

    fn event(&mut self, event: Event<G>, stamp: Stamp) -> Result<(), WriteError> {
        let missing = |what| WriteError::Missing { seq: stamp.seq, what };
        match event {
            Event::Game(event) => {
                if let Some(dealing) = self.dealing.take() {
                    self.pending = step(stamp.at, Vec::new());
                    return self.deal(*dealing, &event, stamp);
                }
                self.pending.events.push(numbered(&shown::<G>(&event, stamp.at)?, stamp.seq));
            }
            Event::Room(RoomEvent::RoundBegun { round, dealing }) => {
                self.round = round;
                self.dealing =
                    Some(dealing.ok_or_else(|| missing("the log does not say what was dealt with"))?);
            }
            // By itself: a bot stands in, or nobody moves any more. Who comes back is told by the input.
            Event::Room(RoomEvent::Driver { seat, driver, .. }) if driver != crate::games::Driver::Person => {
                self.flush()?;
                self.pending = step(stamp.at, vec![Input::Driver { seat, driver }]);
            }
            Event::Room(RoomEvent::RoundEnded { result, .. }) => {
                self.flush()?;
                self.score(&result, stamp)?;
            }
            Event::Room(_) => {}
        }
        Ok(())
    }

    fn deal(&mut self, dealing: Dealing<G>, opening: &G::Event, stamp: Stamp) -> Result<(), WriteError> {
        let missing = WriteError::Missing { seq: stamp.seq, what: "the round is not opened" };
        let table = G::open(opening, stamp).ok_or(missing)?;
        let view = G::view(&table, Viewer::Afterwards, stamp.at);
        let line = Round::<G> {
            round: self.round,
            at: stamp.at,
            seq: stamp.seq,
            deal: Deal {
                commit: dealing.commit,
                seed: dealing.seed,
                salt: dealing.salt,
                entropy: dealing.entropy.iter().map(|&(seat, entropy)| Given { seat, entropy }).collect(),
                cards: dealing.deal_seed(),
            },
            seats: dealing
                .seats
                .iter()
                .map(|&(player, seated)| SeatLine {
                    seat: seated.seat,
                    side: seated.place.side,
                    role: seated.place.role,
                    player,
                    driver: seated.driver,
                    online: seated.online,
                })
                .collect(),
            totals: totals(&dealing.totals),
            options: dealing.options,
            event: shown::<G>(opening, stamp.at)?,
            game: serde_json::to_value(view)?,
        };
        self.line(&line)
    }

    fn score(&mut self, result: &RoundResult, stamp: Stamp) -> Result<(), WriteError> {
        self.line(&Score {
            round: self.round,
            at: stamp.at,
            seq: stamp.seq,
            points: totals(&result.points),
            totals: totals(&result.totals),
            winners: result.winners.clone(),
        })?;
        if result.winners.is_some() {
            self.ended = true;
            let sha256 = self.digest.clone().finalize().into();
            self.line(&End { rounds: self.round, steps: self.steps, lost: self.lost, sha256 })?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        let at = self.pending.at;
        let step = std::mem::replace(&mut self.pending, step(at, Vec::new()));
        if !step.events.is_empty() {
            self.steps += 1;
            self.line(&step)?;
        }
        Ok(())
    }

    fn line(&mut self, line: &impl Line) -> Result<(), WriteError> {
        let json = line.to_json()?;
        self.digest.update(&json);
        self.out.extend_from_slice(&json);
        Ok(())
    }
}

fn step<G: Game>(at: RoomTime, inputs: Vec<Input<G::Action>>) -> Step<G> {
    Step { at, inputs, code: None, events: Vec::new() }
}

/// An event as everybody who may see all of it sees it.
pub(super) fn shown<G: Game>(event: &G::Event, at: RoomTime) -> serde_json::Result<Value> {
    serde_json::to_value(G::redact(event, Viewer::Afterwards, at))
}

/// The same with its number.
pub(super) fn numbered(shown: &Value, seq: u64) -> Value {
    let mut numbered = shown.clone();
    if let Value::Object(fields) = &mut numbered {
        fields.insert("seq".to_owned(), seq.into());
    }
    numbered
}

pub(super) fn totals(totals: &[(Side, i64)]) -> Vec<TotalView> {
    totals.iter().map(|&(side, total)| TotalView { side, total }).collect()
}
