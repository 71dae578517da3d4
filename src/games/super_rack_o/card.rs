//! The 108 cards: a colour and a face (rulings 61 and 62).
//!
//! No places and no racks; those are in `slot` and `rack`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// How many cards the two decks have together.
pub const CARDS: usize = 108;

/// The colour of a card, and of a side of a rack.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ts_rs::TS,
)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Blue: the left side of a rack.
    Blue,
    /// Red: the right side of a rack.
    Red,
}

impl Colour {
    /// Both colours, the left side first.
    pub const BOTH: [Self; 2] = [Self::Blue, Self::Red];

    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
        }
    }

    /// The colour that is not this one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Blue => Self::Red,
            Self::Red => Self::Blue,
        }
    }

    /// The colour of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|colour| colour.name() == name)
    }
}

/// The number on a card, from 1 to 40.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(u8);

impl Number {
    /// The highest number.
    pub const MAX: u8 = 40;

    /// The number, if there is such a card.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= Self::MAX { Some(Self(number)) } else { None }
    }

    /// The number as a plain integer.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// All numbers, rising.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=Self::MAX).map(Self)
    }
}

/// What a card is, apart from its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// A number.
    Number(Number),
    /// Any whole number, in the side of its own colour.
    Wild,
    /// Orders an opponent to cross a row.
    Swap,
    /// Turns an order round.
    Reverse,
}

/// A card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(try_from = "Cow<'_, str>", into = "String")]
#[ts(
    rename = "SuperRackOCard",
    type = "`${\"blue\" | \"red\"}-${number | \"wild\" | \"swap\" | \"reverse\"}`"
)]
pub struct Card {
    /// The colour; of a swap or reverse card it is for looks only (ruling 62).
    pub colour: Colour,
    /// The rest.
    pub face: Face,
}

impl Card {
    /// Wild cards of each colour.
    const WILDS: usize = 5;
    /// Swap cards of each colour.
    const SWAPS: usize = 5;
    /// Reverse cards of each colour.
    const REVERSES: usize = 4;

    /// Both decks, in a fixed order: what a shuffle begins with (ruling 61).
    #[must_use]
    pub fn both_decks() -> Vec<Self> {
        let mut cards = Vec::with_capacity(CARDS);
        for colour in Colour::BOTH {
            let faces = Number::all()
                .map(Face::Number)
                .chain([Face::Wild; Self::WILDS])
                .chain([Face::Swap; Self::SWAPS])
                .chain([Face::Reverse; Self::REVERSES]);
            cards.extend(faces.map(|face| Self { colour, face }));
        }
        cards
    }

    /// Whether it is a swap card.
    #[must_use]
    pub fn is_swap(self) -> bool {
        self.face == Face::Swap
    }

    /// Whether it is a reverse card.
    #[must_use]
    pub fn is_reverse(self) -> bool {
        self.face == Face::Reverse
    }

    /// Whether it may be taken from the discard pile (rulings 68 and 72).
    #[must_use]
    pub fn may_be_taken(self) -> bool {
        matches!(self.face, Face::Number(_) | Face::Wild)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = self.colour.name();
        match self.face {
            Face::Number(number) => write!(f, "{colour}-{}", number.get()),
            Face::Wild => write!(f, "{colour}-wild"),
            Face::Swap => write!(f, "{colour}-swap"),
            Face::Reverse => write!(f, "{colour}-reverse"),
        }
    }
}

/// The text is no card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotACard;

impl fmt::Display for NotACard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a card is \"blue-\" or \"red-\" and a number from 1 to 40, \"wild\", \"swap\" or \"reverse\"",
        )
    }
}

impl std::error::Error for NotACard {}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let (colour, face) = text.split_once('-').ok_or(NotACard)?;
        let colour = Colour::named(colour).ok_or(NotACard)?;
        let face = match face {
            "wild" => Face::Wild,
            "swap" => Face::Swap,
            "reverse" => Face::Reverse,
            digits => {
                let number = digits.parse().ok().and_then(Number::new).ok_or(NotACard)?;
                Face::Number(number)
            }
        };
        let card = Self { colour, face };
        // One card, one text: "blue-007" and "blue-+7" are none.
        if card.to_string() == text { Ok(card) } else { Err(NotACard) }
    }
}

impl TryFrom<Cow<'_, str>> for Card {
    type Error = NotACard;

    fn try_from(text: Cow<'_, str>) -> Result<Self, NotACard> {
        text.parse()
    }
}

impl From<Card> for String {
    fn from(card: Card) -> Self {
        card.to_string()
    }
}

impl JsonSchema for Card {
    fn schema_name() -> Cow<'static, str> {
        "SuperRackOCard".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A card: its colour and its number, or what else it is.",
            "type": "string",
            "pattern": "^(blue|red)-([1-9]|[1-3][0-9]|40|wild|swap|reverse)$",
            "examples": ["blue-17", "red-wild", "blue-swap", "red-reverse"],
        })
    }
}
