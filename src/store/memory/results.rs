//! Matches, ratings and replays of the store in memory.

use std::collections::BTreeMap;

use super::Inner;
use crate::games::GameKind;
use crate::ids::{MatchId, PlayerId, RoomId};
use crate::store::results::{no_match, no_replay};
use crate::store::{
    BoardLine, BoardPlace, EventsIn, KeptReplay, LogRow, MatchPlace, MatchRecord, Standing, Unavailable,
};

/// Matches that are over and what follows from them.
#[derive(Debug, Default)]
pub(super) struct Results {
    matches: BTreeMap<MatchPlace, Over>,
    standings: BTreeMap<(GameKind, PlayerId), Standing>,
    replays: BTreeMap<MatchId, KeptReplay>,
}

#[derive(Debug)]
struct Over {
    room: RoomId,
    record: MatchRecord,
    events_in: EventsIn,
}

impl Results {
    /// Keeps a match and rates its players, unless it is there already.
    pub fn keep(&mut self, room: RoomId, mut record: MatchRecord) {
        if self.over(record.id).is_some() {
            return;
        }
        let standing = |player| self.standing(player, record.game).unwrap_or_default();
        let before: Vec<Standing> = record.rates().into_iter().map(standing).collect();
        for (player, standing) in record.settle(&before) {
            self.standings.insert((record.game, player), standing);
        }
        self.matches.insert(record.place(), Over { room, record, events_in: EventsIn::Log });
    }

    pub fn standing(&self, player: PlayerId, game: GameKind) -> Option<Standing> {
        self.standings.get(&(game, player)).copied()
    }

    pub fn match_over(&self, match_id: MatchId) -> Option<MatchRecord> {
        self.over(match_id).map(|over| over.record.clone())
    }

    pub fn matches(&self, in_log: bool, after: Option<MatchPlace>, limit: u32) -> Vec<MatchRecord> {
        let wanted = |(place, over): &(&MatchPlace, &Over)| {
            after.is_none_or(|after| **place > after)
                && (!in_log || matches!(over.events_in, EventsIn::Log | EventsIn::Both))
        };
        let all = self.matches.iter().filter(wanted).map(|(_, over)| over.record.clone());
        all.take(limit as usize).collect()
    }

    pub fn history(&self, player: PlayerId, before: Option<MatchPlace>, limit: u32) -> Vec<MatchRecord> {
        let played = |record: &MatchRecord| {
            record.sides.iter().flat_map(|side| &side.people).any(|one| one.person.player == player)
        };
        let older =
            self.matches.iter().rev().filter(|(place, _)| before.is_none_or(|before| **place < before));
        let all = older.map(|(_, over)| &over.record).filter(|record| played(record));
        all.take(limit as usize).cloned().collect()
    }

    /// The log of a room goes: what is not in a replay by now never will be.
    pub fn give_up_replays_of(&mut self, room: RoomId) {
        let of_room = self.matches.values_mut().filter(|over| over.room == room);
        for over in of_room {
            over.events_in = match over.events_in {
                EventsIn::Log | EventsIn::LogForGood => EventsIn::LogForGood,
                EventsIn::Both | EventsIn::Replay => EventsIn::Replay,
            };
        }
    }

    pub fn forget_name(&mut self, player: PlayerId) {
        let people = self.matches.values_mut().flat_map(|over| &mut over.record.sides);
        for one in people.flat_map(|side| &mut side.people).filter(|one| one.person.player == player) {
            one.person.name.clear();
        }
        self.standings.retain(|(_, other), _| *other != player);
    }

    pub fn replay(&self, match_id: MatchId) -> Option<KeptReplay> {
        self.replays.get(&match_id).cloned()
    }

    fn over(&self, match_id: MatchId) -> Option<&Over> {
        self.matches.values().find(|over| over.record.id == match_id)
    }
}

impl Inner {
    pub(super) fn leaderboard(
        &self,
        game: GameKind,
        after: Option<BoardPlace>,
        limit: u32,
    ) -> Vec<BoardLine> {
        let known = |((of, player), standing): (&(GameKind, PlayerId), &Standing)| {
            let name = self.players.get(player).filter(|_| *of == game)?.name.clone();
            Some(BoardLine { rank: 0, player: *player, name, standing: *standing })
        };
        let mut lines: Vec<BoardLine> = self.results.standings.iter().filter_map(known).collect();
        let key = |place: BoardPlace| (std::cmp::Reverse(place.score_milli), place.player);
        lines.sort_by_key(|line| key(line.place()));
        let scores: Vec<i64> = lines.iter().map(|line| line.place().score_milli).collect();
        for line in &mut lines {
            let score = line.place().score_milli;
            line.rank = 1 + scores.iter().filter(|other| **other > score).count() as u64;
        }
        lines.retain(|line| after.is_none_or(|after| key(line.place()) > key(after)));
        lines.truncate(limit as usize);
        lines
    }

    pub(super) fn match_log(&self, match_id: MatchId, after_seq: u64, limit: u32) -> Vec<LogRow> {
        let over = self.results.over(match_id).filter(|over| over.events_in.is_log());
        let Some((over, room)) = over.and_then(|over| Some((over, self.rooms.get(&over.room)?))) else {
            return Vec::new();
        };
        let (first, last) = over.record.events;
        let rows = room.log.iter().filter(|row| row.first_seq <= last && row.last_seq >= first);
        rows.filter(|row| row.first_seq > after_seq).take(limit as usize).cloned().collect()
    }

    pub(super) fn keep_replay(
        &mut self,
        match_id: MatchId,
        replay: Option<KeptReplay>,
    ) -> Result<(), Unavailable> {
        let over = self.results.matches.values_mut().find(|over| over.record.id == match_id);
        let over = over.filter(|over| over.events_in == EventsIn::Log).ok_or_else(|| no_match(match_id))?;
        over.events_in = if replay.is_some() { EventsIn::Both } else { EventsIn::LogForGood };
        if let Some(replay) = replay {
            self.results.replays.insert(match_id, replay);
        }
        Ok(())
    }

    pub(super) fn drop_rows(&mut self, match_id: MatchId, rows_max: u32) -> Result<bool, Unavailable> {
        let over = self.results.over(match_id).ok_or_else(|| no_replay(match_id))?;
        match over.events_in {
            EventsIn::Both => {}
            EventsIn::Replay => return Ok(true),
            EventsIn::Log | EventsIn::LogForGood => return Err(no_replay(match_id)),
        }
        let ((first, last), room_id) = (over.record.events, over.room);
        let others = self.results.matches.values().filter(|other| other.record.id != match_id);
        let needed: Vec<(u64, u64)> = others
            .filter(|other| other.room == room_id && other.events_in.is_log())
            .map(|other| other.record.events)
            .collect();
        let mut left = rows_max;
        if let Some(room) = self.rooms.get_mut(&room_id) {
            let held = room.snapshot.as_ref().map_or(0, |(seq, _)| *seq);
            let end = room.log.last().map_or(0, |row| row.last_seq);
            room.log.retain(|row| {
                let of_match = row.last_seq >= first && row.last_seq <= last;
                let of_other = needed.iter().any(|(from, to)| *from <= row.last_seq && *to >= row.first_seq);
                let stays = !of_match || of_other || row.last_seq > held || row.last_seq == end || left == 0;
                left -= u32::from(!stays);
                stays
            });
        }
        if left > 0
            && let Some(over) = self.results.matches.values_mut().find(|over| over.record.id == match_id)
        {
            over.events_in = EventsIn::Replay;
        }
        Ok(left > 0)
    }
}
