//! Super Rack-O in the simulator.

use serde_json::{Value, json};
use slapdown::games::rng::Draw;
use slapdown::games::super_rack_o::event::{Event, Then, Why};
use slapdown::games::super_rack_o::slot::{RackRow, RackSlot};
use slapdown::games::super_rack_o::view::PhaseName;
use slapdown::games::super_rack_o::{Action, Shown, SuperRackO, View};
use slapdown::games::{BotLevel, Driver, Game as _, Seat, Seed, Sight, Viewer};

use crate::client;
use crate::moves::{one_of, pick};
use crate::play::Play;
use crate::seen::Seen;
use crate::world::World;

impl Play for SuperRackO {
    fn quick(draw: &mut Draw) -> Vec<(&'static str, Value)> {
        let mut of = |values: &[Value]| one_of(draw, values);
        vec![
            ("window_ms", of(&[json!(1_000), json!(10_000)])),
            ("turn_clock_ms", of(&[json!(5_000), json!(15_000), json!(0)])),
            ("games_to_win", of(&[json!(1), json!(2), json!(3)])),
            ("auto_call", of(&[json!(true), json!(false)])),
            ("call_under_order", of(&[json!(true), json!(false)])),
            ("false_call", of(&[json!("none"), json!("skip_turn")])),
            ("absent", of(&[json!("bot"), json!("leave")])),
            ("absent_after_ms", of(&[json!(5_000), json!(15_000)])),
        ]
    }

    fn action(world: &mut World<Self>, index: usize) -> Action {
        let (player, at) = (world.people[index].player, world.at());
        let own = world.again.member(player).and_then(|member| member.place).map(Self::seat);
        let Some(game) = world.again.game.as_ref() else { return Action::Draw {} };
        let draw = &mut world.draw;
        let slot = RackSlot::all().nth(draw.below(16) as usize).expect("sixteen slots");
        let row = RackRow::ALL[draw.below(8) as usize];
        let target = Seat(1 + u8::try_from(draw.below(4)).expect("small"));
        match draw.below(100) {
            // What a player of that level would do, mostly on the own seat.
            0..80 => {
                let seat = own.filter(|_| draw.below(12) > 0).unwrap_or(target);
                let view = Self::view(game, Viewer::Seat(seat), at);
                let sight = Sight { view: &view, options: &world.again.options.game, seat };
                let seed: Seed = draw.seed();
                let level = pick(draw, BotLevel::ALL);
                Self::think(&sight, level, &mut seed.draw()).unwrap_or(Action::Accept {})
            }
            80..84 => Action::Call {},
            84..88 => Action::Reverse { slot, row },
            88..91 => Action::Swap { target, row },
            91..93 => Action::Accept {},
            93..95 => Action::Take { slot, swap: None },
            95..97 => Action::Exchange { slot, swap: None },
            97 => Action::Discard {},
            _ => Action::Draw {},
        }
    }

    fn apply(table: &mut Option<View>, me: Viewer, event: Shown) {
        match (table, event) {
            (table, Shown::Dealt { game }) => *table = Some(*game),
            (Some(view), event) => client::apply(view, me, &event),
            (None, _) => panic!("an event before the table it is about"),
        }
    }

    fn timeless(view: &mut View) {
        view.ends_in = view.ends_in.map(|_| 0);
        if let Some(window) = &mut view.window {
            window.ends_in = 0;
        }
    }

    fn count(event: &Event, seen: &mut Seen) {
        match event {
            Event::Dealt(_) => seen.note("deals of Super Rack-O"),
            Event::SwapPlayed { .. } | Event::Exchanged { then: Then::Window(_), .. } => {
                seen.note("orders given");
            }
            Event::Reversed { .. } => seen.note("orders turned round"),
            Event::Settled { .. } => seen.note("orders carried out"),
            Event::CalledFalsely { .. } => seen.note("false calls"),
            Event::SetAside { .. } => seen.note("racks set aside"),
            Event::Discarded { why: Why::Clock, .. } => seen.note("turns ended by the clock"),
            Event::Won { .. } => seen.note("games won"),
            _ => {}
        }
    }

    fn holds(world: &World<Self>) {
        let state = world.core.committed();
        let view = world.core.bot_view(Seat(1), world.at()).expect("a table while a round is played");
        let waits_for = match (&view.phase, &view.window) {
            (PhaseName::Window, Some(window)) => Some(window.against),
            (PhaseName::Playing, _) => view.turn,
            _ => None,
        };
        let Some(seat) = waits_for else { return };
        let there = state.at_seat(seat).is_some_and(|member| member.online && !member.gone);
        match state.driver(seat).expect("a seat of this game") {
            Driver::Bot => {}
            Driver::Person => {
                assert!(
                    there || world.core.deadline().is_some(),
                    "{seat:?} is waited for, and away for ever"
                );
            }
            Driver::None => panic!("{seat:?} is waited for, and set aside"),
        }
    }
}
