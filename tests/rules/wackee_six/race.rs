//! Playing a round by hand: time is an argument, and every step is checked and kept.

use serde_json::{Value, json};
use slapdown::games::wackee_six::{Action, Event, Shown, State, View, WackeeSix};
use slapdown::games::{By, Game, Input, RoomTime, Seat, Stamp, Viewer};

/// What came of an input.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The code of a refusal.
    pub code: Option<&'static str>,
    /// Its detail.
    pub detail: Value,
    /// What happened, automatic steps included.
    pub events: Vec<Event>,
}

/// What was kept of an input, or of several that were told at once.
#[derive(Debug, Clone)]
pub struct Entry {
    pub inputs: Vec<Input<Action>>,
    pub now: RoomTime,
    pub verdict: Verdict,
}

/// A round that is played.
#[derive(Debug, Clone)]
pub struct Race {
    pub opening: Event,
    pub state: State,
    pub seq: u64,
    pub now: RoomTime,
    pub log: Vec<Entry>,
    /// Everything that happened after the deal, in order.
    pub events: Vec<(Event, Stamp)>,
    /// Whether all decks are whole, so that the invariants must hold (positions leave cards out).
    pub whole: bool,
}

impl Race {
    pub fn new(opening: Event, state: State, now: RoomTime) -> Self {
        Self { opening, state, seq: 1, now, log: Vec::new(), events: Vec::new(), whole: true }
    }

    fn happen(&mut self, event: &Event) {
        self.seq += 1;
        let stamp = Stamp { seq: self.seq, at: self.now };
        WackeeSix::evolve(&mut self.state, event, stamp);
        self.events.push((event.clone(), stamp));
    }

    fn check(&self) {
        if self.whole {
            WackeeSix::check(&self.state).expect("the invariants hold");
        }
    }

    /// Lets everything happen that is due now.
    pub fn settle(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(event) = WackeeSix::follow(&self.state, self.now) {
            self.happen(&event);
            if self.whole {
                WackeeSix::check(&self.state).expect("the invariants hold after each step");
            }
            events.push(event);
            assert!(events.len() < 100, "follow comes to no end: {events:?}");
        }
        self.check();
        events
    }

    /// Gives an input at the present instant.
    pub fn input(&mut self, input: Input<Action>) -> Verdict {
        assert_eq!(WackeeSix::follow(&self.state, self.now), None, "something was due before");
        let verdict = match WackeeSix::decide(&self.state, &input, self.now) {
            Ok(event) => {
                let mut events: Vec<Event> = event.into_iter().collect();
                for event in &events {
                    self.happen(event);
                }
                events.extend(self.settle());
                Verdict { code: None, detail: Value::Null, events }
            }
            Err(refusal) => {
                for event in &refusal.events {
                    self.happen(event);
                }
                let mut events = refusal.events;
                events.extend(self.settle());
                let detail = serde_json::to_value(refusal.detail).expect("a detail is JSON");
                Verdict { code: Some(refusal.code.name), detail, events }
            }
        };
        self.log.push(Entry { inputs: vec![input], now: self.now, verdict: verdict.clone() });
        verdict
    }

    /// Tells several things at once, as a room does that is revived: nothing follows in between.
    pub fn told(&mut self, inputs: Vec<Input<Action>>) -> Verdict {
        let mut events = Vec::new();
        for input in &inputs {
            let event = WackeeSix::decide(&self.state, input, self.now).expect("it is not asked for");
            if let Some(event) = &event {
                self.happen(event);
            }
            events.extend(event);
        }
        events.extend(self.settle());
        let verdict = Verdict { code: None, detail: Value::Null, events };
        self.log.push(Entry { inputs, now: self.now, verdict: verdict.clone() });
        verdict
    }

    /// Somebody at a seat asks, as a client writes it.
    pub fn act(&mut self, seat: u8, action: Value) -> Verdict {
        let action: Action = serde_json::from_value(action).expect("an action");
        self.by(Some(seat), false, action)
    }

    pub fn by(&mut self, seat: Option<u8>, host: bool, action: Action) -> Verdict {
        self.input(Input::Act { by: By { seat: seat.map(Seat), host }, action })
    }

    /// Time passes; the game is woken when it wants to be, and then at the end.
    pub fn pass(&mut self, ms: u64) -> Vec<Event> {
        let end = self.now.plus(ms);
        let mut events = Vec::new();
        while let Some(at) = WackeeSix::deadline(&self.state).filter(|at| *at <= end) {
            assert!(at >= self.now, "a deadline in the past: nothing was due at {:?}", self.now);
            self.now = at;
            events.extend(self.settle());
            assert_eq!(self.input(Input::Wake).events, Vec::new());
            assert!(WackeeSix::deadline(&self.state) != Some(at), "the deadline at {at:?} stays");
        }
        self.now = end;
        events.extend(self.settle());
        events
    }

    /// The host starts, and the countdown passes.
    pub fn start(&mut self) {
        if self.view()["phase"] == "dealt" {
            self.by(None, true, Action::Start {}).ok();
        }
        let ms = self.view()["starts_in"].as_u64().expect("a countdown");
        self.pass(ms);
    }

    pub fn online(&mut self, seat: u8, online: bool) -> Verdict {
        self.input(Input::Presence { seat: Seat(seat), online })
    }

    pub fn play(&mut self, seat: u8, card: &str, from: &str) -> Verdict {
        self.act(seat, json!({ "do": "play", "card": super::setup::word(card), "from": from }))
    }

    pub fn play_on(&mut self, seat: u8, card: &str, from: &str, pile: impl Into<Value>) -> Verdict {
        let pile: Value = pile.into();
        self.act(seat, json!({ "do": "play", "card": super::setup::word(card), "from": from, "pile": pile }))
    }

    pub fn pair(&mut self, seat: u8, wild: &str, companion: &str, card: &str) -> Verdict {
        let card = super::setup::word(card);
        self.act(seat, json!({ "do": "play_wild", "wild": wild, "companion": companion, "card": card }))
    }

    pub fn turn(&mut self, seat: u8) -> Verdict {
        self.act(seat, json!({ "do": "turn" }))
    }

    pub fn vote(&mut self, seat: u8, motion: &str, agree: bool) -> Verdict {
        self.act(seat, json!({ "do": "vote", "for": motion, "agree": agree }))
    }

    pub fn shown(&self, events: &[Event]) -> Vec<Value> {
        let show = |event| -> Shown { WackeeSix::redact(event, Viewer::Watcher, self.now) };
        events.iter().map(|event| serde_json::to_value(show(event)).unwrap()).collect()
    }

    pub fn full_view(&self) -> View {
        WackeeSix::view(&self.state, Viewer::Watcher, self.now)
    }

    pub fn view(&self) -> Value {
        serde_json::to_value(self.full_view()).expect("a view is JSON")
    }

    /// The side's part of the view.
    pub fn side(&self, side: usize) -> Value {
        self.view()["sides"][side - 1].clone()
    }

    /// Each pile as colour and top: `B4`.
    pub fn piles(&self) -> Vec<String> {
        let view = self.view();
        let piles = view["piles"].as_array().unwrap();
        let short = |pile: &Value| {
            let color = pile["color"].as_str().unwrap()[..1].to_uppercase();
            format!("{color}{}", pile["top"])
        };
        piles.iter().map(short).collect()
    }
}

impl Verdict {
    /// The events, where the input must have been accepted.
    pub fn ok(self) -> Vec<Event> {
        assert_eq!(self.code, None, "refused: {self:?}");
        self.events
    }

    /// Asserts a refusal.
    pub fn refused(self, code: &str) -> Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// Asserts a refusal that changed nothing.
    pub fn plainly(self, code: &str) -> Value {
        let verdict = self.refused(code);
        assert_eq!(verdict.events, Vec::new());
        verdict.detail
    }
}
