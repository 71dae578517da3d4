//! The wire contract, checked from outside: what the server reads, what it writes, and that `proto/`
//! says both truly.

#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod bad_frames;
mod contract;
mod events;
mod mutants;
mod never_panics;
mod pinned;

use std::path::PathBuf;

use jsonschema::Validator;
use serde_json::Value;
use slapdown::protocol::schema::{json, samples};

/// The folder of the contract.
fn proto() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("proto")
}

fn samples() -> Vec<samples::Sample> {
    samples::all().expect("samples")
}

/// Checks frames against one definition.
struct Checker {
    schema: Value,
}

impl Checker {
    fn new() -> Self {
        Self { schema: json::schema().expect("a schema") }
    }

    fn of(&self, definition: &str) -> Validator {
        let schema = json::only(&self.schema, definition);
        // Formats are notes by default; the server does refuse a player that is no UUID.
        jsonschema::draft202012::options()
            .should_validate_formats(true)
            .build(&schema)
            .expect("a valid schema")
    }
}
