//! What a player asks for, judged and done.

use slapdown::games::Seat;
use slapdown::games::super_rack_o::Action;
use slapdown::games::super_rack_o::card::Face;
use slapdown::games::super_rack_o::options::FalseCall;
use slapdown::games::super_rack_o::slot::{RackRow, RackSlot};

use super::{Model, Place, Standing};

impl Model {
    pub(super) fn act(&mut self, seat: Option<Seat>, action: Action, now: u64) -> Result<(), &'static str> {
        if self.winner.is_some() {
            return Err("round_over");
        }
        let seat = seat.filter(|seat| self.seats.contains(seat)).ok_or("not_seated")?;
        if !self.plays(seat) {
            return Err("out_of_play");
        }
        match action {
            Action::Call => return self.call(seat),
            Action::Accept | Action::Reverse { .. } => {
                let order = self.order.ok_or("not_now")?;
                if order.against != seat {
                    return Err("not_yours");
                }
                return self.answer(order, action, now);
            }
            _ => {}
        }
        if self.order.is_some() {
            return Err("not_now");
        }
        if self.turn != seat {
            return Err("not_your_turn");
        }
        let hand = self.card(Place::Hand(seat));
        let taken = matches!(action, Action::Draw | Action::Take { .. });
        if taken == hand.is_some() {
            return Err("not_now");
        }
        match action {
            Action::Draw => self.draw_to(Place::Hand(seat)),
            Action::Discard => {
                self.discard(Place::Hand(seat));
                self.pass_turn(now);
            }
            Action::Swap { target, row } => {
                if hand.map(|card| card.face) != Some(Face::Swap) {
                    return Err("not_a_swap");
                }
                self.may_name(seat, target)?;
                self.discard(Place::Hand(seat));
                self.give_order(seat, target, row, false, now);
            }
            Action::Take { slot, swap } => {
                let top = self.top_discard().expect("a discard");
                if matches!(top.face, Face::Swap | Face::Reverse) {
                    return Err("not_to_be_taken");
                }
                if swap.is_some() && !self.options.swap_via_discard {
                    return Err("no_swap_via_discard");
                }
                let from = Place::Discard(self.discards() - 1);
                self.exchange(seat, slot, from, swap.map(|order| (order.target, order.row)), now)?;
            }
            Action::Exchange { slot, swap } => {
                self.exchange(
                    seat,
                    slot,
                    Place::Hand(seat),
                    swap.map(|order| (order.target, order.row)),
                    now,
                )?;
            }
            Action::Accept | Action::Reverse { .. } | Action::Call => unreachable!("answered above"),
        }
        Ok(())
    }

    fn may_name(&self, seat: Seat, target: Seat) -> Result<(), &'static str> {
        if target != seat && self.plays(target) { Ok(()) } else { Err("no_such_target") }
    }

    fn exchange(
        &mut self,
        seat: Seat,
        slot: RackSlot,
        from: Place,
        order: Option<(Seat, RackRow)>,
        now: u64,
    ) -> Result<(), &'static str> {
        let place = Place::Rack(seat, slot);
        if let Some((target, _)) = order {
            if self.card(place).map(|card| card.face) != Some(Face::Swap) {
                return Err("not_a_swap");
            }
            self.may_name(seat, target)?;
        }
        let new = self.find(from).expect("the new card");
        let old = self.find(place).expect("the old card");
        let known = matches!(from, Place::Discard(_));
        self.cards[new].place = Place::Hand(seat);
        let on = self.discards();
        self.cards[old].place = Place::Discard(on);
        self.cards[old].known = false;
        self.cards[new].place = place;
        self.cards[new].known = known;
        match order {
            Some((target, row)) => self.give_order(seat, target, row, false, now),
            None => self.pass_turn(now),
        }
        Ok(())
    }

    fn answer(&mut self, order: Standing, action: Action, now: u64) -> Result<(), &'static str> {
        match action {
            Action::Reverse { slot, row } => {
                let place = Place::Rack(order.against, slot);
                if self.card(place).map(|card| card.face) != Some(Face::Reverse) {
                    return Err("not_a_reverse");
                }
                self.discard(place);
                self.draw_to(place);
                self.give_order(order.against, order.by, row, true, now);
            }
            _ => self.carry_out(order, now),
        }
        Ok(())
    }

    fn call(&mut self, seat: Seat) -> Result<(), &'static str> {
        if self.order.is_some_and(|order| order.against == seat) && !self.options.call_under_order {
            return Err("under_order");
        }
        if self.finished(seat) {
            self.winner = Some(seat);
            return Ok(());
        }
        if self.options.false_call == FalseCall::SkipTurn && !self.loses_turn.contains(&seat) {
            self.loses_turn.push(seat);
        }
        Err("not_finished")
    }
}
