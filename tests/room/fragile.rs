//! Wackee Six with one action that panics: a call. The rest is the game itself.

use slapdown::code::Code;
use slapdown::games::rng::Draw;
use slapdown::games::wackee_six::{Accepted, Action, Detail, Event, Options, Shown, State, View, WackeeSix};
use slapdown::games::{
    Absent, AnyAction, BotLevel, Game, Input, OptionSpec, Place, Refusal, Role, RoomTime, RoundResult, Seat,
    Seed, Setup, Side, Sight, Stamp, Starters, Viewer,
};
use slapdown::room::actor::Bridge;

/// The game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fragile;

/// The way to its actions: those of Wackee Six.
pub fn bridge() -> Bridge<Fragile> {
    Bridge {
        take: |action| match action {
            AnyAction::WackeeSix(action) => Some(action),
            AnyAction::SuperRackO(_) => None,
        },
        wrap: AnyAction::WackeeSix,
    }
}

impl Game for Fragile {
    const NAME: &'static str = "fragile";
    const TITLE: &'static str = "Fragile";
    const RULES: u32 = 1;
    const OPTIONS: &'static [OptionSpec] = WackeeSix::OPTIONS;
    const CODES: &'static [&'static Code] = WackeeSix::CODES;
    const ACTIONS: &'static [&'static str] = WackeeSix::ACTIONS;
    const SIDES: u8 = WackeeSix::SIDES;
    const BOT_PACE_MS: u64 = WackeeSix::BOT_PACE_MS;
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
        WackeeSix::may_sit(place, others)
    }

    fn place(side: Side, role: Option<Role>, others: &[Place]) -> Place {
        WackeeSix::place(side, role, others)
    }

    fn may_deal(places: &[Place], options: &Options) -> Result<(), (&'static Code, Option<Side>)> {
        WackeeSix::may_deal(places, options)
    }

    fn seat(place: Place) -> Seat {
        WackeeSix::seat(place)
    }

    fn deal(setup: &Setup<'_, Self>, previous: Option<&State>, seed: Seed, now: RoomTime) -> Event {
        let Setup { options, seats, round, totals } = *setup;
        WackeeSix::deal(&Setup { options, seats, round, totals }, previous, seed, now)
    }

    fn open(event: &Event, stamp: Stamp) -> Option<State> {
        WackeeSix::open(event, stamp)
    }

    fn decide(state: &State, input: &Input<Action>, now: RoomTime) -> Result<Option<Event>, Refusal<Self>> {
        if matches!(input, Input::Act { action: Action::Call {}, .. }) {
            panic!("a rule with a bug");
        }
        WackeeSix::decide(state, input, now).map_err(|refusal| {
            let Refusal { code, detail, events } = refusal;
            Refusal { code, detail, events }
        })
    }

    fn evolve(state: &mut State, event: &Event, stamp: Stamp) {
        WackeeSix::evolve(state, event, stamp);
    }

    fn follow(state: &State, now: RoomTime) -> Option<Event> {
        WackeeSix::follow(state, now)
    }

    fn deadline(state: &State) -> Option<RoomTime> {
        WackeeSix::deadline(state)
    }

    fn view(state: &State, viewer: Viewer, now: RoomTime) -> View {
        WackeeSix::view(state, viewer, now)
    }

    fn redact(event: &Event, viewer: Viewer, now: RoomTime) -> Shown {
        WackeeSix::redact(event, viewer, now)
    }

    fn accepted(event: &Event) -> Accepted {
        WackeeSix::accepted(event)
    }

    fn result(state: &State) -> Option<RoundResult> {
        WackeeSix::result(state)
    }

    fn starters(state: &State) -> Option<Starters> {
        WackeeSix::starters(state)
    }

    fn absent(options: &Options) -> Absent {
        WackeeSix::absent(options)
    }

    fn think(sight: &Sight<'_, Self>, level: BotLevel, draw: &mut Draw) -> Option<Action> {
        let Sight { view, options, seat } = *sight;
        WackeeSix::think(&Sight { view, options, seat }, level, draw)
    }

    fn safe_move(sight: &Sight<'_, Self>) -> Option<Action> {
        let Sight { view, options, seat } = *sight;
        WackeeSix::safe_move(&Sight { view, options, seat })
    }

    fn check(state: &State) -> Result<(), String> {
        WackeeSix::check(state)
    }
}
