//! `proto/schema.json`, against which every frame of the server is held.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use serde_json::{Value, json};

/// The committed contract.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("proto")
}

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let path = folder().join("schema.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    serde_json::from_str(&text).expect("the schema is JSON")
});

/// One validator a type of frame.
static SERVER: LazyLock<HashMap<&'static str, Validator>> = LazyLock::new(|| {
    [
        ("welcome", "ServerWelcome"),
        ("ok", "ServerOk"),
        ("error", "ServerError"),
        ("state", "ServerState"),
        ("events", "ServerEvents"),
        ("rooms", "ServerRooms"),
        ("pong", "ServerPong"),
        ("bye", "ServerBye"),
    ]
    .into_iter()
    .filter(|(_, name)| SCHEMA["$defs"].get(name).is_some())
    .map(|(word, name)| {
        let schema = json!({ "$schema": SCHEMA["$schema"], "$defs": SCHEMA["$defs"], "$ref": format!("#/$defs/{name}") });
        (word, jsonschema::validator_for(&schema).expect("the schema can be used"))
    })
    .collect()
});

/// What was checked already: a frame that goes to twelve clients is the same text.
static CHECKED: LazyLock<Mutex<HashSet<String>>> = LazyLock::new(Mutex::default);
const CHECKED_MAX: usize = 512;

/// Fails if the frame is not what the contract says.
pub fn check(text: &str, frame: &Value) {
    {
        let checked = CHECKED.lock().expect("no check panics with it");
        if checked.contains(text) {
            return;
        }
    }
    let word = frame["type"].as_str().unwrap_or_default();
    let validator =
        SERVER.get(word).unwrap_or_else(|| panic!("no frame of the server has that type: {text}"));
    if let Err(why) = validator.validate(frame) {
        panic!("not what proto/schema.json says: {why} at {}\n{text}", why.instance_path());
    }
    let mut checked = CHECKED.lock().expect("no check panics with it");
    if checked.len() >= CHECKED_MAX {
        checked.clear();
    }
    checked.insert(text.to_owned());
}
