//! Non-interference: tables that differ only in hidden cards look the same, act for act, until the rules
//! turn a card over (ruling 60).

use serde_json::{Value, json};
use slapdown::games::wackee_six::{Action, State, WackeeSix};
use slapdown::games::{Game, Seat, Viewer};

use super::race::Race;
use super::random::{Player, pick};

/// The same table with its hidden cards otherwise: those that the next action turns up stay.
fn otherwise(state: &State, draw: &mut slapdown::games::rng::Draw, keep_under: bool) -> State {
    let mut kept = json!(state);
    for side in kept["sides"].as_array_mut().unwrap() {
        let length = |name: &str| side[name].as_array().unwrap().len();
        let (down, stock, waste) = (length("face_down"), length("stock"), length("waste"));
        let mut hidden: Vec<(&str, usize)> = Vec::new();
        hidden.extend((0..down.saturating_sub(2)).map(|i| ("face_down", i)));
        let turned = stock.saturating_sub(3);
        hidden.extend((0..stock).filter(|i| *i != turned).map(|i| ("stock", i)));
        // After a recycling, the third card from the bottom is turned up.
        let under = waste.saturating_sub(if keep_under { 3 } else { 1 });
        hidden.extend((0..under).filter(|i| *i != 2).map(|i| ("waste", i)));
        let mut cards: Vec<Value> = hidden.iter().map(|(name, i)| side[*name][*i].clone()).collect();
        draw.shuffle(&mut cards);
        for ((name, i), card) in hidden.into_iter().zip(cards) {
            side[name][i] = card;
        }
    }
    serde_json::from_value(kept).unwrap()
}

fn look(race: &Race) -> Vec<String> {
    let viewers = (1..=12).map(|seat| Viewer::Seat(Seat(seat))).chain([Viewer::Watcher]);
    viewers
        .map(|viewer| serde_json::to_string(&WackeeSix::view(&race.state, viewer, race.now)).unwrap())
        .collect()
}

/// What everybody hears of an action; none when the rules made the difference public.
fn heard(race: &mut Race, by: (Option<u8>, bool), action: &Action) -> Option<String> {
    let verdict = race.by(by.0, by.1, action.clone());
    let shown = race.shown(&verdict.events);
    let public = |shown: &Value| shown["e"] == "stuck" || shown["e"] == "scored";
    if shown.iter().any(public) {
        return None;
    }
    let deadline = WackeeSix::deadline(&race.state);
    Some(format!("{:?} {} {} {deadline:?} {}", verdict.code, verdict.detail, json!(shown), race.seq))
}

#[test]
fn tables_that_differ_in_hidden_cards_only_are_seen_and_heard_alike() {
    let (mut compared, mut differ) = (0, 0);
    for number in 2_000_000..2_000_060 {
        println!("seed {number}");
        let mut player = Player::new(number);
        for _ in 0..120 {
            player.step();
            if player.over() {
                break;
            }
            let other_state = otherwise(&player.race.state, &mut player.draw, true);
            let mut other = Race { state: other_state, ..player.race.clone() };
            other.whole = false;
            if WackeeSix::follow(&other.state, other.now).is_some() {
                // The other table would be called stuck.
                continue;
            }
            differ += u32::from(other.state != player.race.state);
            assert_eq!(look(&player.race), look(&other));
            let seat = pick(&mut player.draw, &player.seats).seat.0;
            let mut actions: Vec<Value> = player.model.hints(seat.into());
            actions.retain(|action| !(action["wild"] == "waste" && action["companion"] == "waste"));
            actions.push(json!({"do": "turn"}));
            actions.push(json!({"do": "play", "card": "red-7", "from": "waste"}));
            actions.push(json!({"do": "play_wild", "wild": "row.1", "companion": "waste", "card": "blue-7"}));
            for action in actions {
                let action: Action = serde_json::from_value(action).unwrap();
                let (mut one, mut two) = (player.race.clone(), other.clone());
                let said = heard(&mut one, (Some(seat), false), &action);
                let other_said = heard(&mut two, (Some(seat), false), &action);
                if let (Some(said), Some(other_said)) = (said, other_said) {
                    assert_eq!(said, other_said, "{action:?}");
                    assert_eq!(look(&one), look(&two), "{action:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(differ > 1_000 && compared > 5_000, "{compared} actions, {differ} tables that differ");
}

#[test]
fn a_failed_try_with_the_card_under_a_wild_tells_nothing_of_it() {
    let mut compared = 0;
    for number in 3_000_000..3_000_020 {
        println!("seed {number}");
        let mut player = Player::new(number);
        for _ in 0..200 {
            player.step();
            if player.over() {
                break;
            }
            let seats = player.seats.clone();
            let wild = |seat: u8| player.race.side(usize::from(seat.div_ceil(2)))["top"] == "wild";
            let Some(seat) = seats.iter().map(|s| s.seat.0).find(|seat| wild(*seat)) else { continue };
            let other_state = otherwise(&player.race.state, &mut player.draw, false);
            let mut other = Race { state: other_state, ..player.race.clone() };
            other.whole = false;
            if WackeeSix::follow(&other.state, other.now).is_some() {
                continue;
            }
            for suit in ["red", "blue", "green", "yellow"] {
                for n in [1, 4, 9] {
                    let card = format!("{suit}-{n}");
                    let action =
                        json!({"do": "play_wild", "wild": "waste", "companion": "waste", "card": card});
                    let action: Action = serde_json::from_value(action).unwrap();
                    let (mut one, mut two) = (player.race.clone(), other.clone());
                    let accepted =
                        |race: &mut Race| race.by(Some(seat), false, action.clone()).code.is_none();
                    if accepted(&mut one.clone()) || accepted(&mut two.clone()) {
                        continue;
                    }
                    let said = heard(&mut one, (Some(seat), false), &action);
                    assert_eq!(said, heard(&mut two, (Some(seat), false), &action), "{action:?}");
                    assert_eq!(look(&one), look(&two));
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 300, "{compared} tries");
}
