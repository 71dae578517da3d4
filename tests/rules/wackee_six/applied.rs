//! The events alone bring a client's table up to date: applied to the view before, they give the view
//! after. Written as a client would, on JSON.

use serde_json::{Value, json};
use slapdown::games::wackee_six::{Options, View};

use super::random::Player;

fn side<'a>(view: &'a mut Value, number: &Value) -> &'a mut Value {
    let sides = view["sides"].as_array_mut().unwrap();
    sides.iter_mut().find(|side| side["side"] == *number).unwrap()
}

fn leave_row(side: &mut Value, from: &Value) {
    if let Some(slot) = from.as_str().unwrap().strip_prefix("row.") {
        side["row"][slot.parse::<usize>().unwrap() - 1] = Value::Null;
    }
}

/// Applies one event to a view, as the documentation of the events says.
fn apply(view: &mut Value, event: &Value, options: &Options) {
    let idle = if options.idle_vote_ms > 0 { json!(options.idle_vote_ms) } else { Value::Null };
    let phase = |view: &mut Value, phase: &str| {
        view["phase"] = json!(phase);
        for name in ["starts_in", "stuck_in", "ends_in", "vote_in"] {
            view[name] = event.get(name).cloned().unwrap_or(Value::Null);
        }
    };
    match event["e"].as_str().unwrap() {
        "countdown" => phase(view, "countdown"),
        "began" if event["stuck_in"].is_null() => phase(view, "playing"),
        "began" => phase(view, "stuck"),
        "turned" | "recycled" => {
            let side = side(view, &event["side"]);
            side["stock"] = event["stock"].clone();
            side["waste"] = event.get("waste").cloned().unwrap_or(json!(0));
            side["top"] = event.get("top").cloned().unwrap_or(Value::Null);
        }
        name @ ("played" | "pair_played") => {
            let side = side(view, &event["side"]);
            side["played"] = event["played"].clone();
            if let Some(waste) = event["waste"].as_object() {
                side["waste"] = waste["count"].clone();
                side["top"] = waste["top"].clone();
            }
            for from in if name == "played" { vec!["from"] } else { vec!["wild", "companion"] } {
                leave_row(side, &event[from]);
            }
            let pile = json!({"pile": event["pile"], "color": event["color"], "top": event["top"],
                "card": event["card"], "by": event["side"], "closed": event["top"] == 13});
            let piles = view["piles"].as_array_mut().unwrap();
            match piles.iter_mut().find(|other| other["pile"] == event["pile"]) {
                Some(other) => *other = pile,
                None => piles.push(pile),
            }
            view["rotations"] = json!(0);
            view["vote_in"] = idle;
        }
        "refilled" => {
            let side = side(view, &event["side"]);
            side["row"][event["slot"].as_u64().unwrap() as usize - 1] = event["card"].clone();
            side["face_down"] = event["face_down"].clone();
        }
        "out" => side(view, &event["side"])["out"] = json!(true),
        "wild_locked" => side(view, &event["side"])["wild_locked_in"] = event["wild_locked_in"].clone(),
        "voted" if event["agree"] == false => view["vote"] = Value::Null,
        "voted" if event["opened"].is_null() => {
            let yes = view["vote"]["yes"].as_array_mut().unwrap();
            yes.push(event["side"].clone());
            yes.sort_by_key(Value::as_u64);
        }
        "voted" => {
            view["vote"] = json!({"for": event["for"], "by": event["side"], "yes": [event["side"]],
                "ends_in": event["opened"]});
        }
        "vote_lapsed" => view["vote"] = Value::Null,
        "vote_extended" => view["vote"]["ends_in"] = event["ends_in"].clone(),
        "stuck" => {
            phase(view, "stuck");
            if view["vote"]["for"] == "rotate" {
                view["vote"] = Value::Null;
            }
        }
        "rotated" => {
            phase(view, "playing");
            view["rotations"] = event["rotations"].clone();
            for stock in event["stocks"].as_array().unwrap() {
                let side = side(view, &stock["side"]);
                side["stock"] = stock["stock"].clone();
                (side["waste"], side["top"]) = (json!(0), Value::Null);
            }
        }
        name @ ("paused" | "went_on") => {
            phase(view, if name == "paused" { "paused" } else { "playing" });
            view["vote"] = Value::Null;
        }
        "scored" => {
            phase(view, "scored");
            view["vote"] = Value::Null;
            view["scores"] = event["scores"].clone();
            view["revealed"] = event["revealed"].clone();
            for side in view["sides"].as_array_mut().unwrap() {
                side["wild_locked_in"] = Value::Null;
            }
        }
        name @ ("presence" | "seat_left" | "away") => {
            let away = view["away"].as_array_mut().unwrap();
            away.retain(|seat| *seat != event["seat"]);
            if name != "presence" {
                away.push(event["seat"].clone());
                away.sort_by_key(Value::as_u64);
            }
        }
        "called" | "misplayed" | "driver" => {}
        other => panic!("no client knows {other}"),
    }
}

#[test]
fn events_applied_to_the_view_before_give_the_view_after() {
    for number in 4_000_000..4_000_060 {
        println!("seed {number}");
        let mut player = Player::new(number);
        let options: Options =
            serde_json::from_value(json!(player.race.state)["options"].clone()).expect("options");
        for _ in 0..300 {
            player.wait();
            let mut view = player.race.view();
            let _: View = serde_json::from_value(view.clone()).expect("a view reads as it is written");
            let before = player.race.now;
            let (verdict, _, what) = player.step_now();
            assert_eq!(player.race.now, before);
            for event in player.race.shown(&verdict.events) {
                apply(&mut view, &event, &options);
            }
            assert_eq!(view, player.race.view(), "{what}: {:?}", verdict.events);
            if player.over() {
                break;
            }
        }
    }
}
