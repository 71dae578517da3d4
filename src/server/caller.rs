//! Who asks: from which page, and with which guest's token.

use axum::http::{HeaderMap, header};

use super::Site;
use super::api::ApiError;
use crate::code;

/// Refuses what a page of another host asks for, unless it is allowed.
pub(super) fn check_origin(site: &Site, headers: &HeaderMap) -> Result<(), ApiError> {
    site.origins.check(headers).map_err(|origin| {
        // Debug output escapes what a stranger put into the header.
        tracing::warn!(
            ?origin,
            "refused a page of another origin; --allow-origin (SLAPDOWN_ALLOW_ORIGIN) lets it in"
        );
        ApiError::from(&code::BAD_ORIGIN)
    })
}

/// The token of a request.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}
