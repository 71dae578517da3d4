//! Random tables of bots: any number of sides and levels, teams where the game has them, any options.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde_json::{Map, Value, json};
use slapdown::games::option::{OptionKind, OptionSpec};
use slapdown::games::rng::Draw;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::WackeeSix;
use slapdown::games::{BotLevel, Game, Place, Role, Side};

use super::arena::{Arena, Player, seed};
use super::count;

pub fn pick<T: Copy>(draw: &mut Draw, from: &[T]) -> T {
    from[draw.below(u32::try_from(from.len()).expect("few")) as usize]
}

/// A value that the option takes, mostly one of the ends or near the default.
fn value(spec: &OptionSpec, draw: &mut Draw) -> Value {
    match spec.kind {
        OptionKind::Boolean { .. } => json!(draw.below(2) == 0),
        OptionKind::Choice { values, .. } => json!(pick(draw, values)),
        OptionKind::Integer { default, min, max, zero_is_none, nullable } => {
            let some = json!(pick(draw, &[min, default.unwrap_or(min), max.min(min + 3_000), max]));
            let none = if nullable { Value::Null } else { json!(0) };
            if (nullable || zero_is_none) && draw.below(3) == 0 { none } else { some }
        }
    }
}

fn options<G: Game>(draw: &mut Draw) -> G::Options {
    let values: Map<String, Value> =
        G::OPTIONS.iter().map(|spec| (spec.name.to_owned(), value(spec, draw))).collect();
    serde_json::from_value(Value::Object(values)).expect("options")
}

/// Places that may be dealt to, each with a bot of any level.
fn players<G: Game>(options: &G::Options, draw: &mut Draw) -> Vec<Player> {
    loop {
        let mut places: Vec<Place> = Vec::new();
        for side in (1..=G::SIDES).map(Side) {
            let team = [Some(Role::Row), Some(Role::Deck)].map(|role| Place { side, role });
            let single = [Some(Role::Solo), None].map(|role| Place { side, role });
            let single = single.into_iter().find(|place| G::may_sit(*place, &[]).is_ok()).expect("a place");
            match draw.below(4) {
                0 if team.iter().all(|place| G::may_sit(*place, &[]).is_ok()) => places.extend(team),
                0..=2 => places.push(single),
                _ => {}
            }
        }
        if G::may_deal(&places, options).is_ok() {
            let player = |place| Player { place, level: pick(draw, BotLevel::ALL) };
            return places.into_iter().map(player).collect();
        }
    }
}

/// Plays random tables out: no move is refused, and each table comes to its end.
fn play_out<G: Game>(tables: u64, thoughts_max: usize)
where
    G::Action: Debug,
{
    let (mut longest, mut kinds) = (0, BTreeMap::<String, usize>::new());
    for number in 0..tables {
        let mut draw = seed(number).draw();
        let options = options::<G>(&mut draw);
        let players = players::<G>(&options, &mut draw);
        let told = format!("{} table {number}: {players:?} {options:?}", G::NAME);
        let mut arena = Arena::<G>::deal(&options, &players, (1, &[], None), number);
        let mut thoughts = 0;
        while G::result(&arena.state).is_none() {
            thoughts += 1;
            assert!(thoughts < thoughts_max, "the table is stuck\n{told}\n{:?}", arena.state);
            let Some((seat, action, verdict)) = arena.step() else { continue };
            assert_eq!(verdict, Ok(()), "{seat:?} {action:?} is refused\n{told}");
            let kind = serde_json::to_value(&action).expect("an action")["do"].to_string();
            *kinds.entry(kind).or_default() += 1;
        }
        longest = longest.max(thoughts);
    }
    println!("{}: {tables} tables, at most {longest} thoughts; {kinds:?}", G::NAME);
}

#[test]
fn bots_of_wackee_six_play_any_table_to_its_end_and_are_never_refused() {
    play_out::<WackeeSix>(count("SLAPDOWN_TABLES", 60), 60_000);
}

#[test]
fn bots_of_super_rack_o_play_any_table_to_its_end_and_are_never_refused() {
    play_out::<SuperRackO>(count("SLAPDOWN_TABLES", 60), 20_000);
}
