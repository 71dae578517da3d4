//! What a replay says against what is so, with the place of the first difference.

use serde_json::Value;

use super::said;

/// Asserts that all that `told` says is so. Fields that only `so` has are no difference.
///
/// # Errors
/// The place of the first difference below `place`, and both values.
pub(super) fn compare(place: &str, told: &Value, so: &Value) -> Result<(), String> {
    match (told, so) {
        (Value::Object(told), Value::Object(so)) => {
            for (name, value) in told {
                let place = format!("{place}.{name}");
                match so.get(name) {
                    Some(other) => compare(&place, value, other)?,
                    None => {
                        return Err(format!("{place} is {}, and by the rules it is not there", said(value)));
                    }
                }
            }
            Ok(())
        }
        (Value::Array(told), Value::Array(so)) if told.len() == so.len() => {
            for (index, (value, other)) in told.iter().zip(so).enumerate() {
                compare(&format!("{place}[{index}]"), value, other)?;
            }
            Ok(())
        }
        _ if told == so => Ok(()),
        _ => Err(format!("{place} is {}, and by the rules it is {}", said(told), said(so))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_place_of_the_first_difference_is_named() {
        let so = json!({ "e": "played", "cards": ["red-5", { "top": 3 }], "later": true });
        assert_eq!(
            compare("events[0]", &json!({ "e": "played", "cards": ["red-5", { "top": 3 }] }), &so),
            Ok(())
        );
        for (told, place) in [
            (json!({ "e": "turned" }), "events[0].e is \"turned\", and by the rules it is \"played\""),
            (json!({ "cards": ["red-5", { "top": 4 }] }), "events[0].cards[1].top is 4"),
            (json!({ "cards": ["red-5"] }), "events[0].cards is [\"red-5\"]"),
            (json!({ "by": null }), "events[0].by is null, and by the rules it is not there"),
        ] {
            let what = compare("events[0]", &told, &so).expect_err("a difference");
            assert!(what.contains(place), "{what}");
        }
    }
}
