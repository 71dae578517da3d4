//! The page's files, out of `web/`: in the binary of a release build, read from disk at each request in a
//! debug build (so that the page can be worked on without compiling).

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

use super::lean::lean;

/// The files. What only the type checker reads is left out.
#[derive(RustEmbed)]
#[folder = "web/"]
#[exclude = "*.d.ts"]
struct Web;

/// One file.
#[derive(Debug, Clone)]
pub struct Asset {
    /// As it is sent.
    pub plain: Bytes,
    /// The same, for who takes gzip.
    pub gzip: Bytes,
    /// Its media type.
    pub kind: &'static str,
    /// SHA-256 of what it says, in hex.
    pub hash: String,
}

/// All files, by their paths below `web/`.
#[derive(Debug, Default)]
pub struct Assets {
    /// By path, like `parts/el.js`.
    pub files: BTreeMap<String, Asset>,
    /// One word for all of them together: an old page sees by it that a newer one is served.
    pub build: String,
}

/// The files as they are now.
#[must_use]
pub fn assets() -> Arc<Assets> {
    static KEPT: Mutex<Option<Arc<Assets>>> = Mutex::new(None);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(kept) = kept.as_ref().filter(|kept| !cfg!(debug_assertions) || kept.build == build()) {
        return Arc::clone(kept);
    }
    Arc::clone(kept.insert(Arc::new(Assets::read())))
}

/// One word for all files together.
fn build() -> String {
    let mut all = Sha256::new();
    let mut files: Vec<_> =
        Web::iter().filter_map(|path| Some((Web::get(&path)?.metadata.sha256_hash(), path))).collect();
    files.sort_by(|a, b| a.1.cmp(&b.1));
    for (hash, path) in files {
        all.update(path.as_bytes());
        all.update(hash);
    }
    let mut build = hex::encode(all.finalize());
    build.truncate(12);
    build
}

impl Assets {
    fn read() -> Self {
        let mut files = BTreeMap::new();
        for path in Web::iter() {
            let Some(file) = Web::get(&path) else { continue };
            let plain = match std::str::from_utf8(&file.data) {
                Ok(text) => Bytes::from(lean(&path, text)),
                Err(_) => Bytes::from(file.data.into_owned()),
            };
            let hash = hex::encode(Sha256::digest(&plain));
            let asset = Asset { gzip: gzip(&plain), plain, kind: kind(&path), hash };
            files.insert(path.into_owned(), asset);
        }
        Self { files, build: build() }
    }
}

/// Packs `plain`. Empty if that fails, which means: not to be had.
#[must_use]
pub fn gzip(plain: &[u8]) -> Bytes {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(plain).and_then(|()| encoder.finish()).map(Bytes::from).unwrap_or_default()
}

/// The media type that goes with a file's ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
