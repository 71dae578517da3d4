//! The store in a PostgreSQL database.
//!
//! Each call takes a connection out of a bounded pool, for a bounded time ([`calls`]). A room waits for its
//! own append only: one commit each, in the order of the room ([`turns`]), and fenced by the epoch in the
//! room's row ([`log`]). Opening, with the wait for the database and the migrations, is in [`open`].
//!
//! A connection that is lost in the middle of a commit leaves open whether the commit was made. That is
//! [`Unavailable`], as for every store: the next claim waits for what may still be under way, and then
//! tells what is kept.

use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::Mutex;

use super::{
    Append, AppendError, BoardLine, BoardPlace, Claim, Deletion, KeptReplay, Loaded, LogRow, MatchPlace,
    MatchRecord, PlayerRecord, RoomRecord, RoundRecord, SessionRecord, Standing, Store, Unavailable,
};
use crate::clock::{Clock, within};
use crate::games::GameKind;
use crate::ids::{MatchId, PlayerId, RoomCode, RoomId, SessionId};
use crate::limits::POSTGRES_HEALTH_MS;
use calls::{Calls, Failed};
use turns::Turns;

mod boards;
mod calls;
mod log;
mod matches;
mod open;
mod people;
mod read;
mod replays;
mod rounds;
mod turns;
mod unused;
mod url;

pub use open::{MIGRATIONS, OpenError};
pub use url::DatabaseUrl;

/// See the module. A store that is dropped without [`Store::close`] ends its connections by and by.
pub struct PostgresStore {
    calls: Calls,
    turns: Arc<Turns>,
    clock: Arc<dyn Clock>,
    /// Held by the health check that is under way.
    beating: Arc<Mutex<()>>,
}

impl std::fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PostgresStore").field("calls", &self.calls).finish_non_exhaustive()
    }
}

impl PostgresStore {
    /// Opens the database at `url`, and waits for one that is not there yet. `clock` bounds every call.
    ///
    /// # Errors
    /// See [`OpenError`]: each is a sentence for the host.
    pub async fn open(url: &DatabaseUrl, clock: Arc<dyn Clock>) -> Result<Self, OpenError> {
        let calls = open::open(url, Arc::clone(&clock)).await?;
        Ok(Self::of(calls, clock))
    }

    /// Opens a database that is there and up to date; one that is not stays as it is.
    ///
    /// # Errors
    /// See [`OpenError`]: each is a sentence for the host.
    pub async fn open_present(url: &DatabaseUrl, clock: Arc<dyn Clock>) -> Result<Self, OpenError> {
        let calls = open::open_present(url, Arc::clone(&clock)).await?;
        Ok(Self::of(calls, clock))
    }

    fn of(calls: Calls, clock: Arc<dyn Clock>) -> Self {
        Self { calls, turns: Arc::default(), clock, beating: Arc::default() }
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        super::check::check(&append)?;
        let turn = self.turns.take(append.room).await;
        self.calls
            .call(move |connection| {
                Box::pin(async move {
                    let kept = log::append(connection, &append).await;
                    drop(turn);
                    kept
                })
            })
            .await?
    }

    async fn room(&self, code: RoomCode) -> Result<Option<RoomRecord>, Unavailable> {
        self.calls.call(move |connection| Box::pin(read::room(connection, code))).await
    }

    async fn claim(&self, room: RoomId) -> Result<Claim, Unavailable> {
        self.calls.call(move |connection| Box::pin(log::claim(connection, room))).await
    }

    async fn load(&self, room: RoomId) -> Result<Loaded, Unavailable> {
        self.calls.call(move |connection| Box::pin(read::load(connection, room))).await
    }

    async fn mark_broken(&self, room: RoomId, why: &str) -> Result<(), Unavailable> {
        let why = why.to_owned();
        self.calls
            .call(move |connection| Box::pin(async move { log::mark_broken(connection, room, &why).await }))
            .await
    }

    async fn add_player(&self, player: &PlayerRecord) -> Result<(), Unavailable> {
        super::check::number("players", "seen_unix_ms", player.id, player.seen_unix_ms)?;
        let player = player.clone();
        self.calls
            .call(move |connection| Box::pin(async move { people::add(connection, &player).await }))
            .await
    }

    async fn player_by_token(
        &self,
        token_hash: [u8; 32],
        seen_unix_ms: u64,
    ) -> Result<Option<PlayerRecord>, Unavailable> {
        self.calls
            .call(move |connection| {
                Box::pin(async move {
                    match people::visit(connection, token_hash, seen_unix_ms).await {
                        // A database that takes no data (its disk is full, it is a copy that follows
                        // another) still knows the guest.
                        Err(Failed::Database(sqlx::Error::Database(_))) => {
                            read::player_by_token(connection, token_hash).await
                        }
                        known => known,
                    }
                })
            })
            .await
    }

    async fn player(&self, player: PlayerId) -> Result<Option<PlayerRecord>, Unavailable> {
        self.calls.call(move |connection| Box::pin(read::player(connection, player))).await
    }

    async fn rename_player(&self, player: PlayerId, name: &str) -> Result<(), Unavailable> {
        let name = name.to_owned();
        self.calls
            .call(move |connection| Box::pin(async move { people::rename(connection, player, &name).await }))
            .await
    }

    async fn session(&self, player: PlayerId) -> Result<Option<SessionRecord>, Unavailable> {
        self.calls.call(move |connection| Box::pin(read::session(connection, player))).await
    }

    async fn begin_session(
        &self,
        player: PlayerId,
        session: SessionId,
        seen_unix_ms: u64,
    ) -> Result<SessionRecord, Unavailable> {
        self.calls
            .call(move |connection| Box::pin(people::begin(connection, player, session, seen_unix_ms)))
            .await
    }

    async fn touch_session(
        &self,
        player: PlayerId,
        session: SessionId,
        seen_unix_ms: u64,
    ) -> Result<(), Unavailable> {
        self.calls
            .call(move |connection| Box::pin(people::touch(connection, player, session, seen_unix_ms)))
            .await
    }

    async fn set_full_updates(
        &self,
        player: PlayerId,
        session: SessionId,
        full: bool,
    ) -> Result<(), Unavailable> {
        self.calls
            .call(move |connection| Box::pin(people::set_full_updates(connection, player, session, full)))
            .await
    }

    async fn forget_room(&self, player: PlayerId, room: RoomCode) -> Result<(), Unavailable> {
        self.calls.call(move |connection| Box::pin(people::forget(connection, player, room))).await
    }

    async fn rounds(&self, match_id: MatchId) -> Result<Vec<RoundRecord>, Unavailable> {
        self.calls.call(move |connection| Box::pin(read::rounds(connection, match_id))).await
    }

    async fn match_over(&self, match_id: MatchId) -> Result<Option<MatchRecord>, Unavailable> {
        self.calls.call(move |connection| Box::pin(boards::match_over(connection, match_id))).await
    }

    async fn history(
        &self,
        player: PlayerId,
        before: Option<MatchPlace>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, Unavailable> {
        self.calls.call(move |connection| Box::pin(boards::history(connection, player, before, limit))).await
    }

    async fn leaderboard(
        &self,
        game: GameKind,
        after: Option<BoardPlace>,
        limit: u32,
    ) -> Result<Vec<BoardLine>, Unavailable> {
        self.calls.call(move |connection| Box::pin(boards::leaderboard(connection, game, after, limit))).await
    }

    async fn standing(&self, player: PlayerId, game: GameKind) -> Result<Option<Standing>, Unavailable> {
        self.calls.call(move |connection| Box::pin(matches::standing(connection, player, game))).await
    }

    async fn forget_name(&self, player: PlayerId) -> Result<(), Unavailable> {
        self.calls.call(move |connection| Box::pin(matches::forget_name(connection, player))).await
    }

    async fn matches(
        &self,
        in_log: bool,
        after: Option<MatchPlace>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, Unavailable> {
        self.calls.call(move |connection| Box::pin(boards::matches(connection, in_log, after, limit))).await
    }

    async fn match_log(
        &self,
        match_id: MatchId,
        after_seq: u64,
        limit: u32,
    ) -> Result<Vec<LogRow>, Unavailable> {
        self.calls
            .call(move |connection| Box::pin(replays::match_log(connection, match_id, after_seq, limit)))
            .await
    }

    async fn replay(&self, match_id: MatchId) -> Result<Option<KeptReplay>, Unavailable> {
        self.calls.call(move |connection| Box::pin(replays::replay(connection, match_id))).await
    }

    async fn keep_replay(&self, match_id: MatchId, replay: Option<KeptReplay>) -> Result<(), Unavailable> {
        self.calls
            .call(move |connection| {
                Box::pin(async move { replays::keep(connection, match_id, replay.as_ref()).await })
            })
            .await
    }

    async fn drop_rows(&self, match_id: MatchId, rows_max: u32) -> Result<bool, Unavailable> {
        self.calls.call(move |connection| Box::pin(replays::drop_rows(connection, match_id, rows_max))).await
    }

    async fn saw_room(&self, room: RoomId, seen_unix_ms: u64) -> Result<(), Unavailable> {
        self.calls.call(move |connection| Box::pin(unused::saw_room(connection, room, seen_unix_ms))).await
    }

    async fn unused_rooms(
        &self,
        before_unix_ms: u64,
        limit: u32,
    ) -> Result<Vec<(RoomId, RoomCode)>, Unavailable> {
        self.calls.call(move |connection| Box::pin(unused::rooms(connection, before_unix_ms, limit))).await
    }

    async fn delete_room(
        &self,
        room: RoomId,
        before_unix_ms: u64,
        rows_max: u32,
    ) -> Result<Deletion, Unavailable> {
        self.calls
            .call(move |connection| Box::pin(unused::delete_room(connection, room, before_unix_ms, rows_max)))
            .await
    }

    async fn unused_players(&self, before_unix_ms: u64, limit: u32) -> Result<Vec<PlayerId>, Unavailable> {
        self.calls.call(move |connection| Box::pin(unused::players(connection, before_unix_ms, limit))).await
    }

    async fn forget_player(&self, player: PlayerId) -> Result<(), Unavailable> {
        self.calls.call(move |connection| Box::pin(unused::forget_player(connection, player))).await
    }

    async fn health(&self) -> Result<(), Unavailable> {
        // Whoever asks wants to know soon, and one answer at a time is enough: while the database hangs,
        // this takes one connection.
        let beat = async {
            let beating = Arc::clone(&self.beating).lock_owned().await;
            self.calls
                .call(move |connection| {
                    Box::pin(async move {
                        let beaten = log::beat(connection).await;
                        drop(beating);
                        beaten
                    })
                })
                .await
        };
        within(&*self.clock, POSTGRES_HEALTH_MS, beat).await.unwrap_or_else(|| {
            Err(Unavailable(format!("the database did not answer within {POSTGRES_HEALTH_MS} ms")))
        })
    }

    async fn close(&self) {
        self.calls.close().await;
    }
}
