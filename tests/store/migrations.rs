//! Shipped migrations never change by a byte.

use std::path::Path;

use sha2::{Digest, Sha256};
use slapdown::store::{postgres, sqlite};

/// The SHA-256 of each file that was ever shipped, for SQLite. Lines are added here, never changed.
const SQLITE: &[(&str, &str)] = &[
    ("0001_first.sql", "5fed8e572198e17eb5361e698f5201429f40f83a16a3d1a5b7de0ea1583d502c"),
    ("0002_unused.sql", "b539ffcd62032c447689f101b1e1ef0d6a0cd47aa7f19489cde0f694e5fd29ff"),
    ("0003_results.sql", "f42a4442fd352661686ba250dbddaf943ab8c464feae6298c9e4c41fd5dac046"),
    ("0004_parts.sql", "5c18b60135cadefaaf4c75d2ae4943f6cf419babd1b7fb138e465dec97ed25f7"),
];

/// The same for PostgreSQL.
const POSTGRES: &[(&str, &str)] = &[
    ("0001_first.sql", "ec5b1c980b14cdaa783b61009c5f11586cc5d32a44a6b7d9fb8130ef1325fb54"),
    ("0002_unused.sql", "db67c173daa5940dbbea7b6585dde0fa6b774ef43f7a47c9c495b21859e39b48"),
    ("0003_results.sql", "c790d51256c94873f66716d65c152b5736cf34d3a4fb2c553d9883426dcde5ad"),
    ("0004_parts.sql", "5c18b60135cadefaaf4c75d2ae4943f6cf419babd1b7fb138e465dec97ed25f7"),
];

#[test]
fn shipped_migrations_are_as_they_were() {
    as_they_were("sqlite", SQLITE, sqlite::MIGRATIONS);
    as_they_were("postgres", POSTGRES, postgres::MIGRATIONS);
}

/// A change of one database is a change of the other, under the same number.
#[test]
fn both_databases_have_the_same_migrations() {
    let names = |migrations: &[(i64, &'static str, &str)]| {
        migrations.iter().map(|(version, name, _)| (*version, *name)).collect::<Vec<_>>()
    };
    assert_eq!(names(sqlite::MIGRATIONS), names(postgres::MIGRATIONS));
}

fn as_they_were(database: &str, shipped: &[(&str, &str)], migrations: &[(i64, &str, &str)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(database);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the migrations")
        .map(|file| file.expect("a file").file_name().into_string().expect("a name that is text"))
        .collect();
    files.sort();
    let names: Vec<_> = shipped.iter().map(|(name, _)| *name).collect();
    assert_eq!(files, names, "{database}: a new migration needs a line here and one in MIGRATIONS");
    assert_eq!(migrations.len(), shipped.len());
    for ((file, sum), (version, name, text)) in shipped.iter().zip(migrations) {
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
