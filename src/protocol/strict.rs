//! The first look at a frame: one strict pass over its text.
//!
//! It says whether the text is one JSON object that is safe to read further, and finds the top fields
//! without reading their values. What a field must hold is not known here: see [`super::frames`].

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::code::{self, Code};
use crate::limits::JSON_DEPTH_MAX;

/// The top fields of a frame, in the order of the text.
pub type Fields<'a> = Vec<(String, &'a RawValue)>;

/// What is wrong with a frame as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsound {
    /// The code.
    pub code: &'static Code,
    /// Where; empty for the whole frame.
    pub path: String,
}

/// Checks a frame's text. The fields come back also for a frame with a fault, if they could be read,
/// so that the answer can name its `id`.
///
/// # Errors
/// The first fault in the order of the text.
pub fn read(text: &str) -> Result<Fields<'_>, (Unsound, Fields<'_>)> {
    let mut walk = Walk::default();
    let mut json = serde_json::Deserializer::from_str(text);
    let read = Level { walk: &mut walk, depth: 0 }.deserialize(&mut json).and_then(|()| json.end());
    if read.is_err() {
        // The grammar of JSON allows numbers and text that no program can hold (1e400, half of a
        // surrogate pair). That is one field's fault, and skipping over values does not mind it.
        let grammar = serde_json::from_str::<IgnoredAny>(text).is_ok();
        if !grammar || walk.path.is_empty() {
            return Err((Unsound { code: &code::NOT_JSON, path: String::new() }, Vec::new()));
        }
        walk.found(&code::BAD_FIELD);
    }
    let fields = serde_json::from_str::<Top<'_>>(text).map(|top| top.0);
    match (walk.fault, fields) {
        (None, Ok(fields)) => Ok(fields),
        (None, Err(_)) => Err((Unsound { code: &code::NOT_JSON, path: String::new() }, Vec::new())),
        (Some(fault), fields) => Err((fault, fields.unwrap_or_default())),
    }
}

/// Where the pass is, and the first fault it met.
#[derive(Default)]
struct Walk {
    path: Vec<Step>,
    fault: Option<Unsound>,
}

enum Step {
    Key(String),
    Index(usize),
}

impl Walk {
    fn found(&mut self, code: &'static Code) {
        if self.fault.is_some() {
            return;
        }
        let mut path = String::new();
        for step in &self.path {
            match step {
                Step::Key(key) if path.is_empty() => path.push_str(key),
                Step::Key(key) => {
                    path.push('.');
                    path.push_str(key);
                }
                Step::Index(index) => path.push_str(&["[", &index.to_string(), "]"].concat()),
            }
        }
        self.fault = Some(Unsound { code, path });
    }
}

/// A value at `depth` levels below the frame.
struct Level<'w> {
    walk: &'w mut Walk,
    depth: usize,
}

impl Level<'_> {
    /// Whether an object or array may begin here.
    fn too_deep(&mut self) -> bool {
        let deep = self.depth >= JSON_DEPTH_MAX;
        if deep {
            self.walk.found(&code::TOO_DEEP);
        }
        deep
    }
}

impl<'de> DeserializeSeed<'de> for Level<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        // A frame is an object: anything else is refused before a level is entered.
        if self.depth == 0 { from.deserialize_map(self) } else { from.deserialize_any(self) }
    }
}

impl<'de> Visitor<'de> for Level<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one JSON object")
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        if self.too_deep() {
            while items.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(());
        }
        for index in 0.. {
            self.walk.path.push(Step::Index(index));
            let more = items.next_element_seed(Level { walk: self.walk, depth: self.depth + 1 })?;
            self.walk.path.pop();
            if more.is_none() {
                break;
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<(), A::Error> {
        if self.too_deep() {
            while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(());
        }
        let mut seen = HashSet::new();
        while let Some(key) = fields.next_key::<String>()? {
            let again = !seen.insert(key.clone());
            self.walk.path.push(Step::Key(key));
            if again {
                self.walk.found(&code::REPEATED_KEY);
            }
            fields.next_value_seed(Level { walk: self.walk, depth: self.depth + 1 })?;
            self.walk.path.pop();
        }
        Ok(())
    }
}

/// The fields of an object, values unread.
struct Top<'a>(Fields<'a>);

impl<'de> serde::Deserialize<'de> for Top<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Top<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("one JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Top<'de>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = fields.next_entry()? {
                    entries.push(entry);
                }
                Ok(Top(entries))
            }
        }

        from.deserialize_map(Entries)
    }
}
