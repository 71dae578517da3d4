//! What the database keeps of a room, read after the process has ended: the truth behind the frames.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use sqlx::Connection as _;

use super::binary::Binary;
use super::card::number;
use crate::postgres::Database;

/// All rows of all rooms, as they were written.
pub async fn rows(data: &Path) -> Vec<(u64, u64, Value)> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(data.join("slapdown.db"));
    let mut database = sqlx::SqliteConnection::connect_with(&options).await.expect("the database");
    let rows = sqlx::query_as(ROWS).fetch_all(&mut database).await.expect("the log");
    parsed(rows)
}

/// The same of a PostgreSQL database.
pub async fn rows_in(database: &Database) -> Vec<(u64, u64, Value)> {
    let rows = sqlx::query_as(ROWS).fetch_all(&mut database.connect().await).await.expect("the log");
    parsed(rows)
}

const ROWS: &str = "SELECT first_seq, last_seq, body FROM log ORDER BY first_seq";

fn parsed(rows: Vec<(i64, i64, Vec<u8>)>) -> Vec<(u64, u64, Value)> {
    rows.into_iter()
        .map(|(first, last, body)| {
            let number = |number: i64| u64::try_from(number).expect("a number");
            (number(first), number(last), serde_json::from_slice(&body).expect("JSON"))
        })
        .collect()
}

/// A move of the game as the log has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// `turned`, `played`, `pair_played` or `refilled`, or the name of another event of the game.
    pub name: String,
    /// The side, if it is of one.
    pub side: u64,
    /// The card that was laid or turned up.
    pub card: Option<String>,
}

impl Move {
    /// From an event as clients see it.
    pub fn shown(event: &Value) -> Self {
        let card = event["card"].as_str().or(event["top"].as_str());
        Self {
            name: event["e"].as_str().unwrap_or_default().to_owned(),
            side: number(&event["side"]),
            card: card.map(str::to_owned),
        }
    }
}

/// The numbered moves of the only room; fails where a number is missing or there twice.
pub async fn moves(server: &Binary) -> BTreeMap<u64, Move> {
    let rows = match server.database() {
        Some(database) => rows_in(database).await,
        None => rows(&server.data()).await,
    };
    let mut moves = BTreeMap::new();
    let mut next = 1;
    for (first, last, body) in rows {
        assert_eq!(first, next, "a number is missing or there twice");
        for entry in body["entries"].as_array().expect("entries") {
            for event in entry["events"].as_array().into_iter().flatten() {
                if let Some((name, fields)) = event["game"].as_object().and_then(|game| game.iter().next()) {
                    // A laid card's side and card stand one level deeper.
                    let inner = fields.get("laid").unwrap_or(fields);
                    let card = inner["card"].as_str().or(inner["top"].as_str());
                    let card = card.map(str::to_owned);
                    moves.insert(next, Move { name: name.clone(), side: number(&inner["side"]), card });
                }
                next += 1;
            }
        }
        assert_eq!(next, last + 1, "a row holds what its numbers say");
    }
    moves
}
