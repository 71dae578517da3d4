//! Wackee Six in the simulator: what people try, what is counted, and the table that some rooms begin with.

use serde_json::{Value, json};
use slapdown::games::rng::Draw;
use slapdown::games::wackee_six::event::Event;
use slapdown::games::wackee_six::state::Cause;
use slapdown::games::wackee_six::tally::RoundEnd;
use slapdown::games::wackee_six::view::PhaseName;
use slapdown::games::wackee_six::{
    Action, Card, Motion, PileId, PileRef, RowSlot, Shown, Spot, View, WackeeSix,
};
use slapdown::games::{BotLevel, Game as _, Role, Seat, Seed, Side, Sight, Viewer};
use slapdown::room::request::Request;

use crate::moves::{self, one_of, pick};
use crate::play::Play;
use crate::seen::Seen;
use crate::wackee_client;
use crate::world::World;

impl Play for WackeeSix {
    fn quick(draw: &mut Draw) -> Vec<(&'static str, Value)> {
        let mut of = |values: &[Value]| one_of(draw, values);
        vec![
            ("countdown_ms", of(&[json!(0), json!(500), json!(3_000)])),
            ("min_turn_gap_ms", of(&[json!(0), json!(150)])),
            ("target", of(&[json!(10), json!(25), json!(300)])),
            ("rounds", of(&[json!(null), json!(null), json!(1), json!(2)])),
            ("tie", of(&[json!("shared"), json!("extra_round")])),
            ("round_limit_ms", of(&[json!(0), json!(0), json!(20_000), json!(60_000)])),
            ("idle_vote_ms", of(&[json!(0), json!(1_000), json!(1_000), json!(45_000)])),
            ("absent", of(&[json!("bot"), json!("hold")])),
            ("absent_after_ms", of(&[json!(5_000), json!(15_000)])),
            ("misplay_penalty", of(&[json!(0), json!(1)])),
            ("starter", of(&[json!("host"), json!("lowest_total"), json!("automatic")])),
            ("call_to_stop", of(&[json!("automatic"), json!("by_call")])),
            ("reveal_after", of(&[json!(true), json!(false)])),
            ("wild_13", of(&[json!(true), json!(false)])),
            ("strict_roles", of(&[json!(true), json!(false)])),
        ]
    }

    fn action(world: &mut World<Self>, index: usize) -> Action {
        let (player, at) = (world.people[index].player, world.at());
        let own = world.again.member(player).and_then(|member| member.place).map(Self::seat);
        let view = world.again.game.as_ref().map(|game| Self::view(game, Viewer::Watcher, at));
        let Some(view) = view else { return Action::Start {} };
        let draw = &mut world.draw;
        let started = view.phase != PhaseName::Dealt;
        match draw.below(100) {
            _ if !started && draw.below(2) == 0 => Action::Start {},
            0..70 => {
                // What a player would do, and sometimes what the player of another seat would.
                let other = Seat(1 + u8::try_from(draw.below(12)).expect("small"));
                let seat = own.filter(|_| draw.below(12) > 0).unwrap_or(other);
                let seed: Seed = draw.seed();
                let sight = Sight { view: &view, options: &world.again.options.game, seat };
                Self::think(&sight, BotLevel::Easy, &mut seed.draw()).unwrap_or(Action::Turn {})
            }
            70..78 => Action::Turn {},
            78..86 => some_play(draw, &view),
            86..88 => some_pair(draw),
            88..98 => some_vote(draw, &view),
            98 => Action::Call {},
            _ => Action::Start {},
        }
    }

    fn may_be_idle(action: &Action) -> bool {
        matches!(action, Action::Vote { .. })
    }

    fn apply(table: &mut Option<View>, _me: Viewer, event: Shown) {
        wackee_client::apply(table, event);
    }

    fn timeless(view: &mut View) {
        wackee_client::timeless(view);
    }

    fn count(event: &Event, seen: &mut Seen) {
        match event {
            Event::Dealt(dealt) => {
                seen.note("deals of Wackee Six");
                if dealt.seats.len() == 12 {
                    seen.note("full tables of six teams");
                }
            }
            Event::Played { .. } | Event::PairPlayed { .. } => seen.note("cards laid"),
            Event::Voted { motion, opened: Some(_), .. } => seen.note(match motion {
                Motion::Rotate => "votes to rotate",
                Motion::Pause => "votes to pause",
                Motion::Resume => "votes to go on",
                Motion::End => "votes to end",
            }),
            Event::Rotated { cause: Cause::Vote, .. } => seen.note("rotations by vote"),
            Event::Rotated { cause: Cause::Deadlock, .. } => seen.note("rotations of a deadlock"),
            Event::Paused => seen.note("pauses"),
            Event::WentOn { .. } => seen.note("pauses ended"),
            Event::Away { .. } => seen.note("partners who may cover"),
            Event::Scored(scoring) => seen.note(match scoring.end {
                RoundEnd::Time => "rounds ended by their limit",
                RoundEnd::Vote => "rounds ended by a vote",
                RoundEnd::Deadlock => "rounds ended by a deadlock",
                RoundEnd::Out => "rounds ended by a side that is out",
            }),
            _ => {}
        }
    }

    /// Some rooms begin with six sides of two, all in the race, and two who watch.
    fn begin(world: &mut World<Self>) {
        if world.people.len() < FULL + 2 {
            return;
        }
        for index in 0..world.people.len() {
            moves::attach(world, index, true);
            moves::join(world, index);
            world.flush(false);
        }
        let host = (0..FULL).find(|index| world.again.host == Some(world.people[*index].player));
        for index in 0..FULL {
            let side = Side(u8::try_from(index / 2 + 1).expect("six sides"));
            let role = if index % 2 == 0 { Role::Row } else { Role::Deck };
            for request in
                [Request::Sit { side, role: Some(role) }, Request::Ready { ready: true, entropy: None }]
            {
                moves::ask_next(world, index, request);
                world.flush(false);
            }
        }
        if let Some(host) = host {
            moves::ask_next(world, host, Request::Start);
            world.flush(false);
            moves::ask_next(world, host, Request::Act { action: Action::Start {} });
            world.flush(false);
        }
    }

    fn holds(world: &World<Self>) {
        let state = world.core.committed();
        let view = world.core.bot_view(Seat(1), world.at()).expect("a table while a round is played");
        let waits = view.phase == PhaseName::Dealt;
        let starter = state.starter.as_ref().is_some_and(|starter| {
            starter.iter().any(|player| state.member(*player).is_some_and(|member| member.online))
        });
        assert!(!waits || starter || world.core.deadline().is_some(), "nobody can ever start this race");
    }
}

/// People at a full table.
const FULL: usize = 12;

/// A vote: often a voice for the one that is open, or for one that may be called now.
fn some_vote(draw: &mut Draw, view: &View) -> Action {
    let idle = view.vote_in.is_some_and(|ms| ms.0 == 0).then_some(Motion::Rotate);
    let stands = (view.phase == PhaseName::Paused).then_some(Motion::Resume);
    let apt = view.vote.as_ref().map(|vote| vote.r#for).or(idle).or(stands).filter(|_| draw.below(4) > 0);
    // To pause is asked for most: only what is paused can be voted to go on, and the host alone ends it too.
    let motions = [Motion::Rotate, Motion::Pause, Motion::Pause, Motion::Pause, Motion::Resume, Motion::End];
    let r#for = apt.unwrap_or_else(|| pick(draw, &motions));
    Action::Vote { r#for, agree: draw.below(8) > 0 }
}

/// A card that lies there, or one that does not.
fn some_play(draw: &mut Draw, view: &View) -> Action {
    let side = &view.sides[draw.below(u32::try_from(view.sides.len()).expect("few")) as usize];
    let slot = pick(draw, &RowSlot::ALL);
    let (from, card) = match draw.below(2) {
        0 => (Spot::Row(slot), side.row[usize::from(slot.number()) - 1]),
        _ => (Spot::Waste, side.top),
    };
    let some: Card = pick(draw, &["red-1", "wild", "blue-7", "green-13"]).parse().expect("a card");
    let piles = [None, Some(PileRef::New), Some(PileRef::Pile(PileId(1))), Some(PileRef::Pile(PileId(9)))];
    Action::Play { card: card.unwrap_or(some), from, pile: pick(draw, &piles) }
}

fn some_pair(draw: &mut Draw) -> Action {
    let card = pick(draw, &["red-3", "blue-7", "green-13", "wild", "yellow-2"]).parse().expect("a card");
    let spots = [Spot::Waste, Spot::Row(RowSlot::ALL[0]), Spot::Row(RowSlot::ALL[3])];
    let (wild, companion) = (pick(draw, &spots), pick(draw, &spots));
    let alone = draw.below(4) == 0;
    Action::PlayWild {
        wild,
        companion: (!alone).then_some(companion),
        card: (!alone).then_some(card),
        pile: None,
    }
}
