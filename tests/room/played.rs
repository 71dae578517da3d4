//! A whole match, played by people who come and go: what its log says makes a replay.

use std::sync::Arc;

use serde_json::{Map, Value};
use slapdown::chance::{Chance as _, SeededChance};
use slapdown::games::list::Listed;
use slapdown::games::{BotLevel, Seat, Seed, Sight};
use slapdown::protocol::encode::Json;
use slapdown::replay::line::{Head, Line as _};
use slapdown::replay::write::Writer;
use slapdown::room::core::RoomCore;
use slapdown::room::options::Options;
use slapdown::room::request::Request;
use slapdown::room::view::{RoomPhase, Stood};
use slapdown::store::MatchRecord;

use crate::table::{Guest, Table, sit};

/// What somebody writes to the others: it belongs into no replay.
pub const CHAT: &str = "psst, a marked line";

/// How a match is played.
pub struct Plan<'a> {
    pub options: &'a [(&'a str, Value)],
    pub people: u8,
    /// Seeds all that is left to chance.
    pub seed: u8,
    /// Whether people go and come back, time stands, and the server crashes.
    pub troubled: bool,
}

/// The game's own way to begin a round that was dealt, if it has one.
pub type Begin<G> = fn() -> Option<<G as slapdown::games::Game>::Action>;

/// Plays a match to its end.
pub fn play<G: Listed>(plan: &Plan<'_>, begin: Begin<G>) -> (Table<G>, Vec<Guest>) {
    println!("seed {}", plan.seed);
    let patch: Map<String, Value> =
        plan.options.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let options = Options::<G>::default().patched(&patch).expect("options");
    let mut table = Table::<G>::of(&options);
    table.chance = SeededChance::new([plan.seed; 32]);
    table.core = RoomCore::new(G::KIND, 1, table.revived(), Arc::new(Json));
    let mut guests: Vec<Guest> = (0..plan.people).map(|_| table.enter()).collect();
    for (guest, side) in guests.iter_mut().zip(1..) {
        table.does(guest, sit(side));
    }
    let mut match_of = Playing { table, guests, draw: Seed([plan.seed; 32]).draw(), troubled: plan.troubled };
    for _ in 0..60_000 {
        match match_of.table.state().phase {
            RoomPhase::Over => return (match_of.table, match_of.guests),
            RoomPhase::Playing => match_of.moment(begin),
            RoomPhase::Lobby | RoomPhase::Between => match_of.deal(),
        }
    }
    panic!("the match never ends");
}

/// The replay of the only match of a table, and its record.
pub fn replay_of<G: Listed>(table: &Table<G>) -> (Vec<u8>, MatchRecord) {
    let record = table.over.first().expect("a match that is over").clone();
    let mut writer = Writer::<G>::new(&record);
    let mut lines = Head::of(&record, slapdown::replay::FORMAT).to_json().expect("a line");
    for row in &table.log {
        writer.row(row).expect("a row");
        lines.extend(writer.take());
    }
    assert!(writer.has_ended());
    (lines, record)
}

struct Playing<G: Listed> {
    table: Table<G>,
    guests: Vec<Guest>,
    draw: slapdown::games::rng::Draw,
    troubled: bool,
}

impl<G: Listed> Playing<G> {
    fn deal(&mut self) {
        self.everybody_returns();
        let table = &mut self.table;
        let mut own = SeededChance::new([self.draw.seed().0[0]; 32]);
        for guest in &mut self.guests {
            // Not everybody gives something.
            let entropy = Some(Seed(own.bytes())).filter(|_| self.draw.below(3) > 0);
            table.does(guest, Request::Ready { ready: true, entropy });
        }
        table.does(&mut self.guests[0], Request::Chat { text: CHAT.to_owned() });
        table.does(&mut self.guests[0], Request::Start);
        table.pass(50);
    }

    fn everybody_returns(&mut self) {
        for index in 0..self.guests.len() {
            let guest = &self.guests[index];
            if self.table.state().member(guest.player).is_some_and(|member| !member.online) {
                self.guests[index] = self.table.returns(&self.guests[index], None);
            }
        }
    }

    /// Everybody thinks, and all who want to do something do so at about the same time.
    fn moment(&mut self, begin: Begin<G>) {
        if let Some(action) = begin()
            && self.table.state().starter.is_some()
        {
            self.everybody_returns();
            let answer = self.table.asks(&mut self.guests[0].clone(), Request::Act { action });
            self.guests[0].id += 1;
            assert!(answer["type"] == "ok" || answer["code"] == "not_now", "{answer}");
        }
        if self.troubled {
            self.trouble();
        }
        let now = self.table.at();
        let seats: Vec<(Seat, Option<usize>)> = self.seats();
        let mut wishes = Vec::new();
        for (seat, person) in seats {
            let Some(view) = self.table.core.bot_view(seat, now) else { continue };
            let options = self.table.core.game_options();
            let sight = Sight { view: &view, options, seat };
            if let Some(action) = G::think(&sight, BotLevel::Easy, &mut self.draw) {
                wishes.push((seat, person, action));
            }
        }
        // Who is first is left to chance.
        self.draw.shuffle(&mut wishes);
        for (seat, person, action) in wishes {
            if let Some(index) = person {
                let guest = &mut self.guests[index];
                guest.id += 1;
                let guest = guest.clone();
                self.table.ask_unkept(&guest, guest.id, Request::Act { action });
            } else {
                let at = self.table.at();
                self.table.core.bot_move(seat, action, at, &mut self.table.chance);
            }
            self.table.clock.advance(u64::from(self.draw.below(3)));
            if self.draw.below(4) == 0 {
                self.table.keep();
            }
        }
        self.table.keep();
        let pause = u64::from(self.draw.below(400));
        self.table.pass(pause);
        for guest in &self.guests {
            guest.read();
        }
    }

    /// The seats that somebody moves for, and which guest it is.
    fn seats(&self) -> Vec<(Seat, Option<usize>)> {
        use slapdown::games::Driver;
        let state = self.table.state();
        let person = |seat: Seat| {
            let player = state.at_seat(seat)?.player;
            self.guests.iter().position(|guest| guest.player == player)
        };
        state
            .chairs
            .iter()
            .filter_map(|(seat, chair)| match chair.driver {
                Driver::Person => {
                    let online = state.at_seat(*seat).is_some_and(|member| member.online);
                    person(*seat).filter(|_| online).map(|index| (*seat, Some(index)))
                }
                Driver::Bot => Some((*seat, None)),
                Driver::None => None,
            })
            .collect()
    }

    fn trouble(&mut self) {
        let index = self.draw.below(u32::try_from(self.guests.len()).expect("few")) as usize;
        let online = |table: &Table<G>, guest: &Guest| {
            table.state().member(guest.player).is_some_and(|member| member.online)
        };
        match self.draw.below(40) {
            0 if index > 0 && online(&self.table, &self.guests[index]) => {
                let gone = self.guests[index].clone();
                self.table.drops(&gone);
            }
            1 | 2 => self.everybody_returns(),
            3 => {
                let at = self.table.at();
                self.table.core.clock_stood(Stood::Stopped, at, &mut self.table.chance);
                self.table.keep();
            }
            4 if self.draw.below(4) == 0 => {
                self.table.crash();
                self.table.core = RoomCore::new(G::KIND, 2, self.table.revived(), Arc::new(Json));
                self.everybody_returns();
            }
            5 if index > 0 => {
                let mut gone = self.guests[index].clone();
                self.table.leaves(&mut gone);
                self.table.pass(3_000);
                let answer = self.table.joins(&mut gone, slapdown::room::request::As::Player);
                assert_eq!(answer["type"], "ok");
                self.guests[index] = gone;
            }
            _ => {}
        }
    }
}
