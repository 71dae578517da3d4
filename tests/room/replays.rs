//! Replays: a match that was played is decided again and holds, and what was changed is found.

use serde_json::{Value, json};
use slapdown::games::super_rack_o::SuperRackO;
use slapdown::games::wackee_six::{Action, WackeeSix};
use slapdown::replay::verify::{Checked, Fault, Summary, verify};
use slapdown::store::MatchRecord;

use crate::lines::{golden_files, lines_of, text, values, written};
use crate::played::{CHAT, Plan, play, replay_of};
use crate::table::{Guest, Table};

fn wackee(seed: u8, troubled: bool) -> (Table<WackeeSix>, Vec<Guest>) {
    let options = [
        ("rounds", json!(2)),
        ("tie", json!("shared")),
        ("round_limit_ms", json!(60_000)),
        ("absent_after_ms", json!(5_000)),
        ("countdown_ms", json!(500)),
    ];
    play::<WackeeSix>(&Plan { options: &options, people: 3, seed, troubled }, || Some(Action::Start {}))
}

fn rack_o(seed: u8, troubled: bool) -> (Table<SuperRackO>, Vec<Guest>) {
    let options =
        [("games_to_win", json!(2)), ("turn_clock_ms", json!(15_000)), ("absent_after_ms", json!(5_000))];
    play::<SuperRackO>(&Plan { options: &options, people: 3, seed, troubled }, || None)
}

fn checked(lines: &[u8]) -> Result<Summary, Fault> {
    verify(&mut &lines[..])
}

fn holds(lines: &[u8], record: &MatchRecord) -> Summary {
    let sum = checked(lines).unwrap_or_else(|fault| {
        let line = match &fault {
            Fault::Differs { line, .. } | Fault::Unreadable { line, .. } => *line,
            Fault::Unknown(_) => 1,
        };
        let at = usize::try_from(line).expect("a line") - 1;
        panic!("{fault}\n{}", values(lines)[at]);
    });
    assert_eq!((sum.head.match_id, sum.rounds, sum.checked), (record.id, record.rounds, Checked::Everything));
    sum
}

#[test]
fn a_match_of_wackee_six_is_decided_again_and_holds() {
    let mut lost = 0;
    for (seed, troubled) in [(1, false), (2, true), (3, true)] {
        let (table, _) = wackee(seed, troubled);
        let (lines, record) = replay_of(&table);
        let sum = holds(&lines, &record);
        assert!(sum.steps > 100 && sum.events > sum.steps, "{sum:?}");
        lost += sum.lost;
    }
    assert!(lost > 0, "no race was lost");
}

#[test]
fn a_match_of_super_rack_o_is_decided_again_and_holds() {
    for (seed, troubled) in [(1, false), (2, true), (3, true)] {
        let (table, _) = rack_o(seed, troubled);
        let (lines, record) = replay_of(&table);
        let sum = holds(&lines, &record);
        assert!(sum.steps > 20 && sum.rounds >= 2, "{sum:?}");
    }
}

/// How often each kind of input stands in the steps.
fn inputs(lines: &[u8]) -> std::collections::BTreeMap<String, usize> {
    let mut counts = std::collections::BTreeMap::new();
    for line in values(lines).iter().filter(|line| line["line"] == "step") {
        for input in line["inputs"].as_array().expect("inputs") {
            *counts.entry(input["input"].as_str().expect("a word").to_owned()).or_default() += 1;
        }
    }
    counts
}

#[test]
fn people_who_go_and_time_that_stands_are_in_the_replay() {
    let lines =
        [replay_of(&wackee(2, true).0).0, replay_of(&wackee(3, true).0).0, replay_of(&rack_o(2, true).0).0];
    let mut all = std::collections::BTreeMap::new();
    for (kind, count) in lines.iter().flat_map(|lines| inputs(lines)) {
        *all.entry(kind).or_insert(0) += count;
    }
    for kind in ["act", "presence", "left", "driver", "resumed"] {
        assert!(all.get(kind).is_some_and(|count| *count > 0), "no {kind} in {all:?}");
    }
}

#[test]
fn nothing_of_people_but_their_ids_and_names_is_in_a_replay() {
    for (lines, guests) in [wackee(2, true), wackee(1, false)]
        .map(|(table, guests)| (replay_of(&table).0, guests))
        .into_iter()
        .chain([rack_o(2, true)].map(|(table, guests)| (replay_of(&table).0, guests)))
    {
        let text = String::from_utf8(lines).expect("text");
        assert!(!text.contains(CHAT) && !text.contains("chat"));
        for guest in guests {
            assert!(!text.contains(&guest.session.to_string()), "a session");
            assert!(text.contains(&guest.player.to_string()));
        }
        // Names stand in the first line alone, which is made anew each time.
        let (first, others) = text.split_once('\n').expect("lines");
        assert!(first.contains("Guest 1") && !others.contains("Guest"));
    }
}

/// Another value of the same kind.
fn other(value: &Value) -> Value {
    match value {
        Value::Bool(value) => json!(!value),
        Value::Number(number) => json!(number.as_i64().expect("a whole number") + 1),
        Value::String(text) if text.ends_with(|letter: char| letter.is_ascii_digit()) => {
            let last = text.chars().last().and_then(|last| last.to_digit(10)).expect("a digit");
            json!(format!("{}{}", &text[..text.len() - 1], (last + 1) % 10))
        }
        Value::String(text) if text.ends_with('a') => json!(format!("{}b", &text[..text.len() - 1])),
        Value::String(text) => json!(format!("{}a", &text[..text.len() - 1])),
        _ => json!("something"),
    }
}

/// The pointers of all values without parts.
fn leaves(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                leaves(value, &format!("{at}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                leaves(value, &format!("{at}/{index}"), found);
            }
        }
        _ => found.push(at.to_owned()),
    }
}

/// What may be changed so that the rules alone do not tell; the digest does, unless it was made to fit.
/// The first line is the store's word, and names people as the ids of the seats do. A slap a moment
/// earlier or later may change nothing, nor does a number that still rises.
fn is_open(line: &Value, pointer: &str) -> bool {
    let kind = line["line"].as_str().expect("a word");
    let is = |names: &[&str]| names.contains(&pointer);
    match kind {
        "match" => {
            is(&["/ended_unix_ms", "/length_ms", "/unrated", "/match"]) || pointer.contains("/people/")
        }
        // An option that never mattered in this round.
        "round" if pointer.starts_with("/options/") => true,
        "round" => is(&["/at", "/seq"]) || pointer.ends_with("/player") || pointer.ends_with("/online"),
        "end" => false,
        _ => pointer == "/at" || pointer.ends_with("/seq") || pointer.ends_with("by/host"),
    }
}

/// Changes one value after the other in one line of each kind, and asserts that each is found, in its line.
fn every_change_is_found(lines: &[u8]) {
    let good = values(lines);
    assert_eq!(checked(&written(good.clone())).map(|sum| sum.checked), Ok(Checked::Everything));
    let step =
        |wanted: fn(&Value) -> bool| good.iter().position(|line| line["line"] == "step" && wanted(line));
    let kind = |kind: &str| good.iter().position(|line| line["line"] == *kind);
    let plain = step(|line| line["inputs"][0]["input"] == "act" && line["code"].is_null());
    let costly = step(|line| line["code"].is_string());
    let due = step(|line| line["inputs"] == json!([]));
    let picked = [Some(0), kind("round"), plain, costly, due, kind("lost"), kind("score"), kind("end")];
    let (mut tried, mut open) = (0, 0);
    for at in picked.into_iter().flatten() {
        let mut pointers = Vec::new();
        leaves(&good[at], "", &mut pointers);
        // A table has very many cards: some of them.
        let stride = pointers.len().div_ceil(40);
        for pointer in pointers.into_iter().step_by(stride) {
            let mut changed = good.clone();
            let value = changed[at].pointer_mut(&pointer).expect("a value");
            let (before, after) = (value.clone(), other(value));
            *value = after.clone();
            let line = u64::try_from(at).expect("a line") + 1;
            // Who does not mend the digest is caught at the end at the latest.
            let plain = text(&changed);
            assert!(at == 0 || checked(&plain).is_err(), "{pointer} of line {line}");
            let digest_too = at + 1 == good.len();
            tried += 1;
            match checked(&if digest_too { plain } else { written(changed) }) {
                Ok(sum) if pointer == "/rules" => assert_ne!(sum.checked, Checked::Everything),
                Ok(_) => {
                    open += 1;
                    assert!(
                        is_open(&good[at], &pointer),
                        "{pointer} of line {line}: {before} became {after}"
                    );
                }
                // What the first line says of the result is looked at when the result is known.
                Err(Fault::Differs { .. } | Fault::Unknown(_)) if at == 0 => {}
                Err(Fault::Differs { line: found, .. } | Fault::Unreadable { line: found, .. }) => {
                    assert!(
                        found == line || is_open(&good[at], &pointer),
                        "{pointer} of line {line} was found in line {found}: {before} became {after}"
                    );
                }
                Err(fault) => panic!("{pointer} of line {line}: {fault}"),
            }
        }
    }
    assert!(tried > 80 && open * 4 < tried, "{open} of {tried} changes are left to the digest");
}

#[test]
fn one_changed_value_of_a_match_of_wackee_six_is_found_in_its_line() {
    let options = [
        ("rounds", json!(1)),
        ("tie", json!("shared")),
        ("round_limit_ms", json!(60_000)),
        ("misplay_penalty", json!(1)),
    ];
    let plan = Plan { options: &options, people: 2, seed: 5, troubled: false };
    let (table, _) = play::<WackeeSix>(&plan, || Some(Action::Start {}));
    every_change_is_found(&replay_of(&table).0);
}

#[test]
fn one_changed_value_of_a_match_of_super_rack_o_is_found_in_its_line() {
    let plan = Plan { options: &[("games_to_win", json!(1))], people: 2, seed: 4, troubled: false };
    let (table, _) = play::<SuperRackO>(&plan, || None);
    every_change_is_found(&replay_of(&table).0);
}

#[test]
fn a_refused_try_with_a_cost_is_a_step_with_its_code() {
    let options = [
        ("rounds", json!(1)),
        ("tie", json!("shared")),
        ("misplay_penalty", json!(1)),
        ("round_limit_ms", json!(60_000)),
    ];
    let (mut table, mut guests) = Table::racing(2, &options);
    let view = table.core.bot_view(slapdown::games::Seat(1), table.at()).expect("a table");
    // Nothing lies in the middle yet: all but a 1 fits nothing.
    let mut row = view.sides[0].row.iter().flatten().map(|card| json!(card)).zip(1..);
    let no_one = |card: &Value| card.as_str().is_some_and(|card| card.contains('-') && !card.ends_with("-1"));
    let (card, slot) = row.find(|(card, _)| no_one(card)).expect("a natural card that is no 1");
    let play = json!({ "do": "play", "card": card, "from": format!("row.{slot}") });
    let action: Action = serde_json::from_value(play).expect("an action");
    let answer = table.asks(&mut guests[0], crate::table::act(action));
    assert_eq!(answer["code"], "does_not_fit");
    table.pass(60_000);
    let (lines, record) = replay_of(&table);
    holds(&lines, &record);
    let good = values(&lines);
    let at = good.iter().position(|line| line["code"] == "does_not_fit").expect("the step");
    assert_eq!(good[at]["events"][0]["e"], "misplayed");
    for code in [Value::Null, json!("not_yours")] {
        let mut changed = good.clone();
        changed[at]["code"] = code;
        let fault = checked(&written(changed)).expect_err("changed").to_string();
        assert!(fault.starts_with(&format!("line {}: it is said", at + 1)), "{fault}");
    }
}

#[test]
fn a_line_that_is_missing_or_out_of_place_is_found() {
    let (lines, _) = replay_of(&rack_o(1, false).0);
    let good = values(&lines);
    let refused = |changed: Vec<Value>| checked(&written(changed)).expect_err("changed");
    for at in [1, 2, good.len() / 2, good.len() - 2] {
        let mut changed = good.clone();
        changed.remove(at);
        refused(changed);
        let mut changed = good.clone();
        changed.swap(at, at + 1);
        if at + 2 < good.len() {
            refused(changed);
        }
        let mut changed = good.clone();
        changed.insert(at, good[at].clone());
        refused(changed);
    }
    let cut = text(&good[..good.len() - 1]);
    assert!(checked(&cut).expect_err("no end").to_string().contains("something is missing"));
    assert!(matches!(checked(&lines[..lines.len() - 5]), Err(Fault::Unreadable { .. })));
    assert!(matches!(checked(b""), Err(Fault::Unreadable { line: 1, .. })));
    assert!(matches!(checked(b"{\"line\":\"step\"}\n"), Err(Fault::Unreadable { line: 1, .. })));
}

#[test]
fn what_this_version_does_not_know_is_said_in_a_sentence() {
    let (lines, _) = replay_of(&rack_o(1, false).0);
    let with = |name: &str, value: Value| {
        let mut changed = values(&lines);
        changed[0][name] = value;
        checked(&written(changed))
    };
    let newer = with("format", json!(slapdown::replay::FORMAT + 1)).expect_err("newer").to_string();
    assert!(newer.contains("use a newer version"), "{newer}");
    let game = with("game", json!("gin_rummy")).expect_err("unknown").to_string();
    assert!(game.contains("gin_rummy"), "{game}");
    let rules = with("rules", json!(99)).expect("its deals are checked");
    assert_eq!(rules.checked, Checked::DealsAlone { known: <SuperRackO as slapdown::games::Game>::RULES });
    let mut changed = values(&lines);
    changed[0]["rules"] = json!(99);
    changed[1]["deal"]["salt"] = other(&changed[1]["deal"]["salt"]);
    assert!(
        matches!(checked(&written(changed)), Err(Fault::Differs { line: 2, .. })),
        "deals are checked all the same"
    );
}

#[test]
fn everybody_has_the_commitment_before_anybody_gives_something() {
    use slapdown::games::Game;
    use slapdown::room::event::{Event, RoomEvent};
    fn gave<G: Game>(table: &Table<G>) -> usize {
        let (mut bound, mut gave) = (false, 0);
        for entry in
            table.log.iter().flat_map(|row| slapdown::room::record::read_body::<G>(row).expect("a row"))
        {
            for event in entry.events {
                match event {
                    Event::Room(RoomEvent::Committed { .. }) => bound = true,
                    Event::Room(RoomEvent::RoundBegun { .. }) => bound = false,
                    Event::Room(RoomEvent::Ready { entropy: Some(_), .. }) => {
                        assert!(bound, "something was given for a deal that nobody was bound to");
                        gave += 1;
                    }
                    _ => {}
                }
            }
        }
        gave
    }
    assert!(gave(&wackee(2, true).0) > 2 && gave(&rack_o(2, true).0) > 2);
}

/// A server that has seen what people gave and deals from another seed than it had bound itself to.
#[test]
fn a_server_that_changes_its_seed_is_caught() {
    use slapdown::games::{Seed, fair};
    let (lines, _) = replay_of(&rack_o(1, false).0);
    let good = values(&lines);
    let deal = good[1]["deal"].clone();
    let bytes = |text: &Value| {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text.as_str().expect("hex"), &mut bytes).expect("hex");
        Seed(bytes)
    };
    let given: Vec<Seed> =
        deal["entropy"].as_array().expect("given").iter().map(|one| bytes(&one["entropy"])).collect();
    assert!(!given.is_empty(), "somebody gave something");
    // Whatever seed would suit it better: its commitment was told before anybody gave anything.
    let better = Seed([7; 32]);
    let mut lied = good.clone();
    lied[1]["deal"]["seed"] = json!(better);
    lied[1]["deal"]["cards"] = json!(fair::deal_seed(better, given.iter().copied()));
    let fault = checked(&written(lied)).expect_err("caught").to_string();
    assert!(fault.starts_with("line 2:") && fault.contains("changed its seed"), "{fault}");
    // It reveals the seed it had bound itself to, and dealt from another.
    let mut lied = good.clone();
    lied[1]["deal"]["cards"] = json!(fair::deal_seed(better, given.iter().copied()));
    let fault = checked(&written(lied)).expect_err("caught").to_string();
    assert!(fault.starts_with("line 2:") && fault.contains("seed of the cards"), "{fault}");
    // It leaves out what one of the people gave.
    let mut lied = good.clone();
    lied[1]["deal"]["entropy"].as_array_mut().expect("given").pop();
    lied[1]["deal"]["cards"] =
        json!(fair::deal_seed(bytes(&deal["seed"]), given[..given.len() - 1].iter().copied()));
    let fault = checked(&written(lied)).expect_err("caught").to_string();
    assert!(fault.starts_with("line 2: event"), "the cards are others: {fault}");
}

/// The replays that were written by the versions that first had their format. They hold for ever.
#[test]
fn golden_replays_hold() {
    if std::env::var_os("SLAPDOWN_WRITE_GOLDEN").is_some() {
        write_golden();
    }
    let files = golden_files();
    assert!(files.len() >= 2, "one of each game");
    for path in files {
        let sum = checked(&lines_of(&path)).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        assert!(sum.steps > 20, "{sum:?}");
    }
}

/// Writes the replays of this version's format and rules, where there are none yet.
fn write_golden() {
    use slapdown::games::Game;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let replays = [
        ("wackee_six", WackeeSix::RULES, replay_of(&wackee(2, true).0).0),
        ("super_rack_o", SuperRackO::RULES, replay_of(&rack_o(2, true).0).0),
    ];
    for (game, rules, lines) in replays {
        // The first rules go without saying.
        let rules = if rules == 1 { String::new() } else { format!("-rules-{rules}") };
        let path = folder.join(format!("{game}-{}{rules}.ndjson.gz", slapdown::replay::FORMAT));
        let mut packer = slapdown::replay::pack::Packer::default();
        packer.add(&lines).expect("packed");
        if !path.exists() {
            std::fs::write(path, packer.finish().expect("packed")).expect("written");
        }
    }
}
