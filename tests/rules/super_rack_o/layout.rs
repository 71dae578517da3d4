//! Tables laid out by hand, in the notation of the rulings: slots `b5` and `r5`; cards `B17`, `R17`,
//! `WB`, `WR`, `SW`, `RV`; seats A to D.

use serde_json::{Map, Value};
use slapdown::games::super_rack_o::card::{Card, Colour, Face, Number};
use slapdown::games::super_rack_o::event::{Dealt, Event, SeatRack};
use slapdown::games::super_rack_o::rack::Rack;
use slapdown::games::super_rack_o::slot::{RackRow, RackSlot};
use slapdown::games::super_rack_o::turn::Next;
use slapdown::games::super_rack_o::{Options, SuperRackO};
use slapdown::games::{Game, RoomTime, Seat, Seed, option};

use super::table::Table;

pub const A: Seat = Seat(1);
pub const B: Seat = Seat(2);
pub const C: Seat = Seat(3);
pub const D: Seat = Seat(4);

/// A finished rack: the one that the positions are told with.
pub const FULL: &str = "b1=B2 b2=B5 b3=B9 b4=B14 b5=B17 b6=B22 b7=B31 b8=B40 \
                        r1=R1 r2=R4 r3=R8 r4=R17 r5=R20 r6=R26 r7=R33 r8=R39";
/// Another finished rack, of none of the same cards.
pub const FULL_TOO: &str = "b1=B1 b2=B3 b3=B6 b4=B10 b5=B15 b6=B18 b7=B23 b8=B32 \
                            r1=R2 r2=R5 r3=R9 r4=R18 r5=R21 r6=R27 r7=R34 r8=R40";

/// Which cards a word may stand for: several only where the colour is for looks.
pub fn cards(word: &str) -> Vec<Card> {
    let of = |colour, face| Card { colour, face };
    let both = |face| Colour::BOTH.map(|colour| of(colour, face)).to_vec();
    match word {
        "WB" => vec![of(Colour::Blue, Face::Wild)],
        "WR" => vec![of(Colour::Red, Face::Wild)],
        "SW" => both(Face::Swap),
        "RV" => both(Face::Reverse),
        number => {
            let (colour, digits) = number.split_at(1);
            let colour = match colour {
                "B" => Colour::Blue,
                "R" => Colour::Red,
                _ => panic!("no card: {word}"),
            };
            let number =
                digits.parse().ok().and_then(Number::new).unwrap_or_else(|| panic!("no card: {word}"));
            vec![of(colour, Face::Number(number))]
        }
    }
}

/// The word for a card.
pub fn word(card: Card) -> String {
    let letter = if card.colour == Colour::Blue { "B" } else { "R" };
    match card.face {
        Face::Number(number) => format!("{letter}{}", number.get()),
        Face::Wild => format!("W{letter}"),
        Face::Swap => "SW".into(),
        Face::Reverse => "RV".into(),
    }
}

/// The slot of a word such as `b5`.
pub fn slot(word: &str) -> RackSlot {
    let (side, row) = word.split_at(1);
    let side = match side {
        "b" => Colour::Blue,
        "r" => Colour::Red,
        _ => panic!("no slot: {word}"),
    };
    let row = row.parse().ok().and_then(RackRow::new).unwrap_or_else(|| panic!("no slot: {word}"));
    RackSlot { side, row }
}

/// The seat of a letter.
pub fn seat(letter: &str) -> Seat {
    match letter {
        "A" => A,
        "B" => B,
        "C" => C,
        "D" => D,
        _ => panic!("no seat: {letter}"),
    }
}

/// A table to be laid out. What is not said is filled with number cards that finish nothing; all that is
/// left is the draw pile.
pub struct Layout {
    seats: Vec<Seat>,
    racks: Vec<(Seat, String)>,
    draws: String,
    discard: String,
    turn: Seat,
    options: Options,
    totals: Vec<(slapdown::games::Side, i64)>,
    /// At most so many cards in the draw pile; the others lie at the bottom of the discard pile.
    draw_pile: Option<usize>,
}

impl Layout {
    pub fn players(count: usize) -> Self {
        Self {
            seats: [A, B, C, D][..count].to_vec(),
            racks: Vec::new(),
            draws: String::new(),
            discard: String::new(),
            turn: A,
            options: Options::default(),
            totals: Vec::new(),
            draw_pile: None,
        }
    }

    /// Some slots of a rack: `"b1=B2 r3=RV"`. A later word for a slot replaces an earlier one.
    pub fn rack(mut self, seat: Seat, slots: &str) -> Self {
        self.racks.push((seat, slots.into()));
        self
    }

    /// The top cards of the draw pile, in the order in which they are drawn.
    pub fn draws(mut self, cards: &str) -> Self {
        self.draws = cards.into();
        self
    }

    /// The discard pile's upper cards, its top last.
    pub fn discard(mut self, cards: &str) -> Self {
        self.discard = cards.into();
        self
    }

    pub fn turn(mut self, seat: Seat) -> Self {
        self.turn = seat;
        self
    }

    pub fn options(mut self, patch: Value) -> Self {
        self.options = options(patch);
        self
    }

    pub fn totals(mut self, totals: &[(slapdown::games::Side, i64)]) -> Self {
        self.totals = totals.to_vec();
        self
    }

    /// Leaves so many cards in the draw pile.
    pub fn draw_pile(mut self, count: usize) -> Self {
        self.draw_pile = Some(count);
        self
    }

    pub fn table(self) -> Table {
        Table::new(self.dealt())
    }

    pub fn dealt(self) -> Event {
        let mut left = Card::both_decks();
        let mut take = |word: &str| {
            let at = left.iter().position(|card| cards(word).contains(card));
            left.remove(at.unwrap_or_else(|| panic!("{word} is used up")))
        };
        let mut racks: Vec<(Seat, Vec<(RackSlot, Card)>)> = Vec::new();
        for seat in &self.seats {
            let mut slots: Vec<(&str, &str)> = Vec::new();
            for (_, text) in self.racks.iter().filter(|(whose, _)| whose == seat) {
                for pair in text.split_whitespace() {
                    let pair = pair.split_once('=').expect("slot=card");
                    slots.retain(|(slot, _)| *slot != pair.0);
                    slots.push(pair);
                }
            }
            racks.push((*seat, slots.into_iter().map(|(at, word)| (slot(at), take(word))).collect()));
        }
        let mut draws: Vec<Card> = self.draws.split_whitespace().map(&mut take).collect();
        let mut discard: Vec<Card> = self.discard.split_whitespace().map(&mut take).collect();
        // Numbers on the side of the other colour finish nothing, whatever else happens.
        let filler = |left: &mut Vec<Card>, slot: RackSlot| {
            let number = |card: &Card| matches!(card.face, Face::Number(_));
            let at = left.iter().rposition(|card| number(card) && card.colour != slot.side);
            let at = at.or_else(|| left.iter().rposition(number)).expect("a number");
            left.remove(at)
        };
        let racks: Vec<SeatRack> = racks
            .into_iter()
            .map(|(seat, given)| {
                let rack = Rack::new(|slot| {
                    let own = given.iter().find(|(at, _)| *at == slot).map(|(_, card)| *card);
                    own.unwrap_or_else(|| filler(&mut left, slot))
                });
                SeatRack { seat, rack }
            })
            .collect();
        if discard.is_empty() {
            discard.push(filler(&mut left, slot("b1")));
        }
        draws.reverse();
        let mut draw_pile = left;
        draw_pile.append(&mut draws);
        if let Some(count) = self.draw_pile {
            let under = draw_pile.len() - count;
            let mut bottom: Vec<Card> = draw_pile.drain(..under).collect();
            bottom.append(&mut discard);
            discard = bottom;
        }
        let clock = self.options.turn_clock_ms;
        let at = self.seats.iter().position(|seat| *seat == self.turn).expect("a seat");
        Event::Dealt(Box::new(Dealt {
            dealer: self.seats[(at + self.seats.len() - 1) % self.seats.len()],
            next: Next {
                turn: self.turn,
                skipped: Vec::new(),
                ends_at: (clock > 0).then(|| RoomTime(0).plus(clock)),
            },
            options: self.options,
            round: 1,
            totals: self.totals,
            racks,
            draw_pile,
            discard,
            chance: Seed([9; 32]),
        }))
    }
}

/// Options as a room would make them: the defaults with a patch, checked by the table of options.
pub fn options(patch: Value) -> Options {
    let Value::Object(patch) = patch else { panic!("options are an object") };
    let checked = option::apply(&[SuperRackO::OPTIONS], &Map::new(), &patch).expect("options within bounds");
    serde_json::from_value(Value::Object(checked)).expect("options")
}
