//! Rooms and guests of the store in memory that nobody needs any more.

use super::Inner;
use crate::ids::{PlayerId, RoomCode, RoomId};
use crate::store::{DELETED_IN_PART, Deletion};

impl Inner {
    pub(super) fn unused_rooms(&self, before_unix_ms: u64, limit: u32) -> Vec<(RoomId, RoomCode)> {
        let mut unused: Vec<_> = self
            .rooms
            .values()
            .filter(|room| room.seen_unix_ms < before_unix_ms)
            .map(|room| (room.seen_unix_ms, room.record.id, room.record.code))
            .collect();
        unused.sort_unstable();
        unused.truncate(limit as usize);
        unused.into_iter().map(|(_, id, code)| (id, code)).collect()
    }

    pub(super) fn unused_players(&self, before_unix_ms: u64, limit: u32) -> Vec<PlayerId> {
        let mut unused: Vec<_> = self
            .players
            .values()
            .filter(|player| player.seen_unix_ms < before_unix_ms)
            .map(|player| (player.seen_unix_ms, player.id))
            .collect();
        unused.sort_unstable();
        unused.truncate(limit as usize);
        unused.into_iter().map(|(_, id)| id).collect()
    }

    pub(super) fn delete_room(&mut self, id: RoomId, before_unix_ms: u64, rows_max: u32) -> Deletion {
        let Some(room) = self.rooms.get_mut(&id).filter(|room| room.seen_unix_ms < before_unix_ms) else {
            return Deletion::Kept;
        };
        room.record.broken = Some(DELETED_IN_PART.to_owned());
        let rows_max = rows_max as usize;
        if room.log.len() >= rows_max {
            room.log.drain(..rows_max);
            return Deletion::Begun;
        }
        let code = room.record.code;
        for session in self.sessions.values_mut().filter(|session| session.room == Some(code)) {
            session.room = None;
        }
        self.rooms.remove(&id);
        self.results.give_up_replays_of(id);
        Deletion::Done
    }

    pub(super) fn forget_player(&mut self, player: PlayerId) {
        self.forget_name(player);
        self.sessions.remove(&player);
        self.players.remove(&player);
    }
}
