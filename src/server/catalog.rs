//! `GET /api/v1/catalog`: what there is to play, and with which options.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::protocol::catalog::Catalog;

/// The games with their options (type, default, bounds and a sentence each) and bot levels, the options
/// and bounds of every room, and the emotes. The same for everybody as long as the server runs.
#[utoipa::path(get, path = "/api/v1/catalog", responses((status = 200, body = Catalog)))]
pub(super) async fn catalog() -> Response {
    // A newer server may have more to offer.
    ([(header::CACHE_CONTROL, "no-cache")], Json(Catalog::new())).into_response()
}
