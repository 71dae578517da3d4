//! Random play: options, tables, people and actions, a fifth of them out of place.

use serde_json::{Value, json};
use slapdown::games::rng::Draw;
use slapdown::games::wackee_six::options::{CallToStop, Deadlock, Starter, TeamPair, Tie};
use slapdown::games::wackee_six::{Action, Options, State, WackeeSix};
use slapdown::games::{By, Driver, Game, Input, RoomTime, Seat, Seated, Seed, Side, Sight, Stamp};

use super::model::Model;
use super::race::{Race, Verdict};
use super::setup::{deal_seats, seats};

/// A seed out of a number, so that a failure can be told in one word.
pub fn seed(number: u64) -> [u8; 32] {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    seed
}

pub fn pick<'a, T>(draw: &mut Draw, of: &'a [T]) -> &'a T {
    &of[draw.below(u32::try_from(of.len()).unwrap()) as usize]
}

fn one_in(draw: &mut Draw, n: u32) -> bool {
    draw.below(n) == 0
}

pub fn options(draw: &mut Draw) -> Options {
    let mut flag = |usual: bool| if one_in(draw, 3) { !usual } else { usual };
    let mut options = Options {
        strict_roles: flag(true),
        redirect: flag(true),
        below_wild: flag(true),
        cover_absent: flag(true),
        wild_13: flag(false),
        reveal_after: flag(false),
        ..Options::default()
    };
    options.starter = *pick(draw, &[Starter::Host, Starter::LowestTotal, Starter::Automatic]);
    options.countdown_ms = *pick(draw, &[3_000, 0, 777]);
    options.min_turn_gap_ms = *pick(draw, &[150, 0, 2_000]);
    options.misplay_penalty = *pick(draw, &[0, 1]);
    options.team_pair = *pick(draw, &[TeamPair::Either, TeamPair::OwnArea]);
    options.call_to_stop = *pick(draw, &[CallToStop::Automatic, CallToStop::Automatic, CallToStop::ByCall]);
    options.target = *pick(draw, &[300, 10, 40]);
    options.rounds = *pick(draw, &[None, None, Some(1), Some(2)]);
    options.tie = *pick(draw, &[Tie::ExtraRound, Tie::Shared]);
    options.deadlock = *pick(draw, &[Deadlock::Rotate, Deadlock::Rotate, Deadlock::Score]);
    options.idle_vote_ms = *pick(draw, &[45_000, 0, 2_000]);
    options.round_limit_ms = *pick(draw, &[0, 0, 0, 0, 0, 90_000]);
    options
}

/// A round that is played at random, with the model beside it.
pub struct Player {
    pub race: Race,
    pub model: Model,
    pub draw: Draw,
    pub seats: Vec<Seated>,
    /// What would have fitted a moment ago.
    stale: Vec<(u8, Value)>,
}

impl Player {
    pub fn new(number: u64) -> Self {
        let mut draw = Seed(seed(number)).draw();
        let options = options(&mut draw);
        let sides = if one_in(&mut draw, 2) { 2 } else { 2 + draw.below(5) as usize };
        let teams: Vec<bool> = (0..sides).map(|_| one_in(&mut draw, 3)).collect();
        let mut seats = seats(&teams);
        for seat in &mut seats {
            if one_in(&mut draw, 6) {
                seat.driver = Driver::Bot;
            } else if one_in(&mut draw, 12) {
                (seat.online, seat.driver) =
                    (false, *pick(&mut draw, &[Driver::Person, Driver::Bot, Driver::None]));
            }
        }
        let round = 1 + draw.below(3);
        let totals: Vec<(Side, i64)> = (1..=6u8)
            .filter(|_| one_in(&mut draw, 2))
            .map(|side| (Side(side), i64::from(side) * 7 - 20))
            .collect();
        let race = deal_seats(&options, &seats, round, &totals, draw.seed().0);
        let plain: Vec<(u64, i64)> = totals.iter().map(|(side, total)| (side.0.into(), *total)).collect();
        let model = Model::new(options, round, &plain, &seats, &race.state, race.now.0);
        let mut player = Self { race, model, draw, seats, stale: Vec::new() };
        player.race.settle();
        player
    }

    pub fn over(&self) -> bool {
        WackeeSix::result(&self.race.state).is_some()
    }

    fn seat(&mut self) -> u8 {
        pick(&mut self.draw, &self.seats).seat.0
    }

    /// Lets time pass, for both.
    pub fn wait(&mut self) {
        let ms = match self.draw.below(100) {
            0 => 61_000,
            1..3 => 12_000,
            3..8 => 2_500,
            8..30 => u64::from(self.draw.below(600)),
            30..60 => u64::from(self.draw.below(160)),
            _ => 0,
        };
        self.race.pass(ms);
        self.model.advance(self.race.now.0);
    }

    /// Does something at random to both; the verdict of the engine, and of the model for an action.
    pub fn step(&mut self) -> (Verdict, Option<super::model::Said>, String) {
        self.wait();
        self.step_now()
    }

    /// The same, without waiting first.
    pub fn step_now(&mut self) -> (Verdict, Option<super::model::Said>, String) {
        let seat = self.seat();
        match self.draw.below(100) {
            0..2 => {
                let bot = self.seats.iter().any(|s| s.seat.0 == seat && s.driver == Driver::Bot && s.online);
                let online = one_in(&mut self.draw, 2) || bot;
                self.model.presence(seat.into(), online);
                (self.race.online(seat, online), None, format!("presence {seat} {online}"))
            }
            2 if one_in(&mut self.draw, 3) => {
                self.model.leave(seat.into());
                (self.race.input(Input::Left { seat: Seat(seat) }), None, format!("left {seat}"))
            }
            3 if one_in(&mut self.draw, 2) => {
                let driver = *pick(&mut self.draw, &[Driver::Person, Driver::Bot, Driver::None]);
                self.model.driver(seat.into(), driver == Driver::Bot);
                let input = Input::Driver { seat: Seat(seat), driver };
                (self.race.input(input), None, format!("driver {seat} {driver:?}"))
            }
            4 if one_in(&mut self.draw, 3) => {
                self.model.resumed();
                (self.race.input(Input::Resumed), None, "resumed".to_owned())
            }
            5 if one_in(&mut self.draw, if self.race.view()["vote"].is_object() { 2 } else { 12 }) => {
                (self.crash(), None, "crash".to_owned())
            }
            _ => {
                let (by, host, action) = self.action(seat);
                let said = self.model.act(by.map(u64::from), host, &action);
                let read: Action = serde_json::from_value(action.clone()).expect("an action");
                let verdict = self.race.by(by, host, read);
                (verdict, Some(said), format!("{by:?} {host} {action}"))
            }
        }
    }

    /// As after a crash: all connections are gone and room time stood; some people are back at once.
    fn crash(&mut self) -> Verdict {
        let kept = json!(self.race.state);
        let people = kept["seats"].as_array().unwrap().iter();
        let people: Vec<u8> = people
            .filter(|person| person["bot"] == false && person["online"] == true)
            .map(|person| person["seat"].as_u64().unwrap() as u8)
            .collect();
        self.model.crashed(&people.iter().map(|seat| u64::from(*seat)).collect::<Vec<_>>());
        let gone = |seat: &u8| Input::Presence { seat: Seat(*seat), online: false };
        let mut verdict = self.race.told(people.iter().map(gone).chain([Input::Resumed]).collect());
        for seat in people {
            if one_in(&mut self.draw, 3) {
                self.model.presence(seat.into(), true);
                verdict.events.extend(self.race.online(seat, true).events);
            }
        }
        verdict
    }

    fn action(&mut self, seat: u8) -> (Option<u8>, bool, Value) {
        let draw = &mut self.draw;
        let phase = self.race.full_view().phase;
        let started = phase != slapdown::games::wackee_six::view::PhaseName::Dealt;
        if !started && !one_in(draw, 4) {
            let seat = if one_in(draw, 5) { None } else { Some(seat) };
            return (seat, one_in(draw, 2), json!({"do": "start"}));
        }
        if one_in(draw, 5) {
            return self.nonsense(seat);
        }
        let paused = phase == slapdown::games::wackee_six::view::PhaseName::Paused;
        if one_in(draw, if paused { 2 } else { 60 })
            || self.model.view()["vote"].is_object() && one_in(draw, 3)
        {
            let open = self.model.view()["vote"]["for"].as_str().map(str::to_owned);
            let usual = if paused {
                "resume"
            } else {
                *pick(draw, &["pause", "rotate", "rotate", "rotate", "rotate", "rotate", "rotate", "end"])
            };
            let motion = open.filter(|_| !one_in(draw, 8)).unwrap_or_else(|| usual.to_owned());
            return (
                Some(seat),
                one_in(draw, 9),
                json!({"do": "vote", "for": motion, "agree": !one_in(draw, 6)}),
            );
        }
        if one_in(draw, 30) {
            return (Some(seat), false, json!({"do": "call"}));
        }
        // Who comes too late for a spot.
        if one_in(draw, 6) && !self.stale.is_empty() {
            let (seat, action) = pick(draw, &self.stale).clone();
            return (Some(seat), false, action);
        }
        if self.stale.len() > 12 {
            self.stale.clear();
        }
        // Half of the wilds on a waste are tried with the card under them, whatever that is.
        let side = usize::from(seat.div_ceil(2));
        if one_in(draw, 2) && self.race.side(side)["top"] == "wild" {
            let card = format!("{}-{}", pick(draw, &["red", "blue", "green", "yellow"]), 3 + draw.below(11));
            let action = json!({"do": "play_wild", "wild": "waste", "companion": "waste", "card": card});
            return (Some(seat), false, action);
        }
        let late = if one_in(draw, 5) { self.model.late(seat.into()) } else { Vec::new() };
        if !late.is_empty() {
            return (Some(seat), false, pick(draw, &late).clone());
        }
        let mut hints = Vec::new();
        for _ in 0..3 {
            let seat = pick(draw, &self.seats).seat.0;
            hints.extend(self.model.hints(seat.into()).into_iter().map(|hint| (seat, hint)));
        }
        self.stale.extend(hints.iter().cloned());
        // Any seat that has something to play, so that rounds come to their ends.
        if !hints.is_empty() && !one_in(draw, 4) {
            let (seat, action) = pick(draw, &hints).clone();
            return (Some(seat), false, action);
        }
        (Some(seat), false, json!({"do": "turn"}))
    }

    fn nonsense(&mut self, seat: u8) -> (Option<u8>, bool, Value) {
        let draw = &mut self.draw;
        let seat = match draw.below(12) {
            0 => None,
            1 => Some(u8::try_from(draw.below(14)).unwrap()),
            _ => Some(seat),
        };
        let spots = ["row.1", "row.2", "row.3", "row.4", "row.5", "row.6", "waste", "waste"];
        let mut action = match draw.below(6) {
            0 => json!({"do": *pick(draw, &["turn", "call", "start"])}),
            1 if one_in(draw, 3) => {
                json!({"do": "vote", "for": *pick(draw, &["rotate", "rotate", "rotate", "pause", "resume", "end"]), "agree": one_in(draw, 2)})
            }
            kind => {
                // A card that lies there, or any.
                let (one, other) = (*pick(draw, &spots), *pick(draw, &spots));
                let view = self.model.view();
                let side = view["sides"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|side| side["side"].as_u64() == seat.map(|seat| u64::from(seat.div_ceil(2))));
                let lying = |spot: &str| match spot.strip_prefix("row.") {
                    Some(slot) => side.map(|side| side["row"][slot.parse::<usize>().unwrap() - 1].clone()),
                    None => side.map(|side| side["top"].clone()),
                };
                let any = if one_in(draw, 15) {
                    "wild".to_owned()
                } else {
                    format!("{}-{}", pick(draw, &["red", "blue", "green", "yellow"]), 1 + draw.below(13))
                };
                let truly = !one_in(draw, 4);
                let card =
                    |spot: &str| lying(spot).filter(|card| truly && card.is_string()).unwrap_or(json!(any));
                match kind {
                    2 | 3 => json!({"do": "play", "card": card(one), "from": one}),
                    4 => json!({"do": "play_wild", "wild": one}),
                    _ => json!({"do": "play_wild", "wild": one, "companion": other, "card": card(other)}),
                }
            }
        };
        if action["do"].as_str().unwrap().starts_with("play") && one_in(draw, 2) {
            action["pile"] = if one_in(draw, 8) { json!("new") } else { json!(draw.below(12)) };
        }
        (seat, one_in(draw, 10), action)
    }
}

/// Every event again onto the deal; then every input judged again.
fn same_again(race: &Race) {
    let Race { opening, state, events, log, .. } = race;
    let stamp = Stamp { seq: 1, at: RoomTime(100_000) };
    let mut evolved = WackeeSix::open(opening, stamp).expect("a round");
    for (event, stamp) in events {
        // As the log keeps it.
        let kept = serde_json::to_string(event).unwrap();
        WackeeSix::evolve(&mut evolved, &serde_json::from_str(&kept).unwrap(), *stamp);
    }
    assert_eq!(&evolved, state);
    let kept: State = serde_json::from_value(serde_json::to_value(state).unwrap()).unwrap();
    assert_eq!(&kept, state, "a kept state reads as it was");

    let mut again = Race::new(opening.clone(), WackeeSix::open(opening, stamp).unwrap(), RoomTime(100_000));
    again.settle();
    for entry in log {
        again.now = entry.now;
        again.settle();
        // As the log keeps it.
        let kept = serde_json::to_string(&entry.inputs).unwrap();
        let mut inputs: Vec<Input<Action>> = serde_json::from_str(&kept).unwrap();
        let verdict = if inputs.len() == 1 { again.input(inputs.remove(0)) } else { again.told(inputs) };
        assert_eq!(verdict, entry.verdict);
    }
    again.now = race.now;
    again.settle();
    assert_eq!(&again.events, events);
}

#[test]
fn random_rounds_keep_every_invariant_and_the_log_gives_the_same_round_again() {
    for number in 0..120 {
        println!("seed {number}");
        let mut player = Player::new(number);
        for _ in 0..250 {
            player.wait();
            let before = serde_json::to_string(&player.race.state).unwrap();
            let seq = player.race.seq;
            let now = player.race.now;
            let (verdict, _, what) = player.step();
            if verdict.code.is_some()
                && verdict.events.is_empty()
                && player.race.seq == seq
                && player.race.now == now
            {
                assert_eq!(
                    serde_json::to_string(&player.race.state).unwrap(),
                    before,
                    "{what} changed something"
                );
            }
            if player.over() {
                break;
            }
        }
        same_again(&player.race);
    }
}

#[test]
fn bots_play_rounds_to_the_end_and_are_never_refused() {
    let mut ended = 0;
    for number in 0..40 {
        println!("seed {number}");
        let mut draw = Seed(seed(number)).draw();
        let options = Options { min_turn_gap_ms: 0, ..options(&mut draw) };
        let mut seats = seats(&[one_in(&mut draw, 2), false, true][..2 + draw.below(2) as usize]);
        for seat in &mut seats {
            seat.driver = Driver::Bot;
        }
        let mut race = deal_seats(&options, &seats, 1, &[], draw.seed().0);
        if race.view()["phase"] == "dealt" {
            race.by(None, true, Action::Start {}).ok();
        }
        for _ in 0..20_000 {
            race.pass(100);
            if WackeeSix::result(&race.state).is_some() {
                ended += 1;
                break;
            }
            let seat = pick(&mut draw, &seats).seat;
            let view = race.full_view();
            let sight = Sight { view: &view, options: &options, seat };
            let level = slapdown::games::BotLevel::Easy;
            if let Some(action) = WackeeSix::think(&sight, level, &mut draw) {
                let by = By { seat: Some(seat), host: false };
                let verdict = race.input(Input::Act { by, action: action.clone() });
                assert!(verdict.code.is_none(), "{action:?}: {verdict:?}");
            }
        }
    }
    assert_eq!(ended, 40, "every round comes to an end");
}
