//! Votes of Wackee Six in a client's own picture of the table.

use serde_json::{Value, json};

/// Lets an event of a vote happen; comes back whether it was one.
pub fn apply(game: &mut Value, name: &str, event: &Value) -> bool {
    match name {
        "voted" if event["agree"] == false => close(game, None),
        "voted" if event["opened"].is_null() => {
            let yes = game["vote"]["yes"].as_array_mut().expect("an open vote");
            yes.push(event["side"].clone());
            yes.sort_by_key(Value::as_u64);
        }
        "voted" => {
            game["vote"] = json!({
                "for": event["for"], "by": event["side"], "yes": [event["side"]], "ends_in": event["opened"],
            });
        }
        "vote_lapsed" => close(game, None),
        "vote_extended" => game["vote"]["ends_in"] = event["ends_in"].clone(),
        _ => return false,
    }
    true
}

/// The vote is over; with a motion, only if it is for that.
pub fn close(game: &mut Value, motion: Option<&str>) {
    if motion.is_none_or(|motion| game["vote"]["for"] == motion) {
        game["vote"] = Value::Null;
    }
}
