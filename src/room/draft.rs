//! The events of one decision while it is made. Reads the state, changes nothing.

use super::event::{Event, RoomEvent};
use super::input::Told;
use super::state::RoomState;
use crate::games::{Game, Input, Refusal, RoomTime, Stamp};

/// Events to be, over the state that they are decided on.
pub struct Draft<'a, G: Game> {
    state: &'a RoomState<G>,
    at: RoomTime,
    events: Vec<Event<G>>,
    told: Vec<Input<G::Action>>,
    /// The table after the game's events of this draft; made only when a second one is asked for.
    table: Option<G::State>,
    /// The game's events that `table` does not know yet.
    unseen: Vec<(G::Event, Stamp)>,
}

impl<'a, G: Game> Draft<'a, G> {
    /// An empty draft.
    pub fn new(state: &'a RoomState<G>, at: RoomTime) -> Self {
        Self { state, at, events: Vec::new(), told: Vec::new(), table: None, unseen: Vec::new() }
    }

    /// The instant of the decision.
    pub fn at(&self) -> RoomTime {
        self.at
    }

    /// Adds an event of the room.
    pub fn room(&mut self, event: RoomEvent<G>) {
        self.events.push(event.into());
    }

    /// Adds an event of the game that was made elsewhere (the deal).
    pub fn game_event(&mut self, event: G::Event) {
        self.events.push(Event::Game(event));
    }

    /// Has the game judge an input, and adds what comes of it. Comes back with the event, if there is
    /// one. Does nothing before the first deal.
    ///
    /// # Errors
    /// The game's refusal. Its cost is not added.
    pub fn game(&mut self, input: &Input<G::Action>) -> Result<Option<G::Event>, Refusal<G>> {
        let Some(committed) = &self.state.game else { return Ok(None) };
        self.told.push(input.clone());
        if !self.unseen.is_empty() {
            let table = self.table.get_or_insert_with(|| committed.clone());
            for (event, stamp) in self.unseen.drain(..) {
                G::evolve(table, &event, stamp);
            }
        }
        let table = self.table.as_ref().unwrap_or(committed);
        let event = G::decide(table, input, self.at)?;
        if let Some(event) = &event {
            self.events.push(Event::Game(event.clone()));
            let seq = self.state.seq + self.events.len() as u64;
            self.unseen.push((event.clone(), Stamp { seq, at: self.at }));
        }
        Ok(event)
    }

    /// Tells the game something that it cannot refuse: a refusal means "does not matter to me".
    pub fn tell(&mut self, input: &Input<G::Action>) {
        let _ = self.game(input);
    }

    /// The events, in order.
    pub fn into_events(self) -> Vec<Event<G>> {
        self.events
    }

    /// The events, in order, and what the game was told.
    pub fn into_parts(self) -> (Vec<Event<G>>, Told<G>) {
        let told = if self.told.is_empty() { Told::Nothing } else { Told::Inputs(self.told) };
        (self.events, told)
    }
}
