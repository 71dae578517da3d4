//! The table as somebody sees it, and held against the one that the rules have.

use serde_json::{Value, json};
use slapdown::games::Seat;
use slapdown::games::super_rack_o::card::Colour;
use slapdown::games::super_rack_o::slot::{RackRow, RackSlot};
use slapdown::games::super_rack_o::state::{Phase, State};
use slapdown::games::super_rack_o::turn::OrderKind;

use super::{Model, Place};

impl Model {
    /// That the rules hold the same table.
    pub fn agrees_with(&self, state: &State) {
        assert_eq!(self.seats, state.players().iter().map(|player| player.seat).collect::<Vec<_>>());
        for player in state.players() {
            assert_eq!(player.in_play, self.plays(player.seat));
            assert_eq!(player.skips_next, self.loses_turn.contains(&player.seat));
            for slot in RackSlot::all() {
                let at = self.find(Place::Rack(player.seat, slot)).expect("a full rack");
                let (here, there) = (&self.cards[at], player.rack.at(slot));
                assert_eq!((here.card, here.known), (there.card, there.known), "{:?} {slot}", player.seat);
            }
        }
        let pile = |place: fn(usize) -> Place, count: usize| {
            (0..count).map(|at| self.card(place(at)).expect("a pile without holes")).collect::<Vec<_>>()
        };
        assert_eq!(pile(Place::DrawPile, self.draw_pile()), state.draw_pile());
        assert_eq!(pile(Place::Discard, self.discards()), state.discard());
        let hand = self.seats.iter().find_map(|seat| self.card(Place::Hand(*seat)).map(|card| (*seat, card)));
        assert_eq!(hand, state.hand());
        match *state.phase() {
            Phase::Over { winner, .. } => assert_eq!(self.winner, Some(winner)),
            Phase::Playing { turn, ends_at, .. } => {
                assert!(self.winner.is_none() && self.order.is_none());
                assert_eq!((self.turn, self.turn_ends), (turn, ends_at.map(|end| end.0)));
            }
            Phase::Window { turn, window } => {
                let order = self.order.expect("an order");
                assert_eq!((self.winner, self.turn), (None, turn));
                assert_eq!((order.against, order.by, order.row), (window.against, window.by, window.row));
                assert_eq!(
                    (order.ends, order.by_reverse),
                    (window.ends_at.0, window.kind == OrderKind::Reverse)
                );
            }
        }
    }

    /// What the wire tells a player, or with `None` a spectator, of the table at `now`: the racks that are
    /// not the own as far as everybody knows them, until somebody has won.
    pub fn seen_by(&self, viewer: Option<Seat>, now: u64) -> Value {
        let over = self.winner.is_some();
        let order = self.order.filter(|_| !over);
        let playing = !over && order.is_none();
        let seats: Vec<Value> =
            self.seats.iter().map(|seat| self.seat_seen_by(*seat, viewer, over)).collect();
        let drawn = viewer.and_then(|seat| self.card(Place::Hand(seat)));
        let step = if self.find(Place::Hand(self.turn)).is_some() { "place" } else { "take" };
        let left = |end: u64| end.saturating_sub(now);
        json!({
            "phase": if over { "over" } else if playing { "playing" } else { "window" },
            "dealer": self.dealer,
            "turn": (!over).then_some(self.turn),
            "step": playing.then_some(step),
            "ends_in": self.turn_ends.filter(|_| playing).map(left),
            "draw_pile": self.draw_pile(),
            "discard": { "count": self.discards(), "top": self.top_discard() },
            "seats": seats,
            "drawn": drawn,
            "window": order.map(|order| json!({
                "against": order.against,
                "by": order.by,
                "row": order.row,
                "kind": if order.by_reverse { "reverse" } else { "swap" },
                "ends_in": left(order.ends),
            })),
            "winner": self.winner,
        })
    }

    fn seat_seen_by(&self, seat: Seat, viewer: Option<Seat>, over: bool) -> Value {
        let lying = |slot| {
            let at = self.find(Place::Rack(seat, slot)).expect("a full rack");
            &self.cards[at]
        };
        let side = |side| {
            let seen = |row| {
                let own = lying(RackSlot { side, row });
                (own.known || over || viewer == Some(seat)).then_some(own.card)
            };
            RackRow::ALL.map(seen)
        };
        let known: Vec<RackSlot> = RackSlot::all().filter(|slot| lying(*slot).known).collect();
        json!({
            "seat": seat,
            "in_play": self.plays(seat),
            "rack": { "blue": side(Colour::Blue), "red": side(Colour::Red) },
            "known": known,
            "skips_next": self.loses_turn.contains(&seat),
        })
    }
}
