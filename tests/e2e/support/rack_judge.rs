//! A game of Super Rack-O told again from the log by the second telling of the rules, which knows nothing
//! of the first: what every answer should have been, and what every `state` should have shown.

use std::collections::BTreeMap;

use serde_json::Value;
use slapdown::games::super_rack_o::event::Event as GameEvent;
use slapdown::games::super_rack_o::{Action, State, SuperRackO};
use slapdown::games::{By, Driver, Game as _, Input as GameInput, RoomTime, Seat, Stamp};
use slapdown::ids::PlayerId;
use slapdown::room::answer::Answer;
use slapdown::room::event::{Event, RoomEvent};
use slapdown::room::input::{Entry, Input};
use slapdown::room::request::Request;

use super::card::number;
use super::client::Client;
use super::model::timeless;
use crate::rules::model::Model;

/// What the second telling says.
pub struct Judge {
    /// The game after each entry, by the number of its last event, with the instant.
    moments: BTreeMap<u64, (RoomTime, Option<Model>)>,
    /// The numbers of the last events of requests, by player and id.
    done: BTreeMap<(String, u64), u64>,
    /// Every event of the game, by number.
    pub events: BTreeMap<u64, GameEvent>,
}

/// Both tellings, side by side.
#[derive(Default)]
struct Tellings {
    seq: u64,
    playing: bool,
    seats: BTreeMap<PlayerId, Seat>,
    model: Option<Model>,
    state: Option<State>,
}

impl Judge {
    /// Tells the log again; fails where the two tellings differ.
    pub fn of(entries: &[Entry<SuperRackO>]) -> Self {
        let mut judge = Self { moments: BTreeMap::new(), done: BTreeMap::new(), events: BTreeMap::new() };
        let mut both = Tellings::default();
        for entry in entries {
            both.decide(entry);
            for event in &entry.events {
                both.happen(event, entry.at);
                if let Event::Game(event) = event {
                    judge.events.insert(both.seq, event.clone());
                }
            }
            if let (Some(model), Some(state)) = (&both.model, &both.state) {
                model.agrees_with(state);
            }
            judge.moments.insert(both.seq, (entry.at, both.model.clone()));
            if let Some(asked) = &entry.asked {
                let asked = serde_json::to_value(asked).expect("JSON");
                let player = asked["player"].as_str().expect("a player").to_owned();
                judge.done.insert((player, number(&asked["id"])), both.seq);
            }
        }
        judge
    }

    /// Holds each answer that a client got to an action against the second telling; comes back with how
    /// many were accepted and refused.
    pub fn answers(&self, client: &Client, seat: Option<Seat>) -> (usize, usize) {
        let mut counts = (0, 0);
        for (id, frame) in client.asked.iter().filter(|(_, frame)| frame["type"] == "act") {
            let answer = &client.answers[id];
            let seq = number(&answer["seq"]);
            if answer["type"] == "ok" {
                let done = self.done.get(&(client.me.player.clone(), *id));
                assert_eq!(done, Some(&seq), "{frame} was answered {answer}");
                counts.0 += 1;
                continue;
            }
            let (at, model) = &self.moments[&seq];
            let action: Action = serde_json::from_value(frame["action"].clone()).expect("an action");
            let input = GameInput::Act { by: By { seat, host: false }, action };
            let should = match model {
                Some(model) => model.clone().input(&input, at.0, Vec::new()),
                None => Some("not_now"),
            };
            assert_eq!(answer["code"].as_str(), should, "{frame} was answered {answer}");
            counts.1 += 1;
        }
        counts
    }

    /// Holds each `state` that a client got against the second telling; comes back with how many.
    pub fn states(&self, client: &Client, seat: Option<Seat>) -> usize {
        let mut states = 0;
        for text in client.texts.as_ref().expect("its frames") {
            let frame: Value = serde_json::from_str(text).expect("JSON");
            if frame["type"] != "state" || frame["game"].is_null() {
                continue;
            }
            let (at, model) = &self.moments[&number(&frame["seq"])];
            let should = model.as_ref().expect("a game").seen_by(seat, at.0);
            assert_eq!(timeless(&frame["game"]), timeless(&should), "state {} of {seat:?}", frame["seq"]);
            states += 1;
        }
        states
    }
}

impl Tellings {
    /// The second telling judges what the first has judged.
    fn decide(&mut self, entry: &Entry<SuperRackO>) {
        let Some(model) = self.model.as_mut().filter(|_| self.playing) else { return };
        let by = |player: &PlayerId| By { seat: self.seats.get(player).copied(), host: false };
        let input = match &entry.input {
            Input::Ask { player, request: Request::Act { action } } => {
                GameInput::Act { by: by(player), action: *action }
            }
            Input::BotMove { seat, action } => {
                GameInput::Act { by: By { seat: Some(*seat), host: false }, action: *action }
            }
            Input::Leave { player } | Input::Ask { player, request: Request::Stand } => {
                self.seats.get(player).map_or(GameInput::Wake, |seat| GameInput::Left { seat: *seat })
            }
            Input::ClockStood { .. } => GameInput::Resumed,
            _ => GameInput::Wake,
        };
        let refused = model.input(&input, entry.at.0, shuffles(entry));
        if matches!(input, GameInput::Act { .. }) {
            let code = match &entry.answer {
                Answer::Accepted(_) => None,
                Answer::Refused(refused) => Some(refused.code.as_ref()),
            };
            assert_eq!(refused, code, "{input:?}");
        }
        for event in &entry.events {
            if let Event::Room(RoomEvent::Driver { seat, driver: Driver::None, .. }) = event {
                let input = GameInput::Driver { seat: *seat, driver: Driver::None };
                model.input(&input, entry.at.0, Vec::new());
            }
        }
    }

    fn happen(&mut self, event: &Event<SuperRackO>, at: RoomTime) {
        self.seq += 1;
        let stamp = Stamp { seq: self.seq, at };
        match event {
            Event::Game(event) => {
                if let GameEvent::Dealt(dealt) = event {
                    let mut model = Model::new(dealt);
                    model.input(&GameInput::Wake, at.0, Vec::new());
                    self.model = Some(model);
                    self.state = SuperRackO::open(event, stamp);
                } else if let Some(state) = &mut self.state {
                    SuperRackO::evolve(state, event, stamp);
                }
            }
            Event::Room(RoomEvent::MatchBegun { .. }) => (self.model, self.state) = (None, None),
            Event::Room(RoomEvent::RoundBegun { .. }) => self.playing = true,
            Event::Room(RoomEvent::RoundEnded { .. }) => self.playing = false,
            Event::Room(RoomEvent::Seated { player, place }) => {
                self.seats.insert(*player, Seat(place.side.0));
            }
            Event::Room(RoomEvent::Stood { player } | RoomEvent::Left { player, .. }) => {
                self.seats.remove(player);
            }
            Event::Room(_) => {}
        }
    }
}

/// The draw piles that were made anew.
fn shuffles(entry: &Entry<SuperRackO>) -> Vec<Vec<slapdown::games::super_rack_o::card::Card>> {
    let made = |event: &Event<SuperRackO>| match event {
        Event::Game(
            GameEvent::Drawn { reshuffle: Some(made), .. }
            | GameEvent::Reversed { reshuffle: Some(made), .. },
        ) => Some(made.pile.clone()),
        _ => None,
    };
    entry.events.iter().filter_map(made).collect()
}
