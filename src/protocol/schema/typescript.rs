//! `slapdown.d.ts`: TypeScript types of every frame, two unions told apart by `type`, and the catalog.
//!
//! Whole numbers are `number`: none on the wire is too large for it.

use std::collections::BTreeMap;

use anyhow::bail;
use schemars::JsonSchema;
use ts_rs::{Config, TS, TypeVisitor};

use super::json::{client_name, server_name};
use crate::protocol::catalog::Catalog;
use crate::protocol::server::ServerFrame;
use crate::protocol::{asks, server};

const OPENING: &str = "\
// The frames of Slapdown's WebSocket, and `Catalog`, which GET /api/v1/catalog answers.
// Made from the server's own types; do not edit.
// Times are whole milliseconds; a field …_in is what remains when the frame is made.
";

/// The whole file.
///
/// # Errors
/// When two types claim one name.
pub fn declarations() -> anyhow::Result<String> {
    let mut clients = Frames::new();
    asks::visit(&mut clients);
    let mut servers = Frames::new();
    server::visit(&mut servers);
    servers.types.visit::<Catalog>();

    let mut types = clients.types;
    for (name, declaration) in servers.types.declared {
        types.add(name, declaration);
    }
    if let Some(name) = types.twice.or(servers.types.twice) {
        bail!("two TypeScript types claim the name {name}");
    }
    let mut text = OPENING.to_owned();
    for declaration in types.declared.values() {
        text.push('\n');
        text.push_str(declaration);
    }
    for (union, about, frames) in [
        ("ClientFrame", "Any frame that a client may send.", &clients.frames),
        ("ServerFrame", "Any frame that the server may send.", &servers.frames),
    ] {
        for (name, shape) in frames {
            text.extend(["\nexport type ", name, " = ", shape, ";\n"]);
        }
        let names: Vec<_> = frames.iter().map(|(name, _)| name.as_str()).collect();
        let names = names.join(" | ");
        text.extend(["\n/** ", about, " */\nexport type ", union, " = ", &names, ";\n"]);
    }
    Ok(text)
}

/// The declared types by name, with all that they are made of.
struct Types {
    config: Config,
    declared: BTreeMap<String, String>,
    twice: Option<String>,
}

impl Types {
    fn add(&mut self, name: String, declaration: String) {
        if let Some(other) = self.declared.get(&name) {
            if *other != declaration {
                self.twice = Some(name);
            }
            return;
        }
        self.declared.insert(name, declaration);
    }
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types without a file of their own (numbers, lists, aliases) are written where they are used.
        if T::output_path().is_none() {
            T::visit_dependencies(self);
            T::visit_generics(self);
            return;
        }
        let name = T::ident(&self.config);
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(&self.config));
        let declaration = declaration.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
        let known = self.declared.contains_key(&name);
        self.add(name, declaration);
        if !known {
            T::visit_dependencies(self);
            T::visit_generics(self);
        }
    }
}

/// The frames of one direction.
struct Frames {
    types: Types,
    frames: Vec<(String, String)>,
}

impl Frames {
    fn new() -> Self {
        let config = Config::new().with_large_int("number");
        Self { types: Types { config, declared: BTreeMap::new(), twice: None }, frames: Vec::new() }
    }

    fn add<T: TS + 'static>(&mut self, name: String, head: &str) {
        // A struct without fields would forbid `type` and `id` beside it.
        let empty = T::inline(&self.types.config) == "Record<symbol, never>";
        let shape = if empty {
            format!("{{ {head} }}")
        } else {
            self.types.visit::<T>();
            format!("{{ {head} }} & {}", T::name(&self.types.config))
        };
        self.frames.push((name, shape));
    }
}

impl asks::VisitFrames for Frames {
    fn visit<T: JsonSchema + TS + 'static>(&mut self, word: &'static str, with_id: bool) {
        let id = if with_id { ", id: number" } else { "" };
        self.add::<T>(client_name(word), &format!("type: \"{word}\"{id}"));
    }
}

impl server::VisitFrames for Frames {
    fn visit<T: ServerFrame + JsonSchema + TS + 'static>(&mut self) {
        self.add::<T>(server_name(T::TYPE), &format!("type: \"{}\"", T::TYPE));
    }
}
