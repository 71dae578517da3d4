//! A table of bots alone, of either game, in room time: each acts once in its pause, as in a room, and
//! all pauses are drawn from the same range. After each step the invariants are checked.

use slapdown::games::rng::Draw;
use slapdown::games::{
    BotLevel, By, Driver, Game, Input, Place, RoomTime, Seat, Seated, Seed, Setup, Side, Sight, Stamp, Viewer,
};

/// The least time between two moves of a bot, in milliseconds.
pub const PACE_MS: u64 = 600;

/// A bot at the table.
#[derive(Debug, Clone, Copy)]
pub struct Player {
    pub place: Place,
    pub level: BotLevel,
}

/// How a round went.
#[derive(Debug)]
pub struct Outcome {
    /// What each side got.
    pub points: Vec<(Side, i64)>,
    /// What each side has now.
    pub totals: Vec<(Side, i64)>,
    /// Who has won the match, if it is over.
    pub winners: Option<Vec<Side>>,
    /// Moves that were refused, by code.
    pub refused: Vec<(Seat, &'static str)>,
}

/// The round's number, what each side has, and the last round of the same match.
pub type Round<'a, G> = (u32, &'a [(Side, i64)], Option<&'a <G as Game>::State>);

/// A round that is played.
pub struct Arena<G: Game> {
    pub state: G::State,
    pub options: G::Options,
    pub now: RoomTime,
    seq: u64,
    pub players: Vec<(Seat, BotLevel)>,
    /// When each bot thinks next.
    due: Vec<u64>,
    pace_ms: u64,
    draw: Draw,
    /// Whether the invariants are checked after each step.
    checks: bool,
}

pub fn seed(number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed(bytes)
}

impl<G: Game> Arena<G> {
    /// A table that has been dealt, with the race running.
    pub fn deal(
        options: &G::Options,
        players: &[Player],
        (round, totals, previous): Round<'_, G>,
        number: u64,
    ) -> Self {
        let seats: Vec<Seated> = players
            .iter()
            .map(|player| {
                let seat = G::seat(player.place);
                Seated { seat, place: player.place, driver: Driver::Bot, online: true }
            })
            .collect();
        let mut draw = seed(number).draw();
        let now = RoomTime(0);
        let setup = Setup { options, seats: &seats, round, totals };
        let event = G::deal(&setup, previous, draw.seed(), now);
        let state = G::open(&event, Stamp { seq: 1, at: now }).expect("a deal opens a round");
        let players: Vec<_> = players.iter().map(|player| (G::seat(player.place), player.level)).collect();
        let pace_ms = PACE_MS.max(G::bot_pace_ms_min(options));
        let due = players.iter().map(|_| pause(&mut draw, pace_ms)).collect();
        let options = options.clone();
        let mut arena = Self { state, options, now, seq: 1, players, due, pace_ms, draw, checks: true };
        arena.settle();
        if G::starters(&arena.state).is_some() {
            let start = serde_json::from_str(r#"{"do":"start"}"#).expect("an action");
            let by = By { seat: None, host: true };
            arena.input(&Input::Act { by, action: start }).expect("the host may start");
        }
        arena
    }

    /// The same without the checks of the invariants, where only the result counts.
    pub fn unchecked(mut self) -> Self {
        self.checks = false;
        self
    }

    fn happen(&mut self, event: &G::Event) {
        self.seq += 1;
        G::evolve(&mut self.state, event, Stamp { seq: self.seq, at: self.now });
        if self.checks {
            G::check(&self.state).expect("the invariants hold");
        }
    }

    fn settle(&mut self) {
        for _ in 0..200 {
            let Some(event) = G::follow(&self.state, self.now) else { return };
            self.happen(&event);
        }
        panic!("follow comes to no end");
    }

    fn input(&mut self, input: &Input<G::Action>) -> Result<(), &'static str> {
        match G::decide(&self.state, input, self.now) {
            Ok(event) => {
                if let Some(event) = event {
                    self.happen(&event);
                }
                self.settle();
                Ok(())
            }
            Err(refusal) => {
                for event in &refusal.events {
                    self.happen(event);
                }
                self.settle();
                Err(refusal.code.name)
            }
        }
    }

    /// Lets time pass, with what is due on the way.
    fn pass_to(&mut self, end: RoomTime) {
        while let Some(at) = G::deadline(&self.state).filter(|at| *at <= end) {
            self.now = at.max(self.now);
            self.settle();
        }
        self.now = end;
        self.settle();
    }

    /// What a bot does on this view, with chance of its own.
    pub fn thought(&self, seat: Seat, level: BotLevel, draw: &mut Draw) -> Option<G::Action> {
        let view = G::view(&self.state, Viewer::Seat(seat), self.now);
        let sight = Sight { view: &view, options: &self.options, seat };
        G::think(&sight, level, draw)
    }

    /// The bot that is due thinks and moves: what it did, and what became of it.
    pub fn step(&mut self) -> Option<(Seat, G::Action, Result<(), &'static str>)> {
        let index = (0..self.due.len()).min_by_key(|index| self.due[*index]).expect("a bot");
        self.pass_to(RoomTime(self.due[index].max(self.now.0)));
        let (seat, level) = self.players[index];
        let mut own = self.draw.seed().draw();
        let thought =
            if G::result(&self.state).is_some() { None } else { self.thought(seat, level, &mut own) };
        self.due[index] = self.now.0 + pause(&mut self.draw, self.pace_ms);
        let action = thought?;
        let by = By { seat: Some(seat), host: false };
        let verdict = self.input(&Input::Act { by, action: action.clone() });
        Some((seat, action, verdict))
    }

    /// Plays on until the round is over; fails if that takes more than `thoughts_max` thoughts.
    pub fn play(mut self, thoughts_max: usize) -> (Outcome, G::State) {
        let mut refused = Vec::new();
        for _ in 0..thoughts_max {
            if let Some((seat, _, Err(code))) = self.step() {
                refused.push((seat, code));
            }
            if let Some(result) = G::result(&self.state) {
                let (points, totals, winners) = (result.points, result.totals, result.winners);
                return (Outcome { points, totals, winners, refused }, self.state);
            }
        }
        panic!("the table is stuck after {thoughts_max} thoughts: {:?}", self.state);
    }
}

/// As a room's bots have them.
fn pause(draw: &mut Draw, pace_ms: u64) -> u64 {
    pace_ms + u64::from(draw.below(u32::try_from(pace_ms).expect("seconds") + 1))
}
