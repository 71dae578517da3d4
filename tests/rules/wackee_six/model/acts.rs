//! What is asked for: comings and goings, turns, cards.

use serde_json::{Value, json};
use slapdown::games::Role;
use slapdown::games::wackee_six::options::{CallToStop, Starter, TeamPair};

use super::{At, Human, Model, Phase, Said, name, no};

impl Model {
    pub fn presence(&mut self, seat: u64, online: bool) {
        let (now, over) = (self.now, self.phase == Phase::Scored);
        if let Some(p) = self.people.iter_mut().find(|p| p.seat == seat && p.online != online && !over) {
            (p.online, p.since, p.away) = (online, now, false);
            self.fresh = false;
        }
        self.settle();
    }

    /// All of these lose their connection in one moment, in which time stood.
    pub fn crashed(&mut self, seats: &[u64]) {
        let now = self.now;
        for p in self.people.iter_mut().filter(|p| seats.contains(&p.seat)) {
            (p.online, p.since, p.away) = (false, now, false);
            self.fresh = false;
        }
        self.resumed();
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
        if let Some(ballot) = self.ballot.as_mut().filter(|_| self.phase != Phase::Scored) {
            ballot.ends += 3_000;
            ballot.stood = ballot.stood.or(Some(self.now));
        }
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

    pub(super) fn judge(&mut self, seat: Option<u64>, host: bool, action: &Value) -> Said {
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

    pub(super) fn start(&mut self, human: Option<&Human>, host: bool) -> Said {
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

    pub(super) fn before(&self, side: u64) -> i64 {
        self.totals.iter().find(|(s, _)| *s == side).map_or(0, |(_, points)| *points)
    }

    pub(super) fn turn(&mut self, human: &Human) -> Said {
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

    pub(super) fn lay(&mut self, human: &Human, card: usize, pile: u64, value: u64) {
        self.laid += 1;
        let item = &mut self.cards[card];
        (item.at, item.laid_by, item.laid_at, item.laid_as_nth) =
            (At::Middle { pile, value }, human.seat, self.now, self.laid);
        self.rotations = 0;
        self.fresh = false;
        self.last_laid = self.race;
    }

    pub(super) fn refill(&mut self, side: u64, slot: u64) {
        if let Some(card) = self.down(side).last().copied() {
            self.cards[card].at = At::Row(slot);
        }
    }

    pub(super) fn slot(&self, card: usize) -> Option<u64> {
        if let At::Row(slot) = self.cards[card].at { Some(slot) } else { None }
    }

    pub(super) fn play(&mut self, human: &Human, action: &Value) -> Said {
        let from = action["from"].as_str().unwrap();
        let mine = if from == "waste" { Role::Deck } else { Role::Row };
        if human.role != mine && !self.free(human) {
            return no("not_yours");
        }
        let wanted = action["card"].as_str().unwrap();
        let Some(card) = self.spot(human.side, from).filter(|i| name(self.cards[*i].face.as_ref()) == wanted)
        else {
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
    pub(super) fn choose(
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

    pub(super) fn play_wild(&mut self, human: &Human, action: &Value) -> Said {
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
        let free = if mixed { self.alone(human) } else { self.free(human) };
        if !may && !free {
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
        let named_mate =
            mate.filter(|i| name(self.cards[*i].face.as_ref()) == action["card"].as_str().unwrap());
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

    pub(super) fn pair_pile(
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
}
