//! The names of things: rooms, players, sessions, matches, connections. Parsed once, shown one way.
//!
//! No look-ups. Ids are made from chance and time that come in as arguments.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::chance::Chance;

macro_rules! uuid_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// A new one. `unix_ms` (Unix time in milliseconds) makes ids sort by age.
            pub fn new(unix_ms: u64, chance: &mut dyn Chance) -> Self {
                let random = chance.bytes();
                let mut ten = [0; 10];
                ten.copy_from_slice(&random[..10]);
                Self(uuid::Builder::from_unix_timestamp_millis(unix_ms, &ten).into_uuid())
            }

            /// A new one that tells nothing of its age: where no clock is at hand.
            pub fn from_chance(chance: &mut dyn Chance) -> Self {
                let random = chance.bytes();
                let mut sixteen = [0; 16];
                sixteen.copy_from_slice(&random[..16]);
                Self(uuid::Builder::from_random_bytes(sixteen).into_uuid())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

uuid_id! {
    /// A player: a guest, or a bot of a table. Public.
    PlayerId
}
uuid_id! {
    /// A room's row in the store. Never shown; people use the [`RoomCode`].
    RoomId
}
uuid_id! {
    /// A match: the rounds from a first deal to a winner.
    MatchId
}
uuid_id! {
    /// A session of a player. Worth nothing without the player's token.
    SessionId
}

/// One connection of this process, numbered by a count that grows with every open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnId(pub u64);

/// The letters of room codes: none that looks like another, no vowels.
const ALPHABET: &[u8; 24] = b"BCDFGHJKMNPQRSTVWXZ34679";

/// A room's code: six letters and digits that people can read to each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomCode([u8; 6]);

impl RoomCode {
    /// A new code, each as likely as any other.
    pub fn new(chance: &mut dyn Chance) -> Self {
        let mut code = [0; 6];
        let mut filled = 0;
        while filled < code.len() {
            for byte in chance.bytes() {
                // 240 is the largest multiple of 24 below 256: beyond it some letters would come more often.
                if byte < 240 && filled < code.len() {
                    code[filled] = ALPHABET[usize::from(byte % 24)];
                    filled += 1;
                }
            }
        }
        Self(code)
    }

    /// The code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("??????")
    }
}

/// Text that is no room code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a room code is six of the letters BCDFGHJKMNPQRSTVWXZ34679")]
pub struct NoCode;

impl FromStr for RoomCode {
    type Err = NoCode;

    /// Reads a code in any spelling: case, spaces and hyphens do not matter, and 2, 5 and 8 are read as
    /// Z, S and B.
    fn from_str(text: &str) -> Result<Self, NoCode> {
        let mut code = [0; 6];
        let mut filled = 0;
        for letter in text.chars() {
            let letter = match letter.to_ascii_uppercase() {
                ' ' | '-' => continue,
                '2' => 'Z',
                '5' => 'S',
                '8' => 'B',
                other => other,
            };
            let byte = u8::try_from(letter).map_err(|_| NoCode)?;
            if filled == code.len() || !ALPHABET.contains(&byte) {
                return Err(NoCode);
            }
            code[filled] = byte;
            filled += 1;
        }
        if filled == code.len() { Ok(Self(code)) } else { Err(NoCode) }
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for RoomCode {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for RoomCode {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for RoomCode {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RoomCode".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A room's code. The server writes six of BCDFGHJKMNPQRSTVWXZ34679; it reads any case, ignores spaces and hyphens, and reads 2, 5 and 8 as Z, S and B.",
            "maxLength": 64
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::SeededChance;

    #[test]
    fn a_code_is_read_in_any_spelling() {
        let code: RoomCode = "KTZSB7".parse().expect("a code");
        for spelling in ["ktzsb7", "KT2-5 87", " k-t-z-s-b-7 ", "kt2587"] {
            assert_eq!(spelling.parse(), Ok(code), "{spelling}");
        }
        for wrong in ["", "KTZSB", "KTZSB77", "KTZSBA", "KTZSB1", "KTZSBé", "KTZSB\u{202e}"] {
            assert_eq!(wrong.parse::<RoomCode>(), Err(NoCode), "{wrong}");
        }
    }

    #[test]
    fn a_new_code_reads_as_itself() {
        let mut chance = SeededChance::new([5; 32]);
        for _ in 0..100 {
            let code = RoomCode::new(&mut chance);
            assert_eq!(code.to_string().parse(), Ok(code));
        }
    }

    #[test]
    fn ids_sort_by_age() {
        let mut chance = SeededChance::new([5; 32]);
        let (old, new) = (PlayerId::new(1_000, &mut chance), PlayerId::new(2_000, &mut chance));
        assert!(old < new);
    }
}
