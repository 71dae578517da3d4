//! Replays and the store: fetched when somebody asks, made of the log, and put in its place.

use bytes::Bytes;

use super::FORMAT;
use super::line::{Head, Line as _};
use super::pack::{Packer, whole};
use super::write::{WriteError, Writer};
use crate::games::list::{Listed, Visit};
use crate::ids::MatchId;
use crate::limits::{DROP_ROWS_MAX, REPLAY_ROWS};
use crate::store::{KeptReplay, LogRow, MatchRecord, Store, Unavailable};

/// Why there is no replay.
#[derive(Debug, thiserror::Error)]
pub enum NoReplay {
    /// The match is not over, or not known.
    #[error("the match is not over, or not known")]
    NotOver,
    /// The log does not hold what a replay needs.
    #[error("the log makes no replay: {0}")]
    Unreadable(String),
    /// What is kept is not what was written.
    #[error("the kept replay is damaged: {0}")]
    Damaged(String),
    /// The store does not answer.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// A replay: its first line, and the packed lines after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// The first line.
    pub head: Bytes,
    /// The other lines, packed.
    pub packed: Bytes,
}

impl Replay {
    /// The same, after all of it was unpacked once: whoever sends it finds no fault in the middle.
    ///
    /// # Errors
    /// [`NoReplay::Damaged`].
    pub async fn checked(self) -> Result<Self, NoReplay> {
        let packed = self.packed.clone();
        // Off the threads of the sockets, as in the making of one.
        let is_whole = tokio::task::spawn_blocking(move || whole(&packed)).await;
        match is_whole {
            Ok(Ok(())) => Ok(self),
            Ok(Err(error)) => Err(NoReplay::Damaged(error.to_string())),
            Err(error) if error.is_panic() => Err(NoReplay::Damaged("a panic while it was read".to_owned())),
            Err(_) => Err(Unavailable("the process ends".to_owned()).into()),
        }
    }
}

/// The replay of a match that is over.
///
/// # Errors
/// See [`NoReplay`].
pub async fn fetch(store: &dyn Store, match_id: MatchId) -> Result<Replay, NoReplay> {
    let record = store.match_over(match_id).await?.ok_or(NoReplay::NotOver)?;
    let kept = match store.replay(match_id).await? {
        Some(kept) => kept,
        // The rows may be replaced while they are read.
        None => match from_log(store, &record).await {
            Err(error @ NoReplay::Unreadable(_)) => store.replay(match_id).await?.ok_or(error)?,
            made => made?,
        },
    };
    let head = Head::of(&record, kept.format).to_json();
    let head = head.map_err(|error| NoReplay::Unreadable(error.to_string()))?;
    Ok(Replay { head: head.into(), packed: kept.body })
}

/// Makes the replay out of the rows of the log.
async fn from_log(store: &dyn Store, record: &MatchRecord) -> Result<KeptReplay, NoReplay> {
    let mut making = record.game.with(Begin { record });
    let mut after_seq = 0;
    loop {
        let rows = store.match_log(record.id, after_seq, REPLAY_ROWS).await?;
        let Some(last) = rows.last() else { break };
        after_seq = last.first_seq;
        // Off the threads of the sockets: a page of rows takes milliseconds.
        let added = tokio::task::spawn_blocking(move || {
            let added = making.add(&rows);
            (making, added)
        });
        let (back, added) = added.await.map_err(|error| {
            if error.is_panic() {
                NoReplay::Unreadable("a panic while the rows were read".to_owned())
            } else {
                Unavailable("the process ends".to_owned()).into()
            }
        })?;
        making = back;
        added.map_err(|error| NoReplay::Unreadable(error.to_string()))?;
    }
    let body = making.finish().map_err(NoReplay::Unreadable)?;
    Ok(KeptReplay { format: FORMAT, body })
}

/// Puts the replay of a match in the place of its rows in the log. Where none can be made the match is
/// left in the log for good; comes back with why.
///
/// # Errors
/// When the store does not answer.
pub async fn compact(store: &dyn Store, record: &MatchRecord) -> Result<Option<String>, Unavailable> {
    // There is one already if the process ended while the rows went.
    if store.replay(record.id).await?.is_none() {
        match from_log(store, record).await {
            Ok(replay) => store.keep_replay(record.id, Some(replay)).await?,
            Err(NoReplay::Unavailable(why)) => return Err(why),
            Err(error) => {
                store.keep_replay(record.id, None).await?;
                return Ok(Some(error.to_string()));
            }
        }
    }
    while !store.drop_rows(record.id, DROP_ROWS_MAX).await? {}
    Ok(None)
}

/// A replay that is being made, whatever its game.
trait Making: Send {
    fn add(&mut self, rows: &[LogRow]) -> Result<(), WriteError>;
    fn finish(self: Box<Self>) -> Result<Bytes, String>;
}

struct Made<G: Listed> {
    writer: Writer<G>,
    packer: Packer,
}

impl<G: Listed> Making for Made<G> {
    fn add(&mut self, rows: &[LogRow]) -> Result<(), WriteError> {
        for row in rows {
            self.writer.row(row)?;
            self.packer.add(&self.writer.take())?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Bytes, String> {
        if !self.writer.has_ended() {
            return Err("rows are missing".to_owned());
        }
        self.packer.finish().map_err(|error| error.to_string())
    }
}

struct Begin<'a> {
    record: &'a MatchRecord,
}

impl Visit for Begin<'_> {
    type Output = Box<dyn Making>;

    fn visit<G: Listed>(self) -> Self::Output {
        Box::new(Made::<G> { writer: Writer::new(self.record), packer: Packer::default() })
    }
}
