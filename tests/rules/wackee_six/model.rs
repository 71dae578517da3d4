//! A second telling of the rules, as plain as it can be, to hold beside the first.
//!
//! It knows one list of cards, each with a place, and walks through all of it for every question. Time
//! of the race is counted as it passes, instead of being kept as instants that move.

use serde_json::{Map, Value, json};
use slapdown::games::wackee_six::options::{CallToStop, Deadlock, Starter, TeamPair, Tie};
use slapdown::games::wackee_six::{Options, State};
use slapdown::games::{Driver, Role, Seated};

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

fn name(face: &Option<(String, u64)>) -> String {
    face.as_ref().map_or_else(|| "wild".to_owned(), |(suit, n)| format!("{suit}-{n}"))
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

    // ---- time ----

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

    // ---- looking ----

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
        if human.role == Role::Solo || !self.options.strict_roles {
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

    // ---- the deadlock ----

    fn dead(&self) -> bool {
        let counting: Vec<u64> = self
            .side_numbers()
            .into_iter()
            .filter(|side| {
                self.people
                    .iter()
                    .any(|p| p.side == *side && (p.bot_plays || !p.table_bot && (p.online || !p.away)))
            })
            .collect();
        !counting.is_empty() && counting.into_iter().all(|side| self.side_dead(side))
    }

    /// Turns through the rest of this pass and a whole one, and looks at each table on the way.
    fn side_dead(&self, side: u64) -> bool {
        let faces = |ids: Vec<usize>| -> Vec<Option<(String, u64)>> {
            ids.into_iter().map(|i| self.cards[i].face.clone()).collect()
        };
        let row = faces(self.row(side));
        let (mut stock, mut waste) = (faces(self.stock(side)), faces(self.waste(side)));
        let across = self.options.team_pair == TeamPair::Either
            || self.people.iter().any(|p| p.side == side && self.free(p));
        let mut passes = 0;
        loop {
            if self.movable(&row, waste.last(), across) {
                return false;
            }
            if stock.is_empty() {
                if waste.is_empty() || passes == 2 {
                    return true;
                }
                passes += 1;
                waste.reverse();
                std::mem::swap(&mut stock, &mut waste);
            }
            for _ in 0..3 {
                waste.extend(stock.pop());
            }
        }
    }

    fn takes(&self, suit: &str, value: u64) -> bool {
        (1..).zip(&self.colors).any(|(pile, color)| color == suit && self.top_of(pile) + 1 == value)
    }

    fn movable(
        &self,
        row: &[Option<(String, u64)>],
        top: Option<&Option<(String, u64)>>,
        across: bool,
    ) -> bool {
        let mut open: Vec<(bool, &Option<(String, u64)>)> = row.iter().map(|face| (true, face)).collect();
        open.extend(top.map(|face| (false, face)));
        for (in_row, face) in &open {
            match face {
                Some((suit, n)) => {
                    if *n == 1 || self.takes(suit, *n) {
                        return true;
                    }
                }
                None => {
                    let twelve = (1..=self.colors.len() as u64).any(|pile| self.top_of(pile) == 12);
                    if self.options.wild_13 && twelve {
                        return true;
                    }
                    for (other_in_row, other) in &open {
                        if let Some((suit, n)) = other {
                            if *n > 2 && self.takes(suit, n - 1) && (in_row == other_in_row || across) {
                                return true;
                            }
                        }
                    }
                }
            }
        }
        false
    }

    // ---- inputs ----

    pub fn presence(&mut self, seat: u64, online: bool) {
        let (now, over) = (self.now, self.phase == Phase::Scored);
        if let Some(p) = self.people.iter_mut().find(|p| p.seat == seat && p.online != online && !over) {
            (p.online, p.since, p.away) = (online, now, false);
            self.fresh = false;
        }
        self.settle();
    }

    pub fn leave(&mut self, seat: u64) {
        let (now, over) = (self.now, self.phase == Phase::Scored);
        if let Some(p) = self.people.iter_mut().find(|p| p.seat == seat && !over) {
            if p.online {
                p.since = now;
            }
            self.fresh &= !p.online && p.away;
            (p.online, p.away) = (false, true);
        }
        self.settle();
    }

    pub fn driver(&mut self, seat: u64, bot: bool) {
        let over = self.phase == Phase::Scored;
        if let Some(p) = self.people.iter_mut().find(|p| p.seat == seat && !over) {
            self.fresh &= p.bot_plays == bot;
            p.bot_plays = bot;
        }
        self.settle();
    }

    pub fn resumed(&mut self) {
        let ends = self.now + self.options.countdown_ms;
        let rotate = match &self.phase {
            Phase::Countdown { rotate, .. } => *rotate,
            Phase::Playing => None,
            Phase::Stuck { by_vote, .. } => Some(*by_vote),
            _ => return,
        };
        self.phase = Phase::Countdown { ends, rotate };
        self.settle();
    }

    pub fn act(&mut self, seat: Option<u64>, host: bool, action: &Value) -> Said {
        let said = self.judge(seat, host, action);
        if let (Err((code, _)), Some(human)) = (&said, seat.and_then(|seat| self.person(seat))) {
            let side = human.side;
            if *code == "does_not_fit" {
                let costs = i64::from(self.options.misplay_penalty);
                self.extra(side).penalty += costs;
            }
        }
        self.settle();
        said
    }

    fn judge(&mut self, seat: Option<u64>, host: bool, action: &Value) -> Said {
        if self.phase == Phase::Scored {
            return Err(("round_over", json!({ "margin_ms": self.now - self.ended_at })));
        }
        let what = action["do"].as_str().unwrap();
        let human = seat.and_then(|seat| self.person(seat)).cloned();
        match what {
            "start" => return self.start(human.as_ref(), host),
            "vote" => return self.vote(human.as_ref(), host, action),
            _ => {}
        }
        if self.phase != Phase::Playing {
            return no("not_now");
        }
        let Some(human) = human else { return no("not_seated") };
        match what {
            "turn" => self.turn(&human),
            "call" => {
                if self.options.call_to_stop == CallToStop::Automatic {
                    return no("not_now");
                }
                if !self.peek_extra(human.side).out {
                    return no("not_out");
                }
                self.called = true;
                Ok(None)
            }
            "play" => self.play(&human, action),
            _ => self.play_wild(&human, action),
        }
    }

    fn start(&mut self, human: Option<&Human>, host: bool) -> Said {
        if self.phase != Phase::Dealt {
            return no("not_now");
        }
        let mut sides: Vec<u64> = Vec::new();
        if self.options.starter == Starter::LowestTotal && self.round > 1 {
            let least = self.side_numbers().into_iter().map(|side| self.before(side)).min();
            sides =
                self.side_numbers().into_iter().filter(|side| Some(self.before(*side)) == least).collect();
            if sides.len() != 1 || self.people.iter().filter(|p| p.side == sides[0]).all(|p| p.table_bot) {
                sides.clear();
            }
        }
        let person = human.filter(|human| !human.table_bot);
        let may = if sides.is_empty() { host } else { person.is_some_and(|p| sides.contains(&p.side)) };
        if may || person.is_some() && self.now >= self.dealt_at + 30_000 {
            self.phase = Phase::Countdown { ends: self.now + self.options.countdown_ms, rotate: None };
            return Ok(None);
        }
        no("not_yours")
    }

    fn before(&self, side: u64) -> i64 {
        self.totals.iter().find(|(s, _)| *s == side).map_or(0, |(_, points)| *points)
    }

    fn turn(&mut self, human: &Human) -> Said {
        if human.role == Role::Row && !self.free(human) {
            return no("not_yours");
        }
        let side = human.side;
        if self.stock(side).is_empty() && self.waste(side).is_empty() {
            return no("nothing_to_turn");
        }
        if let Some(last) = self.peek_extra(side).last_turn {
            let gap = self.options.min_turn_gap_ms;
            if self.race - last < gap {
                return Err(("too_fast", json!({ "retry_after_ms": gap - (self.race - last) })));
            }
        }
        if self.stock(side).is_empty() {
            for (place, card) in self.waste(side).into_iter().rev().enumerate() {
                self.cards[card].at = At::Stock(place);
            }
        }
        for _ in 0..3 {
            if let Some(card) = self.stock(side).last().copied() {
                let height = self.waste(side).len();
                self.cards[card].at = At::Waste(height);
            }
        }
        self.fresh = false;
        let race = self.race;
        self.extra(side).last_turn = Some(race);
        Ok(None)
    }

    fn lay(&mut self, human: &Human, card: usize, pile: u64, value: u64) {
        self.laid += 1;
        let item = &mut self.cards[card];
        (item.at, item.laid_by, item.laid_at, item.laid_as_nth) =
            (At::Middle { pile, value }, human.seat, self.now, self.laid);
        self.rotations = 0;
        self.fresh = false;
        self.last_laid = self.race;
    }

    fn refill(&mut self, side: u64, slot: u64) {
        if let Some(card) = self.down(side).last().copied() {
            self.cards[card].at = At::Row(slot);
        }
    }

    fn slot(&self, card: usize) -> Option<u64> {
        if let At::Row(slot) = self.cards[card].at { Some(slot) } else { None }
    }

    fn play(&mut self, human: &Human, action: &Value) -> Said {
        let from = action["from"].as_str().unwrap();
        let mine = if from == "waste" { Role::Deck } else { Role::Row };
        if human.role != mine && !self.free(human) {
            return no("not_yours");
        }
        let wanted = action["card"].as_str().unwrap();
        let Some(card) = self.spot(human.side, from).filter(|i| name(&self.cards[*i].face) == wanted) else {
            return no("not_there");
        };
        let Some((suit, n)) = self.cards[card].face.clone() else { return no("does_not_fit") };
        let pile = if n == 1 {
            if action["pile"].is_u64() {
                return no("does_not_fit");
            }
            self.colors.push(suit);
            self.colors.len() as u64
        } else {
            self.choose(human, &action["pile"], Some(&suit), n, self.options.redirect)?
        };
        let slot = self.slot(card);
        self.lay(human, card, pile, n);
        if let Some(slot) = slot {
            self.refill(human.side, slot);
        }
        Ok(Some(pile))
    }

    /// The pile for a card that counts as `value`, or why there is none. No suit: any colour.
    fn choose(
        &self,
        human: &Human,
        named: &Value,
        suit: Option<&str>,
        value: u64,
        redirect: bool,
    ) -> Result<u64, (&'static str, Value)> {
        let all: Vec<u64> = (1..=self.colors.len() as u64)
            .filter(|pile| suit.is_none_or(|suit| self.colors[*pile as usize - 1] == suit))
            .collect();
        let candidates: Vec<u64> = match named {
            Value::Null => all,
            Value::Number(n) => {
                let n = n.as_u64().unwrap();
                if !all.contains(&n) {
                    return Err(("does_not_fit", Value::Null));
                }
                if self.top_of(n) + 1 == value {
                    return Ok(n);
                }
                if redirect { all } else { vec![n] }
            }
            _ => return Err(("does_not_fit", Value::Null)),
        };
        if let Some(pile) = candidates.iter().find(|pile| self.top_of(**pile) + 1 == value) {
            return Ok(*pile);
        }
        // Beaten: another person took that place within the last two seconds; the latest is told.
        let thief = self
            .cards
            .iter()
            .filter(|c| c.laid_by != human.seat && self.now - c.laid_at <= 2_000)
            .filter(|c| candidates.iter().any(|pile| c.at == At::Middle { pile: *pile, value }))
            .max_by_key(|c| c.laid_as_nth);
        let Some(thief) = thief else { return Err(("does_not_fit", Value::Null)) };
        let At::Middle { pile, .. } = thief.at else { unreachable!() };
        let margin = self.now - thief.laid_at;
        Err((
            "beaten",
            json!({"by": thief.side, "pile": pile, "top": self.top_of(pile), "margin_ms": margin}),
        ))
    }

    fn play_wild(&mut self, human: &Human, action: &Value) -> Said {
        let wild_at = action["wild"].as_str().unwrap();
        let mate_at = action["companion"].as_str();
        let areas: Vec<Role> = [Some(wild_at), mate_at]
            .into_iter()
            .flatten()
            .map(|at| if at == "waste" { Role::Deck } else { Role::Row })
            .collect();
        let mixed = areas.contains(&Role::Deck) && areas.contains(&Role::Row);
        let may =
            if mixed { self.options.team_pair == TeamPair::Either } else { areas.contains(&human.role) };
        if !may && !self.free(human) {
            return no("not_yours");
        }
        let side = human.side;
        let lock = self.peek_extra(side).lock_until;
        if self.race < lock {
            return Err(("locked", json!({ "retry_after_ms": lock - self.race })));
        }
        let Some(wild) = self.spot(side, wild_at).filter(|i| self.cards[*i].face.is_none()) else {
            return no("not_there");
        };
        let Some(mate_at) = mate_at else {
            if !self.options.wild_13 {
                return no("does_not_fit");
            }
            let pile = self.choose(human, &action["pile"], None, 13, false)?;
            let slot = self.slot(wild);
            self.lay(human, wild, pile, 13);
            if let Some(slot) = slot {
                self.refill(side, slot);
            }
            return Ok(Some(pile));
        };
        let under = wild_at == "waste" && mate_at == "waste";
        let mate = if under {
            if !self.options.below_wild {
                return no("does_not_fit");
            }
            self.waste(side).iter().rev().nth(1).copied()
        } else {
            self.spot(side, mate_at)
        };
        let named_mate = mate.filter(|i| name(&self.cards[*i].face) == action["card"].as_str().unwrap());
        let found = match named_mate {
            None if !under => return no("not_there"),
            None => Err(("does_not_fit", Value::Null)),
            Some(mate) => self.pair_pile(human, mate, &action["pile"]).map(|(pile, n)| (pile, n, mate)),
        };
        let (pile, n, mate) = match found {
            Ok(found) => found,
            Err(_) if under => {
                let until = self.race + 1_000;
                self.extra(side).lock_until = until;
                return no("does_not_fit");
            }
            Err(refused) => return Err(refused),
        };
        let slots = [self.slot(wild), self.slot(mate)];
        self.lay(human, wild, pile, n - 1);
        self.lay(human, mate, pile, n);
        for slot in slots.into_iter().flatten() {
            self.refill(side, slot);
        }
        Ok(Some(pile))
    }

    fn pair_pile(
        &self,
        human: &Human,
        mate: usize,
        named: &Value,
    ) -> Result<(u64, u64), (&'static str, Value)> {
        match &self.cards[mate].face {
            Some((suit, n)) if *n >= 3 => {
                Ok((self.choose(human, named, Some(suit), n - 1, self.options.redirect)?, *n))
            }
            _ => Err(("does_not_fit", Value::Null)),
        }
    }

    // ---- votes ----

    fn voters(&self) -> Vec<u64> {
        let has = |side: &u64| self.people.iter().any(|p| p.side == *side && p.online && !p.table_bot);
        self.side_numbers().into_iter().filter(has).collect()
    }

    fn lonely_for(&self, side: u64) -> Option<u64> {
        let others: Vec<&Human> = self.people.iter().filter(|p| p.side != side && !p.table_bot).collect();
        if others.iter().any(|p| p.online) {
            return None;
        }
        Some(others.iter().map(|p| self.now - p.since).min().unwrap_or(u64::MAX))
    }

    fn vote(&mut self, human: Option<&Human>, host: bool, action: &Value) -> Said {
        let motion = action["for"].as_str().unwrap().to_owned();
        let agree = action["agree"].as_bool().unwrap();
        let paused = matches!(self.phase, Phase::Paused { .. });
        if host && motion == "resume" && agree {
            if !paused {
                return no("not_now");
            }
            self.phase = Phase::Playing;
            self.ballot = None;
            self.fresh = false;
            return Ok(None);
        }
        let Some(human) = human else { return no("not_seated") };
        let voters = self.voters();
        if let Some(ballot) = self.ballot.as_mut().filter(|ballot| ballot.motion == motion) {
            if !voters.contains(&human.side) {
                return no("not_yours");
            }
            if !agree {
                self.ballot = None;
                self.fresh = false;
            } else if !ballot.yes.contains(&human.side) {
                ballot.yes.push(human.side);
                ballot.yes.sort_unstable();
                self.fresh = false;
            }
            return Ok(None);
        }
        let time = match motion.as_str() {
            "rotate" | "pause" => self.phase == Phase::Playing,
            "resume" => paused,
            _ => true,
        };
        if !time || !agree || self.ballot.is_some() {
            return no("not_now");
        }
        if motion == "rotate" {
            if self.options.idle_vote_ms == 0 {
                return no("not_now");
            }
            let idle = self.race - self.last_laid;
            if idle < self.options.idle_vote_ms {
                return Err(("not_now", json!({ "retry_after_ms": self.options.idle_vote_ms - idle })));
            }
        }
        if !voters.contains(&human.side) {
            return no("not_yours");
        }
        if let (Phase::Paused { by }, "resume") = (&self.phase, motion.as_str()) {
            if !by.contains(&human.side) {
                return no("not_yours");
            }
        }
        if motion == "end" {
            if let Some(lonely) = self.lonely_for(human.side).filter(|lonely| *lonely < 60_000) {
                return Err(("alone_too_short", json!({ "retry_after_ms": 60_000 - lonely })));
            }
        }
        self.ballot = Some(Ballot { motion, by: human.side, yes: vec![human.side], ends: self.now + 20_000 });
        self.fresh = false;
        Ok(None)
    }

    /// Carries out what all agree on.
    fn carried(&mut self) -> bool {
        let voters = self.voters();
        let Some(ballot) = self.ballot.clone() else { return false };
        if voters.is_empty() || !voters.iter().all(|side| ballot.yes.contains(side)) {
            return false;
        }
        let paused = matches!(self.phase, Phase::Paused { .. });
        match ballot.motion.as_str() {
            "rotate" if self.phase == Phase::Playing => self.stuck(true),
            "pause" if self.phase == Phase::Playing => self.phase = Phase::Paused { by: ballot.yes },
            "resume" if paused => self.phase = Phase::Playing,
            "end" => {
                if voters.len() == 1 && self.lonely_for(voters[0]).is_some_and(|lonely| lonely < 60_000) {
                    return false;
                }
                self.score(true);
            }
            _ => return false,
        }
        self.ballot = None;
        true
    }

    // ---- the score ----

    fn score(&mut self, ends_match: bool) {
        let mut lines = Vec::new();
        let mut totals: Vec<(u64, i64)> = Vec::new();
        for side in self.side_numbers() {
            let (played, left) = (self.in_middle(side), self.left(side));
            let bonus = if self.first_out == Some(side) { 10 } else { 0 };
            let penalty = self.peek_extra(side).penalty;
            let round = played as i64 - 2 * left as i64 + bonus - penalty;
            let total = self.before(side) + round;
            totals.push((side, total));
            self.points.push((side, round));
            lines.push(json!({"side": side, "played": played, "left": left, "bonus": bonus,
                "penalty": penalty, "round": round, "total": total}));
        }
        let best = totals.iter().map(|(_, total)| *total).max().unwrap();
        let leaders: Vec<u64> = totals.iter().filter(|(_, t)| *t == best).map(|(s, _)| *s).collect();
        let over = match self.options.rounds {
            Some(rounds) => self.round >= rounds,
            None => best >= i64::from(self.options.target),
        };
        let one = leaders.len() == 1 || self.options.tie == Tie::Shared;
        self.winners = (ends_match || over && one).then_some(leaders);
        self.scores = json!(lines);
        if self.options.reveal_after {
            let words = |ids: Vec<usize>| -> Vec<String> {
                ids.into_iter().rev().map(|i| name(&self.cards[i].face)).collect()
            };
            let rest = self.side_numbers().into_iter().map(|side| {
                json!({"side": side, "face_down": words(self.down(side)), "stock": words(self.stock(side)),
                    "waste": words(self.waste(side))})
            });
            self.revealed = rest.collect();
        }
        self.ballot = None;
        self.ended_at = self.now;
        self.phase = Phase::Scored;
    }

    // ---- the view ----

    pub fn view(&self) -> Value {
        let mut view = Map::new();
        let (phase, starts, stuck) = match &self.phase {
            Phase::Dealt => ("dealt", None, None),
            Phase::Countdown { ends, .. } => ("countdown", Some(ends - self.now), None),
            Phase::Playing => ("playing", None, None),
            Phase::Stuck { ends, .. } => ("stuck", None, Some(ends - self.now)),
            Phase::Paused { .. } => ("paused", None, None),
            Phase::Scored => ("scored", None, None),
        };
        let playing = self.phase == Phase::Playing;
        let remains = |whole: u64, gone: u64| (playing && whole > 0).then(|| whole.saturating_sub(gone));
        view.insert("phase".into(), json!(phase));
        view.insert("starts_in".into(), json!(starts));
        view.insert("stuck_in".into(), json!(stuck));
        view.insert("rotations".into(), json!(self.rotations));
        view.insert("ends_in".into(), json!(remains(self.options.round_limit_ms, self.race)));
        view.insert("vote_in".into(), json!(remains(self.options.idle_vote_ms, self.race - self.last_laid)));
        let sides = self.side_numbers().into_iter().map(|side| self.side_view(side));
        view.insert("sides".into(), sides.collect());
        let piles = (1..).zip(&self.colors).map(|(pile, color)| {
            let top = self.top_of(pile);
            let card = self.cards.iter().find(|c| c.at == At::Middle { pile, value: top }).unwrap();
            json!({"pile": pile, "color": color, "top": top, "card": name(&card.face), "by": card.side,
                "closed": top == 13})
        });
        view.insert("piles".into(), piles.collect());
        let vote = self.ballot.as_ref().map(|ballot| {
            json!({"for": ballot.motion, "by": ballot.by, "yes": ballot.yes, "ends_in": ballot.ends - self.now})
        });
        view.insert("vote".into(), json!(vote));
        view.insert("scores".into(), self.scores.clone());
        view.insert("revealed".into(), self.revealed.clone());
        Value::Object(view)
    }

    fn side_view(&self, side: u64) -> Value {
        let slot =
            |n: u64| self.cards.iter().find(|c| c.side == side && c.at == At::Row(n)).map(|c| name(&c.face));
        let extra = self.peek_extra(side);
        let lock = extra.lock_until.saturating_sub(self.race);
        let waste = self.waste(side);
        json!({
            "side": side,
            "team": self.people.iter().filter(|p| p.side == side).count() == 2,
            "row": (1..=6).map(slot).collect::<Vec<_>>(),
            "face_down": self.down(side).len(),
            "stock": self.stock(side).len(),
            "waste": waste.len(),
            "top": waste.last().map(|i| name(&self.cards[*i].face)),
            "played": self.in_middle(side),
            "out": extra.out,
            "wild_locked_in": (lock > 0 && self.phase != Phase::Scored).then_some(lock),
        })
    }

    // ---- for the random player ----

    /// Actions that would fit as the table lies, for somebody who knows all cards.
    pub fn hints(&self, seat: u64) -> Vec<Value> {
        let Some(human) = self.person(seat) else { return Vec::new() };
        let side = human.side;
        let mut spots: Vec<String> = (1..=6).map(|n| format!("row.{n}")).collect();
        spots.push("waste".to_owned());
        let lies = |spot: &String| self.spot(side, spot).map(|i| self.cards[i].face.clone());
        let mut hints = Vec::new();
        for from in &spots {
            match lies(from) {
                Some(Some((suit, n))) if n == 1 || self.takes(&suit, n) => {
                    hints.push(json!({"do": "play", "card": format!("{suit}-{n}"), "from": from}));
                }
                Some(None) => {
                    hints.push(json!({"do": "play_wild", "wild": from}));
                    let mut mates: Vec<(&String, Option<(String, u64)>)> =
                        spots.iter().filter_map(|spot| Some((spot, lies(spot)?))).collect();
                    if from == "waste" {
                        let below = self.waste(side).iter().rev().nth(1).map(|i| self.cards[*i].face.clone());
                        mates.extend(below.map(|face| (from, face)));
                    }
                    for (mate, face) in mates {
                        if let Some((suit, n)) = face.filter(|(suit, n)| *n > 2 && self.takes(suit, n - 1)) {
                            hints.push(json!({"do": "play_wild", "wild": from, "companion": mate,
                                "card": format!("{suit}-{n}")}));
                        }
                    }
                }
                _ => {}
            }
        }
        hints
    }

    /// Cards that could have gone where another now lies on top.
    pub fn late(&self, seat: u64) -> Vec<Value> {
        let Some(human) = self.person(seat) else { return Vec::new() };
        let spots = ["row.1", "row.2", "row.3", "row.4", "row.5", "row.6", "waste"];
        let mut late = Vec::new();
        for from in spots {
            let Some(card) = self.spot(human.side, from) else { continue };
            let Some((suit, n)) = &self.cards[card].face else { continue };
            if (1..).zip(&self.colors).any(|(pile, color)| color == suit && self.top_of(pile) == *n) {
                late.push(json!({"do": "play", "card": format!("{suit}-{n}"), "from": from}));
            }
        }
        late
    }
}
