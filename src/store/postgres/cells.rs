//! Values out of rows, with errors that name table, column and row; and numbers into them.

use std::fmt::Display;

use bytes::Bytes;
use sqlx::postgres::PgRow;
use sqlx::{Decode, Postgres, Row, Type};
use uuid::Uuid;

use crate::games::GameKind;
use crate::ids::{PlayerId, RoomCode, RoomId, SessionId};
use crate::store::check::bad;
use crate::store::{Entry, LogRow, PlayerRecord, SessionRecord, Unavailable};

/// A number for the database. Numbers that do not fit were refused before (`store::check`); times are cut.
pub(super) fn int(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A row of a table, with what to call it in an error.
pub(super) struct Cells<'r> {
    row: &'r PgRow,
    table: &'static str,
    key: &'r (dyn Display + Sync),
}

impl<'r> Cells<'r> {
    pub fn new(row: &'r PgRow, table: &'static str, key: &'r (dyn Display + Sync)) -> Self {
        Self { row, table, key }
    }

    pub fn bad(&self, column: &str, why: impl Display) -> Unavailable {
        bad(self.table, column, self.key, why)
    }

    pub fn get<T: Decode<'r, Postgres> + Type<Postgres>>(&self, column: &str) -> Result<T, Unavailable> {
        self.row.try_get(column).map_err(|error| self.bad(column, error))
    }

    pub fn u64(&self, column: &str) -> Result<u64, Unavailable> {
        self.number(column)
    }

    /// A number that is not negative and small enough.
    pub fn number<T: TryFrom<i64>>(&self, column: &str) -> Result<T, Unavailable> {
        let value: i64 = self.get(column)?;
        T::try_from(value).map_err(|_| self.bad(column, format!("{value} is out of range")))
    }

    pub fn bytes(&self, column: &str) -> Result<Bytes, Unavailable> {
        self.get::<Vec<u8>>(column).map(Bytes::from)
    }

    /// A game by its name.
    pub fn game(&self, column: &str) -> Result<GameKind, Unavailable> {
        let name: &str = self.get(column)?;
        let game = GameKind::ALL.iter().find(|game| game.name() == name);
        game.copied().ok_or_else(|| self.bad(column, format!("no game is called {name}")))
    }

    pub fn code(&self, column: &str) -> Result<Option<RoomCode>, Unavailable> {
        let code: Option<&str> = self.get(column)?;
        code.map(|code| code.parse().map_err(|error| self.bad(column, error))).transpose()
    }
}

pub(super) fn log_row(row: &PgRow, room: RoomId) -> Result<LogRow, Unavailable> {
    let cells = Cells::new(row, "log", &room);
    Ok(LogRow {
        first_seq: cells.u64("first_seq")?,
        last_seq: cells.u64("last_seq")?,
        rules: cells.number("rules")?,
        body: cells.bytes("body")?,
    })
}

pub(super) fn player(row: &PgRow) -> Result<PlayerRecord, Unavailable> {
    let id = Cells::new(row, "players", &"?").get::<Uuid>("id").map(PlayerId)?;
    let cells = Cells::new(row, "players", &id);
    Ok(PlayerRecord {
        id,
        name: cells.get("name")?,
        token_hash: cells
            .get::<&[u8]>("token_hash")?
            .try_into()
            .map_err(|_| cells.bad("token_hash", "not 32 bytes"))?,
        seen_unix_ms: cells.u64("seen_unix_ms")?,
    })
}

pub(super) fn session(row: &PgRow, player: PlayerId) -> Result<SessionRecord, Unavailable> {
    let cells = Cells::new(row, "sessions", &player);
    let answer: Option<String> = cells.get("entry_answer")?;
    let entry = match answer {
        Some(answer) => Some(Entry { id: cells.u64("entry_id")?, answer }),
        None => None,
    };
    Ok(SessionRecord {
        id: cells.get("id").map(SessionId)?,
        player,
        room: cells.code("room")?,
        mark: cells.u64("mark")?,
        entry,
        full_updates: cells.get("full_updates")?,
        seen_unix_ms: cells.u64("seen_unix_ms")?,
    })
}
