//! Shipped migrations never change by a byte.

use std::path::Path;

use sha2::{Digest, Sha256};
use slapdown::store::sqlite::MIGRATIONS;

/// The SHA-256 of each file that was ever shipped. Lines are added here, never changed.
const SHIPPED: &[(&str, &str)] = &[
    ("0001_first.sql", "5fed8e572198e17eb5361e698f5201429f40f83a16a3d1a5b7de0ea1583d502c"),
    ("0003_results.sql", "f42a4442fd352661686ba250dbddaf943ab8c464feae6298c9e4c41fd5dac046"),
];

#[test]
fn shipped_migrations_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the migrations")
        .map(|file| file.expect("a file").file_name().into_string().expect("a name that is text"))
        .collect();
    files.sort();
    let names: Vec<_> = SHIPPED.iter().map(|(name, _)| *name).collect();
    assert_eq!(files, names, "a new migration needs a line in SHIPPED and one in MIGRATIONS");
    assert_eq!(MIGRATIONS.len(), SHIPPED.len());
    for ((file, sum), (version, name, text)) in SHIPPED.iter().zip(MIGRATIONS) {
        assert_eq!(*file, format!("{version:04}_{name}.sql"));
        let bytes = std::fs::read(folder.join(file)).expect("a migration");
        assert_eq!(text.as_bytes(), bytes);
        assert!(!bytes.contains(&b'\r'), "{file}: line endings are LF (.gitattributes)");
        assert_eq!(
            hex::encode(Sha256::digest(&bytes)),
            *sum,
            "{file} has changed: write a new migration instead"
        );
    }
}
