//! Places in a rack: a row from 1 to 8, on the blue or the red side.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de};

use super::card::Colour;

/// A row of a rack: 1 is the lowest and 8 the highest, on both sides (ruling 67).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ts_rs::TS)]
#[serde(into = "u8")]
#[ts(type = "1 | 2 | 3 | 4 | 5 | 6 | 7 | 8")]
pub struct RackRow(u8);

impl RackRow {
    /// How many rows a rack has.
    pub const COUNT: usize = 8;
    /// The highest row.
    pub const MAX: u8 = 8;
    /// All rows, from 1 to 8.
    pub const ALL: [Self; Self::COUNT] =
        [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// The row of that number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// The row's number, from 1 to 8.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The row's place in a list that begins with row 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl<'de> Deserialize<'de> for RackRow {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Rows;

        impl de::Visitor<'_> for Rows {
            type Value = RackRow;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("here a whole number from 1 to 8")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<RackRow, E> {
                let row = u8::try_from(number).ok().and_then(RackRow::new);
                row.ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(number), &self))
            }
        }

        from.deserialize_u8(Rows)
    }
}

impl From<RackRow> for u8 {
    fn from(row: RackRow) -> Self {
        row.0
    }
}

impl JsonSchema for RackRow {
    fn schema_name() -> Cow<'static, str> {
        "RackRow".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A row of a rack: 1 is the lowest and 8 the highest, on both sides.",
            "type": "integer",
            "minimum": 1,
            "maximum": 8,
        })
    }
}

/// A slot of a rack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(try_from = "Cow<'_, str>", into = "String")]
#[ts(type = "`${\"blue\" | \"red\"}.${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`")]
pub struct RackSlot {
    /// The side of the rack. A card of either colour may lie there (ruling 71).
    pub side: Colour,
    /// The row.
    pub row: RackRow,
}

impl RackSlot {
    /// All slots: the blue side from row 1 to row 8, then the red side.
    pub fn all() -> impl Iterator<Item = Self> {
        Colour::BOTH.into_iter().flat_map(|side| RackRow::ALL.into_iter().map(move |row| Self { side, row }))
    }

    /// The slots in the order in which they are filled at the deal: from row 8 down to row 1, in each
    /// row the blue side first (ruling 66).
    pub fn zigzag() -> impl Iterator<Item = Self> {
        RackRow::ALL
            .into_iter()
            .rev()
            .flat_map(|row| Colour::BOTH.into_iter().map(move |side| Self { side, row }))
    }
}

impl fmt::Display for RackSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.side.name(), self.row.get())
    }
}

/// The text is no slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotASlot;

impl fmt::Display for NotASlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a slot is \"blue.1\" to \"blue.8\" or \"red.1\" to \"red.8\"")
    }
}

impl std::error::Error for NotASlot {}

impl FromStr for RackSlot {
    type Err = NotASlot;

    fn from_str(text: &str) -> Result<Self, NotASlot> {
        let (side, row) = text.split_once('.').ok_or(NotASlot)?;
        let side = Colour::named(side).ok_or(NotASlot)?;
        let row = row.parse().ok().and_then(RackRow::new).ok_or(NotASlot)?;
        let slot = Self { side, row };
        // One slot, one text: "blue.03" is none.
        if slot.to_string() == text { Ok(slot) } else { Err(NotASlot) }
    }
}

impl TryFrom<Cow<'_, str>> for RackSlot {
    type Error = NotASlot;

    fn try_from(text: Cow<'_, str>) -> Result<Self, NotASlot> {
        text.parse()
    }
}

impl From<RackSlot> for String {
    fn from(slot: RackSlot) -> Self {
        slot.to_string()
    }
}

impl JsonSchema for RackSlot {
    fn schema_name() -> Cow<'static, str> {
        "RackSlot".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A slot of a rack: the side and the row.",
            "type": "string",
            "pattern": "^(blue|red)\\.[1-8]$",
            "examples": ["blue.3"],
        })
    }
}
