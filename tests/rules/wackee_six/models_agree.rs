//! Two tellings of the rules agree on every verdict and every view.
//!
//! `SLAPDOWN_ACTIONS` sets how many actions are compared.

use serde_json::Value;
use slapdown::games::{Game, wackee_six::WackeeSix};

use super::random::Player;

/// The detail without the event's number, which the model does not count.
fn without_seq(mut detail: Value) -> Value {
    if let Some(detail) = detail.as_object_mut() {
        detail.remove("seq");
    }
    detail
}

#[test]
fn the_model_and_the_rules_agree_on_every_verdict_and_view() {
    let wanted: u64 = std::env::var("SLAPDOWN_ACTIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(50_000);
    let first: u64 = std::env::var("SLAPDOWN_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(1_000_000);
    let (mut actions, mut number) = (0, first);
    let mut codes = std::collections::BTreeMap::<String, u64>::new();
    let mut ends = std::collections::BTreeMap::<String, u64>::new();
    while actions < wanted {
        let mut player = Player::new(number);
        let told = |what: &str| format!("seed {number}: {what}");
        for _ in 0..1_500 {
            let (verdict, said, what) = player.step();
            actions += 1;
            if let Some(said) = said {
                let engine = match verdict.code {
                    None => {
                        let accepted = verdict.events.first().map(WackeeSix::accepted).unwrap_or_default();
                        Ok(accepted.pile.map(|pile| u64::from(pile.0)))
                    }
                    Some(code) => Err((code, without_seq(verdict.detail.clone()))),
                };
                assert_eq!(engine, said, "{}", told(&what));
                *codes.entry(verdict.code.unwrap_or("ok").to_owned()).or_default() += 1;
            }
            assert_eq!(player.race.view(), player.model.view(), "{}", told(&what));
            if player.over() {
                let result = WackeeSix::result(&player.race.state).unwrap();
                let points: Vec<(u64, i64)> = result.points.iter().map(|(s, p)| (s.0.into(), *p)).collect();
                let winners = result.winners.map(|winners| winners.iter().map(|s| s.0.into()).collect());
                assert_eq!((points, winners), (player.model.points.clone(), player.model.winners.clone()));
                let last =
                    player.race.events.last().map(|(event, _)| event.clone()).into_iter().collect::<Vec<_>>();
                *ends.entry(player.race.shown(&last)[0]["end"].to_string()).or_default() += 1;
                // A few more, to hear that it is over.
                for _ in 0..3 {
                    let (verdict, said, what) = player.step();
                    if let Some(said) = said {
                        assert_eq!(verdict.code, said.err().map(|(code, _)| code), "{}", told(&what));
                    }
                }
                break;
            }
        }
        number += 1;
    }
    println!("{actions} actions in {} rounds: {codes:?} {ends:?}", number - first);
}
