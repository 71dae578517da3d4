//! A second telling of the rules, as plain as it can be, to hold beside the first.
//!
//! It knows one list of cards, each with a place, and walks through all of it for every question. Time
//! of the race is counted as it passes, instead of being kept as instants that move.

use serde_json::Value;
use slapdown::games::wackee_six::options::{CallToStop, Deadlock, Starter};
use slapdown::games::wackee_six::{Options, State};
use slapdown::games::{Driver, Role, Seated};

mod acts;
mod deadlock;
mod view;
mod votes;

/// Where a card is. Piles of a side count from the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    Row(u64),
    Down(usize),
    Stock(usize),
    Waste(usize),
    Middle { pile: u64, value: u64 },
}

#[derive(Debug, Clone)]
struct Item {
    side: u64,
    /// Suit and number; a wild has neither.
    face: Option<(String, u64)>,
    at: At,
    laid_by: u64,
    laid_at: u64,
    laid_as_nth: u64,
}

#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a plain fact about a person")]
struct Human {
    seat: u64,
    side: u64,
    role: Role,
    table_bot: bool,
    bot_plays: bool,
    online: bool,
    since: u64,
    away: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Phase {
    Dealt,
    Countdown { ends: u64, rotate: Option<bool> },
    Playing,
    Stuck { ends: u64, by_vote: bool },
    Paused { by: Vec<u64> },
    Scored,
}

#[derive(Debug, Clone)]
struct Ballot {
    motion: String,
    by: u64,
    yes: Vec<u64>,
    ends: u64,
    /// When time first stood while it was open.
    stood: Option<u64>,
}

#[derive(Debug, Clone, Default)]
struct Extra {
    side: u64,
    out: bool,
    penalty: i64,
    /// In time of the race.
    last_turn: Option<u64>,
    lock_until: u64,
}

/// What the model says to an action: the pile it went to, or a code with details.
pub type Said = Result<Option<u64>, (&'static str, Value)>;

#[derive(Debug, Clone)]
pub struct Model {
    options: Options,
    round: u32,
    totals: Vec<(u64, i64)>,
    cards: Vec<Item>,
    colors: Vec<String>,
    people: Vec<Human>,
    extra: Vec<Extra>,
    phase: Phase,
    dealt_at: u64,
    now: u64,
    /// Milliseconds for which the race has run.
    race: u64,
    begun: bool,
    last_laid: u64,
    laid: u64,
    rotations: u64,
    fresh: bool,
    ballot: Option<Ballot>,
    first_out: Option<u64>,
    called: bool,
    ended_at: u64,
    scores: Value,
    revealed: Value,
    pub points: Vec<(u64, i64)>,
    pub winners: Option<Vec<u64>>,
}

fn face(word: &str) -> Option<(String, u64)> {
    let (suit, number) = word.split_once('-')?;
    Some((suit.to_owned(), number.parse().unwrap()))
}

fn name(face: Option<&(String, u64)>) -> String {
    face.map_or_else(|| "wild".to_owned(), |(suit, n)| format!("{suit}-{n}"))
}

fn no(code: &'static str) -> Said {
    Err((code, Value::Null))
}

impl Model {
    /// The model of a round that was just dealt. The hidden cards are read from the kept state.
    pub fn new(
        options: Options,
        round: u32,
        totals: &[(u64, i64)],
        seats: &[Seated],
        state: &State,
        now: u64,
    ) -> Self {
        let kept = serde_json::to_value(state).unwrap();
        let mut cards = Vec::new();
        let mut extra = Vec::new();
        for table in kept["sides"].as_array().unwrap() {
            let side = table["side"].as_u64().unwrap();
            extra.push(Extra { side, ..Extra::default() });
            let mut add = |word: &Value, at| {
                let face = face(word.as_str().unwrap());
                cards.push(Item { side, face, at, laid_by: 0, laid_at: 0, laid_as_nth: 0 });
            };
            for (slot, card) in (1..).zip(table["row"].as_array().unwrap()) {
                add(card, At::Row(slot));
            }
            for (place, card) in table["face_down"].as_array().unwrap().iter().enumerate() {
                add(card, At::Down(place));
            }
            for (place, card) in table["stock"].as_array().unwrap().iter().enumerate() {
                add(card, At::Stock(place));
            }
        }
        let people = seats
            .iter()
            .map(|s| Human {
                seat: s.seat.0.into(),
                side: s.place.side.0.into(),
                role: s.place.role.unwrap(),
                table_bot: s.driver == Driver::Bot && s.online,
                bot_plays: s.driver == Driver::Bot,
                online: s.online,
                since: now,
                away: !s.online && s.driver != Driver::Person,
            })
            .collect();
        let automatic = options.starter == Starter::Automatic;
        let phase = if automatic {
            Phase::Countdown { ends: now + options.countdown_ms, rotate: None }
        } else {
            Phase::Dealt
        };
        let mut model = Self {
            options,
            round,
            totals: totals.to_vec(),
            cards,
            colors: Vec::new(),
            people,
            extra,
            phase,
            dealt_at: now,
            now,
            race: 0,
            begun: false,
            last_laid: 0,
            laid: 0,
            rotations: 0,
            fresh: false,
            ballot: None,
            first_out: None,
            called: false,
            ended_at: 0,
            scores: Value::Null,
            revealed: Value::Null,
            points: Vec::new(),
            winners: None,
        };
        model.settle();
        model
    }

    fn clock_runs(&self) -> bool {
        matches!(self.phase, Phase::Playing | Phase::Stuck { .. })
    }

    /// Lets time pass, stopping wherever something becomes due.
    pub fn advance(&mut self, to: u64) {
        self.settle();
        while let Some(next) = self.next_due().filter(|next| *next <= to) {
            self.tick(next);
            self.settle();
        }
        self.tick(to);
        self.settle();
    }

    fn tick(&mut self, to: u64) {
        if self.clock_runs() {
            self.race += to - self.now;
        }
        self.now = to;
    }

    fn next_due(&self) -> Option<u64> {
        if self.phase == Phase::Scored {
            return None;
        }
        let mut due: Vec<u64> =
            self.people.iter().filter(|p| !p.online && !p.away).map(|p| p.since + 10_000).collect();
        due.extend(self.ballot.as_ref().map(|ballot| ballot.ends));
        match self.phase {
            Phase::Countdown { ends, .. } | Phase::Stuck { ends, .. } => due.push(ends),
            _ => {}
        }
        if self.clock_runs() && self.options.round_limit_ms > 0 {
            due.push(self.now + self.options.round_limit_ms.saturating_sub(self.race));
        }
        due.into_iter().min()
    }

    fn settle(&mut self) {
        while self.one_step() {}
    }

    fn one_step(&mut self) -> bool {
        if self.phase == Phase::Scored {
            return false;
        }
        if self.phase == Phase::Playing {
            for i in 0..self.extra.len() {
                let side = self.extra[i].side;
                if !self.extra[i].out && self.left(side) == 0 {
                    self.extra[i].out = true;
                    self.first_out = self.first_out.or(Some(side));
                }
            }
            let stop = match self.options.call_to_stop {
                CallToStop::Automatic => self.first_out.is_some(),
                CallToStop::ByCall => self.called,
            };
            if stop {
                self.score(false);
                return true;
            }
        }
        let now = self.now;
        if let Some(gone) = self.people.iter_mut().find(|p| !p.online && !p.away && now >= p.since + 10_000) {
            gone.away = true;
            self.fresh = false;
            return true;
        }
        if self.ballot.as_ref().is_some_and(|ballot| now >= ballot.ends) {
            self.ballot = None;
            self.fresh = false;
            return true;
        }
        if self.carried() {
            return true;
        }
        let limit = self.options.round_limit_ms;
        if self.clock_runs() && limit > 0 && self.race >= limit {
            self.score(false);
            return true;
        }
        match self.phase.clone() {
            Phase::Countdown { ends, rotate } if now >= ends => {
                self.begun = true;
                self.phase = match rotate {
                    None => Phase::Playing,
                    Some(by_vote) => Phase::Stuck { ends: now + 3_000, by_vote },
                };
                true
            }
            Phase::Stuck { ends, by_vote } if now >= ends => {
                self.rotate(!by_vote);
                true
            }
            Phase::Playing if self.dead() => {
                if self.options.deadlock == Deadlock::Score || self.rotations >= 2 {
                    self.score(false);
                } else if self.fresh {
                    self.rotate(true);
                } else {
                    self.stuck(false);
                }
                true
            }
            _ => false,
        }
    }

    fn stuck(&mut self, by_vote: bool) {
        self.phase = Phase::Stuck { ends: self.now + 3_000, by_vote };
        if self.ballot.as_ref().is_some_and(|ballot| ballot.motion == "rotate") {
            self.ballot = None;
        }
    }

    /// Ruling 54: waste face down onto the stock, then the top card to the bottom.
    fn rotate(&mut self, counts: bool) {
        for side in self.side_numbers() {
            let mut order: Vec<usize> = Vec::new();
            // From the top: the waste from its bottom up, then the stock from its top down.
            order.extend(self.waste(side));
            order.extend(self.stock(side).into_iter().rev());
            if !order.is_empty() {
                let top = order.remove(0);
                order.push(top);
            }
            let n = order.len();
            for (from_top, card) in order.into_iter().enumerate() {
                self.cards[card].at = At::Stock(n - 1 - from_top);
            }
        }
        self.phase = Phase::Playing;
        if counts {
            self.rotations += 1;
        }
        self.fresh = counts;
    }

    fn side_numbers(&self) -> Vec<u64> {
        self.extra.iter().map(|extra| extra.side).collect()
    }

    /// Cards of a side in some kind of place, from the bottom, or from the left.
    fn lying(&self, side: u64, order: impl Fn(At) -> Option<usize>) -> Vec<usize> {
        let mut found: Vec<(usize, usize)> = self
            .cards
            .iter()
            .enumerate()
            .filter(|(_, card)| card.side == side)
            .filter_map(|(i, card)| Some((order(card.at)?, i)))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, i)| i).collect()
    }

    fn stock(&self, side: u64) -> Vec<usize> {
        self.lying(side, |at| if let At::Stock(n) = at { Some(n) } else { None })
    }

    fn waste(&self, side: u64) -> Vec<usize> {
        self.lying(side, |at| if let At::Waste(n) = at { Some(n) } else { None })
    }

    fn down(&self, side: u64) -> Vec<usize> {
        self.lying(side, |at| if let At::Down(n) = at { Some(n) } else { None })
    }

    fn row(&self, side: u64) -> Vec<usize> {
        self.lying(side, |at| if let At::Row(n) = at { Some(n as usize) } else { None })
    }

    fn left(&self, side: u64) -> u64 {
        (self.row(side).len() + self.down(side).len()) as u64
    }

    fn in_middle(&self, side: u64) -> u64 {
        self.cards.iter().filter(|c| c.side == side && matches!(c.at, At::Middle { .. })).count() as u64
    }

    fn top_of(&self, pile: u64) -> u64 {
        let value = |card: &Item| match card.at {
            At::Middle { pile: p, value } if p == pile => value,
            _ => 0,
        };
        self.cards.iter().map(value).max().unwrap_or(0)
    }

    fn spot(&self, side: u64, spot: &str) -> Option<usize> {
        if spot == "waste" {
            return self.waste(side).last().copied();
        }
        let slot: u64 = spot.strip_prefix("row.")?.parse().ok()?;
        self.cards.iter().position(|card| card.side == side && card.at == At::Row(slot))
    }

    fn person(&self, seat: u64) -> Option<&Human> {
        self.people.iter().find(|p| p.seat == seat)
    }

    /// Whether the person may do everything of the side: rulings 9 and 57.
    fn free(&self, human: &Human) -> bool {
        !self.options.strict_roles || self.alone(human)
    }

    /// Whether the person plays as a solo player does: rulings 43 and 57.
    fn alone(&self, human: &Human) -> bool {
        if human.role == Role::Solo {
            return true;
        }
        let partner = self.people.iter().find(|p| p.side == human.side && p.seat != human.seat);
        self.options.cover_absent && partner.is_some_and(|p| p.away)
    }

    fn extra(&mut self, side: u64) -> &mut Extra {
        self.extra.iter_mut().find(|extra| extra.side == side).unwrap()
    }

    fn peek_extra(&self, side: u64) -> &Extra {
        self.extra.iter().find(|extra| extra.side == side).unwrap()
    }
}
