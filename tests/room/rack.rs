//! Rooms of Super Rack-O whose cards were laid out by hand.

use serde_json::Value;
use slapdown::games::super_rack_o::event::{Dealt, Event as GameEvent};
use slapdown::games::super_rack_o::state::Phase;
use slapdown::games::super_rack_o::{Action, State, SuperRackO};
use slapdown::games::{GameKind, Seat};
use slapdown::protocol::encode::Json;
use slapdown::room::core::RoomCore;
use slapdown::room::options::Options;
use slapdown::room::request::{As, Request};
use std::sync::Arc;

use crate::rig::deal_as;
use crate::table::{Guest, Table, act, events, ready, sit};

pub use crate::rules::layout::{A, B, C, FULL, FULL_TOO, Layout};

/// A room in which a laid-out game has just been dealt.
pub struct Rack {
    pub table: Table<SuperRackO>,
    /// Who sits where, by seat.
    pub guests: Vec<(Seat, Guest)>,
    /// A spectator.
    pub watcher: Guest,
}

impl Rack {
    /// Deals what was laid out.
    pub fn of(layout: Layout) -> Self {
        let GameEvent::Dealt(dealt) = layout.dealt() else { panic!("a deal") };
        Self::dealt(&dealt)
    }

    /// Deals that.
    pub fn dealt(dealt: &Dealt) -> Self {
        let options = Options { game: dealt.options.clone(), ..Options::default() };
        let mut table = Table::of(&options);
        let mut guests: Vec<(Seat, Guest)> = Vec::new();
        for own in &dealt.racks {
            let mut guest = table.enter();
            table.does(&mut guest, sit(own.seat.0));
            guests.push((own.seat, guest));
        }
        let mut watcher = table.guest();
        table.joins(&mut watcher, As::Spectator);
        for (_, guest) in &mut guests {
            table.does(guest, ready());
        }
        table.does(&mut guests[0].1, Request::Start);
        let rigged = table.log.iter_mut().filter_map(|row| deal_as(row, dealt).then_some(())).count();
        assert_eq!(rigged, 1, "one deal");
        table.core = RoomCore::new(GameKind::SuperRackO, 1, table.revived(), Arc::new(Json));
        let mut rack = Self { table, guests, watcher };
        rack.all_return();
        // The first to come back heard of the others' return.
        rack.forget();
        rack
    }

    /// Everybody comes over a new connection and gets a state.
    pub fn all_return(&mut self) {
        for at in 0..self.guests.len() {
            let fresh = self.table.returns(&self.guests[at].1, None);
            self.guests[at].1 = fresh;
        }
        self.watcher = self.table.returns(&self.watcher, None);
    }

    /// Somebody has another connection now.
    pub fn put(&mut self, seat: Seat, guest: Guest) {
        let at = self.number(seat);
        self.guests[at].1 = guest;
    }

    /// Nobody minds what has been sent until now.
    pub fn forget(&self) {
        for guest in self.everybody() {
            guest.read();
        }
    }

    /// All with a connection, the spectator last.
    pub fn everybody(&self) -> impl Iterator<Item = &Guest> {
        self.guests.iter().map(|(_, guest)| guest).chain([&self.watcher])
    }

    pub fn guest(&self, seat: Seat) -> &Guest {
        self.guests
            .iter()
            .find(|(other, _)| *other == seat)
            .map(|(_, guest)| guest)
            .expect("somebody sits there")
    }

    fn number(&self, seat: Seat) -> usize {
        self.guests.iter().position(|(other, _)| *other == seat).expect("somebody sits there")
    }

    /// The table.
    pub fn game(&self) -> &State {
        self.table.state().game.as_ref().expect("a table")
    }

    /// An action in short, as the tests of the rules have it; comes back with the answer.
    pub fn asks(&mut self, seat: Seat, text: &str) -> Value {
        self.asks_for(seat, crate::rules::table::action(text))
    }

    pub fn asks_for(&mut self, seat: Seat, action: Action) -> Value {
        let at = self.number(seat);
        self.table.asks(&mut self.guests[at].1, act(action))
    }

    /// Asks without keeping the batch.
    pub fn asks_unkept(&mut self, seat: Seat, action: Action) -> u64 {
        self.requests_unkept(seat, act(action))
    }

    pub fn requests_unkept(&mut self, seat: Seat, request: Request<Action>) -> u64 {
        let at = self.number(seat);
        self.guests[at].1.id += 1;
        let guest = &self.guests[at].1;
        self.table.ask_unkept(guest, guest.id, request);
        guest.id
    }

    /// An action that is accepted.
    pub fn ok(&mut self, seat: Seat, text: &str) -> Value {
        let answer = self.asks(seat, text);
        assert_eq!(answer["type"], "ok", "{seat:?} {text}: {answer}");
        answer
    }

    /// An action that is refused.
    pub fn refused(&mut self, seat: Seat, text: &str, code: &str) {
        let answer = self.asks(seat, text);
        assert_eq!(answer["code"], code, "{seat:?} {text}: {answer}");
    }

    /// Who is under an order.
    pub fn under_order(&self) -> Option<Seat> {
        match self.game().phase() {
            Phase::Window { window, .. } => Some(window.against),
            _ => None,
        }
    }

    /// The table as that player's `state` shows it now.
    pub fn sees(&mut self, guest: &Guest) -> Value {
        guest.read();
        let now = self.table.now();
        self.table.core.sync(guest.player, guest.conn, now);
        let frames = guest.read();
        frames.into_iter().find(|frame| frame["type"] == "state").expect("a state")
    }

    /// The table as everybody's `state` shows it now, by seat, and last the spectator's.
    pub fn seen_by(&mut self, seat: Seat) -> Value {
        let guest = self.guest(seat).clone();
        self.sees(&guest)
    }
}

/// The last event of that name in frames.
pub fn last(frames: &[Value], name: &str) -> Option<Value> {
    events(frames).into_iter().rev().map(|(_, event)| event).find(|event| event["e"] == name)
}
