//! A table of clients: six teams, or two people, seated and ready.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::card::number;
use super::chance::Chance;
use super::client::{Client, act};
use super::play;
use super::time::{now, pause, within};

/// Clients of one room; the first is the host.
pub struct Table {
    /// The seated ones: sides 1, 1, 2, 2, … as row and deck, or one to a side.
    pub clients: Vec<Client>,
    /// The room.
    pub code: String,
    /// Whether there are two to a side.
    teams: bool,
}

/// Options for a race without waits.
pub fn quick() -> Value {
    json!({
        "target": 10, "countdown_ms": 0, "min_turn_gap_ms": 0, "starter": "automatic", "deadlock": "score",
    })
}

/// `quick` with more.
pub fn quick_with(more: Value) -> Value {
    let mut options = quick();
    let Value::Object(more) = more else { return options };
    for (name, value) in more {
        options[name] = value;
    }
    options
}

impl Table {
    /// Six sides of two.
    pub async fn of_twelve(at: SocketAddr, options: Value) -> Self {
        Self::with(at, 12, true, options).await
    }

    /// Sides of one person.
    pub async fn of_singles(at: SocketAddr, people: u64, options: Value) -> Self {
        Self::with(at, people, false, options).await
    }

    async fn with(at: SocketAddr, people: u64, teams: bool, options: Value) -> Self {
        let mut clients = Vec::new();
        let mut code = String::new();
        for number in 0..people {
            let mut client = Client::listening_guest(at).await;
            if number == 0 {
                let create = json!({ "type": "create_room", "game": "wackee_six", "options": options });
                client.ok(create).await["code"].as_str().expect("a code").clone_into(&mut code);
            } else {
                client.ok(json!({ "type": "join_room", "code": code })).await;
            }
            client.wait_for("state").await;
            let sit = if teams {
                let role = if number % 2 == 0 { "row" } else { "deck" };
                json!({ "type": "sit", "side": number / 2 + 1, "role": role })
            } else {
                json!({ "type": "sit", "side": number + 1 })
            };
            client.ok(sit).await;
            clients.push(client);
        }
        Self { clients, code, teams }
    }

    /// The sides.
    pub fn sides(&self) -> u64 {
        let people = u64::try_from(self.clients.len()).expect("few");
        if self.teams { people / 2 } else { people }
    }

    /// Who plays a side's row.
    pub fn row_of(&self, side: u64) -> usize {
        let place = usize::try_from(side).expect("few") - 1;
        if self.teams { place * 2 } else { place }
    }

    /// Who plays a side's deck.
    pub fn deck_of(&self, side: u64) -> usize {
        self.row_of(side) + usize::from(self.teams)
    }

    /// Who plays that card.
    pub fn owner(&self, fit: &play::Fitting) -> usize {
        if fit.in_row() { self.row_of(fit.side) } else { self.deck_of(fit.side) }
    }

    /// Everybody gets to know what anybody knows.
    pub async fn settle(&mut self) {
        let latest = self.clients.iter().map(|client| client.seq).max().unwrap_or(0);
        join_all(self.clients.iter_mut().map(|client| client.until(latest))).await;
    }

    /// All say that they are ready, and the host starts; comes back when the race runs.
    pub async fn deal(&mut self) {
        join_all(self.clients.iter_mut().map(|client| client.ok(json!({ "type": "ready", "ready": true }))))
            .await;
        self.settle().await;
        let host = self.clients[0].model.as_ref().map(|model| model.room["host"].clone());
        let host = self
            .clients
            .iter_mut()
            .find(|client| host.as_ref().is_some_and(|host| *host == client.me.player));
        host.expect("the host sits here").ok(json!({ "type": "start" })).await;
        join_all(self.clients.iter_mut().map(until_playing)).await;
        self.settle().await;
    }

    /// Everybody races until the match is over; `seed` is for the pace.
    pub async fn race(&mut self, seed: u64) {
        let runs = self.clients.iter_mut().zip(1..).map(|(client, number)| {
            let mut chance = Chance(seed ^ number);
            async move { race(client, &mut chance, |model| model.phase() == "over").await }
        });
        join_all(runs).await;
        self.settle().await;
    }

    /// All clients saw the same events; comes back with them.
    pub fn same_events(&self) -> BTreeMap<u64, Value> {
        same_events(self.clients.iter())
    }
}

/// The union of what clients saw; fails where two differ, or one lacks a number in the middle of its own.
pub fn same_events<'a>(clients: impl Iterator<Item = &'a Client>) -> BTreeMap<u64, Value> {
    let mut all: BTreeMap<u64, Value> = BTreeMap::new();
    for client in clients {
        for (seq, event) in &client.log {
            let known = all.entry(*seq).or_insert_with(|| event.clone());
            assert_eq!(known, event, "two clients saw another event {seq}");
        }
    }
    all
}

async fn until_playing(client: &mut Client) {
    within("the race", async {
        while client.model.as_ref().is_none_or(|model| model.game_phase() != "playing") {
            assert!(client.read().await.is_some(), "closed: {:?}", client.closed);
        }
    })
    .await;
}

/// Plays like a quick person until `done` says so or the connection ends; comes back whether it is done.
pub async fn race(
    client: &mut Client,
    chance: &mut Chance,
    mut done: impl FnMut(&super::model::Model) -> bool,
) -> bool {
    let begun = now();
    loop {
        assert!(
            begun.elapsed().as_secs() < 120,
            "the race does not end: {}",
            client.model.as_ref().map(|model| model.game.to_string()).unwrap_or_default()
        );
        if client.closed.is_some() {
            return false;
        }
        let Some(model) = &client.model else { return false };
        if done(model) {
            return true;
        }
        // The stated rate is 50 frames a second.
        client.listen(21 + chance.below(12)).await;
        let Some(model) = client.model.as_ref().filter(|_| client.closed.is_none()) else { continue };
        let Some(frame) = next_frame(client, model) else { continue };
        let id = client.send(&frame).await;
        while !client.answers.contains_key(&id) {
            if within("an answer", client.read()).await.is_none() {
                return false;
            }
        }
        let answer = &client.answers[&id];
        if answer["type"] == "error" {
            let code = answer["code"].as_str().unwrap_or_default();
            let honest =
                ["beaten", "does_not_fit", "not_there", "round_over", "not_now", "not_ready", "locked"];
            assert!(honest.contains(&code), "{frame} was answered {answer}");
        }
    }
}

/// What a person at the table would send now.
pub fn next_frame(client: &Client, model: &super::model::Model) -> Option<Value> {
    let me = model.member(&client.me.player)?;
    let side = number(&model.you["side"]);
    match model.phase() {
        "playing" => play::next(model, side, model.you["role"].as_str()?).map(act),
        _ if side == 0 => None,
        _ if me["ready"] == false => Some(json!({ "type": "ready", "ready": true })),
        _ => {
            let members = model.room["members"].as_array()?;
            let all = members
                .iter()
                .filter(|member| !member["side"].is_null())
                .all(|member| member["ready"] == true);
            (all && model.room["host"] == client.me.player.as_str()).then(|| json!({ "type": "start" }))
        }
    }
}

/// Waits a little, for what others must not notice.
pub async fn a_moment() {
    pause(100).await;
}
