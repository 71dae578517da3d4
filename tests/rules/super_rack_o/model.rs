//! The rulings told a second time, plainly and slowly: a list of 108 cards with their places, no types
//! or functions of the rules but the cards' names. Where the two tellings differ, one of them is wrong.

use slapdown::games::super_rack_o::Action;
use slapdown::games::super_rack_o::card::{Card, Colour, Face};
use slapdown::games::super_rack_o::event::Dealt;
use slapdown::games::super_rack_o::options::{Options, WhenAbsent};
use slapdown::games::super_rack_o::slot::{RackRow, RackSlot};
use slapdown::games::{Driver, Input, Seat};

// Found by path, as the tests from outside use this file from another folder.
#[path = "model/acts.rs"]
mod acts;
#[path = "model/view.rs"]
mod view;

/// Where a card is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Rack(Seat, RackSlot),
    /// How many cards lie under it.
    DrawPile(usize),
    /// How many cards lie under it.
    Discard(usize),
    Hand(Seat),
}

#[derive(Debug, Clone)]
struct Lying {
    card: Card,
    place: Place,
    /// Whether the whole table knows that it is there.
    known: bool,
}

/// An order that stands.
#[derive(Debug, Clone, Copy)]
struct Standing {
    against: Seat,
    by: Seat,
    row: RackRow,
    ends: u64,
    by_reverse: bool,
}

/// One game as the second telling has it.
#[derive(Clone)]
pub struct Model {
    cards: Vec<Lying>,
    dealer: Seat,
    seats: Vec<Seat>,
    gone: Vec<Seat>,
    loses_turn: Vec<Seat>,
    turn: Seat,
    turn_ends: Option<u64>,
    order: Option<Standing>,
    winner: Option<Seat>,
    options: Options,
    /// Shuffles that the rules made, to be used in this order.
    shuffles: Vec<Vec<Card>>,
}

impl Model {
    pub fn new(dealt: &Dealt) -> Self {
        let mut cards = Vec::new();
        for own in &dealt.racks {
            for slot in RackSlot::all() {
                let held = own.rack.at(slot);
                cards.push(Lying { card: held.card, place: Place::Rack(own.seat, slot), known: held.known });
            }
        }
        for (under, card) in dealt.draw_pile.iter().enumerate() {
            cards.push(Lying { card: *card, place: Place::DrawPile(under), known: false });
        }
        for (under, card) in dealt.discard.iter().enumerate() {
            cards.push(Lying { card: *card, place: Place::Discard(under), known: false });
        }
        Self {
            cards,
            dealer: dealt.dealer,
            seats: dealt.racks.iter().map(|own| own.seat).collect(),
            gone: Vec::new(),
            loses_turn: Vec::new(),
            turn: dealt.next.turn,
            turn_ends: dealt.next.ends_at.map(|end| end.0),
            order: None,
            winner: None,
            options: dealt.options.clone(),
            shuffles: Vec::new(),
        }
    }

    fn find(&self, place: Place) -> Option<usize> {
        self.cards.iter().position(|own| own.place == place)
    }

    fn card(&self, place: Place) -> Option<Card> {
        self.find(place).map(|at| self.cards[at].card)
    }

    fn draw_pile(&self) -> usize {
        self.cards.iter().filter(|own| matches!(own.place, Place::DrawPile(_))).count()
    }

    fn discards(&self) -> usize {
        self.cards.iter().filter(|own| matches!(own.place, Place::Discard(_))).count()
    }

    fn top_discard(&self) -> Option<Card> {
        self.card(Place::Discard(self.discards().checked_sub(1)?))
    }

    fn discard(&mut self, from: Place) {
        let on = self.discards();
        let at = self.find(from).expect("a card to discard");
        self.cards[at].place = Place::Discard(on);
        self.cards[at].known = false;
    }

    /// The top of the draw pile goes somewhere; an empty pile is made anew first (rulings 102 and 103).
    fn draw_to(&mut self, to: Place) {
        if self.draw_pile() == 0 {
            let under = self.discards() - 1;
            let pile = self.shuffles.remove(0);
            assert_eq!(pile.len(), under, "the new pile has all cards but the top discard");
            let mut left = pile.clone();
            for at in 0..under {
                let card = self.card(Place::Discard(at)).expect("a discard");
                let same = left.iter().position(|other| *other == card).expect("the card is in the new pile");
                left.remove(same);
            }
            let mut moved: Vec<usize> =
                (0..under).map(|at| self.find(Place::Discard(at)).expect("a discard")).collect();
            for (to, card) in pile.into_iter().enumerate() {
                let at = moved.iter().position(|at| self.cards[*at].card == card).expect("such a card");
                let at = moved.remove(at);
                self.cards[at].place = Place::DrawPile(to);
            }
            let top = self.find(Place::Discard(under)).expect("the top discard");
            self.cards[top].place = Place::Discard(0);
        }
        let at = self.find(Place::DrawPile(self.draw_pile() - 1)).expect("a card to draw");
        self.cards[at].place = to;
    }

    fn plays(&self, seat: Seat) -> bool {
        self.seats.contains(&seat) && !self.gone.contains(&seat)
    }

    /// The turn passes to the left of the player whose turn it was.
    fn pass_turn(&mut self, now: u64) {
        let mut at = self.seats.iter().position(|seat| *seat == self.turn).expect("a seat");
        self.order = None;
        let all_gone = self.seats.iter().all(|seat| !self.plays(*seat));
        assert!(!all_gone);
        loop {
            at = (at + 1) % self.seats.len();
            let seat = self.seats[at];
            if !self.plays(seat) {
                continue;
            }
            if let Some(lost) = self.loses_turn.iter().position(|other| *other == seat) {
                self.loses_turn.remove(lost);
                continue;
            }
            self.turn = seat;
            break;
        }
        self.turn_ends = match self.options.turn_clock_ms {
            0 => None,
            ms => Some(now + ms),
        };
    }

    fn give_order(&mut self, by: Seat, against: Seat, row: RackRow, by_reverse: bool, now: u64) {
        let ends = now + self.options.window_ms;
        self.order = Some(Standing { against, by, row, ends, by_reverse });
        self.turn_ends = None;
    }

    fn carry_out(&mut self, order: Standing, now: u64) {
        for own in &mut self.cards {
            if let Place::Rack(seat, slot) = &mut own.place
                && *seat == order.against
                && slot.row == order.row
            {
                slot.side = if slot.side == Colour::Blue { Colour::Red } else { Colour::Blue };
            }
        }
        self.pass_turn(now);
    }

    fn finished(&self, seat: Seat) -> bool {
        [Colour::Blue, Colour::Red].into_iter().all(|side| {
            let cards: Vec<Card> = RackRow::ALL
                .into_iter()
                .map(|row| self.card(Place::Rack(seat, RackSlot { side, row })).expect("a full rack"))
                .collect();
            numbers_exist(&cards, side, 0)
        })
    }

    /// What is due at `now`, until nothing is.
    fn due(&mut self, now: u64) {
        while self.winner.is_none() {
            let playing: Vec<Seat> = self.seats.iter().copied().filter(|seat| self.plays(*seat)).collect();
            if let Some(order) = self.order.filter(|order| !self.plays(order.against)) {
                self.carry_out(order, now);
            } else if let [last] = playing[..] {
                self.winner = Some(last);
            } else if let Some(seat) = self.to_declare() {
                self.winner = Some(seat);
            } else if let Some(order) = self.order {
                let helpless = self.options.auto_accept && !self.holds_reverse(order.against);
                if !helpless && now < order.ends {
                    return;
                }
                self.carry_out(order, now);
            } else if self.turn_ends.is_some_and(|end| end <= now) {
                if self.find(Place::Hand(self.turn)).is_none() {
                    self.draw_to(Place::Hand(self.turn));
                } else {
                    self.discard(Place::Hand(self.turn));
                    self.pass_turn(now);
                }
            } else {
                return;
            }
        }
    }

    fn to_declare(&self) -> Option<Seat> {
        if !self.options.auto_call {
            return None;
        }
        let first = self.seats.iter().position(|seat| *seat == self.turn).expect("a seat");
        (0..self.seats.len()).map(|at| self.seats[(first + at) % self.seats.len()]).find(|seat| {
            let bound = self.order.is_some_and(|order| order.against == *seat);
            self.plays(*seat) && (!bound || self.options.call_under_order) && self.finished(*seat)
        })
    }

    fn holds_reverse(&self, seat: Seat) -> bool {
        self.cards.iter().any(|own| {
            matches!(own.place, Place::Rack(whose, _) if whose == seat) && own.card.face == Face::Reverse
        })
    }

    /// An input at `now`; the code of its refusal, if it is one. `shuffles` are those that the rules made
    /// since the last input.
    pub fn input(
        &mut self,
        input: &Input<Action>,
        now: u64,
        shuffles: Vec<Vec<Card>>,
    ) -> Option<&'static str> {
        self.shuffles.extend(shuffles);
        self.due(now);
        let refused = match *input {
            Input::Act { by, action } => self.act(by.seat, action, now).err(),
            Input::Left { seat } => {
                if self.winner.is_none() && self.plays(seat) {
                    if self.options.absent == WhenAbsent::Leave {
                        self.set_aside(seat, now);
                    } else if self.find(Place::Hand(seat)).is_some() {
                        self.discard(Place::Hand(seat));
                        self.pass_turn(now);
                    }
                }
                None
            }
            Input::Driver { seat, driver: Driver::None } => {
                if self.winner.is_none() && self.plays(seat) {
                    self.set_aside(seat, now);
                }
                None
            }
            Input::Resumed => {
                if self.winner.is_none() {
                    if let Some(order) = &mut self.order {
                        order.ends += 3_000;
                    }
                    if let Some(end) = &mut self.turn_ends {
                        *end += 3_000;
                    }
                }
                None
            }
            Input::Driver { .. } | Input::Presence { .. } | Input::Wake => None,
        };
        self.due(now);
        assert!(self.shuffles.is_empty(), "a shuffle that was not needed");
        refused
    }

    fn set_aside(&mut self, seat: Seat, now: u64) {
        self.gone.push(seat);
        if self.find(Place::Hand(seat)).is_some() {
            self.discard(Place::Hand(seat));
        }
        if self.turn == seat && self.order.is_none() {
            self.pass_turn(now);
        }
    }
}

/// Whether the cards from one row on, each above `last`, can be given rising numbers: every number is
/// tried for a wild.
pub fn numbers_exist(cards: &[Card], side: Colour, last: u8) -> bool {
    let Some((card, rest)) = cards.split_first() else { return true };
    if card.colour != side {
        return false;
    }
    match card.face {
        Face::Number(number) => number.get() > last && numbers_exist(rest, side, number.get()),
        Face::Wild => (last + 1..=40).any(|number| numbers_exist(rest, side, number)),
        Face::Swap | Face::Reverse => false,
    }
}
