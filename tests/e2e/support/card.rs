//! Cards as words of the wire.

use serde_json::Value;

/// Colour and number of a numbered card.
pub fn natural(word: &str) -> Option<(&str, u64)> {
    let (color, number) = word.split_once('-')?;
    Some((color, number.parse().ok()?))
}

/// Whether the text is the name of a card.
pub fn is_card(text: &str) -> bool {
    let color = |color| matches!(color, "red" | "blue" | "green" | "yellow");
    text == "wild" || natural(text).is_some_and(|(suit, number)| color(suit) && (1..=13).contains(&number))
}

/// All names of cards that stand in a text, with whatever is around them.
pub fn named_in(text: &str) -> Vec<&str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter(|word| is_card(word)).collect()
}

/// A number of the wire; 0 where there is none.
pub fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}
