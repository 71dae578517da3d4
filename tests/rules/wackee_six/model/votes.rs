//! Votes and the score.

use serde_json::{Value, json};
use slapdown::games::wackee_six::options::Tie;

use super::{Ballot, Human, Model, Phase, Said, name, no};

impl Model {
    pub(super) fn voters(&self) -> Vec<u64> {
        let has = |side: &u64| self.people.iter().any(|p| p.side == *side && p.online && !p.table_bot);
        self.side_numbers().into_iter().filter(has).collect()
    }

    pub(super) fn lonely_for(&self, side: u64) -> Option<u64> {
        let others: Vec<&Human> = self.people.iter().filter(|p| p.side != side && !p.table_bot).collect();
        if others.iter().any(|p| p.online) {
            return None;
        }
        Some(others.iter().map(|p| self.now - p.since).min().unwrap_or(u64::MAX))
    }

    pub(super) fn vote(&mut self, human: Option<&Human>, host: bool, action: &Value) -> Said {
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
        if let (Phase::Paused { by }, "resume") = (&self.phase, motion.as_str())
            && !by.contains(&human.side)
        {
            return no("not_yours");
        }
        let lonely = self.lonely_for(human.side).filter(|lonely| motion == "end" && *lonely < 60_000);
        if let Some(lonely) = lonely {
            return Err(("alone_too_short", json!({ "retry_after_ms": 60_000 - lonely })));
        }
        let ends = self.now + 20_000;
        self.ballot = Some(Ballot { motion, by: human.side, yes: vec![human.side], ends, stood: None });
        self.fresh = false;
        Ok(None)
    }

    /// Carries out what all agree on.
    pub(super) fn carried(&mut self) -> bool {
        let voters = self.voters();
        let Some(ballot) = self.ballot.clone() else { return false };
        // Whoever was cut off when time stood, or later, is waited for until they count as away.
        let cut_off = |p: &&Human| {
            let since = ballot.stood.is_some_and(|stood| p.since >= stood);
            since && !p.online && !p.away && !p.table_bot
        };
        if self.people.iter().filter(cut_off).any(|p| !ballot.yes.contains(&p.side)) {
            return false;
        }
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

    pub(super) fn score(&mut self, ends_match: bool) {
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
                ids.into_iter().rev().map(|i| name(self.cards[i].face.as_ref())).collect()
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
}
