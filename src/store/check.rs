//! What every store asks of a batch before it touches the database: numbers that fit, parts that agree.
//!
//! A batch that fails here fails alone and for a reason that names the row, where the database would only
//! name a constraint and take the whole commit with it.

use std::fmt::Display;

use super::{Append, Entry, SessionChange, Unavailable};

/// Whether the batch can be kept at all.
///
/// # Errors
/// Names table, column and row of what cannot.
pub(super) fn check(append: &Append) -> Result<(), Unavailable> {
    let (room, row) = (append.room, &append.row);
    number("log", "epoch", room, append.epoch)?;
    number("log", "last_seq", room, row.last_seq)?;
    if row.first_seq == 0 || row.first_seq > row.last_seq {
        let why = format!("{} to {} is no run of events", row.first_seq, row.last_seq);
        return Err(bad("log", "first_seq", room, why));
    }
    if let Some(new) = append.new_room {
        number("rooms", "made_unix_ms", room, new.made_unix_ms)?;
        if row.first_seq != 1 {
            return Err(bad(
                "log",
                "first_seq",
                room,
                format!("a new room begins at 1, not {}", row.first_seq),
            ));
        }
    }
    for change in &append.sessions {
        match change {
            SessionChange::Enter { player, mark, entry: Entry { id, .. }, .. }
            | SessionChange::Leave { player, asked: Some((_, mark, Entry { id, .. })), .. } => {
                number("sessions", "mark", player, *mark)?;
                number("sessions", "entry_id", player, *id)?;
            }
            SessionChange::Leave { asked: None, .. } | SessionChange::Rename { .. } => {}
        }
    }
    for record in &append.matches {
        let name = record.id;
        number("matches", "ended_unix_ms", name, record.ended_unix_ms)?;
        number("matches", "length_ms", name, record.length_ms)?;
        if record.events.0 > record.events.1 || record.events.1 > row.last_seq {
            let (first, last) = record.events;
            return Err(bad("matches", "last_seq", name, format!("{first} to {last} ends after the row")));
        }
        for (place, side) in record.sides.iter().enumerate() {
            if record.sides[..place].iter().any(|other| other.side == side.side) {
                return Err(bad("match_sides", "side", name, format!("side {} is there twice", side.side)));
            }
        }
    }
    for round in &append.rounds {
        let name = format!("{} round {}", round.match_id, round.round);
        number("rounds", "ended_unix_ms", &name, round.ended_unix_ms)?;
        number("rounds", "length_ms", &name, round.length_ms)?;
        for (place, side) in round.sides.iter().enumerate() {
            if round.sides[..place].iter().any(|other| other.side == side.side) {
                return Err(bad("round_sides", "side", name, format!("side {} is there twice", side.side)));
            }
        }
        for winner in &round.winners {
            if !round.sides.iter().any(|side| side.side == *winner) {
                return Err(bad("round_sides", "won", name, format!("side {winner} won but did not play")));
            }
        }
    }
    Ok(())
}

/// Databases count to 2^63 only.
///
/// # Errors
/// Names table, column and row of a number beyond that.
pub(super) fn number(table: &str, column: &str, row: impl Display, value: u64) -> Result<i64, Unavailable> {
    i64::try_from(value).map_err(|_| bad(table, column, row, format!("{value} is too large to be kept")))
}

/// The error for a value that cannot be kept or read.
pub(super) fn bad(table: &str, column: &str, row: impl Display, why: impl Display) -> Unavailable {
    Unavailable(format!("table {table}, column {column}, row {row}: {why}"))
}

/// The error for a row that does not follow the last one.
pub(super) fn gap(room: impl Display, first: u64, last: u64) -> Unavailable {
    bad("log", "first_seq", room, format!("{first} does not follow {last}, the last event that is kept"))
}

/// The error for a claim of a room that is not there.
pub(super) fn no_room(room: impl Display) -> Unavailable {
    Unavailable(format!("there is no room {room}"))
}

/// The error for a guest whose id or token is another's.
pub(super) fn other_player(player: impl Display) -> Unavailable {
    bad("players", "token_hash", player, "the id or the token is another guest's")
}
