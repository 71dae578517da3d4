//! The HTTP API: one list of routes from which the `OpenAPI` document is made as well.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::api::{ApiError, RoomFacts};
use super::caller::{bearer, check_origin};
use super::listen::Link;
use super::problem::Problem;
use super::{Site, assets};
use crate::clock::within;
use crate::code;
use crate::games::GameKind;
use crate::ids::{PlayerId, RoomCode};
use crate::limits::{HTTP_BODY_BYTES_MAX, READY_MS};
use crate::protocol::{self, frames, strict};
use crate::room::request::Visibility;
use crate::room::view::RoomPhase;

/// The routes of the API with their descriptions.
pub fn routes() -> OpenApiRouter<Arc<Site>> {
    let info = utoipa::openapi::InfoBuilder::new()
        .title("Slapdown")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "The lobby over HTTP. Playing goes over the WebSocket at /ws; see /api/asyncapi.json. \
             Errors are problem documents (RFC 9457) whose member `code` is stable.",
        ))
        .build();
    let document = utoipa::openapi::OpenApiBuilder::new().info(info).build();
    OpenApiRouter::with_openapi(document)
        .routes(routes!(health))
        .routes(routes!(ready))
        .routes(routes!(version))
        .routes(routes!(super::catalog::catalog))
        .routes(routes!(make_player))
        .routes(routes!(super::players::tell_player))
        .routes(routes!(super::players::delete_player))
        .routes(routes!(make_room, super::rooms::list_rooms))
        .routes(routes!(look_up))
        .routes(routes!(super::records::history))
        .routes(routes!(super::records::game))
        .routes(routes!(super::records::replay))
        .routes(routes!(super::records::leaderboard))
}

/// The `OpenAPI` document of the API.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    routes().into_openapi()
}

/// A short answer of the server about itself.
#[derive(Debug, Serialize, ToSchema)]
struct Health {
    /// `ok`, or what is wrong.
    status: String,
}

/// What runs here.
#[derive(Debug, Serialize, ToSchema)]
struct Build {
    /// Always `slapdown`.
    name: &'static str,
    /// The server's version.
    version: &'static str,
    /// The protocol's number.
    protocol: u32,
    /// One word for the page that is served: another one than that of a page means a newer page.
    page: String,
}

/// Who wants to be a guest.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MakePlayer {
    /// The name; the server proposes one if it is left out.
    name: Option<String>,
}

/// A guest just made.
#[derive(Debug, Serialize, ToSchema)]
struct Player {
    /// The public id.
    #[schema(value_type = String)]
    id: PlayerId,
    /// The name.
    name: String,
    /// The secret that proves to be this guest, for `hello` and for `Authorization: Bearer`. It is shown
    /// this once.
    token: String,
}

/// Which room to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MakeRoom {
    /// The game: `wackee_six` or `super_rack_o`.
    #[schema(value_type = String)]
    game: GameKind,
    /// Options by name, those of the room and those of the game.
    #[serde(default, deserialize_with = "frames::options")]
    #[schema(value_type = Object)]
    options: Map<String, Value>,
    /// `private` (the default) or `public`.
    #[schema(value_type = Option<String>)]
    visibility: Option<Visibility>,
}

/// A room just made.
#[derive(Debug, Serialize, ToSchema)]
struct Room {
    /// The code, for `join_room`.
    #[schema(value_type = String)]
    code: RoomCode,
}

/// What anybody who has the code may know of a room.
#[derive(Debug, Serialize, ToSchema)]
struct Facts {
    /// The code, as the server writes it.
    #[schema(value_type = String)]
    code: RoomCode,
    /// The game.
    #[schema(value_type = String)]
    game: GameKind,
    /// `private` or `public`.
    #[schema(value_type = String)]
    visibility: Visibility,
    /// `lobby`, `playing`, `between` or `over`.
    #[schema(value_type = String)]
    phase: RoomPhase,
    /// Sides of the table.
    sides: u32,
    /// Sides on which somebody sits.
    sides_taken: u32,
    /// Places that nobody sits on: free sides, and those of a partner who is waited for.
    seats_free: u32,
    /// Players, bots left out.
    people: u32,
    /// Spectators.
    spectators: u32,
    /// Whether the host lets nobody else in.
    locked: bool,
    /// Whether somebody more may watch.
    may_watch: bool,
}

impl From<RoomFacts> for Facts {
    fn from(facts: RoomFacts) -> Self {
        Self {
            code: facts.code,
            game: facts.game,
            visibility: facts.visibility,
            phase: facts.phase,
            sides: facts.sides,
            sides_taken: facts.sides_taken,
            seats_free: facts.seats_free,
            people: facts.people,
            spectators: facts.spectators,
            locked: facts.locked,
            may_watch: facts.may_watch,
        }
    }
}

/// Whether the process lives.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = Health)))]
async fn health() -> Json<Health> {
    Json(Health { status: "ok".to_owned() })
}

/// Whether new games may be sent here: not while the server stops, nor while the store cannot write. The
/// answer comes within two seconds.
#[utoipa::path(get, path = "/readyz", responses((status = 200, body = Health), (status = 503, body = Health)))]
async fn ready(State(site): State<Arc<Site>>) -> Response {
    let why_not = if site.shutdown.is_stopping() {
        Some("draining".to_owned())
    } else {
        // A store that is locked says nothing for long, and whoever asks wants to know soon.
        let said = within(&*site.clock, READY_MS, site.api.ready()).await;
        let said = said.unwrap_or_else(|| Err(format!("the store did not answer within {READY_MS} ms")));
        // The reason is for the host: it may hold the names of files.
        said.err().map(|why| {
            tracing::warn!(why, "not ready");
            "storage_unavailable".to_owned()
        })
    };
    let status = if why_not.is_some() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
    (status, Json(Health { status: why_not.unwrap_or_else(|| "ok".to_owned()) })).into_response()
}

/// What runs here.
#[utoipa::path(get, path = "/version", responses((status = 200, body = Build)))]
async fn version() -> Json<Build> {
    Json(Build {
        name: "slapdown",
        version: env!("CARGO_PKG_VERSION"),
        protocol: protocol::VERSION,
        page: assets::assets().build.clone(),
    })
}

/// Makes a guest.
#[utoipa::path(post, path = "/api/v1/players", request_body = MakePlayer, responses(
    (status = 201, body = Player),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn make_player(
    State(site): State<Arc<Site>>,
    Extension(link): Extension<Link>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    check_origin(&site, &headers)?;
    let asked: MakePlayer = read_body(body).await?;
    let address = site.proxies.client(link.peer, &headers);
    let guest = site.api.make_guest(asked.name.as_deref(), address).await?;
    let player = Player { id: guest.player, name: guest.name, token: guest.token };
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, "no-store")], Json(player)).into_response())
}

/// Makes a room. Who made it is not in it before joining.
#[utoipa::path(post, path = "/api/v1/rooms", request_body = MakeRoom,
    params(("Authorization" = String, Header, description = "`Bearer` and the guest's token")),
    responses(
        (status = 201, body = Room),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ))]
async fn make_room(
    State(site): State<Arc<Site>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    check_origin(&site, &headers)?;
    let token = bearer(&headers).ok_or(&code::NO_TOKEN)?.to_owned();
    let asked: MakeRoom = read_body(body).await?;
    let visibility = asked.visibility.unwrap_or(Visibility::Private);
    let code = site.api.make_room(&token, asked.game, asked.options, visibility).await?;
    let location = [(header::LOCATION, format!("/api/v1/rooms/{code}"))];
    Ok((StatusCode::CREATED, location, Json(Room { code })).into_response())
}

/// What anybody who has the code may know of a room. The code may be in any spelling.
#[utoipa::path(get, path = "/api/v1/rooms/{code}", params(("code" = String, Path, description = "The room's code")),
    responses(
        (status = 200, body = Facts),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ))]
async fn look_up(
    State(site): State<Arc<Site>>,
    Extension(link): Extension<Link>,
    headers: HeaderMap,
    code: Result<Path<String>, axum::extract::rejection::PathRejection>,
) -> Result<Response, ApiError> {
    let Ok(Path(code)) = code else { return Err(ApiError::from(&code::ROOM_NOT_FOUND)) };
    let address = site.proxies.client(link.peer, &headers);
    let facts = site.api.look_up(&code, address).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(Facts::from(facts))).into_response())
}

/// The answer at an address without anything.
pub(super) fn nothing_here() -> ApiError {
    ApiError::from(&code::NOT_FOUND)
}

/// The answer to a method that the address does not take.
pub(super) async fn not_that_method() -> ApiError {
    ApiError::from(&code::METHOD_NOT_ALLOWED)
}

/// Reads a body as JSON; none at all is an empty object.
async fn read_body<T: DeserializeOwned>(body: Body) -> Result<T, ApiError> {
    let mut bytes = Vec::new();
    let mut parts = body.into_data_stream();
    while let Some(part) = parts.next().await {
        // The peer went away, or sent something that is not HTTP; nobody reads this answer.
        let part = part.map_err(|_| &code::NOT_JSON)?;
        if bytes.len() + part.len() > HTTP_BODY_BYTES_MAX {
            return Err(ApiError::from(&code::BODY_TOO_LARGE));
        }
        bytes.extend_from_slice(&part);
    }
    if bytes.is_empty() {
        return read_fields(&Vec::new());
    }
    let text = std::str::from_utf8(&bytes).map_err(|_| &code::NOT_JSON)?;
    match strict::read(text) {
        Ok(fields) => read_fields(&fields),
        Err((fault, _)) => Err(ApiError::at(fault.code, &fault.path)),
    }
}

fn read_fields<T: DeserializeOwned>(fields: &strict::Fields<'_>) -> Result<T, ApiError> {
    if fields.iter().any(|(name, _)| name == "type") {
        // A frame has one; nothing here does.
        return Err(ApiError::at(&code::UNKNOWN_FIELD, "type"));
    }
    frames::read(fields, false).map_err(|problem| {
        let detail = serde_json::json!({
            "path": problem.path, "nearest": problem.nearest, "takes": problem.takes,
        });
        ApiError { code: problem.code, retry_after_ms: None, detail: Some(detail) }
    })
}
