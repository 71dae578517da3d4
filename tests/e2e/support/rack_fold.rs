//! A client's picture of a table of Super Rack-O, brought up to date by events alone.

use serde_json::Value;
use slapdown::games::super_rack_o::{Shown, View};

use super::rack::viewer;
use crate::rules::client;

/// Lets an event of the game happen.
pub fn apply(game: &mut Value, you: &Value, event: &Value) {
    let shown: Shown = serde_json::from_value(event.clone())
        .unwrap_or_else(|why| panic!("an event that no test here knows: {why}: {event}"));
    if let Shown::Dealt { game: dealt } = &shown {
        *game = serde_json::to_value(dealt).expect("JSON");
        return;
    }
    let me = viewer(game, you);
    let mut view: View = serde_json::from_value(game.take()).expect("a table");
    client::apply(&mut view, me, &shown);
    *game = serde_json::to_value(view).expect("JSON");
}
