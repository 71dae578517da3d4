//! The store in one SQLite file.
//!
//! One task, the [`writer`], owns the only connection that writes: everything that changes something
//! waits in its queue, and what waits together is committed together. A second connection copies the
//! write-ahead log into the file, out of the commits' way ([`checkpoint`]). Readers have a pool.
//! Opening, with the lock on the data directory and the migrations, is in [`open`].

use std::path::Path;

use async_trait::async_trait;
use sqlx::SqlitePool;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::{
    Append, AppendError, BoardLine, BoardPlace, Claim, Deletion, KeptReplay, Loaded, LogRow, MatchPlace,
    MatchRecord, PlayerRecord, RoomRecord, RoundRecord, SessionRecord, Standing, Store, Unavailable,
};
use crate::games::GameKind;
use crate::ids::{MatchId, PlayerId, RoomCode, RoomId, SessionId};
use crate::limits::{STORE_QUEUE_MAX, WAL_BYTES_MAX};
use work::{Job, Reply, Work};

mod boards;
mod checkpoint;
mod commit;
mod log;
mod look;
mod matches;
mod open;
mod people;
mod read;
mod replays;
mod rounds;
mod unused;
mod work;
mod writer;

pub use open::{MIGRATIONS, OpenError};

/// What a commit survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sync {
    /// The death of the process.
    #[default]
    Normal,
    /// A power cut too: every commit waits for the disk.
    Full,
}

/// See the module. [`Store::close`] leaves one file behind that can be copied; a store that is only dropped
/// still commits what waits, but frees the directory a moment later.
#[derive(Debug)]
pub struct SqliteStore {
    readers: SqlitePool,
    jobs: mpsc::Sender<Job>,
    stop: CancellationToken,
    tasks: TaskTracker,
    /// Held by the health check that is under way: while the writer waits for a lock, questions do not fill
    /// its queue.
    beating: tokio::sync::Mutex<()>,
}

impl SqliteStore {
    /// Opens the database in `directory`, which is made if need be; at most one process at a time can.
    ///
    /// # Errors
    /// See [`OpenError`]: each is a sentence for the host.
    pub async fn open(directory: &Path, sync: Sync) -> Result<Self, OpenError> {
        let opened = open::open(directory, sync).await?;
        let (jobs, queue) = mpsc::channel(STORE_QUEUE_MAX);
        let (stop, written) = (CancellationToken::new(), checkpoint::Written::default());
        let tasks = TaskTracker::new();
        tasks.spawn(checkpoint::run(
            opened.options.clone(),
            written.clone(),
            WAL_BYTES_MAX,
            std::sync::Arc::clone(&opened.lock),
        ));
        tasks.spawn(writer::run(opened.options, opened.writer, queue, stop.clone(), written, opened.lock));
        tasks.close();
        Ok(Self { readers: opened.readers, jobs, stop, tasks, beating: tokio::sync::Mutex::default() })
    }

    /// Opens a database that is there and up to date; a folder without one stays as it is.
    ///
    /// # Errors
    /// See [`OpenError`]: each is a sentence for the host.
    pub async fn open_present(directory: &Path, sync: Sync) -> Result<Self, OpenError> {
        look::present(directory).await?;
        Self::open(directory, sync).await
    }

    /// Gives the writer something to do and waits for the commit.
    async fn write(&self, work: Work) -> Result<Reply, AppendError> {
        let (answer, answered) = oneshot::channel();
        let closed = || Unavailable("the store is closed".to_owned());
        self.jobs.send(Job { work, answer }).await.map_err(|_| closed())?;
        answered.await.unwrap_or_else(|_| Err(Unavailable("the writer broke off".to_owned()).into()))
    }

    /// As [`Self::write`], for what is no append.
    async fn change(&self, work: Work) -> Result<Reply, Unavailable> {
        self.write(work).await.map_err(|error| match error {
            AppendError::Unavailable(why) => why,
            other => Unavailable(other.to_string()),
        })
    }
}

impl From<sqlx::Error> for Unavailable {
    fn from(error: sqlx::Error) -> Self {
        Self(error.to_string())
    }
}

/// The error for an answer of another kind, which would be a fault in the writer.
fn mixed_up() -> Unavailable {
    Unavailable("the writer answered something else".to_owned())
}

#[async_trait]
impl Store for SqliteStore {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        super::check::check(&append)?;
        self.write(Work::Append(Box::new(append))).await.map(|_| ())
    }

    async fn room(&self, code: RoomCode) -> Result<Option<RoomRecord>, Unavailable> {
        read::room(&self.readers, code).await
    }

    async fn claim(&self, room: RoomId) -> Result<Claim, Unavailable> {
        match self.change(Work::Claim(room)).await? {
            Reply::Claim(claim) => Ok(claim),
            _ => Err(mixed_up()),
        }
    }

    async fn load(&self, room: RoomId) -> Result<Loaded, Unavailable> {
        read::load(&self.readers, room).await
    }

    async fn mark_broken(&self, room: RoomId, why: &str) -> Result<(), Unavailable> {
        self.change(Work::MarkBroken(room, why.to_owned())).await.map(|_| ())
    }

    async fn add_player(&self, player: &PlayerRecord) -> Result<(), Unavailable> {
        super::check::number("players", "seen_unix_ms", player.id, player.seen_unix_ms)?;
        self.change(Work::AddPlayer(player.clone())).await.map(|_| ())
    }

    async fn player_by_token(
        &self,
        token_hash: [u8; 32],
        seen_unix_ms: u64,
    ) -> Result<Option<PlayerRecord>, Unavailable> {
        // A token that nobody has costs a read only: strangers cannot make the writer work.
        let Some(mut player) = read::player_by_token(&self.readers, token_hash).await? else {
            return Ok(None);
        };
        if seen_unix_ms > player.seen_unix_ms {
            // Who comes back is known at once, also while nothing can be written: nobody waits for the note
            // of the visit, and one that is lost is made the next time.
            let (answer, noted) = oneshot::channel();
            let work = Work::SawPlayer(player.id, seen_unix_ms);
            if self.jobs.try_send(Job { work, answer }).is_ok() {
                // The writer leaves out what nobody waits for.
                tokio::spawn(noted);
            }
            player.seen_unix_ms = seen_unix_ms;
        }
        Ok(Some(player))
    }

    async fn player(&self, player: PlayerId) -> Result<Option<PlayerRecord>, Unavailable> {
        read::player(&self.readers, player).await
    }

    async fn rename_player(&self, player: PlayerId, name: &str) -> Result<(), Unavailable> {
        self.change(Work::RenamePlayer(player, name.to_owned())).await.map(|_| ())
    }

    async fn session(&self, player: PlayerId) -> Result<Option<SessionRecord>, Unavailable> {
        read::session(&self.readers, player).await
    }

    async fn begin_session(
        &self,
        player: PlayerId,
        session: SessionId,
        seen_unix_ms: u64,
    ) -> Result<SessionRecord, Unavailable> {
        match self.change(Work::BeginSession(player, session, seen_unix_ms)).await? {
            Reply::Session(session) => Ok(session),
            _ => Err(mixed_up()),
        }
    }

    async fn touch_session(
        &self,
        player: PlayerId,
        session: SessionId,
        seen_unix_ms: u64,
    ) -> Result<(), Unavailable> {
        self.change(Work::TouchSession(player, session, seen_unix_ms)).await.map(|_| ())
    }

    async fn set_full_updates(
        &self,
        player: PlayerId,
        session: SessionId,
        full: bool,
    ) -> Result<(), Unavailable> {
        self.change(Work::SetFullUpdates(player, session, full)).await.map(|_| ())
    }

    async fn forget_room(&self, player: PlayerId, room: RoomCode) -> Result<(), Unavailable> {
        self.change(Work::ForgetRoom(player, room)).await.map(|_| ())
    }

    async fn rounds(&self, match_id: MatchId) -> Result<Vec<RoundRecord>, Unavailable> {
        read::rounds(&self.readers, match_id).await
    }

    async fn match_over(&self, match_id: MatchId) -> Result<Option<MatchRecord>, Unavailable> {
        boards::match_over(&self.readers, match_id).await
    }

    async fn history(
        &self,
        player: PlayerId,
        before: Option<MatchPlace>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, Unavailable> {
        boards::history(&self.readers, player, before, limit).await
    }

    async fn leaderboard(
        &self,
        game: GameKind,
        after: Option<BoardPlace>,
        limit: u32,
    ) -> Result<Vec<BoardLine>, Unavailable> {
        boards::leaderboard(&self.readers, game, after, limit).await
    }

    async fn standing(&self, player: PlayerId, game: GameKind) -> Result<Option<Standing>, Unavailable> {
        Ok(matches::standing(&self.readers, player, game).await?)
    }

    async fn forget_name(&self, player: PlayerId) -> Result<(), Unavailable> {
        self.change(Work::ForgetName(player)).await.map(|_| ())
    }

    async fn matches(
        &self,
        in_log: bool,
        after: Option<MatchPlace>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, Unavailable> {
        boards::matches(&self.readers, in_log, after, limit).await
    }

    async fn match_log(
        &self,
        match_id: MatchId,
        after_seq: u64,
        limit: u32,
    ) -> Result<Vec<LogRow>, Unavailable> {
        replays::match_log(&self.readers, match_id, after_seq, limit).await
    }

    async fn replay(&self, match_id: MatchId) -> Result<Option<KeptReplay>, Unavailable> {
        replays::replay(&self.readers, match_id).await
    }

    async fn keep_replay(&self, match_id: MatchId, replay: Option<KeptReplay>) -> Result<(), Unavailable> {
        self.change(Work::KeepReplay(match_id, replay)).await.map(|_| ())
    }

    async fn drop_rows(&self, match_id: MatchId, rows_max: u32) -> Result<bool, Unavailable> {
        match self.change(Work::DropRows(match_id, rows_max)).await? {
            Reply::Dropped(all) => Ok(all),
            _ => Err(mixed_up()),
        }
    }

    async fn saw_room(&self, room: RoomId, seen_unix_ms: u64) -> Result<(), Unavailable> {
        self.change(Work::SawRoom(room, seen_unix_ms)).await.map(|_| ())
    }

    async fn unused_rooms(
        &self,
        before_unix_ms: u64,
        limit: u32,
    ) -> Result<Vec<(RoomId, RoomCode)>, Unavailable> {
        unused::rooms(&self.readers, before_unix_ms, limit).await
    }

    async fn delete_room(
        &self,
        room: RoomId,
        before_unix_ms: u64,
        rows_max: u32,
    ) -> Result<Deletion, Unavailable> {
        match self.change(Work::DeleteRoom(room, before_unix_ms, rows_max)).await? {
            Reply::Deletion(deletion) => Ok(deletion),
            _ => Err(mixed_up()),
        }
    }

    async fn unused_players(&self, before_unix_ms: u64, limit: u32) -> Result<Vec<PlayerId>, Unavailable> {
        unused::players(&self.readers, before_unix_ms, limit).await
    }

    async fn forget_player(&self, player: PlayerId) -> Result<(), Unavailable> {
        self.change(Work::ForgetPlayer(player)).await.map(|_| ())
    }

    async fn health(&self) -> Result<(), Unavailable> {
        let _one_at_a_time = self.beating.lock().await;
        self.change(Work::Beat).await.map(|_| ())
    }

    async fn close(&self) {
        self.stop.cancel();
        self.tasks.wait().await;
        self.readers.close().await;
    }
}
