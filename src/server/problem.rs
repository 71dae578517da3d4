//! Errors over HTTP: problem documents (RFC 9457) with the codes of the wire.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::api::ApiError;
use crate::code::{self, Code};

/// A problem document.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: `code` says what it is.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The status in words.
    title: &'static str,
    /// The status.
    status: u16,
    /// What happened and what to do, for people.
    detail: &'static str,
    /// The code, for programs.
    code: &'static str,
    /// `no`, `later` or `same`: whether the same request may succeed.
    #[schema(value_type = String)]
    retry: code::Retry,
    /// When to try again, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after_ms: Option<u64>,
    /// More members, as the code defines them: `path` is where a field is wrong.
    #[serde(flatten)]
    #[schema(value_type = Object)]
    more: Map<String, Value>,
}

/// The status that goes with a code.
fn status(code: &Code) -> StatusCode {
    match code.name {
        "no_token" | "bad_token" => StatusCode::UNAUTHORIZED,
        "bad_origin" | "banned" | "not_host" | "room_locked" | "no_spectators" => StatusCode::FORBIDDEN,
        "not_found" | "room_not_found" | "player_not_found" | "game_not_found" | "no_replay" => {
            StatusCode::NOT_FOUND
        }
        "method_not_allowed" => StatusCode::METHOD_NOT_ALLOWED,
        "upgrade_required" => StatusCode::UPGRADE_REQUIRED,
        "timed_out" => StatusCode::REQUEST_TIMEOUT,
        "body_too_large" => StatusCode::PAYLOAD_TOO_LARGE,
        "already_in_room" | "room_full" | "game_not_over" => StatusCode::CONFLICT,
        "too_many_tries" | "too_many_frames" | "too_many_rooms" => StatusCode::TOO_MANY_REQUESTS,
        "internal" | "room_broken" => StatusCode::INTERNAL_SERVER_ERROR,
        "room_busy" | "room_failed" | "storage_unavailable" | "overloaded" | "draining" => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        _ => StatusCode::BAD_REQUEST,
    }
}

impl From<ApiError> for Problem {
    fn from(error: ApiError) -> Self {
        let status = status(error.code);
        let more = match error.detail {
            Some(Value::Object(more)) => more,
            _ => Map::new(),
        };
        // The members above have their names; nothing a code defines takes them.
        let taken = ["type", "title", "status", "detail", "code", "retry", "retry_after_ms"];
        Self {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: error.code.message,
            code: error.code.name,
            retry: error.code.retry,
            retry_after_ms: error.retry_after_ms,
            more: more
                .into_iter()
                .filter(|(name, value)| !value.is_null() && !taken.contains(&name.as_str()))
                .collect(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = (status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(ms) = self.retry_after_ms {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(ms.div_ceil(1_000)));
        }
        response
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        Problem::from(self).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_problem_has_the_members_of_the_standard_and_ours() {
        let error = ApiError {
            code: &code::TOO_MANY_TRIES,
            retry_after_ms: Some(1_001),
            detail: Some(serde_json::json!({ "path": "name", "status": 200 })),
        };
        let response = error.into_response();
        assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(response.headers()[header::RETRY_AFTER], "2");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/problem+json");
        let body = axum::body::to_bytes(response.into_body(), 4_096).await.expect("a body");
        let problem: Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!(problem["code"], "too_many_tries");
        assert_eq!(problem["status"], 429);
        assert_eq!(problem["retry"], "same");
        assert_eq!(problem["path"], "name");
        assert_eq!(problem["type"], "about:blank");
    }
}
