//! A store that keeps nothing beyond the process, for tests and the simulator: the same promises but
//! durability, in maps with an order, so that a run repeats itself exactly.
//!
//! Failures are asked for by hand: [`MemoryStore::fail_next`] and [`MemoryStore::set_down`].

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use tokio::sync::oneshot;

use super::check::check;
use super::{
    Append, AppendError, BoardLine, BoardPlace, Claim, Deletion, KeptReplay, Loaded, LogRow, MatchPlace,
    MatchRecord, PlayerRecord, RoomRecord, RoundRecord, SessionChange, SessionRecord, Standing, Store,
    Unavailable,
};
use crate::games::GameKind;
use crate::ids::{MatchId, PlayerId, RoomCode, RoomId, SessionId};

mod results;
mod unused;

/// What happens to an append, instead of the usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// It is not kept, and the answer is `Unavailable`.
    NotKept,
    /// It is kept, and the answer is `Unavailable` all the same.
    Kept,
    /// It hangs until [`MemoryStore::release`], and then goes on as any other; also when nobody waits
    /// for the answer any more.
    Hang,
}

/// See the module.
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    rooms: BTreeMap<RoomId, Room>,
    players: BTreeMap<PlayerId, PlayerRecord>,
    sessions: BTreeMap<PlayerId, SessionRecord>,
    rounds: BTreeMap<(MatchId, u32), RoundRecord>,
    results: results::Results,
    faults: VecDeque<Fault>,
    hanging: Vec<(Append, oneshot::Sender<Result<(), AppendError>>)>,
    down: Option<&'static str>,
}

#[derive(Debug)]
struct Room {
    record: RoomRecord,
    epoch: u64,
    log: Vec<LogRow>,
    snapshot: Option<(u64, bytes::Bytes)>,
    seen_unix_ms: u64,
}

impl MemoryStore {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets `fault` happen to the next append that has no fault yet.
    pub fn fail_next(&self, fault: Fault) {
        self.inner().faults.push_back(fault);
    }

    /// Lets the hanging appends go on, in the order in which they came.
    pub fn release(&self) {
        let mut inner = self.inner();
        for (append, answer) in std::mem::take(&mut inner.hanging) {
            // Nobody may wait any more: the batch lands all the same, as it would on a real database.
            let _ = answer.send(inner.append(append));
        }
    }

    /// How many appends hang.
    #[must_use]
    pub fn hanging(&self) -> usize {
        self.inner().hanging.len()
    }

    /// While down, every call fails and changes nothing.
    pub fn set_down(&self, down: bool) {
        self.inner().down = down.then_some("down by hand");
    }

    /// The lock, even if a test failed while it held it: the maps change in whole steps.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The maps, unless the store is down.
    fn up(&self) -> Result<MutexGuard<'_, Inner>, Unavailable> {
        let inner = self.inner();
        match inner.down {
            Some(why) => Err(Unavailable(why.to_owned())),
            None => Ok(inner),
        }
    }
}

impl Inner {
    fn append(&mut self, append: Append) -> Result<(), AppendError> {
        check(&append)?;
        if let Some(new) = append.new_room {
            if self.rooms.values().any(|room| room.record.code == new.code && room.record.id != append.room) {
                return Err(AppendError::CodeTaken);
            }
            if self.rooms.contains_key(&append.room) {
                return Err(Unavailable(format!("room {} is there already", append.room)).into());
            }
        }
        let fresh = append.new_room.map(|new| Room {
            record: RoomRecord {
                id: append.room,
                code: new.code,
                game: new.game.name().to_owned(),
                broken: None,
            },
            epoch: append.epoch,
            log: Vec::new(),
            snapshot: None,
            seen_unix_ms: new.made_unix_ms,
        });
        if let Some(fresh) = fresh {
            self.rooms.insert(append.room, fresh);
        }
        let room = self.rooms.get_mut(&append.room).ok_or(AppendError::StaleEpoch)?;
        if room.epoch != append.epoch {
            return Err(AppendError::StaleEpoch);
        }
        let last = room.log.last().map_or(0, |row| row.last_seq);
        if append.row.first_seq != last + 1 {
            return Err(super::check::gap(append.room, append.row.first_seq, last).into());
        }
        if let Some(snapshot) = append.snapshot {
            room.snapshot = Some((append.row.last_seq, snapshot));
        }
        room.log.push(append.row);
        for change in append.sessions {
            self.change_session(change);
        }
        for round in append.rounds {
            self.rounds.entry((round.match_id, round.round)).or_insert(round);
        }
        for record in append.matches {
            self.results.keep(append.room, record);
        }
        Ok(())
    }

    fn forget_name(&mut self, player: PlayerId) {
        let people = self.rounds.values_mut().flat_map(|round| &mut round.sides);
        for person in people.flat_map(|side| &mut side.people).filter(|person| person.player == player) {
            person.name.clear();
        }
        self.results.forget_name(player);
    }

    fn change_session(&mut self, change: SessionChange) {
        match change {
            SessionChange::Enter { player, session, room, mark, entry } => {
                if let Some(row) = self.sessions.get_mut(&player).filter(|row| row.id == session) {
                    row.room = Some(room);
                    row.mark = mark;
                    row.entry = Some(entry);
                }
            }
            SessionChange::Rename { player, name } => {
                if let Some(row) = self.players.get_mut(&player) {
                    row.name = name;
                }
            }
            SessionChange::Leave { player, room, asked } => {
                if let Some(row) = self.sessions.get_mut(&player).filter(|row| row.room == Some(room)) {
                    row.room = None;
                    if let Some((session, mark, entry)) = asked
                        && row.id == session
                    {
                        row.mark = mark;
                        row.entry = Some(entry);
                    }
                }
            }
        }
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let released = {
            let mut inner = self.up()?;
            match inner.faults.pop_front() {
                None => return inner.append(append),
                Some(Fault::NotKept) => return Err(Unavailable("not kept, by hand".to_owned()).into()),
                Some(Fault::Kept) => {
                    inner.append(append)?;
                    return Err(Unavailable("kept, by hand".to_owned()).into());
                }
                Some(Fault::Hang) => {
                    let (answer, released) = oneshot::channel();
                    inner.hanging.push((append, answer));
                    released
                }
            }
        };
        released.await.unwrap_or_else(|_| Err(Unavailable("the store is gone".to_owned()).into()))
    }

    async fn room(&self, code: RoomCode) -> Result<Option<RoomRecord>, Unavailable> {
        let inner = self.up()?;
        Ok(inner.rooms.values().map(|room| &room.record).find(|record| record.code == code).cloned())
    }

    async fn claim(&self, room: RoomId) -> Result<Claim, Unavailable> {
        let mut inner = self.up()?;
        let room = inner.rooms.get_mut(&room).ok_or_else(|| super::check::no_room(room))?;
        room.epoch += 1;
        Ok(Claim { epoch: room.epoch, last_row: room.log.last().cloned() })
    }

    async fn load(&self, room: RoomId) -> Result<Loaded, Unavailable> {
        let inner = self.up()?;
        let Some(room) = inner.rooms.get(&room) else { return Ok(Loaded::default()) };
        let after = room.snapshot.as_ref().map_or(0, |(seq, _)| *seq);
        let rows = room.log.iter().filter(|row| row.first_seq > after).cloned().collect();
        Ok(Loaded { snapshot: room.snapshot.clone(), rows })
    }

    async fn mark_broken(&self, room: RoomId, why: &str) -> Result<(), Unavailable> {
        if let Some(room) = self.up()?.rooms.get_mut(&room) {
            room.record.broken = Some(why.to_owned());
        }
        Ok(())
    }

    async fn add_player(&self, player: &PlayerRecord) -> Result<(), Unavailable> {
        let mut inner = self.up()?;
        let same = |other: &PlayerRecord| (other.id == player.id, other.token_hash == player.token_hash);
        match inner.players.values().map(same).find(|(id, token)| *id || *token) {
            None => {
                inner.players.insert(player.id, player.clone());
                Ok(())
            }
            Some((true, true)) => Ok(()),
            Some(_) => Err(super::check::other_player(player.id)),
        }
    }

    async fn player_by_token(
        &self,
        token_hash: [u8; 32],
        seen_unix_ms: u64,
    ) -> Result<Option<PlayerRecord>, Unavailable> {
        let mut inner = self.up()?;
        let player = inner.players.values_mut().find(|player| player.token_hash == token_hash);
        Ok(player.map(|player| {
            player.seen_unix_ms = player.seen_unix_ms.max(seen_unix_ms);
            player.clone()
        }))
    }

    async fn player(&self, player: PlayerId) -> Result<Option<PlayerRecord>, Unavailable> {
        Ok(self.up()?.players.get(&player).cloned())
    }

    async fn rename_player(&self, player: PlayerId, name: &str) -> Result<(), Unavailable> {
        if let Some(player) = self.up()?.players.get_mut(&player) {
            name.clone_into(&mut player.name);
        }
        Ok(())
    }

    async fn session(&self, player: PlayerId) -> Result<Option<SessionRecord>, Unavailable> {
        Ok(self.up()?.sessions.get(&player).cloned())
    }

    async fn begin_session(
        &self,
        player: PlayerId,
        session: SessionId,
        seen_unix_ms: u64,
    ) -> Result<SessionRecord, Unavailable> {
        let mut inner = self.up()?;
        let fresh = SessionRecord {
            id: session,
            player,
            room: None,
            mark: 0,
            entry: None,
            full_updates: false,
            seen_unix_ms,
        };
        let row = inner.sessions.entry(player).or_insert_with(|| fresh.clone());
        if row.id == session {
            row.seen_unix_ms = row.seen_unix_ms.max(seen_unix_ms);
        } else {
            *row = SessionRecord { room: row.room, ..fresh };
        }
        Ok(row.clone())
    }

    async fn touch_session(
        &self,
        player: PlayerId,
        session: SessionId,
        seen_unix_ms: u64,
    ) -> Result<(), Unavailable> {
        if let Some(row) = self.up()?.sessions.get_mut(&player).filter(|row| row.id == session) {
            row.seen_unix_ms = row.seen_unix_ms.max(seen_unix_ms);
        }
        Ok(())
    }

    async fn set_full_updates(
        &self,
        player: PlayerId,
        session: SessionId,
        full: bool,
    ) -> Result<(), Unavailable> {
        if let Some(row) = self.up()?.sessions.get_mut(&player).filter(|row| row.id == session) {
            row.full_updates = full;
        }
        Ok(())
    }

    async fn forget_room(&self, player: PlayerId, room: RoomCode) -> Result<(), Unavailable> {
        if let Some(row) = self.up()?.sessions.get_mut(&player).filter(|row| row.room == Some(room)) {
            row.room = None;
        }
        Ok(())
    }

    async fn rounds(&self, match_id: MatchId) -> Result<Vec<RoundRecord>, Unavailable> {
        Ok(self
            .up()?
            .rounds
            .range((match_id, 0)..=(match_id, u32::MAX))
            .map(|(_, round)| round.clone())
            .collect())
    }

    async fn match_over(&self, match_id: MatchId) -> Result<Option<MatchRecord>, Unavailable> {
        Ok(self.up()?.results.match_over(match_id))
    }

    async fn history(
        &self,
        player: PlayerId,
        before: Option<MatchPlace>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, Unavailable> {
        Ok(self.up()?.results.history(player, before, limit))
    }

    async fn leaderboard(
        &self,
        game: GameKind,
        after: Option<BoardPlace>,
        limit: u32,
    ) -> Result<Vec<BoardLine>, Unavailable> {
        Ok(self.up()?.leaderboard(game, after, limit))
    }

    async fn standing(&self, player: PlayerId, game: GameKind) -> Result<Option<Standing>, Unavailable> {
        Ok(self.up()?.results.standing(player, game))
    }

    async fn forget_name(&self, player: PlayerId) -> Result<(), Unavailable> {
        self.up()?.forget_name(player);
        Ok(())
    }

    async fn matches(
        &self,
        in_log: bool,
        after: Option<MatchPlace>,
        limit: u32,
    ) -> Result<Vec<MatchRecord>, Unavailable> {
        Ok(self.up()?.results.matches(in_log, after, limit))
    }

    async fn match_log(
        &self,
        match_id: MatchId,
        after_seq: u64,
        limit: u32,
    ) -> Result<Vec<LogRow>, Unavailable> {
        Ok(self.up()?.match_log(match_id, after_seq, limit))
    }

    async fn replay(&self, match_id: MatchId) -> Result<Option<KeptReplay>, Unavailable> {
        Ok(self.up()?.results.replay(match_id))
    }

    async fn keep_replay(&self, match_id: MatchId, replay: Option<KeptReplay>) -> Result<(), Unavailable> {
        self.up()?.keep_replay(match_id, replay)
    }

    async fn drop_rows(&self, match_id: MatchId, rows_max: u32) -> Result<bool, Unavailable> {
        self.up()?.drop_rows(match_id, rows_max)
    }

    async fn saw_room(&self, room: RoomId, seen_unix_ms: u64) -> Result<(), Unavailable> {
        if let Some(room) = self.up()?.rooms.get_mut(&room) {
            room.seen_unix_ms = room.seen_unix_ms.max(seen_unix_ms);
        }
        Ok(())
    }

    async fn unused_rooms(
        &self,
        before_unix_ms: u64,
        limit: u32,
    ) -> Result<Vec<(RoomId, RoomCode)>, Unavailable> {
        Ok(self.up()?.unused_rooms(before_unix_ms, limit))
    }

    async fn delete_room(
        &self,
        room: RoomId,
        before_unix_ms: u64,
        rows_max: u32,
    ) -> Result<Deletion, Unavailable> {
        Ok(self.up()?.delete_room(room, before_unix_ms, rows_max))
    }

    async fn unused_players(&self, before_unix_ms: u64, limit: u32) -> Result<Vec<PlayerId>, Unavailable> {
        Ok(self.up()?.unused_players(before_unix_ms, limit))
    }

    async fn forget_player(&self, player: PlayerId) -> Result<(), Unavailable> {
        self.up()?.forget_player(player);
        Ok(())
    }

    async fn health(&self) -> Result<(), Unavailable> {
        self.up().map(|_| ())
    }

    async fn close(&self) {
        self.inner().down = Some("the store is closed");
    }
}
