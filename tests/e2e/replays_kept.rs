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
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

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

/// All files of a folder with what is in them.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> =
        entries.map(|path| (path.display().to_string(), std::fs::read(&path).expect("a file"))).collect();
    files.sort();
    files
}

/// Whoever names the wrong folder hears so, and finds it as it was.
#[tokio::test]
async fn a_folder_without_a_database_of_this_server_is_refused_and_stays_as_it_is() {
    let nothing = tempfile::tempdir().expect("a directory");
    let empty = tempfile::tempdir().expect("a directory");
    std::fs::write(empty.path().join("slapdown.db"), b"").expect("written");
    let foreign = tempfile::tempdir().expect("a directory");
    let mut database = SqliteConnectOptions::new()
        .filename(foreign.path().join("slapdown.db"))
        .create_if_missing(true)
        .connect()
        .await
        .expect("a database");
    sqlx::query("CREATE TABLE x (a)").execute(&mut database).await.expect("a table");
    database.close().await.expect("closed");
    for (folder, says) in [
        (&nothing, "there are no games in"),
        (&empty, "there is no database of slapdown at"),
        (&foreign, "there is no database of slapdown at"),
    ] {
        let before = files(folder.path());
        let (exit, said) = replay(&["--all"], ("SLAPDOWN_DATA_DIR", folder.path().to_str().expect("text")));
        assert_eq!((exit, said.contains(says)), (Some(2), true), "{says}: {said}");
        assert!(files(folder.path()) == before, "{says}: it has changed");
    }
}

#[tokio::test]
async fn an_older_database_is_refused_and_stays_as_it_is() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = ("SLAPDOWN_DATA_DIR", directory.path().to_str().expect("text"));
    let store = sqlite(directory.path()).await;
    keep(&*store, 1, &written(golden(GameKind::WackeeSix))).await;
    store.close().await;
    let forget = |last: bool| async move {
        let file = Path::new(place.1).join("slapdown.db");
        let mut database = SqliteConnectOptions::new().filename(file).connect().await.expect("the database");
        let version = if last { "(SELECT max(version) FROM _sqlx_migrations)" } else { "version" };
        let forgotten = format!("DELETE FROM _sqlx_migrations WHERE version = {version}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(forgotten)).execute(&mut database).await.expect("forgotten");
        database.close().await.expect("closed");
    };
    forget(true).await;
    let before = files(directory.path());
    let (exit, said) = replay(&["--all"], place);
    assert_eq!(
        (exit, said.contains("start the server once to bring it up to date")),
        (Some(2), true),
        "{said}"
    );
    assert!(files(directory.path()) == before, "it has changed");
    forget(false).await;
    let (exit, said) = replay(&["--all"], place);
    assert_eq!((exit, said.contains("there is no database of slapdown")), (Some(2), true), "{said}");
}

#[tokio::test]
async fn a_postgres_database_without_games_of_this_server_is_refused_and_stays_empty() {
    let database = postgres::database().await;
    let place = ("SLAPDOWN_DATABASE_URL", database.url.as_str());
    let (exit, said) = replay(&["--all"], place);
    let says = "there is nothing of slapdown in the database";
    assert_eq!((exit, said.contains(says)), (Some(2), true), "{said}");
    let mut connection = sqlx::PgConnection::connect(&database.url).await.expect("the database");
    let tables: i64 = sqlx::query_scalar("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
        .fetch_one(&mut connection)
        .await
        .expect("a count");
    assert_eq!(tables, 0);
    connection.close().await.expect("closed");
    postgres(&database.url).await.close().await;
    let mut connection = sqlx::PgConnection::connect(&database.url).await.expect("the database");
    let last = "DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)";
    sqlx::raw_sql(last).execute(&mut connection).await.expect("forgotten");
    connection.close().await.expect("closed");
    let (exit, said) = replay(&["--all"], place);
    assert_eq!(
        (exit, said.contains("start the server once to bring it up to date")),
        (Some(2), true),
        "{said}"
    );
    database.end().await;
}

/// The replay holds, and what is kept beside it says something else: results are read from there.
#[tokio::test]
async fn kept_rows_that_differ_from_the_replay_are_told_with_their_place() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = ("SLAPDOWN_DATA_DIR", directory.path().to_str().expect("text"));
    let store = sqlite(directory.path()).await;
    let id = keep(&*store, 1, &written(golden(GameKind::WackeeSix))).await;
    store.close().await;
    let change = |change: &'static str| async move {
        let file = Path::new(place.1).join("slapdown.db");
        let mut database = SqliteConnectOptions::new().filename(file).connect().await.expect("the database");
        let changed = sqlx::query(change).execute(&mut database).await.expect("changed").rows_affected();
        assert!(changed > 0, "{change}");
        database.close().await.expect("closed");
    };
    for (one_way, back, says) in [
        (
            "UPDATE round_sides SET points = points + 5 WHERE round = 1 AND side = 2",
            "UPDATE round_sides SET points = points - 5 WHERE round = 1 AND side = 2",
            "of what is kept, rounds[0].sides[1].points is",
        ),
        (
            "UPDATE round_sides SET total = total - 1 WHERE round = 1 AND side = 1",
            "UPDATE round_sides SET total = total + 1 WHERE round = 1 AND side = 1",
            "of what is kept, rounds[0].sides[0].total is",
        ),
        (
            "UPDATE round_sides SET won = 1 - won",
            "UPDATE round_sides SET won = 1 - won",
            "of what is kept, rounds[0].winners is",
        ),
        (
            "UPDATE round_players SET side = 3 - side, place = place + 9 WHERE round = 1 AND side < 3",
            "UPDATE round_players SET side = 3 - side, place = place - 9 WHERE round = 1 AND side < 3",
            "who did not sit there",
        ),
        (
            "UPDATE match_players SET bot = 1 - bot WHERE side = 1",
            "UPDATE match_players SET bot = 1 - bot WHERE side = 1",
            "of what is kept, people[0].bot is",
        ),
        (
            "UPDATE match_players SET player = (SELECT player FROM match_players WHERE side = 2) WHERE side = 1",
            "UPDATE match_players SET side = side",
            "of what is kept, people[0].player is",
        ),
    ] {
        let (exit, said) = replay(&["--all"], place);
        assert_eq!((exit, said.trim()), (Some(0), "1 game holds"));
        change(one_way).await;
        let (exit, said) = replay(&["--all"], place);
        assert_eq!((exit, said.contains(says)), (Some(1), true), "{says}: {said}");
        let (exit, said) = replay(&["--game", &id.to_string()], place);
        assert_eq!((exit, said.contains(says)), (Some(1), true), "{says}: {said}");
        change(back).await;
    }
}
