//! How options are declared, checked and changed: one table for each game, and one for the room.
//!
//! A page draws its form from these tables, `proto/` its schema, and a refused value its sentence.

use serde::Serialize;
use serde_json::{Map, Value};

/// One option, as it is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct OptionSpec {
    /// The name on the wire.
    pub name: &'static str,
    /// The values it takes, and the default.
    #[serde(flatten)]
    pub kind: OptionKind,
    /// One sentence for people.
    pub about: &'static str,
}

/// The values an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OptionKind {
    /// True or false.
    Boolean {
        /// The value when nothing is said.
        default: bool,
        /// The value when nothing is said in a public room, where that is another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        #[schema(nullable = false)]
        default_in_public: Option<bool>,
    },
    /// A whole number.
    Integer {
        /// The value when nothing is said; none is null.
        #[schema(required = true)]
        default: Option<u64>,
        /// The least value (besides 0, where `zero_is_none`).
        min: u64,
        /// The greatest value.
        max: u64,
        /// Whether 0 stands for "none" below the least value.
        zero_is_none: bool,
        /// Whether null is a value.
        nullable: bool,
    },
    /// One of several words.
    Choice {
        /// The value when nothing is said.
        default: &'static str,
        /// All values, the default first.
        values: &'static [&'static str],
    },
}

/// Why an option was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionError {
    /// No such option; the nearest name, if one is near.
    Unknown {
        /// What was said.
        name: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// The option does not take that value.
    Value {
        /// The option.
        name: &'static str,
        /// What it takes, as a phrase: "a whole number from 0 to 10000".
        takes: String,
    },
}

impl OptionSpec {
    /// A boolean option.
    #[must_use]
    pub const fn boolean(name: &'static str, default: bool, about: &'static str) -> Self {
        Self { name, kind: OptionKind::Boolean { default, default_in_public: None }, about }
    }

    /// A boolean option that is true when nothing is said, but false in public rooms, where strangers meet.
    #[must_use]
    pub const fn true_in_private(name: &'static str, about: &'static str) -> Self {
        Self { name, kind: OptionKind::Boolean { default: true, default_in_public: Some(false) }, about }
    }

    /// A whole number between bounds, both included.
    #[must_use]
    pub const fn integer(name: &'static str, default: u64, min: u64, max: u64, about: &'static str) -> Self {
        let kind =
            OptionKind::Integer { default: Some(default), min, max, zero_is_none: false, nullable: false };
        Self { name, kind, about }
    }

    /// A whole number between bounds, or 0 for "none".
    #[must_use]
    pub const fn integer_or_zero(
        name: &'static str,
        default: u64,
        min: u64,
        max: u64,
        about: &'static str,
    ) -> Self {
        let kind =
            OptionKind::Integer { default: Some(default), min, max, zero_is_none: true, nullable: false };
        Self { name, kind, about }
    }

    /// A whole number between bounds, or null, which is the default.
    #[must_use]
    pub const fn integer_or_null(name: &'static str, min: u64, max: u64, about: &'static str) -> Self {
        let kind = OptionKind::Integer { default: None, min, max, zero_is_none: false, nullable: true };
        Self { name, kind, about }
    }

    /// One of several words, the first of which is the default.
    #[must_use]
    pub const fn choice(name: &'static str, values: &'static [&'static str], about: &'static str) -> Self {
        Self { name, kind: OptionKind::Choice { default: values[0], values }, about }
    }

    /// Whether the option takes `value`.
    #[must_use]
    pub fn takes(&self, value: &Value) -> bool {
        match self.kind {
            OptionKind::Boolean { .. } => value.is_boolean(),
            OptionKind::Integer { min, max, zero_is_none, nullable, .. } => match value.as_u64() {
                Some(n) => (min..=max).contains(&n) || (zero_is_none && n == 0),
                None => nullable && value.is_null(),
            },
            OptionKind::Choice { values, .. } => value.as_str().is_some_and(|word| values.contains(&word)),
        }
    }

    /// What the option takes, as a phrase.
    #[must_use]
    pub fn phrase(&self) -> String {
        match self.kind {
            OptionKind::Boolean { .. } => "true or false".to_owned(),
            OptionKind::Integer { min, max, zero_is_none, nullable, .. } => {
                let zero = if zero_is_none && min > 0 { ", or 0 for none" } else { "" };
                let null = if nullable { ", or null" } else { "" };
                format!("a whole number from {min} to {max}{zero}{null}")
            }
            OptionKind::Choice { values, .. } => format!("one of \"{}\"", values.join("\", \"")),
        }
    }
}

/// Puts the values of `patch` over `current`, whole or not at all. `tables` are the declarations that
/// hold, such as the room's and the game's.
///
/// # Errors
/// The first name that is unknown, or value that is out of bounds.
pub fn apply(
    tables: &[&'static [OptionSpec]],
    current: &Map<String, Value>,
    patch: &Map<String, Value>,
) -> Result<Map<String, Value>, OptionError> {
    let declared = || tables.iter().flat_map(|table| table.iter());
    let mut next = current.clone();
    for (name, value) in patch {
        let Some(spec) = declared().find(|spec| spec.name == name) else {
            let nearest = crate::nearest::nearest(name, declared().map(|spec| spec.name));
            return Err(OptionError::Unknown { name: name.clone(), nearest });
        };
        if !spec.takes(value) {
            return Err(OptionError::Value { name: spec.name, takes: spec.phrase() });
        }
        next.insert(name.clone(), value.clone());
    }
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TABLE: &[OptionSpec] = &[
        OptionSpec::boolean("redirect", true, "…"),
        OptionSpec::integer("target", 300, 10, 10_000, "…"),
        OptionSpec::integer_or_null("rounds", 1, 100, "…"),
        OptionSpec::integer_or_zero("turn_clock_ms", 60_000, 5_000, 600_000, "…"),
        OptionSpec::choice("tie", &["extra_round", "shared"], "…"),
    ];

    fn check(patch: &Value) -> Result<Map<String, Value>, OptionError> {
        apply(&[TABLE], &Map::new(), patch.as_object().expect("an object"))
    }

    #[test]
    fn values_in_bounds_are_taken_and_others_are_named() {
        for good in [
            json!({"redirect": false, "target": 10}),
            json!({"rounds": null}),
            json!({"rounds": 100}),
            json!({"turn_clock_ms": 0}),
            json!({"tie": "shared"}),
        ] {
            assert_eq!(check(&good).as_ref(), Ok(good.as_object().expect("an object")));
        }
        for (bad, name) in [
            (json!({"target": 9}), "target"),
            (json!({"target": 10.5}), "target"),
            (json!({"target": null}), "target"),
            (json!({"rounds": 0}), "rounds"),
            (json!({"turn_clock_ms": 4999}), "turn_clock_ms"),
            (json!({"tie": "other"}), "tie"),
            (json!({"redirect": "yes"}), "redirect"),
        ] {
            assert!(matches!(check(&bad), Err(OptionError::Value { name: n, .. }) if n == name), "{bad}");
        }
    }

    #[test]
    fn an_unknown_option_names_the_nearest() {
        let unknown = check(&json!({"targt": 100}));
        assert_eq!(unknown, Err(OptionError::Unknown { name: "targt".into(), nearest: Some("target") }));
    }
}
