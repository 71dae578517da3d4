//! Values out of rows of either database, with errors that name table, column and row; and numbers into them.

use std::fmt::Display;

use bytes::Bytes;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Decode, Postgres, Row as _, Sqlite, Type};

use super::Unavailable;
use super::check::bad;
use crate::games::GameKind;
use crate::ids::RoomCode;

/// A number for the database. Numbers that do not fit were refused before (`store::check`); times are cut.
pub(super) fn int(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A row of either database.
#[derive(Clone, Copy)]
pub(super) enum Row<'r> {
    Sqlite(&'r SqliteRow),
    Postgres(&'r PgRow),
}

impl<'r> From<&'r SqliteRow> for Row<'r> {
    fn from(row: &'r SqliteRow) -> Self {
        Self::Sqlite(row)
    }
}

impl<'r> From<&'r PgRow> for Row<'r> {
    fn from(row: &'r PgRow) -> Self {
        Self::Postgres(row)
    }
}

/// What both databases can hold in a column.
pub(super) trait Value<'r>:
    Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres>
{
}

impl<'r, T> Value<'r> for T where T: Decode<'r, Sqlite> + Type<Sqlite> + Decode<'r, Postgres> + Type<Postgres> {}

/// A row of a table, with what to call it in an error.
pub(super) struct Cells<'r, 'k> {
    row: Row<'r>,
    table: &'static str,
    key: &'k (dyn Display + Sync),
}

impl<'r, 'k> Cells<'r, 'k> {
    pub fn new(row: impl Into<Row<'r>>, table: &'static str, key: &'k (dyn Display + Sync)) -> Self {
        Self { row: row.into(), table, key }
    }

    pub fn bad(&self, column: &str, why: impl Display) -> Unavailable {
        bad(self.table, column, self.key, why)
    }

    pub fn get<T: Value<'r>>(&self, column: &str) -> Result<T, Unavailable> {
        let value = match self.row {
            Row::Sqlite(row) => row.try_get(column),
            Row::Postgres(row) => row.try_get(column),
        };
        value.map_err(|error| self.bad(column, error))
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
