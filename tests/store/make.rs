//! Rooms, rows and people for the tests.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use slapdown::chance::SeededChance;
use slapdown::clock::SystemClock;
use slapdown::games::GameKind;
use slapdown::ids::{MatchId, PlayerId, RoomCode, RoomId, SessionId};
use slapdown::store::postgres::{DatabaseUrl, PostgresStore};
use slapdown::store::sqlite::{SqliteStore, Sync};
use slapdown::store::{
    Append, Entry, LogRow, MatchPerson, MatchRecord, NewRoom, PersonRecord, PlayerRecord, RoundRecord,
    SessionChange, SideRecord, Store, rank_sides,
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
            matches: Vec::new(),
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

/// Somebody who played.
pub fn person(number: u8, name: &str) -> PersonRecord {
    PersonRecord { player: player(number), name: name.to_owned(), bot: false, stood_in: false }
}

/// A rated match of Super Rack-O between the players of `sides`, each with its total; the highest won.
/// It ended `after` milliseconds after the rooms were made.
pub fn over(number: u8, after: u64, events: (u64, u64), sides: &[(&[u8], i64)]) -> MatchRecord {
    let best = sides.iter().map(|(_, total)| *total).max();
    let mut ranked =
        rank_sides((1..).zip(sides).map(|(side, (_, total))| (side, *total, Some(*total) == best)));
    for side in &mut ranked {
        let people = sides[usize::from(side.side) - 1].0.iter();
        let people = people.map(|number| person(*number, &format!("Guest {number}")));
        side.people = people.map(|person| MatchPerson { person, rated: None }).collect();
    }
    MatchRecord {
        id: match_id(number),
        game: GameKind::SuperRackO,
        rules: 3,
        events,
        rounds: 2,
        ended_unix_ms: MADE + after,
        length_ms: 90_000,
        unrated: None,
        sides: ranked,
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
            SideRecord { side: 1, points, total: points + 10, people: vec![person(1, "Ada")] },
            SideRecord {
                side: 0,
                points: -5,
                total: -7,
                people: vec![
                    PersonRecord { stood_in: true, ..person(3, "Bo") },
                    PersonRecord { bot: true, ..person(2, "Robot") },
                ],
            },
        ],
        winners: Vec::new(),
    }
}

/// A SQLite store in `directory`.
pub async fn open(directory: &Path) -> SqliteStore {
    SqliteStore::open(directory, Sync::Normal).await.expect("the store opens")
}

/// A clock that runs.
pub fn clock() -> Arc<SystemClock> {
    let clock = Arc::new(SystemClock::new());
    let ticking = Arc::clone(&clock);
    tokio::spawn(async move { ticking.tick().await });
    clock
}

/// A PostgreSQL store in the database at that address.
pub async fn open_postgres(url: &str) -> PostgresStore {
    PostgresStore::open(&DatabaseUrl::new(url), clock()).await.expect("the store opens")
}

/// The rows of the room with that number, after its snapshot.
pub async fn rows(store: &dyn Store, number: u8) -> Vec<LogRow> {
    store.load(room(number).id).await.expect("the log is read").rows
}
