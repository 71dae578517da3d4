//! The cards: 52 numbered ones in four suit colours and two wilds to a deck (ruling 1).
//!
//! A card has two kinds of colour (ruling 2): the suit says which pile it fits, the back says whose it
//! is. They are separate types here, so that they cannot be compared by mistake.

use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::games::Side;

/// A suit colour: which piles a card fits (ruling 2).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "WackeeSixSuit")]
#[schemars(rename = "WackeeSixSuit")]
pub enum Suit {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
}

impl Suit {
    /// All suit colours.
    pub const ALL: [Self; 4] = [Self::Red, Self::Blue, Self::Green, Self::Yellow];

    /// The word on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Yellow => "yellow",
        }
    }
}

/// A number on a card or the height of a pile, from 1 to 13.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(try_from = "u8", into = "u8")]
#[ts(type = "number")]
#[ts(rename = "WackeeSixRank")]
#[schemars(rename = "WackeeSixRank", extend("minimum" = 1, "maximum" = 13))]
pub struct Rank(u8);

impl Rank {
    /// The number that opens a pile (ruling 23).
    pub const FIRST: Self = Self(1);
    /// The number that closes a pile (ruling 25).
    pub const LAST: Self = Self(13);

    /// The rank with that number, if there is one.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 13 { Some(Self(number)) } else { None }
    }

    /// The number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Rank {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number).ok_or_else(|| format!("{number} is no rank; ranks go from 1 to 13"))
    }
}

impl From<Rank> for u8 {
    fn from(rank: Rank) -> Self {
        rank.0
    }
}

/// The face of a card. Two wilds of a deck are the same face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ts_rs::TS)]
#[ts(type = "string")]
#[ts(rename = "WackeeSixCard")]
pub struct Card(u8);

impl Card {
    /// The wild card.
    pub const WILD: Self = Self(52);

    /// The numbered card of that suit.
    #[must_use]
    pub const fn numbered(suit: Suit, rank: Rank) -> Self {
        Self(suit as u8 * 13 + rank.0 - 1)
    }

    /// Suit and number; none for a wild.
    #[must_use]
    pub const fn natural(self) -> Option<(Suit, Rank)> {
        if self.0 >= 52 {
            return None;
        }
        let suit = match self.0 / 13 {
            0 => Suit::Red,
            1 => Suit::Blue,
            2 => Suit::Green,
            _ => Suit::Yellow,
        };
        Some((suit, Rank(self.0 % 13 + 1)))
    }

    /// Whether it is a wild.
    #[must_use]
    pub const fn is_wild(self) -> bool {
        self.0 >= 52
    }

    /// The bit that stands for the card in a set of faces.
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.natural() {
            Some((suit, rank)) => write!(f, "{}-{}", suit.word(), rank.0),
            None => f.write_str("wild"),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if word == "wild" {
            return Ok(Self::WILD);
        }
        let parsed = word.split_once('-').and_then(|(suit, number)| {
            let suit = Suit::ALL.into_iter().find(|s| s.word() == suit)?;
            // "05" and "+5" name no card: one card, one word.
            if number.starts_with(['0', '+']) {
                return None;
            }
            Some(Self::numbered(suit, Rank::new(number.parse().ok()?)?))
        });
        parsed.ok_or_else(|| "no such card; cards are words such as \"red-5\" or \"wild\"".to_owned())
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Reads a value from its word, whatever kind of string the format hands out.
pub(super) fn from_word<'de, T: FromStr<Err = String>, D: Deserializer<'de>>(
    from: D,
    expecting: &'static str,
) -> Result<T, D::Error> {
    struct Words<T>(&'static str, std::marker::PhantomData<T>);
    impl<T: FromStr<Err = String>> de::Visitor<'_> for Words<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_str<E: de::Error>(self, word: &str) -> Result<T, E> {
            word.parse().map_err(E::custom)
        }
    }
    from.deserialize_str(Words(expecting, std::marker::PhantomData))
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from_word(from, "a card such as \"red-5\" or \"wild\"")
    }
}

impl JsonSchema for Card {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "WackeeSixCard".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "A card: \"red-5\", \"green-13\", \"wild\".",
            "pattern": "^(wild|(red|blue|green|yellow)-([1-9]|1[0-3]))$",
        })
    }
}

/// The colour of a back: whose card it is, which is what scores (rulings 2 and 5).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(transparent)]
#[ts(rename = "WackeeSixBack")]
#[schemars(rename = "WackeeSixBack")]
pub struct Back(pub Side);

/// Cards in a deck.
pub const DECK: usize = 54;

/// A deck in the order of print: four suits upwards, then the two wilds (ruling 1).
#[must_use]
pub fn deck() -> [Card; DECK] {
    std::array::from_fn(|place| Card(u8::try_from(place).unwrap_or(u8::MAX).min(Card::WILD.0)))
}
