//! `slapdown schema --out proto`: writes the contract for those who build clients.

use std::collections::BTreeMap;
use std::path::Path;

use crate::protocol::schema;

/// The HTTP half of the contract. The protocol does not know the routes, so they come in here.
fn openapi() -> utoipa::openapi::OpenApi {
    schema::openapi()
}

/// All files, as they should stand in `proto/`.
///
/// # Errors
/// When a file cannot be made.
pub fn files() -> anyhow::Result<BTreeMap<String, String>> {
    schema::files(&openapi())
}

/// Writes the files into `out`.
///
/// # Errors
/// When a file cannot be made or written.
pub fn run(out: &Path) -> anyhow::Result<()> {
    schema::write(out, &files()?)
}
