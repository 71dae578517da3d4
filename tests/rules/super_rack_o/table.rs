//! A table as a room drives it: events numbered and timed, `follow` asked before and after each input,
//! every invariant and every viewer's client checked at every step.

use serde_json::{Value, json};
use slapdown::games::super_rack_o::{Action, Event, Shown, State, SuperRackO, View};
use slapdown::games::{By, Game, Input, Refusal, RoomTime, Seat, Stamp, Viewer};

use super::client;
use super::layout::{A, B, C, D, seat, slot, word};

pub const VIEWERS: [Viewer; 5] =
    [Viewer::Seat(A), Viewer::Seat(B), Viewer::Seat(C), Viewer::Seat(D), Viewer::Watcher];

/// What a room would write into its log.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub at: RoomTime,
    pub input: Input<Action>,
    /// What was due before the input.
    pub before: Vec<Event>,
    /// The code of the refusal, if it was one.
    pub refused: Option<&'static str>,
    /// What the input made, and what followed.
    pub events: Vec<Event>,
}

pub struct Table {
    pub opening: Event,
    pub state: State,
    pub now: RoomTime,
    pub seq: u64,
    pub lines: Vec<Line>,
    /// What each viewer was sent, as JSON, with the number and the instant.
    pub sent: Vec<Vec<(u64, RoomTime, String)>>,
    views: Vec<View>,
    views_at: RoomTime,
}

impl Table {
    pub fn new(opening: Event) -> Self {
        let now = RoomTime(0);
        let state = SuperRackO::open(&opening, Stamp { seq: 1, at: now }).expect("an opening event");
        let mut table = Self {
            views: VIEWERS.map(|viewer| SuperRackO::view(&state, viewer, now)).to_vec(),
            sent: vec![Vec::new(); VIEWERS.len()],
            views_at: now,
            lines: Vec::new(),
            seq: 1,
            now,
            state,
            opening,
        };
        table.check();
        for (at, viewer) in VIEWERS.into_iter().enumerate() {
            let Shown::Dealt { game } = SuperRackO::redact(&table.opening, viewer, now) else {
                panic!("a deal")
            };
            assert_eq!(*game, table.views[at]);
        }
        table.follow();
        table
    }

    fn check(&self) {
        if let Err(what) = SuperRackO::check(&self.state) {
            panic!("{what}");
        }
    }

    /// Lets an event happen, for the state and for every viewer.
    fn happen(&mut self, event: &Event) {
        self.seq += 1;
        // What a log keeps is what happens.
        let kept = serde_json::to_string(event).expect("an event is JSON");
        let event: &Event = &serde_json::from_str(&kept).expect("an event reads back");
        SuperRackO::evolve(&mut self.state, event, Stamp { seq: self.seq, at: self.now });
        self.check();
        let elapsed = self.now.since(self.views_at);
        self.views_at = self.now;
        for (at, viewer) in VIEWERS.into_iter().enumerate() {
            let shown = SuperRackO::redact(event, viewer, self.now);
            let frame = serde_json::to_string(&shown).expect("a shown event is JSON");
            let read: Shown = serde_json::from_str(&frame).expect("a shown event reads back");
            assert_eq!(read, shown);
            self.sent[at].push((self.seq, self.now, frame));
            client::pass(&mut self.views[at], elapsed);
            client::apply(&mut self.views[at], viewer, &shown);
            let fresh = SuperRackO::view(&self.state, viewer, self.now);
            assert_eq!(self.views[at], fresh, "{viewer:?} is misled by {shown:?}");
        }
    }

    fn follow(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = SuperRackO::follow(&self.state, self.now) {
            self.happen(&event);
            events.push(event);
            assert!(events.len() < 20, "no end of it: {events:?}");
        }
        events
    }

    pub fn input(&mut self, input: Input<Action>) -> Result<Vec<Event>, Refusal<SuperRackO>> {
        let kept = serde_json::to_string(&input).expect("an input is JSON");
        assert_eq!(serde_json::from_str::<Input<Action>>(&kept).expect("an input reads back"), input);
        let before = self.follow();
        let bytes = serde_json::to_vec(&self.state).expect("a state is JSON");
        assert_eq!(serde_json::from_slice::<State>(&bytes).expect("a state reads back"), self.state);
        let verdict = SuperRackO::decide(&self.state, &input, self.now);
        let (made, refused) = match &verdict {
            Ok(event) => (event.iter().cloned().collect(), None),
            Err(refusal) => (refusal.events.clone(), Some(refusal.code.name)),
        };
        let mut events = Vec::new();
        for event in made {
            self.happen(&event);
            events.push(event);
            events.extend(self.follow());
        }
        if events.is_empty() {
            assert_eq!(bytes, serde_json::to_vec(&self.state).expect("a state is JSON"));
        }
        self.lines.push(Line { at: self.now, input, before, refused, events: events.clone() });
        verdict.map(|_| events)
    }

    pub fn act(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, Refusal<SuperRackO>> {
        self.input(Input::Act { by: By { seat: Some(seat), host: false }, action })
    }

    /// An action that is accepted: `"exchange r1 > B 8"`, see [`action`].
    pub fn ok(&mut self, seat: Seat, text: &str) -> Vec<Event> {
        match self.act(seat, action(text)) {
            Ok(events) => events,
            Err(refusal) => panic!("{seat:?} {text}: {}", refusal.code.name),
        }
    }

    /// An action that is refused, at no cost.
    pub fn refused(&mut self, seat: Seat, text: &str, code: &str) {
        let before = self.seq;
        match self.act(seat, action(text)) {
            Ok(events) => panic!("{seat:?} {text}: {events:?}"),
            Err(refusal) => assert_eq!(refusal.code.name, code, "{seat:?} {text}"),
        }
        assert_eq!(self.seq, before);
    }

    /// An action that is refused because a deadline came first.
    pub fn refused_late(&mut self, seat: Seat, text: &str, code: &str) {
        let refusal = self.act(seat, action(text)).expect_err("too late");
        assert_eq!(refusal.code.name, code);
    }

    /// Lets time pass without anything being asked.
    pub fn wait(&mut self, ms: u64) -> Vec<Event> {
        self.now = self.now.plus(ms);
        self.input(Input::Wake).expect("waking is never refused");
        let line = self.lines.last().expect("a line");
        line.before.clone()
    }

    /// The card in a slot.
    pub fn at(&self, seat: Seat, place: &str) -> String {
        word(self.state.player(seat).expect("a player").rack.at(slot(place)).card)
    }

    /// The top of the discard pile.
    pub fn top(&self) -> String {
        word(*self.state.discard().last().expect("a discard"))
    }

    /// Whose turn it is, with nothing drawn yet.
    pub fn to_take(&self) -> Option<Seat> {
        let view = self.view(Viewer::Watcher);
        view.turn.filter(|_| json!(view.step) == json!("take"))
    }

    /// Who is under an order, by whom, for which row.
    pub fn order(&self) -> Option<(Seat, Seat, u8)> {
        let window = self.view(Viewer::Watcher).window?;
        Some((window.against, window.by, window.row.get()))
    }

    pub fn winner(&self) -> Option<Seat> {
        self.view(Viewer::Watcher).winner
    }

    pub fn view(&self, viewer: Viewer) -> View {
        SuperRackO::view(&self.state, viewer, self.now)
    }
}

/// An action in short: `draw`, `take b3`, `exchange r1 > B 8`, `discard`, `swap B 3`, `accept`,
/// `reverse r5 6`, `call`. It goes through the reader of the wire.
pub fn action(text: &str) -> Action {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |digits: &str| digits.parse::<u8>().expect("a number");
    let order = |target: &str, row: &str| json!({"target": seat(target).0, "row": number(row)});
    let frame: Value = match words[..] {
        [what @ ("draw" | "discard" | "accept" | "call")] => json!({"do": what}),
        [what @ ("take" | "exchange"), at] => json!({"do": what, "slot": slot(at).to_string()}),
        [what @ ("take" | "exchange"), at, ">", target, row] => {
            json!({"do": what, "slot": slot(at).to_string(), "swap": order(target, row)})
        }
        ["swap", target, row] => json!({"do": "swap", "target": seat(target).0, "row": number(row)}),
        ["reverse", at, row] => json!({"do": "reverse", "slot": slot(at).to_string(), "row": number(row)}),
        _ => panic!("no action: {text}"),
    };
    serde_json::from_value(frame).unwrap_or_else(|error| panic!("{text}: {error}"))
}
