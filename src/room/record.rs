//! How a room's log and snapshots are written: the only persisted format, with its number.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::event::Event;
use super::input::Entry;
use super::perform;
use super::state::RoomState;
use crate::games::{Game, Stamp};
use crate::store::{Loaded, LogRow};

/// The number of the format. A change of what is written gets the next one, and a step that reads the
/// former.
pub const FORMAT: u32 = 1;

#[derive(Serialize)]
#[serde(bound = "")]
struct BodyOut<'a, G: Game> {
    format: u32,
    entries: &'a [Entry<G>],
}

#[derive(Deserialize)]
#[serde(bound = "")]
struct BodyIn<G: Game> {
    format: u32,
    entries: Vec<Entry<G>>,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct SnapshotOut<'a, G: Game> {
    format: u32,
    state: &'a RoomState<G>,
}

#[derive(Deserialize)]
#[serde(bound = "")]
struct SnapshotIn<G: Game> {
    format: u32,
    state: RoomState<G>,
}

/// A record that cannot be read, or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It is no record of this format.
    #[error("row {row}, column {column}: {error}")]
    Json {
        /// The number of the row's first event.
        row: u64,
        /// `body` or `snapshot`.
        column: &'static str,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// It was written in a format that this version does not know.
    #[error("row {row}, column {column}: format {format} is not known to this version")]
    Format {
        /// The number of the row's first event.
        row: u64,
        /// `body` or `snapshot`.
        column: &'static str,
        /// The number it has.
        format: u32,
    },
    /// The rows do not follow each other.
    #[error("row {found} comes where row {expected} belongs")]
    Gap {
        /// The number of the first event that should come next.
        expected: u64,
        /// The one that came.
        found: u64,
    },
    /// There is neither a snapshot nor a first row.
    #[error("the log does not begin with the making of the room")]
    NoBeginning,
}

/// Writes a batch.
///
/// # Errors
/// When a value cannot be written as JSON, which would be a bug.
pub fn write_body<G: Game>(row: u64, entries: &[Entry<G>]) -> Result<Bytes, RecordError> {
    let body = BodyOut { format: FORMAT, entries };
    let bytes =
        serde_json::to_vec(&body).map_err(|error| RecordError::Json { row, column: "body", error })?;
    Ok(bytes.into())
}

/// Reads a batch.
///
/// # Errors
/// See [`RecordError`].
pub fn read_body<G: Game>(row: &LogRow) -> Result<Vec<Entry<G>>, RecordError> {
    let (number, column) = (row.first_seq, "body");
    let body: BodyIn<G> = serde_json::from_slice(&row.body).map_err(|error| RecordError::Json {
        row: number,
        column,
        error,
    })?;
    if body.format != FORMAT {
        return Err(RecordError::Format { row: number, column, format: body.format });
    }
    Ok(body.entries)
}

/// Writes a snapshot.
///
/// # Errors
/// When a value cannot be written as JSON, which would be a bug.
pub fn write_snapshot<G: Game>(state: &RoomState<G>) -> Result<Bytes, RecordError> {
    let row = state.seq;
    let bytes = serde_json::to_vec(&SnapshotOut { format: FORMAT, state })
        .map_err(|error| RecordError::Json { row, column: "snapshot", error })?;
    Ok(bytes.into())
}

/// Reads a snapshot.
///
/// # Errors
/// See [`RecordError`].
pub fn read_snapshot<G: Game>(row: u64, bytes: &[u8]) -> Result<RoomState<G>, RecordError> {
    let column = "snapshot";
    let snapshot: SnapshotIn<G> =
        serde_json::from_slice(bytes).map_err(|error| RecordError::Json { row, column, error })?;
    if snapshot.format != FORMAT {
        return Err(RecordError::Format { row, column, format: snapshot.format });
    }
    Ok(snapshot.state)
}

/// The room that its newest snapshot and the rows after it make. Runs no rules.
///
/// # Errors
/// See [`RecordError`].
pub fn revive<G: Game>(loaded: &Loaded) -> Result<RoomState<G>, RecordError> {
    revive_with_events(loaded).map(|(state, _)| state)
}

/// The same, and the events of the rows, for those who come back and missed some of them.
///
/// # Errors
/// See [`RecordError`].
pub fn revive_with_events<G: Game>(loaded: &Loaded) -> Result<(RoomState<G>, Vec<Event<G>>), RecordError> {
    let mut events = Vec::new();
    let mut state = match &loaded.snapshot {
        Some((seq, bytes)) => Some(read_snapshot::<G>(*seq, bytes)?),
        None => None,
    };
    for row in &loaded.rows {
        let expected = state.as_ref().map_or(1, |state| state.seq + 1);
        if row.first_seq != expected {
            return Err(RecordError::Gap { expected, found: row.first_seq });
        }
        for mut entry in read_body::<G>(row)? {
            let state = if let Some(state) = &mut state {
                state
            } else {
                let first = entry.events.first();
                let opened = first.and_then(|event| RoomState::open(event, Stamp { seq: 1, at: entry.at }));
                entry.events.drain(..1.min(entry.events.len()));
                state.insert(opened.ok_or(RecordError::NoBeginning)?)
            };
            perform::replay(state, &entry);
            events.append(&mut entry.events);
        }
        match &state {
            Some(state) if state.seq == row.last_seq => {}
            _ => {
                return Err(RecordError::Gap {
                    expected: row.last_seq,
                    found: state.map_or(0, |state| state.seq),
                });
            }
        }
    }
    Ok((state.ok_or(RecordError::NoBeginning)?, events))
}
