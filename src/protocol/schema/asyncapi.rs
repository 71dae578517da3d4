//! `asyncapi.json`: the WebSocket as an `AsyncAPI` 3.0 document, made of the JSON Schema.

use anyhow::Context;
use serde_json::{Map, Value, json};

use super::json::{client_name, server_name};
use super::samples::Sample;
use super::tables;
use crate::protocol::{SUBPROTOCOL, VERSION, asks, server};

/// The whole document. It stands on the server's side: the server receives what clients send.
///
/// # Errors
/// When the schema lacks a frame.
pub fn document(schema: &Value, samples: &[Sample]) -> anyhow::Result<Value> {
    let mut schemas = schema["$defs"].clone();
    move_refs(&mut schemas);
    let mut messages = Map::new();
    let (mut received, mut sent) = (Vec::new(), Vec::new());
    let clients = asks::TYPES.iter().map(|word| (*word, client_name(word), true));
    let servers = server::TYPES.iter().map(|word| (*word, server_name(word), false));
    for (word, name, from_client) in clients.chain(servers) {
        let about = schemas
            .get(&name)
            .and_then(|frame| frame["description"].as_str())
            .with_context(|| format!("the schema has no description of {name}"))?;
        let examples: Vec<_> = samples
            .iter()
            .filter(|sample| sample.definition == name)
            .map(|sample| json!({ "name": sample.name, "payload": sample.frame }))
            .collect();
        messages.insert(
            name.clone(),
            json!({
                "name": word,
                "title": name,
                "summary": about,
                "contentType": "application/json",
                "payload": { "$ref": format!("#/components/schemas/{name}") },
                "examples": examples,
            }),
        );
        if from_client { &mut received } else { &mut sent }.push(name);
    }
    let channel_messages: Map<_, _> = messages
        .keys()
        .map(|name| (name.clone(), json!({ "$ref": format!("#/components/messages/{name}") })))
        .collect();
    let refs = |names: &[String]| -> Vec<Value> {
        names.iter().map(|name| json!({ "$ref": format!("#/channels/ws/messages/{name}") })).collect()
    };
    let tables = tables::codes();
    Ok(json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Slapdown",
            "version": format!("{VERSION}.0.0"),
            "description": DESCRIPTION,
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "defaultContentType": "application/json",
        "servers": { "local": { "host": "127.0.0.1:8080", "protocol": "ws", "description": "A server on this machine." } },
        "channels": {
            "ws": {
                "address": "/ws",
                "title": "The connection",
                "description": format!("One JSON object in each text frame. The subprotocol {SUBPROTOCOL} is echoed where it is offered."),
                "messages": channel_messages,
                "bindings": { "ws": { "method": "GET", "bindingVersion": "0.1.0" } },
            },
        },
        "operations": {
            "receive": {
                "action": "receive",
                "channel": { "$ref": "#/channels/ws" },
                "summary": "What a client may send.",
                "messages": refs(&received),
            },
            "send": {
                "action": "send",
                "channel": { "$ref": "#/channels/ws" },
                "summary": "What the server may send.",
                "messages": refs(&sent),
            },
        },
        "components": { "messages": messages, "schemas": schemas },
        "x-error-codes": tables["errors"],
        "x-close-codes": tables["close"],
    }))
}

const DESCRIPTION: &str = "\
A real-time multiplayer card-game server. The first frame of a client is `hello`; the answer is `welcome`. \
Every frame that changes something has an `id` that rises within the session, and gets `ok` or `error` with \
that `id`. All that happens in a room is one numbered stream: `events` are without a gap, and only a `state` \
may jump. The server refuses fields that it does not know; clients ignore those that they do not know. \
`x-error-codes` lists the codes of `error`, `x-close-codes` the reasons for which the server closes.";

/// Points the schema's references at where `AsyncAPI` keeps schemas.
fn move_refs(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                match value {
                    Value::String(to) if key == "$ref" => {
                        *to = to.replace("#/$defs/", "#/components/schemas/");
                    }
                    below => move_refs(below),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(move_refs),
        _ => {}
    }
}
