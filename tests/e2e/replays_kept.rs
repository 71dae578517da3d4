//! `slapdown replay` on what a store keeps, in SQLite and in PostgreSQL: one game, all of them with a bar that
//! shows how far it is, and one that does not hold among others that do.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use serde_json::{Value, json};
use slapdown::clock::SystemClock;
use slapdown::games::GameKind;
use slapdown::ids::MatchId;
use slapdown::store::Store;
use slapdown::store::postgres::{DatabaseUrl, PostgresStore};
use slapdown::store::sqlite::{SqliteStore, Sync};

use crate::postgres;
use crate::replays::{golden, keep, written};
use crate::support::binary::{command, path, said};

/// How the binary is told where the games are.
type Place<'a> = (&'a str, &'a str);

fn replay(arguments: &[&str], place: Place<'_>) -> (Option<i32>, String) {
    let mut command = command();
    command.arg("replay").args(arguments).env(place.0, place.1);
    said(&command.output().expect("the binary runs"))
}

/// The same on a terminal, where a bar can be shown.
fn replay_on_a_terminal(place: Place<'_>) -> (Option<i32>, String) {
    let text = format!("'{}' replay --all", path().display());
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &text, "/dev/null"]);
    script.env("TERM", "xterm").env(place.0, place.1);
    said(&script.output().expect("script is there (util-linux)"))
}

/// A golden replay in which a card of a later line is another.
fn spoilt() -> (Vec<Value>, u64) {
    let mut lines = golden(GameKind::SuperRackO);
    let is_draw = |line: &Value| line["events"][0]["e"] == "drawn" && line["code"].is_null();
    let at = lines.iter().position(is_draw).expect("somebody drew");
    lines[at]["events"][0]["card"] = json!("red-60");
    (lines, u64::try_from(at).expect("a line") + 1)
}

async fn keeps_and_replays(store: Box<dyn Store>, place: Place<'_>) {
    let good = [
        keep(&*store, 1, &written(golden(GameKind::WackeeSix))).await,
        keep(&*store, 2, &written(golden(GameKind::SuperRackO))).await,
    ];
    store.close().await;
    for (id, game) in good.iter().zip(["wackee_six", "super_rack_o"]) {
        let (exit, said) = replay(&["--game", &id.to_string()], place);
        assert_eq!(exit, Some(0), "{said}");
        assert!(said.contains(&format!("{game} by rules")) && said.contains("All of it holds"), "{said}");
    }
    let (exit, said) = replay(&["--all"], place);
    assert_eq!((exit, said.trim()), (Some(0), "2 games hold"), "nothing but the result where nobody looks");
    let (exit, said) = replay_on_a_terminal(place);
    assert_eq!(exit, Some(0), "{said}");
    assert!(said.contains("/2 games") && said.contains("2 games hold"), "a bar, and the result: {said:?}");
    let unknown = MatchId(uuid::Uuid::nil());
    let (exit, said) = replay(&["--game", &unknown.to_string()], place);
    assert_eq!((exit, said.contains("is not over, or not kept here")), (Some(2), true), "{said}");
}

async fn one_does_not_hold(store: Box<dyn Store>, place: Place<'_>) {
    let (lines, line) = spoilt();
    let bad = keep(&*store, 3, &written(lines)).await;
    store.close().await;
    let (exit, said) = replay(&["--all"], place);
    assert_eq!(exit, Some(1), "{said}");
    assert!(said.contains("2 games hold; 1 do not hold:"), "the others are checked all the same: {said}");
    let place_of_it = format!("{bad}: line {line}: events[0].card is \"red-60\"");
    assert!(said.contains(&place_of_it), "{place_of_it}: {said}");
    let (exit, said) = replay_on_a_terminal(place);
    assert_eq!((exit, said.contains("/3 games")), (Some(1), true), "{said:?}");
    let (exit, said) = replay(&["--game", &bad.to_string()], place);
    assert_eq!(
        (exit, said.contains(&format!("{bad} does not hold: line {line}: "))),
        (Some(1), true),
        "{said}"
    );
}

async fn sqlite(directory: &Path) -> Box<dyn Store> {
    Box::new(SqliteStore::open(directory, Sync::Normal).await.expect("the store opens"))
}

#[tokio::test]
async fn games_in_sqlite_are_played_again() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = ("SLAPDOWN_DATA_DIR", directory.path().to_str().expect("text"));
    keeps_and_replays(sqlite(directory.path()).await, place).await;
    one_does_not_hold(sqlite(directory.path()).await, place).await;
}

async fn postgres(url: &str) -> Box<dyn Store> {
    let clock = Arc::new(SystemClock::new());
    let ticking = Arc::clone(&clock);
    tokio::spawn(async move { ticking.tick().await });
    Box::new(PostgresStore::open(&DatabaseUrl::new(url), clock).await.expect("the store opens"))
}

#[tokio::test]
async fn games_in_postgres_are_played_again() {
    let database = postgres::database().await;
    let place = ("SLAPDOWN_DATABASE_URL", database.url.as_str());
    keeps_and_replays(postgres(&database.url).await, place).await;
    one_does_not_hold(postgres(&database.url).await, place).await;
    let url = database.url.clone();
    let mut command = command();
    command.args(["replay", "--all", "--database-url", &url]);
    let (exit, said) = said(&command.output().expect("the binary runs"));
    assert_eq!((exit, said.contains("1 do not hold")), (Some(1), true), "the flag as well: {said}");
    database.end().await;
}
