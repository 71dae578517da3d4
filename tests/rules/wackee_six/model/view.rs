//! The view, and hints for the random player.

use serde_json::{Map, Value, json};

use super::{At, Model, Phase, name};

impl Model {
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
            json!({"pile": pile, "color": color, "top": top, "card": name(card.face.as_ref()), "by": card.side,
                "closed": top == 13})
        });
        view.insert("piles".into(), piles.collect());
        let mut away: Vec<u64> = self.people.iter().filter(|p| p.away).map(|p| p.seat).collect();
        away.sort_unstable();
        view.insert("away".into(), json!(away));
        let vote = self.ballot.as_ref().map(|ballot| {
            json!({"for": ballot.motion, "by": ballot.by, "yes": ballot.yes, "ends_in": ballot.ends - self.now})
        });
        view.insert("vote".into(), json!(vote));
        view.insert("scores".into(), self.scores.clone());
        view.insert("revealed".into(), self.revealed.clone());
        Value::Object(view)
    }

    pub(super) fn side_view(&self, side: u64) -> Value {
        let slot = |n: u64| {
            self.cards.iter().find(|c| c.side == side && c.at == At::Row(n)).map(|c| name(c.face.as_ref()))
        };
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
            "top": waste.last().map(|i| name(self.cards[*i].face.as_ref())),
            "played": self.in_middle(side),
            "out": extra.out,
            "wild_locked_in": (lock > 0 && self.phase != Phase::Scored).then_some(lock),
        })
    }

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
