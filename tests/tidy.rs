//! What no lint says: which way imports point, how long a file may be, and what the text may not hold.

#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};

/// Lines of a file of the library beyond which it probably holds two concepts.
const LINES_MAX: usize = 700;

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the project") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "nothing in {folder}");
    found.sort();
    found
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a text file")
}

/// The code of a file without its tests.
fn code(path: &Path) -> String {
    let text = text(path);
    text.split("#[cfg(test)]").next().unwrap_or_default().to_owned()
}

/// Asserts that the files of a layer name none of `never`.
fn never(layer: &str, never: &[&str]) {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(format!("{layer}.rs"));
    let mut paths = files(&format!("src/{layer}"), ".rs");
    paths.push(own);
    for path in paths {
        for (number, line) in code(&path).lines().enumerate() {
            let line = line.split("//").next().unwrap_or_default();
            for word in never {
                assert!(
                    !line.contains(word),
                    "{}:{}: {layer} must not use {word}",
                    path.display(),
                    number + 1
                );
            }
        }
    }
}

#[test]
fn imports_point_one_way() {
    let shell = ["crate::server", "crate::app", "crate::cli", "crate::config", "crate::telemetry"];
    let rules =
        ["tokio", "tracing", "async ", "Instant", "HashMap", "HashSet", "crate::room", "crate::store"];
    never("games", &[&rules[..], &shell, &["crate::lobby", "crate::protocol", "crate::clock"]].concat());
    never("room", &[&shell[..], &["crate::lobby", "crate::protocol", "sqlx", "axum"]].concat());
    never("replay", &[&shell[..], &["crate::lobby", "crate::protocol", "sqlx", "axum"]].concat());
    never("store", &[&shell[..], &["crate::lobby", "crate::protocol", "crate::room", "axum"]].concat());
    never("protocol", &[&shell[..], &["crate::lobby", "crate::store", "axum", "tokio"]].concat());
    never("lobby", &[&shell[..], &["axum", "sqlx"]].concat());
    never("server", &["crate::app", "crate::cli", "crate::config", "sqlx"]);
}

#[test]
fn files_stay_small_and_say_what_they_are() {
    for path in files("src", ".rs") {
        let text = text(&path);
        let lines = text.lines().count();
        assert!(lines <= LINES_MAX, "{}: {lines} lines", path.display());
        assert!(text.starts_with("//!"), "{} does not say what it is", path.display());
    }
}

#[test]
fn the_bounds_are_used() {
    let all: String = files("src", ".rs")
        .iter()
        .filter(|path| !path.ends_with("limits.rs"))
        .map(|path| text(path))
        .collect();
    let limits = text(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/limits.rs"));
    for line in limits.lines() {
        let Some(name) = line.strip_prefix("pub const ").and_then(|rest| rest.split(':').next()) else {
            continue;
        };
        assert!(all.contains(name), "{name} bounds nothing");
    }
}

#[test]
fn documents_name_files_that_are_there() {
    for document in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for word in text(&root.join(document)).split('`') {
            let is_path = ["src/", "tests/", "docs/", "scripts/", "proto/", "migrations/"]
                .iter()
                .any(|folder| word.starts_with(folder));
            if is_path && !word.contains([' ', '*', '<', '{']) {
                assert!(root.join(word).exists(), "{document} names {word}, which is not there");
            }
        }
    }
}
