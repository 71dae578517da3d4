//! Writes the contract into `proto/`, from the Rust types alone.
//!
//! The same types give the same bytes: keys are sorted, nothing tells the time or the machine. A test
//! compares the committed files with what is made here. Next: [`json`] (the schema that everything else
//! is made of), [`asyncapi`], [`typescript`], [`tables`], [`samples`].

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use serde_json::Value;

pub mod asyncapi;
pub mod json;
pub mod samples;
pub mod tables;
pub mod typescript;

/// The command that writes the files anew.
pub const COMMAND: &str = "cargo run -- schema --out proto";

/// All files of the contract: path below the folder, and content. `openapi` describes the HTTP routes.
///
/// # Errors
/// When two types claim one name, or a value cannot be written.
pub fn files(openapi: &utoipa::openapi::OpenApi) -> anyhow::Result<BTreeMap<String, String>> {
    let schema = json::schema()?;
    let samples = samples::all()?;
    let mut files = BTreeMap::new();
    files.insert("asyncapi.json".to_owned(), pretty(&asyncapi::document(&schema, &samples)?)?);
    files.insert("codes.json".to_owned(), pretty(&tables::codes())?);
    files.insert("openapi.json".to_owned(), pretty(openapi)?);
    files.insert("schema.json".to_owned(), pretty(&schema)?);
    files.insert("slapdown.d.ts".to_owned(), typescript::declarations()?);
    for sample in &samples {
        files.insert(format!("samples/{}.json", sample.name), pretty(&sample.frame)?);
    }
    Ok(files)
}

/// Writes `files` into the folder `out`, and takes away samples that are no longer made.
///
/// # Errors
/// When a file cannot be written.
pub fn write(out: &Path, files: &BTreeMap<String, String>) -> anyhow::Result<()> {
    let samples = out.join("samples");
    std::fs::create_dir_all(&samples).with_context(|| format!("cannot make {}", samples.display()))?;
    for entry in std::fs::read_dir(&samples).with_context(|| format!("cannot read {}", samples.display()))? {
        let entry = entry?;
        let name = format!("samples/{}", entry.file_name().to_string_lossy());
        let sample = entry.path().extension().is_some_and(|ending| ending == "json");
        if sample && !files.contains_key(&name) {
            std::fs::remove_file(entry.path()).with_context(|| format!("cannot remove {name}"))?;
        }
    }
    for (name, content) in files {
        let path = out.join(name);
        std::fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// JSON with sorted keys, whatever order the maps in use keep.
fn pretty(value: &impl Serialize) -> anyhow::Result<String> {
    fn sort(value: Value) -> Value {
        match value {
            Value::Object(fields) => {
                let sorted: BTreeMap<_, _> =
                    fields.into_iter().map(|(key, value)| (key, sort(value))).collect();
                sorted.into_iter().collect()
            }
            Value::Array(items) => items.into_iter().map(sort).collect(),
            value => value,
        }
    }
    let mut text = serde_json::to_string_pretty(&sort(serde_json::to_value(value)?))?;
    text.push('\n');
    Ok(text)
}

/// A word of the wire as the name of a type: `create_room` is `CreateRoom`.
fn pascal(word: &str) -> String {
    word.split(['_', '.', '-'])
        .flat_map(|part| {
            let mut letters = part.chars();
            letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters)
        })
        .collect()
}
