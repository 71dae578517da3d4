//! Tables for tests: a position told in short words (`R2`, `W`, pile `B4`), or a deal from a seed.

use serde_json::{Value, json};
use slapdown::games::wackee_six::{Options, State, WackeeSix};
use slapdown::games::{Driver, Game, Place, Role, RoomTime, Seated, Seed, Setup, Side, Stamp};

use super::race::Race;

/// The word on the wire for a short one: `R5` is `red-5`, `W` is `wild`.
pub fn word(short: &str) -> String {
    let (suit, number) = short.split_at(1);
    let suit = match suit {
        "R" => "red",
        "B" => "blue",
        "G" => "green",
        "Y" => "yellow",
        "W" => return "wild".to_owned(),
        other => panic!("no suit {other}"),
    };
    format!("{suit}-{number}")
}

fn words(short: &str) -> Vec<String> {
    short.split_whitespace().map(word).collect()
}

/// The seats of a table: for each side whether a team plays it.
pub fn seats(teams: &[bool]) -> Vec<Seated> {
    let mut seats = Vec::new();
    for (side, team) in (1..).map(Side).zip(teams) {
        let roles: &[Role] = if *team { &[Role::Row, Role::Deck] } else { &[Role::Solo] };
        for role in roles {
            let place = Place { side, role: Some(*role) };
            seats.push(Seated { seat: WackeeSix::seat(place), place, driver: Driver::Person, online: true });
        }
    }
    seats
}

/// A dealt round.
pub fn deal(options: &Options, teams: &[bool], round: u32, totals: &[(Side, i64)], seed: [u8; 32]) -> Race {
    deal_seats(options, &seats(teams), round, totals, seed)
}

/// A dealt round with these seats.
pub fn deal_seats(
    options: &Options,
    seats: &[Seated],
    round: u32,
    totals: &[(Side, i64)],
    seed: [u8; 32],
) -> Race {
    let setup = Setup { options, seats, round, totals };
    let now = RoomTime(100_000);
    let event = WackeeSix::deal(&setup, None, Seed(seed), now);
    let state = WackeeSix::open(&event, Stamp { seq: 1, at: now }).expect("a deal opens a round");
    Race::new(event, state, now)
}

/// A position, built up in words.
pub struct Position {
    options: Options,
    teams: Vec<bool>,
    sides: Vec<Value>,
    piles: Vec<Value>,
}

impl Position {
    /// A table of that many sides. What is not said of a side cannot be played and keeps nobody from
    /// playing: its row is high, and 1s come up in its stock.
    pub fn of(sides: usize) -> Self {
        let side = json!({
            "row": words("R13 G13 Y13 B13 R12 G12"),
            "face_down": words("G10 R10 B11 Y11 G11 R11"),
            "stock": words("Y1 Y1 Y1"),
            "waste": [],
        });
        Self {
            options: Options::default(),
            teams: vec![false; sides],
            sides: vec![side; sides],
            piles: Vec::new(),
        }
    }

    pub fn options(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }

    pub fn team(mut self, side: usize) -> Self {
        self.teams[side - 1] = true;
        self
    }

    /// The row, from slot 1; `.` is an empty slot, and slots not told are empty.
    pub fn row(mut self, side: usize, cards: &str) -> Self {
        let mut row: Vec<Option<String>> =
            cards.split_whitespace().map(|card| (card != ".").then(|| word(card))).collect();
        row.resize(6, None);
        self.sides[side - 1]["row"] = json!(row);
        self
    }

    fn pile_of(mut self, side: usize, name: &str, cards: &str) -> Self {
        let mut cards = words(cards);
        cards.reverse();
        self.sides[side - 1][name] = json!(cards);
        self
    }

    /// The face-down pile, its top first.
    pub fn down(self, side: usize, cards: &str) -> Self {
        self.pile_of(side, "face_down", cards)
    }

    /// The stock, its top first.
    pub fn stock(self, side: usize, cards: &str) -> Self {
        self.pile_of(side, "stock", cards)
    }

    /// The waste, its top first.
    pub fn waste(self, side: usize, cards: &str) -> Self {
        self.pile_of(side, "waste", cards)
    }

    /// A pile that was laid long ago by side 2.
    pub fn pile(self, top: &str) -> Self {
        self.pile_by(top, 2)
    }

    /// A pile that was laid long ago by a side.
    pub fn pile_by(mut self, top: &str, side: usize) -> Self {
        let (suit, number) = top.split_at(1);
        let number: u8 = number.parse().expect("a number");
        let cards: Vec<Value> = (1..=number)
            .map(|n| json!({ "card": word(&format!("{suit}{n}")), "back": side, "seat": side * 2 - 1, "seq": 1, "at": 0 }))
            .collect();
        let color = word(&format!("{suit}1")).trim_end_matches("-1").to_owned();
        self.piles.push(json!({ "color": color, "cards": cards }));
        self
    }

    /// The race from this position, a few seconds after its start.
    pub fn race(self) -> Race {
        let mut race = self.unsettled();
        race.settle();
        race
    }

    /// The state of this position, before anything follows from it.
    pub fn state(self) -> State {
        self.unsettled().state
    }

    fn unsettled(self) -> Race {
        let mut race = deal(&self.options, &self.teams, 1, &[], [0; 32]);
        race.start();
        let mut state = serde_json::to_value(&race.state).expect("a state is JSON");
        for (number, side) in self.sides.iter().enumerate() {
            for name in ["row", "face_down", "stock", "waste"] {
                state["sides"][number][name] = side[name].clone();
            }
            let laid = self.piles.iter().flat_map(|pile| pile["cards"].as_array().unwrap());
            let played = laid.filter(|laid| laid["back"] == json!(number + 1)).count();
            state["sides"][number]["played"] = json!(played);
        }
        state["piles"] = json!(self.piles);
        race.state = serde_json::from_value::<State>(state).expect("a state");
        race.whole = false;
        race
    }
}
