//! Where cards lie: the slots of a row, the waste, and the piles in the middle.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::card::from_word;

/// One of the six slots of a row, from 1. Slots keep their numbers when they are empty (ruling 21).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(try_from = "u8", into = "u8")]
#[ts(type = "number")]
#[ts(rename = "WackeeSixRowSlot")]
#[schemars(rename = "WackeeSixRowSlot", extend("minimum" = 1, "maximum" = 6))]
pub struct RowSlot(u8);

impl RowSlot {
    /// All slots, from left to right.
    pub const ALL: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The slot with that number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 6 { Some(Self(number)) } else { None }
    }

    /// The number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The place in an array, from 0.
    pub(super) const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl TryFrom<u8> for RowSlot {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("{number} is no slot; slots go from 1 to 6"))
    }
}

impl From<RowSlot> for u8 {
    fn from(slot: RowSlot) -> Self {
        slot.0
    }
}

/// A place that a card can be played from: `"row.1"` … `"row.6"`, or `"waste"`, which is its top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ts_rs::TS)]
#[ts(type = "string")]
#[ts(rename = "WackeeSixSpot")]
pub enum Spot {
    /// A slot of the row.
    Row(RowSlot),
    /// The top of the waste.
    Waste,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(slot) => write!(f, "row.{}", slot.number()),
            Self::Waste => f.write_str("waste"),
        }
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Spot {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if word == "waste" {
            return Ok(Self::Waste);
        }
        RowSlot::ALL
            .into_iter()
            .map(Self::Row)
            .find(|spot| spot.to_string() == word)
            .ok_or_else(|| "no such place; places are \"row.1\" to \"row.6\" and \"waste\"".to_owned())
    }
}

impl Serialize for Spot {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Spot {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from_word(from, "\"row.1\" to \"row.6\" or \"waste\"")
    }
}

impl JsonSchema for Spot {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "WackeeSixSpot".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A place that a card is played from.",
            "pattern": "^(row\\.[1-6]|waste)$",
        })
    }
}

/// A pile in the middle, numbered from 1 in the order of opening. The number is never used anew
/// (ruling 23).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(transparent)]
#[ts(rename = "WackeeSixPileId")]
#[schemars(rename = "WackeeSixPileId")]
pub struct PileId(pub u32);

/// A pile as an action names it: its number, or `"new"` for the pile that a 1 opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ts_rs::TS)]
#[ts(type = "number | \"new\"")]
#[ts(rename = "WackeeSixPileRef")]
pub enum PileRef {
    /// The pile with that number.
    Pile(PileId),
    /// A pile that is opened by this play.
    New,
}

impl Serialize for PileRef {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Pile(pile) => pile.serialize(to),
            Self::New => to.serialize_str("new"),
        }
    }
}

impl<'de> Deserialize<'de> for PileRef {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct NumberOrNew;
        impl de::Visitor<'_> for NumberOrNew {
            type Value = PileRef;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a pile's number or \"new\"")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<PileRef, E> {
                let number = u32::try_from(number)
                    .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(number), &self))?;
                Ok(PileRef::Pile(PileId(number)))
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<PileRef, E> {
                if word == "new" {
                    return Ok(PileRef::New);
                }
                Err(E::invalid_value(de::Unexpected::Str(word), &self))
            }
        }
        from.deserialize_any(NumberOrNew)
    }
}

impl JsonSchema for PileRef {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "WackeeSixPileRef".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A pile's number, or \"new\" for the pile that a 1 opens.",
            "anyOf": [
                { "type": "integer", "minimum": 0, "maximum": u32::MAX },
                { "const": "new" },
            ],
        })
    }
}
