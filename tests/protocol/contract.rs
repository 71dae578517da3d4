//! `proto/` is what the types say, and the samples keep to it.

use std::collections::BTreeSet;

use serde_json::Value;
use slapdown::cli::schema;
use slapdown::games::GameKind;
use slapdown::protocol::schema::COMMAND;
use slapdown::protocol::{asks, client, server};

use crate::{Checker, proto, samples};

#[test]
fn the_committed_contract_is_what_the_types_say() {
    let made = schema::files().expect("the contract");
    let mut differ: Vec<String> = made
        .iter()
        .filter(|(name, content)| std::fs::read_to_string(proto().join(name)).as_ref().ok() != Some(content))
        .map(|(name, _)| name.clone())
        .collect();
    for entry in std::fs::read_dir(proto().join("samples")).expect("proto/samples") {
        let name = format!("samples/{}", entry.expect("a file").file_name().to_string_lossy());
        if !made.contains_key(&name) {
            differ.push(name);
        }
    }
    assert!(
        differ.is_empty(),
        "proto/ is not what the types say; run `{COMMAND}`. It differs in: {differ:?}"
    );
}

#[test]
fn the_contract_is_the_same_each_time() {
    assert_eq!(schema::files().expect("once"), schema::files().expect("twice"));
}

#[test]
fn every_sample_keeps_to_its_definition_and_to_no_other_of_its_direction() {
    let checker = Checker::new();
    for sample in samples() {
        let errors: Vec<_> = checker
            .of(&sample.definition)
            .iter_errors(&sample.frame)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{}: {errors:?}", sample.name);
        let union = if sample.definition.starts_with("Client") { "ClientFrame" } else { "ServerFrame" };
        assert!(checker.of(union).is_valid(&sample.frame), "{} is one of {union}", sample.name);
    }
}

#[test]
fn there_is_a_sample_of_each_frame() {
    let sampled: BTreeSet<String> = samples()
        .iter()
        .map(|sample| {
            format!("{}{}", &sample.definition[..6], sample.frame["type"].as_str().expect("a type"))
        })
        .collect();
    let frames: BTreeSet<String> = (asks::TYPES.iter().map(|word| format!("Client{word}")))
        .chain(server::TYPES.iter().map(|word| format!("Server{word}")))
        .collect();
    assert_eq!(sampled, frames);
}

#[test]
fn every_sample_of_a_client_is_read() {
    for sample in samples().iter().filter(|sample| sample.definition.starts_with("Client")) {
        let text = sample.frame.to_string();
        // An action belongs to the game that its name tells.
        let game = GameKind::ALL.iter().copied().find(|game| sample.name.contains(game.name()));
        let frame = client::decode(&text, game).expect(&sample.name);
        assert_eq!(frame.id, sample.frame.get("id").and_then(Value::as_u64), "{}", sample.name);
    }
}

#[test]
fn an_action_without_a_room_is_understood_as_that() {
    let frame = client::decode(r#"{"type":"act","id":3,"action":{"do":"anything"}}"#, None).expect("a frame");
    assert_eq!((frame.id, frame.ask), (Some(3), client::Ask::ActNowhere));
}

#[test]
fn every_definition_is_described_and_every_reference_leads_somewhere() {
    fn refs(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(to)) = fields.get("$ref") {
                    found.insert(to.trim_start_matches("#/$defs/").to_owned());
                }
                fields.values().for_each(|below| refs(below, found));
            }
            Value::Array(items) => items.iter().for_each(|below| refs(below, found)),
            _ => {}
        }
    }
    let schema = Checker::new().schema;
    let defs = schema["$defs"].as_object().expect("definitions");
    for (name, def) in defs {
        assert!(def["description"].is_string(), "{name} has no description");
        assert!(!name.ends_with(|last: char| last.is_ascii_digit()), "{name}: two types share a name");
    }
    let mut found = BTreeSet::new();
    refs(&schema, &mut found);
    for name in found {
        assert!(defs.contains_key(&name), "{name} is not defined");
    }
}

#[test]
fn client_frames_and_actions_are_closed() {
    let schema = Checker::new().schema;
    for (name, def) in schema["$defs"].as_object().expect("definitions") {
        let closed =
            (name.starts_with("Client") && name != "ClientFrame") || def.pointer("/properties/do").is_some();
        if closed {
            assert_eq!(def["additionalProperties"], false, "{name} takes any field");
        }
    }
}

#[test]
fn typescript_knows_no_number_but_number() {
    let text = slapdown::protocol::schema::typescript::declarations().expect("declarations");
    assert!(!text.contains("bigint"));
    assert!(!text.contains(": any"));
}
