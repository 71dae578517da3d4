//! The table of a replay that is played again.

use serde_json::Value;

use super::compare::compare;
use crate::games::{Game, Input, Place, RoomTime, Seated, Setup, Side, Stamp, Viewer};
use crate::replay::line::{Head, Lost, Round, Score, Step};
use crate::replay::write::{numbered, shown, totals};

/// Automatic steps that one input may have.
const STEPS_MAX: usize = 10_000;

/// What the rules say so far.
pub(super) struct Table<G: Game> {
    state: Option<G::State>,
    /// The round that is played, or was last.
    round: u32,
    playing: bool,
    at: RoomTime,
    seq: u64,
    totals: Vec<(Side, i64)>,
    winners: Option<Vec<Side>>,
}

impl<G: Game> Table<G> {
    pub fn new() -> Self {
        Self {
            state: None,
            round: 0,
            playing: false,
            at: RoomTime(0),
            seq: 0,
            totals: Vec::new(),
            winners: None,
        }
    }

    /// Nothing comes before what is there already.
    fn at(&mut self, at: RoomTime) -> Result<(), String> {
        if at < self.at {
            return Err(format!("at is {}, before the line ahead of it ({})", at.0, self.at.0));
        }
        self.at = at;
        Ok(())
    }

    fn next_seq(&mut self, seq: u64) -> Result<(), String> {
        if seq <= self.seq {
            return Err(format!("seq is {seq}, and event {} was there before", self.seq));
        }
        self.seq = seq;
        Ok(())
    }

    /// Deals again.
    pub fn deal(&mut self, line: &Round<G>) -> Result<(), String> {
        self.at(line.at)?;
        self.next_seq(line.seq)?;
        if self.playing || self.winners.is_some() || line.round != self.round + 1 {
            return Err(format!("round {} does not follow round {}", line.round, self.round));
        }
        compare("totals", &json(&line.totals)?, &json(&totals(&self.totals))?)?;
        let seated = |seat: &crate::replay::line::SeatLine| Seated {
            seat: seat.seat,
            place: Place { side: seat.side, role: seat.role },
            driver: seat.driver,
            online: seat.online,
        };
        let seats: Vec<Seated> = line.seats.iter().map(seated).collect();
        let places: Vec<Place> = seats.iter().map(|seat| seat.place).collect();
        if let Err((code, _)) = G::may_deal(&places, &line.options) {
            return Err(format!("nobody may deal for these seats: {}", code.name));
        }
        if let Some(wrong) = seats.iter().find(|seated| G::seat(seated.place) != seated.seat) {
            return Err(format!("seat {} is not that place's", wrong.seat.0));
        }
        let setup = Setup { options: &line.options, seats: &seats, round: line.round, totals: &self.totals };
        let previous = self.state.as_ref().filter(|_| line.round > 1);
        let opening = G::deal(&setup, previous, line.deal.cards, line.at);
        compare("event", &line.event, &shown::<G>(&opening, line.at).map_err(broken)?)?;
        let state = G::open(&opening, Stamp { seq: line.seq, at: line.at });
        let state = state.ok_or("the rules do not open a round with this")?;
        compare("game", &line.game, &json(&G::view(&state, Viewer::Afterwards, line.at))?)?;
        self.state = Some(state);
        self.round = line.round;
        self.playing = true;
        Ok(())
    }

    fn playing(&mut self) -> Result<&mut G::State, String> {
        match &mut self.state {
            Some(state) if self.playing => Ok(state),
            _ => Err("no round is played here".to_owned()),
        }
    }

    /// Decides again.
    pub fn step(&mut self, line: &Step<G>) -> Result<(), String> {
        self.at(line.at)?;
        let at = line.at;
        let mut numbers = Vec::new();
        for event in &line.events {
            let seq = event.get("seq").and_then(Value::as_u64).ok_or("an event has no number (seq)")?;
            self.next_seq(seq)?;
            numbers.push(seq);
        }
        let state = self.playing()?;
        let mut made = Vec::new();
        let mut happen = |state: &mut G::State, event: G::Event| -> Result<(), String> {
            // One too many has no number; the count tells.
            let seq = numbers.get(made.len()).copied().unwrap_or(u64::MAX);
            G::evolve(state, &event, Stamp { seq, at });
            made.push(numbered(&shown::<G>(&event, at).map_err(broken)?, seq));
            Ok(())
        };
        let mut code = None;
        if !line.inputs.is_empty() {
            if let Some(event) = G::follow(state, at) {
                let missed = shown::<G>(&event, at).map_err(broken)?;
                return Err(format!("before this input something was due: {}", super::said(&missed)));
            }
            for input in &line.inputs {
                match (G::decide(state, input, at), input) {
                    (Ok(event), _) => {
                        if let Some(event) = event {
                            happen(state, event)?;
                        }
                    }
                    (Err(refusal), Input::Act { .. }) => {
                        code = Some(refusal.code.name);
                        for event in refusal.events {
                            happen(state, event)?;
                        }
                    }
                    // What the game is only told may not matter to it.
                    (Err(_), _) => {}
                }
            }
        }
        if code != line.code.as_deref() {
            let word = |code: Option<&str>| {
                code.map_or("accepted".to_owned(), |code| format!("refused with {code}"))
            };
            return Err(format!(
                "it is said to have been {}, and by the rules it is {}",
                word(line.code.as_deref()),
                word(code)
            ));
        }
        for _ in 0..STEPS_MAX {
            let Some(event) = G::follow(state, at) else { break };
            happen(state, event)?;
        }
        for (index, (told, so)) in line.events.iter().zip(&made).enumerate() {
            compare(&format!("events[{index}]"), told, so)?;
        }
        if line.events.len() != made.len() {
            return Err(format!("there are {} events, and the rules make {}", line.events.len(), made.len()));
        }
        Ok(())
    }

    /// Judges a lost race again.
    pub fn lost(&mut self, line: &Lost<G>) -> Result<(), String> {
        self.at(line.at)?;
        // The round may be over: then that is the answer.
        let state = self.state.as_ref().ok_or("no round is played here")?;
        let input = Input::Act { by: line.by, action: line.action.clone() };
        match G::decide(state, &input, line.at) {
            Err(refusal) if refusal.code.name == line.code && refusal.events.is_empty() => {
                compare("detail", &line.detail, &json(&refusal.detail)?)
            }
            Err(refusal) => {
                Err(format!("code is {:?}, and by the rules it is {:?}", line.code, refusal.code.name))
            }
            Ok(_) => Err(format!("code is {:?}, and by the rules it is accepted", line.code)),
        }
    }

    /// Scores again.
    pub fn score(&mut self, line: &Score) -> Result<(), String> {
        self.at(line.at)?;
        self.next_seq(line.seq)?;
        let round = self.round;
        let result = G::result(self.playing()?).ok_or("by the rules the round is not over")?;
        if line.round != round {
            return Err(format!("round is {}, and round {round} is played", line.round));
        }
        compare("points", &json(&line.points)?, &json(&totals(&result.points))?)?;
        compare("totals", &json(&line.totals)?, &json(&totals(&result.totals))?)?;
        compare("winners", &json(&line.winners)?, &json(&result.winners)?)?;
        self.totals = result.totals;
        self.winners = result.winners;
        self.playing = false;
        Ok(())
    }

    /// Whether the match is over and the first line tells what came of it.
    pub fn ended(&self, head: &Head) -> Result<(), String> {
        let winners = self.winners.as_ref().ok_or("by the rules the match is not over")?;
        let mut told: Vec<(Side, i64)> = head.sides.iter().map(|side| (side.side, side.total)).collect();
        let mut so = self.totals.clone();
        told.sort_unstable();
        so.sort_unstable();
        compare("the first line's totals", &json(&totals(&told))?, &json(&totals(&so))?)?;
        let ranked =
            crate::store::rank_sides(so.iter().map(|(side, total)| (side.0, *total, winners.contains(side))));
        let told: Vec<_> = head.sides.iter().map(|side| (side.side.0, side.rank, side.won)).collect();
        let so: Vec<_> = ranked.iter().map(|side| (side.side, side.rank, side.won)).collect();
        compare("the first line's ranks", &json(&told)?, &json(&so)?)
    }
}

fn json(value: &impl serde::Serialize) -> Result<Value, String> {
    serde_json::to_value(value).map_err(broken)
}

#[expect(clippy::needless_pass_by_value, reason = "its use is in `map_err`")]
fn broken(error: serde_json::Error) -> String {
    format!("a value cannot be written: {error}")
}
