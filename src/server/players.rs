//! Guests over HTTP: who somebody is, and how a guest goes for good.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::Site;
use super::api::ApiError;
use super::caller::{bearer, check_origin};
use super::problem::Problem;
use crate::code;
use crate::ids::PlayerId;

/// What anybody may know of a guest.
#[derive(Debug, Serialize, ToSchema)]
struct Guest {
    /// The public id.
    #[schema(value_type = String)]
    id: PlayerId,
    /// The name. Untrusted text: show it as text.
    name: String,
}

/// What anybody may know of a guest.
#[utoipa::path(get, path = "/api/v1/players/{id}", params(("id" = String, Path, description = "The guest's public id")),
    responses(
        (status = 200, body = Guest),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn tell_player(
    State(site): State<Arc<Site>>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    let id = id.ok().and_then(|Path(id)| uuid::Uuid::try_parse(&id).ok()).map(PlayerId);
    let id = id.ok_or(&code::PLAYER_NOT_FOUND)?;
    let name = site.api.player_name(id).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(Guest { id, name })).into_response())
}

/// Takes the guest away: out of the room, with session, token and name. Connections end with 4004. What
/// was played stays, without the name. It cannot be undone.
#[utoipa::path(delete, path = "/api/v1/players/me",
    params(("Authorization" = String, Header, description = "`Bearer` and the guest's token")),
    responses(
        (status = 204, description = "The guest is gone."),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn delete_player(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    check_origin(&site, &headers)?;
    let token = bearer(&headers).ok_or(&code::NO_TOKEN)?;
    site.api.delete_guest(token).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
