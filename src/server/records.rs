//! Results over HTTP: what a guest has played, one game, the leaderboards, and replays. All of it is
//! public to whoever has the id.

use std::io::Read as _;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Site;
use super::api::ApiError;
use super::problem::Problem;
use crate::code;
use crate::games::{GameKind, Side};
use crate::ids::{MatchId, PlayerId};
use crate::limits::{PAGE_LINES, PAGE_LINES_MAX, REPLAY_CHUNK_BYTES, REPLAYS_AT_ONCE};
use crate::rating::{self, Rating};
use crate::replay::keep::{NoReplay, fetch};
use crate::replay::pack::unpacked;
use crate::store::{
    BoardLine, BoardPlace, MatchPerson, MatchPlace, MatchRecord, PersonRecord, RoundRecord, Unavailable,
};

mod page;

use page::Page;

/// Somebody who played.
#[derive(Debug, Serialize, ToSchema)]
struct PlayedBy {
    /// Who.
    #[schema(value_type = String)]
    player: PlayerId,
    /// The name at that time; null once the guest is deleted.
    name: Option<String>,
    /// Whether it is a bot of the table.
    bot: bool,
    /// Whether a bot moved for the person for a while; in a match also where they were gone for a later round.
    stood_in: bool,
    /// What the game did to the rating; null where it did nothing.
    rating: Option<Change>,
}

/// A rating: what leaderboards are ordered by, and what that is made of.
#[derive(Debug, Serialize, ToSchema)]
struct Strength {
    /// Mean less three deviations: what the player very likely has at least. 0 for a newcomer.
    score: f64,
    /// The strength that is most likely; a newcomer's is 25.
    mean: f64,
    /// How far off that may be; a newcomer's is 25/3, and it shrinks with every game.
    deviation: f64,
}

/// A rating before and after a game.
#[derive(Debug, Serialize, ToSchema)]
struct Change {
    /// Before.
    before: Strength,
    /// After.
    after: Strength,
}

/// A side of a game.
#[derive(Debug, Serialize, ToSchema)]
struct PlayedSide {
    /// The side.
    #[schema(value_type = u8)]
    side: Side,
    /// Its rank: the winners have 1, the others follow by their totals; equal sides share a rank, and as
    /// many ranks are left out after it.
    rank: u32,
    /// What it had in the end: points; in Super Rack-O games won.
    total: i64,
    /// Whether it won.
    won: bool,
    /// Everybody who sat there in some round.
    people: Vec<PlayedBy>,
}

/// A game (a match) that is over.
#[derive(Debug, Serialize, ToSchema)]
struct Played {
    /// Its id: `match` in the room.
    #[schema(value_type = String)]
    id: MatchId,
    /// What was played.
    #[schema(value_type = String)]
    game: GameKind,
    /// Rounds that were played.
    rounds: u32,
    /// When it ended, as Unix time in milliseconds.
    ended_unix_ms: u64,
    /// How long it took, in milliseconds; times in which the room slept are left out.
    length_ms: u64,
    /// Why it rates nobody: `bots`, `stood_in` (a bot moved for everybody), `people_changed` or `one_side`;
    /// null if it rates. It does where a bot moved for some: they gain nothing, and can lose.
    unrated: Option<&'static str>,
    /// The sides, by rank and then by number.
    sides: Vec<PlayedSide>,
}

/// A side of a round.
#[derive(Debug, Serialize, ToSchema)]
struct RoundSide {
    /// The side.
    #[schema(value_type = u8)]
    side: Side,
    /// What it got.
    points: i64,
    /// What it had then.
    total: i64,
    /// Who sat there; without ratings.
    people: Vec<PlayedBy>,
}

/// A round of a game.
#[derive(Debug, Serialize, ToSchema)]
struct PlayedRound {
    /// Its number, from 1.
    round: u32,
    /// When it ended, as Unix time in milliseconds.
    ended_unix_ms: u64,
    /// From the deal to the score, in milliseconds.
    length_ms: u64,
    /// The sides, in order.
    sides: Vec<RoundSide>,
}

/// One game.
#[derive(Debug, Serialize, ToSchema)]
struct OneGame {
    /// Its id.
    #[schema(value_type = String)]
    id: MatchId,
    /// Whether it is over; null `result` if not.
    over: bool,
    /// What came of it.
    result: Option<Played>,
    /// The rounds that are over, in order.
    rounds: Vec<PlayedRound>,
}

/// A page of a guest's games, the newest first.
#[derive(Debug, Serialize, ToSchema)]
struct Games {
    /// The games.
    games: Vec<Played>,
    /// What to give as `after` for the next page; null on the last one.
    next: Option<String>,
}

/// A line of a leaderboard.
#[derive(Debug, Serialize, ToSchema)]
struct Ranked {
    /// The rank: 1 and as many as have a higher score.
    rank: u64,
    /// Who.
    #[schema(value_type = String)]
    player: PlayerId,
    /// The name that the guest has now.
    name: String,
    /// The rating.
    rating: Strength,
    /// Rated games played.
    games: u32,
    /// Rated games won.
    wins: u32,
    /// Whether so few games say too little to be relied on.
    provisional: bool,
}

/// A page of a leaderboard, the highest score first; equal scores by the player's id.
#[derive(Debug, Serialize, ToSchema)]
struct Leaderboard {
    /// The game.
    #[schema(value_type = String)]
    game: GameKind,
    /// The lines.
    players: Vec<Ranked>,
    /// What to give as `after` for the next page; null on the last one.
    next: Option<String>,
}

/// What a page may be asked with.
#[derive(Debug, Default)]
struct Asked {
    game: Option<GameKind>,
    after: Option<String>,
    limit: Option<u32>,
}

/// What a guest has played to the end, the newest first. Of a deleted guest the games stay; an id of nobody
/// who is here or has played is `player_not_found`.
#[utoipa::path(get, path = "/api/v1/players/{id}/games",
    params(
        ("id" = String, Path, description = "The guest's public id"),
        ("after" = Option<String>, Query, description = "`next` of the page before"),
        ("limit" = Option<u32>, Query, description = "Games a page, up to 100; 20 without it"),
    ),
    responses(
        (status = 200, body = Games),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn history(
    State(site): State<Arc<Site>>,
    id: Result<Path<Uuid>, axum::extract::rejection::PathRejection>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let Ok(Path(id)) = id else { return Err(ApiError::from(&code::PLAYER_NOT_FOUND)) };
    let asked = read(query.as_deref())?;
    if asked.game.is_some() {
        return Err(ApiError::at(&code::UNKNOWN_FIELD, "game"));
    }
    let page = Page::<MatchPlace>::of(asked.after.as_deref(), asked.limit)?;
    let store = site.api.records();
    let records = store.history(PlayerId(id), page.after, page.fetched()).await.map_err(unavailable)?;
    if records.is_empty() && store.player(PlayerId(id)).await.map_err(unavailable)?.is_none() {
        return Err(ApiError::from(&code::PLAYER_NOT_FOUND));
    }
    let (records, next) = page.cut(records, MatchRecord::place);
    Ok(fresh(Json(Games { games: records.iter().map(played).collect(), next })))
}

/// One game: its rounds, and what came of it once it is over. It is known from the end of its first round
/// on; until then its id is `game_not_found`.
#[utoipa::path(get, path = "/api/v1/games/{id}", params(("id" = String, Path, description = "The game's id")),
    responses(
        (status = 200, body = OneGame),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn game(
    State(site): State<Arc<Site>>,
    id: Result<Path<Uuid>, axum::extract::rejection::PathRejection>,
) -> Result<Response, ApiError> {
    let Ok(Path(id)) = id else { return Err(ApiError::from(&code::GAME_NOT_FOUND)) };
    let store = site.api.records();
    let record = store.match_over(MatchId(id)).await.map_err(unavailable)?;
    let rounds = store.rounds(MatchId(id)).await.map_err(unavailable)?;
    if record.is_none() && rounds.is_empty() {
        return Err(ApiError::from(&code::GAME_NOT_FOUND));
    }
    Ok(fresh(Json(OneGame {
        id: MatchId(id),
        over: record.is_some(),
        result: record.as_ref().map(played),
        rounds: rounds.iter().map(played_round).collect(),
    })))
}

/// The guests who have played rated games, the highest score first.
#[utoipa::path(get, path = "/api/v1/leaderboard",
    params(
        ("game" = String, Query, description = "The game"),
        ("after" = Option<String>, Query, description = "`next` of the page before"),
        ("limit" = Option<u32>, Query, description = "Guests a page, up to 100; 20 without it"),
    ),
    responses(
        (status = 200, body = Leaderboard),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn leaderboard(
    State(site): State<Arc<Site>>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let asked = read(query.as_deref())?;
    let game = asked.game.ok_or_else(|| ApiError::at(&code::MISSING_FIELD, "game"))?;
    let page = Page::<BoardPlace>::of(asked.after.as_deref(), asked.limit)?;
    let store = site.api.records();
    let lines = store.leaderboard(game, page.after, page.fetched()).await.map_err(unavailable)?;
    let (lines, next) = page.cut(lines, BoardLine::place);
    let ranked = |line: BoardLine| Ranked {
        rank: line.rank,
        player: line.player,
        name: line.name,
        rating: strength(line.standing.rating),
        games: line.standing.games,
        wins: line.standing.wins,
        provisional: rating::is_provisional(line.standing.games),
    };
    Ok(fresh(Json(Leaderboard { game, players: lines.into_iter().map(ranked).collect(), next })))
}

/// Replays that are made of the log, or looked through, at once; who comes later waits.
static MAKING: Semaphore = Semaphore::const_new(REPLAYS_AT_ONCE);

/// The replay of a game that is over: NDJSON, as `docs/replay.md` describes it. No chat, no sessions, no
/// addresses. Until the game is over it is `game_not_over`, and in its first round `game_not_found`.
#[utoipa::path(get, path = "/api/v1/games/{id}/replay",
    params(("id" = String, Path, description = "The game's id")),
    responses(
        (status = 200, body = String, content_type = "application/x-ndjson"),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn replay(
    State(site): State<Arc<Site>>,
    id: Result<Path<Uuid>, axum::extract::rejection::PathRejection>,
) -> Result<Response, ApiError> {
    let Ok(Path(id)) = id else { return Err(ApiError::from(&code::GAME_NOT_FOUND)) };
    let match_id = MatchId(id);
    let store = site.api.records();
    let fetched = {
        // Never closed, so that there is always a permit to come.
        let _permit = MAKING.acquire().await;
        // All of it before the first header goes: what breaks off later can no longer be told as an error.
        match fetch(&*store, match_id).await {
            Ok(replay) => replay.checked().await,
            none => none,
        }
    };
    let replay = match fetched {
        Ok(replay) => replay,
        Err(NoReplay::NotOver) => {
            let rounds = store.rounds(match_id).await.map_err(unavailable)?;
            // A game in its first round is as unknown as one that never was: its id tells nothing yet.
            let code = if rounds.is_empty() { &code::GAME_NOT_FOUND } else { &code::GAME_NOT_OVER };
            return Err(ApiError::from(code));
        }
        Err(why @ (NoReplay::Unreadable(_) | NoReplay::Damaged(_))) => {
            tracing::warn!(%match_id, %why, "a game has no replay");
            return Err(ApiError::from(&code::NO_REPLAY));
        }
        Err(NoReplay::Unavailable(why)) => return Err(unavailable(why)),
    };
    let name = format!("attachment; filename=\"slapdown-{match_id}.ndjson\"");
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson".to_owned()),
        // A guest who is deleted takes the name along.
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, Body::from_stream(lines(replay.head, replay.packed))).into_response())
}

/// The lines in chunks, each unpacked when it is sent.
fn lines(head: Bytes, packed: Bytes) -> impl futures_util::Stream<Item = std::io::Result<Bytes>> {
    let rest = unpacked(std::io::Cursor::new(packed));
    stream::unfold((Some(head), rest), |(head, mut rest)| async move {
        if let Some(head) = head {
            return Some((Ok(head), (None, rest)));
        }
        let mut chunk = vec![0; REPLAY_CHUNK_BYTES];
        match rest.read(&mut chunk) {
            Ok(0) => None,
            Ok(count) => {
                chunk.truncate(count);
                Some((Ok(chunk.into()), (None, rest)))
            }
            Err(error) => Some((Err(error), (None, rest))),
        }
    })
}

fn played(record: &MatchRecord) -> Played {
    Played {
        id: record.id,
        game: record.game,
        rounds: record.rounds,
        ended_unix_ms: record.ended_unix_ms,
        length_ms: record.length_ms,
        unrated: record.unrated.map(crate::store::Unrated::name),
        sides: record
            .sides
            .iter()
            .map(|side| PlayedSide {
                side: Side(side.side),
                rank: side.rank,
                total: side.total,
                won: side.won,
                people: side.people.iter().map(played_by).collect(),
            })
            .collect(),
    }
}

fn played_round(round: &RoundRecord) -> PlayedRound {
    PlayedRound {
        round: round.round,
        ended_unix_ms: round.ended_unix_ms,
        length_ms: round.length_ms,
        sides: round
            .sides
            .iter()
            .map(|side| RoundSide {
                side: Side(side.side),
                points: side.points,
                total: side.total,
                people: side.people.iter().map(|person| who(person, None)).collect(),
            })
            .collect(),
    }
}

fn played_by(one: &MatchPerson) -> PlayedBy {
    let change = |(before, after)| Change { before: strength(before), after: strength(after) };
    who(&one.person, one.rated.map(change))
}

fn who(person: &PersonRecord, rating: Option<Change>) -> PlayedBy {
    PlayedBy {
        player: person.player,
        name: Some(person.name.clone()).filter(|name| !name.is_empty()),
        bot: person.bot,
        stood_in: person.stood_in,
        rating,
    }
}

#[expect(clippy::cast_precision_loss, reason = "scores are far below 2^53")]
fn strength(rating: Rating) -> Strength {
    Strength { score: rating.score_milli() as f64 / 1_000.0, mean: rating.mean, deviation: rating.deviation }
}

/// An answer that is asked for anew each time.
fn fresh(answer: impl IntoResponse) -> Response {
    ([(header::CACHE_CONTROL, "no-cache")], answer).into_response()
}

#[expect(clippy::needless_pass_by_value, reason = "its use is in `map_err`")]
fn unavailable(why: Unavailable) -> ApiError {
    tracing::warn!(%why, "results cannot be read");
    ApiError::from(&code::STORAGE_UNAVAILABLE)
}

/// Reads the query: `path` of a fault is the parameter's name, where it can be told.
fn read(query: Option<&str>) -> Result<Asked, ApiError> {
    let uri: axum::http::Uri =
        format!("/?{}", query.unwrap_or_default()).parse().map_err(|_| ApiError::from(&code::BAD_FIELD))?;
    let mut asked = Asked::default();
    let pairs = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(&uri);
    let pairs = pairs.map_err(|_| ApiError::from(&code::BAD_FIELD))?.0;
    for (name, value) in pairs {
        let bad = || ApiError::at(&code::BAD_FIELD, &name);
        let once = match name.as_str() {
            "game" => {
                let game = GameKind::ALL.iter().copied().find(|game| game.name() == value);
                asked.game.replace(game.ok_or_else(bad)?).is_none()
            }
            "after" => asked.after.replace(value).is_none(),
            "limit" => {
                let limit = value.parse().ok().filter(|limit| (1..=PAGE_LINES_MAX).contains(limit));
                asked.limit.replace(limit.ok_or_else(bad)?).is_none()
            }
            _ => return Err(ApiError::at(&code::UNKNOWN_FIELD, &name)),
        };
        if !once {
            return Err(ApiError::at(&code::REPEATED_KEY, &name));
        }
    }
    Ok(asked)
}
