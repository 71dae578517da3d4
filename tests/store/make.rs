//! Rooms, rows and people for the tests.

use std::path::Path;

use bytes::Bytes;
use slapdown::chance::SeededChance;
use slapdown::games::GameKind;
use slapdown::ids::{MatchId, PlayerId, RoomCode, RoomId, SessionId};
use slapdown::store::sqlite::{SqliteStore, Sync};
use slapdown::store::{
    Append, Entry, LogRow, NewRoom, PlayerRecord, RoundRecord, SessionChange, SideRecord, Store,
};

/// A time for what is made, as Unix time in milliseconds.
pub const MADE: u64 = 1_800_000_000_000;

/// A room's id and code, and chance for more.
pub struct Room {
    /// Its id.
    pub id: RoomId,
    /// Its code.
    pub code: RoomCode,
}

/// The room with that number: the same for the same number.
pub fn room(number: u8) -> Room {
    let mut chance = SeededChance::new([number; 32]);
    Room { id: RoomId::new(MADE, &mut chance), code: RoomCode::new(&mut chance) }
}

pub fn player(number: u8) -> PlayerId {
    PlayerId::new(MADE, &mut SeededChance::new([number; 32]))
}

pub fn session(number: u8) -> SessionId {
    SessionId::new(MADE, &mut SeededChance::new([number; 32]))
}

pub fn match_id(number: u8) -> MatchId {
    MatchId::new(MADE, &mut SeededChance::new([number; 32]))
}

pub fn guest(number: u8) -> PlayerRecord {
    PlayerRecord {
        id: player(number),
        name: format!("Guest {number} \u{1f0cf}"),
        token_hash: [number; 32],
        seen_unix_ms: MADE,
    }
}

pub fn entry(id: u64) -> Entry {
    Entry { id, answer: format!(r#"{{"t":"ok","id":{id}}}"#) }
}

/// Player 1 enters a room with request 7.
pub fn enter(room: RoomCode, session: SessionId) -> SessionChange {
    SessionChange::Enter { player: player(1), session, room, mark: 7, entry: entry(7) }
}

impl Room {
    /// A row with the events from `first` to `last`.
    pub fn row(&self, first: u64, last: u64) -> LogRow {
        LogRow {
            first_seq: first,
            last_seq: last,
            rules: 1,
            body: Bytes::from(format!("{} {first}-{last}", self.code)),
        }
    }

    /// An append of that row, in the first epoch.
    pub fn append(&self, first: u64, last: u64) -> Append {
        Append {
            room: self.id,
            epoch: 1,
            row: self.row(first, last),
            new_room: None,
            snapshot: None,
            sessions: Vec::new(),
            rounds: Vec::new(),
        }
    }

    /// The append that makes the room, with one event.
    pub fn first(&self) -> Append {
        let new = NewRoom { code: self.code, game: GameKind::WackeeSix, made_unix_ms: MADE };
        Append { new_room: Some(new), ..self.append(1, 1) }
    }

    /// Makes the room, with one event.
    pub async fn make(self, store: &dyn Store) -> Self {
        store.append(self.first()).await.expect("the room is made");
        self
    }
}

/// A round that two sides played, with a person and a bot.
pub fn round(number: u32, points: i64) -> RoundRecord {
    RoundRecord {
        match_id: match_id(1),
        round: number,
        game: GameKind::SuperRackO,
        rules: 3,
        ended_unix_ms: MADE + 60_000,
        length_ms: 45_000,
        sides: vec![
            SideRecord {
                side: 1,
                points,
                total: points + 10,
                people: vec![(player(1), "Ada".into(), false)],
            },
            SideRecord {
                side: 0,
                points: -5,
                total: -7,
                people: vec![(player(3), "Bo".into(), false), (player(2), "Robot".into(), true)],
            },
        ],
        winners: Vec::new(),
    }
}

/// A SQLite store in `directory`.
pub async fn open(directory: &Path) -> SqliteStore {
    SqliteStore::open(directory, Sync::Normal).await.expect("the store opens")
}

/// The rows of the room with that number, after its snapshot.
pub async fn rows(store: &dyn Store, number: u8) -> Vec<LogRow> {
    store.load(room(number).id).await.expect("the log is read").rows
}
