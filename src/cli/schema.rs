//! `slapdown schema --out proto`: writes the contract for those who build clients.

use std::path::Path;

use crate::protocol::schema;

/// Writes the files into `out`.
///
/// # Errors
/// When a file cannot be written.
pub fn run(out: &Path) -> anyhow::Result<()> {
    schema::write(out, &schema::openapi())
}
