//! The second look at a frame: its fields into the struct of its type.
//!
//! What is wrong becomes a code and a path; nothing is judged that needs a room, a session or a clock.

use serde::de::value::MapDeserializer;
use serde::de::{self, Deserialize, DeserializeOwned, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::WHOLE_END;
use super::complaint::Complaint;
use super::strict::Fields;
use crate::code::{self, Code};
use crate::games::{AnyAction, GameKind};
use crate::limits::ERROR_TEXT_LETTERS_MAX;
use crate::nearest::nearest;

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The code.
    pub code: &'static Code,
    /// The field; empty for the whole frame.
    pub path: String,
    /// The known name nearest to the one that was sent.
    pub nearest: Option<String>,
    /// What the field takes.
    pub takes: Option<String>,
}

impl Problem {
    /// A problem with the field at `path`.
    #[must_use]
    pub fn at(code: &'static Code, path: impl Into<String>) -> Self {
        Self { code, path: short(path.into()), nearest: None, takes: None }
    }

    /// The same, with what the field takes.
    #[must_use]
    pub fn taking(mut self, takes: impl Into<String>) -> Self {
        self.takes = Some(takes.into());
        self
    }

    fn of(path: String, complaint: Complaint) -> Self {
        Self { code: complaint.code, path: short(path), nearest: complaint.nearest, takes: complaint.takes }
    }
}

/// A client's own words, cut to what is worth sending back.
fn short(text: String) -> String {
    match text.char_indices().nth(ERROR_TEXT_LETTERS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Reads the fields of a frame but for `type` and, where the frame has one, `id`.
///
/// # Errors
/// The first field that is wrong.
pub fn read<T: DeserializeOwned>(fields: &Fields<'_>, with_id: bool) -> Result<T, Problem> {
    let entries = fields
        .iter()
        .filter(|(name, _)| name != "type" && !(with_id && name == "id"))
        .map(|(name, value)| (name.as_str(), *value));
    let from = MapDeserializer::<_, serde_json::Error>::new(entries);
    serde_path_to_error::deserialize(from).map_err(|error| understand(&error, ""))
}

/// Reads an action of `game`.
///
/// # Errors
/// The first field that is wrong, with its path from `action`.
pub fn action(raw: &RawValue, game: GameKind) -> Result<AnyAction, Problem> {
    let value: Value =
        serde_json::from_str(raw.get()).map_err(|_| Problem::at(&code::BAD_FIELD, "action"))?;
    let Value::Object(fields) = &value else {
        return Err(Problem::at(&code::BAD_FIELD, "action").taking("an object"));
    };
    let known = game.actions();
    match fields.get("do") {
        Some(Value::String(word)) if known.contains(&word.as_str()) => {}
        Some(Value::String(word)) => {
            let nearest = nearest(word, known.iter().copied()).map(str::to_owned);
            return Err(Problem { nearest, ..Problem::at(&code::UNKNOWN_ACTION, "action.do") });
        }
        Some(_) => return Err(Problem::at(&code::BAD_FIELD, "action.do").taking("text")),
        None => return Err(Problem::at(&code::MISSING_FIELD, "action.do")),
    }
    let action = game.read_action(raw).map_err(|error| understand(&error, "action"))?;
    // A field that may be left out is not null either, whatever the game's own reader makes of it.
    match fields.iter().find(|(_, value)| value.is_null()) {
        Some((name, _)) => Err(Problem::at(&code::BAD_FIELD, format!("action.{name}"))),
        None => Ok(action),
    }
}

/// What is wrong, and where, counted from the frame; the error's own path begins at `base`.
fn understand(error: &serde_path_to_error::Error<serde_json::Error>, base: &str) -> Problem {
    let complaint = Complaint::of(&error.inner().to_string());
    let within = error.path().to_string();
    let mut steps: Vec<&str> =
        [base, within.as_str()].into_iter().filter(|s| !matches!(*s, "" | ".")).collect();
    // A missing field is told of the object that lacks it; an unknown one may be told of either.
    if let Some(field) = &complaint.field
        && !(complaint.code == &code::UNKNOWN_FIELD && ends_with_step(&within, field))
    {
        steps.push(field);
    }
    Problem::of(steps.join("."), complaint)
}

fn ends_with_step(path: &str, step: &str) -> bool {
    path.strip_suffix(step).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// A whole number that every client can hold, if `raw` is one.
#[must_use]
pub fn whole(raw: &RawValue) -> Option<u64> {
    serde_json::from_str::<u64>(raw.get()).ok().filter(|&number| number < WHOLE_END)
}

/// Reads a field that may be left out but, once there, is not null: a null is a mistake of the client
/// more often than a way to say nothing.
///
/// # Errors
/// Whatever `T` says.
pub fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// As [`given`], for a whole number that every client can hold.
///
/// # Errors
/// When it is none.
pub fn given_whole<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let number = u64::deserialize(from)?;
    let takes = concat!("here ", "a whole number from 0 to 9007199254740991");
    if number < WHOLE_END {
        Ok(Some(number))
    } else {
        Err(de::Error::invalid_value(de::Unexpected::Unsigned(number), &takes))
    }
}

/// One option's value: anything but an object or an array.
struct Scalar(Value);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Value::deserialize(from)? {
            Value::Object(_) | Value::Array(_) => Err(de::Error::custom(
                "a list or an object, expected here true or false, a number, text or null",
            )),
            value => Ok(Self(value)),
        }
    }
}

/// Reads options: names and values, to be compared with what the game declares by the room.
///
/// # Errors
/// When a value is no scalar.
pub fn options<'de, D: Deserializer<'de>>(from: D) -> Result<serde_json::Map<String, Value>, D::Error> {
    let read = std::collections::BTreeMap::<String, Scalar>::deserialize(from)?;
    Ok(read.into_iter().map(|(name, value)| (name, value.0)).collect())
}
