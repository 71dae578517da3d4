//! What rows of the tables say, whichever database they come from. The columns have the same names in both.

use bytes::Bytes;
use uuid::Uuid;

use super::cells::{Cells, Row};
use super::{
    BoardLine, Entry, KeptReplay, LogRow, MatchPerson, MatchRecord, MatchSide, PersonRecord, PlayerRecord,
    RoomRecord, RoundRecord, SessionRecord, SideRecord, Standing, Unavailable, Unrated,
};
use crate::ids::{MatchId, PlayerId, RoomCode, RoomId, SessionId};
use crate::rating::Rating;

/// A room: `id`, `game`, `broken`.
pub(super) fn room<'r>(row: impl Into<Row<'r>>, code: RoomCode) -> Result<RoomRecord, Unavailable> {
    let cells = Cells::new(row, "rooms", &code);
    let (id, game, broken) = (cells.get("id").map(RoomId)?, cells.get("game")?, cells.get("broken")?);
    Ok(RoomRecord { id, code, game, broken })
}

/// A room that nobody uses: `id`, `code`.
pub(super) fn unused_room<'r>(row: impl Into<Row<'r>>) -> Result<(RoomId, RoomCode), Unavailable> {
    let cells = Cells::new(row, "rooms", &"unused");
    let code: &str = cells.get("code")?;
    let code = code.parse().map_err(|error| cells.bad("code", error))?;
    Ok((cells.get("id").map(RoomId)?, code))
}

/// The epoch that a claim took: `epoch`.
pub(super) fn epoch<'r>(row: impl Into<Row<'r>>, room: RoomId) -> Result<u64, Unavailable> {
    Cells::new(row, "rooms", &room).u64("epoch")
}

/// A snapshot and the number of the last event in it: `seq`, `body`.
pub(super) fn snapshot<'r>(row: impl Into<Row<'r>>, room: RoomId) -> Result<(u64, Bytes), Unavailable> {
    let cells = Cells::new(row, "snapshots", &room);
    Ok((cells.u64("seq")?, cells.bytes("body")?))
}

/// A row of a room's log.
pub(super) fn log_row<'r>(row: impl Into<Row<'r>>, room: RoomId) -> Result<LogRow, Unavailable> {
    let cells = Cells::new(row, "log", &room);
    Ok(LogRow {
        first_seq: cells.u64("first_seq")?,
        last_seq: cells.u64("last_seq")?,
        rules: cells.number("rules")?,
        body: cells.bytes("body")?,
    })
}

/// A guest.
pub(super) fn player<'r>(row: impl Into<Row<'r>>) -> Result<PlayerRecord, Unavailable> {
    let row = row.into();
    let id = player_id(row)?;
    let cells = Cells::new(row, "players", &id);
    Ok(PlayerRecord {
        id,
        name: cells.get("name")?,
        token_hash: cells
            .get::<&[u8]>("token_hash")?
            .try_into()
            .map_err(|_| cells.bad("token_hash", "not 32 bytes"))?,
        seen_unix_ms: cells.u64("seen_unix_ms")?,
    })
}

/// A session.
pub(super) fn session<'r>(row: impl Into<Row<'r>>, player: PlayerId) -> Result<SessionRecord, Unavailable> {
    let cells = Cells::new(row, "sessions", &player);
    let answer: Option<String> = cells.get("entry_answer")?;
    let entry = match answer {
        Some(answer) => Some(Entry { id: cells.u64("entry_id")?, answer }),
        None => None,
    };
    Ok(SessionRecord {
        id: cells.get("id").map(SessionId)?,
        player,
        room: cells.code("room")?,
        mark: cells.u64("mark")?,
        entry,
        full_updates: cells.get("full_updates")?,
        seen_unix_ms: cells.u64("seen_unix_ms")?,
    })
}

/// A guest's `id`.
pub(super) fn player_id<'r>(row: impl Into<Row<'r>>) -> Result<PlayerId, Unavailable> {
    Cells::new(row, "players", &"?").get::<Uuid>("id").map(PlayerId)
}

/// A row of the log that holds events of a match: as [`log_row`], with its `room`.
pub(super) fn log_row_of<'r>(row: impl Into<Row<'r>>, match_id: MatchId) -> Result<LogRow, Unavailable> {
    let row = row.into();
    let room = Cells::new(row, "log", &match_id).get("room").map(RoomId)?;
    log_row(row, room)
}

/// A kept replay: `format`, `body`.
pub(super) fn kept_replay<'r>(row: impl Into<Row<'r>>, match_id: MatchId) -> Result<KeptReplay, Unavailable> {
    let cells = Cells::new(row, "replays", &match_id);
    Ok(KeptReplay { format: cells.number("format")?, body: cells.bytes("body")? })
}

/// A round, as yet without its sides.
pub(super) fn round<'r>(row: impl Into<Row<'r>>, match_id: MatchId) -> Result<RoundRecord, Unavailable> {
    let cells = Cells::new(row, "rounds", &match_id);
    Ok(RoundRecord {
        match_id,
        round: cells.number("round")?,
        game: cells.game("game")?,
        rules: cells.number("rules")?,
        ended_unix_ms: cells.u64("ended_unix_ms")?,
        length_ms: cells.u64("length_ms")?,
        sides: Vec::new(),
        winners: Vec::new(),
    })
}

/// Adds a side to its round, as yet without its people.
pub(super) fn add_side<'r>(row: impl Into<Row<'r>>, round: &mut RoundRecord) -> Result<(), Unavailable> {
    let match_id = round.match_id;
    let cells = Cells::new(row, "round_sides", &match_id);
    let side = cells.number("side")?;
    if cells.get("won")? {
        round.winners.push(side);
    }
    let (points, total) = (cells.get("points")?, cells.get("total")?);
    round.sides.push(SideRecord { side, points, total, people: Vec::new() });
    Ok(())
}

/// Adds somebody to a side of the round.
pub(super) fn add_person<'r>(row: impl Into<Row<'r>>, round: &mut RoundRecord) -> Result<(), Unavailable> {
    let match_id = round.match_id;
    let cells = Cells::new(row, "round_players", &match_id);
    let number: u8 = cells.number("side")?;
    let side = round.sides.iter_mut().find(|side| side.side == number);
    let side = side.ok_or_else(|| cells.bad("side", format!("round has no side {number}")))?;
    side.people.push(person(&cells)?);
    Ok(())
}

fn person(cells: &Cells<'_, '_>) -> Result<PersonRecord, Unavailable> {
    Ok(PersonRecord {
        player: cells.get("player").map(PlayerId)?,
        name: cells.get("name")?,
        bot: cells.get("bot")?,
        stood_in: cells.get("stood_in")?,
    })
}

/// A match that is over, as yet without its sides.
pub(super) fn match_record<'r>(row: impl Into<Row<'r>>) -> Result<MatchRecord, Unavailable> {
    let row = row.into();
    let id = Cells::new(row, "matches", &"?").get("id").map(MatchId)?;
    let cells = Cells::new(row, "matches", &id);
    let unrated: Option<&str> = cells.get("unrated")?;
    let known = |name: &str| Unrated::ALL.into_iter().find(|why| why.name() == name);
    let unrated = match unrated {
        Some(name) => Some(known(name).ok_or_else(|| cells.bad("unrated", format!("{name} is not known")))?),
        None => None,
    };
    Ok(MatchRecord {
        id,
        game: cells.game("game")?,
        rules: cells.number("rules")?,
        events: (cells.u64("first_seq")?, cells.u64("last_seq")?),
        rounds: cells.number("rounds")?,
        ended_unix_ms: cells.u64("ended_unix_ms")?,
        length_ms: cells.u64("length_ms")?,
        unrated,
        sides: Vec::new(),
    })
}

/// Adds a side to its match, as yet without its people.
pub(super) fn add_match_side<'r>(
    row: impl Into<Row<'r>>,
    record: &mut MatchRecord,
) -> Result<(), Unavailable> {
    let id = record.id;
    let cells = Cells::new(row, "match_sides", &id);
    record.sides.push(MatchSide {
        side: cells.number("side")?,
        rank: cells.number("rank")?,
        total: cells.get("total")?,
        won: cells.get("won")?,
        people: Vec::new(),
    });
    Ok(())
}

/// Adds somebody to a side of the match.
pub(super) fn add_match_person<'r>(
    row: impl Into<Row<'r>>,
    record: &mut MatchRecord,
) -> Result<(), Unavailable> {
    let id = record.id;
    let cells = Cells::new(row, "match_players", &id);
    let number: u8 = cells.number("side")?;
    let side = record.sides.iter_mut().find(|side| side.side == number);
    let side = side.ok_or_else(|| cells.bad("side", format!("the match has no side {number}")))?;
    let rating = |mean: &str, deviation: &str| -> Result<Option<Rating>, Unavailable> {
        let (mean, deviation): (Option<f64>, Option<f64>) = (cells.get(mean)?, cells.get(deviation)?);
        Ok(mean.zip(deviation).map(|(mean, deviation)| Rating { mean, deviation }))
    };
    let rated = rating("mean_before", "deviation_before")?.zip(rating("mean_after", "deviation_after")?);
    side.people.push(MatchPerson { person: person(&cells)?, rated });
    Ok(())
}

/// A line of a leaderboard.
pub(super) fn board_line<'r>(row: impl Into<Row<'r>>) -> Result<BoardLine, Unavailable> {
    let cells = Cells::new(row, "ratings", &"?");
    Ok(BoardLine {
        rank: cells.u64("rank")?,
        player: cells.get("player").map(PlayerId)?,
        name: cells.get("name")?,
        standing: adds_up(&cells)?,
    })
}

/// What a guest's rated matches of a game add up to.
pub(super) fn standing<'r>(row: impl Into<Row<'r>>, player: PlayerId) -> Result<Standing, Unavailable> {
    adds_up(&Cells::new(row, "ratings", &player))
}

fn adds_up(cells: &Cells<'_, '_>) -> Result<Standing, Unavailable> {
    let rating = Rating { mean: cells.get("mean")?, deviation: cells.get("deviation")? };
    Ok(Standing { rating, games: cells.number("games")?, wins: cells.number("wins")? })
}
