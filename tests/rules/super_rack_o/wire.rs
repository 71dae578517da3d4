//! What goes over the wire: how actions are read and refused, the shape of views and events, the codes.

use std::collections::BTreeSet;

use serde_json::value::RawValue;
use serde_json::{Value, json};
use slapdown::games::super_rack_o::action::{ACTIONS, Action};
use slapdown::games::super_rack_o::{SuperRackO, shown::Shown, view::View};
use slapdown::games::{AnyAction, Game, GameKind, Viewer};

use super::layout::{A, B, Layout};

fn read(text: &str) -> Result<Action, (String, String)> {
    let raw: Box<RawValue> = serde_json::from_str(text).expect("JSON");
    match GameKind::SuperRackO.read_action(&raw) {
        Ok(AnyAction::SuperRackO(action)) => Ok(action),
        Ok(other) => panic!("an action of another game: {other:?}"),
        Err(error) => Err((error.path().to_string(), error.inner().to_string())),
    }
}

#[test]
fn every_action_reads_back() {
    for text in [
        r#"{"do":"draw"}"#,
        r#"{"do":"take","slot":"red.1"}"#,
        r#"{"do":"take","slot":"red.1","swap":{"target":2,"row":8}}"#,
        r#"{"do":"exchange","slot":"blue.3"}"#,
        r#"{"do":"exchange","slot":"blue.3","swap":{"target":2,"row":5}}"#,
        r#"{"do":"discard"}"#,
        r#"{"do":"swap","target":4,"row":1}"#,
        r#"{"do":"accept"}"#,
        r#"{"do":"reverse","slot":"red.5","row":6}"#,
        r#"{"do":"call"}"#,
    ] {
        let action = read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(serde_json::to_string(&action).expect("JSON"), text);
        let value: Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(serde_json::from_value::<Action>(value.clone()).expect("an action"), action);
        let what = value["do"].as_str().expect("a word");
        assert!(ACTIONS.contains(&what));
    }
    // The order of fields does not matter, and a null order is none.
    assert_eq!(read(r#"{"slot":"red.1","do":"take"}"#), read(r#"{"do":"take","swap":null,"slot":"red.1"}"#));
}

#[test]
fn a_bad_field_is_named_by_its_path() {
    for (text, path, why) in [
        (r#"{"do":"exchange","slot":"blue.3","swap":{"target":2,"row":9}}"#, "swap.row", "from 1 to 8"),
        (r#"{"do":"exchange","slot":"blue.3","swap":{"target":2,"row":0}}"#, "swap.row", "from 1 to 8"),
        (r#"{"do":"exchange","slot":"blue.3","swap":{"target":"B","row":1}}"#, "swap.target", "invalid type"),
        (r#"{"do":"exchange","slot":"blue.3","swap":{"target":2}}"#, "swap", "missing field `row`"),
        (
            r#"{"do":"exchange","slot":"blue.3","swap":{"target":2,"row":1,"x":1}}"#,
            "swap.x",
            "unknown field `x`",
        ),
        (r#"{"do":"exchange","slot":"blue.9"}"#, "slot", "a slot is"),
        (r#"{"do":"exchange","slot":"blue.03"}"#, "slot", "a slot is"),
        (r#"{"do":"exchange","slot":3}"#, "slot", "invalid type"),
        (r#"{"do":"exchange"}"#, ".", "missing field `slot`"),
        (r#"{"do":"reverse","slot":"red.1"}"#, ".", "missing field `row`"),
        (r#"{"do":"swap","row":1}"#, ".", "missing field `target`"),
        (r#"{"do":"draw","slot":"blue.3"}"#, "slot", "unknown field `slot`"),
        (r#"{"slot":"blue.3","do":"draw"}"#, ".", "unknown field `slot`"),
        (r#"{"do":"draw","card":"blue-3"}"#, "card", "unknown field `card`"),
        (r#"{"do":"draw","do":"draw"}"#, "do", "duplicate field `do`"),
        (r#"{"do":"swap","row":1,"row":1,"target":2}"#, "row", "duplicate field `row`"),
        (r#"{"do":"flip"}"#, "do", "unknown variant `flip`"),
        (r#"{"slot":"blue.3"}"#, ".", "missing field `do`"),
        (r#"{"do":7}"#, "do", ""),
        (r"[1]", ".", "an action"),
        (r#""draw""#, ".", "an action"),
    ] {
        let (at, message) = read(text).expect_err(text);
        assert!(message.contains(why), "{text}: {message}");
        assert_eq!(at, path, "{text}: {message}");
    }
}

#[test]
fn the_view_has_the_names_that_clients_were_told() {
    let mut table = Layout::players(2).rack(A, "r1=SW b1=B4").draws("R9").discard("B7").table();
    table.ok(A, "draw");
    let mut view = serde_json::to_value(table.view(Viewer::Seat(A))).expect("JSON");
    assert_eq!(view["seats"][0]["rack"]["blue"][0], json!("blue-4"));
    assert_eq!(view["seats"][0]["rack"]["red"].as_array().map(Vec::len), Some(8));
    assert_eq!(view["seats"][1]["rack"]["blue"], json!([null, null, null, null, null, null, null, null]));
    let seats = view["seats"].take();
    assert_eq!(
        view,
        json!({
            "phase": "playing", "dealer": 2, "turn": 1, "step": "place", "ends_in": 60_000,
            "draw_pile": 74, "discard": {"count": 1, "top": "blue-7"}, "seats": null,
            "drawn": "red-9", "window": null, "winner": null,
        })
    );
    let keys: BTreeSet<&str> = seats[0].as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, BTreeSet::from(["in_play", "known", "rack", "seat", "skips_next"]));
    table.ok(A, "exchange r1 > B 8");
    let view = serde_json::to_value(table.view(Viewer::Watcher)).expect("JSON");
    assert_eq!(view["window"], json!({"against": 2, "by": 1, "row": 8, "kind": "swap", "ends_in": 10_000}));
    assert_eq!(
        (&view["phase"], &view["step"], &view["ends_in"]),
        (&json!("window"), &json!(null), &json!(null))
    );
}

#[test]
fn a_drawn_card_is_told_to_its_holder_alone() {
    let mut table = Layout::players(2).draws("R9").table();
    let event = table.ok(A, "draw").remove(0);
    let shown = |viewer| serde_json::to_value(SuperRackO::redact(&event, viewer, table.now)).expect("JSON");
    let mut other = json!({
        "e": "drawn", "seat": 1, "why": "player", "reshuffled": false, "draw_pile": 74,
        "discard": table.view(Viewer::Watcher).discard,
    });
    assert_eq!(shown(Viewer::Watcher), other);
    assert_eq!(shown(Viewer::Seat(B)), other);
    other["card"] = json!("red-9");
    assert_eq!(shown(Viewer::Seat(A)), other);
}

#[test]
fn schemas_and_types_are_made_of_the_wire_types() {
    let action = serde_json::to_value(schemars::schema_for!(Action)).expect("JSON");
    let words: BTreeSet<&str> = action["oneOf"]
        .as_array()
        .expect("variants")
        .iter()
        .filter_map(|one| one["properties"]["do"]["const"].as_str())
        .collect();
    assert_eq!(words, ACTIONS.iter().copied().collect());
    for schema in [schemars::schema_for!(View), schemars::schema_for!(Shown)] {
        let text = serde_json::to_string(&schema).expect("JSON");
        assert!(text.contains("description"));
    }
    let config = ts_rs::Config::default();
    assert!(<View as ts_rs::TS>::decl(&config).contains("ends_in: number | null"));
    assert!(<Action as ts_rs::TS>::decl(&config).contains("\"do\": \"draw\""));
}

#[test]
fn own_codes_are_in_the_list() {
    let own: BTreeSet<&str> = SuperRackO::CODES.iter().map(|code| code.name).collect();
    assert_eq!(own.len(), SuperRackO::CODES.len());
    let all: BTreeSet<&str> = slapdown::games::list::codes().map(|code| code.name).collect();
    assert!(own.is_subset(&all));
}
