//! A client's own picture of a room: the last `state`, brought up to date by events alone.
//!
//! It also counts the cards of each side after every event: 54, wherever they lie.

use serde_json::{Value, json};

use super::ballot;
use super::card::number;
use super::rack_fold;

/// A room as a client knows it.
#[derive(Debug, Clone)]
pub struct Model {
    /// As in `state.room`.
    pub room: Value,
    /// As in `state.game`.
    pub game: Value,
    /// As in `state.you`.
    pub you: Value,
}

/// The value without what changes with the time of sending.
pub fn timeless(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(key, _)| !key.ends_with("_in") && *key != "opened")
            .map(|(key, value)| (key.clone(), timeless(value)))
            .collect(),
        Value::Array(items) => items.iter().map(timeless).collect(),
        plain => plain.clone(),
    }
}

impl Model {
    /// From a `state`.
    pub fn of(state: &Value) -> Self {
        let model =
            Self { room: state["room"].clone(), game: state["game"].clone(), you: state["you"].clone() };
        model.count();
        model
    }

    /// The phase of the room.
    pub fn phase(&self) -> &str {
        self.room["phase"].as_str().unwrap_or_default()
    }

    /// The phase of the game.
    pub fn game_phase(&self) -> &str {
        self.game["phase"].as_str().unwrap_or_default()
    }

    /// A member of the room.
    pub fn member(&self, player: &str) -> Option<&Value> {
        self.room["members"].as_array()?.iter().find(|member| member["player"] == player)
    }

    /// A side of the table.
    pub fn side(&self, side: u64) -> Option<&Value> {
        self.game["sides"].as_array()?.iter().find(|table| table["side"] == side)
    }

    /// Fails unless a state shows the same.
    pub fn same_as(&self, state: &Value) {
        assert_eq!(timeless(&self.game), timeless(&state["game"]), "the events do not lead to the state");
        assert_eq!(timeless(&self.you), timeless(&state["you"]));
        for part in [
            "code", "host", "options", "match", "round", "phase", "deal", "members", "totals", "winners",
            "starter", "chat", "banned",
        ] {
            assert_eq!(timeless(&self.room[part]), timeless(&state["room"][part]), "room.{part}");
        }
    }

    /// Lets the event of that number happen.
    pub fn apply(&mut self, seq: u64, event: &Value, me: &str) {
        let name = event["e"].as_str().unwrap_or_default();
        if self.said(seq, name, event) || self.apply_to_room(name, event, me) {
            return;
        }
        if self.room["game"] == "super_rack_o" {
            rack_fold::apply(&mut self.game, &self.you, event);
        } else if !ballot::apply(&mut self.game, name, event) {
            self.apply_to_game(name, event);
            self.count();
        }
    }

    /// What was said, and who may say something: the room keeps the last twenty.
    fn said(&mut self, seq: u64, name: &str, event: &Value) -> bool {
        match name {
            "chat" | "react" => {
                let what = if name == "chat" { "text" } else { "emote" };
                let mut line = json!({ "seq": seq, "player": event["player"] });
                line[what] = event[what].clone();
                let chat = self.room["chat"].as_array_mut().expect("what was said");
                chat.push(line);
                let old = chat.len().saturating_sub(20);
                chat.drain(..old);
            }
            "muted" => self.set_member(&event["player"], &[("muted", event["on"].clone())]),
            "banned" => {
                let banned = self.room["banned"].as_array_mut().expect("who is kept out");
                banned.retain(|player| *player != event["player"]);
                if event["on"] == true {
                    banned.push(event["player"].clone());
                    banned.sort_unstable_by_key(ToString::to_string);
                }
            }
            _ => return false,
        }
        true
    }

    fn set_member(&mut self, player: &Value, set: &[(&str, Value)]) {
        let members = self.room["members"].as_array_mut().expect("members");
        let member = members.iter_mut().find(|member| member["player"] == *player);
        let member = member.unwrap_or_else(|| panic!("an event about {player}, who is no member"));
        for (field, value) in set {
            // Bots are always ready.
            if *field != "ready" || member["bot"].is_null() {
                member[*field] = value.clone();
            }
        }
    }

    fn apply_to_room(&mut self, name: &str, event: &Value, me: &str) -> bool {
        match name {
            "room_created" | "clock_stood" | "slept" => {}
            "joined" => self.room["members"].as_array_mut().expect("members").push(event["member"].clone()),
            "left" if event.get("player").is_some() => {
                self.room["members"]
                    .as_array_mut()
                    .expect("members")
                    .retain(|m| m["player"] != event["player"]);
            }
            "renamed" => self.set_member(&event["player"], &[("name", event["name"].clone())]),
            "gone" => self.set_member(&event["player"], &[("online", json!(false)), ("gone", json!(true))]),
            "role_changed" => {
                if event["player"] == me {
                    self.you["as"] = event["as"].clone();
                }
                self.set_member(&event["player"], &[("as", event["as"].clone())]);
            }
            "seated" => {
                let (side, role) = (event["side"].clone(), event["role"].clone());
                if event["player"] == me {
                    self.you["side"] = side.clone();
                    self.you["role"] = role.clone();
                }
                self.set_member(&event["player"], &[("side", side), ("role", role), ("ready", json!(false))]);
            }
            "stood" => {
                if event["player"] == me {
                    self.you["side"] = Value::Null;
                    self.you["role"] = Value::Null;
                }
                let none = Value::Null;
                self.set_member(
                    &event["player"],
                    &[("side", none.clone()), ("role", none), ("ready", json!(false))],
                );
            }
            "ready" => self.set_member(&event["player"], &[("ready", event["ready"].clone())]),
            "online" => self.set_member(&event["player"], &[("online", event["online"].clone())]),
            "stand_in" => {
                if !event["player"].is_null() {
                    self.set_member(&event["player"], &[("played_by_bot", event["played_by_bot"].clone())]);
                }
            }
            "host" => self.room["host"] = event["player"].clone(),
            "options" => {
                self.room["options"] = event["options"].clone();
                self.unready();
            }
            "committed" => self.room["deal"] = event["deal"].clone(),
            "may_start" => self.room["starter"] = event["starter"].clone(),
            "match_begun" => {
                self.room["match"] = event["match"].clone();
                self.room["totals"] = json!([]);
                self.room["winners"] = json!([]);
            }
            "round_begun" => {
                self.room["round"] = event["round"].clone();
                self.room["phase"] = json!("playing");
            }
            "round_ended" => {
                for part in ["phase", "totals", "winners"] {
                    self.room[part] = event[part].clone();
                }
                self.room["members"].as_array_mut().expect("members").retain(|member| member["gone"] != true);
                self.unready();
            }
            _ => return false,
        }
        true
    }

    fn unready(&mut self) {
        for member in self.room["members"].as_array_mut().expect("members") {
            if member["bot"].is_null() {
                member["ready"] = json!(false);
            }
        }
    }

    fn table(&mut self, side: &Value) -> &mut Value {
        let sides = self.game["sides"].as_array_mut().expect("sides");
        sides.iter_mut().find(|table| table["side"] == *side).expect("a side of the table")
    }

    fn leave_spot(&mut self, side: &Value, spot: &Value) {
        if let Some(slot) = spot.as_str().and_then(|spot| spot.strip_prefix("row.")) {
            let slot: usize = slot.parse().expect("a slot");
            self.table(side)["row"][slot - 1] = Value::Null;
        }
    }

    fn laid(&mut self, event: &Value) {
        let side = event["side"].clone();
        let table = self.table(&side);
        table["played"] = event["played"].clone();
        if !event["waste"].is_null() {
            table["waste"] = event["waste"]["count"].clone();
            table["top"] = event["waste"]["top"].clone();
        }
        let pile = json!({
            "pile": event["pile"], "color": event["color"], "top": event["top"], "card": event["card"],
            "by": side, "closed": event["top"] == 13,
        });
        self.game["rotations"] = json!(0);
        let piles = self.game["piles"].as_array_mut().expect("piles");
        if let Some(known) = piles.iter_mut().find(|known| known["pile"] == event["pile"]) {
            let steps = number(&event["top"]) - number(&known["top"]);
            let fits = (1..=3).contains(&steps) && known["color"] == event["color"];
            assert!(fits, "laid where it does not fit: {event}");
            *known = pile;
        } else {
            assert_eq!(event["top"], 1, "a pile is opened by a 1: {event}");
            piles.push(pile);
        }
    }

    fn apply_to_game(&mut self, name: &str, event: &Value) {
        let side = event["side"].clone();
        match name {
            "dealt" => self.deal(event),
            "countdown" => self.game["phase"] = json!("countdown"),
            "began" => {
                let stuck = !event["stuck_in"].is_null();
                self.game["phase"] = json!(if stuck { "stuck" } else { "playing" });
            }
            "turned" => {
                let table = self.table(&side);
                for part in ["top", "stock", "waste"] {
                    table[part] = event[part].clone();
                }
            }
            "recycled" => {
                let table = self.table(&side);
                table["stock"] = event["stock"].clone();
                table["waste"] = json!(0);
                table["top"] = Value::Null;
            }
            "played" => {
                self.leave_spot(&side, &event["from"]);
                self.laid(event);
            }
            "pair_played" => {
                self.leave_spot(&side, &event["wild"]);
                self.leave_spot(&side, &event["companion"]);
                self.laid(event);
            }
            "refilled" => {
                let slot = usize::try_from(number(&event["slot"])).expect("a slot");
                let table = self.table(&side);
                assert!(table["row"][slot - 1].is_null(), "refilled where a card lies: {event}");
                table["row"][slot - 1] = event["card"].clone();
                table["face_down"] = event["face_down"].clone();
            }
            "out" => self.table(&side)["out"] = json!(true),
            "stuck" => {
                self.game["phase"] = json!("stuck");
                ballot::close(&mut self.game, Some("rotate"));
            }
            "rotated" => {
                self.game["phase"] = json!("playing");
                self.game["rotations"] = event["rotations"].clone();
                for left in event["stocks"].as_array().expect("stocks") {
                    let table = self.table(&left["side"]);
                    table["stock"] = left["stock"].clone();
                    table["waste"] = json!(0);
                    table["top"] = Value::Null;
                }
            }
            "paused" | "went_on" => {
                self.game["phase"] = json!(if name == "paused" { "paused" } else { "playing" });
                ballot::close(&mut self.game, None);
            }
            "scored" => {
                self.game["phase"] = json!("scored");
                for table in self.game["sides"].as_array_mut().expect("sides") {
                    table["wild_locked_in"] = Value::Null;
                }
                ballot::close(&mut self.game, None);
                self.game["scores"] = event["scores"].clone();
                self.game["revealed"] = event["revealed"].clone();
            }
            "presence" | "seat_left" | "away" => {
                let away = self.game["away"].as_array_mut().expect("seats");
                away.retain(|seat| *seat != event["seat"]);
                if name != "presence" {
                    away.push(event["seat"].clone());
                    away.sort_by_key(Value::as_u64);
                }
            }
            "called" | "misplayed" | "wild_locked" | "driver" => {}
            other => panic!("an event that no test here brings about: {other}: {event}"),
        }
    }

    fn deal(&mut self, event: &Value) {
        let sides: Vec<Value> = event["sides"]
            .as_array()
            .expect("sides")
            .iter()
            .map(|dealt| {
                json!({
                    "side": dealt["side"], "team": dealt["team"], "row": dealt["row"], "face_down": 6,
                    "stock": 42, "waste": 0, "top": null, "played": 0, "out": false, "wild_locked_in": null,
                })
            })
            .collect();
        let phase = if event["starts_in"].is_null() { "dealt" } else { "countdown" };
        self.game = json!({
            "phase": phase, "starts_in": null, "stuck_in": null, "rotations": 0, "ends_in": null,
            "vote_in": null, "sides": sides, "away": [], "piles": [], "vote": null, "scores": null, "revealed": null,
        });
    }

    /// Each side has its 54 cards, once a refill that belongs to it has come.
    fn count(&self) {
        let Some(sides) = self.game["sides"].as_array() else { return };
        for table in sides {
            let row = table["row"].as_array().expect("a row").iter().filter(|card| !card.is_null()).count();
            let parts = ["face_down", "stock", "waste", "played"].map(|part| number(&table[part]));
            let cards = u64::try_from(row).expect("six") + parts.iter().sum::<u64>();
            assert_eq!(cards, 54, "side {} has {cards} cards: {table}", table["side"]);
        }
        let laid: u64 =
            self.game["piles"].as_array().expect("piles").iter().map(|pile| number(&pile["top"])).sum();
        let played: u64 = sides.iter().map(|table| number(&table["played"])).sum();
        assert_eq!(laid, played, "the piles and what the sides have played differ");
    }
}
