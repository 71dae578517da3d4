//! What PostgreSQL alone promises: it is waited for, migrated once, and refused where it cannot be used.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::join_all;
use slapdown::clock::{Clock as _, ManualClock};
use slapdown::games::GameKind;
use slapdown::limits::POSTGRES_START_MS;
use slapdown::store::postgres::{DatabaseUrl, OpenError, PostgresStore};
use slapdown::store::{Append, AppendError, SessionChange, Store};
use sqlx::Row as _;

use crate::make::{
    MADE, clock, enter, entry, guest, match_id, open_postgres, over, player, room, round, session,
};
use crate::postgres::{Cluster, database};

async fn refused(url: &str) -> OpenError {
    PostgresStore::open(&DatabaseUrl::new(url), clock()).await.expect_err("the store must not open")
}

#[tokio::test]
async fn everything_is_there_after_it_was_closed() {
    let database = database().await;
    let store = open_postgres(&database.url).await;
    let room = room(1).make(&store).await;
    store.add_player(&guest(1)).await.expect("kept");
    store.begin_session(player(1), session(1), MADE).await.expect("a session");
    let enter = enter(room.code, session(1));
    let append = Append {
        snapshot: Some(Bytes::from_static(b"{\"half a sta")),
        sessions: vec![enter],
        rounds: vec![round(1, 20)],
        ..room.append(2, 9)
    };
    store.append(append).await.expect("kept");
    store.append(room.append(10, 10)).await.expect("kept");
    store.claim(room.id).await.expect("claimed");
    store.close().await;

    let store = open_postgres(&database.url).await;
    assert_eq!(store.room(room.code).await.expect("an answer").expect("the room").id, room.id);
    let loaded = store.load(room.id).await.expect("loaded");
    assert_eq!(loaded.snapshot, Some((9, Bytes::from_static(b"{\"half a sta"))), "as it is: the room judges");
    assert_eq!(loaded.rows, [room.row(10, 10)]);
    assert_eq!(store.claim(room.id).await.expect("claimed").epoch, 3);
    assert_eq!(store.player_by_token([1; 32], MADE).await, Ok(Some(guest(1))));
    assert_eq!(
        store.session(player(1)).await.expect("an answer").expect("the session").room,
        Some(room.code)
    );
    assert_eq!(store.rounds(match_id(1)).await, Ok(vec![round(1, 20)]));
    store.close().await;
    database.end().await;
}

#[tokio::test]
async fn processes_that_start_at_once_migrate_once() {
    let database = database().await;
    let stores = join_all((0..6).map(|_| open_postgres(&database.url))).await;
    let mut other = database.connect().await;
    let applied: i64 = sqlx::query_scalar("SELECT count(*) FROM _sqlx_migrations WHERE success")
        .fetch_one(&mut other)
        .await
        .expect("the migrations");
    assert_eq!(usize::try_from(applied), Ok(slapdown::store::postgres::MIGRATIONS.len()));
    for (number, store) in (0..).zip(&stores) {
        room(number).make(store).await;
        store.close().await;
    }
    database.end().await;
}

#[tokio::test]
async fn a_newer_database_is_refused() {
    let database = database().await;
    open_postgres(&database.url).await.close().await;
    sqlx::raw_sql(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'of the future', true, '\\x00', 1)",
    )
    .execute(&mut database.connect().await)
    .await
    .expect("changed");
    let error = refused(&database.url).await;
    assert!(matches!(error, OpenError::Newer { found: 9999, .. }), "{error}");
    let said = error.to_string();
    assert!(said.contains("newer") && !said.contains('\n'), "{said}");
    database.end().await;
}

#[tokio::test]
async fn a_changed_migration_is_refused() {
    let database = database().await;
    open_postgres(&database.url).await.close().await;
    sqlx::raw_sql("UPDATE _sqlx_migrations SET checksum = '\\x00'")
        .execute(&mut database.connect().await)
        .await
        .expect("changed");
    let error = refused(&database.url).await;
    assert!(matches!(error, OpenError::Database { .. }) && error.to_string().contains("modified"), "{error}");
    database.end().await;
}

#[tokio::test]
async fn an_address_that_cannot_be_used_is_refused_at_once_and_without_the_password() {
    let database = database().await;
    let at = |user: &str, name: &str| {
        let (front, _) = database.url.rsplit_once('/').expect("a database");
        format!("postgres://{user}@{}/{name}", front.rsplit_once('@').expect("a user").1)
    };
    let user = "slapdown:not-to-be-seen";
    for (url, says) in [
        (at(user, "no_such_database"), "does not exist"),
        (at("nobody:not-to-be-seen", "postgres"), "nobody"),
        (at(user, "postgres?sslmode=require"), "TLS"),
        ("mysql://slapdown:not-to-be-seen@127.0.0.1/x".to_owned(), "write it like postgres://"),
    ] {
        let error = refused(&url).await;
        assert!(matches!(error, OpenError::Refused { .. } | OpenError::Address(_)), "{error:?}");
        let said = format!("{error} {error:?}");
        assert!(said.contains(says) && !said.contains("not-to-be-seen") && !said.contains('\n'), "{said}");
    }
    database.end().await;
}

#[tokio::test]
async fn a_database_that_is_not_there_yet_is_waited_for() {
    let mut cluster = Cluster::start_new();
    let database = cluster.database().await;
    cluster.stop();
    let url = DatabaseUrl::new(&database.url);
    let mut opening = Box::pin(PostgresStore::open(&url, clock()));
    assert!(futures_util::poll!(&mut opening).is_pending());
    let starting = tokio::task::spawn_blocking(move || {
        cluster.start();
        cluster
    });
    let (store, cluster) = futures_util::join!(opening, starting);
    let store = store.expect("it opens when the database is there");
    room(1).make(&store).await;
    store.close().await;
    drop(cluster.expect("started"));
}

/// The bound is of the clock that is handed in: nobody has to wait for it here.
#[tokio::test]
async fn a_database_that_does_not_come_is_given_up_with_a_sentence() {
    let clock = Arc::new(ManualClock::new());
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    let url = format!("postgres://ada:not-to-be-seen@{}/cards", free.expect("a free port"));
    let url = DatabaseUrl::new(url);
    let mut opening = Box::pin(PostgresStore::open(&url, clock.clone()));
    let error = loop {
        tokio::select! {
            opened = &mut opening => break opened.expect_err("there is no database"),
            () = tokio::task::yield_now() => clock.advance(10),
        }
        assert!(clock.now_ms() < 120_000, "it waits for ever");
    };
    assert!(matches!(error, OpenError::Unreachable { .. }), "{error}");
    assert!(clock.now_ms() >= POSTGRES_START_MS - 500, "{} ms are no patience", clock.now_ms());
    let said = error.to_string();
    assert!(said.contains("did not answer within 30 s") && said.contains("start it first"), "{said}");
    assert!(!said.contains("not-to-be-seen") && !said.contains('\n'), "{said}");
}

/// Two rooms that let go of the same people in opposite order would wait for each other for ever.
#[tokio::test]
async fn rooms_that_change_the_same_people_at_once_do_not_lock_each_other_out() {
    let database = database().await;
    let store = open_postgres(&database.url).await;
    let rooms = [room(1).make(&store).await, room(2).make(&store).await];
    for number in 1..=8 {
        store.add_player(&guest(number)).await.expect("kept");
        store.begin_session(player(number), session(number), MADE).await.expect("a session");
    }
    let change = |number: u8, room: &crate::make::Room| {
        let rename = SessionChange::Rename { player: player(number), name: format!("Guest {number}") };
        let enter = SessionChange::Enter {
            player: player(number),
            session: session(number),
            room: room.code,
            mark: 1,
            entry: entry(1),
        };
        if number.is_multiple_of(2) { [rename, enter] } else { [enter, rename] }
    };
    for next in 2..20 {
        let forth: Vec<_> = (1..=8).flat_map(|number| change(number, &rooms[0])).collect();
        let back: Vec<_> = (1..=8).rev().flat_map(|number| change(number, &rooms[1])).collect();
        let (one, two) = futures_util::join!(
            store.append(Append { sessions: forth, ..rooms[0].append(next, next) }),
            store.append(Append { sessions: back, ..rooms[1].append(next, next) }),
        );
        assert_eq!((one, two), (Ok(()), Ok(())), "row {next}");
    }
    store.close().await;
    database.end().await;
}

/// A guest goes while a room keeps what the guest did last.
#[tokio::test]
async fn a_guest_who_goes_and_a_match_that_ends_do_not_lock_each_other_out() {
    let database = database().await;
    let store = open_postgres(&database.url).await;
    let room = room(1).make(&store).await;
    for next in 2..40_u64 {
        let number = u8::try_from(next).expect("small");
        for guest in [guest(1), guest(2)] {
            store.add_player(&guest).await.expect("kept");
        }
        store.begin_session(player(1), session(1), MADE).await.expect("a session");
        let sides: [(&[u8], i64); 2] = [(&[1], 9), (&[2], 4)];
        store
            .append(Append {
                matches: vec![over(100 + number, 5, (1, 2), &sides)],
                ..room.append(2 * next - 2, 2 * next - 2)
            })
            .await
            .expect("a rating is there");
        let (kept, forgotten) = futures_util::join!(
            store.append(Append {
                sessions: vec![SessionChange::Rename { player: player(1), name: "Zoë".into() }],
                matches: vec![over(number, 5, (1, 2), &sides)],
                ..room.append(2 * next - 1, 2 * next - 1)
            }),
            store.forget_player(player(1)),
        );
        assert_eq!((kept, forgotten), (Ok(()), Ok(())), "row {next}");
    }
    store.close().await;
    database.end().await;
}

/// Two matches that end at once would both rate from what was before.
#[tokio::test]
async fn matches_that_end_at_once_all_count() {
    let database = database().await;
    let store = open_postgres(&database.url).await;
    for number in 0..8 {
        room(number).make(&store).await;
    }
    let ends = (0..8_u8).map(|number| {
        let sides: [(&[u8], i64); 2] =
            if number.is_multiple_of(2) { [(&[1, 2], 9), (&[3], 4)] } else { [(&[3], 9), (&[2, 1], 4)] };
        let matches = vec![over(number, 5, (1, 2), &sides)];
        store.append(Append { matches, ..room(number).append(2, 2) })
    });
    for (number, kept) in (0..).zip(join_all(ends).await) {
        assert_eq!(kept, Ok(()), "room {number}");
    }
    for (number, wins) in [(1, 4), (2, 4), (3, 4)] {
        let standing = store.standing(player(number), GameKind::SuperRackO).await;
        let standing = standing.expect("an answer").expect("a standing");
        assert_eq!((standing.games, standing.wins), (8, wins), "player {number}");
    }
    store.close().await;
    database.end().await;
}

#[tokio::test]
async fn one_rooms_lock_holds_no_other_room_up() {
    let database = database().await;
    let store = open_postgres(&database.url).await;
    let (held, free) = (room(1).make(&store).await, room(2).make(&store).await);
    let mut other = database.connect().await;
    let mut lock = sqlx::Connection::begin(&mut other).await.expect("a transaction");
    sqlx::query("SELECT 1 FROM rooms WHERE id = $1 FOR UPDATE")
        .bind(held.id.0)
        .execute(&mut *lock)
        .await
        .expect("the lock");
    let mut waiting = Box::pin(store.append(held.append(2, 2)));
    assert!(futures_util::poll!(&mut waiting).is_pending());
    for next in 2..40 {
        store.append(free.append(next, next)).await.expect("the other room goes on");
    }
    assert!(futures_util::poll!(&mut waiting).is_pending(), "it waits for its lock");
    // In the end the database gives it up, and says so: a bound for every statement.
    match waiting.await {
        Err(AppendError::Unavailable(why)) => assert!(why.0.contains("statement timeout"), "{why}"),
        other => panic!("{other:?} while the row is locked"),
    }
    lock.rollback().await.expect("unlocked");
    let claim = store.claim(held.id).await.expect("the claim");
    assert_eq!(claim.last_row, Some(held.row(1, 1)), "what was given up has not landed");
    store.append(Append { epoch: claim.epoch, ..held.append(2, 2) }).await.expect("the room goes on");
    store.close().await;
    database.end().await;
}

#[tokio::test]
async fn a_guest_is_known_where_nothing_can_be_written() {
    let database = database().await;
    let store = open_postgres(&database.url).await;
    store.add_player(&guest(1)).await.expect("kept");
    let room = room(1).make(&store).await;
    let name = database.url.rsplit_once('/').expect("a database").1;
    let text = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    let mut other = database.connect().await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(&mut other).await.expect("read only");
    // The store's connections are ended, and the new ones take no data.
    sqlx::query(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    .execute(&mut other)
    .await
    .expect("ended");
    assert!(store.health().await.is_err(), "the connection is gone");
    assert_eq!(store.player_by_token([1; 32], MADE + 5).await, Ok(Some(guest(1))), "no note of the visit");
    assert!(store.health().await.expect_err("nothing can be written").0.contains("read-only"));
    assert!(matches!(store.append(room.append(2, 2)).await, Err(AppendError::Unavailable(_))));
    assert_eq!(store.load(room.id).await.expect("loaded").rows.len(), 1);
    store.close().await;
    database.end().await;
}

/// Both databases have the same tables and columns, so that what is said of one holds for the other.
#[tokio::test]
async fn both_databases_have_the_same_tables_and_columns() {
    let database = database().await;
    open_postgres(&database.url).await.close().await;
    let directory = tempfile::tempdir().expect("a directory");
    crate::make::open(directory.path()).await.close().await;
    let file = directory.path().join("slapdown.db");
    let mut sqlite = <sqlx::SqliteConnection as sqlx::Connection>::connect(file.to_str().expect("text"))
        .await
        .expect("open");
    let lite = sqlx::query(
        "SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns \
         WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite%' AND tables.name <> '_sqlx_migrations' \
         ORDER BY 1, 2",
    )
    .fetch_all(&mut sqlite)
    .await
    .expect("its columns");
    let post = sqlx::query(
        "SELECT table_name::text, column_name::text FROM information_schema.columns \
         WHERE table_schema = 'public' AND table_name <> '_sqlx_migrations' ORDER BY 1, 2",
    )
    .fetch_all(&mut database.connect().await)
    .await
    .expect("its columns");
    let lite: Vec<(String, String)> = lite.iter().map(|row| (row.get(0), row.get(1))).collect();
    let mut post: Vec<(String, String)> = post.iter().map(|row| (row.get(0), row.get(1))).collect();
    post.sort();
    let mut sorted = lite;
    sorted.sort();
    assert_eq!(post, sorted);
    database.end().await;
}
