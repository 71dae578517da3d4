//! What is served as it is: the start page and the documents of the protocol. No data in it.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::Site;

/// The start page.
const INDEX: &str = include_str!("../../web/index.html");

/// Nothing runs, nothing is fetched, no other page shows this one in a frame.
const POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
        .route("/", get(index))
        .route("/api/openapi.json", get(async move || document(openapi)))
        .route("/api/asyncapi.json", get(async move || document(asyncapi)))
}

async fn index() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        // A newer server must not be met by an older page.
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, INDEX).into_response()
}

fn document(json: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], json).into_response()
}
