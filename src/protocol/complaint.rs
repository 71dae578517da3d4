//! From a deserializer's complaint to a code, and to words that help a client.
//!
//! `serde` tells what is wrong in a sentence. Its forms are understood here and nowhere else, and no
//! text of `serde` leaves this file: clients get our own words. Where it is wrong, `serde_path_to_error`
//! knows.

use crate::code::{self, Code};
use crate::nearest::nearest;

/// A complaint, understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// The code.
    pub code: &'static Code,
    /// The field that is missing or unknown.
    pub field: Option<String>,
    /// The known name nearest to an unknown one.
    pub nearest: Option<String>,
    /// What the field takes, as a phrase.
    pub takes: Option<String>,
}

impl Complaint {
    /// Understands a sentence of `serde`. Its forms are pinned by the tests of bad frames.
    #[must_use]
    pub fn of(sentence: &str) -> Self {
        if let Some(rest) = sentence.strip_prefix("missing field `") {
            let field = rest.split('`').next().unwrap_or_default().to_owned();
            return Self { code: &code::MISSING_FIELD, field: Some(field), nearest: None, takes: None };
        }
        if let Some((word, known)) = unknown(sentence, "unknown field `") {
            let nearest = nearest(&word, known.iter().map(String::as_str)).map(str::to_owned);
            return Self { code: &code::UNKNOWN_FIELD, field: Some(word), nearest, takes: None };
        }
        if let Some((word, known)) = unknown(sentence, "unknown variant `") {
            let nearest = nearest(&word, known.iter().map(String::as_str)).map(str::to_owned);
            let takes = Some(format!("one of \"{}\"", known.join("\", \"")));
            return Self { code: &code::BAD_FIELD, field: None, nearest, takes };
        }
        Self { code: &code::BAD_FIELD, field: None, nearest: None, takes: takes(sentence) }
    }
}

/// The unknown word of such a sentence, and the names that are known there.
fn unknown(sentence: &str, opening: &str) -> Option<(String, Vec<String>)> {
    let rest = sentence.strip_prefix(opening)?;
    // The word is the client's and may hold anything: the sentence is read from its end.
    let (word, known) = rest
        .rsplit_once("`, expected ")
        .or_else(|| rest.rsplit_once("`, there are no "))
        .unwrap_or((rest, ""));
    let known = known.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    Some((word.to_owned(), known))
}

/// What a field takes, in words for people, where `serde` says it in words for programmers.
fn takes(sentence: &str) -> Option<String> {
    let (_, expected) = sentence.rsplit_once(", expected ")?;
    // `serde_json` may add the place.
    let expected = expected.split(" at line ").next().unwrap_or(expected);
    let phrase = match expected {
        "a boolean" => "true or false",
        "a string" => "text",
        "a map" => "an object",
        "u8" => "a whole number from 0 to 255",
        "u16" | "u32" | "u64" | "usize" => "a whole number from 0",
        phrase if phrase.starts_with("struct ") || phrase.contains(" enum ") => "an object",
        phrase => phrase.strip_prefix(TAKES)?,
    };
    Some(phrase.to_owned())
}

/// Opens an `expecting` that is meant for clients.
pub const TAKES: &str = "here ";
