//! The page: the same document at `/`, at a room's link and at a replay's; its files, the picture of a
//! room's link, and the documents of the protocol. No data in it.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use sha2::{Digest as _, Sha256};

use super::api::ApiError;
use super::assets::{assets, gzip};
use super::listen::Link;
use super::{Site, http, qr};
use crate::code;
use crate::ids::RoomCode;

/// Nothing comes from elsewhere, no script or style stands in the document itself, no text becomes
/// markup, and no other page shows this one in a frame.
const POLICY: &str = "default-src 'self'; base-uri 'self'; object-src 'none'; form-action 'none'; \
frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// The documents that describe the server.
#[derive(Debug, Clone)]
pub struct Documents {
    openapi: Bytes,
    asyncapi: Bytes,
}

impl Documents {
    /// The `OpenAPI` document comes from the routes, the other ones from `proto/`.
    #[must_use]
    pub fn new(openapi: &utoipa::openapi::OpenApi) -> Self {
        Self {
            openapi: serde_json::to_vec(openapi).unwrap_or_default().into(),
            asyncapi: Bytes::from_static(include_bytes!("../../proto/asyncapi.json")),
        }
    }
}

/// The routes.
pub(super) fn routes(documents: Documents) -> Router<Arc<Site>> {
    let Documents { openapi, asyncapi } = documents;
    Router::new()
        .route("/", get(async |site, link, headers| index(site, link, headers, "./")))
        // Without a code or an id a person is better off on the first screen than with an error in JSON.
        .route("/r", get(async |site, link, headers| index(site, link, headers, "./")))
        .route("/r/", get(async |site, link, headers| index(site, link, headers, "../")))
        .route("/replay", get(async |site, link, headers| index(site, link, headers, "./")))
        .route("/replay/", get(async |site, link, headers| index(site, link, headers, "../")))
        .route("/r/{code}", get(async |site, link, headers| index(site, link, headers, "../")))
        .route("/r/{code}/", get(async |site, link, headers| index(site, link, headers, "../../")))
        .route("/r/{code}/qr.svg", get(picture))
        .route("/replay/{game}", get(async |site, link, headers| index(site, link, headers, "../")))
        .route("/replay/{game}/", get(async |site, link, headers| index(site, link, headers, "../../")))
        .route("/api/openapi.json", get(async move || document(openapi)))
        .route("/api/asyncapi.json", get(async move || document(asyncapi)))
}

/// The document. `root` leads from the asked address to the one of the page's files; all else in it is
/// relative to that, so that the page works below any path of a proxy.
#[expect(clippy::needless_pass_by_value, reason = "what axum hands over")]
fn index(
    State(site): State<Arc<Site>>,
    Extension(link): Extension<Link>,
    headers: HeaderMap,
    root: &str,
) -> Response {
    let assets = assets();
    let Some(asset) = assets.files.get("index.html") else {
        return ApiError::from(&code::NOT_FOUND).into_response();
    };
    let share = site.share.base(&headers, site.proxies.trust(link.peer));
    let text = String::from_utf8_lossy(&asset.plain)
        .replace("{{root}}", root)
        .replace("{{build}}", &assets.build)
        .replace("{{share}}", &share.map(|base| base.to_string()).unwrap_or_default());
    let hash = hex::encode(Sha256::digest(&text));
    let mut response = cached(&headers, asset.kind, &hash, &gzip(text.as_bytes()), &text.clone().into());
    let policy = header::HeaderValue::from_static(POLICY);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// A file of the page, or nothing.
pub(super) async fn file(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let readable = matches!(*request.method(), Method::GET | Method::HEAD);
    match assets().files.get(path).filter(|_| readable && path != "index.html") {
        Some(file) => cached(request.headers(), file.kind, &file.hash, &file.gzip, &file.plain),
        None => http::nothing_here().into_response(),
    }
}

/// The link to a room as a picture.
async fn picture(
    State(site): State<Arc<Site>>,
    Extension(link): Extension<Link>,
    headers: HeaderMap,
    Path(typed): Path<String>,
) -> Response {
    let drawn = typed.parse::<RoomCode>().ok().and_then(|code| {
        let base = site.share.base(&headers, site.proxies.trust(link.peer))?;
        qr::svg(&base.room(&code.to_string()))
    });
    match drawn {
        Some(svg) => ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-store")], svg)
            .into_response(),
        None => ApiError::from(&code::NOT_FOUND).into_response(),
    }
}

/// An answer that a browser keeps and asks about each time: a newer server must not be met by an older
/// page.
fn cached(headers: &HeaderMap, kind: &'static str, hash: &str, packed: &Bytes, plain: &Bytes) -> Response {
    // Weak, as packed and plain say the same in other bytes.
    let tag = format!("W/\"{}\"", &hash[..hash.len().min(32)]);
    let common = [
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag.clone()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if lists(headers, &header::IF_NONE_MATCH, &tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [(header::CONTENT_TYPE, kind)];
    if !packed.is_empty() && lists(headers, &header::ACCEPT_ENCODING, "gzip") {
        return (common, kind, [(header::CONTENT_ENCODING, "gzip")], packed.clone()).into_response();
    }
    (common, kind, plain.clone()).into_response()
}

/// Whether a header with a list has that word, weights left out of account (but for 0, which is a no).
fn lists(headers: &HeaderMap, name: &header::HeaderName, word: &str) -> bool {
    let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|item| {
        let mut parts = item.split(';').map(str::trim);
        parts.next() == Some(word)
            && !parts.any(|part| matches!(part, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

fn document(json: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], json).into_response()
}
