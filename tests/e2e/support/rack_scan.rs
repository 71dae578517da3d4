//! Every frame of a client held against what really happened: each card that is named must be one that
//! this viewer may know at that moment, and stand where it is said (rulings 101 and 107 to 109).

use serde_json::Value;
use slapdown::games::Seat;
use slapdown::games::super_rack_o::event::Event;
use slapdown::games::super_rack_o::pile::{Pile, Piles};

use super::card::number;
use super::client::Client;
use super::model::timeless;
use super::rack_judge::Judge;
use crate::rules::model::Model;

/// Whether the text is the name of a card.
fn is_card(text: &str) -> bool {
    let Some((colour, face)) = text.split_once('-') else { return false };
    let number = face.parse().is_ok_and(|number: u8| (1..=40).contains(&number));
    matches!(colour, "blue" | "red") && (number || matches!(face, "wild" | "swap" | "reverse"))
}

/// All names of cards that stand in a text, with whatever is around them.
pub fn named_in(text: &str) -> Vec<&str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter(|word| is_card(word)).collect()
}

/// Every card that a value names, with its path.
fn cards(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) if is_card(text) => found.push((path.to_owned(), text.clone())),
        Value::String(text) => {
            found.extend(
                named_in(text).iter().map(|card| (format!("{path} (in a text)"), (*card).to_owned())),
            );
        }
        Value::Array(items) => items.iter().for_each(|item| cards(item, path, found)),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            cards(value, &path, found);
        }),
        _ => {}
    }
}

/// What an event may name for a viewer: no more and no less.
fn may_name(event: &Event, viewer: Option<Seat>) -> Vec<(String, String)> {
    let mut named: Vec<(&str, String)> = Vec::new();
    let mut top = |piles: &Piles| {
        named.extend(piles.discard.top.map(|card| ("discard.top", card.to_string())));
    };
    match event {
        Event::Drawn { seat, card, piles, .. } => {
            top(piles);
            named.extend((viewer == Some(*seat)).then(|| ("card", card.to_string())));
        }
        Event::Exchanged { seat, from, card, out, piles, .. } => {
            top(piles);
            let known = *from == Pile::Discard || viewer == Some(*seat);
            named.extend(known.then(|| ("card", card.to_string())));
            named.push(("out", out.to_string()));
        }
        Event::Discarded { card, piles, .. } | Event::SwapPlayed { card, piles, .. } => {
            top(piles);
            named.push(("card", card.to_string()));
        }
        Event::Reversed { seat, card, replacement, piles, .. } => {
            top(piles);
            named.push(("card", card.to_string()));
            named.extend((viewer == Some(*seat)).then(|| ("replacement", replacement.to_string())));
        }
        Event::SetAside { discarded, piles, .. } => {
            top(piles);
            named.extend(discarded.map(|card| ("discarded", card.to_string())));
        }
        Event::Won { racks, .. } => {
            for own in racks {
                named.extend(own.rack.blue.iter().map(|held| ("racks.rack.blue", held.card.to_string())));
                named.extend(own.rack.red.iter().map(|held| ("racks.rack.red", held.card.to_string())));
            }
        }
        Event::Dealt(_) | Event::Settled { .. } | Event::CalledFalsely { .. } | Event::Extended { .. } => {}
    }
    let mut named: Vec<(String, String)> =
        named.into_iter().map(|(path, card)| (path.to_owned(), card)).collect();
    named.sort();
    named
}

/// Holds all frames of a client against the log; comes back with how many frames and cards there were.
/// What a `state` shows is the judge's business.
pub fn scan(client: &Client, seat: Option<Seat>, judge: &Judge) -> (usize, usize) {
    let (mut frames, mut seen) = (0, 0);
    for text in client.texts.as_ref().expect("its frames") {
        let frame: Value = serde_json::from_str(text).expect("JSON");
        frames += 1;
        let mut found = Vec::new();
        match frame["type"].as_str().expect("a type") {
            "events" => {
                let events = frame["events"].as_array().expect("events");
                let first = number(&frame["seq"]) + 1 - u64::try_from(events.len()).expect("few");
                for (seq, shown) in (first..).zip(events) {
                    seen += event(shown, judge.events.get(&seq), seat);
                }
            }
            "state" => {
                // The table was held against the second telling; nothing else names a card.
                let mut rest = frame.clone();
                rest["game"] = Value::Null;
                cards(&rest, "", &mut found);
            }
            _ => cards(&frame, "", &mut found),
        }
        assert!(found.is_empty(), "{seat:?} was told of {found:?} in {text}");
    }
    (frames, seen)
}

/// Holds one event against what happened; comes back with the number of cards in it.
fn event(shown: &Value, happened: Option<&Event>, seat: Option<Seat>) -> usize {
    if let Some(Event::Dealt(dealt)) = happened {
        let should = Model::new(dealt).seen_by(seat, 0);
        assert_eq!(timeless(&shown["game"]), timeless(&should), "the deal as {seat:?} was told of it");
        return 17;
    }
    let mut found = Vec::new();
    cards(shown, "", &mut found);
    found.sort();
    let should = happened.map(|event| may_name(event, seat)).unwrap_or_default();
    assert_eq!(found, should, "{seat:?} was told {shown}");
    found.len()
}
