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
        let mut swap: Option<Option<Order>> = None;
        let mut target: Option<Seat> = None;
        let mut row: Option<RackRow> = None;
        while let Some(field) = map.next_key_seed(Field { what })? {
            match field {
                "do" => set(&mut what, "do", &mut map)?,
                "slot" => set(&mut slot, "slot", &mut map)?,
                "swap" => set(&mut swap, "swap", &mut map)?,
                "target" => set(&mut target, "target", &mut map)?,
                _ => set(&mut row, "row", &mut map)?,
            }
        }
        let what = what.ok_or_else(|| de::Error::missing_field("do"))?;
        // A field that stood before `do` could not be judged when it was read.
        let given = [
            ("row", row.is_some()),
            ("slot", slot.is_some()),
            ("swap", swap.is_some()),
            ("target", target.is_some()),
        ];
        if let Some((name, _)) = given.into_iter().find(|(name, is)| *is && !what.fields().contains(name)) {
            return Err(de::Error::unknown_field(name, what.fields()));
        }
        let slot = || slot.ok_or_else(|| de::Error::missing_field("slot"));
        let row = || row.ok_or_else(|| de::Error::missing_field("row"));
        let target = || target.ok_or_else(|| de::Error::missing_field("target"));
        let swap = swap.flatten();
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

fn set<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    place: &mut Option<T>,
    name: &'static str,
    map: &mut A,
) -> Result<(), A::Error> {
    if place.is_some() {
        return Err(de::Error::duplicate_field(name));
    }
    *place = Some(map.next_value()?);
    Ok(())
}

/// Reads a field's name; knows which are allowed once `do` has been read.
struct Field {
    what: Option<Do>,
}

impl<'de> DeserializeSeed<'de> for Field {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<&'static str, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Field {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<&'static str, E> {
        let allowed = self.what.map_or(FIELDS, Do::fields);
        // A second `do` is a repeated field, not an unknown one.
        allowed
            .iter()
            .find(|field| **field == name)
            .copied()
            .ok_or_else(|| de::Error::unknown_field(name, allowed))
    }
}
