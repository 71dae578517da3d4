//! A round that bots play, for samples: the same each time, since seed and clock are given.

use std::collections::BTreeMap;

use anyhow::{Context, anyhow};
use serde_json::{Value, json};

use crate::games::rng::Draw;
use crate::games::{
    BotLevel, By, Driver, Game, Input, Place, RoomTime, Seat, Seated, Seed, Setup, Side, Sight, Stamp, Viewer,
};

/// Moves that are tried, in moves. Enough for each kind that bots make often.
const MOVES: usize = 400;
/// The time between two moves, in milliseconds.
const PACE_MS: u64 = 1_500;

/// What came of a round.
#[derive(Debug)]
pub struct Played<G: Game> {
    /// The opening event, as the first seat sees it.
    pub opening: G::Shown,
    /// The table after some moves, as the first seat sees it.
    pub view: G::View,
    /// The first accepted action of each kind, by its `do`.
    pub actions: BTreeMap<String, G::Action>,
    /// The first event of each kind, by its `e`, as the first seat sees it.
    pub events: BTreeMap<String, G::Shown>,
}

/// Plays part of a round with two bots.
///
/// # Errors
/// When the game does not let two sit down and play.
pub fn play<G: Game>() -> anyhow::Result<Played<G>> {
    let mut places: Vec<Place> = Vec::new();
    for side in [Side(1), Side(2)] {
        let place = G::place(side, None, &places);
        G::may_sit(place, &places).map_err(|code| anyhow!("{}: {}", G::NAME, code.name))?;
        places.push(place);
    }
    let seats: Vec<Seated> = places
        .iter()
        .map(|place| Seated { seat: G::seat(*place), place: *place, driver: Driver::Bot, online: true })
        .collect();
    let totals = [(Side(1), 0), (Side(2), 0)];
    let setup = Setup { options: &G::Options::default(), seats: &seats, round: 1, totals: &totals };
    let first = seats.first().map_or(Viewer::Watcher, |seat| Viewer::Seat(seat.seat));
    let opening = G::deal(&setup, None, Seed([7; 32]), RoomTime(0));
    let state =
        G::open(&opening, Stamp { seq: 1, at: RoomTime(0) }).context("the opening event opens a round")?;
    let shown = G::redact(&opening, first, RoomTime(0));
    let mut table = Table::<G> { state, seq: 1, now: RoomTime(0), first, events: BTreeMap::new() };
    table.note(&opening)?;

    let mut draw = Seed([8; 32]).draw();
    let mut actions = BTreeMap::new();
    let mut view = None;
    for seat in seats.iter().map(|seat| seat.seat).cycle().take(MOVES) {
        table.now = table.now.plus(PACE_MS);
        table.follow()?;
        if let Some(action) = table.begin()?.or(table.think(seat, &mut draw)?) {
            let word = serde_json::to_value(&action)?["do"].as_str().unwrap_or_default().to_owned();
            actions.entry(word).or_insert(action);
        }
        if view.is_none() && actions.len() > 1 {
            view = Some(G::view(&table.state, first, table.now));
        }
        if G::result(&table.state).is_some() {
            break;
        }
    }
    let view = view.unwrap_or_else(|| G::view(&table.state, first, table.now));
    Ok(Played { opening: shown, view, actions, events: table.events })
}

struct Table<G: Game> {
    state: G::State,
    seq: u64,
    now: RoomTime,
    first: Viewer,
    events: BTreeMap<String, G::Shown>,
}

impl<G: Game> Table<G> {
    /// Says that the race begins, where somebody must: no bot does.
    fn begin(&mut self) -> anyhow::Result<Option<G::Action>> {
        if G::starters(&self.state).is_none() {
            return Ok(None);
        }
        let start = serde_json::from_value(json!({ "do": "start" }))?;
        self.act(By { seat: None, host: true }, start)
    }

    /// Lets `seat` move, if it wants to; the action if it was accepted.
    fn think(&mut self, seat: Seat, draw: &mut Draw) -> anyhow::Result<Option<G::Action>> {
        let view = G::view(&self.state, Viewer::Seat(seat), self.now);
        // The table was dealt with the options' defaults.
        let sight = Sight { view: &view, options: &G::Options::default(), seat };
        let Some(action) = G::think(&sight, BotLevel::Hard, draw) else { return Ok(None) };
        self.act(By { seat: Some(seat), host: false }, action)
    }

    fn act(&mut self, by: By, action: G::Action) -> anyhow::Result<Option<G::Action>> {
        let input = Input::Act { by, action: action.clone() };
        let (done, events) = match G::decide(&self.state, &input, self.now) {
            Ok(event) => (Some(action), event.into_iter().collect()),
            Err(refusal) => (None, refusal.events),
        };
        for event in &events {
            self.evolve(event)?;
        }
        self.follow()?;
        Ok(done)
    }

    /// Takes the automatic steps that are due.
    fn follow(&mut self) -> anyhow::Result<()> {
        while let Some(event) = G::follow(&self.state, self.now) {
            self.evolve(&event)?;
        }
        Ok(())
    }

    fn evolve(&mut self, event: &G::Event) -> anyhow::Result<()> {
        self.seq += 1;
        G::evolve(&mut self.state, event, Stamp { seq: self.seq, at: self.now });
        self.note(event)
    }

    fn note(&mut self, event: &G::Event) -> anyhow::Result<()> {
        let shown = G::redact(event, self.first, self.now);
        let value: Value = serde_json::to_value(&shown)?;
        let word = value["e"].as_str().unwrap_or_default().to_owned();
        self.events.entry(word).or_insert(shown);
        Ok(())
    }
}
