//! What stands around the handlers: the time a request may take, headers of every answer, pages of
//! other hosts, panics.

use std::any::Any;
use std::sync::Arc;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Site;
use super::api::ApiError;
use crate::clock::within;
use crate::code;
use crate::limits::{HTTP_BODY_BYTES_MAX, HTTP_REQUEST_MS};

/// Answers in time, or says that it could not. A body that is announced as too large is not read.
pub(super) async fn in_time(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > HTTP_BODY_BYTES_MAX as u64) {
        return ApiError::from(&code::BODY_TOO_LARGE).into_response();
    }
    within(&*site.clock, HTTP_REQUEST_MS, next.run(request))
        .await
        .unwrap_or_else(|| ApiError::from(&code::TIMED_OUT).into_response())
}

/// Headers of every answer, and the answer to a browser that asks whether a page of another host may.
pub(super) async fn every_request(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let origin = site.origins.configured(request.headers()).cloned();
    let asks = request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    // A template, never the address itself: that may hold a room's code.
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let method = request.method().clone();
    let mut response = if asks && origin.is_some() {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.run(request).await
    };
    let status = response.status().as_u16();
    tracing::debug!(%method, route = route.as_deref().unwrap_or("none"), status, "request");
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    if let Some(origin) = origin {
        if asks {
            set(header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE");
            set(header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type");
            set(header::ACCESS_CONTROL_MAX_AGE, "600");
        }
        set(header::ACCESS_CONTROL_EXPOSE_HEADERS, "retry-after");
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.append(header::VARY, HeaderValue::from_static("origin"));
    }
    response
}

/// The answer of a handler that panicked. The panic itself is in the log already.
pub(super) fn on_panic(_: Box<dyn Any + Send>) -> Response {
    ApiError::from(&code::INTERNAL).into_response()
}
