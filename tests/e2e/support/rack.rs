//! A table of Super Rack-O: people one to a seat, a spectator, and cards that were laid out by hand.

use std::path::Path;

use futures_util::future::join_all;
use serde_json::{Value, json};
use slapdown::games::super_rack_o::event::{Dealt, Event as GameEvent};
use slapdown::games::{Seat, Viewer};
use slapdown::store::LogRow;
use sqlx::Connection as _;
use tempfile::TempDir;

use super::binary::Binary;
use super::card::number;
use super::client::{Client, act};
use crate::rules::layout::Layout;
use crate::rules::{rig, table};

/// Clients of one room; the first is the host.
pub struct RackTable {
    /// The players, in the order of their seats.
    pub clients: Vec<Client>,
    /// A spectator.
    pub watcher: Client,
    /// The room.
    pub code: String,
}

impl RackTable {
    /// So many people at the table of a new room.
    pub async fn of(server: &Binary, people: u64, options: Value) -> Self {
        let mut clients = Vec::new();
        let mut code = String::new();
        for seat in 1..=people {
            let mut client = Client::listening_guest(server.at).await;
            if seat == 1 {
                let create = json!({ "type": "create_room", "game": "super_rack_o", "options": options });
                client.ok(create).await["code"].as_str().expect("a code").clone_into(&mut code);
            } else {
                client.ok(json!({ "type": "join_room", "code": code })).await;
            }
            client.wait_for("state").await;
            client.ok(json!({ "type": "sit", "side": seat })).await;
            clients.push(client);
        }
        let mut watcher = Client::listening_guest(server.at).await;
        watcher.ok(json!({ "type": "join_room", "code": code, "as": "spectator" })).await;
        watcher.wait_for("state").await;
        Self { clients, watcher, code }
    }

    /// The same as [`RackTable::of`], with cards that were laid out by hand already dealt.
    pub async fn laid(server: &mut Binary, people: u64, layout: Layout, options: Value) -> Self {
        let mut table = Self::of(server, people, options).await;
        table.deal().await;
        table.lay(server, layout).await;
        table
    }

    /// All say that they are ready, and the host deals.
    pub async fn deal(&mut self) {
        join_all(self.clients.iter_mut().map(|client| client.ok(json!({ "type": "ready", "ready": true }))))
            .await;
        self.settle().await;
        self.clients[0].ok(json!({ "type": "start" })).await;
        self.settle().await;
    }

    /// The cards that have just been dealt become those that were laid out: the process is killed, its log
    /// is changed, and everybody comes back.
    pub async fn lay(&mut self, server: &mut Binary, layout: Layout) {
        let GameEvent::Dealt(dealt) = layout.dealt() else { panic!("a deal") };
        server.kill();
        deal_in(&server.data(), &dealt).await;
        self.begin_anew(server).await;
    }

    /// Begins again with the data that were kept, and with cards that were laid out.
    pub async fn back_to(&mut self, server: &mut Binary, kept: &Path, layout: Layout) {
        let GameEvent::Dealt(dealt) = layout.dealt() else { panic!("a deal") };
        if server.runs() {
            server.kill();
        }
        std::fs::remove_dir_all(server.data()).expect("it can be removed");
        std::fs::create_dir(server.data()).expect("it can be made");
        copy(kept, &server.data());
        deal_in(&server.data(), &dealt).await;
        self.begin_anew(server).await;
    }

    async fn begin_anew(&mut self, server: &mut Binary) {
        server.launch();
        for client in self.everybody() {
            client.return_blank(server.at).await;
        }
        // Until everybody has heard that everybody is back.
        let here = |state: &Value| {
            let members = state["room"]["members"].as_array().expect("members");
            members.iter().all(|member| member["online"] == true)
        };
        while !here(&self.state().await) {}
        self.settle().await;
    }

    /// All clients, the spectator last.
    pub fn everybody(&mut self) -> impl Iterator<Item = &mut Client> {
        self.clients.iter_mut().chain([&mut self.watcher])
    }

    /// Who sits there.
    pub fn at(&mut self, seat: Seat) -> &mut Client {
        &mut self.clients[usize::from(seat.0) - 1]
    }

    /// Everybody gets to know what anybody knows.
    pub async fn settle(&mut self) {
        let latest = self.everybody().map(|client| client.seq).max().unwrap_or(0);
        join_all(self.everybody().map(|client| client.until(latest))).await;
    }

    /// An action in short, as the tests of the rules have it; comes back with the answer.
    pub async fn asks(&mut self, seat: Seat, text: &str) -> Value {
        self.at(seat).act(action(text)).await
    }

    /// An action that is accepted; everybody hears of it.
    pub async fn ok(&mut self, seat: Seat, text: &str) -> Value {
        let answer = self.asks(seat, text).await;
        assert_eq!(answer["type"], "ok", "{seat:?} {text}: {answer}");
        self.settle().await;
        answer
    }

    /// An action that is refused.
    pub async fn refused(&mut self, seat: Seat, text: &str, code: &str) {
        let answer = self.asks(seat, text).await;
        assert_eq!(answer["code"], code, "{seat:?} {text}: {answer}");
    }

    /// The spectator's `state`.
    pub async fn state(&mut self) -> Value {
        self.watcher.text(r#"{"type":"sync"}"#).await;
        self.watcher.wait_for("state").await
    }
}

/// An action in short, as the wire has it.
pub fn action(text: &str) -> Value {
    serde_json::to_value(table::action(text)).expect("JSON")
}

/// The frame of an action in short.
pub fn frame(text: &str) -> Value {
    act(action(text))
}

/// Through whose eyes a client sees the table, by its own picture.
pub fn viewer(game: &Value, you: &Value) -> Viewer {
    let side = number(&you["side"]);
    let plays = game["seats"].as_array().into_iter().flatten().any(|own| own["seat"] == side);
    match u8::try_from(side) {
        Ok(seat) if plays => Viewer::Seat(Seat(seat)),
        _ => Viewer::Watcher,
    }
}

/// Kills the process and keeps its data, to come back to.
pub fn keep(server: &mut Binary) -> TempDir {
    server.kill();
    let kept = tempfile::tempdir().expect("a directory");
    copy(&server.data(), kept.path());
    kept
}

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) {
    for file in std::fs::read_dir(from).expect("a folder") {
        let file = file.expect("a file");
        std::fs::copy(file.path(), to.join(file.file_name())).expect("it can be copied");
    }
}

/// Changes the last deal in the only room of a database that no process has open.
async fn deal_in(data: &Path, dealt: &Dealt) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(data.join("slapdown.db"));
    let mut database = sqlx::SqliteConnection::connect_with(&options).await.expect("the database");
    let rows: Vec<(i64, i64, i64, Vec<u8>)> =
        sqlx::query_as("SELECT first_seq, last_seq, rules, body FROM log ORDER BY first_seq DESC")
            .fetch_all(&mut database)
            .await
            .expect("the log");
    // What was made of the cards that had come is no longer so.
    sqlx::query("DELETE FROM snapshots").execute(&mut database).await.expect("it is written");
    for (first, last, rules, body) in rows {
        let number = |number: i64| u64::try_from(number).expect("a number");
        let mut row = LogRow {
            first_seq: number(first),
            last_seq: number(last),
            rules: u32::try_from(rules).expect("a number"),
            body: body.into(),
        };
        if rig::deal_as(&mut row, dealt) {
            sqlx::query("UPDATE log SET body = ? WHERE first_seq = ?")
                .bind(row.body.to_vec())
                .bind(first)
                .execute(&mut database)
                .await
                .expect("it is written");
            database.close().await.expect("it is closed");
            return;
        }
    }
    panic!("nothing was dealt");
}
