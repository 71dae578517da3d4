//! The page's files, out of `web/`: in the binary of a release build, read from disk at each request in a
//! debug build (so that the page can be worked on without compiling).

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

/// The files. What only the type checker reads is left out.
#[derive(RustEmbed)]
#[folder = "web/"]
#[exclude = "*.d.ts"]
struct Web;

/// One file.
#[derive(Debug, Clone)]
pub struct Asset {
    /// As it is.
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
    static ONCE: LazyLock<Arc<Assets>> = LazyLock::new(|| Arc::new(Assets::read()));
    if cfg!(debug_assertions) { Arc::new(Assets::read()) } else { Arc::clone(&ONCE) }
}

impl Assets {
    fn read() -> Self {
        let mut all = Sha256::new();
        let mut files = BTreeMap::new();
        for path in Web::iter() {
            let Some(file) = Web::get(&path) else { continue };
            let plain = Bytes::from(file.data.into_owned());
            let hash = hex::encode(file.metadata.sha256_hash());
            all.update(path.as_bytes());
            all.update(hash.as_bytes());
            let asset = Asset { gzip: gzip(&plain), plain, kind: kind(&path), hash };
            files.insert(path.into_owned(), asset);
        }
        let mut build = hex::encode(all.finalize());
        build.truncate(12);
        Self { files, build }
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
