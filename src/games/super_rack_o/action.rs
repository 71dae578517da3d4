//! What a player may ask for, and how it is read from the wire.
//!
//! Whether it is allowed is told by `decide`.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, Visitor};
use serde::{Deserialize as DeriveDeserialize, Serialize};

use super::slot::{RackRow, RackSlot};
use crate::games::Seat;

/// Whom a swap card orders to cross which row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, DeriveDeserialize, JsonSchema, ts_rs::TS)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SuperRackOOrder")]
#[ts(rename = "SuperRackOOrder")]
pub struct Order {
    /// The opponent's seat.
    pub target: Seat,
    /// The row whose two cards change sides.
    pub row: RackRow,
}

/// What a player may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, ts_rs::TS)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "SuperRackOAction")]
#[ts(rename = "SuperRackOAction")]
pub enum Action {
    /// Draw the top card of the draw pile.
    Draw,
    /// Take the top card of the discard pile into a slot; the card that was there goes to the discard
    /// pile.
    Take {
        /// The slot.
        slot: RackSlot,
        /// Play the swap card that leaves the slot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        swap: Option<Order>,
    },
    /// Put the drawn card into a slot; the card that was there goes to the discard pile.
    Exchange {
        /// The slot.
        slot: RackSlot,
        /// Play the swap card that leaves the slot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        swap: Option<Order>,
    },
    /// Put the drawn card on the discard pile.
    Discard,
    /// Play the swap card that was just drawn.
    Swap {
        /// The opponent's seat.
        target: Seat,
        /// The row whose two cards change sides.
        row: RackRow,
    },
    /// Carry out the order you are under.
    Accept,
    /// Answer the order you are under with a reverse card.
    Reverse {
        /// Where the reverse card stands.
        slot: RackSlot,
        /// The row whose two cards the other must cross now.
        row: RackRow,
    },
    /// "Super Rack-O!"
    Call,
}

/// The values of `do`.
pub const ACTIONS: &[&str] = &["draw", "take", "exchange", "discard", "swap", "accept", "reverse", "call"];

/// Every field that some action has.
const FIELDS: &[&str] = &["do", "row", "slot", "swap", "target"];

/// The value of `do`, read.
#[derive(Debug, Clone, Copy, DeriveDeserialize)]
#[serde(rename_all = "snake_case")]
enum Do {
    Draw,
    Take,
    Exchange,
    Discard,
    Swap,
    Accept,
    Reverse,
    Call,
}

impl Do {
    const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Draw | Self::Discard | Self::Accept | Self::Call => &["do"],
            Self::Take | Self::Exchange => &["do", "slot", "swap"],
            Self::Swap => &["do", "target", "row"],
            Self::Reverse => &["do", "slot", "row"],
        }
    }
}

// The derived reader of a tagged enum first copies the whole object and so forgets where in it a bad
// value stood. A field means the same in every action, so this one reads each where it stands.
impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ActionVisitor)
    }
}

struct ActionVisitor;

impl<'de> Visitor<'de> for ActionVisitor {
    type Value = Action;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an action: an object with \"do\"")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Action, A::Error> {
        let mut what: Option<Do> = None;
        let mut slot: Option<RackSlot> = None;
        let mut swap: Option<Order> = None;
        let mut target: Option<Seat> = None;
        let mut row: Option<RackRow> = None;
        let mut seen = Vec::new();
        while let Some(field) = map.next_key_seed(Field { what, seen: &seen })? {
            seen.push(field);
            match field {
                "do" => what = Some(map.next_value()?),
                "slot" => slot = Some(map.next_value()?),
                "swap" => swap = map.next_value()?,
                "target" => target = Some(map.next_value()?),
                _ => row = Some(map.next_value()?),
            }
        }
        let what = what.ok_or_else(|| de::Error::missing_field("do"))?;
        // A field that stood before `do` could not be judged when it was read.
        if let Some(name) = seen.into_iter().find(|name| !what.fields().contains(name)) {
            return Err(de::Error::unknown_field(name, what.fields()));
        }
        let slot = || slot.ok_or_else(|| de::Error::missing_field("slot"));
        let row = || row.ok_or_else(|| de::Error::missing_field("row"));
        let target = || target.ok_or_else(|| de::Error::missing_field("target"));
        Ok(match what {
            Do::Draw => Action::Draw,
            Do::Take => Action::Take { slot: slot()?, swap },
            Do::Exchange => Action::Exchange { slot: slot()?, swap },
            Do::Discard => Action::Discard,
            Do::Swap => Action::Swap { target: target()?, row: row()? },
            Do::Accept => Action::Accept,
            Do::Reverse => Action::Reverse { slot: slot()?, row: row()? },
            Do::Call => Action::Call,
        })
    }
}

/// Reads a field's name. It is judged here, as long as the reader still knows where it stands.
struct Field<'a> {
    /// The value of `do`, once it has been read.
    what: Option<Do>,
    /// The fields before this one.
    seen: &'a [&'static str],
}

impl<'de> DeserializeSeed<'de> for Field<'_> {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<&'static str, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Field<'_> {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<&'static str, E> {
        let allowed = self.what.map_or(FIELDS, Do::fields);
        match allowed.iter().find(|field| **field == name) {
            Some(field) if self.seen.contains(field) => Err(de::Error::duplicate_field(field)),
            Some(field) => Ok(field),
            None => Err(de::Error::unknown_field(name, allowed)),
        }
    }
}
