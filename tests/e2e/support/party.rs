//! People in one room who do not play yet, and what it means that nobody noticed something.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::binary::Binary;
use super::client::Client;

/// Clients of one room; the first is the host.
pub struct Party {
    /// Everybody.
    pub clients: Vec<Client>,
    /// The room.
    pub code: String,
}

impl Party {
    /// So many people in the room that the first of them makes.
    pub async fn of(server: &Binary, people: usize, create: Value) -> Self {
        let mut host = Client::listening_guest(server.at).await;
        let code = host.ok(create).await["code"].as_str().expect("a code").to_owned();
        host.wait_for("state").await;
        let mut party = Self { clients: vec![host], code };
        for _ in 1..people {
            party.newcomer(server, "player").await;
        }
        party
    }

    /// Somebody new comes in.
    pub async fn newcomer(&mut self, server: &Binary, as_what: &str) {
        let mut client = Client::listening_guest(server.at).await;
        client.ok(json!({ "type": "join_room", "code": self.code, "as": as_what })).await;
        client.wait_for("state").await;
        self.clients.push(client);
        self.settle().await;
    }

    /// The room as the host sees it.
    pub fn room(&self) -> &Value {
        &self.clients[0].model.as_ref().expect("a room").room
    }

    /// Everybody gets to know what anybody knows.
    pub async fn settle(&mut self) {
        let latest = self.clients.iter().map(|client| client.seq).max().unwrap_or(0);
        join_all(self.clients.iter_mut().map(|client| client.until(latest))).await;
    }

    /// A request that is done; everybody hears of it.
    pub async fn ok(&mut self, who: usize, frame: Value) {
        let before = self.clients[who].seq;
        self.clients[who].ok(frame.clone()).await;
        assert!(self.clients[who].seq > before, "{frame} has happened");
        self.settle().await;
    }

    /// A request that is refused, noticed by nobody; comes back with the answer.
    pub async fn refused(&mut self, who: usize, frame: Value, code: &str) -> Value {
        self.settle().await;
        let before: Vec<usize> = self.clients.iter().map(frames).collect();
        let answer = self.clients[who].ask(frame.clone()).await;
        assert_eq!((&answer["type"], &answer["code"]), (&json!("error"), &json!(code)), "{frame}: {answer}");
        assert!(answer["message"].as_str().is_some_and(|text| text.ends_with('.')), "{answer}");
        self.nobody_noticed().await;
        for ((client, before), place) in self.clients.iter().zip(before).zip(0..) {
            // The state that was just asked for; and who asked has the answer.
            let expected = before + 1 + usize::from(place == who);
            assert_eq!(frames(client), expected, "{frame} was told to somebody else");
        }
        answer
    }

    /// Everybody's state is still what they knew, under the same number.
    pub async fn nobody_noticed(&mut self) {
        for client in &mut self.clients {
            client.compare_with_state().await;
        }
    }

    /// Everybody comes back to a server that was started anew.
    pub async fn return_to(&mut self, server: &Binary) {
        for client in &mut self.clients {
            client.until_closed().await;
        }
        for client in &mut self.clients {
            client.return_blank(server.at).await;
        }
        self.until(|members| members.iter().all(|member| member["online"] == true)).await;
    }

    /// One of them connects anew.
    pub async fn comes_back(&mut self, who: usize, server: &Binary) {
        let player = self.clients[who].me.player.clone();
        let online = |members: &[Value]| {
            members.iter().find(|member| member["player"] == player).is_some_and(|own| own["online"] == true)
        };
        let client = &mut self.clients[who];
        client.socket.close(None).await.expect("it can be closed");
        client.until_closed().await;
        let others = self.clients.split_off(who);
        self.until(|members| !online(members)).await;
        self.clients.extend(others);
        self.clients[who].return_blank(server.at).await;
        self.until(online).await;
    }

    /// Waits until that is so by the host's picture, and everybody knows it.
    async fn until(&mut self, so: impl Fn(&[Value]) -> bool) {
        while !so(self.room()["members"].as_array().expect("members")) {
            let next = self.clients[0].seq + 1;
            self.clients[0].until(next).await;
        }
        self.settle().await;
    }
}

/// How many frames somebody got.
fn frames(client: &Client) -> usize {
    client.texts.as_ref().map_or(0, Vec::len)
}
