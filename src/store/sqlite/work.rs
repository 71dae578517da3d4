//! What the writer can be asked for, and what it answers.

use tokio::sync::oneshot;

use crate::ids::{MatchId, PlayerId, RoomCode, RoomId, SessionId};
use crate::store::{Append, AppendError, Claim, Deletion, KeptReplay, PlayerRecord, SessionRecord};

/// What the writer is asked for.
#[derive(Debug)]
pub(super) enum Work {
    Append(Box<Append>),
    Claim(RoomId),
    MarkBroken(RoomId, String),
    AddPlayer(PlayerRecord),
    SawPlayer(PlayerId, u64),
    RenamePlayer(PlayerId, String),
    BeginSession(PlayerId, SessionId, u64),
    TouchSession(PlayerId, SessionId, u64),
    SetFullUpdates(PlayerId, SessionId, bool),
    ForgetRoom(PlayerId, RoomCode),
    ForgetName(PlayerId),
    ForgetPlayer(PlayerId),
    SawRoom(RoomId, u64),
    DeleteRoom(RoomId, u64, u32),
    KeepReplay(MatchId, Option<KeptReplay>),
    DropRows(MatchId, u32),
    Beat,
}

impl Work {
    /// The append, if it brings a row and nothing else.
    pub fn row_alone(&self) -> Option<&Append> {
        let Self::Append(append) = self else { return None };
        append.is_row_alone().then_some(append)
    }

    /// Roughly what it adds to the write-ahead log, in bytes.
    pub fn bytes(&self) -> u64 {
        const ROW: usize = 4_096;
        let bytes = match self {
            Self::Append(append) => {
                append.row.body.len() + append.snapshot.as_ref().map_or(0, bytes::Bytes::len) + 2 * ROW
            }
            Self::KeepReplay(_, Some(replay)) => replay.body.len() + 2 * ROW,
            _ => ROW,
        };
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

/// What the writer answers.
#[derive(Debug)]
pub(super) enum Reply {
    Done,
    Claim(Claim),
    Session(SessionRecord),
    Deletion(Deletion),
    /// Whether none is left.
    Dropped(bool),
}

/// A piece of work and who waits for it.
#[derive(Debug)]
pub(super) struct Job {
    pub work: Work,
    pub answer: oneshot::Sender<Result<Reply, AppendError>>,
}
