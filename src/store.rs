//! What must survive, and the promises about it: one trait for every database.
//!
//! **What is durable when.** [`Store::append`] comes back `Ok` only when the row, and everything that
//! came with it, is kept to the level the host chose: with SQLite's `normal` a killed process loses
//! nothing, with `full` a power cut neither. `Err(Unavailable)` says nothing about the row: it may have
//! landed. The room then calls [`Store::claim`], which takes the next epoch, so that the old append can
//! no longer land, and tells in the same transaction what the last row is.
//!
//! No rules, no sockets. The log's bodies and the snapshots are opaque bytes here.

use async_trait::async_trait;
use bytes::Bytes;

use crate::games::GameKind;
use crate::ids::{MatchId, PlayerId, RoomCode, RoomId, SessionId};

mod cells;
mod check;
pub mod memory;
mod migrated;
pub mod postgres;
mod results;
mod rows;
pub mod sqlite;

pub use results::{
    BoardLine, BoardPlace, EventsIn, KeptReplay, MatchPerson, MatchPlace, MatchRecord, MatchSide,
    PersonRecord, RoundRecord, SideRecord, Standing, Unrated, rank_sides,
};

/// The database of a node.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Keeps one batch of a room, with all that belongs to it, in one transaction. Rows of several
    /// rooms may share a commit; one stale room fails alone.
    ///
    /// Once the call was begun the batch may be kept, even if the caller stops waiting for it.
    ///
    /// # Errors
    /// See [`AppendError`].
    async fn append(&self, append: Append) -> Result<(), AppendError>;

    /// The room with that code.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn room(&self, code: RoomCode) -> Result<Option<RoomRecord>, Unavailable>;

    /// Takes the room's next epoch and tells its last row, in one transaction.
    ///
    /// # Errors
    /// When the database does not answer, or the room is not there.
    async fn claim(&self, room: RoomId) -> Result<Claim, Unavailable>;

    /// The newest snapshot and all rows after it, in order.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn load(&self, room: RoomId) -> Result<Loaded, Unavailable>;

    /// Sets a room aside that cannot be read. Its log is kept; [`RoomRecord::broken`] says why.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn mark_broken(&self, room: RoomId, why: &str) -> Result<(), Unavailable>;

    /// Keeps a new guest. Keeping the same one again changes nothing.
    ///
    /// # Errors
    /// When the database does not answer, or the id or the token is another guest's.
    async fn add_player(&self, player: &PlayerRecord) -> Result<(), Unavailable>;

    /// The guest whose token has that hash; `seen_unix_ms` is kept as the last visit, soon and if it can be:
    /// a guest is known also while nothing can be written.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn player_by_token(
        &self,
        token_hash: [u8; 32],
        seen_unix_ms: u64,
    ) -> Result<Option<PlayerRecord>, Unavailable>;

    /// The guest with that id.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn player(&self, player: PlayerId) -> Result<Option<PlayerRecord>, Unavailable>;

    /// Changes a guest's name.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn rename_player(&self, player: PlayerId, name: &str) -> Result<(), Unavailable>;

    /// The player's session: each player has at most one.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn session(&self, player: PlayerId) -> Result<Option<SessionRecord>, Unavailable>;

    /// Begins a new session in place of the player's former one. The room the player is in stays.
    /// Comes back with the whole record as it is now.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn begin_session(
        &self,
        player: PlayerId,
        session: SessionId,
        seen_unix_ms: u64,
    ) -> Result<SessionRecord, Unavailable>;

    /// Says that the session had a socket at `seen_unix_ms`. Does nothing if it is not the player's.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn touch_session(
        &self,
        player: PlayerId,
        session: SessionId,
        seen_unix_ms: u64,
    ) -> Result<(), Unavailable>;

    /// Keeps how the session wants to be told what happens. Does nothing if it is not the player's.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn set_full_updates(
        &self,
        player: PlayerId,
        session: SessionId,
        full: bool,
    ) -> Result<(), Unavailable>;

    /// Takes the player out of a room that turned out not to exist (any more).
    ///
    /// # Errors
    /// When the database does not answer.
    async fn forget_room(&self, player: PlayerId, room: RoomCode) -> Result<(), Unavailable>;

    /// The rounds of a match that ended, in order; none for a match that is not known.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn rounds(&self, match_id: MatchId) -> Result<Vec<RoundRecord>, Unavailable>;

    /// A match that is over; none for one that is not, or is not known.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn match_over(&self, match_id: MatchId) -> Result<Option<MatchRecord>, Unavailable>;

    /// The matches that a player has played to the end, the newest first, at most `limit` of those before
    /// `before`.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn history(
        &self,
        player: PlayerId,
        before: Option<MatchPlace>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, Unavailable>;

    /// The guests with rated matches of a game, the best first, at most `limit` of those after `after`.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn leaderboard(
        &self,
        game: GameKind,
        after: Option<BoardPlace>,
        limit: u32,
    ) -> Result<Vec<BoardLine>, Unavailable>;

    /// What a guest's rated matches of a game add up to; none without any.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn standing(&self, player: PlayerId, game: GameKind) -> Result<Option<Standing>, Unavailable>;

    /// Takes a guest's name out of all results, and the guest off the leaderboards. The results stay, and
    /// so do the other players' ratings.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn forget_name(&self, player: PlayerId) -> Result<(), Unavailable>;

    /// Matches that are over, the oldest first, at most `limit` of those after `after`; with `in_log`
    /// only those that still have events in the log which are to go ([`EventsIn::Log`], [`EventsIn::Both`]).
    ///
    /// # Errors
    /// When the database does not answer.
    async fn matches(
        &self,
        in_log: bool,
        after: Option<MatchPlace>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, Unavailable>;

    /// The rows of the log that hold events of a match that is over, in order: at most `limit` of those
    /// that begin after event `after_seq`. None once they are gone into its replay.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn match_log(
        &self,
        match_id: MatchId,
        after_seq: u64,
        limit: u32,
    ) -> Result<Vec<LogRow>, Unavailable>;

    /// The kept replay of a match; none while its events are in the log.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn replay(&self, match_id: MatchId) -> Result<Option<KeptReplay>, Unavailable>;

    /// Keeps the replay of a match; its rows of the log are for [`Store::drop_rows`]. Without a replay the
    /// match is left in the log for good, and [`Store::matches`] does not name it again among those in the
    /// log.
    ///
    /// # Errors
    /// When the database does not answer, or the match is not over or not in the log.
    async fn keep_replay(&self, match_id: MatchId, replay: Option<KeptReplay>) -> Result<(), Unavailable>;

    /// Takes at most `rows_max` rows out of the log that a kept replay stands for; comes back whether
    /// none is left, after which [`Store::matches`] does not name the match again. Rows that a snapshot
    /// does not hold yet, that hold something later than the match or something of another match that is
    /// in the log, or that are the log's last stay.
    ///
    /// # Errors
    /// When the database does not answer, or no replay of the match is kept.
    async fn drop_rows(&self, match_id: MatchId, rows_max: u32) -> Result<bool, Unavailable>;

    /// Says that somebody was in the room at `seen_unix_ms`. A clock that was set back takes no visit away.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn saw_room(&self, room: RoomId, seen_unix_ms: u64) -> Result<(), Unavailable>;

    /// Rooms that were made and last visited before that time, the longest unused first, at most `limit`.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn unused_rooms(
        &self,
        before_unix_ms: u64,
        limit: u32,
    ) -> Result<Vec<(RoomId, RoomCode)>, Unavailable>;

    /// Deletes at most `rows_max` rows of the log of a room that was last visited before that time, and
    /// with the last of them the room; its results stay. Nobody can revive a room of which a part is
    /// gone. The caller sees to it that the room is not awake.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn delete_room(
        &self,
        room: RoomId,
        before_unix_ms: u64,
        rows_max: u32,
    ) -> Result<Deletion, Unavailable>;

    /// Guests last seen before that time, the longest away first, at most `limit`.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn unused_players(&self, before_unix_ms: u64, limit: u32) -> Result<Vec<PlayerId>, Unavailable>;

    /// Takes a guest away, with the session and with the name out of all results, in one transaction
    /// ([`Store::forget_name`]). The results stay.
    ///
    /// # Errors
    /// When the database does not answer.
    async fn forget_player(&self, player: PlayerId) -> Result<(), Unavailable>;

    /// Whether data can be written now.
    ///
    /// # Errors
    /// When it cannot.
    async fn health(&self) -> Result<(), Unavailable>;

    /// Commits what waits and lets go of the files. Later calls fail.
    async fn close(&self);
}

/// What became of a part of a room's deletion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deletion {
    /// There is more to delete.
    Begun,
    /// The room is gone.
    Done,
    /// Somebody has visited it meanwhile, or it is not there: nothing was done.
    Kept,
}

/// Why a room is set aside of which only a part is left.
const DELETED_IN_PART: &str = "nobody used it, and it is being deleted";

/// One batch of a room.
#[derive(Debug, Clone)]
pub struct Append {
    /// The room.
    pub room: RoomId,
    /// The epoch in which the room's owner writes; a row of an older one is not kept.
    pub epoch: u64,
    /// The batch as a row of the log.
    pub row: LogRow,
    /// The room itself, with its first row.
    pub new_room: Option<NewRoom>,
    /// The state after this row, now and then.
    pub snapshot: Option<Bytes>,
    /// The sessions that entered or left with this row.
    pub sessions: Vec<SessionChange>,
    /// The rounds that ended with this row.
    pub rounds: Vec<RoundRecord>,
    /// The matches that ended with this row. Keeping one rates its players, in the same transaction.
    pub matches: Vec<MatchRecord>,
}

impl Append {
    /// Whether it brings its row and nothing else.
    fn is_row_alone(&self) -> bool {
        let Self { room: _, epoch: _, row: _, new_room, snapshot, sessions, rounds, matches } = self;
        let results = !(rounds.is_empty() && matches.is_empty());
        new_room.is_none() && snapshot.is_none() && sessions.is_empty() && !results
    }
}

/// A row of a room's log: at least one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRow {
    /// The number of its first event; follows the last row's `last_seq` without a gap.
    pub first_seq: u64,
    /// The number of its last event.
    pub last_seq: u64,
    /// The number of the rules that decided it.
    pub rules: u32,
    /// The inputs with their answers and events, as the room writes them.
    pub body: Bytes,
}

/// A room that is about to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewRoom {
    /// Its code; taken means [`AppendError::CodeTaken`].
    pub code: RoomCode,
    /// Its game.
    pub game: GameKind,
    /// When, as Unix time in milliseconds.
    pub made_unix_ms: u64,
}

/// A room as the store knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomRecord {
    /// Its id.
    pub id: RoomId,
    /// Its code.
    pub code: RoomCode,
    /// The name of its game; one that this build does not know means that the room cannot be read.
    pub game: String,
    /// Why it was set aside, if it was.
    pub broken: Option<String>,
}

/// A room taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The epoch to write in from now on.
    pub epoch: u64,
    /// The last row of the log.
    pub last_row: Option<LogRow>,
}

/// What a room is revived from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Loaded {
    /// The newest snapshot: the number of the last event in it, and its bytes.
    pub snapshot: Option<(u64, Bytes)>,
    /// The rows after it, in order.
    pub rows: Vec<LogRow>,
}

/// A guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerRecord {
    /// The public id.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// SHA-256 of the token; the token itself is nowhere.
    pub token_hash: [u8; 32],
    /// When the guest was made or last seen, as Unix time in milliseconds.
    pub seen_unix_ms: u64,
}

/// A player's session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRecord {
    /// The session's id.
    pub id: SessionId,
    /// Whose it is.
    pub player: PlayerId,
    /// The room the player is in.
    pub room: Option<RoomCode>,
    /// The highest request id the session had used when it entered its present room.
    pub mark: u64,
    /// The last request that entered or left a room, and its answer (JSON).
    pub entry: Option<Entry>,
    /// Whether the client wants whole states in place of events. False in a new session.
    pub full_updates: bool,
    /// When it last had a socket, as Unix time in milliseconds.
    pub seen_unix_ms: u64,
}

/// A request that entered or left a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The request's id.
    pub id: u64,
    /// The answer, as JSON.
    pub answer: String,
}

/// How a room's batch changes a session, or the player whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionChange {
    /// The player is in the room from now on. Changes the row only if `session` is the player's.
    Enter {
        /// Whose.
        player: PlayerId,
        /// Which.
        session: SessionId,
        /// The room's code.
        room: RoomCode,
        /// The highest request id so far, this request's included.
        mark: u64,
        /// The request and its answer.
        entry: Entry,
    },
    /// The player is called something else from now on.
    Rename {
        /// Who.
        player: PlayerId,
        /// The name.
        name: String,
    },
    /// The player is in no room from now on.
    Leave {
        /// Whose.
        player: PlayerId,
        /// The room's code; a player who is elsewhere by now stays there.
        room: RoomCode,
        /// The highest request id and the request with its answer, when the player asked for it; a
        /// kicked one did not.
        asked: Option<(SessionId, u64, Entry)>,
    },
}

/// Why a batch was not acknowledged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Somebody else owns the room by now, or it is not there (any more); no row was written.
    #[error("the room has another owner by now")]
    StaleEpoch,
    /// Another room has that code; no row was written.
    #[error("the code is taken")]
    CodeTaken,
    /// The database did not say that it kept the row; it may have. Also when the row does not follow
    /// the last one: what is kept is then not what the room thought, and [`Store::claim`] tells what is.
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// The database cannot be reached, is locked or is full.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the store is unavailable: {0}")]
pub struct Unavailable(pub String);
