//! A schema that accepts everything proves nothing: frames with one thing wrong must fail it, and for a
//! client's frames the server must refuse exactly what the schema refuses.

use serde_json::{Value, json};
use slapdown::games::GameKind;
use slapdown::protocol::client::decode;
use slapdown::protocol::schema::samples::Sample;

use crate::{Checker, samples};

/// All values below `value`, as JSON pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(key, below)| (key.clone(), below)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(i, below)| (i.to_string(), below)).collect(),
        _ => Vec::new(),
    };
    for (step, below) in children {
        let path = format!("{at}/{step}");
        found.push(path.clone());
        places(below, &path, found);
    }
}

fn all_places(frame: &Value) -> Vec<String> {
    let mut found = Vec::new();
    places(frame, "", &mut found);
    found
}

fn with(frame: &Value, pointer: &str, value: &Value) -> Value {
    let mut mutant = frame.clone();
    *mutant.pointer_mut(pointer).expect("a place") = value.clone();
    mutant
}

fn without(frame: &Value, pointer: &str) -> Option<Value> {
    let mut mutant = frame.clone();
    let (parent, step) = pointer.rsplit_once('/')?;
    mutant.pointer_mut(parent)?.as_object_mut()?.remove(step)?;
    Some(mutant)
}

fn game_of(sample: &Sample) -> Option<GameKind> {
    GameKind::ALL.iter().copied().find(|game| sample.name.contains(game.name()))
}

fn read(frame: &Value, game: Option<GameKind>) -> bool {
    decode(&frame.to_string(), game).is_ok()
}

fn clients() -> impl Iterator<Item = Sample> {
    samples().into_iter().filter(|sample| sample.definition.starts_with("Client"))
}

#[test]
fn a_client_frame_with_one_field_more_is_refused_at_any_level() {
    let checker = Checker::new();
    for sample in clients() {
        let validator = checker.of(&sample.definition);
        let objects = all_places(&sample.frame).into_iter().chain([String::new()]);
        let objects = objects.filter(|at| sample.frame.pointer(at).is_some_and(Value::is_object));
        for at in objects.filter(|at| at != "/options") {
            let mut mutant = sample.frame.clone();
            mutant.pointer_mut(&at).expect("a place")["surplus"] = json!(1);
            assert!(!validator.is_valid(&mutant), "the schema takes {mutant}");
            let bad = decode(&mutant.to_string(), game_of(&sample)).expect_err("a surplus field");
            let path = format!("{at}/surplus").replace('/', ".")[1..].to_owned();
            assert_eq!((bad.problem.code.name, bad.problem.path), ("unknown_field", path), "{mutant}");
        }
    }
}

#[test]
fn a_client_frame_that_lacks_a_field_is_judged_as_the_schema_says() {
    let checker = Checker::new();
    let mut refused = 0;
    for sample in clients() {
        let validator = checker.of(&sample.definition);
        for at in all_places(&sample.frame) {
            let Some(mutant) = without(&sample.frame, &at) else { continue };
            let read = decode(&mutant.to_string(), game_of(&sample));
            assert!(validator.is_valid(&mutant) || read.is_err(), "the schema refuses {mutant}");
            // A game may ask for two fields together, which its schema need not say.
            if !validator.is_valid(&mutant) || at.starts_with("/action/") {
                let Err(bad) = read else { continue };
                let path = at.replace('/', ".")[1..].to_owned();
                assert_eq!((bad.problem.code.name, bad.problem.path), ("missing_field", path), "{mutant}");
                refused += 1;
            } else {
                assert!(read.is_ok(), "{mutant}");
            }
        }
    }
    assert!(refused > 40, "only {refused} fields are needed");
}

#[test]
fn a_client_frame_with_a_wrong_value_is_judged_as_the_schema_says() {
    let checker = Checker::new();
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0.5),
        json!(""),
        json!([]),
        json!({}),
        json!({ "x": [] }),
    ];
    for sample in clients() {
        let validator = checker.of(&sample.definition);
        for at in all_places(&sample.frame) {
            for value in &values {
                let mutant = with(&sample.frame, &at, value);
                let known = validator.is_valid(&mutant);
                assert_eq!(read(&mutant, game_of(&sample)), known, "the schema says {known} of {mutant}");
            }
            let nonsense = with(&sample.frame, &at, &json!({ "x": [] }));
            assert!(!validator.is_valid(&nonsense), "the schema takes {nonsense}");
        }
    }
}

#[test]
fn a_server_frame_with_one_thing_wrong_fails_the_schema() {
    let checker = Checker::new();
    for sample in samples().into_iter().filter(|sample| sample.definition.starts_with("Server")) {
        let validator = checker.of(&sample.definition);
        for field in checker.schema["$defs"][&sample.definition]["required"].as_array().expect("required") {
            let pointer = format!("/{}", field.as_str().expect("a name"));
            let mutant = without(&sample.frame, &pointer).expect("a required field is there");
            assert!(!validator.is_valid(&mutant), "{}: {pointer} may be left out", sample.name);
        }
        // Options differ from game to game; their definitions stand beside.
        for at in all_places(&sample.frame).into_iter().filter(|at| !at.contains("/options")) {
            let mutant = with(&sample.frame, &at, &json!([[]]));
            assert!(!validator.is_valid(&mutant), "{}: {at} may be anything", sample.name);
        }
    }
}
