//! What a seated player may ask for, as it comes over the wire: `{"do": "play", …}`.
//!
//! Reading is written by hand. A derived reader of a tagged enum puts the object aside first, and with
//! it goes the path of a bad field; here each field is read where it stands, so that an error names it.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{self, MapAccess};
use serde::{Deserialize, Deserializer, Serialize};

use super::card::Card;
use super::spot::{PileRef, Spot};

/// The names of all actions.
pub const ACTIONS: &[&str] = &["turn", "play", "play_wild", "call", "start", "vote"];

/// What a seated player may ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema, ts_rs::TS)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[ts(rename = "WackeeSixAction")]
#[schemars(rename = "WackeeSixAction")]
pub enum Action {
    /// Turns the next three cards of the stock (rulings 12 to 16).
    Turn {},
    /// Lays a card onto a pile (rulings 22 to 28).
    Play {
        /// The card, so that a stale tap never plays what lies there now.
        card: Card,
        /// Where it lies.
        from: Spot,
        /// The pile, or "new" for a 1. Without it the server takes a pile that fits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pile: Option<PileRef>,
    },
    /// Lays a wild and the natural card after it (rulings 30 to 44).
    PlayWild {
        /// Where the wild lies.
        wild: Spot,
        /// Where the natural card lies; "waste" beside a wild in the waste means the card right under
        /// it. Left out, with `card`, for a wild alone where `wild_13` is on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        companion: Option<Spot>,
        /// The natural card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        card: Option<Card>,
        /// The pile. Without it the server takes a pile that fits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        pile: Option<PileRef>,
    },
    /// Calls "Wackee Six", where `call_to_stop` is `by_call` (ruling 46).
    Call {},
    /// Says "Let's get Wackee!" (ruling 10).
    Start {},
    /// Calls a vote, or answers the one that is open (rulings 55, 57 and 58).
    Vote {
        /// What for.
        r#for: Motion,
        /// Yes or no.
        agree: bool,
    },
}

/// What a vote is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixMotion")]
#[schemars(rename = "WackeeSixMotion")]
pub enum Motion {
    /// Rotating all stocks (ruling 55).
    Rotate,
    /// A pause (ruling 58).
    Pause,
    /// The end of a pause (ruling 58).
    Resume,
    /// The end of the match (ruling 57).
    End,
}

/// The fields of all actions; which belong to which is in [`fields_of`].
const FIELDS: &[&str] = &["do", "card", "from", "pile", "wild", "companion", "for", "agree"];

/// The fields that the action with that name takes.
fn fields_of(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "turn" | "call" | "start" => &["do"],
        "play" => &["do", "card", "from", "pile"],
        "play_wild" => &["do", "wild", "companion", "card", "pile"],
        "vote" => &["do", "for", "agree"],
        _ => return None,
    })
}

/// A key of the object: refused as it is read when no action has it, or the named one does not.
struct Key {
    /// The fields that may stand here.
    allowed: &'static [&'static str],
}

impl<'de> de::DeserializeSeed<'de> for Key {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<&'static str, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl de::Visitor<'_> for Key {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a field's name")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<&'static str, E> {
        let known = self.allowed.iter().find(|field| **field == name);
        known.copied().ok_or_else(|| E::unknown_field(name, self.allowed))
    }
}

/// The name of an action.
struct Name(&'static str);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Word;
        impl de::Visitor<'_> for Word {
            type Value = Name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an action")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<Name, E> {
                let known = ACTIONS.iter().find(|name| **name == word);
                known.map(|name| Name(name)).ok_or_else(|| E::unknown_variant(word, ACTIONS))
            }
        }
        from.deserialize_str(Word)
    }
}

/// What has been read of an action so far.
#[derive(Default)]
struct Fields {
    name: Option<&'static str>,
    card: Option<Card>,
    from: Option<Spot>,
    pile: Option<PileRef>,
    wild: Option<Spot>,
    companion: Option<Spot>,
    motion: Option<Motion>,
    agree: Option<bool>,
    seen: Vec<&'static str>,
}

impl Fields {
    fn read<'de, M: MapAccess<'de>>(mut map: M) -> Result<Self, M::Error> {
        let mut read = Self::default();
        let mut allowed = FIELDS;
        while let Some(key) = map.next_key_seed(Key { allowed })? {
            if read.seen.contains(&key) {
                return Err(de::Error::duplicate_field(key));
            }
            read.seen.push(key);
            match key {
                "do" => {
                    let name = map.next_value::<Name>()?.0;
                    read.name = Some(name);
                    allowed = fields_of(name).unwrap_or(FIELDS);
                }
                "card" => read.card = Some(map.next_value()?),
                "from" => read.from = Some(map.next_value()?),
                "pile" => read.pile = Some(map.next_value()?),
                "wild" => read.wild = Some(map.next_value()?),
                "companion" => read.companion = Some(map.next_value()?),
                "for" => read.motion = Some(map.next_value()?),
                _ => read.agree = Some(map.next_value()?),
            }
        }
        Ok(read)
    }

    fn action<E: de::Error>(self) -> Result<Action, E> {
        fn need<T, E: de::Error>(field: Option<T>, name: &'static str) -> Result<T, E> {
            field.ok_or_else(|| E::missing_field(name))
        }
        let name = need(self.name, "do")?;
        // Only a field that stood before "do" can still be one too many.
        let allowed = fields_of(name).unwrap_or(FIELDS);
        if let Some(field) = self.seen.iter().find(|field| !allowed.contains(field)) {
            return Err(E::unknown_field(field, allowed));
        }
        Ok(match name {
            "turn" => Action::Turn {},
            "play" => Action::Play {
                card: need(self.card, "card")?,
                from: need(self.from, "from")?,
                pile: self.pile,
            },
            "play_wild" => {
                let wild = need(self.wild, "wild")?;
                match (self.companion, self.card) {
                    (Some(_), None) => return Err(E::missing_field("card")),
                    (None, Some(_)) => return Err(E::missing_field("companion")),
                    (companion, card) => Action::PlayWild { wild, companion, card, pile: self.pile },
                }
            }
            "call" => Action::Call {},
            "start" => Action::Start {},
            _ => Action::Vote { r#for: need(self.motion, "for")?, agree: need(self.agree, "agree")? },
        })
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> de::Visitor<'de> for Object {
            type Value = Action;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an action: an object with \"do\"")
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Action, M::Error> {
                Fields::read(map)?.action()
            }
        }
        from.deserialize_map(Object)
    }
}

/// What the `ok` of an accepted action adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixAccepted")]
#[schemars(rename = "WackeeSixAccepted")]
pub struct Accepted {
    /// The pile that the card went to, which may be another than the named one (ruling 27).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pile: Option<super::spot::PileId>,
}

/// More about a refusal, for the one who asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[ts(rename = "WackeeSixDetail")]
#[schemars(rename = "WackeeSixDetail")]
pub struct Detail {
    /// `beaten`: the side that was faster.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by: Option<crate::games::Side>,
    /// `beaten`: the pile where it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pile: Option<super::spot::PileId>,
    /// `beaten`: what that pile counts as now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub top: Option<super::card::Rank>,
    /// `beaten`: the event that took the spot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub seq: Option<u64>,
    /// `beaten`: how much later this one came; `round_over`: how long after the end. Milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub margin_ms: Option<u64>,
    /// `too_fast`, `locked` and `alone_too_short`: when to try again, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub retry_after_ms: Option<u64>,
}
