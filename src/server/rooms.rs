//! `GET /api/v1/rooms`: the public list, in parts.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::Site;
use super::api::ApiError;
use super::problem::Problem;
use crate::code;
use crate::games::GameKind;
use crate::protocol::rooms::RoomsPage;

/// The public rooms in which people are, the newest first.
#[utoipa::path(get, path = "/api/v1/rooms",
    params(
        ("game" = Option<String>, Query, description = "Only rooms of that game: `wackee_six` or `super_rack_o`"),
        ("after" = Option<String>, Query, description = "The `next` of the part before"),
    ),
    responses(
        (status = 200, body = RoomsPage),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn list_rooms(
    State(site): State<Arc<Site>>,
    query: Result<Query<Vec<(String, String)>>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(fields) = query.map_err(|_| ApiError::from(&code::BAD_FIELD))?;
    let (mut game, mut after) = (None, None);
    for (name, value) in fields {
        let once = match name.as_str() {
            "game" => {
                let known = GameKind::ALL.iter().copied().find(|game| game.name() == value);
                game.replace(known.ok_or_else(|| ApiError::at(&code::BAD_FIELD, "game"))?).is_none()
            }
            "after" => after.replace(value).is_none(),
            other => return Err(ApiError::at(&code::UNKNOWN_FIELD, other)),
        };
        if !once {
            return Err(ApiError::at(&code::REPEATED_KEY, &name));
        }
    }
    let page = site.api.list_rooms(game, after.as_deref())?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(page)).into_response())
}
