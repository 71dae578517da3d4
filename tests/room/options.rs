//! Every option of both games, told a second time: name, default, what it takes. What it does not take is
//! refused whole, with the path and the bounds.

use serde_json::{Map, Value, json};
use slapdown::games::Game;
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::WackeeSix;
use slapdown::room::options::{Options, tables};
use slapdown::room::request::Visibility;

use crate::table::{Table, set};

/// What an option takes.
enum Takes {
    OnOff,
    /// Whole numbers from and to, both included.
    Numbers(u64, u64),
    /// The same, or 0.
    NumbersOrZero(u64, u64),
    /// The same, or null.
    NumbersOrNull(u64, u64),
    /// One of these words.
    Words(&'static [&'static str]),
}
use Takes::{Numbers, NumbersOrNull, NumbersOrZero, OnOff, Words};

type Told = (&'static str, Value, Takes);

/// The room's own, in both games.
fn of_rooms(pace_ms: u64) -> Vec<Told> {
    vec![
        ("locked", json!(false), OnOff),
        ("spectators", json!(true), OnOff),
        ("chat", json!(true), OnOff),
        ("bot_pace_ms", json!(pace_ms), Numbers(0, 10_000)),
        ("bots_fill_after_ms", json!(0), NumbersOrZero(5_000, 600_000)),
    ]
}

fn wackee_six() -> Vec<Told> {
    let mut all = of_rooms(600);
    for name in ["strict_roles", "redirect", "below_wild", "cover_absent"] {
        all.push((name, json!(true), OnOff));
    }
    for name in ["wild_13", "reveal_after"] {
        all.push((name, json!(false), OnOff));
    }
    all.extend([
        ("starter", json!("host"), Words(&["host", "lowest_total", "automatic"])),
        ("countdown_ms", json!(3_000), Numbers(0, 10_000)),
        ("min_turn_gap_ms", json!(150), Numbers(0, 2_000)),
        ("misplay_penalty", json!(0), Numbers(0, 1)),
        ("team_pair", json!("either"), Words(&["either", "own_area"])),
        ("call_to_stop", json!("automatic"), Words(&["automatic", "by_call"])),
        ("target", json!(300), Numbers(10, 10_000)),
        ("rounds", json!(null), NumbersOrNull(1, 100)),
        ("tie", json!("extra_round"), Words(&["extra_round", "shared"])),
        ("deadlock", json!("rotate"), Words(&["rotate", "score"])),
        ("idle_vote_ms", json!(45_000), Numbers(0, 3_600_000)),
        ("round_limit_ms", json!(0), Numbers(0, 3_600_000)),
        ("absent", json!("bot"), Words(&["bot", "hold"])),
        ("absent_after_ms", json!(60_000), Numbers(5_000, 600_000)),
    ]);
    all
}

fn super_rack_o() -> Vec<Told> {
    let mut all = of_rooms(1_500);
    all.push(("swap_via_discard", json!(true), OnOff));
    for name in ["auto_accept", "auto_call", "call_under_order"] {
        all.push((name, json!(false), OnOff));
    }
    all.extend([
        ("window_ms", json!(10_000), Numbers(1_000, 150_000)),
        ("turn_clock_ms", json!(60_000), NumbersOrZero(5_000, 600_000)),
        ("false_call", json!("none"), Words(&["none", "skip_turn"])),
        ("games_to_win", json!(1), Numbers(1, 20)),
        ("absent", json!("bot"), Words(&["bot", "leave"])),
        ("absent_after_ms", json!(60_000), Numbers(5_000, 600_000)),
    ]);
    all
}

/// What it takes, what it does not, and what the refusal has to say.
fn examples(takes: &Takes) -> (Vec<Value>, Vec<Value>, Vec<String>) {
    let numbers = |min: u64, max: u64| {
        let good = vec![json!(min), json!(max)];
        let mut bad = vec![json!(max + 1), json!(-1), json!(0.5), json!("1"), json!(true)];
        bad.extend(min.checked_sub(1).map(Value::from));
        (good, bad, vec![min.to_string(), max.to_string()])
    };
    match *takes {
        OnOff => {
            let bad = vec![json!(1), json!("true"), json!(null)];
            (vec![json!(true), json!(false)], bad, vec!["true".into(), "false".into()])
        }
        Numbers(min, max) => {
            let (good, mut bad, says) = numbers(min, max);
            bad.push(json!(null));
            (good, bad, says)
        }
        NumbersOrZero(min, max) => {
            let (mut good, bad, says) = numbers(min, max);
            good.push(json!(0));
            (good, bad, says)
        }
        NumbersOrNull(min, max) => {
            let (mut good, bad, says) = numbers(min, max);
            good.push(json!(null));
            (good, bad, says)
        }
        Words(words) => {
            let bad = vec![json!("other"), json!(0), json!(null), json!(words[0].to_uppercase())];
            (words.iter().map(|word| json!(word)).collect(), bad, words.iter().map(|w| (*w).into()).collect())
        }
    }
}

/// Names that the rules leave open and nobody built.
const NOT_BUILT: [&str; 6] =
    ["mixed_sides", "double_wild", "coloured_backs", "clean_first_discard", "turn_limit", "show_slot"];

fn told_and_kept_to<G: Game>(told: &[Told]) {
    let declared: Vec<_> = tables::<G>().into_iter().flatten().collect();
    let defaults = Options::<G>::default().to_map();
    let names = |told: &mut dyn Iterator<Item = &str>| {
        let mut names: Vec<String> = told.map(str::to_owned).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(
        names(&mut declared.iter().map(|spec| spec.name)),
        names(&mut told.iter().map(|(name, ..)| *name)),
        "{}",
        G::NAME
    );
    assert_eq!(defaults.len(), told.len());
    let change = |name: &str, value: &Value| {
        let mut patch = Map::from_iter([(name.to_owned(), value.clone())]);
        // A value that is fine beside it is not taken either: whole or not at all.
        patch.entry("locked").or_insert(json!(true));
        (Options::<G>::default().patched(&patch), Options::<G>::of_new(Visibility::Private, &patch))
    };
    for (name, default, takes) in told {
        assert_eq!(&defaults[*name], default, "{name}");
        let spec = declared.iter().find(|spec| spec.name == *name).expect("declared");
        assert!(spec.about.ends_with('.') && spec.about.split(' ').count() > 3, "{name}: {}", spec.about);
        assert_eq!(serde_json::to_value(spec).expect("JSON")["default"], *default, "{name}");
        let (good, bad, says) = examples(takes);
        for value in good {
            let (patched, made) = change(name, &value);
            assert_eq!(patched.expect("taken").to_map()[*name], value, "{name}");
            assert_eq!(made.expect("taken").to_map()[*name], value, "{name}");
        }
        for value in bad {
            let (patched, made) = change(name, &value);
            for refused in [patched.expect_err(name), made.expect_err(name)] {
                assert_eq!(refused.code, "bad_option", "{name} {value}");
                let detail = refused.detail.expect("a detail");
                assert_eq!(detail["path"], format!("options.{name}"), "{value}");
                let takes = detail["takes"].as_str().expect("a phrase");
                assert!(says.iter().all(|word| takes.contains(word.as_str())), "{name}: {takes}");
            }
        }
    }
    for name in NOT_BUILT {
        let (patched, _) = change(name, &json!(true));
        let refused = patched.expect_err(name);
        assert_eq!(refused.code, "unknown_field");
        assert_eq!(refused.detail.expect("a detail")["path"], format!("options.{name}"));
    }
}

#[test]
fn every_option_has_its_default_and_bounds_and_a_sentence_and_anything_else_is_refused_with_path_and_bounds()
{
    told_and_kept_to::<WackeeSix>(&wackee_six());
    told_and_kept_to::<SuperRackO>(&super_rack_o());
}

#[test]
fn a_refused_option_changes_nothing_in_the_room() {
    let (mut table, mut guests) = Table::seated(2, &[]);
    let before = table.state().clone();
    let answer = table.asks(&mut guests[0], set(&[("locked", json!(true)), ("target", json!(9))]));
    assert_eq!(
        (&answer["code"], &answer["detail"]["path"]),
        (&json!("bad_option"), &json!("options.target"))
    );
    let answer = table.asks(&mut guests[0], set(&[("tagret", json!(100))]));
    assert_eq!(
        (&answer["code"], &answer["detail"]),
        (&json!("unknown_field"), &json!({ "path": "options.tagret", "nearest": "target" }))
    );
    assert_eq!(table.state(), &before);
}
