//! Super Rack-O: two to four players in turns, each putting sixteen cards in order, with swap cards that
//! spoil an opponent's row and a window in which the victim may turn the order round.
//!
//! The rules in prose, with the numbers of the rulings that the comments cite, are in
//! `docs/rules/super_rack_o.md`. No clock and no chance of its own: see [`crate::games`]. Read
//! [`state`] and [`event`] first, then [`decide`], [`evolve`] and [`follow`], then [`view`] and
//! [`shown`], where hidden cards end.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Absent, BotLevel, Game, Input, OptionSpec, Place, Refusal, Role, RoomTime, RoundResult, Seat, Seed,
    Setup, Side, Sight, Stamp, Viewer, rng,
};
use crate::code::{self, Code};

pub mod action;
pub mod bot;
pub mod card;
pub mod check;
pub mod codes;
pub mod deal;
pub mod decide;
pub mod event;
pub mod evolve;
pub mod finish;
pub mod follow;
pub mod options;
pub mod pile;
pub mod rack;
pub mod result;
pub mod shown;
pub mod slot;
pub mod state;
pub mod turn;
pub mod view;

pub use action::Action;
pub use event::Event;
pub use options::Options;
pub use shown::Shown;
pub use state::State;
pub use view::View;

/// The rules of Super Rack-O.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SuperRackO;

/// What the `ok` of an accepted action adds: nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[schemars(rename = "SuperRackOAccepted")]
#[ts(rename = "SuperRackOAccepted")]
pub struct Accepted {}

/// What the `detail` of a refusal holds; each field only with the codes that it is named for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema, ts_rs::TS)]
#[schemars(rename = "SuperRackODetail")]
#[ts(rename = "SuperRackODetail")]
pub struct Detail {
    /// `round_over`: how long after the end, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub margin_ms: Option<u64>,
}

impl Game for SuperRackO {
    const NAME: &'static str = "super_rack_o";
    const TITLE: &'static str = "Super Rack-O";
    const RULES: u32 = 1;
    const OPTIONS: &'static [OptionSpec] = Options::TABLE;
    const ACTIONS: &'static [&'static str] = action::ACTIONS;
    const CODES: &'static [&'static Code] = codes::ALL;
    const SIDES: u8 = 4;
    const BOT_PACE_MS: u64 = 1_500;

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Shown = Shown;
    type View = View;
    type Accepted = Accepted;
    type Detail = Detail;

    fn may_sit(place: Place, others: &[Place]) -> Result<(), &'static Code> {
        if !(1..=Self::SIDES).contains(&place.side.0) {
            return Err(&code::NO_SUCH_SIDE);
        }
        if place.role.is_some() {
            return Err(&code::ROLE_UNKNOWN);
        }
        if others.iter().any(|other| other.side == place.side) {
            return Err(&code::PLACE_TAKEN);
        }
        Ok(())
    }

    fn place(side: Side, role: Option<Role>, _others: &[Place]) -> Place {
        Place { side, role }
    }

    fn may_deal(places: &[Place], _options: &Options) -> Result<(), (&'static Code, Option<Side>)> {
        // Ruling 64.
        if places.len() < 2 { Err((&code::NOT_ENOUGH_SIDES, None)) } else { Ok(()) }
    }

    fn seat(place: Place) -> Seat {
        Seat(place.side.0)
    }

    fn deal(setup: &Setup<'_, Self>, previous: Option<&State>, seed: Seed, now: RoomTime) -> Event {
        Event::Dealt(Box::new(deal::deal(setup, previous, seed, now)))
    }

    fn open(event: &Event, _stamp: Stamp) -> Option<State> {
        match event {
            Event::Dealt(dealt) => Some(State::open(dealt)),
            _ => None,
        }
    }

    fn decide(state: &State, input: &Input<Action>, now: RoomTime) -> Result<Option<Event>, Refusal<Self>> {
        decide::decide(state, input, now)
    }

    fn evolve(state: &mut State, event: &Event, stamp: Stamp) {
        evolve::evolve(state, event, stamp.at);
    }

    fn follow(state: &State, now: RoomTime) -> Option<Event> {
        follow::follow(state, now)
    }

    fn deadline(state: &State) -> Option<RoomTime> {
        follow::deadline(state)
    }

    fn view(state: &State, viewer: Viewer, now: RoomTime) -> View {
        view::view(state, viewer, now)
    }

    fn redact(event: &Event, viewer: Viewer, now: RoomTime) -> Shown {
        shown::redact(event, viewer, now)
    }

    const ONE_AUDIENCE: bool = false;

    fn accepted(_event: &Event) -> Accepted {
        Accepted {}
    }

    fn result(state: &State) -> Option<RoundResult> {
        result::result(state)
    }

    fn absent(options: &Options) -> Absent {
        options.absent()
    }

    fn think(sight: &Sight<'_, Self>, level: BotLevel, draw: &mut rng::Draw) -> Option<Action> {
        bot::think(sight, level, draw)
    }

    fn safe_move(sight: &Sight<'_, Self>) -> Option<Action> {
        bot::safe_move(sight)
    }

    fn check(state: &State) -> Result<(), String> {
        check::check(state)
    }
}
