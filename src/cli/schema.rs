//! `slapdown schema --out proto`: writes the contract for those who build clients.

use std::collections::BTreeMap;
use std::path::Path;

use crate::protocol::schema;

/// All files, as they should stand in `proto/`.
///
/// # Errors
/// When a file cannot be made.
pub fn files() -> anyhow::Result<BTreeMap<String, String>> {
    schema::files(&crate::server::http::document())
}

/// Writes the files into `out`.
///
/// # Errors
/// When a file cannot be made or written.
pub fn run(out: &Path) -> anyhow::Result<()> {
    schema::write(out, &files()?)
}
