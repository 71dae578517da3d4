//! `schema.json`: JSON Schema (2020-12) of every frame, event and action.
//!
//! What a client sends is described as the server reads it: an unknown field is refused. What the
//! server sends is described as it is written; clients ignore fields that they do not know.

use std::collections::BTreeMap;

use anyhow::bail;
use schemars::JsonSchema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};
use ts_rs::TS;

use super::pascal;
use crate::games::list::{Listed, Visit};
use crate::games::option::OptionKind;
use crate::games::{GameKind, OptionSpec};
use crate::protocol::server::ServerFrame;
use crate::protocol::{VERSION, WHOLE_END, asks, server};
use crate::room::options::tables;

/// The definition's name of a client's frame.
#[must_use]
pub fn client_name(word: &str) -> String {
    format!("Client{}", pascal(word))
}

/// The definition's name of a server's frame.
#[must_use]
pub fn server_name(word: &str) -> String {
    format!("Server{}", pascal(word))
}

/// The whole schema.
///
/// # Errors
/// When two types claim one name.
pub fn schema() -> anyhow::Result<Value> {
    let mut client = Client(Side::new(SchemaSettings::draft2020_12().for_deserialize()));
    asks::visit(&mut client);
    let mut server = Server(Side::new(SchemaSettings::draft2020_12().for_serialize()));
    server::visit(&mut server);

    let mut defs = client.0.finish("ClientFrame", "Any frame that a client may send.");
    for def in defs.values_mut() {
        each_object(def, &mut only_roles_are_null);
    }
    let mut outbound = server.0.finish("ServerFrame", "Any frame that the server may send.");
    for def in outbound.values_mut() {
        each_object(def, &mut never_null_where_left_out);
    }
    for (name, def) in outbound {
        match defs.get(&name) {
            Some(other) if *other != def => bail!("two types claim the name {name}: {other} and {def}"),
            _ => defs.insert(name, def),
        };
    }
    for game in GameKind::ALL {
        defs.insert(format!("{}Options", pascal(game.name())), game.with(Options));
    }
    for name in ["Detail", "ServerOk"] {
        merge_alternatives(&mut defs, name);
    }
    for tag in ["e", "do"] {
        name_variants(&mut defs, tag);
    }
    for def in defs.values_mut() {
        each_object(def, &mut plain_numbers);
        each_object(def, &mut whole_lines);
    }
    Ok(json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Slapdown, protocol {VERSION}"),
        "description": "Every frame of the WebSocket at /ws: one JSON object in a text frame. Made from the server's own types; do not edit. Times are whole milliseconds; a field …_in is what remains when the frame is made.",
        "oneOf": [{ "$ref": "#/$defs/ClientFrame" }, { "$ref": "#/$defs/ServerFrame" }],
        "$defs": defs,
    }))
}

/// One direction of the wire.
struct Side {
    generator: SchemaGenerator,
    frames: Vec<(String, Value)>,
}

impl Side {
    fn new(settings: SchemaSettings) -> Self {
        Self { generator: settings.into_generator(), frames: Vec::new() }
    }

    /// Adds the frame `word`: its struct's schema, and `type` and perhaps `id` before it.
    fn add<T: JsonSchema>(&mut self, name: String, word: &str, with_id: bool) {
        let mut schema = T::json_schema(&mut self.generator).to_value();
        if let Value::Object(fields) = &mut schema {
            fields.insert("type".into(), "object".into());
            let properties = fields.entry("properties").or_insert_with(|| json!({}));
            properties["type"] = json!({ "const": word });
            let mut required = vec![json!("type")];
            if with_id {
                properties["id"] = json!({
                    "description": "Rises within the session; the answer carries it. A repeated one is not done again.",
                    "type": "integer", "minimum": 0, "maximum": WHOLE_END - 1
                });
                required.push(json!("id"));
            }
            if let Some(Value::Array(more)) = fields.get("required") {
                required.extend(more.iter().cloned());
            }
            fields.insert("required".into(), required.into());
        }
        self.frames.push((name, schema));
    }

    /// All definitions, with `union` over the frames.
    fn finish(mut self, union: &str, about: &str) -> Map<String, Value> {
        let refs: Vec<_> =
            self.frames.iter().map(|(name, _)| json!({ "$ref": format!("#/$defs/{name}") })).collect();
        let mut defs = self.generator.take_definitions(true);
        defs.insert(union.to_owned(), json!({ "description": about, "oneOf": refs }));
        defs.extend(self.frames);
        defs
    }
}

struct Client(Side);

impl asks::VisitFrames for Client {
    fn visit<T: JsonSchema + TS + 'static>(&mut self, word: &'static str, with_id: bool) {
        self.0.add::<T>(client_name(word), word, with_id);
    }
}

struct Server(Side);

impl server::VisitFrames for Server {
    fn visit<T: ServerFrame + JsonSchema + TS + 'static>(&mut self) {
        self.0.add::<T>(server_name(T::TYPE), T::TYPE, false);
    }
}

/// The declared options of a room: its own and its game's.
struct Options;

impl Visit for Options {
    type Output = Value;

    fn visit<G: Listed>(self) -> Value {
        let tables = tables::<G>();
        let specs = tables.iter().flat_map(|table| table.iter());
        let properties: Map<_, _> = specs.map(|spec| (spec.name.to_owned(), option(spec))).collect();
        json!({
            "description": format!("The options of a room of {}, for `create_room` and `set_options`.", G::TITLE),
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        })
    }
}

fn option(spec: &OptionSpec) -> Value {
    let mut schema = match spec.kind {
        OptionKind::Boolean { default, .. } => json!({ "type": "boolean", "default": default }),
        OptionKind::Integer { default, min, max, zero_is_none, nullable } => {
            let range = json!({ "type": "integer", "minimum": min, "maximum": max });
            let mut kinds = vec![range];
            if zero_is_none && min > 0 {
                kinds.push(json!({ "const": 0 }));
            }
            if nullable {
                kinds.push(json!({ "type": "null" }));
            }
            json!({ "anyOf": kinds, "default": default })
        }
        OptionKind::Choice { default, values } => json!({ "enum": values, "default": default }),
    };
    schema["description"] = spec.about.into();
    schema
}

/// Gives each variant of a tagged union a definition of its own, so that it can be named: the event
/// `played` of `WackeeSixEvent` is `WackeeSixEventPlayed`.
fn name_variants(defs: &mut Map<String, Value>, tag: &str) {
    let mut named = Map::new();
    for (union, def) in defs.iter_mut() {
        let Some(Value::Array(variants)) = def.get_mut("oneOf") else { continue };
        for variant in variants {
            let pointer = format!("/properties/{tag}/const");
            let Some(word) = variant.pointer(&pointer).and_then(Value::as_str) else { continue };
            let name = format!("{union}{}", pascal(word));
            let reference = json!({ "$ref": format!("#/$defs/{name}") });
            named.insert(name, std::mem::replace(variant, reference));
        }
    }
    defs.extend(named);
}

/// Makes one object of alternatives that may each be empty: among those anything would be right. A field
/// that several of them have may be as any of them says.
fn merge_alternatives(defs: &mut Map<String, Value>, name: &str) {
    fn collect(defs: &Map<String, Value>, schema: &Value, found: &mut BTreeMap<String, Vec<Value>>) {
        let target = schema["$ref"].as_str().and_then(|to| defs.get(to.trim_start_matches("#/$defs/")));
        if let Some(target) = target {
            collect(defs, target, found);
        }
        for alternative in schema["anyOf"].as_array().into_iter().flatten() {
            collect(defs, alternative, found);
        }
        for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
            let schemas = found.entry(field.clone()).or_default();
            if !schemas.contains(schema) {
                schemas.push(schema.clone());
            }
        }
    }
    let mut found = BTreeMap::new();
    if let Some(schema) = defs.get(name) {
        collect(defs, schema, &mut found);
    }
    let properties: Map<_, _> = found
        .into_iter()
        .map(|(field, mut schemas)| match (schemas.pop(), schemas.is_empty()) {
            (Some(only), true) => (field, only),
            (last, _) => (field, json!({ "anyOf": schemas.into_iter().chain(last).collect::<Vec<_>>() })),
        })
        .collect();
    if let Some(Value::Object(schema)) = defs.get_mut(name) {
        schema.remove("anyOf");
        schema.insert("type".into(), "object".into());
        schema.insert("properties".into(), properties.into());
    }
}

/// Runs `change` on every schema below and including `schema` that is an object.
fn each_object(schema: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match schema {
        Value::Object(fields) => {
            change(fields);
            fields.values_mut().for_each(|below| each_object(below, change));
        }
        Value::Array(items) => items.iter_mut().for_each(|below| each_object(below, change)),
        _ => {}
    }
}

/// What is left out when it does not apply is never null.
fn never_null_where_left_out(schema: &mut Map<String, Value>) {
    without_null(schema, |_| true);
}

/// As [`never_null_where_left_out`], but for `role`, which a client may copy from a view.
fn only_roles_are_null(schema: &mut Map<String, Value>) {
    without_null(schema, |name| name != "role");
}

fn without_null(schema: &mut Map<String, Value>, of: impl Fn(&str) -> bool) {
    let required: Vec<String> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect())
        .unwrap_or_default();
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    for (name, property) in properties {
        let Value::Object(property) = property else { continue };
        if property.get("default").is_some_and(Value::is_null) {
            property.remove("default");
        }
        if required.contains(name) || !of(name) {
            continue;
        }
        if let Some(Value::Array(types)) = property.get_mut("type") {
            types.retain(|kind| kind != "null");
            if let [kind] = types.as_slice() {
                let kind = kind.clone();
                property.insert("type".into(), kind);
            }
        }
        let null = json!({ "type": "null" });
        if let Some(Value::Array(kinds)) = property.get_mut("anyOf") {
            kinds.retain(|kind| *kind != null);
            if let [Value::Object(kind)] = kinds.as_slice() {
                let kind = kind.clone();
                property.remove("anyOf");
                property.extend(kind);
            }
        }
    }
}

/// Takes out the names of Rust's integers, which mean nothing elsewhere, and keeps whole numbers within
/// what every client can hold.
fn plain_numbers(schema: &mut Map<String, Value>) {
    let Some(format) = schema.get("format").and_then(Value::as_str) else { return };
    let wide = match format {
        "uint64" | "int64" | "uint" | "int" => true,
        "uint8" | "uint16" | "uint32" | "int8" | "int16" | "int32" => false,
        _ => return,
    };
    schema.remove("format");
    if wide {
        schema.entry("maximum").or_insert_with(|| (WHOLE_END - 1).into());
    }
}

/// Joins the lines of a description, which end where the source's do; paragraphs stay.
fn whole_lines(schema: &mut Map<String, Value>) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let paragraphs: Vec<_> = text.split("\n\n").map(|lines| lines.replace('\n', " ")).collect();
        *text = paragraphs.join("\n\n");
    }
}

/// A schema of one definition, for those who check one kind of frame.
#[must_use]
pub fn only(schema: &Value, name: &str) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": format!("#/$defs/{name}"),
        "$defs": schema["$defs"],
    })
}
