//! Wackee Six: two to six sides race, all at once, to lay their cards onto the same piles.
//!
//! The rules are told in `docs/rules/wackee_six.md`; comments cite its numbered rulings. Nothing here
//! knows a clock, a socket or a room. Reading order: [`card`], [`spot`] and [`action`] are the words,
//! [`event`] and [`shown`] what can happen, `state` the truth, then `decide` (with `turn`, `play`,
//! `vote`), `evolve` and `follow`.

use super::rng::Draw;
use super::{
    Absent, BotLevel, Game, Input, OptionSpec, Place, Refusal, Role, RoomTime, RoundResult, Seat, Seed,
    Setup, Side, Sight, Stamp, Starters, Viewer,
};
use crate::code::Code;

pub mod action;
mod areas;
mod bot;
pub mod card;
mod check;
mod clocks;
pub mod codes;
mod deadlock;
mod deal;
mod decide;
mod detail;
pub mod event;
mod evolve;
mod follow;
pub mod options;
mod pile;
mod places;
mod play;
mod score;
pub mod shown;
pub mod spot;
pub mod state;
pub mod tally;
mod turn;
pub mod view;
mod vote;

pub use action::{ACTIONS, Accepted, Action, Detail, Motion};
pub use card::{Back, Card, Rank, Suit};
pub use event::Event;
pub use options::Options;
pub use shown::Shown;
pub use spot::{PileId, PileRef, RowSlot, Spot};
pub use state::State;
pub use view::View;

/// The game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WackeeSix;

impl Game for WackeeSix {
    const NAME: &'static str = "wackee_six";
    const TITLE: &'static str = "Wackee Six";
    const RULES: u32 = 2;
    const OPTIONS: &'static [OptionSpec] = options::TABLE;
    const CODES: &'static [&'static Code] = codes::ALL;
    const ACTIONS: &'static [&'static str] = action::ACTIONS;
    const SIDES: u8 = 6;
    const BOT_PACE_MS: u64 = 600;
    const ONE_AUDIENCE: bool = true;

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Shown = Shown;
    type View = View;
    type Accepted = Accepted;
    type Detail = Detail;

    fn may_sit(place: Place, others: &[Place]) -> Result<(), &'static Code> {
        places::may_sit(place, others)
    }

    fn place(side: Side, role: Option<Role>, others: &[Place]) -> Place {
        places::place(side, role, others)
    }

    fn may_deal(places: &[Place], _options: &Options) -> Result<(), (&'static Code, Option<Side>)> {
        places::may_deal(places)
    }

    fn seat(place: Place) -> Seat {
        places::seat(place)
    }

    fn deal(setup: &Setup<'_, Self>, _previous: Option<&State>, seed: Seed, now: RoomTime) -> Event {
        deal::deal(setup, seed, now)
    }

    fn open(event: &Event, stamp: Stamp) -> Option<State> {
        match event {
            Event::Dealt(dealt) => Some(deal::open(dealt, stamp)),
            _ => None,
        }
    }

    fn decide(state: &State, input: &Input<Action>, now: RoomTime) -> Result<Option<Event>, Refusal<Self>> {
        decide::decide(state, input, now)
    }

    fn evolve(state: &mut State, event: &Event, stamp: Stamp) {
        evolve::evolve(state, event, stamp);
    }

    fn follow(state: &State, now: RoomTime) -> Option<Event> {
        follow::follow(state, now)
    }

    fn deadline(state: &State) -> Option<RoomTime> {
        follow::deadline(state)
    }

    fn view(state: &State, viewer: Viewer, now: RoomTime) -> View {
        let view = view::view(state, now);
        if viewer == Viewer::Afterwards {
            View { revealed: Some(score::revealed(state)), ..view }
        } else {
            view
        }
    }

    fn redact(event: &Event, _viewer: Viewer, now: RoomTime) -> Shown {
        shown::show(event, now)
    }

    fn accepted(event: &Event) -> Accepted {
        match event {
            Event::Played { laid, .. } | Event::PairPlayed { laid, .. } => Accepted { pile: Some(laid.pile) },
            _ => Accepted::default(),
        }
    }

    fn result(state: &State) -> Option<RoundResult> {
        let scored = state.scored.as_ref()?;
        Some(RoundResult {
            points: scored.scores.iter().map(|score| (score.side, score.round)).collect(),
            totals: scored.totals.clone(),
            winners: scored.winners.clone(),
        })
    }

    fn starters(state: &State) -> Option<Starters> {
        deal::starters(state)
    }

    fn absent(options: &Options) -> Absent {
        deal::absent(options)
    }

    fn think(sight: &Sight<'_, Self>, level: BotLevel, draw: &mut Draw) -> Option<Action> {
        bot::think(sight, level, draw)
    }

    fn safe_move(sight: &Sight<'_, Self>) -> Option<Action> {
        bot::safe_move(sight)
    }

    fn bot_pace_ms_min(options: &Options) -> u64 {
        // No view says when a side turned last; so a bot never turns too early (ruling 19).
        options.min_turn_gap_ms
    }

    fn check(state: &State) -> Result<(), String> {
        check::check(state)
    }
}
